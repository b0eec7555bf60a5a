/** The classes of revisions, what a single change is, and which of them a schedule between two has. */

import {
  REVISION_CLASSES,
  REVISION_STEP_NAMES,
} from '../../../../shared/contract/analysis/delay-analysis/revision-data.ts'
import type { SchedulingRules } from '../../../../shared/contract/schedule/scheduling-rules.ts'
import { copied, type Numbers } from '../../ids/short-arrays.ts'
import type { Revised } from './revised-rows.ts'

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
