# Hard disks by the Metropolis algorithm, all pairs: correct and slow. Put your own simulation in its place.
include("TouchstoneExternal.jl")
using .TouchstoneExternal
using Random

# s.width, s.height, s.centres (2 x N), s.seed, s.threads and s.max_displacement are set before start.
# For a system that you do not simulate: throw(Refused("why")).
start!(s) = (s.own = MersenneTwister(s.seed))

function is_free(s, i, x, y)
    for j in axes(s.centres, 2)
        dx, dy = rem(x - s.centres[1, j], s.width, RoundNearest), rem(y - s.centres[2, j], s.height, RoundNearest)
        j != i && hypot(dx, dy) < 1 && return false
    end
    return true
end

# A sweep is as many trials as there are disks.
function advance!(s, sweeps)
    for _ in 1:sweeps*size(s.centres, 2)
        i = rand(s.own, axes(s.centres, 2))
        length, angle = s.max_displacement * sqrt(rand(s.own)), 2pi * rand(s.own)
        # Twice: mod of a tiny negative number is the side itself.
        x = mod(mod(s.centres[1, i] + length * cos(angle), s.width), s.width)
        y = mod(mod(s.centres[2, i] + length * sin(angle), s.height), s.height)
        s.trials += 1
        is_free(s, i, x, y) || continue
        s.centres[:, i] .= (x, y)
        s.accepted += 1
    end
end

serve(Disks; advance = advance!, start = start!)
