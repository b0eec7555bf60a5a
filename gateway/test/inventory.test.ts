/** Rows = analysers = handlers = test folders = routes (T42): a row without its other half fails here. */
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { analysers } from '../../compute/analysers.ts'
import { analyses, catalogue } from '../../shared/endpoint/catalogue.ts'
import { serviceRows } from '../../shared/endpoint/service.ts'
import { servedRoutes } from '../http/routes.ts'
import { HANDLERS } from '../stage/handle.ts'

const folder = (name: string) => fileURLToPath(new URL(`./endpoint/${name}`, import.meta.url))

t.test('every row that a worker serves has an analyser, and the reverse', async t => {
  const rows = [
    ...analyses.filter(row => !row.pending).map(row => row.id),
    ...serviceRows.filter(row => row.reader !== undefined && !row.pending).map(row => row.id),
  ]
  t.same(Object.keys(analysers).sort(), rows.sort())
})

t.test('every row that the gateway answers has a handler, and the reverse', async t => {
  const rows = serviceRows
    .filter(row => row.reader === undefined && row.agent === undefined && !row.pending)
    .map(row => row.id)
  t.same(Object.keys(HANDLERS).sort(), rows.sort())
})

t.test('there are 14 analyses, 14 tools and 14 async variants', async t => {
  t.equal(analyses.length, 14)
  t.equal(new Set(analyses.map(row => row.tool)).size, 14)
  for (const row of analyses) t.match(row.tool, /^(health|analysis|forensics)_[a-z0-9_]+$/)
  t.equal(servedRoutes().filter(({ path }) => path.endsWith('/async')).length, 14)
})

t.test('ids, and pairs of method and path, are unique', async t => {
  const ids = catalogue.flatMap(row => (row.kind === 'retired' ? [] : [row.id]))
  t.equal(new Set(ids).size, ids.length)
  const routes = servedRoutes().map(({ method, path }) => `${method} ${path}`)
  t.equal(new Set(routes).size, routes.length)
})

t.test('every built analysis has a folder of tests with a file per status', async t => {
  for (const row of analyses.filter(row => !row.pending)) {
    const name = folder(row.id.replace('.', '-'))
    t.ok(existsSync(name) && readdirSync(name).includes('200.test.ts'), row.id)
  }
})
