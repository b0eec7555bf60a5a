/** Ids of the rows that have a method, in the order of their pages. */
import { analyses } from '../analysis/analyses.ts'
import type { WorkId } from './catalogue.ts'

export const METHOD_IDS: readonly WorkId[] = [...analyses.map(({ id }) => id), 'resources.allocate']
