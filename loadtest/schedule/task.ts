/**
 * The fields of one row as a request carries them. Every field of TASK_FIELDS occurs in a schedule of the least size;
 * what a real export leaves out is left out here, and now and then said as null.
 */
import { LINK_UNKNOWN } from '../../shared/contract/schedule/columns.ts'
import {
  APPROVAL_STATUSES,
  CONSTRAINT_TYPES,
  DELAY_CATEGORIES,
  RELATION_TYPES,
  TASK_TYPES,
} from '../../shared/contract/schedule/fields.ts'
import { integerOf, pick, pickWeighted, type Stream, stream } from './draws.ts'
import { ROLES, START_ROW } from './layout.ts'
import { FS } from './logic.ts'
import {
  CONSTRAINT_NONE,
  finishText,
  hasConstraintDate,
  isFinishConstraint,
  type Plan,
  startText,
  workdayText,
} from './plan.ts'
import { PHASES, STAGES } from './stages.ts'
import { COMPLETE, IN_PROGRESS, NOT_STARTED, type Status } from './status.ts'

export interface TaskLink {
  readonly task_id: string
  readonly type?: string
  readonly lag_days?: number
}

/** A task of a request. The writer goes through its members in the order they were set. */
export interface TaskObject {
  id: string
  name: string
  predecessors?: (string | TaskLink)[]
  [field: string]: unknown
}

/** Working days by which a finish may be later than its baseline before a responsible party is named. */
const LATE_DAYS = 10
/** Float beyond which a scheduler must give a rationale. */
const HIGH_FLOAT_DAYS = 44

const areaCode = (area: number): string => `A${String(area + 1).padStart(3, '0')}`

export function idOf(plan: Plan, row: number): string {
  const area = plan.area[row]
  const part = plan.part[row]
  switch (ROLES[plan.role[row]]) {
    case 'project':
      return 'PRJ-0000'
    case 'start':
      return 'PRJ-1000'
    case 'phase_complete':
      return `PRJ-20${part}0`
    case 'finish':
      return 'PRJ-9990'
    case 'area':
      return `${areaCode(area)}-SUM`
    case 'area_phase':
      return `${areaCode(area)}-SUM-${part + 1}`
    case 'supervision':
      return `${areaCode(area)}-LOE-${part + 1}`
    case 'margin':
      return `${areaCode(area)}-MGN-9900`
    case 'visibility':
      return `${areaCode(area)}-SVT-9800`
    case 'summary_package':
      return `${areaCode(area)}-SLP-9700`
    case 'work':
      return `${areaCode(area)}-${STAGES[part].code}-${1000 + 10 * plan.sequence[row]}`
  }
}

const DRAWS = [
  'work',
  'object',
  'resourced',
  'resource',
  'rate',
  'physical',
  'remaining',
  'baseline',
  'baseline shift',
  'baseline duration',
  'delay',
  'delay category',
  'approval',
  'approval status',
  'custom',
  'null',
  'plain type',
  'link form',
  'bad date',
] as const

export class TaskMaker {
  readonly plan: Plan
  readonly status: Status
  /** Share of rows whose planned finish lies before the planned start. */
  readonly badDateShare: number
  private readonly draw: Readonly<Record<(typeof DRAWS)[number], Stream>>

  constructor(plan: Plan, status: Status, badDateShare: number) {
    this.plan = plan
    this.status = status
    this.badDateShare = badDateShare
    this.draw = Object.fromEntries(DRAWS.map(name => [name, stream(plan.seed, name)])) as Record<
      (typeof DRAWS)[number],
      Stream
    >
  }

  task(row: number): TaskObject {
    const { plan, status, draw } = this
    const type = TASK_TYPES[plan.type[row]]
    const isDiscrete = plan.underEnd[row] === 0
    const state = status.state[row]
    const task: TaskObject = { id: idOf(plan, row), name: this.name(row) }
    if (type !== 'task' || draw['plain type'](row) < 0.3) task.task_type = type
    task.wbs_code = this.wbs(row)
    if (plan.area[row] >= 0 && draw.resourced(row) < 0.97) task.organization_code = this.organization(row)
    task.duration_days = status.durationDays[row]
    const links = this.links(row)
    if (links.length > 0) task.predecessors = links
    this.putDates(task, row, state)
    task.percent_complete = status.percent[row]
    if (state === IN_PROGRESS && isDiscrete && draw.remaining(row) < 0.8)
      task.remaining_duration_days = (status.durationDays[row] * (100 - status.percent[row])) / 100
    this.putConstraint(task, row)
    if (isDiscrete) this.putWork(task, row, state)
    return task
  }

  private name(row: number): string {
    const { plan, draw } = this
    const part = plan.part[row]
    const area = plan.area[row] + 1
    switch (ROLES[plan.role[row]]) {
      case 'project':
        return 'Project'
      case 'start':
        return 'Notice to proceed'
      case 'phase_complete':
        return `${PHASES[part]} complete`
      case 'finish':
        return 'Project complete'
      case 'area':
        return `Area ${area}`
      case 'area_phase':
        return `${PHASES[part]}, area ${area}`
      case 'supervision':
        return `Supervision of ${PHASES[part].toLowerCase()}, area ${area}`
      case 'margin':
        return `Schedule margin, area ${area}`
      case 'visibility':
        return `SVT: vendor documents, area ${area}`
      case 'summary_package':
        return `Later works, area ${area}`
      case 'work': {
        const stage = STAGES[part]
        if (TASK_TYPES[plan.type[row]] === 'milestone') return `${stage.name} complete, area ${area}`
        return `${pick(stage.works, draw.work(row))} ${pick(stage.objects, draw.object(row))}`
      }
    }
  }

  private wbs(row: number): string {
    const { plan } = this
    const area = plan.area[row]
    if (area < 0) return '1'
    const part = plan.part[row]
    switch (ROLES[plan.role[row]]) {
      case 'work':
        return `1.${area + 1}.${STAGES[part].phase + 1}.${part + 1}`
      case 'area_phase':
      case 'supervision':
        return `1.${area + 1}.${part + 1}`
      default:
        return `1.${area + 1}`
    }
  }

  private organization(row: number): string {
    return ROLES[this.plan.role[row]] === 'work' ? STAGES[this.plan.part[row]].organization : 'PMO'
  }

  private links(row: number): (string | TaskLink)[] {
    const { links } = this.status
    const written: (string | TaskLink)[] = []
    for (let link = links.start[row]; link < links.start[row + 1]; link++) {
      const predecessor = links.task[link]
      const id = predecessor === LINK_UNKNOWN ? `EXT-${1000 + row}` : idOf(this.plan, predecessor)
      written.push(this.link(id, links.type[link], links.lagDays[link], this.draw['link form'](link)))
    }
    return written
  }

  /** In every form a client may choose: bare id, rich string with and without blanks, object. */
  private link(id: string, typeIndex: number, lagDays: number, form: number): string | TaskLink {
    const type = RELATION_TYPES[typeIndex]
    const isPlain = typeIndex === FS && lagDays === 0
    if (isPlain && form < 0.85) return id
    if (isPlain && form < 0.9) return { task_id: id }
    if (isPlain || form < 0.25) return lagDays === 0 ? { task_id: id, type } : { task_id: id, type, lag_days: lagDays }
    const sign = lagDays < 0 ? '-' : '+'
    if (lagDays === 0) return `${id} ${type}`
    return form < 0.8 ? `${id} ${type}${sign}${Math.abs(lagDays)} d` : `${id}${type}${sign}${Math.abs(lagDays)}d`
  }

  /** First and last day of a span of this row; a milestone stands on one day. */
  private span(row: number, start: number, finish: number): [string, string] {
    if (this.status.durationDays[row] > 0) return [startText(start), finishText(finish)]
    const day = row === START_ROW || finish <= 0 ? startText(finish) : finishText(finish)
    return [day, day]
  }

  private putDates(task: TaskObject, row: number, state: number): void {
    const { plan, status, draw } = this
    const [plannedStart, plannedFinish] = this.span(row, plan.start[row], plan.finish[row])
    const isBad = draw['bad date'](row) < this.badDateShare
    task.planned_start = isBad ? plannedFinish : plannedStart
    task.planned_finish = isBad ? workdayText(Math.max(0, Math.floor(plan.start[row]) - 3)) : plannedFinish
    // a twentieth is scope without a baseline, a tenth was moved since the baseline was set
    const baselineDraw = draw.baseline(row)
    if (baselineDraw >= 0.05) {
      const shift =
        baselineDraw < 0.15 ? -Math.min(Math.floor(plan.start[row]), integerOf(draw['baseline shift'](row), 1, 10)) : 0
      const [start, finish] = this.span(row, plan.start[row] + shift, plan.finish[row] + shift)
      task.baseline_start = start
      task.baseline_finish = finish
      if (draw['baseline duration'](row) < 0.4) task.baseline_duration_days = plan.durationDays[row]
    }
    // a milestone that has not happened stands on the data date at the earliest, not on the evening before
    const isDue = state !== COMPLETE && status.durationDays[row] === 0 && status.finish[row] === status.dataDate
    const [start, finish] = isDue
      ? [startText(status.dataDate), startText(status.dataDate)]
      : this.span(row, status.start[row], status.finish[row])
    const saysNull = draw.null(row) < 0.3
    if (state !== NOT_STARTED) task.actual_start = start
    else if (saysNull) task.actual_start = null
    if (state === COMPLETE) task.actual_finish = finish
    else if (saysNull) task.actual_finish = null
    if (state === NOT_STARTED) task.forecast_start = start
    if (state !== COMPLETE) task.forecast_finish = finish
  }

  private putConstraint(task: TaskObject, row: number): void {
    const constraint = this.plan.constraint[row]
    if (constraint === CONSTRAINT_NONE) {
      if (this.draw.null(row) < 0.2) task.constraint_type = task.constraint_date = null
      return
    }
    task.constraint_type = CONSTRAINT_TYPES[constraint]
    if (!hasConstraintDate(constraint)) return
    const offset = this.plan.constraintOffset[row]
    task.constraint_date = isFinishConstraint(constraint) ? finishText(offset) : startText(offset)
  }

  /** What only discrete work has: people, money, float, delay, approval, custom fields. */
  private putWork(task: TaskObject, row: number, state: number): void {
    const { plan, status, draw } = this
    const role = ROLES[plan.role[row]]
    const type = TASK_TYPES[plan.type[row]]
    const days = status.durationDays[row]
    const physical = Math.min(100, Math.max(0, status.percent[row] + integerOf(draw.physical(row), -8, 8)))
    const shownPhysical = state === IN_PROGRESS ? physical : status.percent[row]
    if (draw.physical(row) < 0.3) task.physical_percent_complete = shownPhysical
    if (role === 'work' && days > 0) {
      const stage = STAGES[plan.part[row]]
      const share = draw.resourced(row)
      if (share < 0.7) task.resource = pick(stage.resources, draw.resource(row))
      else if (share < 0.92) task.resources = [stage.resources[0], pick(stage.resources.slice(1), draw.resource(row))]
      if (share < 0.95) {
        const budget = Math.round(days * (400 + 2600 * draw.rate(row)) * 100) / 100
        task.budgeted_cost = budget
        if (state !== NOT_STARTED) task.earned_value = Math.round(budget * shownPhysical) / 100
      }
    }
    const float = status.totalFloatDays[row]
    if (!Number.isNaN(float)) task.total_float_days = Math.round(float * 100) / 100
    const isLate = status.finish[row] - plan.finish[row] >= LATE_DAYS
    if (isLate && type !== 'milestone' && draw.delay(row) < 0.5)
      task.delay_category =
        role === 'work' && draw.delay(row) < 0.35
          ? STAGES[plan.part[row]].delayCategory
          : pick(DELAY_CATEGORIES, draw['delay category'](row))
    this.putApproval(task, row, state)
    if (float > HIGH_FLOAT_DAYS && draw.custom(row) < 0.5)
      task.custom_field_map = { float_rationale: 'Off the path until the area is released' }
    else if (draw.custom(row) < 0.12)
      task.custom_field_map = { cost_code: `C-${integerOf(draw.rate(row), 100, 999)}`, contract: null }
  }

  private putApproval(task: TaskObject, row: number, state: number): void {
    const draw = this.draw.approval(row)
    if (draw >= 0.24) return
    const isRequired = draw < 0.12
    task.approval_required = isRequired
    if (!isRequired) {
      if (draw < 0.18) task.approval_status = 'not_required'
    } else if (state !== NOT_STARTED) task.approval_status = 'approved'
    else task.approval_status = APPROVAL_STATUSES[1 + pickWeighted([0.6, 0.3, 0.1], this.draw['approval status'](row))]
  }
}
