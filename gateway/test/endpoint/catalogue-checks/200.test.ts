import t from 'tap'
import { Check } from 'typebox/value'
import { METHODS } from '../../../../compute/engine/methods.ts'
import { MINI, MINI_STATUS_DATE } from '../../../../compute/test/helpers/mini.ts'
import { analyses } from '../../../../shared/contract/analysis/analyses.ts'
import { CheckCatalogue } from '../../../../shared/contract/endpoint/data/catalogue-data.ts'
import { check as TEXT } from '../../../page/browser/texts/check.ts'
import { startService } from '../../helpers/service.ts'

const PATH = '/api/v1/catalogue'
const service = await startService(t)

t.test('every check of every analysis, without a key, with what a reader of a result wants to know', async t => {
  const { status, json } = await service.call(PATH)
  t.equal(status, 200)
  t.ok(Check(CheckCatalogue, json))
  const of = (analysis: string) => json.checks.filter((check: { analysis: string }) => check.analysis === analysis)
  for (const { id } of analyses) t.equal(of(id).length, METHODS[id].checks.length, id)
  t.strictSame(
    ['health.dcma-14-point', 'health.dcma-decm', 'health.progress-audit', 'health.score'].map(id => of(id).length),
    [14, 17, 23, 12],
  )
  for (const [analysis, { checks }] of Object.entries(METHODS))
    t.equal(new Set(checks.map(row => row.code)).size, checks.length, `${analysis}: codes are unique`)
  t.match(of('health.dcma-decm')[1], {
    code: '06A205a',
    threshold: 10,
    operator: '<=',
    profiles: { 'dcma-decm-default': 10, 'dcma-decm-strict': 5 },
  })
  const translated = new Set(Object.keys(TEXT.titles))
  const isTranslated = ({ analysis }: { analysis: string }) =>
    of(analysis).some(({ code }: { code: string }) => translated.has(code))
  t.same(
    Object.fromEntries(
      json.checks.filter(isTranslated).map(({ code, title }: Record<string, string>) => [code, title]),
    ),
    TEXT.titles,
    'the page has the same titles to translate',
  )
  t.match(of('health.score')[0], { component: 'logic_coverage', weight: 25, threshold: 5, zero: 30, profiles: null })
  t.match(of('health.dcma-14-point')[8], { code: 'DCMA-09', requires: ['requires status_date'] })
})

t.test('what a result calls a check is in the catalogue', async t => {
  const key = await service.key('free')
  const { json } = await service.call(PATH)
  for (const row of analyses) {
    if (row.pending || row.family === 'forensics' || METHODS[row.id].checks.length === 0) continue
    if (row.tier !== 'demo') continue
    const options = { status_date: MINI_STATUS_DATE }
    const body = { tasks: MINI, status_date: MINI_STATUS_DATE, options }
    const { status, json: reply } = await service.call(row.path, { key, body })
    t.equal(status, 200, row.id)
    const known = json.checks.filter((check: { analysis: string }) => check.analysis === row.id)
    for (const check of reply.data.checks ?? reply.data.components ?? []) {
      const found = known.find((each: { code: string }) => each.code === check.code)
      t.strictSame(
        [found?.title, found?.threshold, found?.unit],
        [check.title, check.threshold, check.unit],
        check.code,
      )
    }
  }
})

t.test('an analysis whose results have checks or components is in the catalogue', async t => {
  for (const { id, data } of analyses) {
    const members = Object.keys((data as { properties?: object }).properties ?? {})
    // the checks of health.checks are those of the catalogues
    if (id === 'health.checks') continue
    if (members.includes('checks') || members.includes('components')) t.not(METHODS[id].checks.length, 0, id)
  }
})

t.test('a caller that has it gets 304', async t => {
  const { headers } = await service.call(PATH)
  const again = await service.call(PATH, { headers: { 'if-none-match': String(headers.etag) } })
  t.equal(again.status, 304)
})
