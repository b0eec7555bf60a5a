/** Dates, floats and variances of tasks, and the constraints on them. */

import { SPD_DATE_FAULTS } from '../../../shared/contract/deliverables/spd-fields.ts'
import { DAY_ABSENT } from '../../../shared/contract/schedule/columns.ts'
import { CONSTRAINT_TYPES } from '../../../shared/contract/schedule/fields.ts'
import { isSummary } from '../kind/participation.ts'
import { COMPUTED, type Days, isOnDrivingPath, NOWHERE, type Numbers } from './facts.ts'
import { OF_ENGINE, OF_FILE } from './notes.ts'
import { baselineRemedy, rounded, type SpdPackage } from './spd-package.ts'

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

export function taskDates(spd: SpdPackage): void {
  const { baseline, calendars, facts, notes } = spd.source
  const { columns, result } = facts
  const part = spd.part('TaskScheduleData')
  const undated = spd.missing(
    'TaskScheduleData',
    'CurrentStartDate',
    'flagged',
    'There is no date, and none can be computed.',
    'Give status_date or the dates of the tasks.',
  )
  const unbased = spd.missing(
    'TaskScheduleData',
    'BaselineStartDate',
    'flagged',
    'Tasks have no baseline dates.',
    baselineRemedy(spd.source),
  )
  const correct = 'Correct the dates, or the status date.'
  const [future, unbegun, late] = (
    [
      ['ActualStartDate', SPD_DATE_FAULTS.afterStatus],
      ['ActualFinishDate', SPD_DATE_FAULTS.unbegun],
      ['CurrentFinishDate', SPD_DATE_FAULTS.beforeStatus],
    ] as const
  ).map(([field, reason]) => spd.missing('TaskScheduleData', field, 'flagged', reason, correct))
  const counted = <Of extends Days | Numbers>(field: string, of: Of) => ({
    field,
    of,
    from: of.from,
    sources: notes.sourceRows('TaskScheduleData', field),
  })
  const dates = [
    counted('EarlyStartDate', facts.earlyStart),
    counted('EarlyFinishDate', facts.earlyFinish),
    counted('LateStartDate', facts.lateStart),
    counted('LateFinishDate', facts.lateFinish),
  ]
  const floats = [counted('FreeFloatDuration', facts.freeFloat), counted('TotalFloatDuration', facts.totalFloat)]
  const [starts, finishes] = [facts.currentStart, facts.currentFinish]
  const number = (field: string, value: number): void => {
    if (!Number.isNaN(value)) part.number(field, rounded(value))
  }
  for (let i = 0; i < facts.taskCount; i++) {
    const isWork = !isSummary(columns.taskType[i])
    part.open()
    part.textOf('TaskID', columns.id, i)
    part.text('CalendarID', spd.calendarId(calendars.ofTask[i]))
    number('CurrentDuration', facts.durationDays[i])
    if (isWork && (starts[i] === DAY_ABSENT || finishes[i] === DAY_ABSENT)) undated.add(i)
    part.day('CurrentStartDate', starts[i])
    part.day('CurrentFinishDate', finishes[i])
    for (const { field, of, from, sources } of dates) {
      part.day(field, of.values[i])
      if (from[i] > NOWHERE) sources[from[i] === COMPUTED ? OF_ENGINE : OF_FILE]++
    }
    for (const { field, of, from, sources } of floats) {
      number(field, of.values[i])
      if (from[i] > NOWHERE) sources[from[i] === COMPUTED ? OF_ENGINE : OF_FILE]++
    }
    part.bool('OnCriticalPath', isWork && result.critical[i] === 1)
    part.bool('OnDrivingPath', isWork && isOnDrivingPath(columns, result, i))
    const [from, to] = [baseline.start(i), baseline.finish(i)]
    if (from === DAY_ABSENT && isWork) unbased.add(i)
    number('BaselineDuration', baseline.duration(i))
    part.day('BaselineStartDate', from)
    part.day('BaselineFinishDate', to)
    if (from !== DAY_ABSENT && starts[i] !== DAY_ABSENT)
      number('StartVarianceDuration', spd.work.between(i, from, starts[i]))
    if (to !== DAY_ABSENT && finishes[i] !== DAY_ABSENT)
      number('FinishVarianceDuration', spd.work.between(i, to + 1, finishes[i] + 1))
    // of the duration, whatever the progress is measured by
    if (!Number.isNaN(columns.percentComplete[i]))
      number('CalculatedPercentComplete', percent(facts.durationPercent(i)))
    number('PhysicalPercentComplete', percent(columns.physicalPercentComplete[i]))
    number('RemainingDuration', facts.remainingDays[i])
    const [begun, ended] = [columns.actualStart[i], columns.actualFinish[i]]
    part.day('ActualStartDate', begun)
    part.day('ActualFinishDate', ended)
    part.close()
    if (ended !== DAY_ABSENT && begun === DAY_ABSENT) unbegun.add(i)
    if (facts.statusDay === DAY_ABSENT) continue
    if (Math.max(begun, ended) > facts.statusDay) future.add(i)
    if (ended === DAY_ABSENT && finishes[i] !== DAY_ABSENT && finishes[i] < facts.statusDay) late.add(i)
  }
  notes.source('TaskScheduleData', 'OnCriticalPath', 'computed', facts.taskCount)
  notes.source('TaskScheduleData', 'OnDrivingPath', 'computed', facts.taskCount)
}

const percent = (value: number): number => (Number.isNaN(value) ? value : Math.min(100, Math.max(0, value)))

export function constraints(spd: SpdPackage): void {
  const { facts, notes } = spd.source
  const { columns } = facts
  const { constraintType, constraintDate, secondaryConstraintType, secondaryConstraintDate, deadline } = columns
  const rules = columns.setting?.rules
  const isP6 = rules?.rules !== 'ms_project'
  const isHonoured = !isP6 && rules?.honorConstraints === true
  const part = spd.part('TaskConstraints')
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
      part.textOf('TaskID', columns.id, i)
      part.text('ConstraintTypeID', type)
      if (type !== UNDATED) part.day('ConstraintDate', day)
      part.close()
    }
    const word = (code: number): string | undefined => CONSTRAINTS[CONSTRAINT_TYPES[code - 1] ?? '']?.(isHonoured, isP6)
    put(word(constraintType[i]), constraintDate[i])
    put(word(secondaryConstraintType[i]), secondaryConstraintDate[i])
    if (deadline[i] !== DAY_ABSENT) put('DEADLINE', deadline[i])
  }
}
