/** Rows = analysers = handlers = routes = document = specification (T42): a row without its other half fails here. */

import { existsSync, readFileSync } from 'node:fs'
import t from 'tap'
import { analysers } from '../../compute/engine/analysers.ts'
import { analyses } from '../../shared/contract/analysis/analyses.ts'
import { catalogue } from '../../shared/contract/catalogue/catalogue.ts'
import { DELIVERABLES, deliverablePath } from '../../shared/contract/endpoint/deliverable-formats.ts'
import type { Identity } from '../../shared/contract/endpoint/row.ts'
import { serviceRows } from '../../shared/contract/endpoint/service.ts'
import { findRoute, servedRoutes } from '../call/routes.ts'
import { openApiDocument } from '../openapi/document.ts'
import { RETIRED_METHOD } from '../openapi/operation.ts'
import { HANDLERS } from '../pipeline/stages/handle.ts'

t.test('every row that a worker serves has an analyser, and the reverse', async t => {
  const rows = [
    ...analyses.filter(row => !row.pending).map(row => row.id),
    ...catalogue.flatMap(row => (row.kind === 'service' && row.reader !== undefined && !row.pending ? [row.id] : [])),
  ]
  t.same(Object.keys(analysers).sort(), rows.sort())
})

t.test(
  'every row that the gateway answers has a handler for what is known of its callers, and the reverse',
  async t => {
    const rows = serviceRows.filter(row => row.reader === undefined && row.agent === undefined && !row.pending)
    const idsOf = (...identities: Identity[]): string[] =>
      rows.filter(({ identity }) => identities.includes(identity)).map(({ id }) => id)
    t.same(Object.keys(HANDLERS.open).sort(), idsOf('none', 'token').sort())
    t.same(Object.keys(HANDLERS.subject).sort(), idsOf('subject').sort())
    t.same(Object.keys(HANDLERS.account).sort(), idsOf('key', 'bearer').sort())
  },
)

t.test(
  'there are the 14 analyses of the specification and those beside it, each with a tool and an async variant, as have their report, the deliverables and their validator',
  async t => {
    t.equal(analyses.filter(({ isFurther }) => isFurther !== true).length, 14)
    t.equal(new Set(analyses.map(row => row.tool)).size, analyses.length)
    for (const row of analyses) t.match(row.tool, /^(health|analysis|forensics)_[a-z0-9_]+$/)
    t.equal(
      servedRoutes().filter(({ path }) => path.endsWith('/async')).length,
      analyses.length + DELIVERABLES.length + 2,
    )
  },
)

t.test('ids, and pairs of method and path, are unique', async t => {
  const ids = catalogue.flatMap(row => (row.kind === 'retired' ? [] : [row.id]))
  t.equal(new Set(ids).size, ids.length)
  const routes = servedRoutes().map(({ method, path }) => `${method} ${path}`)
  t.equal(new Set(routes).size, routes.length)
})

/** "POST /api/v1/analysis/cpm" of every route; a retired path, which takes every method, with the one it was served with. */
const served = new Set(servedRoutes().map(({ method, path }) => `${method === '*' ? RETIRED_METHOD : method} ${path}`))

/** What we serve beside the specification, by the number of the decision that says so. */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  '9': ['GET /api/v1/errors'],
  '13': ['GET /api/v1/jobs', 'POST /api/v1/jobs/{job_id}/cancel', 'POST /api/v1/jobs/{job_id}/finish'],
  '15': [
    'POST /api/v1/account/webhook-secret',
    'GET /api/v1/webhooks/deliveries',
    'POST /api/v1/webhooks/deliveries/{id}/replay',
    'POST /api/v1/webhooks/replays',
    'GET /api/v1/webhooks/endpoints',
    'POST /api/v1/webhooks/endpoints/{id}/resume',
  ],
  '22': ['GET /.well-known/oauth-protected-resource', 'GET /.well-known/oauth-protected-resource/mcp'],
  '25': ['POST /api/v1/playground/keys', 'POST /api/v1/page/key'],
  '27': ['POST /api/v1/billing/stripe/webhook'],
  '32': ['GET /api/v1/catalogue'],
  '41': ['GET /ready'],
  '44': ['GET /api/v1/jobs/{job_id}/result'],
  '50': ['GET /api/v1/auth/login'],
  '52': ['GET /api/v1/account/usage'],
  '53': ['GET /api/v1/sandbox/fixtures', 'GET /api/v1/sandbox/fixtures/{name}'],
  '54': [
    'DELETE /api/v1/jobs/{job_id}',
    'GET /',
    'GET /docs',
    'GET /docs/{asset}',
    'GET /docs/guide',
    'GET /docs/methods',
    'GET /docs/methods/{name}',
    'GET /page/{asset}',
    'GET /sis.html',
    'GET /llms.txt',
    'GET /server.json',
    'GET /openapi.json',
  ],
  '57': [
    'GET /skills',
    'GET /api/v1/schedules',
    'POST /api/v1/schedules',
    'GET /api/v1/schedules/{schedule_id}',
    'GET /api/v1/schedules/{schedule_id}/content',
    'DELETE /api/v1/schedules/{schedule_id}',
  ],
  '58': ['POST /api/v1/schedules/convert'],
  '63': ['POST /api/v1/reports'],
  '68': [
    'POST /api/v1/analysis/what-if',
    'POST /api/v1/forensics/time-impact',
    'POST /api/v1/forensics/collapsed-as-built',
    'POST /api/v1/forensics/history',
    'POST /api/v1/analysis/levelling',
    'POST /api/v1/health/checks',
    ...DELIVERABLES.map(({ name }) => `POST ${deliverablePath(name)}`),
    'POST /api/v1/deliverables/validate',
  ],
}
/** Async variants of all analyses (decision 17), and retired paths (18). */
const isAddedByRule = (route: string): boolean =>
  route.endsWith('/async') || /^POST \/api\/v1\/(quality|schedule)\//.test(route)

const METHODS = 'GET|POST|PUT|PATCH|DELETE|OPTIONS'
const PATH = '/[A-Za-z0-9/_{}-]+'

/** Routes in the sentences and tables of the specification: "POST /a/b", "| POST | /a/b |", and what follows in short: "POST /a/b, /c and /a/d". */
function routesIn(text: string): Set<string> {
  const routes = new Set<string>()
  for (const [, method, path, more = ''] of text.matchAll(
    new RegExp(`\\b(${METHODS})(?: \\| | )(${PATH})((?:(?:, | and )${PATH})*)`, 'g'),
  )) {
    routes.add(`${method} ${path}`)
    for (const [next] of more.matchAll(new RegExp(PATH, 'g'))) {
      routes.add(`${method} ${next.startsWith('/api/') ? next : path!.replace(/\/[^/]+$/, next)}`)
    }
  }
  return routes
}

const file = new URL('../../../shared/SPECIFICATION.md', import.meta.url)
const skip = !existsSync(file) && 'there is no SPECIFICATION.md beside the repository'

t.test('what is served is what the specification names and what was added by a decision (T42)', { skip }, async t => {
  const specified = routesIn(readFileSync(file, 'utf8'))
  const added = Object.values(ADDED).flat()
  t.ok(
    specified.size >= 44,
    `${specified.size} routes are specified, ${added.length} added one by one, ${served.size} served`,
  )
  t.same(
    [...specified].filter(route => !served.has(route)),
    [],
    'specified and not served',
  )
  t.same(
    added.filter(route => specified.has(route) || !served.has(route)),
    [],
    'added without need, or not served',
  )
  const known = new Set([...specified, ...added])
  t.same(
    [...served].filter(route => !known.has(route) && !isAddedByRule(route)),
    [],
    'served, and nobody decided it',
  )
})

t.test('the document describes what is served, no more and no less (T42)', async t => {
  const { paths } = openApiDocument() as unknown as { paths: Record<string, Record<string, object>> }
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map(method => `${method.toUpperCase()} ${path}`),
  )
  t.same(described.sort(), [...served].sort())
})

t.test('there are no routes for debugging (T42)', async t => {
  t.same(
    [...served].filter(route =>
      /debug|metrics|admin|internal|trace|pprof|heap|test/.test(route.replace('/infrastructure/', '')),
    ),
    [],
  )
  for (const path of [
    '/metrics',
    '/debug',
    '/api/v1/debug',
    '/admin',
    '/.env',
    '/json/list',
    '/debug/pprof/',
    '/api/v1/admin/keys',
  ]) {
    t.match(findRoute('GET', path), { refusal: { code: 'path_not_found' } }, path)
  }
})
