import t from 'tap'
import { CPM } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService(t)

t.test('every other method is refused with Allow', async t => {
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
    const { status, headers, json } = await service.call(CPM, { method })
    t.equal(status, 405, method)
    t.equal(headers.allow, 'POST', method)
    t.equal(json.code, 'method_not_allowed', method)
  }
})
