/**
 * The trade behind the schedules: phases and stages of a plant or building project, who does the work, how long it
 * takes, what it waits for. A package of work is one stage in one area.
 */
import type { DELAY_CATEGORIES } from '../../shared/contract/schedule/fields.ts'

export const PHASES = ['Engineering', 'Procurement', 'Construction', 'Commissioning'] as const

export interface Stage {
  /** Part of the task ids. */
  readonly code: string
  readonly name: string
  /** Index into PHASES; stages are sorted by it. */
  readonly phase: number
  readonly organization: string
  readonly resources: readonly string[]
  /** Median duration of a task. */
  readonly durationDaysMedian: number
  /** Stages of the same area whose last task this stage's first one waits for; each earlier in the table. */
  readonly after: readonly number[]
  readonly works: readonly string[]
  readonly objects: readonly string[]
  readonly delayCategory: (typeof DELAY_CATEGORIES)[number]
}

const drawings = ['Calculate', 'Draft', 'Model', 'Review', 'Check', 'Issue for approval:', 'Issue for construction:']
const buying = ['Enquire', 'Evaluate bids for', 'Award', 'Manufacture', 'Inspect', 'Ship', 'Receive']
const building = ['Set out', 'Prepare', 'Erect', 'Install', 'Align', 'Fix', 'Inspect', 'Make good', 'Hand over']
const proving = ['Flush', 'Test', 'Calibrate', 'Energise', 'Run', 'Record', 'Sign off']

const stage = (
  code: string,
  name: string,
  phase: number,
  organization: string,
  durationDaysMedian: number,
  after: readonly number[],
  works: readonly string[],
  objects: readonly string[],
  delayCategory: Stage['delayCategory'],
  resources: readonly string[],
): Stage => ({
  code,
  name,
  phase,
  organization,
  durationDaysMedian,
  after,
  works,
  objects,
  delayCategory,
  resources,
})

export const STAGES: readonly Stage[] = [
  // 0 to 3: engineering
  stage('PRO', 'Process design', 0, 'ENG', 8, [], drawings, ['flow sheets', 'P&IDs', 'heat balance'], 'design', [
    'Process engineer',
    'Drafter',
  ]),
  stage('CIV', 'Civil design', 0, 'ENG', 7, [0], drawings, ['foundations', 'drainage', 'slabs'], 'design', [
    'Civil engineer',
    'Drafter',
  ]),
  stage('MED', 'Mechanical design', 0, 'ENG', 8, [0], drawings, ['24" header', 'pumps', 'vessels'], 'design', [
    'Mechanical engineer',
    'Stress engineer',
  ]),
  stage('ELD', 'Electrical design', 0, 'ENG', 7, [0], drawings, ['single-line diagram', 'cable schedule'], 'design', [
    'Electrical engineer',
    'Drafter',
  ]),
  // 4 to 6: procurement
  stage('EQP', 'Equipment', 1, 'PROC', 18, [2], buying, ['pumps', 'compressor', 'exchangers'], 'procurement', [
    'Buyer',
    'Expediter',
  ]),
  stage('STL', 'Steel and bulks', 1, 'PROC', 12, [1], buying, ['steelwork', 'pipe spools', 'valves'], 'procurement', [
    'Buyer',
    'Inspector',
  ]),
  stage('ELB', 'Switchgear and cable', 1, 'PROC', 14, [3], buying, ['switchgear', 'cable drums'], 'procurement', [
    'Buyer',
    'Inspector',
  ]),
  // 7 to 13: construction
  stage('EAR', 'Earthworks', 2, 'CIVIL', 5, [1], building, ['trenches', 'formation', 'haul road'], 'weather', [
    'Earthworks crew',
    'Excavator',
  ]),
  stage(
    'FND',
    'Foundations',
    2,
    'CIVIL',
    6,
    [7],
    building,
    ['piles', 'pile caps', 'Béton – Sauberkeitsschicht'],
    'weather',
    ['Concrete crew', 'Crane', 'Pump'],
  ),
  stage('STR', 'Structure', 2, 'STEEL', 6, [5, 8], building, ['columns', 'pipe rack', 'platforms'], 'contractor', [
    'Steel crew',
    'Crane',
  ]),
  stage('MEC', 'Mechanical', 2, 'MECH', 7, [4, 9], building, ['pumps', 'vessels', 'compressor skid'], 'contractor', [
    'Mechanical crew',
    'Crane',
  ]),
  stage(
    'PIP',
    'Piping',
    2,
    'MECH',
    6,
    [9],
    building,
    ['6" line', '24" header', 'supports\tand hangers'],
    'contractor',
    ['Piping crew', 'Welder'],
  ),
  stage('ELE', 'Electrical', 2, 'ELEC', 6, [6, 9], building, ['trays', 'cables', 'panels', 'lighting'], 'contractor', [
    'Electrical crew',
    'Cable gang',
  ]),
  stage('INS', 'Instruments', 2, 'ELEC', 4, [11, 12], building, ['transmitters', 'loops', 'junction boxes'], 'owner', [
    'Instrument crew',
    'Technician',
  ]),
  // 14 and 15: commissioning
  stage('PRE', 'Pre-commissioning', 3, 'COMM', 4, [10, 13], proving, ['loops', 'lines', 'motors'], 'owner', [
    'Commissioning team',
    'Technician',
  ]),
  stage('STU', 'Start-up', 3, 'COMM', 5, [14], proving, ['utilities', 'unit', 'performance run'], 'force_majeure', [
    'Commissioning team',
    'Operators',
  ]),
]

/** Stages no other stage of the area waits for; their last tasks close the area. */
export const LAST_STAGES: readonly number[] = STAGES.map((_, index) => index).filter(
  index => !STAGES.some(other => other.after.includes(index)),
)
