/** DS04: the tasks of a schedule of the upload. */
import { PARS_TASK_FIELDS } from '../../../shared/contract/deliverables/pars-request.ts'
import { LINK_UNKNOWN } from '../../../shared/contract/schedule/columns.ts'
import { TASK_TYPES } from '../../../shared/contract/schedule/fields.ts'
import { FINISH_MILESTONE, isLoe, isMilestone, isSummary, START_MILESTONE } from '../kind/participation.ts'
import { COMPUTED, type Facts, textsOf } from './facts.ts'
import { cent, type ParsPackage, type Sent } from './pars-package.ts'
import { constraint, dates, percents } from './pars-progress.ts'
import { clean } from './record-part.ts'

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
/** Code of true in a column. */
const DEPENDENT = 2

export function tasks(pars: ParsPackage, { type, facts, calendars, calendarNames }: Sent): void {
  const { notes } = pars.source
  const { columns, result } = facts
  const part = pars.part('DS04')
  const [idOf, nameOf] = [textsOf(columns.id), textsOf(columns.name)]
  const [wbs, organization] = [textsOf(columns.wbsCode.values), textsOf(columns.organizationCode.values)]
  const mapping = type === 'FC' ? pars.source.mapping : pars.source.baselineMapping!
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
  const cutName = notes.change('DS04', 'description', `Descriptions are cut at ${NAME_MAX} characters.`)
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
  const hasSuccessor = successorsOf(facts)
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
            ? pointOf(facts, hasSuccessor, i)
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
    dates(pars, part, facts, i, undated)
    const actual = facts.actualDays(i) || 0
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
    percents(part, facts, i, actual)
    constraint(pars, part, facts, i)
    part.text('RPG', replanOf?.(i) ?? 'N')
    put('calendar_name', calendarNames[calendars.ofTask[i]])
    pars.subprojectOf(part)
    part.close()
  }
  notes.source('DS04', 'driving_path', 'computed', facts.taskCount)
}

/** A milestone without a kind starts something where nothing leads to it. */
function pointOf({ columns }: Facts, hasSuccessor: Uint8Array, i: number): 'SM' | 'FM' {
  const code = columns.taskType[i]
  if (code === START_MILESTONE) return 'SM'
  if (code === FINISH_MILESTONE) return 'FM'
  const { start } = columns.links
  return start[i] === start[i + 1] && hasSuccessor[i] === 1 ? 'SM' : 'FM'
}

const textOf = (code: number, values: (index: number) => string): string | undefined =>
  code > 0 ? values(code - 1) : undefined

function successorsOf({ columns, taskCount }: Facts): Uint8Array {
  const has = new Uint8Array(taskCount)
  for (const p of columns.links.task) if (p !== LINK_UNKNOWN) has[p] = 1
  return has
}
