# The Hamiltonian Mean Field model by the code of longrange_code.jl. Put your own integrator in its place.
include("TouchstoneExternal.jl")
include("longrange_code.jl")
using .TouchstoneExternal

# s.model, s.softening, s.time_step and s.threads are set; s.q and s.p are at the same time, 1 x N or in the plane 2 x N.
advance!(s, steps) = run!(s.q, s.p, s.time_step, steps)

serve(Longrange; advance = advance!)
