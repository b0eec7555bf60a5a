/** /metrics of a gateway: what it counts, and that the outside cannot read it. */
import t from 'tap'
import { serveMetrics } from '../../../shared/platform/process/metrics.ts'
import { startService } from '../helpers/service.ts'

t.test('calls are counted by the template of their path, with their duration', async t => {
  const service = await startService(t)
  const key = await service.key('free')
  const body = { tasks: [{ id: 'A', duration_days: 1 }] }
  for (let i = 0; i < 3; i++) await service.call('/api/v1/analysis/cpm', { key, body })
  await service.call('/api/v1/analysis/cpm', { body })
  await service.call('/api/v1/jobs/11111111-1111-4111-8111-111111111111', { key })
  await service.call('/api/v1/jobs/22222222-2222-4222-8222-222222222222', { key })
  await service.call('/nowhere')
  await service.call('/elsewhere')
  t.equal((await service.call('/metrics')).status, 404, 'not on the port of the gateway')

  const metrics = await serveMetrics(service.app.registry, '127.0.0.1', 0)
  t.teardown(() => metrics.close())
  const scrape = async (path: string) => fetch(`http://127.0.0.1:${metrics.port}${path}`)
  const answer = await scrape('/metrics')
  t.match(answer.headers.get('content-type'), /^text\/plain; version=0\.0\.4/)
  const lines = (await answer.text()).split('\n')
  for (const line of [
    'sis_http_requests_total{route="/api/v1/analysis/cpm",method="POST",status="200",role="gateway"} 3',
    'sis_http_requests_total{route="/api/v1/analysis/cpm",method="POST",status="401",role="gateway"} 1',
    'sis_http_requests_total{route="/api/v1/jobs/{job_id}",method="GET",status="404",role="gateway"} 2',
    'sis_http_requests_total{route="unmatched",method="other",status="404",role="gateway"} 3',
    'sis_http_requests_in_flight{role="gateway"} 0',
    'sis_worker_calls{lane="small",state="waiting",role="gateway"} 0',
    'sis_bytes_in_flight{role="gateway"} 0',
    'sis_jobs_queued{class="government",role="gateway"} 0',
    'sis_jobs_store_up{role="gateway"} 1',
    'sis_compute_account_share{account="other",role="gateway"} 0',
    'sis_compute_refused_total{tier="free",role="gateway"} 0',
  ]) {
    t.ok(lines.includes(line), line)
  }
  t.ok(lines.some(line => /^sis_http_request_seconds_count\{.*route="\/api\/v1\/analysis\/cpm".*\} 4$/.test(line)))
  t.equal((await scrape('/')).status, 404)

  await service.stopRedis()
  const without = (await (await scrape('/metrics')).text()).split('\n')
  t.ok(without.includes('sis_jobs_store_up{role="gateway"} 0'), 'a store that is away is reported')
  t.notOk(
    without.some(line => line.startsWith('sis_jobs_queued{')),
    'and no depth is made up',
  )
})
