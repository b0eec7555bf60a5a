/**
 * The tasks of two schedules as rows of one: those of the later schedule, then those it has no more. So a schedule between the two, with some
 * of the revisions, is a choice of rows, links and values (revised-schedule.ts).
 *
 * And the classes of revisions, what a single change is, and which of them a schedule between two has.
 */

import {
  REVISION_CLASSES,
  REVISION_STEP_NAMES,
} from '../../../../shared/contract/analysis/delay-analysis/revision-data.ts'
import type { SchedulingRules } from '../../../../shared/contract/schedule/scheduling-rules.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { momentAt } from '../../clock/input.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { matchIds, NO_MATCH } from '../../ids/match-ids.ts'
import { copied, type Kind, type Numbers, zeros } from '../../ids/short-arrays.ts'
import type { Pairing } from './pairing.ts'
import type { Status } from './status.ts'

/** A summary or level of effort: in no network. */
export const NO_PART = 0
export const IN_BOTH = 1
export const ADDED = 2
export const DELETED = 3

export interface Rows {
  readonly count: number
  /** Row u below this is task u of the later schedule. */
  readonly laterCount: number
  /** Task of the earlier schedule by row, NO_MATCH = it has none. Summaries only where the rules read them. */
  readonly earlierOf: Int32Array
  /** Row of each task of the earlier schedule, NO_MATCH = in none. */
  readonly rowOfEarlier: Int32Array
  /** One of the four above by row. */
  readonly presence: Uint8Array
}

/** Whether both schedules have the task of a row. */
export const isInBoth = ({ laterCount, earlierOf }: Rows, row: number): boolean =>
  row < laterCount && earlierOf[row] !== NO_MATCH

/** withSummaries: summaries are in both, and deleted ones are rows, too, for the rules that read the outline. */
export function revisedRows(
  earlier: Status,
  later: Status,
  { toLater, toEarlier }: Pairing,
  withSummaries: boolean,
): Rows {
  const laterCount = later.columns.taskCount
  const known = withSummaries ? matchIds(later.columns, earlier.columns) : undefined
  const deleted: number[] = []
  const rowOfEarlier = zeros(Int32Array, toLater.length)
  for (let i = 0; i < toLater.length; i++) {
    rowOfEarlier[i] = toLater[i]
    if (toLater[i] !== NO_MATCH) continue
    if (earlier.network.takesPart[i] === 0) {
      const same = known?.[i]
      if (same !== NO_MATCH && same !== undefined && later.network.takesPart[same] === 0) rowOfEarlier[i] = same
      if (same !== NO_MATCH) continue
    }
    rowOfEarlier[i] = laterCount + deleted.length
    deleted.push(i)
  }
  const count = laterCount + deleted.length
  const presence = zeros(Uint8Array, count)
  const earlierOf = zeros(Int32Array, count).fill(NO_MATCH)
  for (let j = 0; j < laterCount; j++) {
    earlierOf[j] = toEarlier[j]
    if (later.network.takesPart[j] === 1) presence[j] = toEarlier[j] === NO_MATCH ? ADDED : IN_BOTH
  }
  for (let i = 0; i < rowOfEarlier.length; i++) if (rowOfEarlier[i] !== NO_MATCH) earlierOf[rowOfEarlier[i]] = i
  deleted.forEach((i, n) => {
    earlierOf[laterCount + n] = i
    presence[laterCount + n] = earlier.network.takesPart[i] === 1 ? DELETED : NO_PART
  })
  return { count, laterCount, earlierOf, rowOfEarlier, presence }
}

/** Values of one kind by row, before they were revised and after. Of rows that only one schedule has they are the same. */
export interface Revised<Values extends Numbers> {
  readonly before: Values
  readonly after: Values
}

/** Undefined: neither schedule has such a column. */
export function revisedValues<Values extends Numbers>(
  { count, laterCount, earlierOf }: Rows,
  Kind: Kind<Values>,
  before: Values | undefined,
  after: Values | undefined,
  absent: number = Number.NaN,
): Revised<Values> | undefined {
  if ((before ?? after) === undefined) return undefined
  const beforeOf = zeros(Kind, count)
  const afterOf = zeros(Kind, count)
  for (let row = 0; row < count; row++) {
    const now = row < laterCount ? (after?.[row] ?? absent) : Number.NaN
    const then = earlierOf[row] === NO_MATCH ? now : (before?.[earlierOf[row]] ?? absent)
    beforeOf[row] = then
    afterOf[row] = row < laterCount ? now : then
  }
  return { before: beforeOf, after: afterOf }
}

/** Whether row was revised; NaN equals NaN. */
export const isRevised = ({ before, after }: Revised<Numbers>, row: number): boolean =>
  before[row] !== after[row] && !Object.is(before[row], after[row])

export function isAnyRevised(values: Revised<Numbers> | undefined): boolean {
  if (values === undefined) return false
  const { length } = values.before
  for (let row = 0; row < length; row++) if (isRevised(values, row)) return true
  return false
}

export { REVISION_CLASSES }
export const REVISION_STEPS = REVISION_STEP_NAMES
export type RevisionStep = (typeof REVISION_STEPS)[number]

/** Their indices. */
export const [SCOPE, LOGIC, DURATION, CONSTRAINT, CALENDAR, OPTIONS, PROJECT_START] =
  REVISION_CLASSES.keys() as unknown as number[]

/** Options that can move a date. */
export const DATE_OPTIONS = [
  'rules',
  'progress',
  'lagCalendar',
  'useExpectedFinish',
  'ignoreExternalDates',
  'scheduleFromFinish',
  'honorConstraints',
  'respectLevelingDelay',
] as const satisfies readonly (keyof SchedulingRules)[]

/** One named change. `of` and `to` say which: see its class in revision-changes.ts. */
export interface Change {
  /** Index into REVISION_CLASSES. */
  readonly of: number
  /** A row (of a group of tasks the smallest, of a link its successor), or a calendar of before, or an option. */
  readonly at: number
  /** The predecessor of a link, the calendar of after; -1 = nothing more to say. */
  readonly to: number
}

/** Whether the changes of a row are among those that are applied; NO_ROW: those that are about no task. */
export type Owns = (row: number) => boolean
export const NO_ROW = -1

/** Which classes are applied, and the one change that is not as its class is; or of all classes the changes of some rows. */
export class Choice {
  readonly change: Change | undefined
  readonly owns: Owns | undefined
  readonly #classes: number

  constructor(classes: number, change?: Change, owns?: Owns) {
    this.#classes = classes
    this.change = change
    this.owns = owns
  }

  /** Whether a class as such is applied; a change of a class without parts is the class. */
  has(of: number): boolean {
    const is = ((this.#classes >> of) & 1) === 1
    if (this.owns !== undefined) return is && this.owns(NO_ROW)
    return of === PROJECT_START && this.change?.of === of ? !is : is
  }

  /** Whether the choice has one row, or one link. */
  hasAt(of: number, at: number, to: number = -1): boolean {
    const { change, owns } = this
    if (owns !== undefined) return ((this.#classes >> of) & 1) === 1 && owns(at)
    const isFlipped = change !== undefined && change.of === of && change.at === at && change.to === to
    return this.has(of) !== isFlipped
  }
}

/** The values that a choice has: of a single change one row more or less. */
export function chosen<Values extends Numbers>({ before, after }: Revised<Values>, choice: Choice, of: number): Values {
  if (choice.owns !== undefined)
    return before.map((value, row) => (choice.hasAt(of, row) ? after[row] : value)) as Values
  const [is, other] = choice.has(of) ? [after, before] : [before, after]
  const { change } = choice
  if (change?.of !== of) return is as Values
  const values: Numbers = copied(is)
  values[change.at] = other[change.at]
  return values as Values
}

/** Nothing was revised where only the last digit of a product differs, nor of what takes no part. */
export function withinGrid(values: Revised<Float64Array>, { presence }: Rows): Revised<Float64Array> {
  const { before, after } = values
  for (let row = 0; row < before.length; row++) {
    if (presence[row] === NO_PART || Math.abs(after[row] - before[row]) < EPSILON_DAYS) before[row] = after[row]
  }
  return values
}

export function startsOf(half: CpmInput, now: CpmInput): { before: number; after: number } {
  if (half.clock === undefined || now.clock === undefined) return { before: half.dataDate, after: now.dataDate }
  const isMsProject = now.clock.rules.rules === 'ms_project'
  const startOf = ({ clock, floor, dataDate }: CpmInput): number => {
    const offset = (clock!.projectStart - clock!.origin) / (momentAt(clock!, 1) - momentAt(clock!, 0))
    if (isMsProject) return Number.isNaN(offset) ? floor : offset
    return offset > dataDate ? offset : dataDate
  }
  return { before: startOf(half), after: startOf(now) }
}
