# The Hamiltonian Mean Field model by leapfrog steps. Put your own integrator in its place.
include("TouchstoneExternal.jl")
using .TouchstoneExternal

# s.model, s.softening, s.time_step and s.threads are set; s.q and s.p are at the same time, 1 x N or in the plane 2 x N.
function advance!(s, steps)
    for _ in 1:steps
        s.q .+= s.time_step / 2 .* s.p
        s.p .+= s.time_step .* (sum(sin, s.q) .* cos.(s.q) .- sum(cos, s.q) .* sin.(s.q)) ./ length(s.q)
        s.q .+= s.time_step / 2 .* s.p
    end
end

serve(Longrange; advance = advance!)
