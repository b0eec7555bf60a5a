/**
 * What must be survived is survived wherever jobs lie: the suites below run once more on a cluster of three, with a folder of objects, and with a
 * bucket on a server that speaks S3. `npm run test:reliability` runs them on one Redis as they are. PLACES=cluster,s3 and
 * SUITES=nodes,kill-run run some.
 */
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import t, { type Test } from 'tap'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { s3Server } from '../../../shared/test/objects/s3-server.ts'
import { runFile } from '../../test-run/run-file.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const SECONDS_MAX = 7_200

/** Everything that is killed, flooded or cut beside a Redis, and the whole service. */
const SUITES = [
  'compute/test/reliability/nodes.test.ts',
  'compute/test/reliability/webhooks.test.ts',
  'gateway/test/reliability/jobs.test.ts',
  'gateway/test/reliability/faults.test.ts',
  'loadtest/test/reliability/shed.test.ts',
  'deploy/test/reliability/kill-run.test.ts',
  'deploy/test/reliability/freeze.test.ts',
  'deploy/test/reliability/clocks.test.ts',
]

/** Each place, as variables of the environment of the suites. */
const PLACES: Readonly<Record<string, (t: Test) => Promise<Record<string, string>>>> = {
  cluster: async () => ({ TEST_REDIS: 'cluster' }),
  folder: async t => ({ OBJECT_STORE: pathToFileURL(join(dataFolder(t), 'objects')).href }),
  s3: async t => (await s3Server(t)).settings,
}

const suites = process.env.SUITES?.split(',') ?? ['']
const files = SUITES.filter(file => suites.some(suite => file.includes(suite)))
const names = process.env.PLACES?.split(',') ?? Object.keys(PLACES)

for (const name of names) {
  t.test(`what must be survived is survived on: ${name}`, async t => {
    const settings = await PLACES[name]!(t)
    Object.assign(process.env, settings)
    for (const file of files) {
      const { passed, failed, skipped, durationMs, lines, comments } = await runFile(file, root, SECONDS_MAX)
      t.comment(`${file}: ${passed} passed, ${failed} failed, ${skipped} skipped, ${Math.round(durationMs / 1000)} s`)
      for (const line of comments) t.comment(line)
      for (const line of lines) {
        if (line.startsWith('  skipped:')) t.pass(file, { skip: line.trim() })
        else t.comment(line)
      }
      t.ok(passed > 0 && failed === 0, file)
    }
    for (const variable of Object.keys(settings)) delete process.env[variable]
  })
}
