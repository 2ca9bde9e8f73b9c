# Hard disks by the Metropolis algorithm, all pairs: correct and slow. It stands for a simulation of yours.
using Random

mutable struct Metropolis
    width::Float64
    height::Float64
    centres::Matrix{Float64}
    max_displacement::Float64
    random::MersenneTwister
    trials::Int
    accepted::Int
end

function is_free(s::Metropolis, i, x, y)
    for j in axes(s.centres, 2)
        dx, dy = rem(x - s.centres[1, j], s.width, RoundNearest), rem(y - s.centres[2, j], s.height, RoundNearest)
        j != i && hypot(dx, dy) < 1 && return false
    end
    return true
end

function run!(s::Metropolis, more)
    for _ in 1:more
        i = rand(s.random, axes(s.centres, 2))
        length, angle = s.max_displacement * sqrt(rand(s.random)), 2pi * rand(s.random)
        # Twice: mod of a tiny negative number is the side itself.
        x = mod(mod(s.centres[1, i] + length * cos(angle), s.width), s.width)
        y = mod(mod(s.centres[2, i] + length * sin(angle), s.height), s.height)
        s.trials += 1
        is_free(s, i, x, y) || continue
        s.centres[:, i] .= (x, y)
        s.accepted += 1
    end
end
