! Legs of event chains by the code of chains_code.f90. Put your own algorithm in its place.
program my_chains
  use event_chains
  use touchstone_external
  implicit none
  call serve_chains(advance)
contains
  ! s%width, s%height, s%centres (2, N), s%active (from 1), s%direction and s%length are set before. Disks may touch, and
  ! overlap by rounding.
  subroutine advance(s, legs)
    type(chains), intent(inout) :: s
    integer(int64), intent(in) :: legs
    call move([s%width, s%height], s%centres, merge(1, 2, s%direction == 'x'), s%active, legs * s%length, s%liftings)
  end subroutine
end program
