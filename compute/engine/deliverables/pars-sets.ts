/** The other data sets of the upload: links (DS05), resources of tasks (DS06), calendars and their exceptions (DS19, DS20). */
import { DAY_ABSENT, LINK_UNKNOWN, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { RELATION_TYPES } from '../../../shared/contract/schedule/fields.ts'
import { specsByCode } from '../../../shared/contract/schedule/resources.ts'
import type { Shifts } from '../../../shared/contract/schedule/setting.ts'
import { formatTime, MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import { lastDayOfWork } from '../cpm/clocked-dates.ts'
import { NOT_STARTED } from '../kind/states.ts'
import { deliveredIds, joinedAssignments, SEVERAL } from './assigned.ts'
import { daysOfException } from './calendars.ts'
import { textsOf } from './facts.ts'
import { OF_ENGINE, OF_MAPPING } from './notes.ts'
import type { ParsPackage, Sent } from './pars-package.ts'
import { cent } from './pars-values.ts'
import { clean, type RecordPart } from './record-part.ts'

const WEEKDAYS = ['01_Mon', '02_Tue', '03_Wed', '04_Thu', '05_Fri', '06_Sat', '07_Sun'] as const
const SHIFTS = ['A', 'B', 'C'] as const
const RESOURCE_TYPES = { labour: 'labor', nonlabour: 'nonlabor', material: 'material', cost: 'nonlabor' } as const
const ELEMENTS = { labour: 'labor', nonlabour: 'ODC', material: 'material', cost: 'ODC' } as const
const RESOURCE_ID_MAX = 50
const RESOURCE_NAME_MAX = 100

export function links(pars: ParsPackage, { type, facts }: Sent): void {
  const { notes } = pars.source
  const { start, task, type: kinds, lagDays } = facts.columns.links
  const { elapsedLags, id } = facts.columns
  const part = pars.part('DS05')
  const elapsed = notes.change('DS05', 'lag_days', 'Lags round the clock are written in calendar days.')
  for (let s = 0; s < facts.taskCount; s++)
    for (let k = start[s]; k < start[s + 1]; k++) {
      if (task[k] === LINK_UNKNOWN) continue
      if (elapsedLags[k] === 1 && lagDays[k] !== 0) elapsed.add(s)
      part.open()
      part.text('schedule_type', type)
      part.textOf('task_ID', id, s)
      part.textOf('predecessor_task_ID', id, task[k])
      part.text('type', RELATION_TYPES[kinds[k]])
      part.number('lag_days', cent(lagDays[k]))
      pars.subprojectOf(part)
      if (pars.subproject !== undefined) part.text('predecessor_subproject_ID', pars.subproject)
      part.close()
    }
}

export function resources(pars: ParsPackage, { type, facts, calendars, calendarNames }: Sent): void {
  const { notes } = pars.source
  const { columns } = facts
  const part = pars.part('DS06')
  const described = describedResources(columns)
  const unvalued = notes.change(
    'DS06',
    'budget_dollars',
    'Amounts that the schedule does not say are written as 0, as the schema wants numbers.',
  )
  const elementOf = (type === 'FC' ? pars.source.mapping : pars.source.baselineMapping!).ofAssignments(
    'element_of_cost',
  )
  const elementless = pars.missing(
    'DS06',
    'EOC',
    'flagged',
    'Work has no element of cost.',
    'Say in mapping.element_of_cost what its values become, or otherwise.',
  )
  const sources = notes.sourceRows('DS06', 'EOC')
  const { columns: assigned, joined } = joinedAssignments(columns)
  const several = notes.change('DS06', 'resource_ID', SEVERAL)
  for (const i of joined) several.add(i)
  for (let i = 0; i < facts.taskCount; i++)
    for (let k = assigned.start[i]; k < assigned.start[i + 1]; k++) {
      const r = assigned.resource[k]
      const { name, id, shown, type: resourceType } = described[r]
      const [from, to] = [assigned.begin[k], assigned.end[k]]
      const begin = Number.isNaN(from) ? facts.currentStart[i] : Math.floor(from / MINUTES_PER_DAY)
      const end = Number.isNaN(to) ? facts.currentFinish[i] : lastDayOfWork(from, to)
      if (begin === DAY_ABSENT || end === DAY_ABSENT || name === '') continue
      part.open()
      part.text('schedule_type', type)
      part.textOf('task_ID', columns.id, i)
      part.text('resource_ID', id)
      part.text('resource_name', shown)
      part.text('type', RESOURCE_TYPES[resourceType])
      const element = elementOf === undefined ? ELEMENTS[resourceType] : elementOf(i, r)
      if (element === undefined) elementless.add(i)
      else part.text('EOC', element)
      sources[elementOf === undefined ? OF_ENGINE : OF_MAPPING]++
      part.day('start_date', begin)
      part.day('finish_date', Math.max(begin, end))
      let isKnown = true
      for (const [field, amount] of AMOUNTS) {
        const value = assigned[amount][k] ?? Number.NaN
        if (Number.isNaN(value)) isKnown = false
        part.number(field, cent(value || 0))
      }
      if (!isKnown) unvalued.add(i)
      part.text('UOM', resourceType === 'material' ? 'EA' : resourceType === 'cost' ? 'USD' : 'h')
      const { minutesPerDay } = calendars.specs[calendars.ofTask[i]]
      const lag = cent(((assigned.lagHours[k] || 0) * 60) / minutesPerDay)
      part.number('lag_planned_days', lag)
      part.number('lag_remaining_days', facts.state[i] === NOT_STARTED ? lag : 0)
      part.text('calendar_name', calendarNames[calendars.ofTask[i]])
      pars.subprojectOf(part)
      part.close()
    }
}

const AMOUNTS = [
  ['budget_dollars', 'budgetedCost'],
  ['actual_dollars', 'actualCost'],
  ['remaining_dollars', 'remainingCost'],
  ['budget_units', 'budgetedUnits'],
  ['actual_units', 'actualUnits'],
  ['remaining_units', 'remainingUnits'],
] as const

/** By the code of the column: what DS06 says of each resource; without a name it says nothing. */
function describedResources(columns: ScheduleColumns) {
  const specs = specsByCode(columns)
  const ids = deliveredIds(specs)
  const textOf = textsOf(columns.resources.values)
  return specs.map((spec, r) => {
    const name = clean(textOf(r))
    const id = clean(ids[r] ?? name) || name
    return {
      name,
      id: id.slice(0, RESOURCE_ID_MAX),
      shown: (clean(spec?.name ?? spec?.id ?? name) || id).slice(0, RESOURCE_NAME_MAX),
      type: spec?.type ?? ('labour' as const),
    }
  })
}

export function calendars(pars: ParsPackage): void {
  const { baselineFacts, facts, notes } = pars.source
  const [week, exceptions] = [pars.part('DS19'), pars.part('DS20')]
  const [from, to] = facts.span()
  const [before, after] = baselineFacts?.span() ?? [from, to]
  const outside = notes.change(
    'DS20',
    'exception_date',
    'Days of exceptions before the first and after the last date of the schedules are left out.',
  )
  outside.isLeftOut = true
  const joined = notes.change(
    'DS19',
    'std_01_Mon_shift_C_start_time',
    'More than three shifts of a day: those behind the second are one.',
  )
  const midnight = notes.change('DS19', 'std_01_Mon_shift_A_stop_time', 'Work up to midnight ends at 23:59.')
  for (const [name, spec] of pars.calendarsByName) {
    week.open()
    week.text('calendar_name', name)
    week.number('hours_per_day', cent(spec.minutesPerDay / 60))
    for (const [d, shifts] of spec.week.entries()) shiftsOf(week, `std_${WEEKDAYS[d]}`, shifts, joined, midnight)
    pars.subprojectOf(week)
    week.close()
    for (const { day, minutes, shifts } of daysOfException(
      spec,
      Math.min(from, before),
      Math.max(to, after),
      outside,
    )) {
      exceptions.open()
      exceptions.text('calendar_name', name)
      exceptions.day('exception_date', day)
      // Y: the whole day is the exception, and has no shifts; N: its shifts follow
      exceptions.text('exception_work_day', minutes === 0 ? 'Y' : 'N')
      shiftsOf(exceptions, 'exception', shifts, joined, midnight)
      pars.subprojectOf(exceptions)
      exceptions.close()
    }
  }
}

function shiftsOf(
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
