/** Problems of PSPLIB, of one calendar without days off, as levelling reads them; and a generator of problems of that kind. */
import { type LevellingProblem, STEADY, UNIT_PARTS } from '../../../engine/levelling/problem.ts'
import { between, type Random } from '../../helpers/random.ts'

export interface PlainProblem {
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
  }
}

/** A problem of the kind of the sets: layers of links, four resources, factor 0.2 (scarce) to 1 (ample) of what the plan without limits would use. */
export function randomProblem(rnd: Random, count: number): PlainProblem {
  const durations = Array.from({ length: count }, (_, a) => (a === 0 || a === count - 1 ? 0 : between(rnd, 1, 10)))
  const predecessors = durations.map((_, a) => {
    if (a === 0) return []
    if (a === count - 1) return [...durations.keys()].filter(p => p > 0 && p < a)
    const own = new Set<number>()
    for (let n = between(rnd, 1, 3); n > 0; n--) own.add(between(rnd, Math.max(0, a - 12), a - 1))
    return [...own].sort((x, y) => x - y)
  })
  const factor = [0.25, 0.5, 0.75, 1][between(rnd, 0, 3)]!
  const strength = [0.2, 0.3, 0.4, 0.5][between(rnd, 0, 3)]!
  const demands = durations.map((days, a) =>
    Array.from({ length: 4 }, () => (days > 0 && a > 0 && rnd() < factor ? between(rnd, 1, 10) : 0)),
  )
  const capacities = Array.from({ length: 4 }, (_, r) => {
    const most = Math.max(1, ...demands.map(each => each[r]!))
    return Math.round(most + strength * 30)
  })
  return { durations, predecessors, demands, capacities }
}
