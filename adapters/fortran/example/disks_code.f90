! Hard disks by the Metropolis algorithm, all pairs: correct and slow. It stands for a simulation of yours.
module metropolis
  use, intrinsic :: iso_fortran_env, only: int32, int64, real64
  implicit none
  real(real64), parameter :: two_pi = 2 * acos(-1.0_real64)
  real(real64) :: box(2), max_displacement
contains
  subroutine prepare(sides, largest, seed)
    real(real64), intent(in) :: sides(2), largest
    integer(int64), intent(in) :: seed
    integer(int64) :: bits
    integer :: k, n
    integer, allocatable :: words(:)
    box = sides
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

  subroutine run(centres, more, trials, accepted)
    real(real64), intent(inout) :: centres(:, :)
    integer(int64), intent(in) :: more
    integer(int64), intent(inout) :: trials, accepted
    integer(int64) :: k
    integer :: i
    real(real64) :: u(3), place(2)
    do k = 1, more
      call random_number(u)
      i = 1 + int(u(1) * size(centres, 2))
      place = centres(:, i) + max_displacement * sqrt(u(2)) * [cos(two_pi * u(3)), sin(two_pi * u(3))]
      place = modulo(modulo(place, box), box)    ! twice: a tiny negative number gives the side itself
      trials = trials + 1
      if (.not. is_free(centres, i, place)) cycle
      centres(:, i) = place
      accepted = accepted + 1
    end do
  end subroutine

  logical function is_free(centres, i, place)
    real(real64), intent(in) :: centres(:, :)
    integer, intent(in) :: i
    real(real64), intent(in) :: place(2)
    real(real64) :: d(2)
    integer :: j
    is_free = .true.
    do j = 1, size(centres, 2)
      d = place - centres(:, j)
      d = d - box * anint(d / box)
      is_free = is_free .and. (j == i .or. sum(d * d) >= 1)
    end do
  end function
end module
