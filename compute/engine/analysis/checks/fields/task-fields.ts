/** The named values of a task, each declared once: what a condition of any catalogue may read. */
import { DAY_ABSENT, type ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'
import {
  CONSTRAINT_TYPES,
  DAY_COLUMNS,
  type DayColumn,
  RELATION_TYPES,
  TASK_FIELDS,
  TASK_TYPES,
} from '../../../../../shared/contract/schedule/fields.ts'
import { hasColumn } from '../../../../../shared/contract/schedule/present-columns.ts'
import { textAt } from '../../../../../shared/contract/schedule/text.ts'
import { bestFinish, bestStart } from '../../../calendar/best-dates.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import {
  isLoe,
  isMilestoneType,
  isPlanningPackage,
  isSummary,
  SCHEDULE_VISIBILITY,
  taskTypeCode,
} from '../../../kind/participation.ts'
import { isHard } from '../../../metrics/constraints.ts'
import { heldEnds } from '../../../population/live-links.ts'
import { openEndsOf } from '../../../population/open-ends.ts'
import { COMPLETE, IN_PROGRESS, isOutOfState, NOT_STARTED } from '../../../population/progress.ts'
import { isLoaded, isMilestoneTask } from '../../../population/task-states.ts'
import { CodedTexts, MAPPED_FIELDS, type MappedName, mappedValues } from './mapping.ts'
import { computedDates, dayAt, type Measured, Missing, type Values } from './measured.ts'

type At<Value> = (row: number) => Value

export interface Field {
  readonly name: string
  readonly kind: Values['kind']
  /** What it is, for the page and the catalogue; with its unit. */
  readonly about: string
  readonly make: (of: Measured) => At<number> | At<string> | Missing
}

const ofNumber = (name: string, about: string, make: (of: Measured) => At<number> | Missing): Field => ({
  name,
  kind: 'number',
  about,
  make,
})
const ofDay = (name: string, about: string, make: (of: Measured) => At<number> | Missing): Field => ({
  name,
  kind: 'day',
  about,
  make,
})
export const ofFlag = (name: string, about: string, make: (of: Measured) => At<boolean> | Missing): Field => ({
  name,
  kind: 'flag',
  about,
  make: of => {
    const test = make(of)
    return test instanceof Missing ? test : row => (test(row) ? 1 : 0)
  },
})
export const ofText = (name: string, about: string, make: (of: Measured) => At<string> | Missing): Field => ({
  name,
  kind: 'text',
  about,
  make,
})
export { ofDay, ofNumber }

export const CYCLE = new Missing('a critical path; the dependencies form a cycle')
const isDay = (day: number): boolean => day !== DAY_ABSENT

/** Fields that are a column of the schedule as it was sent. */
const fieldAbout = (column: string): string => TASK_FIELDS.find(field => field.column === column)!.description
const PLAIN_DAYS: readonly DayColumn[] = DAY_COLUMNS.filter(
  column =>
    !['earlyStart', 'earlyFinish', 'lateStart', 'lateFinish', 'externalEarlyStart', 'externalLateFinish'].includes(
      column,
    ),
)
const nameOf = (column: string): string => TASK_FIELDS.find(field => field.column === column)!.name
const plainDays = PLAIN_DAYS.map(column =>
  ofDay(
    nameOf(column),
    fieldAbout(column),
    ({ columns }) =>
      i =>
        dayAt(columns[column][i]),
  ),
)

const NUMBER_COLUMNS = [
  'percentComplete',
  'physicalPercentComplete',
  'remainingDurationDays',
  'budgetedCost',
  'earnedValue',
  'levelingDelayDays',
] as const
const plainNumbers = NUMBER_COLUMNS.map(column =>
  ofNumber(
    nameOf(column),
    fieldAbout(column),
    ({ columns }) =>
      i =>
        columns[column][i],
  ),
)

const CODED = ['wbsCode', 'wbsName', 'organizationCode', 'calendarId', 'parentId'] as const
const coded = CODED.map(column =>
  ofText(nameOf(column), fieldAbout(column), ({ columns }) => {
    const texts = new CodedTexts(columns[column])
    return i => texts.at(i)
  }),
)

const DATES = {
  early_start: 'earlyStart',
  early_finish: 'earlyFinish',
  late_start: 'lateStart',
  late_finish: 'lateFinish',
} as const

/** As the schedule has them where any of its tasks has one, else as the critical-path method computes them. */
const networkDays = Object.entries(DATES).map(([name, column]) =>
  ofDay(name, `${name.replace('_', ' ')}: of the file, computed where no task of it has one`, of => {
    if (hasColumn(of.columns, column)) return i => dayAt(of.columns[column][i])
    const dates = computedDates(of)
    return dates === undefined ? CYCLE : i => dayAt(dates[column][i])
  }),
)

const enumText =
  (values: readonly string[], column: Uint8Array): At<string> =>
  i =>
    values[column[i] - 1] ?? ''

const kindFlag = (name: string, about: string, test: (kind: number) => boolean): Field =>
  ofFlag(
    name,
    about,
    ({ tasks: { kind } }) =>
      i =>
        test(kind[i]),
  )
const stateFlag = (name: string, about: string, test: (state: number) => boolean): Field =>
  ofFlag(
    name,
    about,
    ({ tasks: { state } }) =>
      i =>
        test(state[i]),
  )

const MARGIN = taskTypeCode('schedule_margin')

const kinds: readonly Field[] = [
  kindFlag('is_summary', 'a summary', isSummary),
  kindFlag('is_loe', 'level of effort', isLoe),
  ofFlag(
    'is_milestone',
    'a milestone: by its type, or a task whose duration is 0',
    ({ tasks }) =>
      i =>
        isMilestoneTask(tasks, i),
  ),
  ofFlag(
    'is_typed_milestone',
    'a milestone by its type, whatever its duration',
    ({ columns }) =>
      i =>
        isMilestoneType(columns.taskType[i]),
  ),
  kindFlag('is_planning_package', 'a planning package, or one at summary level', isPlanningPackage),
  kindFlag('is_slpp', 'a planning package at summary level', kind => kind === taskTypeCode('slpp')),
  kindFlag('is_margin', 'schedule margin', kind => kind === MARGIN),
  kindFlag('is_visibility', 'a schedule visibility task', kind => kind === SCHEDULE_VISIBILITY),
  stateFlag('is_complete', 'complete', state => state === COMPLETE),
  stateFlag('is_incomplete', 'not complete', state => state !== COMPLETE),
  stateFlag('is_in_progress', 'in progress', state => state === IN_PROGRESS),
  stateFlag('is_not_started', 'not started', state => state === NOT_STARTED),
]

const own: readonly Field[] = [
  ofText(
    'id',
    'id',
    ({ columns }) =>
      i =>
        textAt(columns.id, i),
  ),
  ofText(
    'name',
    'name',
    ({ columns }) =>
      i =>
        textAt(columns.name, i),
  ),
  ofText('type', 'task_type as it was sent; task where none was', ({ columns }) => {
    const read = enumText(TASK_TYPES, columns.taskType)
    return i => read(i) || 'task'
  }),
  ofText('constraint_type', 'constraint_type', ({ columns }) => enumText(CONSTRAINT_TYPES, columns.constraintType)),
  ofText('secondary_constraint_type', 'secondary_constraint_type', ({ columns }) =>
    enumText(CONSTRAINT_TYPES, columns.secondaryConstraintType),
  ),
  ofNumber(
    'duration_days',
    'duration in days of the calendar; none where it is unknown',
    ({ durations }) =>
      i =>
        durations.missing[i] === 1 ? Number.NaN : durations.days[i],
  ),
  ofNumber(
    'given_duration_days',
    'duration_days as it was sent',
    ({ columns }) =>
      i =>
        columns.durationDays[i],
  ),
  ofNumber(
    'baseline_duration_days',
    'baseline_duration_days as it was sent',
    ({ columns }) =>
      i =>
        columns.baselineDurationDays[i],
  ),
  ofNumber(
    'actual_duration_days',
    'days of the calendar of the project from the actual start to the actual finish, or to the status date; both included, 0 of a milestone',
    ({ columns, choice, statusDay }) =>
      i => {
        if (isMilestoneType(columns.taskType[i])) return 0
        const last = isDay(columns.actualFinish[i]) ? columns.actualFinish[i] : statusDay
        return isDay(columns.actualStart[i]) && isDay(last)
          ? choice.calendar.daysBetween(columns.actualStart[i], last)
          : Number.NaN
      },
  ),
  ofNumber(
    'actual_and_remaining_days',
    'actual and remaining duration in days; nothing remains of a complete task that does not say so',
    of => {
      const actual = byName('actual_duration_days').make(of) as At<number>
      const { columns, tasks } = of
      return i => {
        const left = columns.remainingDurationDays[i]
        return actual(i) + (Number.isNaN(left) && tasks.state[i] === COMPLETE ? 0 : left)
      }
    },
  ),
  ofNumber(
    'fraction_of_day',
    'what the duration has beyond whole days',
    ({ durations }) =>
      i =>
        durations.days[i] % 1,
  ),
  ofNumber(
    'id_length',
    'signs of the id',
    ({ columns }) =>
      i =>
        textAt(columns.id, i).length,
  ),
  ofFlag(
    'is_remaining_by_percent',
    'remaining_duration_days is what the percent leaves of the duration',
    ({ columns, durations }) =>
      i => {
        const left = (durations.days[i] * (100 - columns.percentComplete[i])) / 100
        return Math.abs(columns.remainingDurationDays[i] - left) < 1e-6
      },
  ),
  ofFlag('is_retained_logic', 'the schedule is computed with retained logic; 1 task stands for it', ({ columns }) =>
    columns.setting === undefined
      ? new Missing('scheduling_options of the file')
      : i => i === 0 && columns.setting!.rules.progress === 'retained_logic',
  ),
  ofFlag('is_date_changed', 'recalculation gives another early finish than the file has', of => {
    if (!hasColumn(of.columns, 'earlyFinish')) return new Missing('early dates of the file')
    const dates = computedDates(of)
    const { earlyFinish } = of.columns
    return dates === undefined ? CYCLE : i => isDay(earlyFinish[i]) && earlyFinish[i] !== dates.earlyFinish[i]
  }),
  ofNumber('early_span_days', 'calendar days from early start to early finish, not inclusive', of => spanOf(of)),
  ofNumber(
    'span_deviation',
    'how far early_span_days is from duration_days as it was sent, as a part of that; none where that is 0 or missing',
    of => {
      const span = spanOf(of)
      if (span instanceof Missing) return span
      return i => {
        const days = of.columns.durationDays[i]
        return days === 0 ? Number.NaN : Math.abs(span(i) - days) / Math.abs(days)
      }
    },
  ),
  ofFlag('is_calendar_known', 'calendar_id is the id of a calendar', ({ columns }) => {
    const { setting } = columns
    if (setting === undefined) return new Missing('calendars')
    const known = new Set(setting.calendars.map(({ id }) => id))
    const texts = new CodedTexts(columns.calendarId)
    return i => known.has(texts.at(i))
  }),
  ofNumber(
    'total_float_days',
    'total float in days: of the file, else computed',
    ({ floats }) =>
      i =>
        floats.days[i],
  ),
  ofNumber('free_float_days', 'free float in days: of the file where any task has one, else computed', of => {
    if (hasColumn(of.columns, 'freeFloatDays')) return i => of.columns.freeFloatDays[i]
    const { cpm } = of.network
    return cpm === undefined ? CYCLE : i => cpm.result.freeFloat[i]
  }),
  ofFlag('is_on_driving_path', 'on the longest path: a chain of driving links to the finish', ({ network: { cpm } }) =>
    cpm === undefined ? CYCLE : i => cpm.result.onLongestPath[i] === 1,
  ),
  ofFlag('is_critical', 'critical', ({ network: { cpm } }) =>
    cpm === undefined ? CYCLE : i => cpm.result.critical[i] === 1,
  ),
  ofFlag(
    'has_hard_constraint',
    'MSO, MFO, SO, FO, SNLT or FNLT',
    ({ columns }) =>
      i =>
        isHard(columns, i),
  ),
  ofNumber(
    'resource_count',
    'resources named',
    ({ columns: { resources } }) =>
      i =>
        resources.start[i + 1] - resources.start[i],
  ),
  ofFlag(
    'is_loaded',
    'has a resource or a budget',
    ({ columns }) =>
      i =>
        isLoaded(columns, i),
  ),
  ofFlag(
    'has_float_rationale',
    'custom_field_map has a rationale of the float',
    ({ columns }) =>
      i =>
        columns.floatRationale[i] === 1,
  ),
  ofDay('status_date', 'status date of the request', ({ statusDay }) =>
    isDay(statusDay) ? () => statusDay : new Missing('status_date'),
  ),
  ofDay(
    'start',
    'actual start, else forecast start, else planned start',
    ({ columns }) =>
      i =>
        dayAt(bestStart(columns, i)),
  ),
  ofDay(
    'finish',
    'actual finish, else forecast finish, else planned finish',
    ({ columns }) =>
      i =>
        dayAt(bestFinish(columns, i)),
  ),
]

const byName = (name: string): Field => PLAIN_TASK_FIELDS.find(field => field.name === name)!

function spanOf(of: Measured): At<number> | Missing {
  const start = byName('early_start').make(of)
  const finish = byName('early_finish').make(of)
  if (start instanceof Missing) return start
  return i => (finish as At<number>)(i) - (start as At<number>)(i)
}

/** Links into each task, by what they are. */
function countLinks(columns: ScheduleColumns, test: (k: number, s: number) => boolean): Uint32Array {
  const counts = zeros(Uint32Array, columns.taskCount)
  for (let s = 0; s < columns.taskCount; s++)
    for (let k = columns.links.start[s]; k < columns.links.start[s + 1]; k++) if (test(k, s)) counts[s]++
  return counts
}
const linkCount = (
  name: string,
  about: string,
  test: (columns: ScheduleColumns, k: number, s: number, of: Measured) => boolean,
): Field =>
  ofNumber(name, about, of => {
    const counts = countLinks(of.columns, (k, s) => test(of.columns, k, s, of))
    return i => counts[i]
  })

const logic: readonly Field[] = [
  ofNumber(
    'predecessor_count',
    'links into the task',
    ({ columns: { links } }) =>
      i =>
        links.start[i + 1] - links.start[i],
  ),
  ofNumber('successor_count', 'links out of the task', ({ columns }) => {
    const counts = zeros(Uint32Array, columns.taskCount)
    for (const p of columns.links.task) if (p >= 0) counts[p]++
    return i => counts[i]
  }),
  linkCount('lag_count', 'links into the task with a positive lag', ({ links }, k) => links.lagDays[k] > 0),
  linkCount('lead_count', 'links into the task with a negative lag', ({ links }, k) => links.lagDays[k] < 0),
  ...RELATION_TYPES.map((type, code) =>
    linkCount(`${type.toLowerCase()}_count`, `${type} links into the task`, ({ links }, k) => links.type[k] === code),
  ),
  linkCount(
    'broken_link_count',
    'links into the task that its progress has broken: it went ahead of a predecessor',
    ({ links }, k, s, { tasks: { state } }) =>
      links.task[k] >= 0 && isOutOfState(links.type[k], state[s], state[links.task[k]]),
  ),
  ofFlag('has_open_start', 'no predecessor; the start of the project is exempt', of => {
    const { start } = openEndsOf(everyone(of), of.network.live, of.network.terminals)
    return i => start[i] === 1
  }),
  ofFlag('has_open_finish', 'no successor; the finish of the project is exempt', of => {
    const { finish } = openEndsOf(everyone(of), of.network.live, of.network.terminals)
    return i => finish[i] === 1
  }),
  ofFlag(
    'has_free_start',
    'no FS or SS link leads into it; the start of the project is exempt',
    ({ columns, network }) => {
      const { start } = heldEnds(columns.links, network.live)
      return i => start[i] === 0 && i !== network.terminals.exemptStart
    },
  ),
  ofFlag(
    'has_free_finish',
    'no FS or FF link leads out of it; the finish of the project is exempt',
    ({ columns, network }) => {
      const { finish } = heldEnds(columns.links, network.live)
      return i => finish[i] === 0 && i !== network.terminals.exemptFinish
    },
  ),
]

const everyone = ({ columns }: Measured): Uint8Array => zeros(Uint8Array, columns.taskCount).fill(1)

/** What tasks have in common with others, by text. */
export function countedAlike(count: number, keyOf: (row: number) => string | undefined): At<number> {
  const counts = new Map<string, number>()
  const keys: (string | undefined)[] = []
  for (let i = 0; i < count; i++) {
    const key = keyOf(i)
    keys.push(key)
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return i => {
    const key = keys[i]
    return key === undefined ? Number.NaN : counts.get(key)!
  }
}

const shared: readonly Field[] = [
  ofNumber('same_id_count', 'tasks with this id', ({ columns }) =>
    countedAlike(columns.taskCount, i => textAt(columns.id, i)),
  ),
  ofNumber('same_name_count', 'tasks with this name, capitals or not; none where it has no name', ({ columns }) =>
    countedAlike(columns.taskCount, i => textAt(columns.name, i).toLowerCase() || undefined),
  ),
  ofNumber('same_short_name_count', 'tasks whose name begins with the same 30 signs, capitals or not', ({ columns }) =>
    countedAlike(columns.taskCount, i => textAt(columns.name, i).slice(0, 30).toLowerCase() || undefined),
  ),
  ofNumber(
    'name_word_count',
    'words of the name',
    ({ columns }) =>
      i =>
        words(textAt(columns.name, i)),
  ),
]

/** Words between blanks. */
export const words = (text: string): number => text.split(' ').filter(word => word !== '').length

/** A level is a number, the others are texts. */
const NUMERIC: readonly MappedName[] = ['milestone_level', 'percent_units']

const mapped = (Object.entries(MAPPED_FIELDS) as [MappedName, string][])
  .filter(([name]) => name !== 'element_of_cost' && name !== 'subtype' && name !== 'subproject')
  .map(([name, about]): Field => {
    const values = ({ columns, mapping }: Measured) =>
      mappedValues(columns, mapping, name) ?? new Missing(`mapping.${name} (${about})`)
    if (!NUMERIC.includes(name))
      return ofText(name, `mapping.${name}: ${about}`, of => {
        const made = values(of)
        return made instanceof Missing ? made : (made.at as At<string>)
      })
    return ofNumber(name, `mapping.${name}: ${about}`, of => {
      const made = values(of)
      return made instanceof Missing ? made : row => numberOf((made.at as At<string>)(row))
    })
  })

/** Words of the reasons that a mapping gives; none where there is no text. */
const wordCounts = mapped
  .filter(({ name, kind }) => kind === 'text' && (name.endsWith('_reason') || /justification|description/.test(name)))
  .map(({ name, make }) =>
    ofNumber(`${name}_words`, `words of ${name}; none without a text`, of => {
      const made = make(of)
      return made instanceof Missing ? made : row => words((made as At<string>)(row)) || Number.NaN
    }),
  )

/** Mapped fields that a rule reads where they are known, and does without where they are not. */
const known = (['evt', 'milestone_level', 'percent_units'] as const).map((name): Field => {
  const field = mapped.find(each => each.name === name)!
  const about = `${name} where a mapping gives it, else none`
  const make = (of: Measured) => {
    const made = field.make(of)
    return made instanceof Missing ? () => (field.kind === 'text' ? '' : Number.NaN) : made
  }
  return { name: `known_${name}`, kind: field.kind, about, make: make as Field['make'] }
})

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))

/** The subtype by the mapping, else by the types of tasks where any is margin or visibility. */
const subtypes: readonly Field[] = [
  ofText('subtype', 'SVT, ZBA or SM: mapping.subtype, else by task_type', of => {
    const { columns, mapping, tasks } = of
    const made = mappedValues(columns, mapping, 'subtype')
    if (made !== undefined) return made.at as At<string>
    const ofKind = (i: number): string =>
      tasks.kind[i] === SCHEDULE_VISIBILITY ? 'SVT' : tasks.kind[i] === MARGIN ? 'SM' : ''
    for (let i = 0; i < columns.taskCount; i++) if (ofKind(i) !== '') return ofKind
    return new Missing(`mapping.subtype (${MAPPED_FIELDS.subtype})`)
  }),
  ofText('known_subtype', 'the subtype where it is known, else none', of => {
    const made = subtypes[0].make(of)
    return made instanceof Missing ? () => '' : (made as At<string>)
  }),
  ofText('subproject', 'mapping.subproject; none without it', ({ columns, mapping }) => {
    const made = mappedValues(columns, mapping, 'subproject')
    return made === undefined ? () => '' : (made.at as At<string>)
  }),
]

export const PLAIN_TASK_FIELDS: readonly Field[] = [
  ...own,
  ...kinds,
  ...plainDays,
  ...plainNumbers,
  ...coded,
  ...networkDays,
  ...logic,
  ...shared,
  ...mapped,
  ...wordCounts,
  ...known,
  ...subtypes,
]
