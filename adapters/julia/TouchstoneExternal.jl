# adapters/julia/TouchstoneExternal.jl
# Purpose   Adapter for a program in Julia that the suite judges: it reads the requests and writes
#           the answers of docs/external-protocol.md. One file, the standard library of Julia 1.6 or later.
# Use       serve(Disks; advance = f)  or  serve(Longrange; advance = f)
#           where  f(s, count)  changes the state in s by `count` sweeps or steps. Who keeps the
#           state in data of their own adds  start = g, state = h , both called with s; programs that
#           claim forces and energies add  forces = a, energies = b .
# Errors    start() may throw Refused(why): the system is not simulated. Any other exception ends the
#           program with exit code 1, and never reads as a refusal; a request that is none, with 2.
# Not here  Shapes, overlaps, stars and chains: the adapters for C++, Fortran and Python have them.
module TouchstoneExternal

export Disks, Longrange, Refused, serve

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

kind(::Type{Disks}) = "disks"
kind(::Type{Longrange}) = "longrange"
last_setting(::Type{Disks}) = "centres"
last_setting(::Type{Longrange}) = "state"

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

"""Sets the field that a line of the start is about."""
function set!(s::Disks, key, values)
    if key == "box" && length(values) == 2
        s.width, s.height = number(values[1]), number(values[2])
    elseif length(values) != 1
        throw(Malformed("$key: expected another number of words"))
    elseif key == "seed"
        s.seed = natural(UInt64, values[1])
    elseif key == "threads"
        s.threads = natural(Int, values[1])
    elseif key == "max_displacement"
        s.max_displacement = number(values[1])
    elseif key == "trials_per_cell"
        s.trials_per_cell = natural(Int, values[1])
    else
        throw(Refused("the adapter does not know the setting '$key'"))
    end
end

function set!(s::Longrange, key, values)
    length(values) == 1 || throw(Malformed("$key: expected another number of words"))
    if key == "model"
        s.model = values[1]
    elseif key == "softening"
        s.softening = number(values[1])
    elseif key == "time_step"
        s.time_step = number(values[1])
    elseif key == "threads"
        s.threads = natural(Int, values[1])
    else
        throw(Refused("the adapter does not know the setting '$key'"))
    end
end

read_rows!(s::Disks, requests, count) = (s.centres = columns(requests, 2, count))

function read_rows!(s::Longrange, requests, count)
    d = s.model == "gravity-2d" ? 2 : 1
    rows = columns(requests, 2d, count)
    s.q, s.p = rows[1:d, :], rows[d+1:end, :]
end

function started(::Type{S}, requests, words, start) where {S}
    length(words) == 3 || throw(Malformed("expected 'start KIND COUNT'"))
    words[2] == kind(S) || throw(Refused("the program simulates no $(words[2])"))
    count = natural(Int, words[3])
    s = S()
    while true
        line = next_words(requests)
        isempty(line) && throw(Malformed("expected a setting, found an empty line"))
        line[1] == last_setting(S) && break
        set!(s, line[1], line[2:end])
    end
    read_rows!(s, requests, count)
    start(s)
    return s, count
end

"""Begins with the centres that follow and this seed, all else as it was."""
function again(s::Disks, requests, count, words, methods)
    s.seed, s.trials, s.accepted = natural(UInt64, words[2]), 0, 0
    s.centres = columns(requests, 2, count)
    if methods.restart === nothing
        s.own = nothing
        methods.start(s)
    else
        methods.restart(s)
    end
    return "ok\n"
end

"""Lines of the columns of these matrices; Julia prints a Float64 such that reading it gives the same bits."""
function lines(what, count, matrices...)
    for matrix in matrices
        size(matrix, 2) == count || error("$what: expected $count columns, found $(size(matrix, 2))")
    end
    return join(join((Float64(x) for matrix in matrices for x in view(matrix, :, i)), ' ') * "\n" for i in 1:count)
end

advanced(s::Disks) = "ok $(Int(s.trials)) $(Int(s.accepted))\n"
advanced(::Longrange) = "ok\n"
state_lines(s::Disks, count) = lines("state", count, s.centres)
state_lines(s::Longrange, count) = lines("state", count, s.q, s.p)

function answer(s, count, words, methods)
    what = isempty(words) ? "" : words[1]
    if what == "advance" && length(words) == 2
        methods.advance(s, natural(Int, words[2]))
        return advanced(s)
    elseif what == "state"
        methods.state(s)
        return "ok\n" * state_lines(s, count)
    elseif what == "forces" && methods.forces !== nothing
        return "ok\n" * lines("forces", count, methods.forces(s))
    elseif what == "energies" && methods.energies !== nothing
        kinetic, potential = methods.energies(s)
        return "ok\n$(Float64(kinetic)) $(Float64(potential))\n"
    end
    return "error unknown request '$(join(words, ' '))'\n"
end

function answer_all(::Type{S}, requests, answers, methods) where {S}
    s, count = nothing, 0
    while !eof(requests)
        words = split(readline(requests))
        if !isempty(words) && words[1] == "start"
            try
                s, count = started(S, requests, words, methods.start)
            catch why
                why isa Refused || rethrow()
                write(answers, "error $(why.why)\n")
                flush(answers)
                return  # the suite ends the program, which may be in the middle of a start
            end
            write(answers, join(["ok"; split(s.version)], ' ') * "\n")
        elseif s === nothing
            write(answers, "error expected a start, found '$(join(words, ' '))'\n")
        elseif s isa Disks && length(words) == 2 && words[1] == "again"
            write(answers, again(s, requests, count, words, methods))
        else
            write(answers, answer(s, count, words, methods))
        end
        flush(answers)
    end
end

"""
    serve(S; advance, start, state, restart, forces, energies)

Answers requests about systems of the type `S` (Disks or Longrange) until there are no more. `advance(s, count)`
changes `s`; `start(s)` prepares data of the user's own, and `state(s)` puts them back into `s`; `restart(s)` of Disks
begins with new centres and a new seed, all else as it was, where a start costs much. `forces(s)` returns a
matrix as `s.q`, `energies(s)` the kinetic and the potential energy. What is printed goes to standard error.
"""
function serve(::Type{S}; advance, start = s -> nothing, state = s -> nothing,
               restart = nothing, forces = nothing, energies = nothing) where {S<:Union{Disks,Longrange}}
    requests, answers = stdin, stdout
    redirect_stdout(stderr)
    try
        answer_all(S, requests, answers, (; advance, start, state, restart, forces, energies))
    catch error
        if error isa Malformed
            println(stderr, "TouchstoneExternal: ", error.what)
            exit(2)
        end
        showerror(stderr, error, catch_backtrace())
        println(stderr, "\nTouchstoneExternal: the simulation threw this exception, so the program ends")
        exit(1)
    end
end

end
