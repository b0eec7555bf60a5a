import t from 'tap'
import { ERRORS } from '../../../../shared/contract/error-rows.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService(t)

t.test('the catalogue lists every code of the table', async t => {
  const { json } = await service.call('/api/v1/errors')
  t.same(
    json.errors.map((row: { code: string }) => row.code),
    Object.keys(ERRORS),
  )
})

t.test('unknown paths, odd ones included, are 404', async t => {
  for (const path of ['/api', '/api/v1', '/health/', '/docs/%2f', '/api/v1/jobs/%ff', '/%00']) {
    t.equal((await service.call(path)).status, 404, path)
  }
})
