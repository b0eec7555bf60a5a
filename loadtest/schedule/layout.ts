/**
 * Which row of a schedule is what, in the order of its work breakdown structure: project rows, then area by area its
 * summaries, level-of-effort rows and packages. Says nothing of time or logic (logic.ts) nor of fields (task.ts).
 */
import { TASK_TYPES, type TaskType } from '../../shared/contract/schedule/fields.ts'
import { stream } from './draws.ts'
import { PHASES, STAGES } from './stages.ts'

/** What a row stands for; roles but `work` have one fixed task type. */
export const ROLES = [
  'project',
  'start',
  'phase_complete',
  'finish',
  'area',
  'area_phase',
  'supervision',
  'margin',
  'visibility',
  'summary_package',
  'work',
] as const
export type Role = (typeof ROLES)[number]

export const roleIndex = (role: Role): number => ROLES.indexOf(role)
export const typeIndex = (type: TaskType): number => TASK_TYPES.indexOf(type)

export interface Layout {
  readonly taskCount: number
  readonly areaCount: number
  /** Index into ROLES by row. */
  readonly role: Uint8Array
  /** Index into TASK_TYPES by row. */
  readonly type: Uint8Array
  /** Area by row, -1 for the rows of the project. */
  readonly area: Int32Array
  /** Stage of `work`, phase of phase rows, else 0. */
  readonly part: Uint8Array
  /** Place in the package by row, from 0. */
  readonly sequence: Uint32Array
  /** First row of package area * STAGES.length + stage, and one more than its last. */
  readonly packageFirst: Uint32Array
  readonly packageEnd: Uint32Array
  /** First row under a summary or supervision row and one more than the last, by row; 0 and 0 for others. */
  readonly underFirst: Uint32Array
  readonly underEnd: Uint32Array
}

const PROJECT_ROW = 0
export const START_ROW = 1
export const PHASE_COMPLETE_ROW = 2
export const FINISH_ROW = PHASE_COMPLETE_ROW + PHASES.length
const PROJECT_ROWS = FINISH_ROW + 1

/** Rows of an area beside its packages: its summary, summary and supervision per phase, and the three rows after them. */
const AREA_ROWS = 1 + 2 * PHASES.length + 3
const AREA_TASKS_TYPICAL = 250
/** Every area needs its fixed rows and a row in each package. */
export const TASK_COUNT_MIN = PROJECT_ROWS + AREA_ROWS + 2 * STAGES.length

/** Rows of each package: one, plus a share of the rest by a drawn weight between 0.5 and 1.5. */
function packageSizes(seed: number, packageCount: number, rowCount: number): Uint32Array {
  const draw = stream(seed, 'package weight')
  const rest = rowCount - packageCount
  let weightSum = 0
  for (let i = 0; i < packageCount; i++) weightSum += 0.5 + draw(i)
  const sizes = new Uint32Array(packageCount)
  let weight = 0
  let given = 0
  for (let i = 0; i < packageCount; i++) {
    weight += 0.5 + draw(i)
    const upTo = i === packageCount - 1 ? rest : Math.round((rest * weight) / weightSum)
    sizes[i] = 1 + upTo - given
    given = upTo
  }
  return sizes
}

/** Type of a row in a package: mostly tasks, some packages end in a milestone, far work is not detailed yet. */
function workType(stage: number, sequence: number, size: number, draw: number): TaskType {
  const isLast = sequence === size - 1
  if (isLast && size >= 3 && draw < 0.4) return 'milestone'
  const isDistant = STAGES[stage].phase === PHASES.length - 1
  const isMiddleOfStartUp = stage === STAGES.length - 1 && sequence === Math.floor((size - 1) / 2)
  if (!isLast && (isMiddleOfStartUp || (isDistant && draw > 0.85))) return 'planning_package'
  return 'task'
}

export function makeLayout(seed: number, taskCount: number): Layout {
  if (!Number.isSafeInteger(taskCount) || taskCount < TASK_COUNT_MIN)
    throw new RangeError(`taskCount must be an integer of at least ${TASK_COUNT_MIN}, got ${taskCount}`)
  const stageCount = STAGES.length
  const areaCount = Math.max(1, Math.round(taskCount / AREA_TASKS_TYPICAL))
  const packageCount = areaCount * stageCount
  const sizes = packageSizes(seed, packageCount, taskCount - PROJECT_ROWS - areaCount * AREA_ROWS)
  const typeDraw = stream(seed, 'type')

  const role = new Uint8Array(taskCount)
  const type = new Uint8Array(taskCount)
  const area = new Int32Array(taskCount).fill(-1)
  const part = new Uint8Array(taskCount)
  const sequence = new Uint32Array(taskCount)
  const packageFirst = new Uint32Array(packageCount)
  const packageEnd = new Uint32Array(packageCount)
  const underFirst = new Uint32Array(taskCount)
  const underEnd = new Uint32Array(taskCount)

  let row = 0
  const put = (itsRole: Role, itsType: TaskType, itsArea: number, itsPart = 0): number => {
    role[row] = roleIndex(itsRole)
    type[row] = typeIndex(itsType)
    area[row] = itsArea
    part[row] = itsPart
    return row++
  }
  put('project', 'summary', -1)
  put('start', 'milestone', -1)
  for (let phase = 0; phase < PHASES.length; phase++) put('phase_complete', 'milestone', -1, phase)
  put('finish', 'milestone', -1)
  underFirst[PROJECT_ROW] = START_ROW
  underEnd[PROJECT_ROW] = taskCount

  for (let a = 0; a < areaCount; a++) {
    const areaRow = put('area', 'summary', a)
    underFirst[areaRow] = row
    for (let phase = 0; phase < PHASES.length; phase++) {
      const phaseRow = put('area_phase', 'summary', a, phase)
      const supervisionRow = put('supervision', 'loe', a, phase)
      underFirst[phaseRow] = underFirst[supervisionRow] = row
      for (let s = 0; s < stageCount; s++) {
        if (STAGES[s].phase !== phase) continue
        const package_ = a * stageCount + s
        const size = sizes[package_]
        packageFirst[package_] = row
        packageEnd[package_] = row + size
        for (let k = 0; k < size; k++) {
          const itsRow = put('work', workType(s, k, size, typeDraw(row)), a, s)
          sequence[itsRow] = k
        }
      }
      underEnd[phaseRow] = underEnd[supervisionRow] = row
    }
    put('visibility', 'schedule_visibility', a)
    put('summary_package', 'slpp', a)
    put('margin', 'schedule_margin', a)
    underEnd[areaRow] = row
  }
  return {
    taskCount,
    areaCount,
    role,
    type,
    area,
    part,
    sequence,
    packageFirst,
    packageEnd,
    underFirst,
    underEnd,
  }
}

/** Rows after the packages of an area, by where they stand from its end. */
export const visibilityRow = (layout: Layout, area: number): number => areaEnd(layout, area) - 3
export const summaryPackageRow = (layout: Layout, area: number): number => areaEnd(layout, area) - 2
export const marginRow = (layout: Layout, area: number): number => areaEnd(layout, area) - 1

/** The last package of an area ends three rows before the area does. */
const areaEnd = (layout: Layout, area: number): number =>
  layout.packageEnd[area * STAGES.length + STAGES.length - 1] + 3
