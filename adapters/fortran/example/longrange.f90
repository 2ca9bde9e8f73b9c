! The Hamiltonian Mean Field model by the code of longrange_code.f90. Put your own integrator in its place.
program my_integrator
  use leapfrog
  use touchstone_external
  implicit none
  call serve_longrange(advance)
contains
  ! s%model, s%softening, s%time_step and s%threads are set; s%q and s%p are at the same time, (1, N) or in the plane
  ! (2, N). For state in data of your own: call serve_longrange(advance, start, state), each with one argument s.
  subroutine advance(s, steps)
    type(longrange), intent(inout) :: s
    integer(int64), intent(in) :: steps
    call run(s%q(1, :), s%p(1, :), s%time_step, steps)
  end subroutine
end program
