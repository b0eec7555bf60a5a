/** Members of a request that nothing knows, as faults: who asks for what is not there must not get an answer to another question. */
import type { ValidationFaults } from '../../../shared/contract/schema/validation-faults.ts'
import { meantBy } from './body-reader.ts'

/** Known names that a refusal lists. */
const NAMES_MAX = 24
/** What stands in these is passed over: it is data of a schedule, which other tools write, or is handed on to a reader of its own. */
const PASSED_OVER: readonly string[] = [
  'calendars',
  'resources',
  'calendar',
  'scheduling_options',
  'leveling_options',
  'arguments',
]

const words = (name: string): readonly string[] => name.toLowerCase().split(/[^a-z0-9]+/)

/** The known name that was probably meant: another tool's word for it, one spelt alike, or the one with the most words in common, those in front first. */
function closestTo(name: string, known: Iterable<string>): string | undefined {
  const names = [...known]
  const meant = meantBy(name, names)
  if (meant !== undefined) return meant
  const asked = words(name).filter(word => word.length > 2)
  const sharedWith = (other: string): number =>
    words(other).reduce((sum, word, n) => sum + (asked.includes(word) ? 1 / (1 + n) : 0), 0)
  const best = names.reduce<string | undefined>(
    (first, each) => (sharedWith(each) > (first === undefined ? 0 : sharedWith(first)) ? each : first),
    undefined,
  )
  return best
}

/** members: by their place. but: names at the top that are known elsewhere. */
export function addUnknown(
  members: ReadonlyMap<string, Iterable<string>>,
  but: readonly string[],
  faults: ValidationFaults,
): void {
  for (const [place, known] of members) {
    const steps = place.split('.')
    const name = steps.at(-1)!
    if (steps.length === 1 && but.includes(name)) continue
    if (steps.slice(0, -1).some(step => PASSED_OVER.includes(step))) continue
    const names = [...new Set([...known, ...(steps.length === 1 ? but : [])])]
    const meant = closestTo(name, names)
    const shown = names.slice(0, NAMES_MAX).join(', ')
    const more = names.length > NAMES_MAX ? ` and ${names.length - NAMES_MAX} more` : ''
    faults.add(
      steps,
      'value',
      `${name} is not known here${meant === undefined ? '' : `; did you mean ${meant}?`}${names.length === 0 ? '' : `${meant === undefined ? '.' : ''} Known: ${shown}${more}.`}`,
    )
  }
}
