/** A schedule of 2,000 tasks is answered by every tool, by default within what clients hand to a model. */
import t from 'tap'
import { bodyOf, project } from '../../../compute/test/helpers/every-analysis.ts'
import { TOOL_TASK_COUNT } from '../../../shared/contract/tiers.ts'
import { AGENT_TOOLS } from '../../../shared/contract/tools/agent-tools.ts'
import { callParams, ERAS, post } from '../helpers/mcp-messages.ts'
import { startService } from '../helpers/service.ts'

/** About 25,000 tokens, beyond which agents warn or store. */
const CHARACTERS_MAX = 50_000
/** Planned; its later states have a few more. */
const TASK_COUNT = 2_000

const service = await startService(t)
const key = await service.key('government', { callsPerWindow: 'unlimited' })

t.test(`every tool answers for ${TASK_COUNT} tasks within ${CHARACTERS_MAX} characters`, async t => {
  const whole = project(11, TASK_COUNT)
  const ways = [undefined, ...Object.entries(ERAS)]
  for (const [n, { name, row }] of AGENT_TOOLS.entries()) {
    const body = bodyOf(row, whole)
    // by its path, or in one of the eras of the protocol, which differ by what is around the answer (equal-results.test.ts)
    const [era, message] = ways[n % ways.length] ?? []
    if (message === undefined) {
      const { status, bytes } = await service.call(`/mcp/tools/${name}`, { key, body })
      t.equal(status, 200, name)
      t.ok(bytes.toString().length <= CHARACTERS_MAX, `${name}: ${bytes.length} bytes`)
    } else {
      const { status, bytes, json } = await post(service, key, message('tools/call', callParams(name, body)))
      t.equal(status, 200)
      t.notOk(json.result.isError, `${name} in the ${era} era`)
      t.ok(bytes.toString().length <= CHARACTERS_MAX, `${name} in the ${era} era: ${bytes.length} bytes`)
    }
  }
})

t.test('one task more becomes a job, with the limit as the reason', async t => {
  const tasks = Array.from({ length: TOOL_TASK_COUNT + 1 }, (_, i) => ({ id: `T${i}` }))
  const { status, json } = await service.call('/mcp/tools/health_score', { key, body: { tasks } })
  t.same([status, json.status], [200, 'queued'])
  t.match(json.summary, new RegExp(`${TOOL_TASK_COUNT + 1} tasks .* at most ${TOOL_TASK_COUNT}`))
})
