! Hard disks or balls of one size by the Metropolis algorithm, all pairs. It stands for a simulation of yours.
module spheres
  use, intrinsic :: iso_fortran_env, only: int32, int64, real64
  implicit none
  real(real64) :: sides(3), diameter, max_displacement
  integer :: axes
contains
  subroutine prepare(dimensions, box, width, largest, seed)
    integer, intent(in) :: dimensions
    real(real64), intent(in) :: box(3), width, largest
    integer(int64), intent(in) :: seed
    integer(int64) :: bits
    integer :: k, n
    integer, allocatable :: words(:)
    axes = dimensions
    sides = box
    diameter = width
    max_displacement = largest
    call random_seed(size=n)
    allocate(words(n))
    bits = seed
    do k = 1, n
      words(k) = transfer(ieor(ibits(bits, 0, 32), int(k, int64)), 0_int32)
      bits = ishftc(bits, 13)
    end do
    call random_seed(put=words)
  end subroutine

  subroutine run(centres, sweeps, trials, accepted)
    real(real64), intent(inout) :: centres(:, :)
    integer(int64), intent(in) :: sweeps
    integer(int64), intent(inout) :: trials, accepted
    real(real64) :: place(3)
    integer(int64) :: k
    integer :: i
    do k = 1, sweeps
      do i = 1, size(centres, 2)
        place = centres(:, i) + step()
        place = place - sides * anint(place / sides)
        trials = trials + 1
        if (.not. is_free(centres, i, place)) cycle
        centres(:, i) = place
        accepted = accepted + 1
      end do
    end do
  end subroutine

  !> Uniform in the ball of radius max_displacement; in the plane in the disc.
  function step()
    real(real64) :: step(3)
    do
      step = 0
      call random_number(step(:axes))
      step(:axes) = 2 * step(:axes) - 1
      if (sum(step * step) <= 1) exit
    end do
    step = max_displacement * step
  end function

  logical function is_free(centres, i, place)
    real(real64), intent(in) :: centres(:, :)
    integer, intent(in) :: i
    real(real64), intent(in) :: place(3)
    real(real64) :: d(3)
    integer :: j
    is_free = .true.
    do j = 1, size(centres, 2)
      d = place - centres(:, j)
      d = d - sides * anint(d / sides)
      is_free = is_free .and. (j == i .or. sum(d * d) >= diameter**2)
    end do
  end function
end module
