/**
 * The operator's commands: `npm run --silent admin -- key create --tier government`, against the Redis of REDIS_URL. deploy/admin.ts
 * gives it the embedded server. Exit code: 0 done, 1 could not be done, 2 the command line makes no sense.
 */
import { configOrExit, redisOrExit } from '../../shared/platform/process/environment.ts'
import { connect } from '../../shared/platform/redis/connect.ts'
import { redisSilence } from '../../shared/platform/redis/masters.ts'
import { redisTls } from '../../shared/platform/redis/tls-files.ts'
import { CommandError } from './command.ts'
import { runAdmin } from './run.ts'

process.exitCode = await runAdmin(process.argv.slice(2), {
  async connect() {
    const config = configOrExit()
    const url = await redisOrExit(config, 'npm run admin')
    const tls = redisTls(config)
    const why = await redisSilence(url, tls)
    if (why !== undefined)
      throw new CommandError(`The Redis of REDIS_URL does not answer (${why}). Start it or correct REDIS_URL.`)
    return connect(url, 'admin', { tls })
  },
  out: text => process.stdout.write(text),
  err: text => process.stderr.write(text),
})
