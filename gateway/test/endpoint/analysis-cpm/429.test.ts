import t from 'tap'
import { CPM, FOUR_TASKS } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService(t)
const body = { tasks: FOUR_TASKS }

t.test('past the window: limit, window and delay are said, and the month is not charged', async t => {
  const key = await service.key('free', { callsPerWindow: 3 })
  for (const left of [2, 1, 0]) {
    const { status, headers } = await service.call(CPM, { key, body })
    t.equal(status, 200)
    t.equal(headers['x-ratelimit-remaining'], String(left))
  }
  const { status, headers, json } = await service.call(CPM, { key, body })
  t.equal(status, 429)
  t.equal(json.code, 'window_exceeded')
  t.match(json.detail, /3 calls per 60 seconds/)
  t.equal(json.retry_after, Number(headers['retry-after']))
  t.ok(json.retry_after >= 1 && json.retry_after <= 60)
  t.equal((await service.call('/api/v1/account/tier', { key })).json.limits.monthly_calls_remaining, 97)
})

t.test('past the month: the limit and the delay to the next month are said', async t => {
  const key = await service.key('free', { callsPerMonth: 1 })
  const first = await service.call(CPM, { key, body })
  t.match(first.headers['ratelimit-policy'], /"window";q=100;w=60, "month";q=1;w=\d+/)
  t.match(first.headers.ratelimit, /"month";r=0;t=\d+/)
  const { status, headers, json } = await service.call(CPM, { key, body })
  t.equal(status, 429)
  t.equal(json.code, 'month_exceeded')
  t.match(json.detail, /1 call per calendar month/)
  t.ok(Number(headers['retry-after']) > 0)
})
