/** A schedule as an IPMDAR Schedule Performance Dataset: a zip with a file of JSON for each table. */
import type { Effect } from '../../../shared/contract/deliverables/data.ts'
import {
  SPD_FILE_TYPE,
  SPD_FILE_TYPE_NAME,
  SPD_OTHER_TECHNIQUES,
  SPD_RELATIONS,
  SPD_TABLES,
  SPD_WEEKDAYS,
} from '../../../shared/contract/deliverables/spd-fields.ts'
import { CODE_SEPARATOR } from '../../../shared/contract/schedule/codes.ts'
import { DAY_ABSENT, LINK_UNKNOWN } from '../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../shared/contract/schedule/day.ts'
import { CONSTRAINT_TYPES, TASK_TYPES } from '../../../shared/contract/schedule/fields.ts'
import { FORMAT_TITLES } from '../../../shared/contract/schedule/file-formats.ts'
import { isLoe, isMilestone, isSummary } from '../kind/participation.ts'
import { COMPLETE } from '../kind/states.ts'
import { ENGINE_VERSION } from '../write/engine-version.ts'
import { type ZipPart, zipOf } from '../write/xlsx/zip.ts'
import { assignedOf } from './assigned.ts'
import { daysOfException, minutesOf, WorkDays } from './calendars.ts'
import { type Build, type Built, joinedBytes, type Source } from './deliverable.ts'
import { COMPUTED, type Days, type Numbers, textsOf } from './facts.ts'
import { clean, RecordPart, textPart } from './record-part.ts'

const RECEIVER: Readonly<Record<Effect, string>> = {
  cannot_be_written: 'Nothing is made: the format has no place for it.',
  rejected: 'The EVM Central Repository rejects the dataset.',
  flagged: 'The dataset is taken; the analyst of the customer asks for it.',
  accepted: 'The field may be left out.',
}

const SERVICE = 'Schedule Intelligence Service'
/** More places than a minute needs. */
const DECIMALS = 1e4
const rounded = (value: number): number => Math.round(value * DECIMALS) / DECIMALS

const CONSTRAINTS: Readonly<Record<string, (isHonoured: boolean, isP6: boolean) => string>> = {
  ALAP: () => 'AS_LATE_AS_POSSIBLE',
  SNET: () => 'START_NO_EARLIER_THAN',
  FNET: () => 'FINISH_NO_EARLIER_THAN',
  SNLT: isHonoured => (isHonoured ? 'START_NO_LATER_THAN' : 'SHOULD_START_NO_LATER_THAN'),
  FNLT: isHonoured => (isHonoured ? 'FINISH_NO_LATER_THAN' : 'SHOULD_FINISH_NO_LATER_THAN'),
  MSO: (isHonoured, isP6) => (isHonoured || isP6 ? 'MUST_START_ON' : 'SHOULD_START_ON'),
  MFO: (isHonoured, isP6) => (isHonoured || isP6 ? 'MUST_FINISH_ON' : 'SHOULD_FINISH_ON'),
  SO: () => 'SHOULD_START_ON',
  FO: () => 'SHOULD_FINISH_ON',
}
const UNDATED = 'AS_LATE_AS_POSSIBLE'

const ELEMENTS = {
  labour: 'LABOR',
  nonlabour: 'OTHER_DIRECT_COSTS',
  material: 'MATERIAL',
  cost: 'OTHER_DIRECT_COSTS',
} as const

const SUBTYPES: Readonly<Record<string, string>> = {
  schedule_margin: 'SCHEDULE_MARGIN',
  schedule_visibility: 'SCHEDULE_VISIBILITY_TASK',
}
const LEVELS: Readonly<Record<string, string>> = {
  slpp: 'SUMMARY_LEVEL_PLANNING_PACKAGE',
  planning_package: 'PLANNING_PACKAGE',
}

const isCleanId = (id: string): boolean => /^[!-~](?:[ -~]*[!-~])?$/.test(id) && !id.includes('  ')

export const buildSpd: Build = source => new Spd(source).build()

class Spd {
  readonly #source: Source
  readonly #parts = new Map(SPD_TABLES.map(({ name }) => [name, new RecordPart(`${name}.json`)]))
  readonly #ids: (index: number) => string
  readonly #usedCalendars: readonly number[]
  readonly #work: WorkDays

  constructor(source: Source) {
    this.#source = source
    this.#ids = textsOf(source.facts.columns.id)
    this.#usedCalendars = [...new Set([...source.calendars.ofTask, ...projectLags(source)])].sort((a, b) => a - b)
    this.#work = new WorkDays(source.calendars)
  }

  build(): Built {
    this.#metadata()
    this.#software()
    this.#project()
    this.#calendars()
    this.#tasks()
    this.#schedule()
    this.#constraints()
    this.#links()
    this.#outline()
    this.#customFields()
    this.#resources()
    const records = [...this.#parts].map(([table, { count }]) => ({ table, rows: count }))
    const parts: ZipPart[] = [textPart(SPD_FILE_TYPE_NAME, SPD_FILE_TYPE)]
    for (const part of this.#parts.values()) parts.push(part.finish())
    const { statusDay } = this.#source.facts
    const name = statusDay === DAY_ABSENT ? 'spd.zip' : `spd_${formatDay(statusDay)}.zip`
    return { records, write: () => ({ name, bytes: joinedBytes(zipOf(parts)) }) }
  }

  #metadata(): void {
    const { constants, facts, notes } = this.#source
    const part = this.#parts.get('DatasetMetadata')!
    part.open()
    for (const { name, isRequired } of SPD_TABLES.find(table => table.name === 'DatasetMetadata')!.fields) {
      const given = constants[name]
      const own =
        name === 'ReportingPeriodEndDate' && facts.statusDay !== DAY_ABSENT ? formatDay(facts.statusDay) : undefined
      if (typeof given === 'boolean') part.bool(name, given)
      else if (given !== undefined || own !== undefined) part.text(name, clean(given ?? own!))
      else
        this.#missing(
          'DatasetMetadata',
          name,
          isRequired ? 'rejected' : 'accepted',
          'No schedule says it.',
          `Give constants.${name}.`,
        ).add()
      if (given !== undefined) notes.source('DatasetMetadata', name, 'request')
      else if (own !== undefined) notes.source('DatasetMetadata', name, 'default')
    }
    part.close()
    const marking = constants.SecurityMarking
    if (typeof marking === 'string' && !/^UNCLASSIFIED(?:\/\/.*)?$/.test(marking))
      this.#missing(
        'DatasetMetadata',
        'SecurityMarking',
        'rejected',
        `${JSON.stringify(marking)} is neither UNCLASSIFIED nor begins with UNCLASSIFIED//.`,
        'Classified data does not go to the repository.',
      ).add()
  }

  #software(): void {
    const { constants, notes, project } = this.#source
    const part = this.#parts.get('SourceSoftwareMetadata')!
    const own: Readonly<Record<string, string | null>> = {
      Data_SoftwareName: project.format === null ? null : FORMAT_TITLES[project.format].replace(/^.* of /, ''),
      Data_SoftwareVersion: project.formatVersion,
      Data_SoftwareCompanyName: null,
    }
    part.open()
    for (const [name, value] of Object.entries(own)) {
      const given = constants[name] ?? value
      if (given === null) {
        const isNeeded = name === 'Data_SoftwareName'
        this.#missing(
          'SourceSoftwareMetadata',
          name,
          isNeeded ? 'rejected' : 'accepted',
          'The schedule was sent as JSON, or the file does not say it.',
          `Give constants.${name}.`,
        ).add()
        continue
      }
      part.text(name, clean(String(given)))
      notes.source('SourceSoftwareMetadata', name, constants[name] === undefined ? 'file' : 'request')
    }
    part.text('Export_SoftwareName', SERVICE)
    part.text('Export_SoftwareVersion', ENGINE_VERSION)
    part.close()
  }

  #project(): void {
    const { baseline, facts } = this.#source
    const part = this.#parts.get('ProjectScheduleData')!
    const { actualStart, actualFinish } = facts.columns
    const all = (dayOf: (i: number) => number, isLeast: boolean): number => {
      let found = DAY_ABSENT
      for (let i = 0; i < facts.taskCount; i++) {
        const day = dayOf(i)
        if (day !== DAY_ABSENT && (found === DAY_ABSENT || (isLeast ? day < found : day > found))) found = day
      }
      return found
    }
    part.open()
    const date = (name: string, day: number, effect: Effect, remedy: string): void => {
      if (day !== DAY_ABSENT) part.text(name, formatDay(day))
      else this.#missing('ProjectScheduleData', name, effect, 'The schedule does not say it.', remedy).add()
    }
    date('StatusDate', facts.statusDay, 'rejected', 'Give status_date.')
    date(
      'CurrentStartDate',
      all(i => facts.currentStart[i], true),
      'rejected',
      'Give status_date or dates of tasks.',
    )
    date(
      'CurrentFinishDate',
      all(i => facts.currentFinish[i], false),
      'rejected',
      'Give status_date or dates of tasks.',
    )
    date('BaselineStartDate', all(baseline.start, true), 'flagged', BASELINE)
    date('BaselineFinishDate', all(baseline.finish, false), 'flagged', BASELINE)
    const begun = all(i => actualStart[i], true)
    if (begun !== DAY_ABSENT) part.text('ActualStartDate', formatDay(begun))
    const isDone = facts.state.every((state, i) => state === COMPLETE || isSummary(facts.columns.taskType[i]))
    const ended = all(i => actualFinish[i], false)
    if (isDone && ended !== DAY_ABSENT) part.text('ActualFinishDate', formatDay(ended))
    part.text('DurationUnitsID', 'DAYS')
    part.close()
  }

  #calendars(): void {
    const { calendars, facts, notes } = this.#source
    const [list, shifts, exceptions] = [
      this.#parts.get('Calendars')!,
      this.#parts.get('CalendarWorkshifts')!,
      this.#parts.get('CalendarExceptions')!,
    ]
    const names = new Set<string>()
    const [from, to] = facts.span()
    const outside = notes.change(
      'CalendarExceptions',
      'ExceptionDate',
      'Exceptions before the first and after the last date of the schedule are left out.',
    )
    for (const c of this.#usedCalendars) {
      const spec = calendars.specs[c]
      const own = clean(spec.name ?? spec.id) || spec.id
      const name = names.has(own) ? `${own} (${spec.id})` : own
      if (name !== own) notes.change('Calendars', 'Name', 'Calendars of one name have their id behind it.').add()
      names.add(name)
      list.open()
      list.text('ID', this.#calendarId(c))
      list.text('Name', name)
      list.close()
      shifts.open()
      shifts.text('CalendarID', this.#calendarId(c))
      shifts.number('Ordinal', 1)
      // Sunday first
      for (const d of [6, 0, 1, 2, 3, 4, 5])
        shifts.number(`${SPD_WEEKDAYS[d]}WorkHours`, rounded(minutesOf(spec.week[d]) / 60))
      shifts.close()
      for (const { day, minutes } of daysOfException(spec, from, to, outside)) {
        exceptions.open()
        exceptions.text('CalendarID', this.#calendarId(c))
        exceptions.text('ExceptionDate', formatDay(day))
        exceptions.number('WorkHours', rounded(minutes / 60))
        exceptions.close()
      }
    }
  }

  #calendarId(c: number): string {
    const { id } = this.#source.calendars.specs[c]
    return isCleanId(id) ? id : `CALENDAR-${c + 1}`
  }

  #tasks(): void {
    const { facts, mapping, notes } = this.#source
    const { columns } = facts
    const part = this.#parts.get('Tasks')!
    const names = textsOf(columns.name)
    const [wbs, obs] = [textsOf(columns.wbsCode.values), textsOf(columns.organizationCode.values)]
    const mapped = (field: string) => mapping.of(field)
    const plain = [
      'ControlAccountID',
      'WorkPackageID',
      'IMPElementID',
      'SOWReference',
      'SubcontractorReference',
      'Comments',
    ].map(field => ({ field, mappedOf: mapped(field) }))
    const [wbsOf, obsOf, subtypeOf, levelOf, techniqueOf, otherOf] = [
      'WBSElementID',
      'OBSElementID',
      'TaskSubtypeID',
      'TaskPlanningLevelID',
      'EarnedValueTechniqueID',
      'OtherEarnedValueTechnique',
    ].map(mapped)
    const badId = this.#missing(
      'Tasks',
      'ID',
      'cannot_be_written',
      'Ids have letters beyond printable ASCII, or blanks at an end or side by side.',
      'Give the tasks other ids.',
    )
    const nameless = this.#missing('Tasks', 'Name', 'flagged', 'Tasks have no name: their id is written.', 'Name them.')
    const equal = this.#missing('Tasks', 'Name', 'flagged', 'Names of tasks are equal.', 'Name them differently.')
    const cleaned = notes.change('Tasks', 'Name', 'Tabs, line ends and double blanks become one blank.')
    const missingOf = (field: string, effect: Effect) =>
      this.#missing('Tasks', field, effect, 'Tasks have no value.', `Say in mapping.${field} where it stands.`)
    const missing = {
      WBSElementID: missingOf('WBSElementID', 'flagged'),
      EarnedValueTechniqueID: missingOf('EarnedValueTechniqueID', 'flagged'),
      ControlAccountID: missingOf('ControlAccountID', 'flagged'),
      WorkPackageID: missingOf('WorkPackageID', 'flagged'),
    }
    const noOther = this.#missing(
      'Tasks',
      'OtherEarnedValueTechnique',
      'rejected',
      'The technique is OTHER_DISCRETE or FIXED_X_Y, and no words say which.',
      'Say in mapping.OtherEarnedValueTechnique where they stand.',
    )
    const needless = notes.change(
      'Tasks',
      'OtherEarnedValueTechnique',
      'Words beside another technique than OTHER_DISCRETE or FIXED_X_Y are left out.',
    )
    const seen = new Set<string>()
    for (let i = 0; i < facts.taskCount; i++) {
      const code = columns.taskType[i]
      const type = TASK_TYPES[code - 1] ?? 'task'
      const id = this.#ids(i)
      if (!isCleanId(id)) badId.add(i)
      const sent = names(i)
      const name = clean(sent)
      if (name !== sent.trim()) cleaned.add(i)
      if (name === '') nameless.add(i)
      else if (seen.has(name)) equal.add(i)
      seen.add(name)
      part.open()
      part.text('ID', id)
      part.text('Name', name === '' ? id : name)
      const isWork = !isSummary(code)
      part.text(
        'TaskTypeID',
        isSummary(code)
          ? 'SUMMARY'
          : isLoe(code)
            ? 'HAMMOCK'
            : isMilestone(code, columns.durationDays[i])
              ? 'MILESTONE'
              : 'ACTIVITY',
      )
      const subtype = subtypeOf?.(i) ?? SUBTYPES[type]
      if (subtype !== undefined) part.text('TaskSubtypeID', subtype)
      part.text('TaskPlanningLevelID', levelOf?.(i) ?? LEVELS[type] ?? 'ACTIVITY')
      const put = (field: string, value: string | undefined, source: 'file' | 'mapping'): boolean => {
        const text = clean(value ?? '')
        if (text === '') return false
        part.text(field, text)
        notes.source('Tasks', field, source)
        return true
      }
      const element = wbsOf?.(i)
      if (
        !put(
          'WBSElementID',
          element ?? textOf(columns.wbsCode.codes[i], wbs),
          element === undefined ? 'file' : 'mapping',
        ) &&
        isWork
      )
        missing.WBSElementID.add(i)
      const organization = obsOf?.(i)
      put(
        'OBSElementID',
        organization ?? textOf(columns.organizationCode.codes[i], obs),
        organization === undefined ? 'file' : 'mapping',
      )
      for (const { field, mappedOf } of plain)
        if (
          !put(field, mappedOf?.(i), 'mapping') &&
          isWork &&
          (field === 'ControlAccountID' || field === 'WorkPackageID')
        )
          missing[field].add(i)
      const technique = techniqueOf?.(i) ?? (isLoe(code) ? 'LEVEL_OF_EFFORT' : undefined)
      if (!put('EarnedValueTechniqueID', technique, techniqueOf?.(i) === undefined ? 'file' : 'mapping') && isWork)
        missing.EarnedValueTechniqueID.add(i)
      const words = clean(otherOf?.(i) ?? '')
      if (SPD_OTHER_TECHNIQUES.includes(technique ?? '')) {
        if (!put('OtherEarnedValueTechnique', words, 'mapping')) noOther.add(i)
      } else if (words !== '') needless.add(i)
      part.close()
    }
  }

  #schedule(): void {
    const { baseline, calendars, facts, notes } = this.#source
    const { columns, result } = facts
    const part = this.#parts.get('TaskScheduleData')!
    const undated = this.#missing(
      'TaskScheduleData',
      'CurrentStartDate',
      'flagged',
      'There is no date, and none can be computed.',
      'Give status_date or the dates of the tasks.',
    )
    const unbased = this.#missing(
      'TaskScheduleData',
      'BaselineStartDate',
      'flagged',
      'Tasks have no baseline dates.',
      BASELINE,
    )
    const dates: readonly (readonly [field: string, days: Days])[] = [
      ['EarlyStartDate', facts.earlyStart],
      ['EarlyFinishDate', facts.earlyFinish],
      ['LateStartDate', facts.lateStart],
      ['LateFinishDate', facts.lateFinish],
    ]
    const floats: readonly (readonly [field: string, numbers: Numbers])[] = [
      ['FreeFloatDuration', facts.freeFloat],
      ['TotalFloatDuration', facts.totalFloat],
    ]
    const [starts, finishes] = [facts.currentStart, facts.currentFinish]
    for (let i = 0; i < facts.taskCount; i++) {
      const date = (field: string, day: number): void => {
        if (day !== DAY_ABSENT) part.text(field, formatDay(day))
      }
      const number = (field: string, value: number): void => {
        if (!Number.isNaN(value)) part.number(field, rounded(value))
      }
      const isWork = !isSummary(columns.taskType[i])
      part.open()
      part.text('TaskID', this.#ids(i))
      part.text('CalendarID', this.#calendarId(calendars.ofTask[i]))
      number('CurrentDuration', facts.durationDays[i])
      if (isWork && (starts[i] === DAY_ABSENT || finishes[i] === DAY_ABSENT)) undated.add(i)
      date('CurrentStartDate', starts[i])
      date('CurrentFinishDate', finishes[i])
      for (const [field, { values, from }] of dates) {
        date(field, values[i])
        if (from[i] > 0) notes.source('TaskScheduleData', field, from[i] === COMPUTED ? 'computed' : 'file')
      }
      for (const [field, { values, from }] of floats) {
        number(field, values[i])
        if (from[i] > 0) notes.source('TaskScheduleData', field, from[i] === COMPUTED ? 'computed' : 'file')
      }
      part.bool('OnCriticalPath', result.critical[i] === 1)
      part.bool('OnDrivingPath', result.onLongestPath[i] === 1)
      const [from, to] = [baseline.start(i), baseline.finish(i)]
      if (from === DAY_ABSENT && isWork) unbased.add(i)
      number('BaselineDuration', baseline.duration(i))
      date('BaselineStartDate', from)
      date('BaselineFinishDate', to)
      if (from !== DAY_ABSENT && starts[i] !== DAY_ABSENT)
        number('StartVarianceDuration', this.#work.between(i, from, starts[i]))
      if (to !== DAY_ABSENT && finishes[i] !== DAY_ABSENT)
        number('FinishVarianceDuration', this.#work.between(i, to + 1, finishes[i] + 1))
      number('CalculatedPercentComplete', percent(columns.percentComplete[i]))
      number('PhysicalPercentComplete', percent(columns.physicalPercentComplete[i]))
      number('RemainingDuration', facts.remainingDays[i])
      date('ActualStartDate', columns.actualStart[i])
      date('ActualFinishDate', columns.actualFinish[i])
      part.close()
    }
    notes.source('TaskScheduleData', 'OnCriticalPath', 'computed', facts.taskCount)
    notes.source('TaskScheduleData', 'OnDrivingPath', 'computed', facts.taskCount)
  }

  #constraints(): void {
    const { facts, notes } = this.#source
    const { columns } = facts
    const { constraintType, constraintDate, secondaryConstraintType, secondaryConstraintDate, deadline } = columns
    const rules = columns.setting?.rules
    const isP6 = rules?.rules !== 'ms_project'
    const isHonoured = !isP6 && rules?.honorConstraints === true
    const part = this.#parts.get('TaskConstraints')!
    const undated = notes.change('TaskConstraints', 'ConstraintDate', 'Constraints without a date are left out.')
    for (let i = 0; i < facts.taskCount; i++) {
      const written = new Set<string>()
      const put = (type: string | undefined, day: number): void => {
        if (type === undefined || written.has(type)) return
        if (day === DAY_ABSENT && type !== UNDATED) {
          undated.add(i)
          return
        }
        written.add(type)
        part.open()
        part.text('TaskID', this.#ids(i))
        part.text('ConstraintTypeID', type)
        if (type !== UNDATED) part.text('ConstraintDate', formatDay(day))
        part.close()
      }
      const word = (code: number): string | undefined =>
        CONSTRAINTS[CONSTRAINT_TYPES[code - 1] ?? '']?.(isHonoured, isP6)
      put(word(constraintType[i]), constraintDate[i])
      put(word(secondaryConstraintType[i]), secondaryConstraintDate[i])
      if (deadline[i] !== DAY_ABSENT) put('DEADLINE', deadline[i])
    }
  }

  #links(): void {
    const { calendars, facts, notes } = this.#source
    const { start, task, type, lagDays } = facts.columns.links
    const { elapsedLags, setting } = facts.columns
    const part = this.#parts.get('TaskRelationships')!
    const elapsed = notes.change(
      'TaskRelationships',
      'LagDuration',
      'Lags round the clock are written in calendar days, and name no calendar.',
    )
    const rule = setting?.rules.lagCalendar ?? 'predecessor'
    for (let s = 0; s < facts.taskCount; s++)
      for (let k = start[s]; k < start[s + 1]; k++) {
        const p = task[k]
        if (p === LINK_UNKNOWN) continue
        part.open()
        part.text('PredecessorTaskID', this.#ids(p))
        part.text('SuccessorTaskID', this.#ids(s))
        part.text('RelationshipTypeID', RELATIONS[type[k]])
        part.number('LagDuration', rounded(lagDays[k]))
        if ((elapsedLags[k] === 1 && lagDays[k] !== 0) || rule === '24_hour') {
          if (lagDays[k] !== 0) elapsed.add(s)
        } else {
          const calendar = rule === 'project' ? calendars.defaultIndex : calendars.ofTask[rule === 'successor' ? s : p]
          part.text('LagCalendarID', this.#calendarId(calendar))
        }
        part.close()
      }
  }

  #outline(): void {
    const { facts, notes } = this.#source
    const { parentId } = facts.columns
    const part = this.#parts.get('TaskOutlineStructure')!
    const parents = textsOf(parentId.values)
    const rowOf = new Map<string, number>()
    for (let i = 0; i < facts.taskCount; i++) rowOf.set(this.#ids(i), i)
    const parent = Int32Array.from({ length: facts.taskCount }, (_, i) =>
      parentId.codes[i] > 0 ? (rowOf.get(parents(parentId.codes[i] - 1)) ?? -1) : -1,
    )
    const levels = levelsOf(
      parent,
      notes.change('TaskOutlineStructure', 'ParentTaskID', 'Tasks that are above themselves stand at level 1.'),
    )
    for (let i = 0; i < facts.taskCount; i++) {
      part.open()
      part.text('TaskID', this.#ids(i))
      part.number('Level', levels[i])
      if (levels[i] > 1) part.text('ParentTaskID', this.#ids(parent[i]))
      part.close()
    }
  }

  #customFields(): void {
    const { customFields, facts } = this.#source
    if (customFields.length === 0) return
    const { codes } = facts.columns
    const entry = textsOf(codes.values)
    const [definitions, values] = [
      this.#parts.get('TaskCustomFieldDefinitions')!,
      this.#parts.get('TaskCustomFieldValues')!,
    ]
    const idOf = new Map(customFields.map((name, n) => [name, `CF${n + 1}`]))
    for (const [name, id] of idOf) {
      definitions.open()
      definitions.text('ID', id)
      definitions.text('Name', clean(name) || id)
      definitions.close()
    }
    for (let i = 0; i < facts.taskCount; i++) {
      const written = new Set<string>()
      for (let k = codes.start[i] ?? 0; k < (codes.start[i + 1] ?? 0); k++) {
        const [name = '', value = ''] = entry(codes.codes[k]).split(CODE_SEPARATOR)
        const id = idOf.get(name)
        if (id === undefined || written.has(id)) continue
        written.add(id)
        values.open()
        values.text('TaskID', this.#ids(i))
        values.text('CustomFieldID', id)
        values.text('Value', clean(value))
        values.close()
      }
    }
  }

  #resources(): void {
    const { facts, notes } = this.#source
    const { columns } = facts
    const { resources, assignments } = columns
    const names = textsOf(resources.values)
    const count = Math.max(0, resources.values.offsets.length - 1)
    const specs = new Map(
      (columns.resourceSpecs ?? []).flatMap(spec => [[spec.name ?? spec.id, spec] as const, [spec.id, spec] as const]),
    )
    const [list, part] = [this.#parts.get('Resources')!, this.#parts.get('ResourceAssignments')!]
    const renamed = notes.change(
      'Resources',
      'ID',
      'Ids of resources that are not printable ASCII are replaced by numbers.',
    )
    const ids: string[] = []
    for (let r = 0; r < count; r++) {
      const name = names(r)
      const isClean = isCleanId(name)
      if (!isClean) renamed.add()
      ids.push(isClean ? name : `RESOURCE-${r + 1}`)
      const spec = specs.get(name)
      list.open()
      list.text('ID', ids[r])
      list.text('Name', clean(spec?.name ?? name) || ids[r])
      list.text('ElementOfCostID', ELEMENTS[spec?.type ?? 'labour'])
      list.close()
    }
    for (let i = 0; i < facts.taskCount; i++) {
      for (const [r, sums] of assignedOf(columns, i)) {
        const type = specs.get(names(r))?.type ?? 'labour'
        part.open()
        part.text('ResourceID', ids[r])
        part.text('TaskID', this.#ids(i))
        const isHours = type === 'labour' || type === 'nonlabour'
        for (const [name, dollars, units] of [
          ['Budget_AtCompletion', sums.budgetedCost, sums.budgetedUnits],
          ['Estimate_ToComplete', sums.remainingCost, sums.remainingUnits],
          ['Actual_ToDate', sums.actualCost, sums.actualUnits],
        ] as const) {
          if (!Number.isNaN(dollars)) part.number(`${name}_Dollars`, rounded(dollars))
          if (isHours && !Number.isNaN(units)) part.number(`${name}_Hours`, rounded(units))
        }
        part.close()
      }
    }
    if (count === 0 || assignments === undefined)
      this.#missing(
        'ResourceAssignments',
        'Budget_AtCompletion_Dollars',
        'accepted',
        'The schedule is not loaded with hours and costs.',
        'Load it, where the contract asks for it.',
      ).add()
  }

  #missing(table: string, field: string, effect: Effect, reason: string, remedy: string) {
    return this.#source.notes.missing(table, field, { effect, reason, receiver: RECEIVER[effect], remedy })
  }
}

/** The calendar of the project, where lags count in it. */
const projectLags = ({ calendars, facts }: Source): readonly number[] =>
  facts.columns.setting?.rules.lagCalendar === 'project' && facts.columns.links.task.length > 0
    ? [calendars.defaultIndex]
    : []

const BASELINE = 'Send the baseline as baseline_schedule.'
/** By the codes of links. */
const RELATIONS = SPD_RELATIONS

const textOf = (code: number, values: (index: number) => string): string | undefined =>
  code > 0 ? values(code - 1) : undefined
const percent = (value: number): number => (Number.isNaN(value) ? value : Math.min(100, Math.max(0, value)))

/** 1 at the top; tasks that are above themselves are at the top. */
function levelsOf(parent: Int32Array, cyclic: { add: (task: number) => void }): Uint32Array {
  const levels = new Uint32Array(parent.length)
  const path: number[] = []
  const isOnPath = new Uint8Array(parent.length)
  for (let first = 0; first < parent.length; first++) {
    let i = first
    while (i >= 0 && levels[i] === 0 && isOnPath[i] === 0) {
      isOnPath[i] = 1
      path.push(i)
      i = parent[i]
    }
    let level = 0
    if (i >= 0 && levels[i] > 0) level = levels[i]
    if (i >= 0 && levels[i] === 0) cyclic.add(path.at(-1)!)
    for (let at = path.pop(); at !== undefined; at = path.pop()) {
      level++
      levels[at] = level
      isOnPath[at] = 0
    }
  }
  return levels
}
