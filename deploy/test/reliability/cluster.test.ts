/**
 * Everything that asks a Redis asks three of them that are one cluster: each test file that takes its Redis from shared/test/redis-of-test.ts,
 * however far the imports go, runs with TEST_REDIS=cluster. What a file skips there it says with its reason.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { runFile } from '../../test-run/run-file.ts'
import { clusterVerdict } from '../helpers/cluster-verdict.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const SOURCE = 'shared/test/redis-of-test.ts'
const SECONDS_MAX = 300
const IMPORT = /^(?:import\b|export\b|\}).*\sfrom\s'(\.[^']+)'/gm

const importsOf = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)].map(([, path]) => normalize(join(dirname(file), path!)))

function takesItsRedisFromThere(file: string): boolean {
  const seen = new Set([file])
  for (const one of seen) for (const other of importsOf(one)) if (other.endsWith('.ts')) seen.add(other)
  return seen.has(SOURCE)
}

const files = globSync('{shared,gateway,compute}/test/**/*.test.ts', { cwd: root })
  .filter(file => !file.includes('/reliability/') && takesItsRedisFromThere(file))
  .sort()

process.env.TEST_REDIS = 'cluster'

t.test('the test files of everything that asks a Redis pass on a cluster of three', async t => {
  t.ok(files.length > 50, `${files.length} files`)
  for (const room of [
    'shared/test/jobs/',
    'compute/test/node/',
    'compute/test/deliverer/',
    'gateway/test/endpoint/jobs/',
  ])
    t.ok(
      files.some(file => file.startsWith(room)),
      room,
    )
  for (const file of files) {
    const report = await runFile(file, root, SECONDS_MAX)
    const { passed, failed, skipped, durationMs, lines } = report
    t.comment(`${file}: ${passed} passed, ${failed} failed, ${skipped} skipped, ${Math.round(durationMs)} ms`)
    for (const line of lines) if (!line.startsWith('  skipped:')) t.comment(line)
    const { skips, faults } = clusterVerdict(report)
    for (const skip of skips) t.pass(file, { skip })
    t.same(faults, [], file)
  }
})
