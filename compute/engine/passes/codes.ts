/** Codes that the passes know; the lists of names are in the contract, and compute/test/engine/passes/codes.test.ts compares them. */

/** How far a task is (/docs/methods#states-and-durations). How it follows from dates and percent is in population/progress.ts. */
export const NOT_STARTED: u8 = 0
export const IN_PROGRESS: u8 = 1
export const COMPLETE: u8 = 2

export const NO_CONSTRAINT: u8 = 0

/** Kinds of task that are a point by their type. */
export const START_MILESTONE: u8 = 9
export const FINISH_MILESTONE: u8 = 10

/** Marks of a link. */
export const LINK_DRIVING: u8 = 1
export const LINK_VIOLATED: u8 = 2
