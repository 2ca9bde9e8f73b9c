! Legs of event chains of hard disks, all pairs: correct and slow. Put your own algorithm in its place.
program event_chains
  use touchstone_external
  implicit none
  call serve_chains(advance)
contains
  ! s%width, s%height, s%centres (2, N), s%active (from 1), s%direction and s%length are set before start(). Disks may
  ! touch, and overlap by rounding.
  subroutine advance(s, legs)
    type(chains), intent(inout) :: s
    integer(int64), intent(in) :: legs
    real(real64) :: left, way, box(2)
    integer :: a, c, j, from, to
    box = [s%width, s%height]
    a = merge(1, 2, s%direction == 'x')
    left = legs * s%length
    do while (left > 0)
      way = left
      from = 0
      do c = 1, size(s%active)
        do j = 1, size(s%centres, 2)
          if (any(s%active == j)) cycle
          if (flight(s, s%active(c), j, a) >= way) cycle
          way = flight(s, s%active(c), j, a)
          from = c
          to = j
        end do
      end do
      s%centres(a, s%active) = modulo(s%centres(a, s%active) + way, box(a))
      left = left - way
      if (from == 0) cycle
      s%active(from) = to
      s%liftings = s%liftings + 1
    end do
  end subroutine

  ! Way of disk i until it meets disk j, to rounding at least 0.
  real(real64) function flight(s, i, j, a)
    type(chains), intent(in) :: s
    integer, intent(in) :: i, j, a
    real(real64) :: d(2), box(2), offset
    box = [s%width, s%height]
    d = s%centres(:, j) - s%centres(:, i)
    offset = d(3 - a) - box(3 - a) * anint(d(3 - a) / box(3 - a))
    flight = huge(flight)
    if (abs(offset) >= 1) return
    if (d(a) < 0) d(a) = d(a) + box(a)
    flight = max(d(a) - sqrt(1 - offset * offset), 0.0_real64)
  end function
end program
