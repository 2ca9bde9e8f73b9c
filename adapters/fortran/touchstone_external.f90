! adapters/fortran/touchstone_external.f90
! Purpose   Adapter for a program in Fortran 2008 that the suite judges: it reads the requests and
!           writes the answers of docs/external-protocol.md. One module; of POSIX it uses dup2 and write.
! Use       call serve_disks(advance), serve_shapes, serve_longrange, serve_stars or serve_chains
!           where  subroutine advance(s, count)  changes the state in s by `count` sweeps, steps or legs;
!           call serve_overlaps(overlap)  where  subroutine overlap(a, b, answer, refused)  says whether
!           the bodies a and b have a point in common.
!           Who keeps the state in data of their own adds  start=...  and  state=... ; programs that
!           claim forces and energies add  forces=...  and  energies=... .
! Errors    start() may set `refused` to say why a system is not simulated. Any other fault is a
!           matter for `error stop`, which ends the program with exit code 1 and never reads as a
!           refusal; a request that is none ends it with 2.
! Not here  Domains, ranks and moves of the box: the adapters for C++ and Python have them.
module touchstone_external
  use, intrinsic :: iso_c_binding, only: c_char, c_int, c_size_t
  use, intrinsic :: iso_fortran_env, only: error_unit, input_unit, int64, real64
  implicit none
  private
  public :: body, placed, disks, shapes, longrange, stars, chains, int64, real64
  public :: serve_disks, serve_shapes, serve_overlaps, serve_longrange, serve_stars, serve_chains

  !> Hard disks of diameter 1 in a periodic box. A sweep is as many trials as there are disks.
  type :: disks
    real(real64) :: width = 0, height = 0        !< of the box, in diameters
    integer(int64) :: seed = 0                   !< 64 bits: above 2^63 it is negative
    integer :: threads = 1                       !< to be used; may not change the trajectory
    real(real64) :: max_displacement = 0         !< a trial move is uniform in this disc
    integer(int64) :: trials_per_cell = 0        !< of no use where there are no cells
    real(real64), allocatable :: centres(:, :)   !< (2, N): 0 <= x < width, 0 <= y < height
    integer(int64) :: trials = 0, accepted = 0   !< since the start; advance() counts them
    character(:), allocatable :: refused         !< set by start(): why it is not simulated
    character(:), allocatable :: version         !< of your program; set by start(), for the records
  end type

  !> Type of hard bodies: its line in the table of docs/external-protocol.md.
  type :: body
    character(:), allocatable :: name            !< ball, convex_polygon ...
    real(real64), allocatable :: numbers(:)      !< what follows the name in that table
    real(real64) :: radius = 0                   !< of disks and balls
  end type

  !> A body of a pair.
  type :: placed
    type(body) :: body
    real(real64) :: centre(3) = 0                !< in the plane z is 0
    real(real64) :: orientation(4) = 0           !< quaternion s, x, y, z
  end type

  !> Hard bodies in a periodic box with its centre at 0. In a sweep each of them has one trial.
  type :: shapes
    integer :: dimensions = 0
    real(real64) :: sides(3) = 0, tilts(3) = 0   !< Lx, Ly, Lz; xy, xz, yz
    integer(int64) :: seed = 0                   !< 64 bits: above 2^63 it is negative
    integer :: threads = 1                       !< to be used; may not change the trajectory
    real(real64) :: max_displacement = 0, max_rotation = 0
    real(real64) :: translations = 1             !< their share of the trials; disks and balls do not rotate
    integer(int64) :: sweeps_per_step = 1
    type(body), allocatable :: bodies(:)         !< the types
    integer, allocatable :: types(:)             !< of each body, from 1
    real(real64), allocatable :: centres(:, :)   !< (3, N), in the box
    real(real64), allocatable :: orientations(:, :)   !< (4, N): quaternions s, x, y, z
    !> Since the start; advance() counts them.
    integer(int64) :: translation_trials = 0, translations_accepted = 0, rotation_trials = 0, rotations_accepted = 0
    character(:), allocatable :: refused         !< set by start(): why it is not simulated
    character(:), allocatable :: version         !< of your program; set by start(), for the records
  end type

  !> Particles of unit mass with a long-range potential (pair_potential.hpp of the suite).
  type :: longrange
    character(:), allocatable :: model           !< hmf, ring or gravity-2d
    real(real64) :: softening = 0                !< epsilon of the equations
    real(real64) :: time_step = 0
    integer :: threads = 1
    real(real64), allocatable :: q(:, :)         !< (1, N) angles; in the plane (2, N)
    real(real64), allocatable :: p(:, :)         !< momenta, at the same time
    character(:), allocatable :: refused         !< set by start(): why it is not simulated
    character(:), allocatable :: version         !< of your program; set by start(), for the records
  end type

  !> A star cluster by Henon's Monte Carlo method; G = 1, the total mass is 1.
  type :: stars
    real(real64) :: theta_max = 0                !< largest mean deflection in a time step, radians
    integer(int64) :: seed = 0                   !< 64 bits: above 2^63 it is negative
    integer :: threads = 1
    !> (4, N), from the centre out: mass, radius, radial velocity, tangential velocity.
    real(real64), allocatable :: stars(:, :)
    integer(int64), allocatable :: numbers(:)    !< of each of these stars: it keeps its number
    real(real64) :: time = 0                     !< since the start, in t_dyn N / ln(gamma N); of advance()
    real(real64) :: escaped_energy = 0           !< of the stars that have left, since the start
    character(:), allocatable :: refused         !< set by start(): why it is not simulated
    character(:), allocatable :: version         !< of your program; set by start(), for the records
  end type

  !> Legs of straight event chains of hard disks of diameter 1 in a periodic box.
  type :: chains
    real(real64) :: width = 0, height = 0        !< of the box, in diameters
    integer, allocatable :: active(:)            !< disks that move, from 1
    character :: direction = 'x'                 !< or y
    real(real64) :: length = 0                   !< of each chain in a leg
    integer :: threads = 1
    real(real64), allocatable :: centres(:, :)   !< (2, N): 0 <= x < width, 0 <= y < height
    integer(int64) :: liftings = 0               !< since the start; advance() counts them
    character(:), allocatable :: refused         !< set by start(): why it is not simulated
    character(:), allocatable :: version         !< of your program; set by start(), for the records
  end type

  abstract interface
    subroutine disks_start(s)
      import :: disks
      type(disks), intent(inout) :: s
    end subroutine
    subroutine disks_advance(s, count)
      import :: disks, int64
      type(disks), intent(inout) :: s
      integer(int64), intent(in) :: count
    end subroutine
    subroutine shapes_start(s)
      import :: shapes
      type(shapes), intent(inout) :: s
    end subroutine
    subroutine shapes_advance(s, count)
      import :: shapes, int64
      type(shapes), intent(inout) :: s
      integer(int64), intent(in) :: count
    end subroutine
    subroutine two_bodies(a, b, answer, refused)
      import :: placed
      type(placed), intent(in) :: a, b
      logical, intent(inout) :: answer           ! they overlap: touching is overlap
      logical, intent(inout) :: refused          ! bodies of a class that is not known
    end subroutine
    subroutine longrange_start(s)
      import :: longrange
      type(longrange), intent(inout) :: s
    end subroutine
    subroutine longrange_advance(s, count)
      import :: longrange, int64
      type(longrange), intent(inout) :: s
      integer(int64), intent(in) :: count
    end subroutine
    subroutine stars_start(s)
      import :: stars
      type(stars), intent(inout) :: s
    end subroutine
    subroutine stars_advance(s, count)
      import :: stars, int64
      type(stars), intent(inout) :: s
      integer(int64), intent(in) :: count
    end subroutine
    subroutine chains_start(s)
      import :: chains
      type(chains), intent(inout) :: s
    end subroutine
    subroutine chains_advance(s, count)
      import :: chains, int64
      type(chains), intent(inout) :: s
      integer(int64), intent(in) :: count
    end subroutine
    subroutine longrange_forces(s, f)
      import :: longrange, real64
      type(longrange), intent(inout) :: s
      real(real64), intent(out) :: f(:, :)       ! as q
    end subroutine
    subroutine longrange_energies(s, kinetic, potential)
      import :: longrange, real64
      type(longrange), intent(inout) :: s
      real(real64), intent(out) :: kinetic, potential
    end subroutine
  end interface
  interface
    function dup(from) bind(c, name="dup") result(copy)
      import :: c_int
      integer(c_int), value :: from
      integer(c_int) :: copy
    end function
    function dup2(from, to) bind(c, name="dup2") result(copy)
      import :: c_int
      integer(c_int), value :: from, to
      integer(c_int) :: copy
    end function
    function write_bytes(file, text, size) bind(c, name="write") result(written)
      import :: c_char, c_int, c_size_t
      integer(c_int), value :: file
      character(kind=c_char), intent(in) :: text(*)
      integer(c_size_t), value :: size
      integer(c_size_t) :: written               ! ssize_t: -1 is an error
    end function
  end interface

  integer(c_int) :: answers = -1                 ! where standard output led at the beginning

contains

  !> Answers requests about hard disks until there are no more.
  subroutine serve_disks(advance, start, state, restart)
    procedure(disks_advance) :: advance
    procedure(disks_start), optional :: start    !< prepares data of the user's own from s
    procedure(disks_start), optional :: state    !< puts the centres of these data into s
    procedure(disks_start), optional :: restart  !< as start(): new centres and seed, all else as it was
    type(disks) :: s
    character(:), allocatable :: request
    logical :: begun
    integer(int64) :: count
    begun = .false.
    call redirect()
    do while (next_line(request))
      if (word(request, 1) == 'start') then
        call read_disks(request, s)
        if (present(start) .and. .not. allocated(s%refused)) call start(s)
        if (ended_by(s%refused)) return
        count = size(s%centres, 2)
        begun = .true.
        call answer_start(s%version)
      else if (.not. begun) then
        call answer("error expected a start, found '" // request // "'")
      else if (word(request, 1) == 'again') then
        s%seed = natural(word(request, 2))
        call read_centres(count, s)
        if (present(restart)) then
          call restart(s)
        else if (present(start)) then
          call start(s)
        end if
        call answer('ok', s%refused)
      else if (word(request, 1) == 'advance') then
        call advance(s, natural(word(request, 2)))
        call answer('ok ' // text_of(s%trials) // ' ' // text_of(s%accepted), s%refused)
      else if (request == 'state') then
        if (present(state)) call state(s)
        call require_size('state, centres', count, size(s%centres, 2, int64))
        call answer('ok' // rows(s%centres), s%refused)
      else
        call answer("error unknown request '" // request // "'")
      end if
    end do
  end subroutine

  !> Answers requests about hard bodies until there are no more.
  subroutine serve_shapes(advance, start, state, restart)
    procedure(shapes_advance) :: advance
    procedure(shapes_start), optional :: start   !< prepares data of the user's own from s
    procedure(shapes_start), optional :: state   !< puts centres and orientations of these data into s
    procedure(shapes_start), optional :: restart !< as start(): new places and seed, all else as it was
    type(shapes) :: s
    character(:), allocatable :: request
    logical :: begun
    integer(int64) :: count
    begun = .false.
    call redirect()
    do while (next_line(request))
      if (word(request, 1) == 'start') then
        call read_shapes(request, s)
        if (present(start) .and. .not. allocated(s%refused)) call start(s)
        if (ended_by(s%refused)) return
        count = size(s%types)
        begun = .true.
        call answer_start(s%version)
      else if (.not. begun) then
        call answer("error expected a start, found '" // request // "'")
      else if (word(request, 1) == 'again') then
        s%seed = natural(word(request, 2))
        call read_bodies(count, s)
        if (present(restart)) then
          call restart(s)
        else if (present(start)) then
          call start(s)
        end if
        call answer('ok', s%refused)
      else if (word(request, 1) == 'advance') then
        call advance(s, natural(word(request, 2)))
        call answer('ok ' // text_of(s%translation_trials) // ' ' // text_of(s%translations_accepted) // ' ' // &
          text_of(s%rotation_trials) // ' ' // text_of(s%rotations_accepted), s%refused)
      else if (request == 'state') then
        if (present(state)) call state(s)
        call require_size('state, centres', count, size(s%centres, 2, int64))
        call require_size('state, orientations', count, size(s%orientations, 2, int64))
        call answer('ok' // rows(s%centres, s%orientations), s%refused)
      else
        call answer("error unknown request '" // request // "'")
      end if
    end do
  end subroutine

  !> Answers requests about pairs of bodies until there are no more.
  subroutine serve_overlaps(overlap)
    procedure(two_bodies) :: overlap
    type(placed), allocatable :: pairs(:)
    character(:), allocatable :: request, refusal, text
    logical :: begun, answered, refused
    integer :: k
    begun = .false.
    call redirect()
    do while (next_line(request))
      if (word(request, 1) == 'start') then
        call read_pairs(request, pairs, refusal)
        if (ended_by(refusal)) return
        begun = .true.
        call answer('ok')
      else if (.not. begun) then
        call answer("error expected a start, found '" // request // "'")
      else if (request == 'overlaps') then
        text = 'ok'
        do k = 1, size(pairs), 2
          answered = .false.
          refused = .false.
          call overlap(pairs(k), pairs(k + 1), answered, refused)
          text = text // new_line('a') // trim(merge('refused', merge('1      ', '0      ', answered), refused))
        end do
        call answer(text)
      else
        call answer("error unknown request '" // request // "'")
      end if
    end do
  end subroutine

  !> Answers requests about particles with a long-range potential until there are no more.
  subroutine serve_longrange(advance, start, state, forces, energies)
    procedure(longrange_advance) :: advance
    procedure(longrange_start), optional :: start   !< prepares data of the user's own from s
    procedure(longrange_start), optional :: state   !< puts q and p of these data into s
    procedure(longrange_forces), optional :: forces
    procedure(longrange_energies), optional :: energies
    type(longrange) :: s
    character(:), allocatable :: request
    real(real64), allocatable :: f(:, :)
    real(real64) :: energy(2, 1)
    logical :: begun
    integer(int64) :: count
    begun = .false.
    call redirect()
    do while (next_line(request))
      if (word(request, 1) == 'start') then
        call read_longrange(request, s)
        if (present(start) .and. .not. allocated(s%refused)) call start(s)
        if (ended_by(s%refused)) return
        count = size(s%q, 2)
        begun = .true.
        call answer_start(s%version)
      else if (.not. begun) then
        call answer("error expected a start, found '" // request // "'")
      else if (word(request, 1) == 'advance') then
        call advance(s, natural(word(request, 2)))
        call answer('ok', s%refused)
      else if (request == 'state') then
        if (present(state)) call state(s)
        call require_size('state, q', count, size(s%q, 2, int64))
        call require_size('state, p', count, size(s%p, 2, int64))
        call answer('ok' // rows(s%q, s%p), s%refused)
      else if (request == 'forces' .and. present(forces)) then
        allocate(f, mold=s%q)
        call forces(s, f)
        call answer('ok' // rows(f), s%refused)
        deallocate(f)
      else if (request == 'energies' .and. present(energies)) then
        call energies(s, energy(1, 1), energy(2, 1))
        call answer('ok' // rows(energy), s%refused)
      else
        call answer("error unknown request '" // request // "'")
      end if
    end do
  end subroutine

  !> Answers requests about star clusters until there are no more.
  subroutine serve_stars(advance, start, state)
    procedure(stars_advance) :: advance
    procedure(stars_start), optional :: start    !< prepares data of the user's own from s
    procedure(stars_start), optional :: state    !< puts the stars of these data, and their numbers, into s
    type(stars) :: s
    character(:), allocatable :: request
    logical :: begun
    begun = .false.
    call redirect()
    do while (next_line(request))
      if (word(request, 1) == 'start') then
        call read_stars(request, s)
        if (present(start) .and. .not. allocated(s%refused)) call start(s)
        if (ended_by(s%refused)) return
        begun = .true.
        call answer_start(s%version)
      else if (.not. begun) then
        call answer("error expected a start, found '" // request // "'")
      else if (word(request, 1) == 'advance') then
        call advance(s, natural(word(request, 2)))
        call answer('ok ' // real_text(s%time) // ' ' // real_text(s%escaped_energy), s%refused)
      else if (request == 'state') then
        if (present(state)) call state(s)
        call require_size('state, numbers', size(s%stars, 2, int64), size(s%numbers, kind=int64))
        call answer('ok ' // text_of(size(s%stars, 2, int64)) // rows(s%stars, numbers=s%numbers), s%refused)
      else
        call answer("error unknown request '" // request // "'")
      end if
    end do
  end subroutine

  !> Answers requests about legs of event chains until there are no more.
  subroutine serve_chains(advance, start, state)
    procedure(chains_advance) :: advance
    procedure(chains_start), optional :: start   !< prepares data of the user's own from s
    procedure(chains_start), optional :: state   !< puts the centres of these data into s
    type(chains) :: s
    character(:), allocatable :: request, text
    logical :: begun
    integer :: i
    integer(int64) :: count
    begun = .false.
    call redirect()
    do while (next_line(request))
      if (word(request, 1) == 'start') then
        call read_chains(request, s)
        if (present(start) .and. .not. allocated(s%refused)) call start(s)
        if (ended_by(s%refused)) return
        count = size(s%centres, 2)
        begun = .true.
        call answer_start(s%version)
      else if (.not. begun) then
        call answer("error expected a start, found '" // request // "'")
      else if (word(request, 1) == 'advance') then
        call advance(s, natural(word(request, 2)))
        text = 'ok ' // text_of(s%liftings)
        do i = 1, size(s%active)
          text = text // ' ' // text_of(int(s%active(i) - 1, int64))
        end do
        call answer(text, s%refused)
      else if (request == 'state') then
        if (present(state)) call state(s)
        call require_size('state, centres', count, size(s%centres, 2, int64))
        call answer('ok' // rows(s%centres), s%refused)
      else
        call answer("error unknown request '" // request // "'")
      end if
    end do
  end subroutine

  !> Reads what follows 'start disks N'.
  subroutine read_disks(request, s)
    character(*), intent(in) :: request
    type(disks), intent(out) :: s
    character(:), allocatable :: line
    integer(int64) :: n
    if (other_kind(request, 'disks', s%refused)) return
    n = natural(word(request, 3))
    do
      call require_line(line)
      select case (word(line, 1))
      case ('centres')
        exit
      case ('box')
        s%width = number(word(line, 2))
        s%height = number(word(line, 3))
      case ('seed')
        s%seed = natural(word(line, 2))
      case ('threads')
        s%threads = int(natural(word(line, 2)))
      case ('max_displacement')
        s%max_displacement = number(word(line, 2))
      case ('trials_per_cell')
        s%trials_per_cell = natural(word(line, 2))
      case default
        s%refused = "the adapter does not know the setting '" // word(line, 1) // "'"
        return
      end select
    end do
    call read_centres(n, s)
  end subroutine

  !> Reads the lines of n centres; nothing is counted yet.
  subroutine read_centres(n, s)
    integer(int64), intent(in) :: n
    type(disks), intent(inout) :: s
    character(:), allocatable :: line
    integer(int64) :: i
    if (allocated(s%centres)) deallocate(s%centres)
    allocate(s%centres(2, n))
    do i = 1, n
      call require_line(line)
      call numbers(line, s%centres(:, i))
    end do
    s%trials = 0
    s%accepted = 0
  end subroutine

  !> Reads what follows 'start shapes N'.
  subroutine read_shapes(request, s)
    character(*), intent(in) :: request
    type(shapes), intent(out) :: s
    character(:), allocatable :: line
    integer :: k
    if (other_kind(request, 'shapes', s%refused)) return
    do
      call require_line(line)
      select case (word(line, 1))
      case ('bodies')
        exit
      case ('dimensions')
        s%dimensions = int(natural(word(line, 2)))
      case ('box')
        do k = 1, 3
          s%sides(k) = number(word(line, k + 1))
          s%tilts(k) = number(word(line, k + 4))
        end do
      case ('seed')
        s%seed = natural(word(line, 2))
      case ('threads')
        s%threads = int(natural(word(line, 2)))
      case ('max_displacement')
        s%max_displacement = number(word(line, 2))
      case ('max_rotation')
        s%max_rotation = number(word(line, 2))
      case ('translations')
        s%translations = number(word(line, 2))
      case ('sweeps_per_step')
        s%sweeps_per_step = natural(word(line, 2))
      case ('types')
        call read_types(int(natural(word(line, 2))), s%bodies)
      case default
        s%refused = "the adapter does not know the setting '" // word(line, 1) // "'"
        return
      end select
    end do
    call read_bodies(natural(word(request, 3)), s)
  end subroutine

  !> Reads the lines of n bodies; nothing is counted yet.
  subroutine read_bodies(n, s)
    integer(int64), intent(in) :: n
    type(shapes), intent(inout) :: s
    integer(int64) :: i
    if (allocated(s%types)) deallocate(s%types, s%centres, s%orientations)
    allocate(s%types(n), s%centres(3, n), s%orientations(4, n))
    do i = 1, n
      call read_place(s%types(i), s%centres(:, i), s%orientations(:, i))
    end do
    s%translation_trials = 0
    s%translations_accepted = 0
    s%rotation_trials = 0
    s%rotations_accepted = 0
  end subroutine

  !> Reads what follows 'start overlaps P': two bodies for each of P pairs.
  subroutine read_pairs(request, pairs, refused)
    character(*), intent(in) :: request
    type(placed), allocatable, intent(out) :: pairs(:)
    character(:), allocatable, intent(out) :: refused
    type(body), allocatable :: bodies(:)
    character(:), allocatable :: line
    integer :: k, kind
    if (other_kind(request, 'overlaps', refused)) return
    do
      call require_line(line)
      if (line == 'pairs') exit
      if (word(line, 1) /= 'types') then
        refused = "the adapter does not know the setting '" // word(line, 1) // "'"
        return
      end if
      call read_types(int(natural(word(line, 2))), bodies)
    end do
    allocate(pairs(2 * natural(word(request, 3))))
    do k = 1, size(pairs)
      call read_place(kind, pairs(k)%centre, pairs(k)%orientation)
      pairs(k)%body = bodies(kind)
    end do
  end subroutine

  subroutine read_types(n, bodies)
    integer, intent(in) :: n
    type(body), allocatable, intent(out) :: bodies(:)
    character(:), allocatable :: line
    integer :: i, k
    allocate(bodies(n))
    do i = 1, n
      call require_line(line)
      bodies(i)%name = word(line, 1)
      allocate(bodies(i)%numbers(count_words(line) - 1))
      do k = 1, size(bodies(i)%numbers)
        bodies(i)%numbers(k) = number(word(line, k + 1))
      end do
      if (bodies(i)%name == 'disk' .or. bodies(i)%name == 'ball') bodies(i)%radius = bodies(i)%numbers(1)
    end do
  end subroutine

  !> Reads the line of a body: its type, from 1, and where it is.
  subroutine read_place(kind, centre, orientation)
    integer, intent(out) :: kind
    real(real64), intent(out) :: centre(3), orientation(4)
    character(:), allocatable :: line
    real(real64) :: values(8)
    call require_line(line)
    call numbers(line, values)
    kind = nint(values(1)) + 1
    centre = values(2:4)
    orientation = values(5:8)
  end subroutine

  !> Reads what follows 'start longrange N'.
  subroutine read_longrange(request, s)
    character(*), intent(in) :: request
    type(longrange), intent(out) :: s
    character(:), allocatable :: line
    real(real64), allocatable :: row(:)
    integer(int64) :: i, n
    integer :: d
    if (other_kind(request, 'longrange', s%refused)) return
    n = natural(word(request, 3))
    s%model = ''
    do
      call require_line(line)
      select case (word(line, 1))
      case ('state')
        exit
      case ('model')
        s%model = word(line, 2)
      case ('softening')
        s%softening = number(word(line, 2))
      case ('time_step')
        s%time_step = number(word(line, 2))
      case ('threads')
        s%threads = int(natural(word(line, 2)))
      case default
        s%refused = "the adapter does not know the setting '" // word(line, 1) // "'"
        return
      end select
    end do
    d = merge(2, 1, s%model == 'gravity-2d')
    allocate(s%q(d, n), s%p(d, n), row(2 * d))
    do i = 1, n
      call require_line(line)
      call numbers(line, row)
      s%q(:, i) = row(:d)
      s%p(:, i) = row(d + 1:)
    end do
  end subroutine

  !> Reads what follows 'start stars N'.
  subroutine read_stars(request, s)
    character(*), intent(in) :: request
    type(stars), intent(out) :: s
    character(:), allocatable :: line
    integer(int64) :: i, n
    if (other_kind(request, 'stars', s%refused)) return
    n = natural(word(request, 3))
    do
      call require_line(line)
      select case (word(line, 1))
      case ('stars')
        exit
      case ('theta_max')
        s%theta_max = number(word(line, 2))
      case ('seed')
        s%seed = natural(word(line, 2))
      case ('threads')
        s%threads = int(natural(word(line, 2)))
      case default
        s%refused = "the adapter does not know the setting '" // word(line, 1) // "'"
        return
      end select
    end do
    allocate(s%stars(4, n))
    s%numbers = [(i, i = 0, n - 1)]
    do i = 1, n
      call require_line(line)
      call numbers(line, s%stars(:, i))
    end do
  end subroutine

  !> Reads what follows 'start chains N'.
  subroutine read_chains(request, s)
    character(*), intent(in) :: request
    type(chains), intent(out) :: s
    character(:), allocatable :: line
    integer(int64) :: i, n
    if (other_kind(request, 'chains', s%refused)) return
    n = natural(word(request, 3))
    allocate(s%active(0))
    do
      call require_line(line)
      select case (word(line, 1))
      case ('centres')
        exit
      case ('box')
        s%width = number(word(line, 2))
        s%height = number(word(line, 3))
      case ('active')
        do while (word(line, size(s%active) + 2) /= '')
          s%active = [s%active, int(natural(word(line, size(s%active) + 2))) + 1]
        end do
      case ('direction')
        s%direction = word(line, 2)
      case ('length')
        s%length = number(word(line, 2))
      case ('threads')
        s%threads = int(natural(word(line, 2)))
      case default
        s%refused = "the adapter does not know the setting '" // word(line, 1) // "'"
        return
      end select
    end do
    allocate(s%centres(2, n))
    do i = 1, n
      call require_line(line)
      call numbers(line, s%centres(:, i))
    end do
  end subroutine

  !> True, with the reason, for a start of another kind than `simulated`.
  logical function other_kind(request, simulated, refused)
    character(*), intent(in) :: request, simulated
    character(:), allocatable, intent(inout) :: refused
    other_kind = word(request, 2) /= simulated
    if (other_kind) refused = 'the program simulates no ' // word(request, 2)
  end function

  !> "ok", and the version of the program where it says one.
  subroutine answer_start(version)
    character(:), allocatable, intent(in) :: version
    if (allocated(version)) then
      call answer('ok' // in_one_line(version))
    else
      call answer('ok')
    end if
  end subroutine

  !> Answers a refusal, where there is one: the suite then ends the program.
  logical function ended_by(refused)
    character(:), allocatable, intent(in) :: refused
    ended_by = allocated(refused)
    if (ended_by) call answer('error' // in_one_line(refused))
  end function

  !> Words of a text, which may have several lines, each behind a blank.
  function in_one_line(text) result(line)
    character(*), intent(in) :: text
    character(:), allocatable :: line
    character(len(text)) :: blank
    integer :: i
    blank = text
    do i = 1, len(text)
      if (lge(text(i:i), achar(9)) .and. lle(text(i:i), achar(13))) blank(i:i) = ' '
    end do
    line = ''
    do i = 1, count_words(blank)
      line = line // ' ' // word(blank, i)
    end do
  end function

  !> What the simulation prints goes to standard error from now on.
  subroutine redirect()
    if (answers >= 0) return
    answers = dup(1_c_int)
    if (dup2(2_c_int, 1_c_int) < 0) error stop 'touchstone_external: no standard output and error'
  end subroutine

  !> Answers a request; what set `refused` was none that may.
  subroutine answer(text, refused)
    character(*), intent(in) :: text
    character(:), allocatable, intent(in), optional :: refused
    integer(c_size_t) :: first, written
    character(:), allocatable :: whole
    if (present(refused)) then
      if (allocated(refused)) then
        write (*, '(a)') refused                 ! on standard error, as redirect() made it
        error stop 'touchstone_external: only a start may be refused'
      end if
    end if
    whole = text // new_line('a')
    first = 1
    do while (first <= len(whole))
      written = write_bytes(answers, whole(first:), int(len(whole) - first + 1, c_size_t))
      if (written <= 0) stop                     ! nobody listens any more
      first = first + written
    end do
  end subroutine

  !> The next line, of any length; false at the end of the input.
  logical function next_line(line)
    character(:), allocatable, intent(out) :: line
    character(4096) :: part
    integer :: length, status
    line = ''
    do
      read (input_unit, '(a)', advance='no', size=length, iostat=status) part
      line = line // part(:length)
      if (status /= 0) exit
    end do
    next_line = is_iostat_eor(status) .or. len(line) > 0
  end function

  subroutine require_line(line)
    character(:), allocatable, intent(out) :: line
    if (.not. next_line(line)) call malformed('the input ended in the middle of a start')
  end subroutine

  subroutine malformed(what)
    character(*), intent(in) :: what
    write (error_unit, '(2a)') 'touchstone_external: ', what
    stop 2
  end subroutine

  subroutine require_size(what, expected, found)
    character(*), intent(in) :: what
    integer(int64), intent(in) :: expected, found
    if (found == expected) return
    write (error_unit, '(6a)') 'touchstone_external: ', what, ': expected ', text_of(expected), ', found ', &
      text_of(found)
    error stop 1
  end subroutine

  !> The k-th word of a line; empty where there is none.
  pure function word(line, k)
    character(*), intent(in) :: line
    integer, intent(in) :: k
    character(:), allocatable :: word
    integer :: first, last, i
    first = 1
    last = 0
    do i = 1, k
      first = verify(line(last + 1:), ' ')
      if (first == 0) then
        word = ''
        return
      end if
      first = last + first
      last = scan(line(first:) // ' ', ' ') + first - 2
    end do
    word = line(first:last)
  end function

  pure integer function count_words(line)
    character(*), intent(in) :: line
    count_words = 0
    do while (len(word(line, count_words + 1)) > 0)
      count_words = count_words + 1
    end do
  end function

  real(real64) function number(text)
    character(*), intent(in) :: text
    integer :: status
    number = 0
    status = 1
    if (verify(text, '0123456789+-.eE') == 0 .and. len(text) > 0) read (text, *, iostat=status) number
    if (status /= 0) call malformed("expected a number, found '" // text // "'")
  end function

  subroutine numbers(line, values)
    character(*), intent(in) :: line
    real(real64), intent(out) :: values(:)
    integer :: i
    do i = 1, size(values)
      values(i) = number(word(line, i))
    end do
    if (word(line, size(values) + 1) /= '') call malformed("too many numbers: '" // line // "'")
  end subroutine

  !> An integer from 0 to 2^64 - 1; the larger half as the negative number with the same bits.
  integer(int64) function natural(text)
    character(*), intent(in) :: text
    integer(int64), parameter :: half = 2_int64**32
    integer(int64) :: low, high
    integer :: i
    if (len(text) == 0 .or. verify(text, '0123456789') /= 0) &
      call malformed("expected an integer of at least 0, found '" // text // "'")
    low = 0
    high = 0
    do i = 1, len(text)
      low = 10 * low + iachar(text(i:i)) - iachar('0')
      high = modulo(10 * high + low / half, half)
      low = modulo(low, half)
    end do
    natural = ior(ishft(high, 32), low)
  end function

  function text_of(count) result(text)
    integer(int64), intent(in) :: count
    character(:), allocatable :: text
    character(24) :: digits
    write (digits, '(i0)') count
    text = trim(digits)
  end function

  function real_text(value) result(text)
    real(real64), intent(in) :: value
    character(:), allocatable :: text
    character(25) :: digits
    write (digits, '(es25.16e3)') value
    text = trim(adjustl(digits))
  end function

  !> A line for each column of a and b, with 17 digits, behind its number where there are numbers; before each line
  !> its end of the line before.
  function rows(a, b, numbers) result(text)
    real(real64), intent(in) :: a(:, :)
    real(real64), intent(in), optional :: b(:, :)
    integer(int64), intent(in), optional :: numbers(:)
    character(:), allocatable :: text
    integer, parameter :: width = 25
    integer :: i, d, n, next
    d = size(a, 1)
    if (present(b)) d = d + size(b, 1)
    if (present(numbers)) d = d + 1
    n = size(a, 2)
    allocate(character((1 + d * width) * n) :: text)
    next = 1
    do i = 1, n
      text(next:next) = new_line('a')
      next = next + 1
      if (present(numbers)) then
        write (text(next:next + width - 1), '(i25)') numbers(i)
        next = next + width
      end if
      call write_row(a(:, i))
      if (present(b)) call write_row(b(:, i))
    end do
  contains
    subroutine write_row(row)
      real(real64), intent(in) :: row(:)
      integer :: k
      do k = 1, size(row)
        write (text(next:next + width - 1), '(es25.16e3)') row(k)
        next = next + width
      end do
    end subroutine
  end function

end module
