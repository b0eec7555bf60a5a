/**
 * The sample project "footbridge": its plan and its actual course, written for this service. Offsets are working days from START_DATE,
 * finishes exclusive. A slow design, rain during the piling and late steel delay the opening from day 91 to day 98, and one crew is needed at
 * two places at once. statuses.ts makes the statuses from it.
 */

export interface PlannedTask {
  readonly id: string
  readonly name: string
  readonly wbs: string
  /** Planned start and finish. */
  readonly plan: readonly [start: number, finish: number]
  /** What came of it, as far as the current status shows. */
  readonly came: readonly [start: number, finish: number]
  readonly predecessors: readonly (string | object)[]
  readonly cost: number
  readonly organization?: string
  readonly resources?: readonly string[]
  readonly type?: string
  readonly delay?: string
  /** Fields that stand in every status as they are. */
  readonly more?: object
}

export const START_DATE = '2026-03-02'
export const BASELINE_DATE = '2026-02-20'

/** Statuses by day: forecasts of an earlier one are the plan, moved by so many days; the last one knows what came. */
export const STATUSES = [
  { day: 20, forecastShift: 3 },
  { day: 40, forecastShift: 6 },
  { day: 60, forecastShift: undefined },
] as const

/** Cost of a day of work done, over its budget. */
export const COST_FACTOR = 1.06

export const FOOTBRIDGE: readonly PlannedTask[] = [
  { id: 'S1', name: 'Footbridge', wbs: '1', plan: [0, 91], came: [0, 98], predecessors: [], cost: 0, type: 'summary' },
  {
    id: 'M0',
    name: 'Notice to proceed',
    wbs: '1.1',
    plan: [0, 0],
    came: [0, 0],
    predecessors: [],
    cost: 0,
    type: 'milestone',
  },
  {
    id: 'D1',
    name: 'Site survey',
    wbs: '1.1',
    plan: [0, 5],
    came: [0, 5],
    predecessors: ['M0'],
    cost: 6_000,
    organization: 'Design office',
    resources: ['Survey team'],
  },
  {
    id: 'D2',
    name: 'Design of the abutments',
    wbs: '1.1',
    plan: [5, 15],
    came: [5, 16],
    predecessors: ['D1'],
    cost: 14_000,
    organization: 'Design office',
    resources: ['Structural designer'],
  },
  {
    id: 'D3',
    name: 'Design of the deck',
    wbs: '1.1',
    plan: [5, 20],
    came: [5, 23],
    predecessors: ['D1'],
    cost: 22_000,
    organization: 'Design office',
    resources: ['Bridge designer'],
    delay: 'design',
  },
  {
    id: 'D4',
    name: 'Approval of the design',
    wbs: '1.1',
    plan: [20, 25],
    came: [23, 28],
    predecessors: ['D2', 'D3'],
    cost: 2_000,
    organization: 'Client',
    more: { approval_required: true, approval_status: 'approved' },
  },
  {
    id: 'P1',
    name: 'Steel for the deck',
    wbs: '1.2',
    plan: [25, 55],
    came: [28, 63],
    predecessors: ['D4'],
    cost: 120_000,
    organization: 'Procurement',
    delay: 'procurement',
  },
  {
    id: 'P2',
    name: 'Bearings',
    wbs: '1.2',
    plan: [25, 45],
    came: [28, 50],
    predecessors: ['D4'],
    cost: 18_000,
    organization: 'Procurement',
  },
  {
    id: 'C1',
    name: 'Site setup',
    wbs: '1.3',
    plan: [15, 20],
    came: [16, 21],
    predecessors: ['D2'],
    cost: 9_000,
    organization: 'Contractor',
    resources: ['Site crew'],
  },
  {
    id: 'C2',
    name: 'Piling, east bank',
    wbs: '1.3',
    plan: [25, 35],
    came: [28, 41],
    predecessors: ['D4', 'C1'],
    cost: 40_000,
    organization: 'Contractor',
    resources: ['Piling rig'],
    delay: 'weather',
  },
  {
    id: 'C3',
    name: 'Piling, west bank',
    wbs: '1.3',
    plan: [35, 45],
    came: [41, 53],
    predecessors: ['C2'],
    cost: 40_000,
    organization: 'Contractor',
    resources: ['Piling rig'],
  },
  {
    id: 'C4',
    name: 'Abutment, east bank',
    wbs: '1.3',
    plan: [37, 49],
    came: [43, 56],
    predecessors: ['C2 FS+2d'],
    cost: 36_000,
    organization: 'Contractor',
    resources: ['Formwork crew'],
  },
  {
    id: 'C5',
    name: 'Abutment, west bank',
    wbs: '1.3',
    plan: [47, 59],
    came: [55, 68],
    predecessors: [{ task_id: 'C3', type: 'FS', lag_days: 2 }],
    cost: 36_000,
    organization: 'Contractor',
    resources: ['Formwork crew'],
    delay: 'contractor',
  },
  {
    id: 'C6',
    name: 'Assembly of the deck',
    wbs: '1.3',
    plan: [55, 70],
    came: [63, 78],
    predecessors: ['P1'],
    cost: 52_000,
    organization: 'Contractor',
    resources: ['Steel crew', 'Crane'],
  },
  {
    id: 'C7',
    name: 'Lifting of the deck',
    wbs: '1.3',
    plan: [70, 73],
    came: [78, 81],
    predecessors: ['C6', 'C4', 'C5', 'P2'],
    cost: 30_000,
    organization: 'Contractor',
    resources: ['Steel crew', 'Crane'],
    more: { constraint_type: 'SNET', constraint_date: '2026-06-08' },
  },
  {
    id: 'C8',
    name: 'Railings and lighting',
    wbs: '1.3',
    plan: [73, 83],
    came: [81, 91],
    predecessors: ['C7'],
    cost: 24_000,
    organization: 'Contractor',
    resources: ['Finishing crew'],
  },
  {
    id: 'C9',
    name: 'Surfacing',
    wbs: '1.3',
    plan: [75, 80],
    came: [83, 88],
    predecessors: ['C7 FS+2 d'],
    cost: 12_000,
    organization: 'Contractor',
    resources: ['Finishing crew'],
  },
  {
    id: 'C10',
    name: 'Approach ramps',
    wbs: '1.3',
    plan: [59, 74],
    came: [68, 83],
    predecessors: ['C5'],
    cost: 28_000,
    organization: 'Contractor',
    resources: ['Formwork crew'],
  },
  {
    id: 'L1',
    name: 'Site management',
    wbs: '1.3',
    plan: [15, 86],
    came: [16, 94],
    predecessors: ['C1 SS', 'T1 FF'],
    cost: 35_500,
    organization: 'Contractor',
    resources: ['Site manager'],
    type: 'loe',
  },
  {
    id: 'K1',
    name: 'Landscaping, to be detailed',
    wbs: '1.4',
    plan: [74, 89],
    came: [83, 98],
    predecessors: ['C10'],
    cost: 20_000,
    organization: 'Client',
    type: 'planning_package',
  },
  {
    id: 'T1',
    name: 'Load test',
    wbs: '1.4',
    plan: [83, 86],
    came: [91, 94],
    predecessors: ['C8', 'C9', 'C10'],
    cost: 8_000,
    organization: 'Design office',
    resources: ['Test team'],
  },
  {
    id: 'X1',
    name: 'Margin before the opening',
    wbs: '1.4',
    plan: [86, 91],
    came: [94, 97],
    predecessors: ['T1'],
    cost: 0,
    type: 'schedule_margin',
  },
  {
    id: 'M9',
    name: 'Opening',
    wbs: '1.4',
    plan: [91, 91],
    came: [98, 98],
    predecessors: ['X1', 'K1'],
    cost: 0,
    type: 'milestone',
  },
]
