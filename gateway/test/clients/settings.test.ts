/** Where the clients run, and the key that they take: a bundle for browsers has nothing of Node, and a key that is none is not shown. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'
import { ESBUILD } from '../../../shared/platform/process/esbuild.mjs'
import { clientFolder } from './examples.ts'
import { HAS_PYTHON, runPython } from './python.ts'

t.test('a bundler for browsers finds all that the client for TypeScript imports', t => {
  const index = join(clientFolder('typescript'), 'src/index.ts')
  const { status, stderr } = spawnSync(ESBUILD, [index, '--bundle', '--platform=browser', '--format=esm'], {
    encoding: 'utf8',
  })
  t.same([status, stderr], [0, ''])
  t.end()
})

t.test(
  'Python: a key read from a file has the end of a line; a slip is an error without the key',
  { skip: HAS_PYTHON ? false : 'python3 is not on this machine' },
  async t => {
    const { stdout } = await runPython(
      t,
      `
from schedule_intelligence.settings import Settings
of = lambda key: Settings.of("http://127.0.0.1", key, 0, 0, None, 1)
print(of("sis_live_1\\n").headers["x-api-key"])
for key in ("sis_live_ü", "sis live", "sis\\nlive"):
    try:
        of(key)
    except ValueError as error:
        print(error)
`,
      '',
    )
    t.equal(stdout, `sis_live_1\n${'The API key has a character that no key has.\n'.repeat(3)}`)
  },
)
