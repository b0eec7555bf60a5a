/** A schedule in the Standard Data Exchange Format of the U.S. Army Corps of Engineers. */
import { SDEF_HOLIDAYS_PER_LINE } from '../../../shared/contract/deliverables/sdef-fields.ts'
import { DAY_ABSENT, LINK_UNKNOWN } from '../../../shared/contract/schedule/columns.ts'
import { dayOfCivil, formatDay, parseDay, weekday } from '../../../shared/contract/schedule/day.ts'
import type { CalendarSpec } from '../../../shared/contract/schedule/setting.ts'
import { MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import { ASAP, FNLT, FO, MFO, MSO, NO_CONSTRAINT, SNET, SO } from '../kind/constraint-types.ts'
import { isLoe, isSummary } from '../kind/participation.ts'
import { minutesOf } from './calendars.ts'
import type { Build, Built, Source } from './deliverable.ts'
import { COMPUTED, type Days, textsOf } from './facts.ts'
import { ascii, isPrintable, type LineOf, SdefLines, sdefDate } from './sdef-lines.ts'

const RECEIVER = {
  rejects: 'RMS does not load the file.',
  stops: 'Nothing is made: the format has no place for it.',
  asks: 'RMS loads the file; the reviewer asks for the value.',
  takes: 'RMS loads the file; the column stays blank.',
} as const

const ID_CHARACTERS_MAX = 10
const NAME_CHARACTERS_MAX = 30
const CALENDARS_MAX = 36
const CALENDAR_CODES = '123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ0'
const DAYS_MAX = 999
const COST_MAX = 999_999_999.99
const QUANTITY_MAX = 99_999_999.9999
/** Two digits are 20yy. */
const DAY_FIRST = dayOfCivil(2000, 1, 1)
const DAY_LAST = dayOfCivil(2079, 12, 31)
/** Digits that durations have by accident. */
const DUST = 1e-6

const STARTS: readonly number[] = [SNET, MSO, SO]
const FINISHES: readonly number[] = [FNLT, MFO, FO]
/** By the codes of the column: FS, SS, FF; SF has none. */
const LINK_TYPES = ['C', 'S', 'F', undefined] as const

const CODES = ['responsibility', 'work_area', 'modification', 'bid_item', 'phase', 'category', 'feature'] as const
const WIDTHS: Readonly<Record<(typeof CODES)[number], number>> = {
  responsibility: 4,
  work_area: 4,
  modification: 6,
  bid_item: 6,
  phase: 2,
  category: 1,
  feature: 30,
}
/** Without these a reviewer asks. */
const CODES_EXPECTED: readonly string[] = ['responsibility', 'work_area', 'bid_item', 'feature']

export const buildSdef: Build = source => new Sdef(source).build()

class Sdef {
  readonly #source: Source
  readonly #lines = new SdefLines()
  readonly #ids: (index: number) => string
  readonly #names: (index: number) => string
  /** Tasks with a record. */
  readonly #tasks: Uint32Array
  readonly #has: Uint8Array
  readonly #codeOfCalendar: readonly string[]
  readonly #usedCalendars: readonly number[]

  constructor(source: Source) {
    this.#source = source
    const { columns, taskCount } = source.facts
    const own = textsOf(columns.id)
    const mapped = source.mapping.of('activity_id')
    this.#ids = mapped === undefined ? own : i => mapped(i) ?? own(i)
    this.#names = textsOf(columns.name)
    this.#has = new Uint8Array(taskCount)
    const tasks: number[] = []
    const left = source.notes.change(
      'ACTV',
      'activity_id',
      'A summary has no record: the format knows activities alone.',
    )
    for (let i = 0; i < taskCount; i++) {
      if (isSummary(columns.taskType[i])) left.add(i)
      else tasks.push(i)
    }
    this.#tasks = Uint32Array.from(tasks)
    for (const i of tasks) this.#has[i] = 1
    const used = new Set<number>()
    for (const i of tasks) used.add(source.calendars.ofTask[i])
    this.#usedCalendars = [...used].sort((a, b) => a - b)
    const codes = new Array<string>(source.calendars.specs.length).fill('')
    for (const [n, c] of this.#usedCalendars.entries()) codes[c] = CALENDAR_CODES[n] ?? '?'
    this.#codeOfCalendar = codes
  }

  build(): Built {
    const volume = this.#lines.begin('VOLM')
    volume('disk_number', '1')
    const name = this.#project()
    this.#calendars()
    this.#activities()
    this.#links()
    this.#units()
    this.#progress()
    return {
      records: [...this.#lines.counts].map(([table, rows]) => ({ table, rows })),
      write: () => ({ name: `${name}.sdef`, text: this.#lines.finish() }),
    }
  }

  #project(): string {
    const { constants, facts, notes, project } = this.#source
    const set = this.#lines.begin('PROJ')
    const data = this.#missing('PROJ', 'data_date', 'rejected', 'The schedule has no data date.', 'Give status_date.')
    if (facts.statusDay === DAY_ABSENT) data.add()
    else set('data_date', this.#date('PROJ', 'data_date', facts.statusDay, -1))
    const words = (
      field: 'project_id' | 'project_name' | 'contractor' | 'contract_number',
      own: string | null,
      width: number,
    ): string => {
      const given = constants[field]
      const text = ascii(String(given ?? own ?? '').trim())
      if (text === '') {
        const effect = field === 'project_id' || field === 'contract_number' ? 'rejected' : 'flagged'
        this.#missing(
          'PROJ',
          field,
          effect,
          'Neither the request nor the schedule says it.',
          `Give constants.${field}.`,
        ).add()
        return ''
      }
      notes.source('PROJ', field, given === undefined ? 'file' : 'request')
      if (text.length > width)
        notes
          .change('PROJ', field, `${JSON.stringify(text)} is cut at ${width} characters. Give constants.${field}.`)
          .add()
      set(field, text.slice(0, width).trimEnd())
      return text.slice(0, width).trim()
    }
    const id = words('project_id', project.id, 4)
    words('project_name', project.name ?? project.id, 48)
    words('contractor', null, 36)
    set('arrow_or_precedence', 'P')
    words('contract_number', null, 6)
    this.#projectDate(
      set,
      'project_start',
      facts.columns.setting?.projectStart,
      least(facts.earlyStart, this.#tasks),
      'the earliest start',
    )
    this.#projectDate(
      set,
      'project_finish',
      facts.columns.setting?.mustFinishBy,
      greatest(facts.earlyFinish, this.#tasks),
      'the latest finish',
    )
    return id.replace(/[^A-Za-z0-9_-]/g, '_') || 'schedule'
  }

  #projectDate(
    set: LineOf<'PROJ'>,
    field: 'project_start' | 'project_finish',
    moment: number | undefined,
    other: number,
    words: string,
  ): void {
    const { constants, notes } = this.#source
    const given = constants[field]
    const own =
      moment === undefined || Number.isNaN(moment)
        ? DAY_ABSENT
        : Math.floor((moment - (field === 'project_finish' ? 1 : 0)) / MINUTES_PER_DAY)
    const day = typeof given === 'string' ? parseDay(given)! : own === DAY_ABSENT ? other : own
    if (day === DAY_ABSENT) {
      this.#missing(
        'PROJ',
        field,
        'rejected',
        'Neither the request nor the schedule says it.',
        `Give constants.${field}.`,
      ).add()
      return
    }
    notes.source('PROJ', field, typeof given === 'string' ? 'request' : own === DAY_ABSENT ? 'computed' : 'file')
    if (typeof given !== 'string' && own === DAY_ABSENT)
      this.#missing(
        'PROJ',
        field,
        'flagged',
        `The contract date is not given: ${words}, ${formatDay(day)}, stands in its place.`,
        `Give constants.${field}.`,
      ).add()
    set(field, this.#date('PROJ', field, day, -1))
  }

  #calendars(): void {
    const { calendars, notes } = this.#source
    if (this.#usedCalendars.length > CALENDARS_MAX)
      this.#missing(
        'CLDR',
        'calendar_code',
        'cannot_be_written',
        `${this.#usedCalendars.length} calendars are in use; the code of one character has room for ${CALENDARS_MAX}.`,
        'Merge calendars.',
      ).add()
    const [from, to] = this.#span()
    for (const c of this.#usedCalendars) {
      const spec = calendars.specs[c]
      const set = this.#lines.begin('CLDR')
      set('calendar_code', this.#codeOfCalendar[c])
      // Sunday first
      set('work_days', [6, 0, 1, 2, 3, 4, 5].map(d => (spec.week[d].length > 0 ? 'Y' : 'N')).join(''))
      set(
        'description',
        ascii(spec.name ?? spec.id)
          .trim()
          .slice(0, NAME_CHARACTERS_MAX),
      )
      const lengths = new Set(spec.week.filter(shifts => shifts.length > 0).map(minutesOf))
      if (lengths.size > 1)
        notes
          .change(
            'CLDR',
            'work_days',
            'Work days of a calendar are of different lengths; the format knows whole days alone.',
          )
          .add()
    }
    // all calendars stand before all days off
    for (const c of this.#usedCalendars.slice(0, CALENDARS_MAX)) {
      const off = this.#daysOff(calendars.specs[c], from, to)
      for (let n = 0; n < off.length; n += SDEF_HOLIDAYS_PER_LINE)
        this.#lines.holidays(this.#codeOfCalendar[c], off.slice(n, n + SDEF_HOLIDAYS_PER_LINE))
    }
  }

  /** Days off among the work days of the week, while the project lasts. */
  #daysOff({ week, exceptions }: CalendarSpec, from: number, to: number): number[] {
    const { notes } = this.#source
    const worked = notes.change(
      'HOLI',
      'dates',
      'Work on days off of the week is left out; the format knows days off alone.',
    )
    const shorter = notes.change(
      'HOLI',
      'dates',
      'Days with other hours than their weekday are left out; the format knows whole days alone.',
    )
    const off: number[] = []
    for (const { firstDay, lastDay, shifts } of exceptions)
      for (let day = Math.max(firstDay, from); day <= Math.min(lastDay, to); day++) {
        const usual = minutesOf(week[weekday(day) - 1])
        const own = minutesOf(shifts)
        if (own === 0 && usual > 0) off.push(day)
        else if (own > 0 && usual === 0) worked.add()
        else if (own !== usual) shorter.add()
      }
    return off
  }

  /** First and last day of the project, as far as the format has dates. */
  #span(): readonly [from: number, to: number] {
    const { facts } = this.#source
    const from = least(facts.earlyStart, this.#tasks)
    const to = Math.max(greatest(facts.lateFinish, this.#tasks), greatest(facts.earlyFinish, this.#tasks))
    return from === DAY_ABSENT ? [0, -1] : [Math.max(from, DAY_FIRST), Math.min(to, DAY_LAST)]
  }

  #activities(): void {
    const { calendars, facts, mapping, notes } = this.#source
    const { columns } = facts
    const codes = CODES.map(field => ({
      field,
      mappedOf: mapping.of(field),
      width: WIDTHS[field],
      missing: this.#codeMissing(field),
    }))
    const workers = mapping.of('workers_per_day')
    const long = this.#missing(
      'ACTV',
      'activity_id',
      'cannot_be_written',
      `Ids are longer than ${ID_CHARACTERS_MAX} characters, or have others than printable ASCII.`,
      'Give the activities ids of at most 10 characters, as UFGS 01 32 01.00 10 asks.',
    )
    const twice = this.#missing(
      'ACTV',
      'activity_id',
      'cannot_be_written',
      'Ids stand for several activities.',
      'Give each activity an id of its own.',
    )
    const ids = new Set<string>()
    const nameless = this.#missing('ACTV', 'description', 'flagged', 'Activities have no name.', 'Name them.')
    const cutName = notes.change('ACTV', 'description', `Names are cut at ${NAME_CHARACTERS_MAX} characters.`)
    const foreign = notes.change(
      'ACTV',
      'description',
      'Letters beyond ASCII lose their accents or become question marks.',
    )
    const equal = this.#missing(
      'ACTV',
      'description',
      'flagged',
      `Descriptions are equal in their first ${NAME_CHARACTERS_MAX} characters.`,
      'Begin the names differently.',
    )
    const lostConstraint = notes.change(
      'ACTV',
      'constraint_type',
      'Constraints other than a start no earlier (ES) or a finish no later (LF) are left blank.',
    )
    const second = notes.change('ACTV', 'constraint_type', 'The second constraint is left out: an activity has one.')
    const undated = notes.change('ACTV', 'constraint_date', 'A constraint without a date is left blank.')
    const seen = new Set<string>()
    const lengths = this.#days('ACTV', 'duration')
    for (const i of this.#tasks) {
      const set = this.#lines.begin('ACTV')
      const id = this.#ids(i)
      if (!isWritable(id)) long.add(i)
      else if (ids.has(id)) twice.add(i)
      ids.add(id)
      set('activity_id', shortId(id))
      const name = this.#names(i).trim()
      const text = ascii(name)
      if (text !== name) foreign.add(i)
      if (text.length > NAME_CHARACTERS_MAX) cutName.add(i)
      const shown = text.slice(0, NAME_CHARACTERS_MAX).trimEnd()
      if (shown === '') nameless.add(i)
      else if (seen.has(shown)) equal.add(i)
      seen.add(shown)
      set('description', shown)
      set('duration', lengths(facts.durationDays[i], i))
      const first = columns.constraintType[i]
      const other = columns.secondaryConstraintType[i]
      const [type, day] =
        isWrittenConstraint(first) || other === NO_CONSTRAINT
          ? [first, columns.constraintDate[i]]
          : [other, columns.secondaryConstraintDate[i]]
      if (isWrittenConstraint(type) && day !== DAY_ABSENT) {
        set('constraint_date', this.#date('ACTV', 'constraint_date', day, i))
        set('constraint_type', STARTS.includes(type) ? 'ES' : 'LF')
      } else if (isWrittenConstraint(type)) undated.add(i)
      else if (type !== NO_CONSTRAINT && type !== ASAP) lostConstraint.add(i)
      if (other !== NO_CONSTRAINT && other !== ASAP && first !== NO_CONSTRAINT && first !== ASAP) second.add(i)
      set('calendar_code', this.#codeOfCalendar[calendars.ofTask[i]])
      if (isLoe(columns.taskType[i])) set('hammock', 'Y')
      const crew = workers?.(i)
      if (crew !== undefined) set('workers_per_day', this.#whole('ACTV', 'workers_per_day', Number(crew), i))
      for (const { field, mappedOf, width, missing } of codes) {
        const value = ascii(mappedOf?.(i)?.trim() ?? '')
        if (value === '') missing.add(i)
        else {
          notes.source('ACTV', field, 'mapping')
          set(field, value.slice(0, width))
        }
      }
    }
  }

  #codeMissing(field: string) {
    const isExpected = CODES_EXPECTED.includes(field)
    return this.#missing(
      'ACTV',
      field,
      isExpected ? 'flagged' : 'accepted',
      'Activities have no value.',
      `Say in mapping.${field} where it stands, or give the activities such a code.`,
    )
  }

  #links(): void {
    const { calendars, facts, notes } = this.#source
    const { start, task, type, lagDays } = facts.columns.links
    const { elapsedLags } = facts.columns
    const backwards = this.#missing(
      'PRED',
      'type',
      'cannot_be_written',
      'Links from start to finish have no letter, and UFGS 01 32 01.00 10 forbids them.',
      'Replace them by other links.',
    )
    const away = notes.change('PRED', 'predecessor_id', 'Links of summaries are left out, as these have no record.')
    const elapsed = notes.change(
      'PRED',
      'lag',
      'Lags round the clock are written as the work days that they mostly are.',
    )
    const lags = this.#days('PRED', 'lag')
    for (const s of this.#tasks) {
      for (let k = start[s]; k < start[s + 1]; k++) {
        const p = task[k]
        if (p === LINK_UNKNOWN) continue
        if (this.#has[p] === 0) {
          away.add(s)
          continue
        }
        const letter = LINK_TYPES[type[k]]
        if (letter === undefined) {
          backwards.add(s)
          continue
        }
        const set = this.#lines.begin('PRED')
        set('activity_id', shortId(this.#ids(s)))
        set('predecessor_id', shortId(this.#ids(p)))
        set('type', letter)
        if (elapsedLags[k] === 1) elapsed.add(s)
        const { week } = calendars.specs[calendars.ofTask[p]]
        const share = elapsedLags[k] === 1 ? week.filter(shifts => shifts.length > 0).length / 7 : 1
        set('lag', lags(lagDays[k] * share, s))
      }
    }
    this.#openStarts()
  }

  #openStarts(): void {
    const { start } = this.#source.facts.columns.links
    const heads = this.#tasks.filter(i => start[i] === start[i + 1])
    if (heads.length < 2) return
    const open = this.#missing(
      'PRED',
      'predecessor_id',
      'flagged',
      'Activities have no predecessor; UFGS 01 32 01.00 10 wants one such activity.',
      'Link them.',
    )
    for (const i of heads) open.add(i)
  }

  #units(): void {
    const { mapping, notes } = this.#source
    const [total, perUnit, toDate, unit] = [
      'total_quantity',
      'cost_per_unit',
      'quantity_to_date',
      'unit_of_measure',
    ].map(field => mapping.of(field))
    if (total === undefined) return
    for (const i of this.#tasks) {
      const quantity = total(i)
      if (quantity === undefined) continue
      const set = this.#lines.begin('UNIT')
      set('activity_id', shortId(this.#ids(i)))
      set('total_quantity', this.#decimal('UNIT', 'total_quantity', Number(quantity), 4, QUANTITY_MAX, i))
      set('cost_per_unit', this.#decimal('UNIT', 'cost_per_unit', Number(perUnit?.(i) ?? 0), 4, QUANTITY_MAX, i))
      set('quantity_to_date', this.#decimal('UNIT', 'quantity_to_date', Number(toDate?.(i) ?? 0), 4, QUANTITY_MAX, i))
      set('unit_of_measure', ascii(unit?.(i) ?? '').slice(0, 3))
      notes.source('UNIT', 'total_quantity', 'mapping')
    }
  }

  #progress(): void {
    const { facts, mapping, notes } = this.#source
    const { columns } = facts
    const { actualStart, actualFinish, budgetedCost, assignments } = columns
    const costs = { own: mapping.of('cost'), toDate: mapping.of('cost_to_date'), stored: mapping.of('stored_material') }
    const uncosted = this.#missing(
      'PROG',
      'cost',
      'flagged',
      'Activities have no cost: 0.00 is written.',
      'Load them with cost, or say in mapping.cost where it stands. RMS wants the sum to be the contract amount.',
    )
    const over = this.#missing(
      'PROG',
      'cost_to_date',
      'flagged',
      'The cost to date is more than the cost.',
      'Correct the actual costs.',
    )
    const future = this.#missing(
      'PROG',
      'actual_start',
      'flagged',
      'Actual dates lie after the data date.',
      'Correct them.',
    )
    const unstarted = this.#missing(
      'PROG',
      'actual_start',
      'flagged',
      'Finished activities have no actual start.',
      'Give it.',
    )
    const left = this.#days('PROG', 'remaining_duration')
    const floats = notes.change(
      'PROG',
      'total_float',
      'Part days of float are left out: whole work days are written, never more than there are.',
    )
    const wide = notes.change('PROG', 'total_float', `Floats beyond ${DAYS_MAX} work days are written as ${DAYS_MAX}.`)
    const dates = (['early_start', 'early_finish', 'late_start', 'late_finish'] as const).map((field, n) => ({
      field,
      days: [facts.earlyStart, facts.earlyFinish, facts.lateStart, facts.lateFinish][n],
      missing: this.#missing(
        'PROG',
        field,
        'rejected',
        'There is no date, and none can be computed.',
        'Give status_date or the dates of the tasks.',
      ),
    }))
    for (const i of this.#tasks) {
      const set = this.#lines.begin('PROG')
      set('activity_id', shortId(this.#ids(i)))
      const [begun, ended] = [actualStart[i], actualFinish[i]]
      if (begun !== DAY_ABSENT) set('actual_start', this.#date('PROG', 'actual_start', begun, i))
      if (ended !== DAY_ABSENT) {
        if (begun === DAY_ABSENT) unstarted.add(i)
        set('actual_finish', this.#date('PROG', 'actual_finish', ended, i))
      }
      if (facts.statusDay !== DAY_ABSENT && Math.max(begun, ended) > facts.statusDay) future.add(i)
      const isFinished = facts.isFinished(i)
      set('remaining_duration', isFinished ? '0' : left(facts.remainingDays[i], i))
      let [assigned, spent, isAssigned] = [0, 0, false]
      for (let a = assignments?.start[i] ?? 0; a < (assignments?.start[i + 1] ?? 0); a++) {
        const [budget, actual] = [assignments!.budgetedCost[a] ?? Number.NaN, assignments!.actualCost[a] ?? Number.NaN]
        if (budget >= 0) [assigned, isAssigned] = [assigned + budget, true]
        if (actual >= 0) spent += actual
      }
      const mapped = costs.own?.(i)
      const cost =
        mapped !== undefined
          ? Number(mapped)
          : budgetedCost[i] >= 0
            ? budgetedCost[i]
            : isAssigned
              ? assigned
              : Number.NaN
      if (Number.isNaN(cost)) uncosted.add(i)
      else notes.source('PROG', 'cost', mapped === undefined ? 'file' : 'mapping')
      const toDate = Number(costs.toDate?.(i) ?? spent)
      if (toDate > (cost || 0) + 0.005) over.add(i)
      set('cost', this.#decimal('PROG', 'cost', cost || 0, 2, COST_MAX, i))
      set('cost_to_date', this.#decimal('PROG', 'cost_to_date', toDate, 2, COST_MAX, i))
      set('stored_material', this.#decimal('PROG', 'stored_material', Number(costs.stored?.(i) ?? 0), 2, COST_MAX, i))
      for (const { field, days, missing } of dates) {
        const day = days.values[i]
        if (day === DAY_ABSENT) missing.add(i)
        else {
          notes.source('PROG', field, days.from[i] === COMPUTED ? 'computed' : 'file')
          set(field, this.#date('PROG', field, day, i))
        }
      }
      const float = facts.totalFloat.values[i]
      if (isFinished || Number.isNaN(float)) continue
      const whole = Math.floor(float + DUST)
      if (Math.abs(whole - float) > DUST) floats.add(i)
      if (Math.abs(whole) > DAYS_MAX) wide.add(i)
      notes.source('PROG', 'total_float', facts.totalFloat.from[i] === COMPUTED ? 'computed' : 'file')
      set('float_sign', whole < 0 ? '-' : '+')
      set('total_float', String(Math.min(Math.abs(whole), DAYS_MAX)))
    }
  }

  #missing(
    table: string,
    field: string,
    effect: 'cannot_be_written' | 'rejected' | 'flagged' | 'accepted',
    reason: string,
    remedy: string,
  ) {
    const receiver = {
      cannot_be_written: RECEIVER.stops,
      rejected: RECEIVER.rejects,
      flagged: RECEIVER.asks,
      accepted: RECEIVER.takes,
    }[effect]
    return this.#source.notes.missing(table, field, { effect, reason, receiver, remedy })
  }

  #date(table: string, field: string, day: number, task: number): string {
    if (day >= DAY_FIRST && day <= DAY_LAST) return sdefDate(day)
    this.#missing(
      table,
      field,
      'cannot_be_written',
      'Dates lie outside 2000 to 2079, which years of two digits cannot say.',
      'Correct them.',
    ).add(task)
    return ''
  }

  /** Whole work days, part days rounded up. */
  #days(table: string, field: string): (days: number, task: number) => string {
    const rounded = this.#source.notes.change(
      table,
      field,
      'Part days are rounded up: the format knows whole work days alone.',
    )
    return (days, task) => {
      const whole = Math.ceil(days - DUST) + 0
      if (Math.abs(whole - days) > DUST) rounded.add(task)
      return this.#whole(table, field, whole, task)
    }
  }

  #whole(table: string, field: string, value: number, task: number): string {
    if (Math.abs(value) <= DAYS_MAX) return String(Math.ceil(value) + 0)
    this.#missing(
      table,
      field,
      'cannot_be_written',
      `Numbers beyond ${DAYS_MAX} do not fit into three digits.`,
      'Divide the work into shorter activities.',
    ).add(task)
    return ''
  }

  #decimal(table: string, field: string, value: number, decimals: number, max: number, task: number): string {
    if (Math.abs(value) <= max) return value.toFixed(decimals)
    this.#missing(
      table,
      field,
      'cannot_be_written',
      `Amounts beyond ${max} do not fit into the column.`,
      'Divide the activity.',
    ).add(task)
    return ''
  }
}

const isWrittenConstraint = (code: number): boolean => STARTS.includes(code) || FINISHES.includes(code)
const isWritable = (id: string): boolean => id.length <= ID_CHARACTERS_MAX && isPrintable(id)
const shortId = (id: string): string => ascii(id).slice(0, ID_CHARACTERS_MAX)

function least({ values }: Days, tasks: Uint32Array): number {
  let found = Number.POSITIVE_INFINITY
  for (const i of tasks) if (values[i] !== DAY_ABSENT) found = Math.min(found, values[i])
  return found === Number.POSITIVE_INFINITY ? DAY_ABSENT : found
}

function greatest({ values }: Days, tasks: Uint32Array): number {
  let found = DAY_ABSENT
  for (const i of tasks) found = Math.max(found, values[i])
  return found
}
