/** How far a task is (/docs/methods#states-and-durations). How it follows from dates and percent is in population/progress.ts. */
export { COMPLETE, IN_PROGRESS, NOT_STARTED } from '../passes/codes.ts'
