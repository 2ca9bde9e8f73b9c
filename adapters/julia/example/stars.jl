# Star clusters by the code of stars_code.jl. Put your own simulation in its place.
include("TouchstoneExternal.jl")
include("stars_code.jl")
using .TouchstoneExternal

# s.stars (4 x N: mass, radius, radial and tangential velocity, from the centre out), s.numbers and s.theta_max are set before.
start!(s) = (s.own = Cluster(s.stars, s.numbers, s.seed))

function advance!(s, steps)
    for _ in 1:steps
        s.time += step!(s.own, s.theta_max)
    end
    s.escaped_energy = s.own.escaped_energy
end

state!(s) = (s.stars = s.own.stars; s.numbers = s.own.numbers)  # those that are left, from the centre out

serve(Stars; advance = advance!, start = start!, state = state!)
