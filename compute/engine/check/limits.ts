/** Limits that checks of several families share. They are constants, not request fields. */

/** Longer tasks are long: two working months (PAM point 8). */
export const LONG_DURATION_DAYS = 44
/** More float than this is high (PAM point 6). */
export const HIGH_FLOAT_DAYS = 44
