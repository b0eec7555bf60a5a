import { fileURLToPath } from 'node:url'
import t from 'tap'
import { longestFirst } from '../test-run/order.ts'
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

t.test('a file that does not end tells what kept it alive', async t => {
  const { passed, failed, lines } = await runFile(
    'deploy/test/fixtures/lingers.ts',
    fileURLToPath(new URL('../..', import.meta.url)),
    7,
  )
  t.same({ passed, failed }, { passed: 1, failed: 1 })
  t.match(lines.join('\n'), /timeout!/)
  t.match(lines.join('\n'), /it was kept alive by\n *\{"type":"tcp","is_active":true,"is_referenced":true/)
})

t.test('the longest files run first, those whose time is not known behind them in their order', async t => {
  t.same(longestFirst(['a', 'b', 'c', 'd'], { c: 4, d: 9 }), ['d', 'c', 'a', 'b'])
})
