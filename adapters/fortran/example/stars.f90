! Star clusters by the code of stars_code.f90. Put your own simulation in its place.
program my_stars
  use henon
  use touchstone_external
  implicit none
  call serve_stars(advance, start)
contains
  ! s%stars (4, N: mass, radius, radial velocity, tangential velocity), s%numbers, s%theta_max and s%seed are set before.
  subroutine start(s)
    type(stars), intent(inout) :: s
    call prepare(s%stars, s%seed)
  end subroutine

  subroutine advance(s, steps)
    type(stars), intent(inout) :: s
    integer(int64), intent(in) :: steps
    call run(s%stars, s%numbers, s%theta_max, steps, s%time, s%escaped_energy)
  end subroutine
end program
