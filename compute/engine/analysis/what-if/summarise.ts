/** What came out in a few sentences. */
import { finishText, type Movement, movedText } from '../../edits/finish-moves.ts'
import { dateOrNull } from '../../result/options.ts'
import { plural } from '../../wording/numbers.ts'
import type { AlternativeResult, AskedAlternative, BaseOutcome } from './alternative.ts'
import type { SearchResult } from './search.ts'

/** Alternatives that are named. */
const NAMED_MAX = 3

/** null: no target is asked for. */
export const targetMet = ({ endedBy, targetDay, options }: SearchResult): boolean | null =>
  dateOrNull(targetDay) === null
    ? null
    : endedBy === 'target_met' || options.some(({ meetsTarget }) => meetsTarget === true)

/** "2026-03-16, 1 working day (1 calendar day) earlier" */
const finishPhrase = (finish: string | null, movement: Movement): string =>
  finish === null ? movedText(movement) : `${finish}, ${movedText(movement)}`

export function summarise(
  base: BaseOutcome,
  asked: readonly AskedAlternative[],
  results: readonly AlternativeResult[],
  searched: SearchResult | undefined,
): string {
  const finish = finishText(base.finish)
  const sentences = [
    finish === null
      ? 'The schedule has no date, so finishes are told by how far they move.'
      : `The project finishes ${finish} as sent.`,
  ]
  for (const [n, { finish: ownFinish, movement, lostCount, newlyBroken }] of results.slice(0, NAMED_MAX).entries()) {
    const each = asked[n]!
    const called = each.place.length === 1 ? 'With the changes' : each.name
    sentences.push(`${called}: ${finishPhrase(ownFinish, movement)}.`)
    if (lostCount > 0) sentences.push(`${called}: total float of ${plural(lostCount, 'task')} falls below the limit.`)
    if (newlyBroken > 0) sentences.push(`${called}: ${plural(newlyBroken, 'constraint')} more not met.`)
  }
  if (results.length > NAMED_MAX) sentences.push(`${plural(results.length - NAMED_MAX, 'more alternative')}.`)
  if (searched !== undefined) sentences.push(...searchSentences(searched))
  return sentences.join(' ')
}

function searchSentences(searched: SearchResult): string[] {
  const { options, steps, targetDay } = searched
  const [first] = options
  const met = targetMet(searched)
  return [
    first === undefined
      ? `The search tried ${plural(steps, 'schedule')} and found nothing that ends earlier.`
      : `The search tried ${plural(steps, 'schedule')} and found ${plural(options.length, 'option')}; the earliest: ${finishPhrase(first.finish, first.movement)}.`,
    ...(met === null ? [] : [`The target ${dateOrNull(targetDay)} is ${met ? '' : 'not '}met.`]),
  ]
}
