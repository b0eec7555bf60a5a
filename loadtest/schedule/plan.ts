/**
 * The plan: durations, constraints and the early offsets that follow from them, in working days from the first day of
 * the project, finishes exclusive. The generator has passes of its own (plain, Monday to Friday, no data date rules):
 * they only have to make believable dates, and must not share a fault with the engine they feed.
 */
import { LINK_UNKNOWN, type LinkColumns } from '../../shared/contract/schedule/columns.ts'
import { dayOfCivil, formatDay } from '../../shared/contract/schedule/day.ts'
import { CONSTRAINT_TYPES, type ConstraintType } from '../../shared/contract/schedule/fields.ts'
import { integerOf, normalStream, pickWeighted, stream } from './draws.ts'
import { FINISH_ROW, type Layout, makeLayout, ROLES, type Role, roleIndex, typeIndex } from './layout.ts'
import { FF, FS, type Logic, makeLogic, SS } from './logic.ts'
import { STAGES } from './stages.ts'

export interface Plan extends Layout, Logic {
  readonly seed: number
  /** Working days by row; 0 for milestones, the span of what is under them for summaries and supervision. */
  readonly durationDays: Float64Array
  /** Index into CONSTRAINT_TYPES by row, CONSTRAINT_NONE = none. */
  readonly constraint: Uint8Array
  /** Offset of its date by row: of the day for start types, of the day's end for finish types. */
  readonly constraintOffset: Float64Array
  /** Early offsets by row. */
  readonly start: Float64Array
  readonly finish: Float64Array
  /** Largest finish. */
  readonly lengthDays: number
}

export const CONSTRAINT_NONE = 255
const constraintIndex = (type: ConstraintType): number => CONSTRAINT_TYPES.indexOf(type)
const [ASAP, SNET, SNLT, FNET, FNLT, MSO, MFO] = (['ASAP', 'SNET', 'SNLT', 'FNET', 'FNLT', 'MSO', 'MFO'] as const).map(
  constraintIndex,
) as [number, number, number, number, number, number, number]

/** Share of work rows with a constraint that is not hard, and how those are spread over ASAP, ALAP, SNET, FNET. */
const SOFT_SHARE = 0.05
const SOFT = { types: ['ASAP', 'ALAP', 'SNET', 'FNET'], weights: [0.05, 0.07, 0.76, 0.12] } as const
const HARD = { types: ['MSO', 'MFO', 'SNLT', 'FNLT'], weights: [0.15, 0.2, 0.25, 0.4] } as const

/** Contract finish over the planned length: what the plan keeps in hand. */
const CONTRACT_FACTOR = 1.08

/** Days fixed by the role; the others are drawn or follow from what is under them. */
const ROLE_DAYS: Partial<Record<Role, number>> = { margin: 10, visibility: 15, summary_package: 40 }

function makeDurations(seed: number, layout: Layout): Float64Array {
  const normal = normalStream(seed, 'duration')
  const half = stream(seed, 'half day')
  const milestone = typeIndex('milestone')
  const planningPackage = typeIndex('planning_package')
  const work = roleIndex('work')
  const durationDays = new Float64Array(layout.taskCount)
  for (let row = 0; row < layout.taskCount; row++) {
    if (layout.role[row] !== work) durationDays[row] = ROLE_DAYS[ROLES[layout.role[row]]] ?? 0
    else if (layout.type[row] !== milestone) {
      const scale = layout.type[row] === planningPackage ? 5 : 1
      const drawn = Math.round(scale * STAGES[layout.part[row]].durationDaysMedian * Math.exp(0.65 * normal(row)))
      durationDays[row] = Math.min(260, Math.max(1, drawn)) + (half(row) < 0.03 ? 0.5 : 0)
    }
  }
  return durationDays
}

/** Earliest start that the links of a row allow, by the offsets given for its predecessors. */
export function startByLinks(
  links: LinkColumns,
  row: number,
  durationDays: number,
  start: Float64Array,
  finish: Float64Array,
): number {
  let earliest = 0
  for (let link = links.start[row]; link < links.start[row + 1]; link++) {
    const predecessor = links.task[link]
    if (predecessor === LINK_UNKNOWN) continue
    const type = links.type[link]
    const from = type === FS || type === FF ? finish[predecessor] : start[predecessor]
    const held = from + links.lagDays[link] - (type === FS || type === SS ? 0 : durationDays)
    if (held > earliest) earliest = held
  }
  return earliest
}

export function makePlan(seed: number, taskCount: number, defects: Defects): Plan {
  const layout = makeLayout(seed, taskCount)
  const logic = makeLogic(seed, layout, defects)
  const { links, order } = logic
  const durationDays = makeDurations(seed, layout)
  const constraint = new Uint8Array(taskCount).fill(CONSTRAINT_NONE)
  const constraintOffset = new Float64Array(taskCount)
  const start = new Float64Array(taskCount)
  const finish = new Float64Array(taskCount)

  const hasDraw = stream(seed, 'constraint')
  const typeDraw = stream(seed, 'constraint type')
  const slackDraw = stream(seed, 'constraint slack')
  const work = roleIndex('work')
  const milestone = typeIndex('milestone')
  for (const row of order) {
    const days = durationDays[row]
    let early = startByLinks(links, row, days, start, finish)
    const chance = hasDraw(row)
    if (layout.role[row] === work && layout.type[row] !== milestone && chance < defects.hardConstraints + SOFT_SHARE) {
      const kind = chance < defects.hardConstraints ? HARD : SOFT
      const type = constraintIndex(kind.types[pickWeighted(kind.weights, typeDraw(row))])
      // half of the dates of SNET and FNET hold the task back, the other half lie before what the logic gives
      const slack = slackDraw(row) < 0.5 ? 0 : integerOf(slackDraw(row), -9, 10)
      const late = integerOf(slackDraw(row), 5, 30)
      constraint[row] = type
      const finishOffset = Math.ceil(early + days)
      if (type === SNET) early = Math.max(early, (constraintOffset[row] = Math.max(0, Math.floor(early) + slack)))
      else if (type === FNET) {
        constraintOffset[row] = Math.max(1, finishOffset + slack)
        early = Math.max(early, constraintOffset[row] - days)
      } else if (type === MSO) early = constraintOffset[row] = Math.ceil(early)
      else if (type === MFO) early = (constraintOffset[row] = finishOffset) - days
      else if (type === SNLT) constraintOffset[row] = Math.ceil(early) + late
      else if (type === FNLT) constraintOffset[row] = finishOffset + late
    }
    start[row] = early
    finish[row] = early + days
  }
  const lengthDays = finish[FINISH_ROW]
  constraint[FINISH_ROW] = FNLT
  constraintOffset[FINISH_ROW] = Math.ceil(lengthDays * CONTRACT_FACTOR)
  spanUnder(layout, start, finish)
  for (let row = 0; row < taskCount; row++)
    if (layout.underEnd[row] > 0) durationDays[row] = Math.ceil(finish[row]) - Math.floor(start[row])
  return { ...layout, ...logic, seed, durationDays, constraint, constraintOffset, start, finish, lengthDays }
}

/** Summaries and supervision reach from the first start to the last finish under them; inner ones come last in input. */
export function spanUnder(layout: Layout, start: Float64Array, finish: Float64Array): void {
  for (let row = layout.taskCount - 1; row >= 0; row--) {
    if (layout.underEnd[row] === 0) continue
    let first = Infinity
    let last = -Infinity
    for (let under = layout.underFirst[row]; under < layout.underEnd[row]; under++) {
      if (start[under] < first) first = start[under]
      if (finish[under] > last) last = finish[under]
    }
    start[row] = first
    finish[row] = last
  }
}

/** A constraint that names a date. */
export const hasConstraintDate = (constraint: number): boolean =>
  constraint !== CONSTRAINT_NONE && constraint !== ASAP && CONSTRAINT_TYPES[constraint] !== 'ALAP'

/** Its date is a finish, so that the offset is the end of the day. */
export const isFinishConstraint = (constraint: number): boolean =>
  constraint === FNET || constraint === FNLT || constraint === MFO

/** What can be wrong with a generated schedule: shares between 0 and 1; those of an ordinary schedule are in ORDINARY. */
export interface Defects {
  /** Work rows that lose their predecessors or their successors. */
  readonly openEnds: number
  /** Work rows that name a predecessor no task has. */
  readonly danglingIds: number
  /** Finish-to-start links with a lead. */
  readonly leads: number
  /** Work rows with MSO, MFO, SNLT or FNLT. */
  readonly hardConstraints: number
  /** Rows whose planned finish lies before their planned start. */
  readonly badDates: number
  /** Work rows started before their predecessors were done. */
  readonly outOfSequence: number
}

export const ORDINARY: Defects = {
  openEnds: 0,
  danglingIds: 0,
  leads: 0.01,
  hardConstraints: 0.005,
  badDates: 0,
  outOfSequence: 0,
}

/** Offsets of the generator to dates: working days, Monday to Friday, from a fixed first Monday (no clock). */
const FIRST_DAY = dayOfCivil(2025, 1, 6)

const workdayTexts: string[] = []

/** Date of a working day by its index. */
export function workdayText(index: number): string {
  return (workdayTexts[index] ??= formatDay(FIRST_DAY + Math.floor(index / 5) * 7 + (index % 5)))
}

export const startText = (offset: number): string => workdayText(Math.floor(offset))
/** Last day of work that ends at an exclusive offset. */
export const finishText = (offset: number): string => workdayText(Math.max(0, Math.ceil(offset) - 1))
