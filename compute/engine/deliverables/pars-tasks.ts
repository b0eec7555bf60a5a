/** DS04: the tasks of a schedule of the upload. */
import { PARS_TASK_FIELDS } from '../../../shared/contract/deliverables/pars-request.ts'
import { SPD_DATE_FAULTS } from '../../../shared/contract/deliverables/spd-fields.ts'
import { DAY_ABSENT } from '../../../shared/contract/schedule/columns.ts'
import { isSummary } from '../kind/participation.ts'
import { COMPUTED, isDrivingKnown, isOnDrivingPath, NOWHERE, textsOf } from './facts.ts'
import { OF_ENGINE, OF_FILE, OF_MAPPING } from './notes.ts'
import type { ParsPackage, Sent } from './pars-package.ts'
import { cent, DESCRIPTION_CHARACTERS_MAX, ParsValues } from './pars-values.ts'
import { clean } from './record-part.ts'

const charactersMax = (name: string): number => PARS_TASK_FIELDS.find(field => field.name === name)!.max
const ID_MAX = charactersMax('task_ID')
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

export function tasks(pars: ParsPackage, { type, facts, calendars, calendarNames }: Sent): void {
  const { notes } = pars.source
  const { columns, result } = facts
  const part = pars.part('DS04')
  const idOf = textsOf(columns.id)
  const mapping = type === 'FC' ? pars.source.mapping : pars.source.baselineMapping!
  const mapped = (field: string) => mapping.of(field)
  const plain = PLAIN.map(field => ({ field, mappedOf: mapped(field) }))
  const [shareOf, replanOf] = ['EVT_J_pct', 'RPG'].map(mapped)
  const values = new ParsValues(columns, mapped, facts)
  const elements = notes.sourceRows('DS04', 'WBS_ID')
  const dates = values.dates.map(each => ({
    ...each,
    from: each.days.from,
    sources: notes.sourceRows('DS04', each.field),
  }))
  const floats = (
    [
      ['float_free_days', facts.freeFloat],
      ['float_total_days', facts.totalFloat],
    ] as const
  ).map(([field, each]) => ({ field, ...each, sources: notes.sourceRows('DS04', field) }))
  const driving = notes.sourceRows('DS04', 'driving_path')
  const long = pars.missing(
    'DS04',
    'task_ID',
    'cannot_be_written',
    `Ids are longer than ${ID_MAX} characters.`,
    'Give the tasks shorter ids.',
  )
  const nowhere = pars.missing(
    'DS04',
    'WBS_ID',
    'rejected',
    'Tasks have no WBS element.',
    'Say in mapping.WBS_ID where it stands, or give the tasks a wbs_code.',
  )
  const cutWbs = pars.missing(
    'DS04',
    'WBS_ID',
    'cannot_be_written',
    `WBS elements are longer than ${WBS_MAX} characters.`,
    'Say in mapping.WBS_ID where shorter ones stand.',
  )
  const cutName = notes.change(
    'DS04',
    'description',
    `Descriptions are cut at ${DESCRIPTION_CHARACTERS_MAX} characters.`,
  )
  const nameless = pars.missing(
    'DS04',
    'description',
    'flagged',
    'Tasks have no name: their id is written.',
    'Name them.',
  )
  const undated = pars.missing(
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
  const unmanaged = pars.missing(
    'DS04',
    'CAM',
    'flagged',
    'Tasks have no control account manager.',
    'Say in mapping.CAM where it stands.',
  )
  const unearned = pars.missing(
    'DS04',
    'EVT',
    'flagged',
    'Tasks have no earned value technique.',
    'Say in mapping.EVT where it stands.',
  )
  const unlevelled = pars.missing(
    'DS04',
    'milestone_level',
    'flagged',
    'Milestones have no level.',
    'Say in mapping.milestone_level where it stands.',
  )
  const badLevel = pars.missing(
    'DS04',
    'milestone_level',
    'rejected',
    'Levels of milestones are no whole numbers from 100 to 999.',
    'Correct what mapping.milestone_level gives.',
  )
  const correct = 'Correct the dates, or the status date.'
  const future = pars.missing('DS04', 'AS_date', 'flagged', SPD_DATE_FAULTS.afterStatus, correct)
  const late = pars.missing('DS04', 'EF_date', 'flagged', SPD_DATE_FAULTS.beforeStatus, correct)
  const { currentFinish, statusDay } = facts
  const second = notes.change('DS04', 'constraint_type', 'The second constraint is left out: a task has one.')
  for (let i = 0; i < facts.taskCount; i++) {
    const isPoint = values.isMilestone(i)
    const isWork = !isSummary(columns.taskType[i]) && !isPoint
    const id = idOf(i)
    if (id.length > ID_MAX) long.add(i)
    part.open()
    part.text('schedule_type', type)
    part.text('task_ID', id)
    part.text('type', values.type(i))
    const name = values.name(i)
    if (name === '') nameless.add(i)
    if (name.length > DESCRIPTION_CHARACTERS_MAX) cutName.add(i)
    part.text('description', values.description(i, name))
    const put = (field: string, value: string | undefined): boolean => {
      const text = clean(value ?? '')
      if (text === '') return false
      part.text(field, text)
      return true
    }
    const element = clean(values.wbs(i) ?? '')
    if (!put('WBS_ID', element)) nowhere.add(i)
    else elements[values.isWbsMapped(i) ? OF_MAPPING : OF_FILE]++
    if (element.length > WBS_MAX) cutWbs.add(i)
    put('subtype', values.subtype(i))
    const level = values.level(i)
    if (level !== undefined) {
      if (/^[1-9]\d\d$/.test(level)) part.number('milestone_level', Number(level))
      else badLevel.add(i)
    } else if (isPoint && type === 'FC') unlevelled.add(i)
    if (!put('CAM', values.manager(i)?.slice(0, CAM_MAX)) && isWork) unmanaged.add(i)
    if (!put('EVT', values.technique(i)) && isWork) unearned.add(i)
    const share = shareOf?.(i)
    if (share !== undefined) part.number('EVT_J_pct', cent(Number(share)))
    for (const { field, mappedOf } of plain) put(field, mappedOf?.(i))
    for (const { field, days, from, current, sources } of dates) {
      const day = days.values[i] === DAY_ABSENT ? current[i] : days.values[i]
      part.day(field, day)
      if (day === DAY_ABSENT) undated.add(i)
      else sources[from[i] === COMPUTED ? OF_ENGINE : OF_FILE]++
    }
    part.day('AS_date', columns.actualStart[i])
    part.day('AF_date', columns.actualFinish[i])
    if (type === 'FC' && statusDay !== DAY_ABSENT) {
      const [begun, ended, finish] = [columns.actualStart[i], columns.actualFinish[i], currentFinish[i]]
      if (Math.max(begun, ended) > statusDay) future.add(i)
      if (ended === DAY_ABSENT && finish !== DAY_ABSENT && finish < statusDay) late.add(i)
    }
    part.number('duration_original_days', cent(facts.durationDays[i]))
    part.number('duration_remaining_days', cent(facts.remainingDays[i]))
    part.number('duration_actual_days', cent(facts.actualDays(i) || 0))
    for (const { field, values: days, from, sources } of floats) {
      if (from[i] === NOWHERE && !facts.isFinished(i)) floating.add(i)
      else sources[from[i] === COMPUTED ? OF_ENGINE : OF_FILE]++
      part.number(field, cent(days[i] || 0))
    }
    part.text('driving_path', isOnDrivingPath(columns, result, i) ? 'Y' : 'N')
    driving[isDrivingKnown(columns.onLongestPath, i) ? OF_FILE : OF_ENGINE]++
    part.text('PC_type', values.percentType(i))
    part.number('PC_duration', values.durationShare(i))
    part.number('PC_physical', values.physicalShare(i))
    part.number('PC_units', values.unitsShare(i))
    const held = values.constraint(i)
    if (held?.hasSecond === true) second.add(i)
    if (held !== undefined) {
      part.text('constraint_type', held.type)
      part.day('constraint_date', held.day)
    }
    part.text('RPG', replanOf?.(i) ?? 'N')
    put('calendar_name', calendarNames[calendars.ofTask[i]])
    pars.subprojectOf(part)
    part.close()
  }
}
