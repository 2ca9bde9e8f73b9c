# Hard disks or balls of one size by the Metropolis algorithm, all pairs. It stands for a simulation of yours.
using Random

mutable struct Spheres
    dimensions::Int
    sides::Vector{Float64}
    diameter::Float64
    centres::Matrix{Float64}
    max_displacement::Float64
    random::MersenneTwister
    trials::Int
    accepted::Int
end

nearest(s::Spheres, vector) = [rem(x, side, RoundNearest) for (x, side) in zip(vector, s.sides)]

function displacement(s::Spheres)
    while true
        step = [k <= s.dimensions ? 2rand(s.random) - 1 : 0.0 for k in 1:3]
        sum(abs2, step) <= 1 && return s.max_displacement .* step
    end
end

function is_free(s::Spheres, i, place)
    for j in axes(s.centres, 2)
        j != i && sum(abs2, nearest(s, place .- s.centres[:, j])) < s.diameter^2 && return false
    end
    return true
end

function run!(s::Spheres, sweeps)
    for _ in 1:sweeps, i in axes(s.centres, 2)
        place = nearest(s, s.centres[:, i] .+ displacement(s))
        s.trials += 1
        is_free(s, i, place) || continue
        s.centres[:, i] = place
        s.accepted += 1
    end
end
