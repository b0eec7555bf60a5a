/**
 * Valkey in the place of Redis: the test files of what depends on the server run with a valkey-server, of this machine or of Debian's
 * bookworm-backports. Scripts, streams, subscriptions, a cluster of three, Sentinels and their failover, users, TLS, the embedded server
 * with kill -9 and its append-only file, backup and restore.
 */
import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { runFile } from '../../test-run/run-file.ts'
import { debianProgram } from '../debian-program.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const SECONDS_MAX = 300
const FILES = [
  'shared/test/redis.test.ts',
  'shared/test/redis-tls.test.ts',
  'shared/test/jobs/*.test.ts',
  'compute/test/node/*.test.ts',
  'gateway/test/limits/*.test.ts',
  'gateway/test/admin/doctor.test.ts',
  'gateway/test/jobs/disk-guard.test.ts',
  'deploy/test/redis-embedded.test.ts',
  'deploy/test/redis-users.test.ts',
  'deploy/test/backup.test.ts',
]

process.env.REDIS_SERVER = await debianProgram('valkey-server', 'valkey-server', 'bookworm-backports')

t.test('what depends on Redis passes on Valkey', async t => {
  const version = execFileSync(process.env.REDIS_SERVER!, ['--version'], { encoding: 'utf8' })
  t.match(version, /^Valkey server v=[89]\./)
  t.comment(version.trim())
  const named = process.env.VALKEY_FILES?.split(',') ?? FILES
  const files = globSync(named, { cwd: root }).sort()
  t.ok(files.length >= named.length)
  for (const file of files) {
    // once more as in `npm test`: machines stand still for seconds
    let isPassed = false
    for (let attempt = 0; attempt < 2 && !isPassed; attempt++) {
      const { passed, failed, skipped, durationMs, lines } = await runFile(file, root, SECONDS_MAX)
      t.comment(`${file}: ${passed} passed, ${failed} failed, ${skipped} skipped, ${Math.round(durationMs)} ms`)
      for (const line of lines) t.comment(line)
      isPassed = passed > 0 && failed === 0
    }
    t.ok(isPassed, file)
  }
})
