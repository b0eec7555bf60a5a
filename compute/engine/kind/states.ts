/** How far a task is: the codes of a state (/docs/methods#states-and-durations). How it follows from dates and percent is in population/progress.ts. */
export const NOT_STARTED = 0
export const IN_PROGRESS = 1
export const COMPLETE = 2
