/** A file that was analysed, as the views share it. */
import type { ResourceLoad } from './schedule/resource-load.ts'
import type { Outcome } from './service/messages.ts'
import type { TakeAlong } from './service/take-along.ts'

export interface LoadedFile extends Outcome {
  readonly name: string
  readonly file: Blob
}

/** Tasks that a check or finding is about, to be marked where they are drawn. */
export interface Marked {
  readonly title: string
  readonly tasks: ReadonlySet<number>
}

/** What a view may call of the page around it. */
export interface Shell {
  /** Address of the service, with a slash at its end. */
  readonly base: string
  /** Goes to the Gantt and marks these tasks there. */
  mark(title: string, ids: readonly string[]): void
  /** Goes to the Gantt and chooses this task. */
  choose(id: string): void
  /** Requested from the service once for each file. Throws Refused. */
  resourceLoad(of: LoadedFile): Promise<ResourceLoad>
  /** Hands a result to the browser in a form to be kept. Throws Refused. */
  save(what: TakeAlong): Promise<void>
}
