/** A large file of Microsoft Project, seeded: per task the elements that Project 2019 writes, on one line as it saves them, two links and an assignment. */
import { random } from '../test/helpers/random.ts'

const SEED = 20261123

/** Elements in their order; each is a name, or a name and what it says where it is not 0. */
const elements = (all: Readonly<Record<string, string | number>>): string =>
  Object.entries(all)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')
/** Names of elements that say nothing here. */
const empty = (value: string, names: string): Record<string, string> =>
  Object.fromEntries(names.split(' ').map(name => [name, value]))

const guid = (n: number): string => `${(0x4117_2537 + 7 * n).toString(16).toUpperCase()}-DBD2-E811-AC3F-4CEDDE6E5B57`

const WEEK = Array.from({ length: 7 }, (_, d) =>
  d === 0 || d === 6
    ? `<WeekDay>${elements({ DayType: d + 1, DayWorking: 0 })}</WeekDay>`
    : `<WeekDay>${elements({ DayType: d + 1, DayWorking: 1 })}<WorkingTimes>${[
        ['08:00:00', '12:00:00'],
        ['13:00:00', '17:00:00'],
      ]
        .map(([FromTime = '', ToTime = '']) => `<WorkingTime>${elements({ FromTime, ToTime })}</WorkingTime>`)
        .join('')}</WorkingTimes></WeekDay>`,
).join('')

export function largeMsProjectXml(taskCount: number): Buffer {
  const next = random(SEED)
  const whole = (below: number): number => Math.floor(next() * below)
  const date = (day: number, time: string): string =>
    `${new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)}T${time}:00`
  const parts = [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Project xmlns="http://schemas.microsoft.com/project">',
    elements({ SaveVersion: 14, Name: 'Large.xml', ScheduleFromStart: 1, StartDate: date(0, '08:00') }),
    elements({ CalendarUID: 1, MinutesPerDay: 480, StatusDate: date(200, '17:00') }),
    `<Calendars><Calendar>${elements({ UID: 1, Name: 'Standard', IsBaseCalendar: 1, BaseCalendarUID: -1 })}<WeekDays>${WEEK}</WeekDays></Calendar></Calendars><Tasks>`,
  ]
  for (let i = 1; i <= taskCount; i++) {
    const [day, days] = [whole(1_500), 1 + whole(20)]
    const isDone = day < 200
    const [from, to] = [date(day, '08:00'), date(day + days, '17:00')]
    const lasts = `PT${8 * days}H0M0S`
    parts.push(
      '<Task>',
      elements({ UID: i, GUID: guid(i), ID: i, Name: `Install section ${i}` }),
      elements({ Active: 1, Manual: 0, Type: 0, IsNull: 0, CreateDate: from, WBS: `1.${i}`, OutlineNumber: `1.${i}` }),
      elements({ OutlineLevel: 1, Priority: 500, Start: from, Finish: to, Duration: lasts, ManualStart: from }),
      elements({ ManualFinish: to, ManualDuration: lasts, DurationFormat: 7, FreeformDurationFormat: 7, Work: lasts }),
      elements(empty('0', 'ResumeValid EffortDriven Recurring OverAllocated Estimated Milestone Summary')),
      elements(empty('0', 'DisplayAsSummary Critical IsSubproject IsSubprojectReadOnly ExternalTask')),
      elements({ EarlyStart: from, EarlyFinish: to, LateStart: from, LateFinish: to }),
      elements(empty('0', 'StartVariance FinishVariance WorkVariance FreeSlack')),
      elements({ TotalSlack: 4_800 * whole(40), StartSlack: 9_600, FinishSlack: 9_600, FixedCost: 0 }),
      elements({ FixedCostAccrual: 3, PercentComplete: isDone ? 100 : 0, PercentWorkComplete: 0, Cost: 0 }),
      elements({
        OvertimeCost: 0,
        OvertimeWork: 'PT0H0M0S',
        ...(isDone ? { ActualStart: from, ActualFinish: to } : {}),
      }),
      elements({ ActualDuration: 'PT0H0M0S', ActualCost: 0, ActualOvertimeCost: 0, ActualWork: 'PT0H0M0S' }),
      elements(empty('PT0H0M0S', 'ActualOvertimeWork RegularWork')),
      elements({ RemainingDuration: isDone ? 'PT0H0M0S' : lasts, RemainingCost: 0, RemainingWork: 'PT0H0M0S' }),
      elements({ RemainingOvertimeCost: 0, RemainingOvertimeWork: 'PT0H0M0S', ACWP: '0.00', CV: '0.00' }),
      elements({ ConstraintType: 0, CalendarUID: -1, LevelAssignments: 1, LevelingCanSplit: 1, LevelingDelay: 0 }),
      elements({ LevelingDelayFormat: 8, ...empty('0', 'IgnoreResourceCalendar HideBar Rollup') }),
      elements({ BCWS: '0.00', BCWP: '0.00', PhysicalPercentComplete: 0, EarnedValueMethod: 0 }),
    )
    for (let n = 0; n < 2 && i > 1; n++)
      parts.push(
        '<PredecessorLink>',
        elements({ PredecessorUID: Math.max(1, i - 1 - whole(50)), Type: whole(8) === 0 ? 3 : 1, CrossProject: 0 }),
        elements({ LinkLag: whole(6) === 0 ? 4_800 * whole(5) : 0, LagFormat: 7 }),
        '</PredecessorLink>',
      )
    parts.push(elements({ IsPublished: 1, CommitmentType: 0 }), '</Task>')
  }
  parts.push('</Tasks><Resources>')
  for (let n = 1; n <= 40; n++)
    parts.push(`<Resource>${elements({ UID: n, ID: n, Name: `Crew ${n}`, Type: 1, IsNull: 0 })}</Resource>`)
  parts.push('</Resources><Assignments>')
  for (let i = 1; i <= taskCount; i++)
    parts.push(
      `<Assignment>${elements({ UID: i, GUID: guid(i), TaskUID: i, ResourceUID: 1 + whole(40) })}`,
      elements(empty('0', 'PercentWorkComplete ActualCost ActualOvertimeCost')),
      elements({ ActualOvertimeWork: 'PT0H0M0S', ActualWork: 'PT0H0M0S', ACWP: '0.00' }),
      elements(empty('0', 'Confirmed Cost CostRateTable RateScale CostVariance CV Delay')),
      elements({ Finish: date(whole(1_500), '17:00'), ...empty('0', 'FinishVariance WorkVariance') }),
      elements(empty('0', 'HasFixedRateUnits FixedMaterial LevelingDelay LinkedFields Milestone Overallocated')),
      elements({
        OvertimeCost: 0,
        ...empty('PT0H0M0S', 'OvertimeWork RegularWork RemainingOvertimeWork RemainingWork'),
      }),
      elements({
        ...empty('0', 'ResponsePending StartVariance Units UpdateNeeded VAC'),
        Work: `PT${8 * whole(20)}H0M0S`,
      }),
      elements({ WorkContour: 0, BCWS: '0.00', BCWP: '0.00', BookingType: 0, BudgetCost: 0, BudgetWork: 'PT0H0M0S' }),
      '</Assignment>',
    )
  parts.push('</Assignments></Project>')
  return Buffer.from(parts.join(''))
}
