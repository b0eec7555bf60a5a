/** Words of catalogues of checks that the engine and the schemas share, and the bounds of a catalogue that a customer sends. */

/** Catalogues of POST /api/v1/health/checks; own: the one of the request. */
export const CATALOGUE_IDS = ['dcma-14', 'diq', 'decm', 'gao', 'nasa-stat', 'ufgs', 'scl-appendix-b', 'own'] as const
export type CatalogueId = (typeof CATALOGUE_IDS)[number]

/** What one entry of a check counts. */
export const COUNTED = ['tasks', 'links', 'assignments', 'calendars', 'exceptions'] as const
export type Counted = (typeof COUNTED)[number]

/** Of which schedule: the current one, the baseline beside it, or both one after the other. */
export const SCHEDULES = ['current', 'baseline', 'both'] as const
export type ScheduleOf = (typeof SCHEDULES)[number]

/** How a person answers what no schedule tells. */
export const ANSWERS = ['yes', 'partly', 'no'] as const
export type Answer = (typeof ANSWERS)[number]

/** Why a check of a catalogue has no figure, beside what its status says. */
export const CHECK_KINDS = ['measured', 'needs', 'asked', 'withdrawn'] as const
export type CheckKind = (typeof CHECK_KINDS)[number]

export const OWN_CHECKS_MAX = 200
export const OWN_CONDITIONS_MAX = 20
export const OWN_CONDITION_LENGTH_MAX = 300
export const OWN_TEXT_LENGTH_MAX = 1_000

/** Fields that a mapping may give, with what each is: the words of the standards, not of a tool. */
export const MAPPED_FIELDS = {
  milestone_level: 'level of a milestone, as the PARS data of the DOE count them',
  milestone_description: 'description of that level',
  subtype: 'SVT (visibility), ZBA (zero budget) or SM (margin)',
  evt: 'earned value technique, a letter of the PARS data: A level of effort, K planning package, J and M apportioned',
  evt_justification: 'why the technique was chosen',
  apportioned_to: 'id of the task that an apportioned one follows',
  percent_type: 'what progress is measured by: physical, duration or units',
  percent_units: 'percent complete by units, 0 to 100',
  rpg: 'Y where the task is reprogrammed',
  hard_constraint_reason: 'why a hard constraint stands',
  soft_constraint_reason: 'why a soft constraint stands',
  high_float_reason: 'why the float is high',
  lag_reason: 'why a lag stands',
  wbs_id: 'WBS element of the task in the PARS data',
  wbs_reason: 'why the work stands at this element',
  subproject: 'subproject that the task belongs to',
  control_account: 'control account',
  work_package: 'work package',
  cam: 'manager of the control account',
  obs: 'element of the organisation',
  wbs_element: 'WBS element of the control account',
  element_of_cost: 'element of cost of the work: labor, material, subcontract, odc, indirect',
  procurement: 'Y where the task is procurement',
  government: 'Y where the government does the task',
  responsibility: 'party responsible for the work',
  workers_per_day: 'workers per day',
  work_area: 'area of the work',
  bid_item: 'bid item of the work',
  phase: 'phase of the work',
  category: 'category of the work',
  feature: 'feature of the work',
  constraint_note: 'note on a constraint',
} as const
export type MappedName = keyof typeof MAPPED_FIELDS

/** Names that PARS and the SPD have for what these fields are, so that the mapping of a file for them serves its checks; those of SDEF are the same. */
const NAMES_IN_DELIVERABLES: ReadonlyMap<string, MappedName> = new Map(
  Object.entries({
    milestone_level_description: 'milestone_description',
    CAM: 'cam',
    EVT: 'evt',
    EVT_J_to_task_ID: 'apportioned_to',
    PC_type: 'percent_type',
    RPG: 'rpg',
    WBS_ID: 'wbs_id',
    justification_WBS: 'wbs_reason',
    justification_EVT: 'evt_justification',
    justification_float_high: 'high_float_reason',
    justification_lag: 'lag_reason',
    justification_constraint_hard: 'hard_constraint_reason',
    justification_constraint_soft: 'soft_constraint_reason',
    OBSElementID: 'obs',
    WBSElementID: 'wbs_element',
    ControlAccountID: 'control_account',
    WorkPackageID: 'work_package',
    EarnedValueTechniqueID: 'evt',
    TaskSubtypeID: 'subtype',
  }),
)

/** What the SPD has other words for, by the name that it has for the field. A subtype that checks know nothing of is none. */
const WORDS_OF_SPD: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map(
  Object.entries({
    EarnedValueTechniqueID: {
      APPORTIONED_EFFORT: 'J',
      LEVEL_OF_EFFORT: 'A',
      MILESTONE: 'B',
      FIXED_0_100: 'F',
      FIXED_100_0: 'G',
      FIXED_X_Y: 'H',
      PERCENT_COMPLETE: 'C',
      STANDARDS: 'N',
      UNITS: 'D',
      OTHER_DISCRETE: 'P',
    },
    TaskSubtypeID: {
      SCHEDULE_VISIBILITY_TASK: 'SVT',
      SCHEDULE_MARGIN: 'SM',
      RISK_MITIGATION_TASK: '',
      CONTRACTUAL_MILESTONE: '',
    },
    element_of_cost: { LABOR: 'labor', MATERIAL: 'material', OTHER_DIRECT_COSTS: 'odc', SUBCONTRACT: 'subcontract' },
  }),
)

/** What checks call the field of that name. */
export const checkName = (name: string): string => NAMES_IN_DELIVERABLES.get(name) ?? name

/** Whether a mapping of checks may have the name. */
export const isMappedName = (name: string): boolean => Object.hasOwn(MAPPED_FIELDS, checkName(name))

interface Translation {
  readonly values?: Readonly<Record<string, string>> | null | undefined
  readonly otherwise?: string | null | undefined
}

/** A source of the mapping of a file, with the words of checks for what it gives. */
export function withCheckWords<Source extends Translation>(name: string, source: Source): Source {
  const words = WORDS_OF_SPD.get(name)
  if (words === undefined) return source
  const wordOf = (text: string): string => words[text] ?? text
  const values = Object.entries(source.values ?? {}).map(([value, text]) => [value, wordOf(text)])
  const { otherwise } = source
  return {
    ...source,
    values: { ...words, ...Object.fromEntries(values) },
    ...(typeof otherwise === 'string' ? { otherwise: wordOf(otherwise) } : {}),
  }
}
