import t from 'tap'
import { retiredRows } from '../../../../shared/contract/endpoint/retired.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService(t)

t.test('every retired path answers its status, whatever the method', async t => {
  t.equal(retiredRows.length, 16)
  for (const { path, status, successor } of retiredRows) {
    for (const method of ['GET', 'POST']) {
      const answer = await service.call(path, { method })
      t.equal(answer.status, status, `${method} ${path}`)
      t.equal(answer.headers.location, successor, path)
    }
  }
  const query = await service.call('/api/v1/schedule/cpm?a=1', { method: 'POST' })
  t.equal(query.headers.location, '/api/v1/analysis/cpm?a=1')
})
