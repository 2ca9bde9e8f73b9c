# Legs of event chains of hard disks, all pairs: correct and slow. It stands for an algorithm of yours.

# Way of a disk until it meets one that is at d from it, along axis a, to rounding at least 0.
function flight(sides, d, a)
    offset = rem(d[3-a], sides[3-a], RoundNearest)
    abs(offset) < 1 || return Inf
    return max((d[a] < 0 ? d[a] + sides[a] : d[a]) - sqrt(1 - offset * offset), 0.0)
end

# All active disks go on by `left`, along axis a. The number of liftings.
function move!(sides, centres, a, active, left)
    liftings = 0
    while left > 0
        way, from, to = left, 0, 0
        for c in eachindex(active), j in axes(centres, 2)
            j in active && continue
            here = flight(sides, centres[:, j] .- centres[:, active[c]], a)
            if here < way
                way, from, to = here, c, j
            end
        end
        for k in active  # twice: mod of a tiny negative number is the side itself
            centres[a, k] = mod(mod(centres[a, k] + way, sides[a]), sides[a])
        end
        left -= way
        if from > 0
            active[from] = to
            liftings += 1
        end
    end
    return liftings
end
