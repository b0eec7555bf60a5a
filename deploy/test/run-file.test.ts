import { fileURLToPath } from 'node:url'
import t from 'tap'
import { longestFirst, processes } from '../test-run/order.ts'
import { runFile, runFiles } from '../test-run/run-file.ts'

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

t.test('files of a kind share a process, but those that are long or measure it; what waits is a kind of its own', t => {
  const files = ['shared/test/a', 'shared/test/jobs/b', 'shared/test/c', 'shared/test/d', 'shared/test/e', 'compute/x']
  const texts = new Map([['shared/test/d', 'process.memoryUsage.rss()']])
  const found = processes(files, { 'shared/test/e': 60, 'compute/x': 2 }, file => texts.get(file) ?? '')
  t.same(found, [
    ['shared/test/e'],
    ['shared/test/a', 'shared/test/c'],
    ['compute/x'],
    ['shared/test/jobs/b'],
    ['shared/test/d'],
  ])
  const many = ['gateway/test/mcp/cancel', ...Array.from({ length: 20 }, (_, n) => `gateway/test/mcp/m${n}`)]
  t.same(
    processes(many, {}, () => '').map(each => each.length),
    [10, 10, 1],
    'not more than some in one',
  )
  const long = { 'gateway/test/mcp/m0': 40, 'gateway/test/mcp/m1': 30 }
  t.same(
    processes(many.slice(1, 5), long, () => ''),
    [
      ['gateway/test/mcp/m0', 'gateway/test/mcp/m2'],
      ['gateway/test/mcp/m1', 'gateway/test/mcp/m3'],
    ],
    'nor more than some seconds',
  )
  t.end()
})

t.test('of several files in one process each has its own report, until one ends the process', async t => {
  const fixture = (name: string) => `deploy/test/fixtures/${name}.ts`
  const files = ['remarks', 'fails', 'closes', 'ends-process', 'skips'].map(fixture)
  const reports = await runFiles(files, fileURLToPath(new URL('../..', import.meta.url)), 60)
  t.same(
    reports.map(({ file, passed, failed }) => [file, passed, failed]),
    [
      [fixture('remarks'), 1, 0],
      [fixture('fails'), 0, 2],
      [fixture('closes'), 1, 0],
      [fixture('ends-process'), 1, 1],
    ],
  )
  t.match(reports[1]!.lines.join('\n'), /not ok: a wrong sum.*it cannot be read to its end/s)
  t.match(reports[3]!.lines.join('\n'), /ends-process\.ts {2}\(SIGKILL\)/)
})
