# Legs of event chains by the code of chains_code.jl. Put your own algorithm in its place.
include("TouchstoneExternal.jl")
include("chains_code.jl")
using .TouchstoneExternal

# s.width, s.height, s.centres (2 x N), s.active (from 1), s.direction and s.length are set. Disks may touch, and overlap by
# rounding.
advance!(s, legs) = (s.liftings += move!((s.width, s.height), s.centres, s.direction == "x" ? 1 : 2, s.active, legs * s.length))

serve(Chains; advance = advance!)
