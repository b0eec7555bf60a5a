/** Whether the disk of Redis has room, and whether Redis could write to it. */
import type { ConfigOutcome } from '../../shared/config/config.ts'
import type { RedisClient } from '../../shared/redis/connect.ts'
import { diskOf, diskProblem } from '../../shared/redis/disk.ts'
import { mastersOf } from '../../shared/redis/masters.ts'
import { type Finding, ok, problem } from './finding.ts'

const CHECK = 'disk'

export async function disk(client: RedisClient, outcome: ConfigOutcome): Promise<Finding[]> {
  if (!outcome.ok) return []
  const findings: Finding[] = []
  const disks = await Promise.all((await mastersOf(client)).map(diskOf))
  for (const one of disks) {
    const why = diskProblem(one, outcome.config.redisDiskFreeBytesMin)
    if (why !== undefined) findings.push(problem(CHECK, `Redis accepts no jobs: ${why}`))
    else if (one.hasRewriteFailed)
      findings.push(
        problem(
          CHECK,
          'the last rewrite of the append-only file of Redis failed, so the file keeps growing; the Redis log has the reason',
        ),
      )
  }
  if (findings.length > 0) return findings
  const [first] = disks.flatMap(({ free }) => free ?? [])
  return [
    ok(
      CHECK,
      first === undefined
        ? 'Redis can write. Its free disk space is unknown here, because it runs on another machine: monitor the disk there'
        : `${Math.floor(first.bytes / 2 ** 20)} MB free (${first.directory})`,
    ),
  ]
}
