/** The budget of thread time at the edge: who is refused, what the caller is told, and that a neighbour is served. */
import t from 'tap'
import { TIERS } from '../../../shared/contract/tiers.ts'
import { MSPDI, XER } from '../helpers/forms.ts'
import { CPM, chain } from '../helpers/networks.ts'
import { startService } from '../helpers/service.ts'

const BURST_MS = 5
// a burst that a few calls of a test use up, and of which nothing comes back while they run, however slow the machine is
Object.assign(TIERS.demo, { threadBurstMs: BURST_MS, threadShare: 1e-6 })

const service = await startService(t, { TRUSTED_PROXY_HOPS: '1' })
const body = { tasks: chain(100) }

t.test('keys without an identity share the budget of their address, and a refusal says why and until when', async t => {
  const [first, second] = [await service.key('demo'), await service.key('demo')]
  const calls = []
  for (let n = 0; n < 60; n++) calls.push(await service.call(CPM, { key: n % 2 === 0 ? first : second, body }))
  const refused = calls.filter(({ status }) => status === 429)
  t.ok(calls.some(({ status }) => status === 200))
  t.ok(
    refused.some(({ json }) => json.code === 'compute_exceeded'),
    'the sixtieth call is beyond the budget',
  )
  const { json, headers } = refused.find(({ json }) => json.code === 'compute_exceeded')!
  t.match(json.detail, /\/api\/v1\/analysis\/cpm with a body of \d+ KB/)
  t.ok(json.retry_after >= 1)
  t.equal(Number(headers['retry-after']), json.retry_after)
  t.equal(headers['x-compute-ms'], '0.0', 'nothing was worked for it')
  t.ok(Number(headers['x-compute-remaining-ms']) < 0)
  const [answered] = calls.filter(({ status }) => status === 200)
  t.ok(Number(answered!.headers['x-compute-ms']) > 0)
  t.ok(Number(answered!.headers['x-compute-remaining-ms']) < BURST_MS)
})

t.test('a refused call uses no unit of the month, and other accounts are served', async t => {
  const starter = await service.key('starter')
  const answer = await service.call(CPM, { key: starter, body })
  t.equal(answer.status, 200)
  const demo = await service.key('demo')
  const before = await service.call('/api/v1/account/tier', { key: demo })
  t.equal((await service.call(CPM, { key: demo, body })).json.code, 'compute_exceeded')
  const after = await service.call('/api/v1/account/tier', { key: demo })
  t.equal(after.json.monthly_calls_remaining, before.json.monthly_calls_remaining)
})

t.test('an agent reads the refusal as the result of its tool, and other messages are answered', async t => {
  const key = await service.key('demo')
  const headers = { accept: 'application/json, text/event-stream' }
  const send = (method: string, params: object) =>
    service.call('/mcp', { key, headers, body: { jsonrpc: '2.0', id: 1, method, params } })
  const refused = await send('tools/call', { name: 'analysis_cpm', arguments: body })
  t.equal(refused.status, 200)
  t.equal(refused.json.result.isError, true)
  t.match(refused.json.result.content[0].text, /processor time/)
  const listed = await send('tools/list', {})
  t.ok(listed.json.result.tools.length > 10)
})

/** Every second day of a hundred years, with as many shifts as there may be: little text that takes long. */
function recurring(bytes: number): Buffer {
  const hours = Array.from({ length: 24 }, (_, h) => String(h).padStart(2, '0'))
  const time = (hour: string) =>
    `<WorkingTime><FromTime>${hour}:00:00</FromTime><ToTime>${hour}:30:00</ToTime></WorkingTime>`
  const exception = (from: number): string =>
    `<Exception><TimePeriod><FromDate>${from}-01-01T00:00:00</FromDate><ToDate>${from + 20}-01-01T00:00:00</ToDate></TimePeriod><Type>7</Type><Period>2</Period><DayWorking>1</DayWorking><WorkingTimes>${hours.map(time).join('')}</WorkingTimes></Exception>`
  let exceptions = ''
  for (let n = 0; exceptions.length < bytes - 4_000; n++) exceptions += exception(1990 + 21 * n)
  return Buffer.from(
    MSPDI.toString().replace('</WeekDays></Calendar>', `</WeekDays><Exceptions>${exceptions}</Exceptions></Calendar>`),
  )
}

t.test(
  'two playground keys of one address that repeat a small file that takes long: one budget, and a neighbour is answered',
  async t => {
    const burstMs = 1_000
    Object.assign(TIERS.demo, { threadBurstMs: burstMs })
    const asFile = { 'content-type': 'application/octet-stream' }
    const address = { 'x-forwarded-for': '203.0.113.7' }
    const body = recurring(14_000)
    const neighbour = await service.key('government')
    let workedMs = 0
    let longestMs = 0
    /** One call in flight, until one is refused for what the calls before it took. */
    async function attack(): Promise<void> {
      const made = await service.call('/api/v1/playground/keys', { method: 'POST', headers: address })
      for (;;) {
        const headers = { ...asFile, ...address }
        const answer = await service.call('/api/v1/schedules', { key: made.json.api_key, body, headers })
        if (answer.json.code === 'compute_exceeded') return
        const ms = Number(answer.headers['x-compute-ms'])
        t.ok(ms > 0, `${answer.status}`)
        workedMs += ms
        longestMs = Math.max(longestMs, ms)
      }
    }
    let isOver = false
    const attacks = Promise.all([attack(), attack()]).then(() => void (isOver = true))
    while (!isOver) {
      const answer = await service.call('/api/v1/analysis/validate', { key: neighbour, body: XER, headers: asFile })
      t.equal(answer.status, 200, 'the file of the neighbour is answered')
    }
    await attacks
    t.ok(workedMs <= 2 * burstMs + 2 * longestMs, `together ${workedMs} ms of threads, of one budget of ${2 * burstMs}`)
  },
)
