! Hard disks by the code of disks_code.f90. Put your own simulation in its place.
program my_disks
  use metropolis
  use touchstone_external
  implicit none
  call serve_disks(advance, start)
contains
  ! The components of s are set before start(). For a system that you do not simulate: s%refused = 'why'.
  subroutine start(s)
    type(disks), intent(inout) :: s
    call prepare([s%width, s%height], s%max_displacement, s%seed)
  end subroutine

  ! A sweep is as many trials as there are disks. For centres in data of your own there is a third argument of
  ! serve_disks, a subroutine state(s) that puts them into s%centres.
  subroutine advance(s, sweeps)
    type(disks), intent(inout) :: s
    integer(int64), intent(in) :: sweeps
    call run(s%centres, sweeps * size(s%centres, 2), s%trials, s%accepted)
  end subroutine
end program
