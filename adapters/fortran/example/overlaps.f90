! Overlap of disks or of balls by the code of overlaps_code.f90. Put your own library in its place.
program my_overlaps
  use collision
  use touchstone_external
  implicit none
  call serve_overlaps(overlap)
contains
  ! a%body, a%centre and a%orientation, a quaternion, say what a is and where.
  subroutine overlap(a, b, answer, refused)
    type(placed), intent(in) :: a, b
    logical, intent(inout) :: answer, refused
    refused = a%body%radius <= 0 .or. a%body%name /= b%body%name
    if (.not. refused) answer = collide(a%centre, a%body%radius, b%centre, b%body%radius)
  end subroutine
end program
