/** Which files pass on a cluster (reliability/cluster.test.ts). */
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { runFile } from '../test-run/run-file.ts'
import { clusterVerdict } from './helpers/cluster-verdict.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

async function verdictOf(fixture: string, reason?: string) {
  if (reason === undefined) delete process.env.SKIP_REASON
  else process.env.SKIP_REASON = reason
  return clusterVerdict(await runFile(`deploy/test/fixtures/${fixture}.ts`, root, 60))
}

t.test(
  'a file whose tests are all about one server passes with their reasons, and one without a reason does not',
  async t => {
    t.same(await verdictOf('skips'), { skips: [], faults: [] })
    const reason = 'on one server only: its disk'
    t.same(await verdictOf('skips', reason), {
      skips: [`skipped: one  (${reason})`, `skipped: other  (${reason})`],
      faults: [],
    })
    t.equal((await verdictOf('skips', 'on one server only: ')).faults.length, 2)
    t.equal((await verdictOf('skips', 'slow')).faults.length, 2)
  },
)

t.test('a file in which nothing ran fails', async t => {
  t.match(await verdictOf('empty'), { faults: [/failed/, 'nothing ran'] })
  t.match(await verdictOf('absent'), { faults: [/failed/, 'nothing ran'] })
})
