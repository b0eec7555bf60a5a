/** What a mapping can fill of DS04 of a PARS upload, and its constants. */
import type { ConstantField, MappedField } from './mapping.ts'
import { PARS_TABLES } from './pars-fields.ts'

const ABOUT: Readonly<Record<string, string>> = {
  WBS_ID: 'WBS element, work package or planning package of DS01. Absent: the WBS code of the task.',
  subtype: 'SVT (visibility) or ZBA (zero budget). Absent: SVT for visibility tasks.',
  milestone_level: 'Level of a milestone, 100 to 999, such as 190 for CD-4.',
  CAM: 'Control account manager. Absent: the organization code of the task.',
  EVT: 'Earned value technique. Absent: A for level of effort, K for planning packages.',
  PC_type:
    'What progress is measured by. Absent: percent_complete_type of the task, else physical where it has a physical percent.',
  RPG: 'Y where the task is part of a reprogramming. Absent: N.',
}
const NAMES = [
  'WBS_ID',
  'subtype',
  'milestone_level',
  'milestone_level_description',
  'CAM',
  'EVT',
  'EVT_J_to_task_ID',
  'EVT_J_pct',
  'justification_WBS',
  'justification_EVT',
  'justification_float_high',
  'justification_lag',
  'justification_constraint_hard',
  'justification_constraint_soft',
  'justification_constraint_secondary',
  'PC_type',
  'RMT_ID',
  'HDV_CI_ID',
  'RPG',
  'expected_errors',
] as const

export const PARS_TASK_FIELDS = PARS_TABLES.find(({ name }) => name === 'DS04')!.fields

const ELEMENTS = PARS_TABLES.find(({ name }) => name === 'DS06')!.fields.find(({ name }) => name === 'EOC')!.values

const TASK_MAPPED = NAMES.map((name): MappedField => {
  const { kind, values, max } = PARS_TASK_FIELDS.find(field => field.name === name)!
  return {
    name,
    about: ABOUT[name] ?? `${name} of DS04.`,
    ...(values.length === 0 ? {} : { values }),
    ...(kind === 'text' && max < Number.POSITIVE_INFINITY ? { charactersMax: max } : {}),
    ...(kind === 'int' || kind === 'cent' ? { isNumber: true as const } : {}),
  }
})

export const PARS_MAPPED: readonly MappedField[] = [
  ...TASK_MAPPED,
  {
    name: 'element_of_cost',
    about: 'Element of cost of work, EOC of DS06. Absent: by the type of the resource.',
    values: ELEMENTS,
    of: 'assignments',
  },
]

export const PARS_CONSTANTS = [
  { name: 'PARSID', about: 'Id of the project in PARS.', charactersMax: 50 },
  { name: 'controlled_designation', about: 'Designation of controlled information.' },
  { name: 'subproject_ID', about: 'Subproject that the schedule is of.', charactersMax: 50 },
] as const satisfies readonly ConstantField[]
