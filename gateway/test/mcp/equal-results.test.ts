/** T44: each tool at full detail gives the result of its endpoint, byte for byte, by /mcp/tools and both eras of /mcp. */

import t from 'tap'
import { analyses } from '../../../shared/contract/analysis/analyses.ts'
import { FIXTURES } from '../../sandbox/fixtures.ts'
import { XER } from '../helpers/forms.ts'
import { callParams, ERAS, post, resultOf, structuredBytes } from '../helpers/mcp-messages.ts'
import { AS_FILE, keep } from '../helpers/schedules.ts'
import { startService } from '../helpers/service.ts'

const service = await startService(t)
const key = await service.key('government', { callsPerWindow: 'unlimited' })

const FULL = { output: { detail: 'full' } }

for (const { name: fixture, requests } of FIXTURES) {
  t.test(`the bodies of ${fixture}`, async t => {
    for (const { id, path, tool } of analyses) {
      const body = requests[id]
      if (body === undefined) throw new Error(`${fixture} has no body for ${id}`)
      const direct = await service.call(path, { key, body })
      t.equal(direct.status, 200, id)
      const expected = resultOf(direct.bytes.toString())
      const full = { ...body, ...FULL }
      const byPath = await service.call(`/mcp/tools/${tool}`, { key, body: full })
      t.equal(resultOf(byPath.bytes.toString()), expected, `${tool} by its path`)
      t.equal(byPath.json.metadata.endpoint, path)
      for (const [era, message] of Object.entries(ERAS)) {
        const answer = await post(service, key, message('tools/call', callParams(tool, full)))
        t.equal(answer.status, 200)
        t.equal(resultOf(structuredBytes(answer)), expected, `${tool} in the ${era} era`)
        t.same(answer.json.result.structuredContent.metadata.ignored_fields, direct.json.metadata.ignored_fields)
      }
    }
  })
}

t.test('the default is compact, and the same by every way', async t => {
  const { requests } = FIXTURES.at(-1)!
  for (const { id, tool } of analyses) {
    const body = requests[id]
    const byPath = await service.call(`/mcp/tools/${tool}`, { key, body })
    t.equal(byPath.status, 200, tool)
    for (const [era, message] of Object.entries(ERAS)) {
      const answer = await post(service, key, message('tools/call', callParams(tool, body)))
      t.equal(resultOf(structuredBytes(answer)), resultOf(byPath.bytes.toString()), `${tool} in the ${era} era`)
    }
  }
})

t.test(
  'a kept schedule is named in the place of its tasks: the result is that of the endpoint, at the cost of an id',
  async t => {
    const schedule_id = await keep(service, { key, body: XER, headers: AS_FILE })
    const named = { schedule_id }
    const bodies = {
      analysis_cpm: named,
      health_dcma_14_point: named,
      forensics_baseline_compare: { current_schedule: named, baseline_schedule: named },
    }
    for (const { tool, path } of analyses) {
      const body = bodies[tool as keyof typeof bodies]
      if (body === undefined) continue
      const direct = await service.call(path, { key, body })
      const expected = resultOf(direct.bytes.toString())
      const full = { ...body, ...FULL }
      t.equal(
        resultOf((await service.call(`/mcp/tools/${tool}`, { key, body: full })).bytes.toString()),
        expected,
        tool,
      )
      for (const [era, message] of Object.entries(ERAS)) {
        const answer = await post(service, key, message('tools/call', callParams(tool, full)))
        t.equal(resultOf(structuredBytes(answer)), expected, `${tool} in the ${era} era`)
        t.same(answer.json.result.structuredContent.metadata.import, direct.json.metadata.import)
      }
    }
    const foreign = await post(
      service,
      await service.key('government'),
      ERAS.legacy('tools/call', callParams('analysis_cpm', named)),
    )
    t.ok(foreign.json.result.isError)
    t.match(foreign.json.result.content[0].text, 'schedule_not_found')
  },
)
