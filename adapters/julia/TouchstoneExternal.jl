# adapters/julia/TouchstoneExternal.jl
# Purpose   Adapter for a program in Julia that the suite judges: it reads the requests and writes
#           the answers of docs/external-protocol.md. One file, the standard library of Julia 1.5 or later.
# Use       serve(Disks; advance = f), and likewise Shapes, Longrange, Stars and Chains,
#           where  f(s, count)  changes the state in s by `count` sweeps, steps or legs. Who keeps the
#           state in data of their own adds  start = g, state = h , both called with s; programs that
#           claim forces and energies add  forces = a, energies = b .
#           serve(Overlaps; overlap = f)  where  f(a, b)  says whether two bodies have a point in common.
# Numbers   Disks, bodies and types are counted from 1, as everywhere in Julia.
# Errors    start(), and overlap(), may throw Refused(why): the system, or bodies of such a class, are not
#           simulated. Any other exception ends the program with exit code 1, and never reads as a
#           refusal; a request that is none, with 2.
module TouchstoneExternal

export Body, Chains, Disks, Longrange, Overlaps, Placed, Refused, Shapes, Stars, serve

"""Answer of `start`: this system is not simulated, and why. The checks that need it are not run."""
struct Refused <: Exception
    why::String
end

"""A request that the protocol does not have: the fault of whoever sent it."""
struct Malformed <: Exception
    what::String
end

"""Hard disks of diameter 1 in a periodic box. A sweep is as many trials as there are disks."""
Base.@kwdef mutable struct Disks
    width::Float64 = 0                # of the box, in diameters
    height::Float64 = 0
    seed::UInt64 = 0                  # the trajectory is a function of the start
    threads::Int = 1                  # to be used; may not change the trajectory
    max_displacement::Float64 = 0     # a trial move is uniform in the disc of this radius
    trials_per_cell::Int = 0          # of no use where there are no cells
    centres::Matrix{Float64} = zeros(2, 0)   # 2 x N: 0 <= x < width, 0 <= y < height
    trials::Int = 0                   # since the start; advance() counts them
    accepted::Int = 0
    own::Any = nothing                # for data of your own
    version::String = ""              # of your program; set by start(), for the records
end

"""A type of hard bodies: its line in the table of docs/external-protocol.md."""
struct Body
    name::String                      # ball, convex_polygon ...
    numbers::Vector{Float64}          # what follows the name in that table
    radius::Float64                   # of disks and balls; else 0
end

"""Hard bodies in a periodic box with its centre at 0. In a sweep each of them has one trial."""
Base.@kwdef mutable struct Shapes
    dimensions::Int = 0
    sides::Vector{Float64} = zeros(3)          # Lx, Ly, Lz; the last says nothing in the plane
    tilts::Vector{Float64} = zeros(3)          # xy, xz, yz
    seed::UInt64 = 0
    threads::Int = 1
    max_displacement::Float64 = 0
    max_rotation::Float64 = 0                  # radians
    translations::Float64 = 1                  # chance that a trial is a translation; disks and balls do not rotate
    sweeps_per_step::Int = 1
    bodies::Vector{Body} = Body[]              # the types
    types::Vector{Int} = Int[]                 # of each body, an index into `bodies`
    centres::Matrix{Float64} = zeros(3, 0)     # 3 x N, in the box
    orientations::Matrix{Float64} = zeros(4, 0)   # 4 x N: unit quaternions s, x, y, z
    translation_trials::Int = 0                # since the start; advance() counts them
    translations_accepted::Int = 0
    rotation_trials::Int = 0
    rotations_accepted::Int = 0
    domains::Vector{Int} = [1, 1, 1]           # more only for programs that claim them
    ranks::Int = 1                             # that share them; may not change the trajectory
    pressure::Union{Nothing,Float64} = nothing # beta P, for programs that claim it: advance() changes sides and tilts
    max_volume::Float64 = 0                    # largest change of each kind; 0: no such moves
    max_log_volume::Float64 = 0
    max_length::Float64 = 0
    max_shear::Float64 = 0
    box_moves_per_step::Int = 0
    box_trials::Int = 0                        # since the start
    boxes_accepted::Int = 0
    own::Any = nothing                         # for data of your own
    version::String = ""                       # of your program; set by start(), for the records
end

"""A body of a pair."""
struct Placed
    body::Body
    centre::Vector{Float64}           # in the plane z is 0
    orientation::Vector{Float64}      # quaternion s, x, y, z
end

"""Pairs of bodies, about which overlap(a, b) says whether they have a point in common. Touching is overlap."""
Base.@kwdef mutable struct Overlaps
    bodies::Vector{Body} = Body[]     # the types
    pairs::Vector{Tuple{Placed,Placed}} = Tuple{Placed,Placed}[]
    version::String = ""              # of your program; set by start(), for the records
end

"""Particles of unit mass with a long-range potential (pair_potential.hpp of the suite)."""
Base.@kwdef mutable struct Longrange
    model::String = ""                # hmf, ring or gravity-2d
    softening::Float64 = 0            # epsilon of the equations
    time_step::Float64 = 0
    threads::Int = 1
    q::Matrix{Float64} = zeros(1, 0)  # 1 x N angles; in the plane 2 x N
    p::Matrix{Float64} = zeros(1, 0)  # momenta, at the same time
    own::Any = nothing                # for data of your own
    version::String = ""              # of your program; set by start(), for the records
end

"""A star cluster by Henon's Monte Carlo method; G = 1, the total mass is 1."""
Base.@kwdef mutable struct Stars
    theta_max::Float64 = 0            # largest mean deflection in a time step, radians
    seed::UInt64 = 0
    threads::Int = 1
    stars::Matrix{Float64} = zeros(4, 0)   # 4 x N, from the centre out: mass, radius, radial and tangential velocity
    numbers::Vector{Int} = Int[]      # of each of these stars, from 0: it keeps its number
    time::Float64 = 0                 # since the start, in t_dyn N / ln(gamma N); advance() adds its steps
    escaped_energy::Float64 = 0       # of the stars that have left, since the start
    own::Any = nothing                # for data of your own
    version::String = ""              # of your program; set by start(), for the records
end

"""Legs of straight event chains of hard disks of diameter 1 in a periodic box."""
Base.@kwdef mutable struct Chains
    width::Float64 = 0                # of the box, in diameters
    height::Float64 = 0
    active::Vector{Int} = Int[]       # disks that move; advance() hands on
    direction::String = "x"           # or y
    length::Float64 = 0               # of each chain in a leg
    threads::Int = 1
    centres::Matrix{Float64} = zeros(2, 0)   # 2 x N: 0 <= x < width, 0 <= y < height
    liftings::Int = 0                 # since the start; advance() counts them
    own::Any = nothing                # for data of your own
    version::String = ""              # of your program; set by start(), for the records
end

const System = Union{Disks,Shapes,Overlaps,Longrange,Stars,Chains}
const BODIES = ("disk", "ball", "sphere_union", "convex_polygon", "spheropolygon", "simple_polygon", "ellipse",
                "ellipsoid", "convex_polyhedron", "spheropolyhedron", "faceted_ellipsoid", "polyhedron", "dimpled_ball")

kind(::Type{Disks}) = "disks"
kind(::Type{Shapes}) = "shapes"
kind(::Type{Overlaps}) = "overlaps"
kind(::Type{Longrange}) = "longrange"
kind(::Type{Stars}) = "stars"
kind(::Type{Chains}) = "chains"
last_setting(::Type{Disks}) = "centres"
last_setting(::Type{Shapes}) = "bodies"
last_setting(::Type{Overlaps}) = "pairs"
last_setting(::Type{Longrange}) = "state"
last_setting(::Type{Stars}) = "stars"
last_setting(::Type{Chains}) = "centres"
# Settings of one word, which are fields of this name.
settings(::Type{Disks}) = ("seed", "threads", "max_displacement", "trials_per_cell")
settings(::Type{Shapes}) = ("dimensions", "seed", "threads", "max_displacement", "max_rotation", "translations", "sweeps_per_step",
                            "ranks", "pressure", "max_volume", "max_log_volume", "max_length", "max_shear", "box_moves_per_step")
settings(::Type{Overlaps}) = ()
settings(::Type{Longrange}) = ("model", "softening", "time_step", "threads")
settings(::Type{Stars}) = ("theta_max", "seed", "threads")
settings(::Type{Chains}) = ("direction", "length", "threads")

function number(word)
    value = tryparse(Float64, word)
    (value === nothing || !isfinite(value)) && throw(Malformed("expected a number, found '$word'"))
    return value
end

function natural(::Type{T}, word) where {T}
    value = all(isdigit, word) ? tryparse(T, word) : nothing
    value === nothing && throw(Malformed("expected an integer of at least 0, found '$word'"))
    return value
end

function next_words(requests)
    eof(requests) && throw(Malformed("the input ended in the middle of a start"))
    return split(readline(requests))
end

function numbers(requests, count)
    words = next_words(requests)
    length(words) == count || throw(Malformed("expected $count numbers, found '$(join(words, ' '))'"))
    return map(number, words)
end

"""A matrix with a column for each of the next lines."""
function columns(requests, height, count)
    matrix = zeros(height, count)
    for i in 1:count
        matrix[:, i] = numbers(requests, height)
    end
    return matrix
end

"""A type of body from its line."""
function read_body(requests)
    words = next_words(requests)
    isempty(words) && throw(Malformed("expected a type of body, found an empty line"))
    words[1] in BODIES || throw(Refused("the adapter does not know bodies of the type '$(words[1])'"))
    values = map(number, words[2:end])
    isempty(values) && throw(Malformed("$(words[1]): expected numbers, found none"))
    return Body(String(words[1]), values, words[1] in ("disk", "ball") ? values[1] : 0.0)
end

read_bodies(requests, count) = [read_body(requests) for _ in 1:count]

value(::Type{Float64}, word) = number(word)
value(::Type{Union{Nothing,Float64}}, word) = number(word)
value(::Type{T}, word) where {T<:Integer} = natural(T, word)
value(::Type{String}, word) = String(word)

"""Sets what a setting of several words is about; false where it is none of these."""
several!(::System, key, values, requests) = false

function several!(s::Union{Disks,Chains}, key, values, requests)
    if key == "box" && length(values) == 2
        s.width, s.height = number(values[1]), number(values[2])
    elseif s isa Chains && key == "active"
        s.active = [natural(Int, word) + 1 for word in values]
    else
        return false
    end
    return true
end

function several!(s::Shapes, key, values, requests)
    if key == "box" && length(values) == 6
        s.sides, s.tilts = map(number, values[1:3]), map(number, values[4:6])
    elseif key == "domains" && length(values) == 3
        s.domains = [natural(Int, word) for word in values]
    elseif key == "types" && length(values) == 1
        s.bodies = read_bodies(requests, natural(Int, values[1]))
    else
        return false
    end
    return true
end

function several!(s::Overlaps, key, values, requests)
    key == "types" && length(values) == 1 || return false
    s.bodies = read_bodies(requests, natural(Int, values[1]))
    return true
end

"""Sets the field that a line of the start is about."""
function set!(s::S, key, values, requests) where {S<:System}
    several!(s, key, values, requests) && return
    length(values) == 1 || throw(Malformed("$key: expected another number of words"))
    key in settings(S) || throw(Refused("the adapter does not know the setting '$key'"))
    setproperty!(s, Symbol(key), value(fieldtype(S, Symbol(key)), values[1]))
end

read_rows!(s::Union{Disks,Chains}, requests, count) = (s.centres = columns(requests, 2, count))

function read_rows!(s::Shapes, requests, count)
    rows = columns(requests, 8, count)
    s.types = [Int(type) + 1 for type in rows[1, :]]
    s.centres, s.orientations = rows[2:4, :], rows[5:8, :]
end

function read_rows!(s::Overlaps, requests, count)
    rows = columns(requests, 8, 2count)
    placed = [Placed(s.bodies[Int(rows[1, k])+1], rows[2:4, k], rows[5:8, k]) for k in 1:2count]
    s.pairs = [(placed[2k-1], placed[2k]) for k in 1:count]
end

function read_rows!(s::Longrange, requests, count)
    d = s.model == "gravity-2d" ? 2 : 1
    rows = columns(requests, 2d, count)
    s.q, s.p = rows[1:d, :], rows[d+1:end, :]
end

read_rows!(s::Stars, requests, count) = (s.stars = columns(requests, 4, count); s.numbers = collect(0:count-1))

function started(::Type{S}, requests, words, start) where {S}
    length(words) == 3 || throw(Malformed("expected 'start KIND COUNT'"))
    words[2] == kind(S) || throw(Refused("the program simulates no $(words[2])"))
    count = natural(Int, words[3])
    s = S()
    while true
        line = next_words(requests)
        isempty(line) && throw(Malformed("expected a setting, found an empty line"))
        line[1] == last_setting(S) && break
        set!(s, line[1], line[2:end], requests)
    end
    read_rows!(s, requests, count)
    box = s isa Shapes ? (copy(s.sides), copy(s.tilts)) : nothing
    start(s)
    return s, count, box
end

begin_again!(s::Disks) = (s.trials = s.accepted = 0)
begin_again!(s::Shapes) = (s.translation_trials = s.translations_accepted = s.rotation_trials = s.rotations_accepted =
                               s.box_trials = s.boxes_accepted = 0)

"""Begins with the bodies that follow and this seed, all else as it was at the start."""
function again(s::Union{Disks,Shapes}, box, requests, count, words, methods)
    s.seed = natural(UInt64, words[2])
    begin_again!(s)
    if s isa Shapes
        s.sides, s.tilts = copy(box[1]), copy(box[2])  # that may have moved
    end
    read_rows!(s, requests, count)
    if methods.restart === nothing
        s.own = nothing
        methods.start(s)
    else
        methods.restart(s)
    end
    return "ok\n"
end

"""Lines of the columns of these matrices, each with its height; Julia prints a Float64 such that reading it gives the same bits."""
function lines(what, count, parts...)
    for (matrix, height) in parts
        size(matrix, 1) == height && size(matrix, 2) == count ||
            error("$what: expected a matrix of $height x $count, found $(size(matrix))")
    end
    return join(join((Float64(x) for (matrix, _) in parts for x in view(matrix, :, i)), ' ') * "\n" for i in 1:count)
end

advanced(s::Disks) = "ok $(Int(s.trials)) $(Int(s.accepted))\n"
function advanced(s::Shapes)
    told = [s.translation_trials, s.translations_accepted, s.rotation_trials, s.rotations_accepted]
    s.pressure === nothing || append!(told, [s.box_trials, s.boxes_accepted])
    return "ok $(join(told, ' '))\n"
end
advanced(::Longrange) = "ok\n"
advanced(s::Stars) = "ok $(Float64(s.time)) $(Float64(s.escaped_energy))\n"
advanced(s::Chains) = "ok $(join([s.liftings; s.active .- 1], ' '))\n"

state_lines(s::Union{Disks,Chains}, count) = "ok\n" * lines("state", count, (s.centres, 2))
function state_lines(s::Shapes, count)
    box = s.pressure === nothing ? "" : join(Float64.([s.sides; s.tilts]), ' ') * "\n"
    return "ok\n" * box * lines("state", count, (s.centres, 3), (s.orientations, 4))
end
function state_lines(s::Longrange, count)
    d = s.model == "gravity-2d" ? 2 : 1
    return "ok\n" * lines("state", count, (s.q, d), (s.p, d))
end
function state_lines(s::Stars, _)
    left = size(s.stars, 2)  # some may have left
    return "ok $left\n" * lines("state", left, (reshape(s.numbers, 1, :), 1), (s.stars, 4))
end

"""The answer about a pair: 1 where the bodies overlap, else 0, or a refusal."""
function overlap_line(methods, a, b)
    try
        return methods.overlap(a, b)::Bool ? "1\n" : "0\n"
    catch why
        why isa Refused || rethrow()
        return "refused\n"
    end
end

function answer(s, count, words, methods)
    what = isempty(words) ? "" : words[1]
    if s isa Overlaps
        what == "overlaps" || return "error unknown request '$(join(words, ' '))'\n"
        return "ok\n" * join(overlap_line(methods, a, b) for (a, b) in s.pairs)
    elseif what == "advance" && length(words) == 2
        methods.advance(s, natural(Int, words[2]))
        return advanced(s)
    elseif what == "state"
        methods.state(s)
        return state_lines(s, count)
    elseif what == "forces" && methods.forces !== nothing
        return "ok\n" * lines("forces", count, (methods.forces(s), size(s.q, 1)))
    elseif what == "energies" && methods.energies !== nothing
        kinetic, potential = methods.energies(s)
        return "ok\n$(Float64(kinetic)) $(Float64(potential))\n"
    end
    return "error unknown request '$(join(words, ' '))'\n"
end

function answer_all(::Type{S}, requests, answers, methods) where {S}
    s, count, box = nothing, 0, nothing
    while !eof(requests)
        words = split(readline(requests))
        if !isempty(words) && words[1] == "start"
            try
                s, count, box = started(S, requests, words, methods.start)
            catch why
                why isa Refused || rethrow()
                reason = join(split(string(why.why)), ' ')
                write(answers, "error $(isempty(reason) ? "no reason" : reason)\n")
                flush(answers)
                return  # the suite ends the program, which may be in the middle of a start
            end
            write(answers, join(["ok"; split(s.version)], ' ') * "\n")
        elseif s === nothing
            write(answers, "error expected a start, found '$(join(words, ' '))'\n")
        elseif s isa Union{Disks,Shapes} && length(words) == 2 && words[1] == "again"
            write(answers, again(s, box, requests, count, words, methods))
        else
            write(answers, answer(s, count, words, methods))
        end
        flush(answers)
    end
end

"""
    serve(S; advance, overlap, start, state, restart, forces, energies)

Answers requests about systems of the type `S` (Disks, Shapes, Overlaps, Longrange, Stars or Chains) until there are no
more. `advance(s, count)` changes `s`; `overlap(a, b)`, of Overlaps alone, says whether two bodies have a point in common.
`start(s)` prepares data of the user's own, and `state(s)` puts them back into `s`; `restart(s)` of Disks and Shapes
begins with new centres and a new seed, all else as it was, where a start costs much. `forces(s)` of Longrange returns a
matrix as `s.q`, `energies(s)` the kinetic and the potential energy. What is printed goes to standard error.
"""
function serve(::Type{S}; advance = nothing, overlap = nothing, start = s -> nothing, state = s -> nothing,
               restart = nothing, forces = nothing, energies = nothing) where {S<:System}
    name, needed = S === Overlaps ? ("overlap", overlap) : ("advance", advance)
    needed === nothing && throw(ArgumentError("serve: expected $name = a function, found none"))
    requests, answers = stdin, stdout
    redirect_stdout(stderr)
    try
        answer_all(S, requests, answers, (; advance, overlap, start, state, restart, forces, energies))
    catch error
        if error isa Malformed
            println(stderr, "TouchstoneExternal: ", error.what)
            exit(2)
        end
        error isa Base.IOError && error.code == Base.UV_EPIPE && exit(0)  # who asked has gone
        showerror(stderr, error, catch_backtrace())
        println(stderr, "\nTouchstoneExternal: the simulation threw this exception, so the program ends")
        exit(1)
    end
end

end
