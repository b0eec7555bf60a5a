/** Which catalogue a request runs: a built-in one, read once per process, or the customer's own, read and bounded before anything is counted. */
import { createHash } from 'node:crypto'
import type { CatalogueId } from '../../../../shared/contract/endpoint/data/catalogue-words.ts'
import type { ValidationFault } from '../../../../shared/contract/errors.ts'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import type { AnalysisInput } from '../../../../shared/contract/schedule/input.ts'
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

/** Comparisons of all checks of a catalogue of a request, times the tasks that they may be made for. */
const WORK_MAX = 400_000_000
const COMPARISONS_MAX = 2_000

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

interface SentCatalogue {
  readonly id: string
  readonly title?: string | null
  readonly version: string
  readonly checks: readonly (Omit<CheckSpec, 'title'> & { readonly title?: string | null })[]
}

/** The faults of a catalogue of a request; none: `catalogue` is read. */
export function ownCatalogue(
  sent: unknown,
  schedules: readonly Pick<ScheduleColumns, 'taskCount' | 'links'>[],
): { readonly catalogue: ReadCatalogue } | { readonly faults: readonly ValidationFault[] } {
  const loc = ['body', 'own_catalogue'] as const
  if (sent === undefined || sent === null)
    return { faults: [{ loc: [...loc], msg: 'is required by the catalogue own', type: 'missing' }] }
  const { id, title, version, checks } = sent as SentCatalogue
  const faults: ValidationFault[] = []
  const ids = new Set<string>()
  const read = checks.map((check, n) => {
    const spec = withoutNulls(check)
    const report = (place: readonly (string | number)[], msg: string): void => {
      faults.push({ loc: [...loc, 'checks', n, ...place], msg, type: 'catalogue' })
    }
    if (ids.has(spec.id)) report(['id'], `${JSON.stringify(spec.id)} is the id of an earlier check`)
    ids.add(spec.id)
    return readCheck(spec, report)
  })
  const comparisons = read.reduce(
    (sum, { population, metric }) => sum + [...population, ...metric].reduce((size, each) => size + each.size, 0),
    0,
  )
  const rows = schedules.reduce((sum, { taskCount, links }) => sum + taskCount + links.task.length, 0)
  if (comparisons > COMPARISONS_MAX || comparisons * rows > WORK_MAX)
    faults.push({
      loc: [...loc, 'checks'],
      msg: `make ${comparisons} comparisons of ${rows} tasks and links; at most ${Math.min(COMPARISONS_MAX, Math.floor(WORK_MAX / Math.max(1, rows)))} are made of so many`,
      type: 'too_much_work',
    })
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

/** A check as it is read: its title is its id where it has none. */
const withoutNulls = (spec: SentCatalogue['checks'][number]): CheckSpec => ({
  ...(Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== null)) as unknown as CheckSpec),
  title: spec.title ?? spec.id,
})
