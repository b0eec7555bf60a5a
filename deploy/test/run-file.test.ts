import { fileURLToPath } from 'node:url'
import t from 'tap'
import { runFile } from '../test-run/run-file.ts'

t.test('what a test says of itself (its seed, its figures) is in the report, without what tap says', async t => {
  const { passed, failed, comments } = await runFile(
    'deploy/test/fixtures/remarks.ts',
    fileURLToPath(new URL('../..', import.meta.url)),
    60,
  )
  t.same({ passed, failed }, { passed: 1, failed: 0 })
  t.same(comments, ['  seed 7', '  two', '  lines'])
})
