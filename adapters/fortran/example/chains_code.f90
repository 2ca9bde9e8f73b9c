! Legs of event chains of hard disks, all pairs: correct and slow. It stands for an algorithm of yours.
module event_chains
  use, intrinsic :: iso_fortran_env, only: int64, real64
  implicit none
contains
  ! Moves the active disks, numbered from 1, by `length` along axis a (1: x, 2: y), each until it meets another one.
  subroutine move(box, centres, a, active, length, liftings)
    real(real64), intent(in) :: box(2), length
    real(real64), intent(inout) :: centres(:, :)
    integer, intent(in) :: a
    integer, intent(inout) :: active(:)
    integer(int64), intent(inout) :: liftings
    real(real64) :: left, way
    integer :: c, j, from, to
    left = length
    do while (left > 0)
      way = left
      from = 0
      do c = 1, size(active)
        do j = 1, size(centres, 2)
          if (any(active == j)) cycle
          if (flight(box, centres(:, j) - centres(:, active(c)), a) >= way) cycle
          way = flight(box, centres(:, j) - centres(:, active(c)), a)
          from = c
          to = j
        end do
      end do
      centres(a, active) = modulo(centres(a, active) + way, box(a))
      left = left - way
      if (from == 0) cycle
      active(from) = to
      liftings = liftings + 1
    end do
  end subroutine

  ! Way of a disk until it meets one that is at d from it, to rounding at least 0.
  real(real64) function flight(box, d, a)
    real(real64), intent(in) :: box(2), d(2)
    integer, intent(in) :: a
    real(real64) :: offset, ahead
    offset = d(3 - a) - box(3 - a) * anint(d(3 - a) / box(3 - a))
    flight = huge(flight)
    if (abs(offset) >= 1) return
    ahead = d(a)
    if (ahead < 0) ahead = ahead + box(a)
    flight = max(ahead - sqrt(1 - offset * offset), 0.0_real64)
  end function
end module
