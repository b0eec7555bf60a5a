/** A schedule that is fetched for longer than a call may take of threads is kept, and its agent is told so. */
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { startFileServer } from '../helpers/file-server.ts'
import { XER } from '../helpers/forms.ts'
import { callParams, modern, post } from '../helpers/mcp-messages.ts'
import { startService } from '../helpers/service.ts'

const DEADLINE_SECONDS = 5

const files = await startFileServer(t, {
  '/slow.xer': response => void pause(DEADLINE_SECONDS * 1000 + 500).then(() => response.writeHead(200).end(XER)),
})
const service = await startService(t, {
  SYNC_DEADLINE_SECONDS: String(DEADLINE_SECONDS),
  SOURCE_URL: '1',
  SOURCE_URL_ALLOWED_HOSTS: files.host,
})

t.test('load_schedule answers after a slow fetch', async t => {
  const key = await service.key('enterprise')
  const message = modern('tools/call', callParams('load_schedule', { url: files.urlOf('/slow.xer') }))
  const { json } = await post(service, key, message)
  t.notOk(json.result.isError, json.result.content[0].text)
  t.equal(json.result.structuredContent.data.counts.tasks, 19)
})
