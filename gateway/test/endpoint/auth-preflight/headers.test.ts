/** What a page may send and read is what the interface description says that calls send and answers have. */
import t from 'tap'
import { headerComponents, parameterComponents } from '../../../openapi/headers.ts'
import type { JsonObject } from '../../../openapi/schemas.ts'
import { startService } from '../../helpers/service.ts'

const APP = 'https://app.example.com'
/** A header of another service of the operator, which is no page. */
const NOT_OF_PAGES = ['x-service-internal-dispatch']
const service = await startService(t, { ALLOWED_ORIGINS: APP })

const listed = (header: string | string[] | undefined): Set<string> =>
  new Set(
    String(header)
      .split(', ')
      .map(name => name.toLowerCase()),
  )

t.test('every header that a call may have is allowed', async t => {
  const { headers } = await service.call('/api/v1/analysis/cpm', {
    method: 'OPTIONS',
    headers: { origin: APP, 'access-control-request-method': 'POST' },
  })
  const allowed = listed(headers['access-control-allow-headers'])
  const described = Object.values(parameterComponents()).map(each => String((each as JsonObject).name).toLowerCase())
  for (const name of [...described, 'x-api-key', 'authorization', 'content-type', 'content-encoding']) {
    if (!NOT_OF_PAGES.includes(name)) t.ok(allowed.has(name), name)
  }
})

t.test('every header that an answer may have can be read', async t => {
  const { headers } = await service.call('/health', { headers: { origin: APP } })
  const exposed = listed(headers['access-control-expose-headers'])
  for (const name of [...Object.keys(headerComponents()), 'ETag']) t.ok(exposed.has(name.toLowerCase()), name)
})
