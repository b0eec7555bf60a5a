/**
 * The operator's commands: `npm run --silent admin -- key create --tier government`, against the Redis of REDIS_URL. deploy/admin.ts
 * gives it the embedded server. Exit code: 0 done, 1 could not be done, 2 the command line makes no sense.
 */
import { configOrExit, EX_CONFIG } from '../../shared/process/environment.ts'
import { runAdmin } from './run.ts'

process.exitCode = await runAdmin(process.argv.slice(2), {
  redisUrl() {
    const { redisUrl } = configOrExit()
    if (redisUrl !== undefined) return redisUrl
    process.stderr.write('config: REDIS_URL is missing; `npm run admin` provides the embedded redis-server\n')
    process.exit(EX_CONFIG)
  },
  out: text => process.stdout.write(text),
  err: text => process.stderr.write(text),
})
