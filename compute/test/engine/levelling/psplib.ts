/** Problems of PSPLIB, of one calendar without days off, as levelling reads them; and a generator of problems of that kind. */
import { type LevellingProblem, STEADY, UNIT_PARTS } from '../../../engine/levelling/problem.ts'
import { between, type Random } from '../../helpers/random.ts'

interface PlainProblem {
  readonly durations: readonly number[]
  /** Predecessors of each task, which stand before it. */
  readonly predecessors: readonly (readonly number[])[]
  readonly demands: readonly (readonly number[])[]
  readonly capacities: readonly number[]
}

const DAY = 1_440

export function problemOf({ durations, predecessors, demands, capacities }: PlainProblem): LevellingProblem {
  const count = durations.length
  const start = new Float64Array(count)
  const finish = new Float64Array(count)
  const linkStart = new Uint32Array(count + 1)
  const flat: number[] = []
  for (let a = 0; a < count; a++) {
    for (const p of predecessors[a]!) start[a] = Math.max(start[a]!, finish[p]!)
    finish[a] = start[a]! + DAY * durations[a]!
    flat.push(...predecessors[a]!)
    linkStart[a + 1] = flat.length
  }
  const followStart = new Uint32Array(count + 1)
  const followLink: number[] = []
  const successor: number[] = []
  for (let a = 0; a < count; a++) {
    for (let s = 0; s < count; s++)
      for (let k = linkStart[s]!; k < linkStart[s + 1]!; k++)
        if (flat[k] === a) {
          followLink.push(k)
          successor.push(s)
        }
    followStart[a + 1] = followLink.length
  }
  const needStart = new Uint32Array(count + 1)
  const needResource: number[] = []
  const needParts: number[] = []
  for (let a = 0; a < count; a++) {
    for (const [r, units] of demands[a]!.entries()) {
      if (units === 0 || durations[a] === 0) continue
      needResource.push(r)
      needParts.push(units * UNIT_PARTS)
    }
    needStart[a + 1] = needResource.length
  }
  const none = (): Float64Array => new Float64Array(flat.length)
  return {
    ...{ count, linkStart, followStart, needStart },
    task: Uint32Array.from(durations.keys()),
    order: Uint32Array.from(durations.keys()),
    calendars: [STEADY],
    calendar: new Uint16Array(count),
    minutes: Float64Array.from(durations, days => DAY * days),
    baseStart: start,
    baseFinish: finish,
    follows: new Uint8Array(count),
    fixed: new Uint8Array(count),
    leastPart: new Float64Array(count).fill(Number.POSITIVE_INFINITY),
    holdsFinish: false,
    isPoint: new Uint8Array(count).fill(1),
    latestStart: new Float64Array(count).fill(Number.POSITIVE_INFINITY),
    predecessor: Uint32Array.from(flat),
    linkType: new Uint8Array(flat.length),
    lagCalendar: new Uint16Array(flat.length),
    ...{ lag: none(), eased: none() },
    followLink: Uint32Array.from(followLink),
    successor: Uint32Array.from(successor),
    resources: capacities.map(units => ({
      at: Float64Array.of(Number.NEGATIVE_INFINITY),
      value: Float64Array.of(units * UNIT_PARTS),
      classes: [0],
    })),
    needResource: Uint32Array.from(needResource),
    needParts: Float64Array.from(needParts),
    needClass: new Uint8Array(needParts.length),
    windows: undefined,
  }
}

/** What a cell of the sets has: links per activity, the share of the four resources that an activity asks for, and what there is of them between the least that is needed and the most that the plan without limits uses. */
export interface Cell {
  readonly complexity: number
  readonly factor: number
  readonly strength: number
}

/** A problem of the kind of the sets (Kolisch, Sprecher & Drexl, Management Science 41, 1995), with links to activities that are near in the list. */
export function randomProblem(rnd: Random, count: number, { complexity, factor, strength }: Cell): PlainProblem {
  const last = count - 1
  const durations = Array.from({ length: count }, (_, a) => (a === 0 || a === last ? 0 : between(rnd, 1, 10)))
  const own = durations.map(() => new Set<number>())
  const nearBefore = (a: number): number => between(rnd, Math.max(1, a - REACH), a - 1)
  for (let a = 1; a < last; a++) own[a]!.add(a <= 3 ? 0 : nearBefore(a))
  const isFollowed = (a: number): boolean => own.some(each => each.has(a))
  for (let a = 1; a < last - 3; a++) if (!isFollowed(a)) own[between(rnd, a + 1, Math.min(last - 1, a + REACH))]!.add(a)
  for (let links = own.reduce((sum, { size }) => sum + size, 0); links < complexity * count; ) {
    const a = between(rnd, 5, last - 1)
    const p = nearBefore(a)
    if (own[a]!.has(p)) continue
    own[a]!.add(p)
    links++
  }
  for (let a = 1; a < last; a++) if (!isFollowed(a)) own[last]!.add(a)
  const predecessors = own.map(each => [...each].sort((x, y) => x - y))
  const demands = durations.map(days =>
    Array.from({ length: 4 }, () => (days > 0 && rnd() < factor ? between(rnd, 1, 10) : 0)),
  )
  for (let a = 1; a < last; a++)
    if (demands[a]!.every(units => units === 0)) demands[a]![between(rnd, 0, 3)] = between(rnd, 1, 10)
  const start: number[] = []
  for (let a = 0; a < count; a++) start[a] = Math.max(0, ...predecessors[a]!.map(p => start[p]! + durations[p]!))
  const capacities = Array.from({ length: 4 }, (_, r) => {
    const least = Math.max(1, ...demands.map(each => each[r]!))
    const peak = start.map(day =>
      demands.reduce((sum, each, a) => (start[a]! <= day && day < start[a]! + durations[a]! ? sum + each[r]! : sum), 0),
    )
    return Math.round(least + strength * (Math.max(least, ...peak) - least))
  })
  return { durations, predecessors, demands, capacities }
}

/** Places of the list between the ends of a link. */
const REACH = 25
