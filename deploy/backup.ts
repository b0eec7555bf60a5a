/**
 * `npm run backup -- FOLDER`: accounts, keys, counters, jobs, objects and secrets.key of the service of DATA_DIR, while it runs or while it is
 * stopped, into a folder that is empty or not there yet. `npm run restore -- FOLDER` is the way back.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { placeOf } from '../shared/platform/config/object-settings.ts'
import { connect, disconnect } from '../shared/platform/redis/connect.ts'
import { BackupFault, SECRETS } from './backup/contents.ts'
import { makeBackup } from './backup/make.ts'
import { objectStoreBeside } from './data-dir.ts'
import { runningRedis, startRedis } from './redis/embedded.ts'
import { redisFiles } from './redis/files.ts'
import { refuse } from './terminal.ts'

const USAGE = `npm run backup -- FOLDER

Backs the service of DATA_DIR up into FOLDER, which must be empty or not there yet. The service may run.
`

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

const words = process.argv.slice(2)
if (words.includes('--help') || words.includes('-h')) {
  process.stdout.write(USAGE)
  process.exit(0)
}
if (words.length !== 1 || words[0]!.startsWith('-')) refuse(USAGE, 2)
if (process.env.REDIS_URL)
  refuse(
    'REDIS_URL names a Redis of your own: copy its files where it runs, as deploy/runbook/stores.md says ("Backup and restore").',
  )

const to = resolve(words[0]!)
const dataDir = resolve(process.env.DATA_DIR || './data')
if (!existsSync(join(dataDir, 'redis'))) refuse(`${dataDir} holds no data of the service; set DATA_DIR to its folder.`)

try {
  const place = placeOf(process.env.OBJECT_STORE || objectStoreBeside({}, dataDir).OBJECT_STORE)
  const objects =
    place.kind === 'redis'
      ? null
      : place.kind === 's3'
        ? { elsewhere: `s3://${place.bucket}/${place.prefix}` }
        : existsSync(place.path)
          ? { folder: place.path }
          : null
  const secretsFile = join(dataDir, SECRETS)
  const hasOwnKey = process.env.SECRETS_KEY !== undefined && process.env.SECRETS_KEY !== ''
  const running = runningRedis(dataDir)
  const started = running === null ? await startRedis({ dataDir }) : undefined
  const client = connect(running ?? started!.url, 'backup')
  try {
    const made = await makeBackup({
      client,
      redisFolder: redisFiles(dataDir).directory,
      secretsFile: existsSync(secretsFile) ? secretsFile : undefined,
      objects,
      to,
      version: JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version,
    })
    process.stdout.write(
      `${to}: the service as of ${made.madeAt}, ${megabytes(made.redisBytes)} of Redis, ` +
        `${made.objectCount} objects (${megabytes(made.objectBytes)})${existsSync(secretsFile) ? `, ${SECRETS}` : ''}.\n`,
    )
    if (hasOwnKey)
      process.stdout.write(
        'SECRETS_KEY is a setting of yours and not in the backup: keep it where you keep your settings.\n',
      )
    if (objects !== null && 'elsewhere' in objects)
      process.stdout.write(
        `The objects lie in ${objects.elsewhere} and are not in the backup: deploy/runbook/stores.md says how to copy them ("Backup and restore").\n`,
      )
    process.stdout.write('It holds schedules and secrets: keep it as safe as the service, on another machine.\n')
  } finally {
    disconnect(client)
    await started?.stop()
  }
} catch (error) {
  refuse(
    error instanceof BackupFault
      ? error.message
      : `The backup was not finished, so ${to} is none: ${(error as Error).message}`,
  )
}
