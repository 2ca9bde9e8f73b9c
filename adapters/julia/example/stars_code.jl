# Star clusters by Henon's Monte Carlo method: correct and slow. It stands for a simulation of yours.
using Random

mutable struct Cluster
    stars::Matrix{Float64}       # 4 x N, from the centre out: mass, radius, radial and tangential velocity
    numbers::Vector{Int}
    random::MersenneTwister
    initial::Int                 # number of stars of the start
    radii::Vector{Float64}
    inside::Vector{Float64}      # mass inside a star, its own included
    potential::Vector{Float64}   # at each star; in between it is a straight line in 1/r
    escaped_energy::Float64
end

Cluster(stars, numbers, seed) =
    measure!(Cluster(copy(stars), copy(numbers), MersenneTwister(seed), size(stars, 2), [], [], [], 0.0))

function measure!(c)
    c.radii, c.inside = c.stars[2, :], cumsum(c.stars[1, :])
    steps = c.inside .* (1 ./ c.radii .- [1 ./ c.radii[2:end]; 0.0])
    c.potential = -reverse(cumsum(reverse(steps)))
    return c
end

# Potential at r without the shell of a star of this mass at the radius `own`.
function felt(c, r, mass, own)
    k = searchsortedlast(c.radii, r)
    potential = k == 0 ? c.potential[1] : c.potential[k] + c.inside[k] * (1 / c.radii[k] - 1 / r)
    return potential + mass / max(r, own)
end

# One step; its time.
function step!(c, theta_max)
    dt = time_step(c, theta_max)
    for k in 1:2:size(c.stars, 2)-1
        meet!(c, k, dt)
    end
    places = c.stars[2, :]
    speeds2 = [move!(c, k) for k in axes(c.stars, 2)]        # after the work of the way; nothing for a star that leaves
    stay = filter(k -> speeds2[k] !== nothing, 1:length(speeds2))
    stay = stay[sortperm(c.stars[2, stay])]
    c.stars, c.numbers = c.stars[:, stay], c.numbers[stay]
    measure!(c)
    pay!(c, places[stay], speeds2[stay])
    return dt
end

# Shortest time in which the mean encounter of a bin of 20 stars deflects by theta_max.
function time_step(c, theta_max)
    least = Inf
    for k in 1:20:size(c.stars, 2)-21
        m, v = c.stars[1, k:k+19], c.stars[3:4, k:k+19]
        relative = 4 * sqrt(sum(m .* (v[1, :] .^ 2 .+ v[2, :] .^ 2)) / sum(m) / (3 * pi))
        volume = 4 * pi / 3 * (c.radii[k+20]^3 - c.radii[k]^3)
        least = min(least, pi / 32 * relative^3 * volume / (4 * sum(m .^ 2) * c.initial))
    end
    return (2 * theta_max / pi)^2 * least
end

# Stars in a volume: the ten to either side of star k, or the 21 innermost or outermost.
function density(c, k)
    n = length(c.radii)
    inner, outer = k < 10 ? (0, 21) : (k - 10, k + 10)
    outer > n && ((inner, outer) = (n - 21, n))
    return 15 / pi / (c.radii[outer]^3 - (inner > 0 ? c.radii[inner]^3 : 0.0))
end

# The encounter of star k and the next one.
function meet!(c, k, dt)
    a, b = view(c.stars, :, k), view(c.stars, :, k + 1)
    azimuth, axis = 2 * pi * rand(c.random), 2 * pi * rand(c.random)
    other = b[4] * [cos(azimuth), sin(azimuth)]
    w = [other[1] - a[4], other[2], b[3] - a[3]]
    across, speed, mass = hypot(w[1], w[2]), sqrt(sum(abs2, w)), a[1] + b[1]
    right_angle = pi / 32 * speed^3 / (density(c, k) * mass^2 * c.initial)
    angle = min(pi / 2, pi / 2 * sqrt(dt / right_angle))
    x, y = across > 0 ? (w[1] / across, w[2] / across) : (0.0, -1.0)
    kick = (cos(angle) - 1) * w +
           sin(angle) * (cos(axis) * speed * [-y, x, 0.0] + sin(axis) * [-x * w[3], -y * w[3], across])
    one, two = b[1] / mass, a[1] / mass
    a[3:4] = [a[3] - one * kick[3], hypot(a[4] - one * kick[1], one * kick[2])]
    b[3:4] = [b[3] + two * kick[3], hypot(other[1] + two * kick[1], other[2] + two * kick[2])]
end

# Puts star k on a place of its orbit, found by the time that it spends there, unless it leaves.
function move!(c, k)
    mass, old, u, v = c.stars[:, k]
    speed2, here, j = u^2 + v^2, felt(c, old, mass, old), old * v
    energy = speed2 / 2 + here
    if energy >= 0
        c.escaped_energy += mass * (energy - mass / old)
        return nothing
    end
    radial2(r) = 2 * (energy - felt(c, r, mass, old)) - (j / r)^2
    function apsis(allowed, forbidden)                        # both as 1/r
        for _ in 1:60
            middle = (allowed + forbidden) / 2
            radial2(1 / middle) > 0 ? (allowed = middle) : (forbidden = middle)
        end
        return 1 / allowed
    end
    function slope(r)                                         # of radial2, at an apsis
        shell = searchsortedlast(c.radii, r)
        pull = shell == 0 ? 0.0 : c.inside[shell] - (r >= old ? mass : 0.0)
        return 2 * (j^2 / r - pull) / r^2
    end
    far = apsis(1 / old, 0.0)
    near = j > 0 ? apsis(1 / old, 2 * sqrt(2 * (energy - c.potential[1] - mass / old)) / j) : 0.0
    width, ends = far - near, (near > 0 ? slope(near) : Inf, -slope(far))
    width > 0 && minimum(ends) > 0 || return speed2           # a circle
    bound = 1.2 * maximum(sqrt.(3 * width ./ ends))
    while true
        s = rand(c.random)                                    # r = near + width s^2 (3 - 2 s) is dense at the apsides
        r = near + width * s^2 * (3 - 2 * s)
        radial = r > 0 ? sqrt(max(radial2(r), 0.0)) : 0.0
        if radial > 0 && rand(c.random) * bound * radial < 3 * width * s * (1 - s)
            c.stars[2:4, k] = [r, rand(c.random) < 0.5 ? radial : -radial, j / r]
            return speed2 + here - felt(c, r, mass, old)
        end
    end
end

# Gives each star its speed in the potential of all new places. What a star lacks, those further out pay, each at most four
# fifths of its energy.
function pay!(c, places, speeds2)
    owed = 0.0
    for k in eachindex(places)
        mass, r, u, v = c.stars[:, k]
        wanted, now = speeds2[k] + felt(c, places[k], mass, r) - felt(c, r, mass, r), u^2 + v^2
        if wanted <= 0
            owed += mass * (now - wanted) / 2
            continue
        end
        paid = min(owed, 0.8 * mass * wanted / 2)
        owed -= paid
        c.stars[3:4, k] *= sqrt((wanted - 2 * paid / mass) / now)
    end
end
