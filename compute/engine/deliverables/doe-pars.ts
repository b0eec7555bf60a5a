/** The schedule data sets of a CPP upload to PARS: DS04, DS05, DS06, DS19 and DS20. The baseline, where one is sent, is a second full schedule with dates and floats of its own. */
import type { Effect } from '../../../shared/contract/deliverables/data.ts'
import { PARS_SCHEMA, PARS_TABLES } from '../../../shared/contract/deliverables/pars-fields.ts'
import { PARS_TASK_FIELDS } from '../../../shared/contract/deliverables/pars-request.ts'
import { p6ConstraintCode } from '../../../shared/contract/schedule/aliases.ts'
import { DAY_ABSENT, LINK_UNKNOWN } from '../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../shared/contract/schedule/day.ts'
import { CONSTRAINT_TYPES, RELATION_TYPES, TASK_TYPES } from '../../../shared/contract/schedule/fields.ts'
import type { CalendarSpec, Shifts } from '../../../shared/contract/schedule/setting.ts'
import { formatTime, MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import { FINISH_MILESTONE, isLoe, isMilestone, isSummary, START_MILESTONE } from '../kind/participation.ts'
import { NOT_STARTED } from '../kind/states.ts'
import { type ZipPart, zipOf } from '../write/xlsx/zip.ts'
import { assignedOf } from './assigned.ts'
import { type Calendars, daysOfException, WorkDays } from './calendars.ts'
import { type Build, type Built, joinedBytes, type Source } from './deliverable.ts'
import { COMPUTED, type Facts, textsOf } from './facts.ts'
import { clean, RecordPart } from './record-part.ts'

const RECEIVER: Readonly<Record<Effect, string>> = {
  cannot_be_written: 'Nothing is made: the schema has no place for it.',
  rejected: 'PARS rejects the upload: it breaks the schema.',
  flagged: 'PARS takes the upload; its data quality checks flag it.',
  accepted: 'The field may be left out.',
}

const TABLES = ['DS04', 'DS05', 'DS06', 'DS19', 'DS20'] as const
type Name = (typeof TABLES)[number]

const WEEKDAYS = ['01_Mon', '02_Tue', '03_Wed', '04_Thu', '05_Fri', '06_Sat', '07_Sun'] as const
const SHIFTS = ['A', 'B', 'C'] as const
const RESOURCE_TYPES = { labour: 'labor', nonlabour: 'nonlabor', material: 'material', cost: 'nonlabor' } as const
const ELEMENTS = { labour: 'labor', nonlabour: 'ODC', material: 'material', cost: 'ODC' } as const

const charactersMax = (name: string): number => PARS_TASK_FIELDS.find(field => field.name === name)!.max
const ID_MAX = charactersMax('task_ID')
const NAME_MAX = charactersMax('description')
const WBS_MAX = charactersMax('WBS_ID')
const CAM_MAX = charactersMax('CAM')

/** Fields of the mapping that stand in DS04 as they are. */
const PLAIN = [
  'milestone_level_description',
  'EVT_J_to_task_ID',
  'justification_WBS',
  'justification_EVT',
  'justification_float_high',
  'justification_lag',
  'justification_constraint_hard',
  'justification_constraint_soft',
  'justification_constraint_secondary',
  'RMT_ID',
  'HDV_CI_ID',
  'expected_errors',
] as const

export const buildPars: Build = source => new Pars(source).build()

/** A schedule of the upload. */
interface Sent {
  readonly type: 'BL' | 'FC'
  readonly facts: Facts
  readonly calendars: Calendars
  readonly calendarNames: readonly string[]
}

class Pars {
  readonly #source: Source
  readonly #parts: ReadonlyMap<Name, RecordPart>
  readonly #names = new Map<string, CalendarSpec>()
  readonly #subproject: string | undefined
  readonly #stem: string

  constructor(source: Source) {
    this.#source = source
    const { constants, facts } = source
    const { PARSID, controlled_designation: designation, subproject_ID: subproject } = constants
    this.#subproject = typeof subproject === 'string' ? subproject : undefined
    if (PARSID === undefined)
      this.#missing('package', 'PARSID', 'rejected', 'No schedule says it.', 'Give constants.PARSID.').add()
    const date = facts.statusDay === DAY_ABSENT ? undefined : formatDay(facts.statusDay)
    if (date === undefined)
      this.#missing(
        'package',
        'CPP_status_date',
        'rejected',
        'The schedule has no data date.',
        'Give status_date.',
      ).add()
    this.#stem = `${String(PARSID ?? 'PARSID').replace(/[^\w-]/g, '_')}_${date ?? 'undated'}`
    const head = [
      `"$schema": ${JSON.stringify(PARS_SCHEMA)}`,
      ...(PARSID === undefined ? [] : [`"PARSID": ${JSON.stringify(PARSID)}`]),
      ...(date === undefined ? [] : [`"CPP_status_date": "${date}"`]),
      ...(designation === undefined ? [] : [`"controlled_designation": ${JSON.stringify(designation)}`]),
    ].join(',\n')
    this.#parts = new Map(
      TABLES.map(name => {
        const { title } = PARS_TABLES.find(table => table.name === name)!
        return [name, new RecordPart(`${name}_${title}.json`, `{\n${head},\n"${name}": [`, ']}')]
      }),
    )
  }

  build(): Built {
    const { baselineCalendars, baselineFacts, calendars, facts } = this.#source
    const sent: Sent[] = []
    if (baselineFacts !== undefined) sent.push(this.#sent('BL', baselineFacts, baselineCalendars!))
    else
      this.#missing(
        'DS04',
        'schedule_type',
        'flagged',
        'There is no baseline: rows BL are missing.',
        'Send the baseline as baseline_schedule.',
      ).add()
    sent.push(this.#sent('FC', facts, calendars))
    for (const each of sent) {
      this.#tasks(each)
      this.#links(each)
      this.#resources(each)
    }
    this.#calendars()
    const written = TABLES.filter(name => this.#parts.get(name)!.count > 0)
    const parts: ZipPart[] = []
    for (const name of TABLES) {
      const part = this.#parts.get(name)!.finish()
      if (written.includes(name)) parts.push(part)
    }
    const records = written.map(table => ({ table, rows: this.#parts.get(table)!.count }))
    return { records, write: () => ({ name: `${this.#stem}.zip`, bytes: joinedBytes(zipOf(parts)) }) }
  }

  /** Calendars that two schedules call by one name are one where they are equal. */
  #sent(type: Sent['type'], facts: Facts, calendars: Calendars): Sent {
    const used = new Set(calendars.ofTask)
    const calendarNames = calendars.specs.map((spec, c) => {
      if (!used.has(c)) return ''
      const own = clean(spec.name ?? spec.id) || spec.id
      for (let n = 1; ; n++) {
        const name = n === 1 ? own : `${own} (${n})`
        const known = this.#names.get(name)
        if (known !== undefined && !isSame(known, spec)) continue
        if (n > 1)
          this.#source.notes
            .change('DS19', 'calendar_name', 'Different calendars of one name get a number behind it.')
            .add()
        this.#names.set(name, spec)
        return name
      }
    })
    return { type, facts, calendars, calendarNames }
  }

  #tasks({ type, facts, calendars, calendarNames }: Sent): void {
    const { notes } = this.#source
    const { columns, result } = facts
    const part = this.#parts.get('DS04')!
    const [idOf, nameOf] = [textsOf(columns.id), textsOf(columns.name)]
    const [wbs, organization] = [textsOf(columns.wbsCode.values), textsOf(columns.organizationCode.values)]
    const mapping = type === 'FC' ? this.#source.mapping : this.#source.baselineMapping!
    const mapped = (field: string) => mapping.of(field)
    const plain = PLAIN.map(field => ({ field, mappedOf: mapped(field) }))
    const [wbsOf, subtypeOf, levelOf, camOf, techniqueOf, shareOf, replanOf] = [
      'WBS_ID',
      'subtype',
      'milestone_level',
      'CAM',
      'EVT',
      'EVT_J_pct',
      'RPG',
    ].map(mapped)
    const long = this.#missing(
      'DS04',
      'task_ID',
      'cannot_be_written',
      `Ids are longer than ${ID_MAX} characters.`,
      'Give the tasks shorter ids.',
    )
    const nowhere = this.#missing(
      'DS04',
      'WBS_ID',
      'rejected',
      'Tasks have no WBS element.',
      'Say in mapping.WBS_ID where it stands, or give the tasks a wbs_code.',
    )
    const cutWbs = this.#missing(
      'DS04',
      'WBS_ID',
      'cannot_be_written',
      `WBS elements are longer than ${WBS_MAX} characters.`,
      'Say in mapping.WBS_ID where shorter ones stand.',
    )
    const cutName = notes.change('DS04', 'description', `Descriptions are cut at ${NAME_MAX} characters.`)
    const nameless = this.#missing(
      'DS04',
      'description',
      'flagged',
      'Tasks have no name: their id is written.',
      'Name them.',
    )
    const undated = this.#missing(
      'DS04',
      'ES_date',
      'rejected',
      'There is no date, and none can be computed.',
      'Give status_date or the dates of the tasks.',
    )
    const floating = notes.change(
      'DS04',
      'float_total_days',
      'Where no float is known, 0 is written, as the schema wants a number.',
    )
    const unmanaged = this.#missing(
      'DS04',
      'CAM',
      'flagged',
      'Tasks have no control account manager.',
      'Say in mapping.CAM where it stands.',
    )
    const unearned = this.#missing(
      'DS04',
      'EVT',
      'flagged',
      'Tasks have no earned value technique.',
      'Say in mapping.EVT where it stands.',
    )
    const unlevelled = this.#missing(
      'DS04',
      'milestone_level',
      'flagged',
      'Milestones have no level.',
      'Say in mapping.milestone_level where it stands.',
    )
    const badLevel = this.#missing(
      'DS04',
      'milestone_level',
      'rejected',
      'Levels of milestones are no whole numbers from 100 to 999.',
      'Correct what mapping.milestone_level gives.',
    )
    const hasSuccessor = successorsOf(facts)
    const work = new WorkDays(calendars)
    for (let i = 0; i < facts.taskCount; i++) {
      const code = columns.taskType[i]
      const kind = TASK_TYPES[code - 1] ?? 'task'
      const isPoint = isMilestone(code, columns.durationDays[i])
      const isWork = !isSummary(code) && !isPoint
      const id = idOf(i)
      if (id.length > ID_MAX) long.add(i)
      part.open()
      part.text('schedule_type', type)
      part.text('task_ID', id)
      part.text(
        'type',
        isSummary(code)
          ? 'WS'
          : isLoe(code)
            ? 'LOE'
            : isPoint
              ? this.#point(facts, hasSuccessor, i)
              : columns.resourceDependent[i] === DEPENDENT
                ? 'RD'
                : 'TD',
      )
      const name = clean(nameOf(i))
      if (name === '') nameless.add(i)
      if (name.length > NAME_MAX) cutName.add(i)
      part.text('description', (name === '' ? id : name).slice(0, NAME_MAX))
      const put = (field: string, value: string | undefined): boolean => {
        const text = clean(value ?? '')
        if (text === '') return false
        part.text(field, text)
        return true
      }
      const own = wbsOf?.(i)
      const element = clean(own ?? textOf(columns.wbsCode.codes[i], wbs) ?? '')
      if (!put('WBS_ID', element)) nowhere.add(i)
      else notes.source('DS04', 'WBS_ID', own === undefined ? 'file' : 'mapping')
      if (element.length > WBS_MAX) cutWbs.add(i)
      put('subtype', subtypeOf?.(i) ?? (kind === 'schedule_visibility' ? 'SVT' : undefined))
      const level = levelOf?.(i)
      if (level !== undefined) {
        if (/^[1-9]\d\d$/.test(level)) part.number('milestone_level', Number(level))
        else badLevel.add(i)
      } else if (isPoint && type === 'FC') unlevelled.add(i)
      const manager = camOf?.(i) ?? textOf(columns.organizationCode.codes[i], organization)
      if (!put('CAM', manager?.slice(0, CAM_MAX)) && isWork) unmanaged.add(i)
      const technique =
        techniqueOf?.(i) ?? (isLoe(code) ? 'A' : kind === 'planning_package' || kind === 'slpp' ? 'K' : undefined)
      if (!put('EVT', technique) && isWork) unearned.add(i)
      const share = shareOf?.(i)
      if (share !== undefined) part.number('EVT_J_pct', cent(Number(share)))
      for (const { field, mappedOf } of plain) put(field, mappedOf?.(i))
      this.#dates(part, facts, i, undated)
      const actual = this.#actualDays(facts, work, i)
      part.number('duration_original_days', cent(facts.durationDays[i]))
      part.number('duration_remaining_days', cent(facts.remainingDays[i]))
      part.number('duration_actual_days', cent(actual))
      for (const [field, { values, from }] of [
        ['float_free_days', facts.freeFloat],
        ['float_total_days', facts.totalFloat],
      ] as const) {
        if (from[i] === 0 && !facts.isFinished(i)) floating.add(i)
        else notes.source('DS04', field, from[i] === COMPUTED ? 'computed' : 'file')
        part.number(field, cent(values[i] || 0))
      }
      part.text('driving_path', result.onLongestPath[i] === 1 ? 'Y' : 'N')
      this.#percents(part, facts, i, actual)
      this.#constraint(part, facts, i)
      part.text('RPG', replanOf?.(i) ?? 'N')
      put('calendar_name', calendarNames[calendars.ofTask[i]])
      this.#subprojectOf(part)
      part.close()
    }
    notes.source('DS04', 'driving_path', 'computed', facts.taskCount)
  }

  /** A milestone without a kind starts something where nothing leads to it. */
  #point({ columns }: Facts, hasSuccessor: Uint8Array, i: number): 'SM' | 'FM' {
    const code = columns.taskType[i]
    if (code === START_MILESTONE) return 'SM'
    if (code === FINISH_MILESTONE) return 'FM'
    const { start } = columns.links
    return start[i] === start[i + 1] && hasSuccessor[i] === 1 ? 'SM' : 'FM'
  }

  #dates(part: RecordPart, facts: Facts, i: number, undated: { add: (task: number) => void }): void {
    const { notes } = this.#source
    const { actualStart, actualFinish } = facts.columns
    for (const [field, { values, from }, other] of [
      ['ES_date', facts.earlyStart, facts.currentStart],
      ['EF_date', facts.earlyFinish, facts.currentFinish],
      ['LS_date', facts.lateStart, facts.currentStart],
      ['LF_date', facts.lateFinish, facts.currentFinish],
    ] as const) {
      const day = values[i] === DAY_ABSENT ? other[i] : values[i]
      if (day === DAY_ABSENT) undated.add(i)
      else {
        part.text(field, formatDay(day))
        notes.source('DS04', field, from[i] === COMPUTED ? 'computed' : 'file')
      }
    }
    if (actualStart[i] !== DAY_ABSENT) part.text('AS_date', formatDay(actualStart[i]))
    if (actualFinish[i] !== DAY_ABSENT) part.text('AF_date', formatDay(actualFinish[i]))
  }

  /** Work days from the actual start to the actual finish, or to the data date. */
  #actualDays({ columns, statusDay }: Facts, work: WorkDays, i: number): number {
    const from = columns.actualStart[i]
    const ended = columns.actualFinish[i]
    const to = ended === DAY_ABSENT ? statusDay : ended + 1
    return from === DAY_ABSENT || to === DAY_ABSENT ? 0 : Math.max(0, work.between(i, from, to))
  }

  #percents(part: RecordPart, facts: Facts, i: number, actual: number): void {
    const { percentComplete, physicalPercentComplete } = facts.columns
    const isFinished = facts.isFinished(i)
    const physical = physicalPercentComplete[i]
    const left = facts.remainingDays[i]
    const ofDuration = Number.isNaN(percentComplete[i])
      ? actual + left > 0
        ? (100 * actual) / (actual + left)
        : 0
      : percentComplete[i]
    let [done, open] = [0, 0]
    for (const { actualUnits, remainingUnits } of assignedOf(facts.columns, i).values()) {
      done += actualUnits || 0
      open += remainingUnits || 0
    }
    part.text('PC_type', Number.isNaN(physical) ? 'duration' : 'physical')
    part.number('PC_duration', share(isFinished ? 100 : ofDuration, isFinished))
    part.number('PC_physical', share(Number.isNaN(physical) ? (isFinished ? 100 : 0) : physical, isFinished))
    part.number('PC_units', share(done + open > 0 ? (100 * done) / (done + open) : isFinished ? 100 : 0, isFinished))
  }

  #constraint(part: RecordPart, { columns }: Facts, i: number): void {
    const { notes } = this.#source
    const word = (code: number): string | undefined => p6ConstraintCode(CONSTRAINT_TYPES[code - 1] ?? '')
    const [first, second] = [word(columns.constraintType[i]), word(columns.secondaryConstraintType[i])]
    if (first !== undefined && second !== undefined)
      notes.change('DS04', 'constraint_type', 'The second constraint is left out: a task has one.').add(i)
    const type = first ?? second
    if (type === undefined) return
    const day = first === undefined ? columns.secondaryConstraintDate[i] : columns.constraintDate[i]
    part.text('constraint_type', type)
    if (type !== 'CS_ALAP' && day !== DAY_ABSENT) part.text('constraint_date', formatDay(day))
  }

  #links({ type, facts }: Sent): void {
    const { notes } = this.#source
    const { start, task, type: kinds, lagDays } = facts.columns.links
    const { elapsedLags } = facts.columns
    const part = this.#parts.get('DS05')!
    const idOf = textsOf(facts.columns.id)
    const elapsed = notes.change('DS05', 'lag_days', 'Lags round the clock are written in calendar days.')
    for (let s = 0; s < facts.taskCount; s++)
      for (let k = start[s]; k < start[s + 1]; k++) {
        if (task[k] === LINK_UNKNOWN) continue
        if (elapsedLags[k] === 1 && lagDays[k] !== 0) elapsed.add(s)
        part.open()
        part.text('schedule_type', type)
        part.text('task_ID', idOf(s))
        part.text('predecessor_task_ID', idOf(task[k]))
        part.text('type', RELATION_TYPES[kinds[k]])
        part.number('lag_days', cent(lagDays[k]))
        this.#subprojectOf(part)
        if (this.#subproject !== undefined) part.text('predecessor_subproject_ID', this.#subproject)
        part.close()
      }
  }

  #resources({ type, facts, calendars, calendarNames }: Sent): void {
    const { notes } = this.#source
    const { columns } = facts
    const part = this.#parts.get('DS06')!
    const [idOf, resourceOf] = [textsOf(columns.id), textsOf(columns.resources.values)]
    const specs = new Map(
      (columns.resourceSpecs ?? []).flatMap(spec => [[spec.name ?? spec.id, spec] as const, [spec.id, spec] as const]),
    )
    const unvalued = notes.change(
      'DS06',
      'budget_dollars',
      'Amounts that the schedule does not say are written as 0, as the schema wants numbers.',
    )
    for (let i = 0; i < facts.taskCount; i++)
      for (const [r, sums] of assignedOf(columns, i)) {
        const name = clean(resourceOf(r))
        const spec = specs.get(resourceOf(r))
        const resourceType = spec?.type ?? 'labour'
        const own = clean(spec?.id ?? name) || name
        const begin = Number.isNaN(sums.begin) ? facts.currentStart[i] : Math.floor(sums.begin / MINUTES_PER_DAY)
        const end = Number.isNaN(sums.end) ? facts.currentFinish[i] : Math.floor(sums.end / MINUTES_PER_DAY)
        if (begin === DAY_ABSENT || end === DAY_ABSENT || name === '') continue
        part.open()
        part.text('schedule_type', type)
        part.text('task_ID', idOf(i))
        part.text('resource_ID', own.slice(0, RESOURCE_ID_MAX))
        part.text('resource_name', (clean(spec?.name ?? name) || own).slice(0, RESOURCE_NAME_MAX))
        part.text('type', RESOURCE_TYPES[resourceType])
        part.text('EOC', ELEMENTS[resourceType])
        part.text('start_date', formatDay(begin))
        part.text('finish_date', formatDay(Math.max(begin, end)))
        let isKnown = true
        for (const [field, value] of [
          ['budget_dollars', sums.budgetedCost],
          ['actual_dollars', sums.actualCost],
          ['remaining_dollars', sums.remainingCost],
          ['budget_units', sums.budgetedUnits],
          ['actual_units', sums.actualUnits],
          ['remaining_units', sums.remainingUnits],
        ] as const) {
          if (Number.isNaN(value)) isKnown = false
          part.number(field, cent(value || 0))
        }
        if (!isKnown) unvalued.add(i)
        part.text('UOM', resourceType === 'material' ? 'EA' : resourceType === 'cost' ? 'USD' : 'h')
        const { minutesPerDay } = calendars.specs[calendars.ofTask[i]]
        const lag = cent(((sums.lagHours || 0) * 60) / minutesPerDay)
        part.number('lag_planned_days', lag)
        part.number('lag_remaining_days', facts.state[i] === NOT_STARTED ? lag : 0)
        part.text('calendar_name', calendarNames[calendars.ofTask[i]])
        this.#subprojectOf(part)
        part.close()
      }
  }

  #calendars(): void {
    const { baselineFacts, facts, notes } = this.#source
    const [week, exceptions] = [this.#parts.get('DS19')!, this.#parts.get('DS20')!]
    const [from, to] = facts.span()
    const [before, after] = baselineFacts?.span() ?? [from, to]
    const outside = notes.change(
      'DS20',
      'exception_date',
      'Exceptions before the first and after the last date of the schedules are left out.',
    )
    const joined = notes.change(
      'DS19',
      'std_01_Mon_shift_C_start_time',
      'More than three shifts of a day: those behind the second are one.',
    )
    const midnight = notes.change('DS19', 'std_01_Mon_shift_A_stop_time', 'Work up to midnight ends at 23:59.')
    for (const [name, spec] of this.#names) {
      week.open()
      week.text('calendar_name', name)
      week.number('hours_per_day', cent(spec.minutesPerDay / 60))
      for (const [d, shifts] of spec.week.entries()) this.#shifts(week, `std_${WEEKDAYS[d]}`, shifts, joined, midnight)
      this.#subprojectOf(week)
      week.close()
      for (const { day, minutes, shifts } of daysOfException(
        spec,
        Math.min(from, before),
        Math.max(to, after),
        outside,
      )) {
        exceptions.open()
        exceptions.text('calendar_name', name)
        exceptions.text('exception_date', formatDay(day))
        // Y: the whole day is the exception, and has no shifts; N: its shifts follow
        exceptions.text('exception_work_day', minutes === 0 ? 'Y' : 'N')
        this.#shifts(exceptions, 'exception', shifts, joined, midnight)
        this.#subprojectOf(exceptions)
        exceptions.close()
      }
    }
  }

  #shifts(
    part: RecordPart,
    stem: string,
    shifts: Shifts,
    joined: { add: () => void },
    midnight: { add: () => void },
  ): void {
    if (shifts.length > SHIFTS.length) joined.add()
    for (const [n, letter] of SHIFTS.entries()) {
      const shift = shifts[n]
      if (shift === undefined) return
      const end = n === SHIFTS.length - 1 ? shifts.at(-1)![1] : shift[1]
      if (end >= MINUTES_PER_DAY) midnight.add()
      part.text(`${stem}_shift_${letter}_start_time`, `${formatTime(shift[0])}:00Z`)
      part.text(`${stem}_shift_${letter}_stop_time`, `${formatTime(Math.min(end, MINUTES_PER_DAY - 1))}:00Z`)
    }
  }

  #subprojectOf(part: RecordPart): void {
    if (this.#subproject !== undefined) part.text('subproject_ID', this.#subproject)
  }

  #missing(table: string, field: string, effect: Effect, reason: string, remedy: string) {
    return this.#source.notes.missing(table, field, { effect, reason, receiver: RECEIVER[effect], remedy })
  }
}

/** Code of true in a column. */
const DEPENDENT = 2
const RESOURCE_ID_MAX = 50
const RESOURCE_NAME_MAX = 100

/** A multiple of 0.01. */
const cent = (value: number): number => Math.round(value * 100) / 100 + 0

/** Percent as a part of 1: 1 where all is done, and never there before. */
const share = (percent: number, isFinished: boolean): number => {
  const part = cent(Math.min(100, Math.max(0, percent)) / 100)
  return part === 1 && !isFinished && percent < 100 ? 0.99 : part
}

const textOf = (code: number, values: (index: number) => string): string | undefined =>
  code > 0 ? values(code - 1) : undefined

const isSame = (a: CalendarSpec, b: CalendarSpec): boolean =>
  a === b ||
  (a.minutesPerDay === b.minutesPerDay &&
    JSON.stringify([a.week, a.exceptions]) === JSON.stringify([b.week, b.exceptions]))

function successorsOf({ columns, taskCount }: Facts): Uint8Array {
  const has = new Uint8Array(taskCount)
  for (const p of columns.links.task) if (p !== LINK_UNKNOWN) has[p] = 1
  return has
}
