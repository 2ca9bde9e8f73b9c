! The Hamiltonian Mean Field model by leapfrog steps. It stands for an integrator of yours.
module leapfrog
  use, intrinsic :: iso_fortran_env, only: int64, real64
  implicit none
contains
  subroutine run(q, p, time_step, steps)
    real(real64), intent(inout) :: q(:), p(:)
    real(real64), intent(in) :: time_step
    integer(int64), intent(in) :: steps
    integer(int64) :: k
    do k = 1, steps
      q = q + time_step / 2 * p
      p = p + time_step * (sum(sin(q)) * cos(q) - sum(cos(q)) * sin(q)) / size(q)
      q = q + time_step / 2 * p
    end do
  end subroutine
end module
