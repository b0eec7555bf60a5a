/** Demand against capacity of each resource by period, as columns. */
import { TEXT } from '../texts.ts'
import { momentText } from './moment.ts'
import type { Series } from './plot-data.ts'

export interface ResourcesData {
  readonly anchor: { readonly date: string | null }
  readonly resources: readonly {
    readonly resource: string
    readonly type: string
    /** Null: without limit. */
    readonly peak_ratio: number | null
  }[]
  readonly histogram?: readonly {
    readonly resource: string
    readonly start: string
    readonly demand_days: number
    /** Null: some day has no limit. */
    readonly capacity_days: number | null
  }[]
}

interface LoadOfResource {
  readonly name: string
  /** A quantity, which cannot be added to the days of others. */
  readonly isMaterial: boolean
  /** Largest demand by the limit of its day; 0 = without limit. */
  readonly peakRatio: number
  /** Days of one unit, or a quantity; entry i is of period i. */
  readonly demandDays: Float64Array
  /** NaN = a period that nothing is said of, or without limit. */
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
    resources.map(({ resource: name, type, peak_ratio }) => [
      name,
      {
        name,
        isMaterial: type === 'material',
        peakRatio: peak_ratio ?? 0,
        demandDays: new Float64Array(periods.length),
        capacityDays: new Float64Array(periods.length).fill(Number.NaN),
      },
    ]),
  )
  for (const { resource, start, demand_days, capacity_days } of histogram) {
    const load = of.get(resource)
    if (load === undefined) continue
    load.demandDays[indexOf.get(start)!] = demand_days
    load.capacityDays[indexOf.get(start)!] = capacity_days ?? Number.NaN
  }
  return { from: anchor.date, periods, resources: [...of.values()].sort((a, b) => b.peakRatio - a.peakRatio) }
}

/** The load of one resource, or of all people and machines together: with a limit in the periods in which each of them has one. */
export function loadSeries({ periods, resources }: ResourceLoad, which: LoadOfResource | undefined): Series {
  const shown = which === undefined ? resources.filter(({ isMaterial }) => !isMaterial) : [which]
  const hasLimit = (i: number): boolean =>
    shown.every(load => load.demandDays[i] === 0 || !Number.isNaN(load.capacityDays[i]!))
  const sum = (column: 'demandDays' | 'capacityDays') =>
    periods.map((_, i) => {
      const known = shown.filter(load => !Number.isNaN(load[column][i]!))
      const isOpen = column === 'capacityDays' && !hasLimit(i)
      return known.length === 0 || isOpen ? Number.NaN : known.reduce((total, load) => total + load[column][i]!, 0)
    })
  return {
    labels: periods.map(momentText),
    lines: [
      { name: TEXT.plots.demand, kind: 'actual', form: 'bar', values: sum('demandDays') },
      { name: TEXT.plots.capacity, kind: 'limit', form: 'step', values: sum('capacityDays') },
    ],
  }
}
