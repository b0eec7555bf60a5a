/** Random edits of an open network, and what a full pass over its columns finds that it does not. */
import { CONSTRAINT_TYPES, RELATION_TYPES } from '../../../../shared/contract/schedule/fields.ts'
import { computeCpm } from '../../../engine/cpm/cpm.ts'
import type { CpmInput } from '../../../engine/cpm/input.ts'
import type { HeldLink } from '../../../engine/incremental/held-links.ts'
import type { OpenNetwork } from '../../../engine/incremental/open-network.ts'
import type { TaskValues } from '../../../engine/incremental/task-values.ts'
import { COMPLETE, IN_PROGRESS, NOT_STARTED } from '../../../engine/kind/states.ts'
import { between, pick, type Random } from '../../helpers/random.ts'

const days = (rnd: Random, max: number): number =>
  pick(rnd, [between(rnd, 0, max), between(rnd, 0, max), between(rnd, 0, max * 10) / 10, between(rnd, 0, max * 3) / 3])
const signed = (rnd: Random, max: number): number => (rnd() < 0.3 ? -days(rnd, max) : days(rnd, max))

export const EDIT_KINDS = [
  'remaining',
  'progress',
  'constraint',
  'links',
  'lag',
  'part',
  'clock',
  'dataDate',
  'mustFinish',
] as const
type EditKind = (typeof EDIT_KINDS)[number]

const KINDS: readonly EditKind[] = [
  ...([
    'remaining',
    'remaining',
    'remaining',
    'links',
    'links',
    'links',
    'lag',
    'progress',
    'constraint',
    'clock',
  ] as const),
  ...([
    'remaining',
    'links',
    'lag',
    'part',
    'part',
    'progress',
    'constraint',
    'clock',
    'dataDate',
    'mustFinish',
  ] as const),
]

/** Makes one; its kind, and whether it was refused as a cycle. */
export function randomEdit(rnd: Random, open: OpenNetwork): { readonly kind: EditKind; readonly isRefused: boolean } {
  const input = open.input()
  const { order } = input.network
  const kind = pick(rnd, KINDS)
  const done = { kind, isRefused: false }
  if (order.length === 0) return done
  const i = order[between(rnd, 0, order.length - 1)]!
  if (kind === 'remaining') {
    if (input.state[i] !== COMPLETE) open.setTask(i, { remainingDays: days(rnd, 12) })
  } else if (kind === 'progress') open.setTask(i, progress(rnd, input))
  else if (kind === 'constraint') {
    const constraint = input.state[i] === COMPLETE || rnd() < 0.3 ? 0 : between(rnd, 1, CONSTRAINT_TYPES.length)
    open.setTask(i, { constraint, constraintOffset: constraint === 0 ? Number.NaN : signed(rnd, 60) })
  } else if (kind === 'clock') {
    const values = clockValues(rnd, input, i)
    if (values !== undefined) open.setTask(i, values)
  } else if (kind === 'dataDate') open.setDataDate(days(rnd, 40))
  else if (kind === 'mustFinish') open.setMustFinish(rnd() < 0.5 ? Number.NaN : signed(rnd, 80))
  else if (kind === 'part') return { kind, isRefused: !turn(rnd, open) }
  else return { kind, isRefused: !open.relink(blocks(rnd, open, i, kind === 'lag')) }
  return done
}

function progress(rnd: Random, { dataDate }: CpmInput): Partial<TaskValues> {
  const state = pick(rnd, [NOT_STARTED, IN_PROGRESS, COMPLETE])
  if (state === NOT_STARTED)
    return { state, reportedStart: Number.NaN, reportedFinish: Number.NaN, remainingDays: days(rnd, 9) }
  const reportedStart = dataDate - signed(rnd, 30)
  if (state === IN_PROGRESS) return { state, reportedStart, reportedFinish: Number.NaN, remainingDays: days(rnd, 9) }
  return { state, reportedStart, reportedFinish: reportedStart + days(rnd, 20), remainingDays: 0, constraint: 0 }
}

function clockValues(rnd: Random, { clock }: CpmInput, i: number): Partial<TaskValues> | undefined {
  if (clock === undefined) return undefined
  const moment = rnd() < 0.4 ? Number.NaN : clock.origin + between(rnd, -10, 60) * 1440 + pick(rnd, [0, 480, 1020])
  const second = rnd() < 0.5 ? 0 : between(rnd, 1, CONSTRAINT_TYPES.length)
  return pick(rnd, [
    () => ({ calendar: between(rnd, 0, clock.calendars.length - 1), point: clock.tasks.point[i]! }),
    () => ({ calendar: between(rnd, 0, clock.calendars.length - 1) }),
    () => ({ secondaryConstraint: second, secondaryConstraintMoment: clock.origin + between(rnd, -5, 50) * 1440 }),
    () => ({ expectedFinish: moment }),
    () => ({ deadline: moment }),
    () => ({ suspend: moment }),
    () => ({ resume: moment }),
    () => ({ externalEarlyStart: moment }),
    () => ({ externalLateFinish: moment }),
  ])()
}

/** Some task leaves with all of its links, or comes back with others; false: in a cycle. */
function turn(rnd: Random, open: OpenNetwork): boolean {
  const { order } = open.order
  const { takesPart } = open.held.network
  const i = order[between(rnd, 0, order.length - 1)]!
  const isIn = takesPart[i] === 0
  open.setPart(i, isIn)
  const links = isIn
    ? blocks(rnd, open, i, false)
    : [...order].map((s): [number, readonly HeldLink[]] => {
        const into = open.links.into(s)
        return [s, s === i ? [] : into.filter(({ task }) => task !== i)]
      })
  const isKept = open.relink(links.filter(([s, into]) => isIn || into.length < open.links.into(s).length))
  if (!isKept) open.setPart(i, !isIn)
  return isKept
}

/** Links of one task, or of several at once, with more, fewer or other ones. */
function blocks(rnd: Random, open: OpenNetwork, i: number, isLag: boolean): [number, readonly HeldLink[]][] {
  const { order } = open.order
  const { takesPart } = open.held.network
  const into = open.links.into(i)
  const lag = (): number => (rnd() < 0.5 ? 0 : signed(rnd, 6))
  if (isLag) return [[i, into.map(link => (rnd() < 0.5 ? link : { ...link, lagDays: lag() }))]]
  const others = (s: number, links: readonly HeldLink[]): readonly HeldLink[] => {
    const kept = links.filter(() => rnd() < 0.6)
    const added = Array.from({ length: between(rnd, 0, 2) }, () => {
      const rank = open.order.rank[s]!
      // most links lead ahead: against the order they are often a cycle
      const from = rnd() < 0.3 ? between(rnd, 0, order.length - 1) : between(rnd, 0, Math.max(0, rank - 1))
      return {
        task: order[from]!,
        type: between(rnd, 0, RELATION_TYPES.length - 1),
        lagDays: lag(),
        isElapsed: rnd() < 0.1,
      }
    })
    return [...kept, ...added.filter(({ task }) => task !== s && takesPart[task] === 1)]
  }
  const other = order[between(rnd, 0, order.length - 1)]!
  const more = new Set(rnd() < 0.3 && takesPart[other] === 1 ? [other] : [])
  more.delete(i)
  return [i, ...more].map(s => [s, others(s, open.links.into(s))])
}

/** Undefined: early dates and P are those of a full pass, to the bit. */
export function earlyDifference(open: OpenNetwork, finish: number): string | undefined {
  const input = open.input()
  const { order, takesPart } = input.network
  const inPart = takesPart.reduce((sum, each) => sum + each, 0)
  if (order.length !== inPart || order.some(i => takesPart[i] === 0)) return 'the order is not that of what takes part'
  const full = computeCpm(input)
  const found = open.earlyDates()
  if (!Object.is(full.projectFinish, finish)) return `P: ${finish}, not ${full.projectFinish}`
  for (const i of order)
    for (const name of ['start', 'finish'] as const)
      if (!Object.is(found[name][i], full.early[name][i]))
        return `early ${name} of ${i}: ${found[name][i]}, not ${full.early[name][i]}`
  return undefined
}
