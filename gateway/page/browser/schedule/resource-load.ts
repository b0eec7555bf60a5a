/** Demand against capacity of each resource by period, as columns. */
import { TEXT } from '../texts.ts'
import type { Series } from './plot-data.ts'

export interface ResourcesData {
  readonly anchor: { readonly date: string | null }
  readonly resources: readonly { readonly resource: string; readonly peak_ratio: number }[]
  readonly histogram?: readonly {
    readonly resource: string
    readonly start: string
    readonly demand_days: number
    readonly capacity_days: number
  }[]
}

export interface LoadOfResource {
  readonly name: string
  /** Largest demand by the capacity of its day. */
  readonly peakRatio: number
  /** Resource-days; entry i is of period i. */
  readonly demandDays: Float64Array
  /** NaN = a period that nothing is said of. */
  readonly capacityDays: Float64Array
}

export interface ResourceLoad {
  /** First day of what is counted. */
  readonly from: string | null
  /** First days of the periods. */
  readonly periods: readonly string[]
  /** The most loaded first. */
  readonly resources: readonly LoadOfResource[]
}

export function loadOf({ anchor, resources, histogram = [] }: ResourcesData): ResourceLoad {
  const periods = [...new Set(histogram.map(({ start }) => start))].sort()
  const indexOf = new Map(periods.map((start, i) => [start, i]))
  const of = new Map(
    resources.map(({ resource: name, peak_ratio: peakRatio }) => [
      name,
      {
        name,
        peakRatio,
        demandDays: new Float64Array(periods.length),
        capacityDays: new Float64Array(periods.length).fill(Number.NaN),
      },
    ]),
  )
  for (const { resource, start, demand_days, capacity_days } of histogram) {
    const load = of.get(resource)
    if (load === undefined) continue
    load.demandDays[indexOf.get(start)!] = demand_days
    load.capacityDays[indexOf.get(start)!] = capacity_days
  }
  return { from: anchor.date, periods, resources: [...of.values()].sort((a, b) => b.peakRatio - a.peakRatio) }
}

/** Of one resource, or of all together. */
export function loadSeries({ periods, resources }: ResourceLoad, which: LoadOfResource | undefined): Series {
  const shown = which === undefined ? resources : [which]
  const sum = (column: 'demandDays' | 'capacityDays') =>
    periods.map((_, i) => {
      const known = shown.filter(load => !Number.isNaN(load[column][i]!))
      return known.length === 0 ? Number.NaN : known.reduce((total, load) => total + load[column][i]!, 0)
    })
  return {
    labels: periods,
    lines: [
      { name: TEXT.plots.demand, kind: 'actual', form: 'bar', values: sum('demandDays') },
      { name: TEXT.plots.capacity, kind: 'limit', form: 'step', values: sum('capacityDays') },
    ],
  }
}
