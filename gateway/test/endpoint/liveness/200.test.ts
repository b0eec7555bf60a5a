import t from 'tap'
import { startService } from '../../helpers/service.ts'

const service = await startService(t, { PUBLIC_WINDOW_CALLS: '50' })

t.test('both liveness paths and readiness answer with rate headers', async t => {
  for (const path of ['/health', '/api/v1/infrastructure/health']) {
    const { status, json, headers } = await service.call(path)
    t.equal(status, 200)
    t.equal(json.status, 'ok')
    t.equal(headers['x-ratelimit-limit'], '50')
  }
  const { checks, ...ready } = (await service.call('/ready')).json
  t.match(ready, { status: 'ready', memory: { reserved_bytes: 0, result_bytes: 0 } })
  t.same(checks, { accepting: 'ok', workers: 'ok', store: 'ok', queue: 'ok', disk: 'ok' })
})

t.test('the in-process window of an address ends with 429', async t => {
  let status = 200
  for (let i = 0; i < 60 && status === 200; i++) status = (await service.call('/health')).status
  t.equal(status, 429)
})
