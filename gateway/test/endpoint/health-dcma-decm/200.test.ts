import t from 'tap'
import { MINI, MINI_STATUS_DATE } from '../../../../compute/test/helpers/mini.ts'
import { startService } from '../../helpers/service.ts'

const PATH = '/api/v1/health/dcma-decm'
const service = await startService(t)
const key = await service.key('free')
const call = (body: object) => service.call(PATH, { key, body })

t.test('MINI with a snapshot is assessed by 17 checks over the wire', async t => {
  const { status, json } = await call({
    tasks: MINI,
    status_date: MINI_STATUS_DATE,
    schedule_history: [
      { snapshot_date: '2025-03-05', tasks: [{ id: 'T1', duration_days: 5, actual_start: '2025-03-04' }] },
    ],
    options: { threshold_profile: 'dcma-decm-strict', custom_thresholds: { '06A205a': 50 } },
  })
  t.equal(status, 200)
  t.equal(json.data.checks.length, 17)
  const check = (code: string) => json.data.checks.find((each: { code: string }) => each.code === code)
  t.match(check('06A504a'), { status: 'fail', value: 100 })
  t.match(check('06A205a'), { status: 'pass', threshold: 50 })
  t.equal(json.metadata.task_count, 8, 'the tasks of the snapshot count')
})

t.test('one task is too few; scopes that are not built and unknown thresholds are 422', async t => {
  const refused = async (more: object): Promise<{ status: number; json: { detail: { type: string }[] } }> =>
    call({ tasks: MINI, ...more })
  t.equal((await refused({ tasks: [{ id: 'A' }] })).status, 422)
  t.match(await refused({ scope: 'full' }), { status: 422, json: { detail: [{ type: 'not_implemented' }] } })
  t.equal((await refused({ scope: 'odd' })).status, 422)
  t.equal((await refused({ options: { custom_thresholds: { '06A205a': -1 } } })).status, 422)
  t.equal((await refused({ options: { custom_thresholds: { nope: 1 } } })).status, 422)
  t.equal((await refused({ options: { threshold_profile: 'lax' } })).status, 422)
})
