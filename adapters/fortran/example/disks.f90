! Hard disks by the Metropolis algorithm, all pairs: correct and slow. Put your own simulation in its place.
program metropolis
  use, intrinsic :: iso_fortran_env, only: int32
  use touchstone_external
  implicit none
  real(real64), parameter :: two_pi = 2 * acos(-1.0_real64)
  call serve_disks(advance, start)
contains
  ! s%width, s%height, s%centres (2, N), s%seed, s%threads and s%max_displacement are set before start().
  ! For a system that you do not simulate: s%refused = 'why'.
  subroutine start(s)
    type(disks), intent(inout) :: s
    integer(int64) :: bits
    integer :: k, n
    integer, allocatable :: words(:)
    call random_seed(size=n)
    allocate(words(n))
    bits = s%seed
    do k = 1, n
      words(k) = transfer(ieor(ibits(bits, 0, 32), int(k, int64)), 0_int32)
      bits = ishftc(bits, 13)
    end do
    call random_seed(put=words)
  end subroutine

  ! A sweep is as many trials as there are disks.
  subroutine advance(s, sweeps)
    type(disks), intent(inout) :: s
    integer(int64), intent(in) :: sweeps
    integer(int64) :: k
    integer :: i
    real(real64) :: u(3), place(2), box(2)
    box = [s%width, s%height]
    do k = 1, sweeps * size(s%centres, 2)
      call random_number(u)
      i = 1 + int(u(1) * size(s%centres, 2))
      place = s%centres(:, i) + s%max_displacement * sqrt(u(2)) * [cos(two_pi * u(3)), sin(two_pi * u(3))]
      place = modulo(modulo(place, box), box)    ! twice: a tiny negative number gives the side itself
      s%trials = s%trials + 1
      if (.not. is_free(s, i, place)) cycle
      s%centres(:, i) = place
      s%accepted = s%accepted + 1
    end do
  end subroutine

  logical function is_free(s, i, place)
    type(disks), intent(in) :: s
    integer, intent(in) :: i
    real(real64), intent(in) :: place(2)
    real(real64) :: d(2), box(2)
    integer :: j
    box = [s%width, s%height]
    is_free = .true.
    do j = 1, size(s%centres, 2)
      d = place - s%centres(:, j)
      d = d - box * anint(d / box)
      is_free = is_free .and. (j == i .or. sum(d * d) >= 1)
    end do
  end function
end program
