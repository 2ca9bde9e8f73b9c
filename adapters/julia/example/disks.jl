# Hard disks by the code of disks_code.jl. Put your own simulation in its place.
include("TouchstoneExternal.jl")
include("disks_code.jl")
using .TouchstoneExternal

# The fields of s are set before start. For a system that you do not simulate: throw(Refused("why")).
function start!(s)
    s.own = Metropolis(s.width, s.height, copy(s.centres), s.max_displacement, MersenneTwister(s.seed), 0, 0)
end

# A sweep is as many trials as there are disks.
function advance!(s, sweeps)
    run!(s.own, sweeps * size(s.centres, 2))
    s.trials, s.accepted = s.own.trials, s.own.accepted
end

state!(s) = (s.centres = s.own.centres)

serve(Disks; advance = advance!, start = start!, state = state!)
