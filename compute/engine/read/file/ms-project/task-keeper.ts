/**
 * Tasks of a file of Microsoft Project to columns, whatever its format. The values of a task wait in slots until it is whole, since what leaves a task
 * out may come last. Left out are the project itself (UID 0), blank rows, inactive tasks, whose links lead from what is before them to what follows them, and those of other projects,
 * whose dates are kept for the links from them.
 */
import { DAY_ABSENT } from '../../../../../shared/contract/schedule/columns.ts'
import { PERCENT_TYPES, TASK_FIELDS } from '../../../../../shared/contract/schedule/fields.ts'
import { type ColumnsBuilder, fieldIndex } from '../../columns-builder.ts'
import { type BadValues, leftOut } from '../bad-values.ts'
import { momentOfDay } from '../file-schedule.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import { Notes } from '../notes.ts'
import type { RowRecord } from '../row-record.ts'
import { CustomFields } from './custom-fields.ts'
import { isElapsedFormat, isFormat } from './duration-formats.ts'
import { InactiveTasks } from './inactive-tasks.ts'
import { type ExternalTask, LinkRows, TaskRows } from './task-rows.ts'
import {
  BASELINE_COST,
  BASELINE_DURATION,
  BASELINE_FINISH,
  BASELINE_START,
  CONSTRAINT_DATE,
  DATE_COLUMNS,
  FINISH,
  MANUAL_FINISH,
  MANUAL_START,
  NAME,
  NUMBERS,
  START,
  V,
  WBS,
} from './task-slots.ts'

const F = {
  name: fieldIndex('name'),
  wbs: fieldIndex('wbs_code'),
  percent: fieldIndex('percent_complete'),
  physical: fieldIndex('physical_percent_complete'),
  percentType: fieldIndex('percent_complete_type'),
  plannedStart: fieldIndex('planned_start'),
  plannedFinish: fieldIndex('planned_finish'),
  baselineStart: fieldIndex('baseline_start'),
  baselineFinish: fieldIndex('baseline_finish'),
  constraintDate: fieldIndex('constraint_date'),
  earnedValue: fieldIndex('earned_value'),
  budgetedCost: fieldIndex('budgeted_cost'),
  manual: fieldIndex('manually_scheduled'),
  levelingDelay: fieldIndex('leveling_delay_days'),
  priority: fieldIndex('leveling_priority'),
  canSplit: fieldIndex('leveling_can_split'),
  rowNumber: fieldIndex('row_number'),
}
const DATE_FIELDS = DATE_COLUMNS.map(column => TASK_FIELDS.findIndex(field => field.column === column))

/** Costs are written in hundredths. */
const COST_SCALE = 100
/** Slacks and delays are in tenths of minutes. */
const SLACKS_PER_MINUTE = 10
const DELAYS_PER_DAY = 10 * 24 * 60
/** What earned value is measured by. */
const [BY_DURATION, BY_PHYSICAL] = [0, 1]
const CONSTRAINT_MAX = 7
const PRIORITY_MAX = 1_000
/** What every task has of which nobody said anything is not said in columns either. */
const PRIORITY_DEFAULT = 500
const isConstraint = (type: number): boolean => Number.isInteger(type) && type >= 0 && type <= CONSTRAINT_MAX
const FALSE = 1
const TRUE = 2

export class TaskKeeper {
  readonly rows = new TaskRows()
  /** Under their successors. */
  readonly links = new LinkRows()
  readonly inactive = new InactiveTasks()
  /** Tasks of other projects, by UID. */
  readonly externals = new Map<number, ExternalTask>()
  /** Rows without a UID of their own. */
  rowsLeftOut = 0
  readonly customFields = new CustomFields()
  /** The record of the task that is read. */
  readonly slots: RowRecord
  /** The record of its baseline that counts. */
  baseline: RowRecord
  hasBaseline = false
  #linksBefore = 0
  #fieldsBefore = 0
  readonly #builder: ColumnsBuilder
  readonly #warnings: ImportWarnings
  readonly #bad: BadValues
  /** Rows that are open in the outline, outermost first, each with its level. */
  readonly #outline: { readonly level: number; readonly row: number }[] = []

  constructor(
    builder: ColumnsBuilder,
    warnings: ImportWarnings,
    bad: BadValues,
    slots: RowRecord,
    baseline: RowRecord,
  ) {
    this.#builder = builder
    this.#warnings = warnings
    this.#bad = bad
    this.slots = slots
    this.baseline = baseline
  }

  /** The task that is read, in words. */
  get place(): string {
    return `task UID ${this.slots.values[V.UID]}`
  }

  /** Before the slots, links and custom fields of a task are filled; they are of the row rows.count. */
  begin(): void {
    this.slots.clear()
    this.hasBaseline = false
    this.#linksBefore = this.links.count
    this.#fieldsBefore = this.customFields.givenCount
  }

  /** When they are; false = the task was left out. */
  end(): boolean {
    const { values } = this.slots
    if (this.#isKept()) {
      this.#keep()
      this.#bad.settle(this.rows.count - 1)
      return true
    }
    this.#bad.settle(-1)
    this.customFields.cut(this.#fieldsBefore)
    if (values[V.Active] === 0 && Number.isInteger(values[V.UID]))
      this.inactive.add(values[V.UID], this.links, this.#linksBefore)
    if (values[V.ExternalTask] === 1)
      this.#warnings.add(
        'links_to_other_projects',
        'Links that lead to tasks of other projects were left out: they move no date here, and where a task has no other successor its end is open.',
        this.links.count - this.#linksBefore,
      )
    this.links.cut(this.#linksBefore)
    return false
  }

  #isKept(): boolean {
    const { values } = this.slots
    const uid = values[V.UID]
    if (values[V.IsNull] === 1) return false
    const level = values[V.OutlineLevel]
    // the row of the project itself
    if (uid === 0 && (level === 0 || values[V.ID] === 0 || values[V.Summary] === 1)) return false
    if (!Number.isInteger(uid) || this.rows.rowOfUid.has(uid)) {
      this.rowsLeftOut++
      const text = 'Tasks without a UID of their own were left out, and the links that they have.'
      this.#warnings.addNotes('no_uid', text, Notes.one('Task without a UID of its own', this.slots.text(NAME)))
      return false
    }
    if (values[V.Active] === 0) {
      const text =
        'Inactive tasks were left out. What follows one follows its predecessors, as Microsoft Project has it since 2013; the 2010 version dropped such links.'
      this.#warnings.add('inactive_tasks', text)
      this.#setSummary(this.#closeOutline(level))
      return false
    }
    if (values[V.ExternalTask] === 1) {
      this.#warnings.add(
        'external_tasks',
        'Tasks of other projects were left out; their dates count for what follows them.',
      )
      const { days, times } = this.slots
      this.externals.set(uid, {
        start: momentOfDay(days[START], times[START]),
        finish: momentOfDay(days[FINISH], times[FINISH]),
      })
      this.#closeOutline(level)
      return false
    }
    return true
  }

  /** A row of that level comes: returns the one that it stands under, -1 = none. */
  #closeOutline(level: number): number {
    const outline = this.#outline
    while (outline.length > 0 && !(outline[outline.length - 1].level < level)) outline.pop()
    return outline.at(-1)?.row ?? -1
  }

  /** What has rows under it is a summary, inactive ones too. */
  #setSummary(parent: number): void {
    if (parent >= 0) this.rows.isSummary.values[parent] = 1
  }

  #keep(): void {
    const { rows } = this
    const { values } = this.slots
    const row = rows.count
    const uid = values[V.UID]
    const isManual = values[V.Manual] === 1
    const level = values[V.OutlineLevel]
    const parent = this.#closeOutline(level)
    this.#setSummary(parent)
    if (level >= 0) this.#outline.push({ level, row })
    this.#setLevelingDelay(row)
    const duration = isManual && !Number.isNaN(values[V.ManualDuration]) ? values[V.ManualDuration] : values[V.Duration]
    rows.rowOfUid.set(uid, row)
    rows.uid.push(uid)
    rows.calendarUid.push(values[V.CalendarUID])
    rows.ignoresResourceCalendars.push(values[V.IgnoreResourceCalendar])
    rows.isElapsed.push(isElapsedFormat(this.#known(V.DurationFormat, isFormat, 'working time')) ? 1 : 0)
    const isSubproject = values[V.IsSubproject] === 1
    rows.isSubproject.push(isSubproject ? 1 : 0)
    rows.isSummary.push(values[V.Summary] === 1 && !isSubproject ? 1 : 0)
    rows.isMilestone.push(values[V.Milestone] === 1 ? 1 : 0)
    rows.constraintType.push(this.#known(V.ConstraintType, isConstraint, 'no constraint', 'constraint_unknown'))
    rows.duration.push(this.#atLeastNone(duration))
    rows.remainingDuration.push(this.#atLeastNone(values[V.RemainingDuration]))
    const baselineDuration = this.hasBaseline ? this.baseline.values[BASELINE_DURATION] : Number.NaN
    rows.baselineDuration.push(this.#atLeastNone(baselineDuration))
    const slack = values[V.TotalSlack]
    // Microsoft Project stores the two, and shows the smaller one
    const shown = Number.isNaN(slack) ? Math.min(values[V.StartSlack], values[V.FinishSlack]) : slack
    rows.totalSlack.push(shown / SLACKS_PER_MINUTE)
    rows.freeSlack.push(values[V.FreeSlack] / SLACKS_PER_MINUTE)
    rows.parentRow.push(parent)
    this.#setTexts(row)
    this.#setDates(row, isManual)
    this.#setNumbers(row, isManual)
  }

  /** Delays are elapsed time where nothing else is said. */
  #setLevelingDelay(row: number): void {
    const { values } = this.slots
    const delay = values[V.LevelingDelay]
    if (!(delay > 0)) return
    if (values[V.Summary] === 1) {
      const text =
        'Leveling delays of summaries were left out, so that what lies under them may come earlier: only those of tasks are read.'
      this.#warnings.add('leveling_delay_left_out', text)
      return
    }
    const format = this.#known(V.LevelingDelayFormat, isFormat, 'elapsed time')
    if (Number.isNaN(format) || isElapsedFormat(format)) {
      this.#builder.numbers(F.levelingDelay).set(row, delay / DELAYS_PER_DAY)
      return
    }
    const text =
      'Leveling delays of tasks that are in working time were left out, so that dates may come earlier: only those in elapsed time are read.'
    this.#warnings.add('leveling_delay_left_out', text)
  }

  /** NaN = not said, or not known, which is reported. */
  #known(slot: number, isKnown: (value: number) => boolean, readAs: string, code?: string): number {
    const value = this.slots.values[slot]
    if (Number.isNaN(value) || isKnown(value)) return value
    this.#warnings.addUnknown({
      ...(code === undefined ? {} : { code }),
      field: `Task.${NUMBERS[slot]}`,
      word: String(value),
      place: this.place,
      task: this.rows.count,
      readAs,
    })
    return Number.NaN
  }

  /** Less than nothing is no duration. */
  #atLeastNone(minutes: number): number {
    if (!(minutes < 0)) return minutes
    this.#bad.add(
      'negative_duration',
      leftOut('Durations'),
      'Duration',
      () => this.place,
      () => `${minutes} minutes`,
    )
    return Number.NaN
  }

  #setTexts(row: number): void {
    const builder = this.#builder
    const { source, start, end } = this.slots
    if (end[NAME] > start[NAME]) builder.texts(F.name).set(row, source[NAME], start[NAME], end[NAME])
    if (end[WBS] > start[WBS]) builder.codes(F.wbs).set(row, source[WBS], start[WBS], end[WBS])
  }

  #setDates(row: number, isManual: boolean): void {
    const slots = this.slots
    const { days } = slots
    for (let slot = 0; slot < days.length; slot++) {
      const field = DATE_FIELDS[slot]
      if (field >= 0) this.#setDate(row, field, slots, slot)
    }
    const start = isManual && days[MANUAL_START] !== DAY_ABSENT ? MANUAL_START : START
    const finish = isManual && days[MANUAL_FINISH] !== DAY_ABSENT ? MANUAL_FINISH : FINISH
    this.#setDate(row, F.plannedStart, slots, start)
    this.#setDate(row, F.plannedFinish, slots, finish)
    // as soon and as late as possible go by no date
    if (slots.values[V.ConstraintType] >= 2) this.#setDate(row, F.constraintDate, slots, CONSTRAINT_DATE)
    if (!this.hasBaseline) return
    this.#setDate(row, F.baselineStart, this.baseline, BASELINE_START)
    this.#setDate(row, F.baselineFinish, this.baseline, BASELINE_FINISH)
  }

  #setDate(row: number, field: number, { days, times }: RowRecord, slot: number): void {
    if (days[slot] === DAY_ABSENT) return
    this.#builder.days(field).set(row, days[slot])
    if (times[slot] !== 0) this.#builder.times(field).set(row, times[slot])
  }

  #setNumbers(row: number, isManual: boolean): void {
    const builder = this.#builder
    const { values } = this.slots
    const percent = values[V.PercentComplete]
    if (percent >= 0 && percent <= 100) builder.numbers(F.percent).set(row, percent)
    const physical = values[V.PhysicalPercentComplete]
    const method = values[V.EarnedValueMethod]
    const isByDuration = method === BY_DURATION && !(physical > 0)
    // where nothing says what it is measured by, 0 is what is always written
    if (physical >= 0 && physical <= 100 && (physical > 0 || method === BY_DURATION || method === BY_PHYSICAL))
      builder.numbers(F.physical).set(row, physical)
    const type = method === BY_PHYSICAL ? 'physical' : isByDuration ? 'duration' : undefined
    if (type !== undefined) builder.bytes(F.percentType).set(row, 1 + PERCENT_TYPES.indexOf(type))
    const baselineCost = this.hasBaseline ? this.baseline.values[BASELINE_COST] : Number.NaN
    const cost = Number.isNaN(baselineCost) ? values[V.Cost] : baselineCost
    if (!Number.isNaN(cost)) builder.numbers(F.budgetedCost).set(row, cost / COST_SCALE)
    const priority = values[V.Priority]
    if (priority >= 0 && priority <= PRIORITY_MAX && priority !== PRIORITY_DEFAULT)
      builder.numbers(F.priority).set(row, priority)
    if (values[V.LevelingCanSplit] === 0 && values[V.Summary] !== 1) builder.bytes(F.canSplit).set(row, FALSE)
    if (values[V.ID] >= 0) builder.numbers(F.rowNumber).set(row, values[V.ID])
    if (!Number.isNaN(values[V.BCWP])) builder.numbers(F.earnedValue).set(row, values[V.BCWP] / COST_SCALE)
    if (!Number.isNaN(values[V.Manual])) builder.bytes(F.manual).set(row, isManual ? TRUE : FALSE)
  }
}
