/**
 * The places for schedules that are fetched at once, shared by who pays for them (limits/payer.ts: keys without an identity share the places of their
 * address). The scarcer they are, the fewer one may hold: the last quarter is for those who hold none, the one before it for those who hold at most one, and
 * so on. A few accounts that name slow hosts therefore cannot take all places: half of them must be different payers.
 */

export const PLACES = 64
export const PLACES_OF_PAYER = 4

export class FetchPlaces {
  readonly #held = new Map<string, number>()
  #free = PLACES

  get free(): number {
    return this.#free
  }

  /** Payers that hold a place. */
  get payerCount(): number {
    return this.#held.size
  }

  /** False: there is none for this payer now. leave() must follow a true. */
  take(budgetId: string): boolean {
    const held = this.#held.get(budgetId) ?? 0
    if (held >= PLACES_OF_PAYER || this.#free <= (held * PLACES) / PLACES_OF_PAYER) return false
    this.#free--
    this.#held.set(budgetId, held + 1)
    return true
  }

  leave(budgetId: string): void {
    this.#free++
    const left = this.#held.get(budgetId)! - 1
    if (left > 0) this.#held.set(budgetId, left)
    else this.#held.delete(budgetId)
  }
}
