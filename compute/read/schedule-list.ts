/** A task list of the body while it is read: its place, its columns, and what was wrong with it. */
import { ColumnsBuilder } from './columns-builder.ts'
import { GrowingWords } from './growing-columns.ts'
import { ValidationFaults } from './validation-faults.ts'

export class ScheduleList {
  /** Where it stands in the body: ["schedule_history", 0, "tasks"]. */
  readonly place: readonly (string | number)[]
  readonly builder: ColumnsBuilder
  /** Entry i: offset in the body of the predecessors of task i, 0 = it has none. */
  readonly linksAt: GrowingWords
  readonly faults: ValidationFaults
  /** Items of the list, of whatever type. */
  taskCount = 0

  constructor(place: readonly (string | number)[], bodyBytes: number) {
    this.place = place
    this.builder = new ColumnsBuilder(bodyBytes)
    this.linksAt = new GrowingWords(this.builder.expected)
    this.faults = new ValidationFaults(['body', ...place])
  }

  /** "schedule_history.0.tasks" */
  get path(): string {
    return this.place.join('.')
  }
}
