/** Which catalogue a request runs: a built-in one, read once per process, or the customer's own, read and bounded before anything is counted. */
import { createHash } from 'node:crypto'
import { type CatalogueId, COUNTED, type Counted } from '../../../../shared/contract/endpoint/data/catalogue-words.ts'
import type { ValidationFault } from '../../../../shared/contract/errors.ts'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import type { AnalysisInput } from '../../../../shared/contract/schedule/input.ts'
import { describe } from '../../../../shared/contract/schedule/text.ts'
import { type ReadCheck, readCheck } from './catalogue.ts'
import { CATALOGUES } from './rows/catalogues.ts'
import type { Catalogue, CheckSpec } from './rows/spec.ts'

/** The input with the catalogue that the query names, in the place of that of the options. */
export const withCatalogue = (input: AnalysisInput, catalogue: CatalogueId | undefined): AnalysisInput =>
  catalogue === undefined
    ? input
    : { ...input, params: { ...input.params, options: { ...(input.params.options as object | undefined), catalogue } } }

export interface ReadCatalogue extends Catalogue {
  readonly read: readonly ReadCheck[]
  readonly sha256: string
}

/**
 * Comparisons that the checks of a catalogue of a request may make for each row, and with all rows together: the most grows with the rows that were sent. One takes
 * 7 to 20 ns.
 */
const COMPARISONS_MAX = 2_000
const WORK_FREE = 15_000_000
const WORK_PER_ROW = 800
/** A text that is compared is decoded for each row: so many comparisons, and one for so many bytes of it. */
const TEXT_WORK = 5
const BYTES_PER_WORK = 32

const builtIn = new Map<string, ReadCatalogue>()

export function builtInCatalogue(id: Exclude<CatalogueId, 'own'>): ReadCatalogue {
  const known = builtIn.get(id)
  if (known !== undefined) return known
  const catalogue = CATALOGUES[id]
  const read = catalogue.checks.map(spec =>
    readCheck(spec, (place, words) => {
      throw new Error(`${id} ${spec.id} ${place.join('.')} ${words}`)
    }),
  )
  const made = { ...catalogue, read, sha256: hashOf(catalogue) }
  builtIn.set(id, made)
  return made
}

/** Of what is counted and of its limits; titles, texts and sources may change. */
function hashOf({ id, version, checks }: Catalogue): string {
  const rules = checks.map(({ title: _title, text: _text, source: _source, reading: _reading, tier: _tier, ...rule }) =>
    Object.fromEntries(Object.entries(rule).sort(([a], [b]) => (a < b ? -1 : 1))),
  )
  return createHash('sha256')
    .update(JSON.stringify([id, version, rules]))
    .digest('hex')
}

type Counting = Pick<ScheduleColumns, 'taskCount' | 'id' | 'name' | 'links' | 'resources' | 'assignments' | 'setting'>

interface SentCatalogue {
  readonly id: string
  readonly title?: string | null
  readonly version: string
  readonly checks: readonly (Omit<CheckSpec, 'title'> & { readonly title?: string | null })[]
}

/** The faults of a catalogue of a request; none: `catalogue` is read. */
export function ownCatalogue(
  sent: unknown,
  schedules: readonly Counting[],
): { readonly catalogue: ReadCatalogue } | { readonly faults: readonly ValidationFault[] } {
  const loc = ['body', 'own_catalogue'] as const
  if (sent === undefined || sent === null)
    return { faults: [{ loc: [...loc], msg: 'is required by the catalogue own', type: 'missing' }] }
  const { id, title, version, checks } = sent as SentCatalogue
  const faults: ValidationFault[] = []
  const ids = new Set<string>()
  const tooMuch = (msg: string): number => faults.push({ loc: [...loc, 'checks'], msg, type: 'too_much_work' })
  for (const [name, value] of Object.entries({ id, title, version }))
    for (const msg of signFaults(name, value)) faults.push({ loc: [...loc, name], msg, type: 'catalogue' })
  const read = checks.map((check, n) => {
    const spec = withoutNulls(check)
    const report = (place: readonly (string | number)[], msg: string): void => {
      faults.push({ loc: [...loc, 'checks', n, ...place], msg, type: 'catalogue' })
    }
    for (const [name, value] of Object.entries(check))
      for (const msg of [value].flat().flatMap(each => signFaults(name, each))) report([name], msg)
    if (ids.has(spec.id)) report(['id'], `${JSON.stringify(spec.id)} is the id of an earlier check`)
    ids.add(spec.id)
    return readCheck(spec, report)
  })
  const comparisons = read.reduce((sum, check) => sum + sumOf(check, 'size'), 0)
  const textBytes = schedules.reduce((sum, { id, name }) => sum + id.bytes.length + name.bytes.length, 0)
  const work = read.reduce((sum, check) => {
    const rows = rowCount(check.counts, schedules)
    const ofTexts = TEXT_WORK * rows + Math.ceil(textBytes / BYTES_PER_WORK)
    return sum + sumOf(check, 'size') * rows + sumOf(check, 'textCount') * ofTexts
  }, 0)
  const workMax = WORK_FREE + WORK_PER_ROW * COUNTED.reduce((sum, each) => sum + rowCount(each, schedules), 0)
  if (comparisons > COMPARISONS_MAX)
    tooMuch(`make ${comparisons} comparisons for each row; at most ${COMPARISONS_MAX} are made`)
  else if (work > workMax)
    tooMuch(`make ${work} comparisons with the rows of these schedules; at most ${workMax} are made for that many rows`)
  if (faults.length > 0) return { faults }
  const catalogue: Catalogue = {
    id,
    title: title ?? id,
    version,
    source: 'the request',
    checks: checks.map(withoutNulls),
  }
  return { catalogue: { ...catalogue, read, sha256: hashOf(catalogue) } }
}

const sumOf = ({ population, metric }: ReadCheck, what: 'size' | 'textCount'): number =>
  [...population, ...metric].reduce((sum, condition) => sum + condition[what], 0)

const NAMES: readonly string[] = ['id', 'version']
/** Signs that no one sees, and that turn the text around them. */
const UNSEEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u
const UNSEEN_IN_NAMES = /\p{C}/u

/** What is shown in a report must be what it reads as; an id is also typed behind --fail-on. */
function signFaults(name: string, value: unknown): string[] {
  if (typeof value !== 'string') return []
  const isName = NAMES.includes(name)
  const text = name === 'text' ? value.replaceAll('\n', ' ') : value
  if ((isName ? UNSEEN_IN_NAMES : UNSEEN).test(text)) return [`${describe(value)} has control characters`]
  if (isName && value.trim() !== value) return [`${describe(value)} begins or ends with a blank`]
  return text.trim() === '' ? [`${describe(value)} is blank`] : []
}

function rowCount(counts: Counted, schedules: readonly Counting[]): number {
  return schedules.reduce((sum, { taskCount, links, resources, assignments, setting }) => {
    if (counts === 'tasks') return sum + taskCount
    if (counts === 'links') return sum + links.task.length
    if (counts === 'assignments') return sum + (assignments?.resource ?? resources.codes).length
    const calendars = setting?.calendars ?? []
    return sum + calendars.reduce((rows, { exceptions }) => rows + (counts === 'calendars' ? 1 : exceptions.length), 0)
  }, 0)
}

/** A check as it is read: its title is its id where it has none. */
const withoutNulls = (spec: SentCatalogue['checks'][number]): CheckSpec => ({
  ...(Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== null)) as unknown as CheckSpec),
  title: spec.title ?? spec.id,
})
