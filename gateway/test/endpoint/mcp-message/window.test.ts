/** The result of a tool tells the model that the window is used up; further messages are refused unread. */
import t from 'tap'
import { callParams, ERAS, legacy, modern, post } from '../../helpers/mcp-messages.ts'
import { FOUR_TASKS } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService(t)
const CALL = callParams('analysis_cpm', { tasks: FOUR_TASKS })

t.test('a call past the window is a tool error with the wait in words, and costs nothing', async t => {
  for (const [era, message] of Object.entries(ERAS)) {
    const key = await service.key('free', { callsPerWindow: 2, callsPerMonth: 10 })
    for (let i = 0; i < 2; i++)
      t.equal((await post(service, key, message('tools/call', CALL))).json.result.isError, false, era)
    const { status, json, headers } = await post(service, key, message('tools/call', CALL))
    t.equal(status, 200, era)
    t.equal(headers['x-ratelimit-remaining'], '0')
    const { isError, content } = json.result
    t.equal(isError, true)
    t.match(content[0].text, /2 calls .*[Tt]ry again in \d+ seconds?.*\n.*Wait so long, then call the tool again/)
    t.match(content[0].text, /\(code window_exceeded, HTTP 429\)$/)
    const tier = await service.call('/api/v1/account/tier', { key })
    t.equal(tier.json.limits.monthly_calls_remaining, 8, 'the month has the two calls alone')
  }
})

t.test('what lists the tools is answered while there is a window for it', async t => {
  const key = await service.key('free', { callsPerWindow: 1 })
  await post(service, key, legacy('tools/call', CALL))
  t.equal((await post(service, key, legacy('tools/list'))).status, 200)
  t.equal((await post(service, key, modern('tools/list'))).status, 200)
})

t.test('who does not wait is refused by 429 before a byte is read', async t => {
  const key = await service.key('free', { callsPerWindow: 1 })
  const answers = []
  for (let i = 0; i < 10; i++) answers.push(await post(service, key, modern('tools/call', CALL)))
  const statuses = answers.map(({ status }) => status)
  t.match(answers.at(-1)?.headers['retry-after'], /^\d+$/)
  t.equal(answers.at(-1)?.json.code, 'window_exceeded')
  t.same(statuses, [200, 200, 200, 200, 200, 200, 429, 429, 429, 429])
})
