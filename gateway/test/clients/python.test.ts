/**
 * The client for Python from its source against a real service: the examples of its README, the program of a user with types, and what is sent again. It
 * needs httpx on the machine; `npm run test:reliability` installs it, and packs the client.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { UPDATE } from '../../../compute/test/cli/sis.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { startNode } from '../helpers/jobs.ts'
import { startService } from '../helpers/service.ts'
import { examplesOf, programOf, TYPED_PROGRAM_PRINTS } from './examples.ts'
import { HAS_HTTPX, HAS_MYPY, pythonPackage, runPython } from './python.ts'

const skip = HAS_HTTPX ? false : 'httpx of python3 is not on this machine'

t.test('against a service', { skip }, async t => {
  const service = await startService(t)
  await startNode(t, service)
  const folder = pythonPackage(t)
  const cwd = dataFolder(t)
  copyFileSync(UPDATE, join(cwd, 'update.xer'))
  const settings = async () => ({
    ...{ SIS_URL: service.url, SIS_API_KEY: await service.key('government') },
    DEMO_KEY: await service.key('demo'),
  })
  for (const { code, prints } of examplesOf('python')) {
    const { stdout, stderr } = await runPython(t, code, '', { folder, cwd, env: await settings() })
    t.equal(stdout, prints ?? '', `${code}\n${stderr}`)
  }
  const { stdout, stderr } = await runPython(t, programOf('python'), '', { folder, cwd, env: await settings() })
  t.equal(stderr, '')
  t.same(JSON.parse(stdout), TYPED_PROGRAM_PRINTS)
})

t.test(
  'mypy --strict takes the client and what a user writes, and nothing wrong',
  {
    skip: HAS_MYPY ? false : 'mypy is not on this machine',
  },
  async t => {
    const folder = pythonPackage(t)
    const programs = [programOf('python'), ...examplesOf('python').map(({ code }) => code)]
    for (const [i, code] of programs.entries()) writeFileSync(join(folder, `program_${i}.py`), code)
    const files = [...programs.keys()].map(i => `program_${i}.py`)
    const args = ['-m', 'mypy', '--strict', ...files, 'schedule_intelligence']
    const { stdout } = spawnSync('python3', args, { cwd: folder, encoding: 'utf8' })
    t.match(stdout, /^Success: no issues found/)
  },
)

const SENT_AGAIN = `
import io, json, os, sys
from schedule_intelligence import ScheduleIntelligence

class Pipe(io.RawIOBase):
    """Cannot go back."""
    def __init__(self, data): self._rest = io.BytesIO(data)
    def readable(self): return True
    def seekable(self): return False
    def readinto(self, into): return self._rest.readinto(into)

content = open(sys.stdin.read(), "rb").read()
begun = io.BytesIO(b"before" + content)
begun.seek(6)
told = []
with ScheduleIntelligence(api_key="k", on_retry=lambda retry: told.append([retry.reason.status, retry.wait_seconds])) as sis:
    for file in (content, io.BytesIO(content), begun, io.BufferedReader(Pipe(content))):
        sis.schedules.create(file)
    print(json.dumps([told, begun.closed]))
`
const KEPT = '{"schedule_id":"s","expires_at":"2026-01-01T00:00:00Z","sha256":"","counts":{}}'

t.test('bytes and streams are sent again from where they began', { skip }, async t => {
  const file = readFileSync(UPDATE)
  const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
  const seen: string[] = []
  const server = createServer((from, to) => {
    const pieces: Buffer[] = []
    from.on('data', piece => pieces.push(piece))
    from.on('end', () => {
      const body = Buffer.concat(pieces)
      const start = body.indexOf('ERMHDR')
      seen.push(hashOf(body.subarray(start, start + file.length)))
      if (seen.length % 2 === 1) to.writeHead(503, { 'retry-after': '0.01' }).end('{}')
      else to.writeHead(201, { 'content-type': 'application/json' }).end(KEPT)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const env = { SIS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  const { stdout, stderr } = await runPython(t, SENT_AGAIN, UPDATE, { env })
  t.equal(stderr, '')
  t.same(JSON.parse(stdout), [Array(4).fill([503, 0.01]), false])
  t.same(seen, Array(8).fill(hashOf(file)))
})
