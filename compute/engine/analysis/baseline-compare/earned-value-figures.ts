/** Earned value figures of one status: SPI, CPI, TCPI and the estimate at completion by four methods (/docs/methods/baseline-compare#over-the-statuses). */

/** Cumulative totals; NaN = not given. */
export interface Totals {
  readonly planned: number
  readonly earned: number
  readonly actualCost: number
  readonly budget: number
}

export type EacMethod = 'cpi' | 'budget_rate' | 'cpi_spi' | 'weighted'

/** Shares of CPI and SPI in the method `weighted`. */
const CPI_SHARE = 0.8
const SPI_SHARE = 0.2

const EAC: Readonly<Record<EacMethod, (totals: Totals, cpi: number, spi: number) => number>> = {
  cpi: ({ budget }, cpi) => budget / cpi,
  budget_rate: ({ actualCost, budget, earned }) => actualCost + budget - earned,
  cpi_spi: ({ actualCost, budget, earned }, cpi, spi) => actualCost + (budget - earned) / (cpi * spi),
  weighted: ({ actualCost, budget, earned }, cpi, spi) =>
    actualCost + (budget - earned) / (CPI_SHARE * cpi + SPI_SHARE * spi),
}

/** null where a figure it needs is missing or its divisor is 0. */
interface EarnedValueFigures {
  readonly spi: number | null
  readonly cpi: number | null
  readonly estimateAtCompletion: number | null
  readonly varianceAtCompletion: number | null
  readonly tcpi: number | null
}

const known = (value: number): number | null => (Number.isFinite(value) ? value : null)

export function earnedValueFigures(totals: Totals, method: EacMethod): EarnedValueFigures {
  const { planned, earned, actualCost, budget } = totals
  const spi = earned / planned
  const cpi = earned / actualCost
  const estimate = known(EAC[method](totals, cpi, spi))
  return {
    spi: known(spi),
    cpi: known(cpi),
    estimateAtCompletion: estimate,
    varianceAtCompletion: estimate === null ? null : known(budget - estimate),
    tcpi: known((budget - earned) / (budget - actualCost)),
  }
}

const NAMES: Readonly<Record<keyof Totals, string>> = {
  planned: 'planned_value_total',
  earned: 'earned_value_total',
  actualCost: 'actual_cost_total',
  budget: 'budget_at_completion',
}

/** Request fields that are missing. */
export const missingTotals = (totals: Totals): string[] =>
  (Object.keys(NAMES) as (keyof Totals)[]).filter(name => Number.isNaN(totals[name])).map(name => NAMES[name])
