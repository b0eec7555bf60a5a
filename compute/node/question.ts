/** What the taker asked the store for, from the asking until its jobs have their threads; its modes are in taker-modes.ts. */
import type { JobLane } from '../../shared/jobs/classes.ts'
import { HOLDS_THREADS, moved, QUESTION_MOVES, type QuestionEvent, type QuestionMode } from './taker-modes.ts'

export class Question {
  readonly lane: JobLane
  readonly jobCount: number
  /** It was asked because a higher class waits behind what was taken ahead. */
  readonly isUrgent: boolean
  #mode: QuestionMode = 'waiting'

  constructor(lane: JobLane, jobCount: number, isUrgent = false) {
    this.lane = lane
    this.jobCount = jobCount
    this.isUrgent = isUrgent
  }

  get mode(): QuestionMode {
    return this.#mode
  }

  get holdsThreads(): boolean {
    return HOLDS_THREADS[this.#mode]
  }

  on(event: QuestionEvent): void {
    this.#mode = moved(QUESTION_MOVES, this.#mode, event)
  }
}
