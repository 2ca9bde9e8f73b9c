# The Hamiltonian Mean Field model by leapfrog steps. It stands for an integrator of yours.
function run!(q, p, time_step, steps)
    for _ in 1:steps
        q .+= time_step / 2 .* p
        p .+= time_step .* (sum(sin, q) .* cos.(q) .- sum(cos, q) .* sin.(q)) ./ length(q)
        q .+= time_step / 2 .* p
    end
end
