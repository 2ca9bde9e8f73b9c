# Overlap of disks or of balls by the code of overlaps_code.jl. Put your own library in its place.
include("TouchstoneExternal.jl")
include("overlaps_code.jl")
using .TouchstoneExternal

# a.body, a.centre and a.orientation, a quaternion, say what a is and where.
function overlap(a, b)
    is_known = a.body.radius > 0 && a.body.name == b.body.name
    is_known || throw(Refused("only disks, or only balls"))
    return collide(a.centre, a.body.radius, b.centre, b.body.radius)
end

serve(Overlaps; overlap = overlap)
