/** Constraints and dates that a computed schedule does not meet: the date comes out after its limit. */
import { BROKEN_KINDS } from '../../../../shared/contract/analysis/what-if/words.ts'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { CONSTRAINT_TYPES } from '../../../../shared/contract/schedule/fields.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { formatMoment, MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { EPSILON_DAYS, OFFSET_DECIMALS } from '../../calendar/snap.ts'
import { calendarOf, momentAt } from '../../clock/input.ts'
import type { Computed } from '../../edits/recomputed.ts'
import { compareIds } from '../../ids/id-order.ts'
import { FNLT, FO, isFinishType, MFO, MSO, SNLT, SO } from '../../kind/constraint-types.ts'
import { COMPLETE } from '../../population/progress.ts'
import { dateOrNull } from '../../result/options.ts'
import { roundHalfAway } from '../../wording/numbers.ts'

const LATE_TYPES: readonly number[] = [SNLT, FNLT, SO, FO, MSO, MFO]
const OF = { constraint: 0, secondary: 1, deadline: 2, mustFinish: 3 } as const

/** Listed of one schedule. */
const LISTED_MAX = 1_000

export interface Broken {
  /** Entry n: the task, -1 of the whole project; and the index into BROKEN_KINDS. */
  readonly tasks: readonly number[]
  readonly kinds: readonly number[]
}

/** Whether the start or finish that a constraint of that type names comes out after it; offset NaN: it does not act. */
function isLater(computed: Computed, i: number, code: number, offset: number): boolean {
  if (!LATE_TYPES.includes(code) || Number.isNaN(offset)) return false
  const { prepared, result } = computed
  const { clock } = prepared.input
  const date = isFinishType(code) ? result.earlyFinish[i] : result.earlyStart[i]
  if (clock === undefined) return date > offset + EPSILON_DAYS
  const limit = momentAt(clock, offset)
  return momentAt(clock, date) > (isFinishType(code) ? limit : calendarOf(clock, i).nextWork(limit))
}

export function brokenIn(computed: Computed): Broken {
  const { prepared, network, schedule, days, result } = computed
  const { input } = prepared
  const { deadline } = schedule.columns
  const tasks: number[] = []
  const kinds: number[] = []
  const found = (task: number, kind: number): void => {
    tasks.push(task)
    kinds.push(kind)
  }
  if (result.projectFinish > input.mustFinish + EPSILON_DAYS) found(-1, OF.mustFinish)
  const second = input.clock?.tasks.secondaryConstraint
  const secondMoment = input.clock?.tasks.secondaryConstraintMoment
  const ofDeadline = input.clock?.tasks.deadline
  for (const i of network.order) {
    if (input.state[i] === COMPLETE) continue
    if (isLater(computed, i, input.constraint[i], input.constraintOffset[i])) found(i, OF.constraint)
    if (second !== undefined && secondMoment !== undefined && input.clock !== undefined) {
      const offset = (secondMoment[i] - input.clock.origin) / MINUTES_PER_DAY
      if (isLater(computed, i, second[i], offset)) found(i, OF.secondary)
    }
    const isLate =
      ofDeadline === undefined
        ? deadline.length > 0 && deadline[i] !== DAY_ABSENT && days.earlyFinish[i] > deadline[i]
        : days.moments !== undefined && days.moments.earlyFinish[i] > ofDeadline[i]
    if (isLate) found(i, OF.deadline)
  }
  return { tasks, kinds }
}

/** What was broken before, as a question about tasks of the schedule before. */
export function wasBroken({ tasks, kinds }: Broken): (task: number, kind: number) => boolean {
  const known = new Set(tasks.map((task, n) => (task + 1) * BROKEN_KINDS.length + kinds[n]))
  return (task, kind) => known.has((task + 1) * BROKEN_KINDS.length + kind)
}

/** `taskBefore`: the same task before the changes; -2 of an added one. */
export function showBroken(
  computed: Computed,
  broken: Broken,
  was: (task: number, kind: number) => boolean,
  taskBefore: (task: number) => number,
) {
  const { id } = computed.schedule.columns
  return Array.from(broken.tasks.keys())
    .sort((a, b) => {
      const [i, j] = [broken.tasks[a], broken.tasks[b]]
      return i === j ? broken.kinds[a] - broken.kinds[b] : i < 0 ? -1 : j < 0 ? 1 : compareIds(id, i, j)
    })
    .slice(0, LISTED_MAX)
    .map(n => {
      const [task, kind] = [broken.tasks[n], broken.kinds[n]]
      const row = rowOf(computed, task, kind)
      return { ...row, was_broken: was(task < 0 ? task : taskBefore(task), kind) }
    })
}

function rowOf(computed: Computed, task: number, kind: number) {
  const { columns } = computed.schedule
  const { days } = computed
  const name = BROKEN_KINDS[kind]!
  if (task < 0) {
    const limit = mustFinishDay(computed)
    return {
      id: null,
      kind: name,
      constraint_type: null,
      limit_date: dateOrNull(limit),
      computed_date: dateText(days.moments?.projectFinish, days.projectFinish),
      late_calendar_days: lateDays(days.projectFinish, limit),
    }
  }
  const code =
    kind === OF.constraint
      ? columns.constraintType[task]
      : kind === OF.secondary
        ? columns.secondaryConstraintType[task]
        : 0
  const limit = (
    kind === OF.constraint
      ? columns.constraintDate
      : kind === OF.secondary
        ? columns.secondaryConstraintDate
        : columns.deadline
  )[task]
  const isFinish = code === 0 || isFinishType(code)
  const day = isFinish ? days.earlyFinish[task] : days.earlyStart[task]
  const moment = (isFinish ? days.moments?.earlyFinish : days.moments?.earlyStart)?.[task]
  return {
    id: textAt(columns.id, task),
    kind: name,
    constraint_type: CONSTRAINT_TYPES[code - 1] ?? null,
    limit_date: dateOrNull(limit),
    computed_date: dateText(moment, day),
    late_calendar_days: lateDays(day, limit),
  }
}

function mustFinishDay({ prepared: { input, timeline } }: Computed): number {
  if (input.clock !== undefined) return Math.ceil(momentAt(input.clock, input.mustFinish) / MINUTES_PER_DAY) - 1
  return timeline === undefined ? DAY_ABSENT : timeline.finishDay(input.mustFinish)
}

const lateDays = (day: number, limit: number): number =>
  day === DAY_ABSENT || limit === DAY_ABSENT ? 0 : roundHalfAway(day - limit, OFFSET_DECIMALS)

const dateText = (moment: number | undefined, day: number): string | null =>
  moment === undefined || Number.isNaN(moment) ? dateOrNull(day) : formatMoment(moment)
