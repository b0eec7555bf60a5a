/**
 * Every analysis over the wire. What an analysis answers is held by the tests of the engine; here that its path leads to it: at the lowest tier that
 * it is for, as a call and as a job, with every container and block of its row.
 */
import t from 'tap'
import {
  type Body,
  bodyOf,
  built,
  mapTasks,
  optionSchemas,
  project,
  reply,
} from '../../../compute/test/helpers/every-analysis.ts'
import type { AnalysisRow } from '../../../shared/contract/analysis/analyses.ts'
import { TIER_NAMES } from '../../../shared/contract/tiers.ts'
import { bothWays, startNode } from '../helpers/jobs.ts'
import { startService } from '../helpers/service.ts'

t.setTimeout(120_000)

const PROJECT = project(11, 60)
/** Its first two tasks wait for each other, in each of its schedules. */
const CYCLIC = mapTasks(PROJECT, ([first, second, ...rest]) => [
  { ...first!, predecessors: [second!.id] },
  { ...second!, predecessors: [first!.id] },
  ...rest,
])
const service = await startService(t)
await startNode(t, service)

/** What is the analysis's own in a reply. */
const ownOf = ({ metadata, ...own }: Body) => own

async function keysAround({ tier }: AnalysisRow) {
  const [none, lowest] = [TIER_NAMES[TIER_NAMES.indexOf(tier) - 1], tier]
  const key = await service.key(lowest, { callsPerWindow: 'unlimited', callsPerMonth: 'unlimited' })
  return { key, below: none === undefined ? undefined : await service.key(none) }
}

t.test('comparisons and resources are not for free accounts', async t => {
  const free = built.filter(({ tier }) => TIER_NAMES.indexOf(tier) <= TIER_NAMES.indexOf('free')).map(({ id }) => id)
  for (const row of built)
    if (row.family === 'forensics' || row.id === 'analysis.resources') t.notOk(free.includes(row.id), row.id)
  t.ok(free.includes('analysis.cpm') && free.includes('health.score'))
})

for (const row of built) {
  t.test(`${row.path}: the reply is that of its analyser, and a tier below is refused`, async t => {
    const body = bodyOf(row, PROJECT)
    const { key, below } = await keysAround(row)
    const { status, json } = await service.call(row.path, { key, body })
    t.equal(status, 200, JSON.stringify(json).slice(0, 300))
    t.same(ownOf(json), ownOf(reply(row, body)))
    t.equal(json.metadata.endpoint, row.path)
    t.ok(json.metadata.task_count >= 60, 'every schedule of the body counts')
    if (below !== undefined) t.equal((await service.call(row.path, { key: below, body })).status, 403)
  })

  t.test(`${row.path}: a job answers as the call`, async t => {
    const key = await service.key('government')
    const { job, result, direct } = await bothWays(service, row.path, { key, body: bodyOf(row, PROJECT) })
    t.equal(job.status, 'completed')
    t.same(result, direct)
  })

  t.test(
    `${row.path}: a cycle is refused or answered as the row says, an unknown member of data is refused`,
    async t => {
      const key = await service.key('government')
      const body = bodyOf(row, PROJECT)
      const cyclic = await service.call(row.path, { key, body: bodyOf(row, CYCLIC) })
      if (row.input === 'strict') t.match(cyclic, { status: 400, json: { code: 'dependency_cycle' } })
      else t.equal(cyclic.status, 200)
      if (!('fields' in optionSchemas(row))) return
      const odd = await service.call(row.path, {
        key,
        body: { ...body, options: { ...body.options, fields: ['odd'] } },
      })
      t.match(odd, { status: 422, json: { detail: [{ loc: ['body', 'options', 'fields', 0] }] } })
    },
  )
}
