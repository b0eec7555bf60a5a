/** What a newcomer copies from the start must work in any folder: a shell and curl read the path as it is. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { fileCallLine } from '../contract/first-call.ts'

t.test('the file of the call is found whatever the folder is called', async t => {
  const root = mkdtempSync(join(tmpdir(), 'first call '))
  t.teardown(() => rmSync(root, { recursive: true }))
  const names = [
    'plain',
    'with space',
    "quote'd",
    'double"d',
    'dollar $HOME',
    'semi;colon, comma',
    'back\\slash;"',
    'umlaut ü',
    'x'.repeat(200),
  ]
  for (const name of names) {
    const folder = join(root, name)
    mkdirSync(folder)
    writeFileSync(join(folder, 'update.xer'), 'ERMHDR')
    const line = fileCallLine('http://127.0.0.1:9', "'x-api-key: k'", join(folder, 'update.xer'))
    // port 9 is closed: 7 is "could not connect", 26 "the file could not be read"
    const { status } = spawnSync('sh', ['-c', line], { env: { ...process.env, HOME: '/nowhere' } })
    t.equal(status, 7, name)
  }
})
