/** A schedule of which single cells and links are other ones, and that may have milestones more: columns are copied where they change. */

import { DAY_ABSENT, type LinkColumns, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { type DayColumn, timeColumnOf } from '../../../../shared/contract/schedule/fields.ts'
import type { ScheduleSetting } from '../../../../shared/contract/schedule/setting.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { momentIn } from '../../clock/calendars.ts'
import { externalStart } from '../../clock/ms-project/forward.ts'
import { planOf } from '../../clock/ms-project/plan.ts'
import { isHeldByHand } from '../../clock/ms-project/spans.ts'
import { readRows } from '../../edits/change-rows.ts'
import { COLUMNS } from '../../edits/edited.ts'
import { assignmentsFrom, gathered } from '../../edits/gather.ts'
import { ASAP, NO_CONSTRAINT, SNET } from '../../kind/constraint-types.ts'
import { fromFinish } from '../../passes/relation.ts'
import { type CarriedDates, constraintText, daysText } from './carried-dates.ts'
import type { ConversionWarnings } from './conversion-warnings.ts'

export interface AddedLink {
  readonly predecessor: number
  /** Index into RELATION_TYPES. */
  readonly type: number
  readonly lagDays: number
}

/** A milestone for the start or the finish of a summary. */
export interface AddedMilestone {
  readonly of: number
  readonly isStart: boolean
  /** The task whose calendar it has. */
  readonly like: number
}

type NumberColumn = 'durationDays' | 'remainingDurationDays' | 'physicalPercentComplete'
type CodeColumn = 'constraintType' | 'secondaryConstraintType' | 'taskType' | 'manuallyScheduled'
type Cells = Float64Array | Int32Array | Uint16Array | Uint8Array

export class EditedColumns {
  readonly #source: ScheduleColumns
  readonly #changed: Partial<Record<keyof ScheduleColumns, Cells>> = {}
  #setting: ScheduleSetting | undefined
  /** Entry k, of the links of the source: 1 = left out. */
  readonly #isDropped: Uint8Array
  readonly #lagDays: Float64Array
  readonly #elapsed: Uint8Array
  readonly #added = new Map<number, AddedLink[]>()
  readonly #milestones: AddedMilestone[] = []

  constructor(source: ScheduleColumns) {
    const { links, elapsedLags, setting } = source
    this.#source = source
    this.#setting = setting
    this.#isDropped = new Uint8Array(links.task.length)
    this.#lagDays = links.lagDays.slice()
    this.#elapsed = elapsedLags.length === 0 ? new Uint8Array(links.task.length) : elapsedLags.slice()
  }

  /** A moment, NaN = none. */
  setMoment(column: DayColumn, i: number, moment: number): void {
    const day = Math.floor(moment / MINUTES_PER_DAY)
    const isGiven = !Number.isNaN(moment)
    this.#cells(column)[i] = isGiven ? day : DAY_ABSENT
    this.#cells(timeColumnOf(column))[i] = isGiven ? moment - day * MINUTES_PER_DAY + 1 : 0
  }

  setNumber(column: NumberColumn, i: number, value: number): void {
    this.#cells(column)[i] = value
  }

  setCode(column: CodeColumn, i: number, code: number): void {
    this.#cells(column)[i] = code
  }

  setSetting(change: Partial<ScheduleSetting>): void {
    this.#setting = { ...this.#setting!, ...change }
  }

  setLag(k: number, days: number, isElapsed: boolean): void {
    this.#lagDays[k] = days
    this.#elapsed[k] = isElapsed ? 1 : 0
  }

  dropLink(k: number): void {
    this.#isDropped[k] = 1
  }

  addLink(successor: number, link: AddedLink): void {
    const known = this.#added.get(successor)
    if (known === undefined) this.#added.set(successor, [link])
    else known.push(link)
  }

  /** Its index is the number of tasks and of the milestones before it. */
  addMilestone(milestone: AddedMilestone): void {
    this.#milestones.push(milestone)
  }

  /** What it has by now; a later edit needs another call. */
  columns(): ScheduleColumns {
    const { links, elapsed } = this.#links()
    const elapsedLags = elapsed.includes(1) ? elapsed : new Uint8Array(0)
    const columns = {
      ...this.#source,
      ...this.#changed,
      setting: this.#setting,
      notes: undefined,
    } as ScheduleColumns
    return { ...(this.#milestones.length === 0 ? columns : this.#withMilestones(columns)), links, elapsedLags }
  }

  #withMilestones(columns: ScheduleColumns): ScheduleColumns {
    const { taskCount, id, name } = columns
    const taken = new Set(Array.from({ length: taskCount }, (_, i) => textAt(id, i)))
    const rows = this.#milestones.map(({ of, isStart }) => {
      const [word, type] = isStart ? ['START', 'start_milestone'] : ['FINISH', 'finish_milestone']
      let own = `${textAt(id, of)}-${word}`
      while (taken.has(own)) own += '-'
      taken.add(own)
      const text = textAt(name, of) || textAt(id, of)
      return {
        id: own,
        place: [],
        members: { name: `${isStart ? 'Start' : 'Finish'} of ${text}`, task_type: type, duration_days: 0 },
      }
    })
    const read = readRows(rows)
    if (!('taskCount' in read)) throw new Error(`milestones of summaries: ${JSON.stringify(read)}`)
    const tasks = Array.from({ length: taskCount }, (_, i) => i)
    const all = Int32Array.from([...tasks, ...rows.keys()].map((i, n) => (n < taskCount ? i : ~i)))
    const source = (of: (milestone: AddedMilestone) => number): Int32Array =>
      Int32Array.from([...tasks, ...this.#milestones.map(of)])
    const inherited: Partial<Record<keyof ScheduleColumns, Int32Array>> = {
      calendarId: source(({ like }) => like),
      wbsCode: source(({ of }) => of),
      wbsName: source(({ of }) => of),
    }
    const made: Record<string, unknown> = { taskCount: all.length }
    for (const column of COLUMNS)
      made[column] = gathered(columns[column] as never, read[column] as never, inherited[column] ?? all)
    made.assignments = assignmentsFrom(columns.assignments, read.assignments, all, columns.resources, read.resources)
    return { ...columns, ...made } as ScheduleColumns
  }

  #cells(column: keyof ScheduleColumns): Cells {
    const known = this.#changed[column]
    if (known !== undefined) return known
    const copy = (this.#source[column] as Cells).slice()
    this.#changed[column] = copy
    return copy
  }

  #links(): { readonly links: LinkColumns; readonly elapsed: Uint8Array } {
    const { links } = this.#source
    if (this.#added.size === 0 && !this.#isDropped.includes(1))
      return { links: { ...links, lagDays: this.#lagDays }, elapsed: this.#elapsed }
    const taskCount = links.start.length - 1
    const start = new Uint32Array(taskCount + this.#milestones.length + 1)
    const task: number[] = []
    const type: number[] = []
    const lagDays: number[] = []
    const elapsed: number[] = []
    for (let s = 0; s + 1 < start.length; s++) {
      for (let k = links.start[s]; s < taskCount && k < links.start[s + 1]; k++) {
        if (this.#isDropped[k] === 1) continue
        task.push(links.task[k])
        type.push(links.type[k])
        lagDays.push(this.#lagDays[k])
        elapsed.push(this.#elapsed[k])
      }
      for (const link of this.#added.get(s) ?? NO_LINKS) {
        task.push(link.predecessor)
        type.push(link.type)
        lagDays.push(link.lagDays)
        elapsed.push(0)
      }
      start[s + 1] = task.length
    }
    return {
      links: {
        start,
        task: Int32Array.from(task),
        type: Uint8Array.from(type),
        lagDays: Float64Array.from(lagDays),
      },
      elapsed: Uint8Array.from(elapsed),
    }
  }
}

const NO_LINKS: readonly AddedLink[] = []

/** A schedule by Microsoft Project's rules as its XML holds it, which has no dates of links from other projects: start constraints that give the same dates. */
export function withExternalStartsHeld(dates: CarriedDates, warnings: ConversionWarnings): ScheduleColumns {
  const { columns, clock, input } = dates
  const { taskCount, constraintType } = columns
  if (clock.tasks.externalEarlyStart === undefined) return columns
  const edits = new EditedColumns(columns)
  const plan = planOf(input)
  for (let i = 0; i < taskCount; i++) {
    const held = externalStart(input, i)
    const code = constraintType[i] ?? NO_CONSTRAINT
    const isFree = code === NO_CONSTRAINT || code === ASAP || code === SNET
    if (!isFree || held === Number.NEGATIVE_INFINITY || isHeldByHand(input, plan, i)) continue
    const own = code === SNET ? momentIn(columns, 'constraintDate', i, 'start') : Number.NaN
    if (own >= held) continue
    edits.setCode('constraintType', i, SNET)
    edits.setMoment('constraintDate', i, held)
    warnings.add('held_by_constraint', taskCount, i, () => ({
      member: 'constraint_type',
      before: constraintText(code, own),
      after: constraintText(SNET, held),
    }))
  }
  return edits.columns()
}

/** A schedule by P6's rules as an XER holds it, which has no elapsed lags: as much working time as gives the same dates. */
export function withoutElapsedLags(dates: CarriedDates, warnings: ConversionWarnings): ScheduleColumns {
  const { columns, clock, input } = dates
  const { links, elapsedLags, taskCount } = columns
  const { lagCalendar } = clock.rules
  // there all lags are elapsed ones
  if (lagCalendar === '24_hour' || !elapsedLags.includes(1)) return columns
  const edits = new EditedColumns(columns)
  for (let s = 0; s < taskCount; s++) {
    for (let k = links.start[s]; k < links.start[s + 1]; k++) {
      const p = links.task[k]
      if (p < 0 || elapsedLags[k] === 0 || input.network.takesPart[p] === 0 || input.network.takesPart[s] === 0)
        continue
      const isFromFinish = fromFinish(links.type[k])
      const from = isFromFinish
        ? dates.isComplete(p)
          ? dates.actualFinish(p)
          : dates.linkedFinish(p)
        : dates.hasNotStarted(p)
          ? dates.linkedStart(p)
          : dates.actualStart(p)
      const calendar =
        lagCalendar === 'project'
          ? clock.calendars[clock.projectCalendar]
          : dates.calendar(lagCalendar === 'successor' ? s : p)
      const to = from + Math.round(links.lagDays[k] * MINUTES_PER_DAY)
      const days = calendar.workBetween(from, to) / dates.calendar(p).minutesPerDay
      edits.setLag(k, days, false)
      warnings.add('lag_rewritten', links.task.length, s, () => ({
        member: `predecessors[${k - links.start[s]}].lag_days`,
        before: `${daysText(links.lagDays[k])} elapsed`,
        after: daysText(days),
      }))
    }
  }
  return edits.columns()
}
