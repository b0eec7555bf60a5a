/** Who bears a delay of each category, and what it entitles the contractor to (/docs/methods/delay-analysis#entitlement). */
import { DELAY_CATEGORIES } from '../../../../shared/contract/schedule/fields.ts'

export type Category = (typeof DELAY_CATEGORIES)[number]
export type Party = 'owner' | 'contractor'

/** Sides of a delay. */
export const NO_SIDE = 0
export const OWNER = 1
export const CONTRACTOR = 2
/** Nobody's: weather, force majeure. */
export const NEUTRAL = 3
/** All of them, that of nobody last. */
export const SIDES: readonly number[] = [OWNER, CONTRACTOR, NEUTRAL, NO_SIDE]
export const SIDE_LABELS: readonly (string | null)[] = [null, 'owner', 'contractor', 'neutral']

/** Parties that options may name; the rest is fixed. */
interface Responsibilities {
  readonly design: Party
  readonly procurement: Party
}

export interface EntitlementRule {
  readonly category: Category
  readonly side: number
  readonly excusable: boolean
  readonly compensable: boolean
}

/** One per category, in the order of DELAY_CATEGORIES. */
export function entitlementRules({ design, procurement }: Responsibilities): readonly EntitlementRule[] {
  const sideOf: Readonly<Record<Category, number>> = {
    owner: OWNER,
    contractor: CONTRACTOR,
    design: design === 'owner' ? OWNER : CONTRACTOR,
    procurement: procurement === 'owner' ? OWNER : CONTRACTOR,
    weather: NEUTRAL,
    force_majeure: NEUTRAL,
  }
  return DELAY_CATEGORIES.map(category => {
    const side = sideOf[category]
    return { category, side, excusable: side !== CONTRACTOR, compensable: side === OWNER }
  })
}

/** Entry c = side of the code c of the column delayCategory; code 0 = nobody said. */
export const sidesOf = (rules: readonly EntitlementRule[]): Uint8Array =>
  Uint8Array.from([NO_SIDE, ...rules.map(({ side }) => side)])
