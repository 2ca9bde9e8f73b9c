! Hard disks or balls of one size by the code of shapes_code.f90. Put your own simulation in its place.
program my_shapes
  use spheres
  use touchstone_external
  implicit none
  call serve_shapes(advance, start)
contains
  ! The components of s are set before start().
  subroutine start(s)
    type(shapes), intent(inout) :: s
    if (size(s%bodies) > 1 .or. any(abs(s%tilts) > 0) .or. s%bodies(1)%radius <= 0) &
      s%refused = 'only disks or balls of one size, no tilted boxes'
    call prepare(s%dimensions, s%sides, 2 * s%bodies(1)%radius, s%max_displacement, s%seed)
  end subroutine

  ! Trials of balls are translations; other bodies have rotation_trials and rotations_accepted.
  subroutine advance(s, steps)
    type(shapes), intent(inout) :: s
    integer(int64), intent(in) :: steps
    call run(s%centres, steps * s%sweeps_per_step, s%translation_trials, s%translations_accepted)
  end subroutine
end program
