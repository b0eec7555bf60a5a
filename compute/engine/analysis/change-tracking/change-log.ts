/**
 * The changes between statuses: counted all, kept only as far as they are to be listed. What they say as text is
 * change-table.ts.
 */

import {
  CHANGE_FIELDS,
  type ChangeField,
  DISPOSITIONS,
  LISTED_CATEGORIES,
  type ListedCategory,
} from '../../../../shared/contract/analysis/change-tracking/words.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { NO_LINK } from '../../compare/link-changes.ts'
import { zeros } from '../../ids/short-arrays.ts'
import type { Edit } from './edits.ts'
import { CATEGORY_OF } from './fields.ts'

export const MATERIAL = DISPOSITIONS.indexOf('material')
export const MINOR = DISPOSITIONS.indexOf('minor')
export const EXPECTED = DISPOSITIONS.indexOf('expected')

/** Without details so many material changes are listed of each category and comparison. */
const LISTED_PER_CATEGORY_MAX = 20

/** Entry c, d: changes of category c and disposition d, at c * DISPOSITIONS.length + d. */
type ChangeCounts = Uint32Array

const noCounts = (): ChangeCounts => new Uint32Array(LISTED_CATEGORIES.length * DISPOSITIONS.length)

const CATEGORY_AT = CHANGE_FIELDS.map(field => LISTED_CATEGORIES.indexOf(CATEGORY_OF[field]))

export const fieldCode = (field: ChangeField): number => CHANGE_FIELDS.indexOf(field)
export const categoryCode = (field: number): number => CATEGORY_AT[field]

/** Takes changes of fields of a task: indices in the earlier and the later status, NO_MATCH where it is not. */
export interface ChangeSink {
  add(field: number, before: number, after: number, disposition: number, difference: number): void
  addLink(
    field: number,
    before: number,
    after: number,
    disposition: number,
    difference: number,
    linkBefore: number,
    linkAfter: number,
  ): void
}

/** For a walk that looks for edits alone. */
export const NO_LOG: ChangeSink = { add: () => {}, addLink: () => {} }

export class ChangeLog {
  readonly #withDetails: boolean
  /** Entry c: category c is listed. */
  readonly #listed: readonly boolean[]
  /** Counts of each comparison, in order. */
  readonly counts: ChangeCounts[] = []
  /** Listed or not: changes of the requested categories; without details, material ones only. */
  matching = 0
  /** Entry n of each belongs to listed change n. */
  readonly pair: number[] = []
  readonly before: number[] = []
  readonly after: number[] = []
  readonly linkBefore: number[] = []
  readonly linkAfter: number[] = []
  readonly field: number[] = []
  readonly disposition: number[] = []
  readonly difference: number[] = []
  /** Days that the change moved the finish by, taken back alone; NaN = it was not tested. */
  readonly impact: number[] = []
  /** Listed of each category in the comparison at hand. */
  #taken = new Uint32Array(LISTED_CATEGORIES.length)

  constructor(categories: readonly ListedCategory[], withDetails: boolean) {
    this.#withDetails = withDetails
    this.#listed = LISTED_CATEGORIES.map(category => categories.includes(category))
  }

  beginPair(): void {
    this.counts.push(noCounts())
    this.#taken = zeros(Uint32Array, LISTED_CATEGORIES.length)
  }

  /** A change of the setting, which is listed by itself (setting-impact.ts). */
  count(category: ListedCategory, disposition: number): void {
    this.counts.at(-1)![LISTED_CATEGORIES.indexOf(category) * DISPOSITIONS.length + disposition]++
  }

  /** `impactOf`: days by which a change moved the finish, NaN where it was not tested. What moves the finish is material, and listed. */
  judgedBy(impactOf: (edit: Omit<Edit, 'isMaterial'>) => number): ChangeSink {
    const addLink: ChangeSink['addLink'] = (field, before, after, disposition, difference, linkBefore, linkAfter) => {
      const impact = impactOf({ field, before, after, linkBefore, linkAfter })
      const moves = Math.abs(impact) > EPSILON_DAYS
      this.#add(field, before, after, moves ? MATERIAL : disposition, difference, linkBefore, linkAfter, impact, moves)
    }
    return {
      add: (field, before, after, disposition, difference) =>
        addLink(field, before, after, disposition, difference, NO_LINK, NO_LINK),
      addLink,
    }
  }

  #add(
    field: number,
    before: number,
    after: number,
    disposition: number,
    difference: number,
    linkBefore: number,
    linkAfter: number,
    impact: number,
    moves: boolean,
  ): void {
    const category = CATEGORY_AT[field]
    this.counts.at(-1)![category * DISPOSITIONS.length + disposition]++
    if (!this.#listed[category]) return
    if (!this.#withDetails) {
      if (disposition !== MATERIAL) return
      this.matching++
      if (!moves && this.#taken[category]++ >= LISTED_PER_CATEGORY_MAX) return
    } else this.matching++
    this.pair.push(this.counts.length - 1)
    this.before.push(before)
    this.after.push(after)
    this.linkBefore.push(linkBefore)
    this.linkAfter.push(linkAfter)
    this.field.push(field)
    this.disposition.push(disposition)
    this.difference.push(difference)
    this.impact.push(impact)
  }
}

export const sumCounts = (counts: readonly ChangeCounts[]): ChangeCounts => {
  const sum = noCounts()
  for (const each of counts) for (let n = 0; n < sum.length; n++) sum[n] += each[n]
  return sum
}

/** Changes of all categories by disposition. */
export const dispositionsOf = (counts: ChangeCounts): Record<string, number> =>
  Object.fromEntries(
    DISPOSITIONS.map((name, d) => [
      name,
      LISTED_CATEGORIES.reduce((sum, _, c) => sum + counts[c * DISPOSITIONS.length + d], 0),
    ]),
  )

export const showCounts = (counts: ChangeCounts) =>
  Object.fromEntries(
    LISTED_CATEGORIES.map((category, c) => [
      category,
      Object.fromEntries(DISPOSITIONS.map((name, d) => [name, counts[c * DISPOSITIONS.length + d]])),
    ]),
  )
