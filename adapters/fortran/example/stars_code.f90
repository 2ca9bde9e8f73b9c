! Star clusters by Henon's Monte Carlo method: correct and slow. It stands for a simulation of yours.
module henon
  use, intrinsic :: iso_fortran_env, only: int32, int64, real64
  implicit none
  real(real64), parameter :: pi = acos(-1.0_real64)
  integer :: initial                                 ! number of stars of the start
  real(real64), allocatable :: potential(:), inside(:), radius(:)
contains
  ! Stars (4, N) are mass, radius, radial velocity, tangential velocity, from the centre out.
  subroutine prepare(stars, seed)
    real(real64), intent(in) :: stars(:, :)
    integer(int64), intent(in) :: seed
    integer(int64) :: bits
    integer :: k, n
    integer, allocatable :: words(:)
    call random_seed(size=n)
    allocate(words(n))
    bits = seed
    do k = 1, n
      words(k) = transfer(ieor(ibits(bits, 0, 32), int(k, int64)), 0_int32)
      bits = ishftc(bits, 13)
    end do
    call random_seed(put=words)
    initial = size(stars, 2)
    call measure(stars)
  end subroutine

  ! So many steps; adds their time, and the energy of the stars that leave.
  subroutine run(stars, numbers, theta_max, steps, time, escaped_energy)
    real(real64), allocatable, intent(inout) :: stars(:, :)
    integer(int64), allocatable, intent(inout) :: numbers(:)
    real(real64), intent(in) :: theta_max
    integer(int64), intent(in) :: steps
    real(real64), intent(inout) :: time, escaped_energy
    integer(int64) :: step
    integer :: k
    real(real64) :: dt
    real(real64), allocatable :: old(:), speed2(:)     ! before the way to a new place, and after its work
    logical, allocatable :: bound(:)
    integer, allocatable :: order(:)
    do step = 1, steps
      dt = time_step(stars, theta_max)
      do k = 1, size(stars, 2) - 1, 2
        call meet(stars, k, dt)
      end do
      old = stars(2, :)
      speed2 = old
      bound = old > 0
      do k = 1, size(stars, 2)
        call move(stars, k, speed2(k), bound(k), escaped_energy)
      end do
      order = pack([(k, k = 1, size(bound))], bound)
      call sort(order, stars(2, :))
      stars = stars(:, order)
      numbers = numbers(order)
      call measure(stars)
      call pay(stars, old(order), speed2(order))
      time = time + dt
    end do
  end subroutine

  ! At each star: the potential, and the mass inside, its own included. In between, the potential is a straight line in
  ! 1/r.
  subroutine measure(stars)
    real(real64), intent(in) :: stars(:, :)
    real(real64) :: mass, above, outer
    integer :: k
    radius = stars(2, :)
    inside = radius
    potential = radius
    mass = 0
    above = 0
    outer = 0
    do k = 1, size(radius)
      mass = mass + stars(1, k)
      inside(k) = mass
    end do
    do k = size(radius), 1, -1
      above = above - inside(k) * (1 / radius(k) - outer)
      potential(k) = above
      outer = 1 / radius(k)
    end do
  end subroutine

  ! Number of stars inside r.
  integer function stars_inside(r)
    real(real64), intent(in) :: r
    integer :: high, middle
    stars_inside = 0
    high = size(radius) + 1
    do while (high - stars_inside > 1)
      middle = (stars_inside + high) / 2
      if (radius(middle) <= r) then
        stars_inside = middle
      else
        high = middle
      end if
    end do
  end function

  ! Potential at r without the shell of a star, which is at its own radius.
  real(real64) function felt(r, mass, own)
    real(real64), intent(in) :: r, mass, own
    integer :: k
    k = stars_inside(r)
    felt = potential(max(k, 1)) + mass / max(r, own)
    if (k > 0) felt = felt + inside(k) * (1 / radius(k) - 1 / r)
  end function

  ! Shortest time in which the mean encounter of a bin of 20 stars deflects by theta_max.
  real(real64) function time_step(stars, theta_max)
    real(real64), intent(in) :: stars(:, :), theta_max
    real(real64) :: least, relative, volume
    integer :: k
    least = huge(least)
    do k = 1, size(stars, 2) - 21, 20
      associate (m => stars(1, k:k + 19), v => stars(3:4, k:k + 19))
        relative = 4 * sqrt(sum(m * (v(1, :)**2 + v(2, :)**2)) / sum(m) / (3 * pi))
        volume = 4 * pi / 3 * (radius(k + 20)**3 - radius(k)**3)
        least = min(least, pi / 32 * relative**3 * volume / (4 * sum(m**2) * initial))
      end associate
    end do
    time_step = (2 * theta_max / pi)**2 * least
  end function

  ! Density of the ten stars to either side of star k, or of the 21 innermost or outermost.
  real(real64) function density(k)
    integer, intent(in) :: k
    integer :: outer
    real(real64) :: inner
    inner = 0
    outer = merge(21, k + 10, k < 10)
    if (k > 10) inner = radius(k - 10)
    if (outer > size(radius)) then
      outer = size(radius)
      inner = 0
      if (outer > 21) inner = radius(outer - 21)
    end if
    density = 15 / pi / (radius(outer)**3 - inner**3)
  end function

  ! The encounter of star k and the next one.
  subroutine meet(stars, k, dt)
    real(real64), intent(inout) :: stars(:, :)
    integer, intent(in) :: k
    real(real64), intent(in) :: dt
    real(real64) :: u(2), b(2), w(3), across, speed, mass, angle, unit(2), kick(3), one, two
    call random_number(u)
    b = stars(4, k + 1) * [cos(2 * pi * u(1)), sin(2 * pi * u(1))]
    w = [b(1) - stars(4, k), b(2), stars(3, k + 1) - stars(3, k)]
    across = norm2(w(:2))
    speed = norm2(w)
    mass = stars(1, k) + stars(1, k + 1)
    angle = min(pi / 2, pi / 2 * sqrt(dt / (pi / 32 * speed**3 / (density(k) * mass**2 * initial))))
    unit = [0, -1]
    if (across > 0) unit = w(:2) / across
    kick = (cos(angle) - 1) * w + sin(angle) * (cos(2 * pi * u(2)) * speed * [-unit(2), unit(1), 0.0_real64] &
      + sin(2 * pi * u(2)) * [-unit(1) * w(3), -unit(2) * w(3), across])
    one = stars(1, k + 1) / mass
    two = stars(1, k) / mass
    stars(3:4, k) = [stars(3, k) - one * kick(3), hypot(stars(4, k) - one * kick(1), one * kick(2))]
    stars(3:4, k + 1) = [stars(3, k + 1) + two * kick(3), hypot(b(1) + two * kick(1), b(2) + two * kick(2))]
  end subroutine

  ! Puts star k on a place of its orbit, found by the time that it spends there, unless it leaves.
  subroutine move(stars, k, speed2, bound, escaped_energy)
    real(real64), intent(inout) :: stars(:, :), escaped_energy
    integer, intent(in) :: k
    real(real64), intent(out) :: speed2
    logical, intent(out) :: bound
    real(real64) :: mass, old, j, here, energy, near, far, width, in, out, highest, u(3), r, radial
    mass = stars(1, k)
    old = stars(2, k)
    j = old * stars(4, k)
    speed2 = sum(stars(3:4, k)**2)
    here = felt(old, mass, old)
    energy = speed2 / 2 + here
    bound = energy < 0
    if (.not. bound) then
      escaped_energy = escaped_energy + mass * (energy - mass / old)
      return
    end if
    far = apsis(0.0_real64)
    near = 0
    if (j > 0) near = apsis(2 * sqrt(2 * (energy - potential(1) - mass / old)) / j)
    width = far - near
    in = huge(in)
    if (near > 0) in = slope(near)
    out = -slope(far)
    if (.not. (width > 0 .and. in > 0 .and. out > 0)) return     ! a circle
    highest = 1.2_real64 * max(sqrt(3 * width / in), sqrt(3 * width / out))
    do                                               ! r = near + width s^2 (3 - 2 s) is dense at the apsides
      call random_number(u)
      r = near + width * u(1)**2 * (3 - 2 * u(1))
      if (.not. r > 0) cycle
      radial = sqrt(max(0.0_real64, radial2(r)))
      if (radial > 0 .and. u(2) * highest * radial < 3 * width * u(1) * (1 - u(1))) exit
    end do
    stars(2:, k) = [r, merge(radial, -radial, u(3) < 0.5_real64), j / r]
    speed2 = speed2 + here - felt(r, mass, old)
  contains
    real(real64) function radial2(r)
      real(real64), intent(in) :: r
      radial2 = 2 * (energy - felt(r, mass, old)) - (j / r)**2
    end function

    ! Between the place of the star and a forbidden one, both as 1/r.
    real(real64) function apsis(beyond)
      real(real64), intent(in) :: beyond
      real(real64) :: allowed, forbidden, middle
      integer :: halving
      allowed = 1 / old
      forbidden = beyond
      do halving = 1, 60
        middle = (allowed + forbidden) / 2
        if (radial2(1 / middle) > 0) then
          allowed = middle
        else
          forbidden = middle
        end if
      end do
      apsis = 1 / allowed
    end function

    ! Of radial2 at an apsis.
    real(real64) function slope(r)
      real(real64), intent(in) :: r
      integer :: k
      real(real64) :: pull
      k = stars_inside(r)
      pull = 0
      if (k > 0) pull = inside(k) - merge(mass, 0.0_real64, r >= old)
      slope = 2 * (j * j / r - pull) / r**2
    end function
  end subroutine

  ! Gives each star its speed in the potential of all new places. What a star lacks, those further out pay, each at most
  ! four fifths of its energy.
  subroutine pay(stars, old, speed2)
    real(real64), intent(inout) :: stars(:, :)
    real(real64), intent(in) :: old(:), speed2(:)
    real(real64) :: owed, wanted, now, paid
    integer :: k
    owed = 0
    do k = 1, size(old)
      associate (m => stars(1, k), r => stars(2, k), v => stars(3:4, k))
        wanted = speed2(k) + felt(old(k), m, r) - felt(r, m, r)
        now = sum(v**2)
        if (.not. wanted > 0) then
          owed = owed + m * (now - wanted) / 2
          cycle
        end if
        paid = min(owed, 0.8_real64 * m * wanted / 2)
        v = v * sqrt((wanted - 2 * paid / m) / now)
        owed = owed - paid
      end associate
    end do
  end subroutine

  ! Sorts these indices by the values there.
  subroutine sort(order, values)
    integer, intent(inout) :: order(:)
    real(real64), intent(in) :: values(:)
    integer :: i, k, one
    do i = 2, size(order)
      one = order(i)
      do k = i - 1, 1, -1
        if (values(order(k)) <= values(one)) exit
        order(k + 1) = order(k)
      end do
      order(k + 1) = one
    end do
  end subroutine
end module
