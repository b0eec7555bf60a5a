/** A task list of the body while it is read: its place, its columns, and what was wrong with it. */

import { ValidationFaults } from '../../../shared/contract/schema/validation-faults.ts'
import { ColumnsBuilder } from './columns-builder.ts'
import { GrowingWords } from './growing-columns.ts'
import { LinkRecords } from './link-records.ts'
import { IgnoredNames } from './name-table.ts'
import type { ScannerIds } from './scanner-ids.ts'

/** Names that no field has, of the lists that stand at one place of the schema. */
export class IgnoredInLists {
  /** Dotted, * for an index. */
  readonly place: string
  readonly inTasks = new IgnoredNames()
  readonly inLinks = new IgnoredNames()
  readonly inAssignments = new IgnoredNames()

  constructor(place: string) {
    this.place = place
  }
}

export class ScheduleList {
  /** Where it stands in the body: ["schedule_history", 0, "tasks"]. */
  readonly place: readonly (string | number)[]
  /** The place with dots: "schedule_history.0.tasks". */
  readonly path: string
  readonly ignored: IgnoredInLists
  readonly builder: ColumnsBuilder
  /** Entry i: offset in the body of the predecessors of task i, 0 = it has none or they are in linkRecords. */
  readonly linksAt: GrowingWords
  /** Links of the tasks that have none there, in their order. */
  readonly linkRecords = new LinkRecords()
  /** Every task has an id of its own: that is known already. */
  hasOwnIds = false
  /** Where that is so, and few links are left to find: the ids without a table of them. */
  ids: ScannerIds | undefined
  readonly faults: ValidationFaults
  /** Items of the list, of whatever type. */
  taskCount = 0

  /** `rowsBefore`: of the list that was read before it. */
  constructor(place: readonly (string | number)[], bodyBytes: number, ignored: IgnoredInLists, rowsBefore: number) {
    this.place = place
    this.path = place.join('.')
    this.ignored = ignored
    this.builder = new ColumnsBuilder(bodyBytes, rowsBefore)
    this.linksAt = new GrowingWords(this.builder.expected)
    this.faults = new ValidationFaults(['body', ...place])
  }

  /** What the scanner lent to its columns is about to be overwritten. */
  keep(): void {
    this.builder.keep()
    this.linkRecords.keep()
  }
}

/** What is said of a list that is too short. */
export const tooFewItems = (name: string | number | undefined, least: number, count: number): string =>
  `${name} must have at least ${least} ${least === 1 ? 'item' : 'items'}, not ${count}.`
