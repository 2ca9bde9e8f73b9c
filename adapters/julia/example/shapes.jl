# Hard disks or balls of one size by the code of shapes_code.jl. Put your own simulation in its place.
include("TouchstoneExternal.jl")
include("shapes_code.jl")
using .TouchstoneExternal

# The fields of s are set before start; s.bodies are the types, s.types those of each body.
function start!(s)
    is_known = length(s.bodies) == 1 && s.bodies[1].radius > 0 && all(iszero, s.tilts)
    is_known || throw(Refused("only disks or balls of one size, no tilted boxes"))
    s.own = Spheres(s.dimensions, s.sides, 2s.bodies[1].radius, copy(s.centres), s.max_displacement, MersenneTwister(s.seed), 0, 0)
end

# Trials of balls are translations; for other bodies count s.rotation_trials and s.rotations_accepted, too.
function advance!(s, steps)
    run!(s.own, steps * s.sweeps_per_step)
    s.translation_trials, s.translations_accepted = s.own.trials, s.own.accepted
end

state!(s) = (s.centres = s.own.centres)

serve(Shapes; advance = advance!, start = start!, state = state!)
