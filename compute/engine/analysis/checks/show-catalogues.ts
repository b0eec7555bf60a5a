/** The catalogues as GET /api/v1/catalogue lists them: every check by its id, and how many of them are measured. */

import type { CheckCatalogue } from '../../../../shared/contract/endpoint/data/catalogue-data.ts'
import { CHECK_KINDS, type CheckKind } from '../../../../shared/contract/endpoint/data/catalogue-words.ts'
import { CATALOGUES } from './rows/catalogues.ts'
import type { CheckSpec } from './rows/spec.ts'

type Shown = CheckCatalogue['catalogues'][number]

function kindOfCheck({ withdrawn, needs, asks }: CheckSpec): CheckKind {
  if (withdrawn !== undefined) return 'withdrawn'
  if (needs !== undefined) return 'needs'
  return asks === undefined ? 'measured' : 'asked'
}

export const showCatalogues = (): Shown[] =>
  Object.values(CATALOGUES).map(({ id, title, version, source, checks }): Shown => {
    const kinds = checks.map(kindOfCheck)
    const counts = Object.fromEntries(CHECK_KINDS.map(kind => [kind, kinds.filter(each => each === kind).length]))
    return {
      id,
      title,
      version,
      source,
      coverage: { total: checks.length, ...counts } as Shown['coverage'],
      checks: checks.map((check, n) => {
        const isMeasured = kinds[n] === 'measured'
        return {
          id: check.id,
          title: check.title,
          kind: kinds[n],
          source: check.source ?? source,
          tier: check.tier ?? null,
          counts: isMeasured ? (check.counts ?? 'tasks') : null,
          schedule: isMeasured ? (check.schedule ?? 'current') : null,
          population: [...(check.population ?? [])],
          metric: [...(check.metric ?? [])],
          limit: check.limit ?? null,
          needs: check.needs ?? check.asks ?? check.withdrawn ?? null,
          reading: check.reading ?? null,
        }
      }),
    }
  })
