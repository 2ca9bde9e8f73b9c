! The Hamiltonian Mean Field model by leapfrog steps. Put your own integrator in its place.
program mean_field
  use touchstone_external
  implicit none
  call serve_longrange(advance)
contains
  ! s%model, s%softening, s%time_step and s%threads are set; s%q and s%p are at the same time, (1, N) or in the plane
  ! (2, N). For state in data of your own: call serve_longrange(advance, start, state), each with one argument s.
  subroutine advance(s, steps)
    type(longrange), intent(inout) :: s
    integer(int64), intent(in) :: steps
    integer(int64) :: k
    do k = 1, steps
      s%q = s%q + s%time_step / 2 * s%p
      s%p = s%p + s%time_step * (sum(sin(s%q)) * cos(s%q) - sum(cos(s%q)) * sin(s%q)) / size(s%q)
      s%q = s%q + s%time_step / 2 * s%p
    end do
  end subroutine
end program
