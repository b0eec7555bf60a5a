/** The command line against a service: the same results as in its own process, large schedules as jobs. */
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { sis, UPDATE } from '../../compute/test/cli/sis.ts'
import { dataFolder } from '../../shared/test/data-folder.ts'
import { startNode } from './helpers/jobs.ts'
import { startService } from './helpers/service.ts'

const service = await startService(t, { SYNC_TASK_COUNT_MAX: '1000' })
await startNode(t, service)
const settings = { SIS_URL: service.url, SIS_API_KEY: await service.key('government') }

t.test('health prints at a service what it prints here', async t => {
  const [there, here] = [await sis(['health', UPDATE], settings), await sis(['health', UPDATE])]
  t.equal(there.code, 0)
  t.equal(there.out, here.out)
})

t.test('convert gives the same file, and says the same of it', async t => {
  const words = ['convert', UPDATE, '--to', 'ms_project_xml']
  const [there, here] = [await sis(words, settings), await sis(words)]
  t.equal(there.out, here.out)
  t.equal(there.err, here.err)
  t.match(here.err, 'resume_written')
})

t.test('a schedule above the limit of a synchronous call goes as a job', async t => {
  const file = join(dataFolder(t), 'large.json')
  const tasks = Array.from({ length: 1_500 }, (_, i) => ({
    id: `T${i}`,
    duration_days: 1,
    predecessors: i === 0 ? [] : [`T${i - 1}`],
  }))
  writeFileSync(file, JSON.stringify({ tasks }))
  const { code, out, err } = await sis(['run', 'score', file, '--json'], settings)
  t.same([code, err], [0, ''])
  t.equal(JSON.parse(out).metadata.task_count, 1_500)
  const listed = await sis(['jobs'], settings)
  t.match(listed.out, /completed {2}1,500 tasks .*\/api\/v1\/health\/score/)
  const [id = ''] = listed.out.split(' ')
  t.match((await sis(['jobs', id, '--wait'], settings)).out, 'Health score')
  t.match(await sis(['jobs', id, '--cancel'], settings), { code: 2, err: 'sis: ' }, 'it has ended')
  t.match(
    (await sis(['jobs', '0b9f4e9c-6f5d-4c38-9a59-0d1f8e1c2a77'], settings)).err,
    'sis: The account has no such job.',
  )
})

t.test('a wrong key, and a service that is not there, are one line', async t => {
  const { code, err } = await sis(['health', UPDATE, '--key', 'sk_wrong'], { SIS_URL: service.url })
  t.same([code, err], [2, 'sis: The credentials are not valid.\n'])
  t.match((await sis(['health', UPDATE, '--url', 'http://127.0.0.1:1'])).err, /cannot be reached/)
})

t.test('a redirect does not take the key along', async t => {
  const seen: unknown[] = []
  const elsewhere = createServer((from, to) => {
    seen.push(from.headers['x-api-key'])
    to.end('{}')
  })
  const redirecting = createServer((_, to) => {
    to.writeHead(307, { location: `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/` }).end()
  })
  for (const server of [elsewhere, redirecting]) {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    t.teardown(() => server.close())
  }
  const url = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}`
  for (const words of [['jobs'], ['path', UPDATE]]) {
    const { code, err } = await sis(words, { SIS_URL: url, SIS_API_KEY: 'sk_secret' })
    t.equal(code, 2)
    t.match(err, 'redirect')
  }
  t.same(seen, [])
})
