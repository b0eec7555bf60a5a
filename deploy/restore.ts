/** `npm run restore -- FOLDER`: a backup of `npm run backup` into an empty DATA_DIR, from which `npm start` starts. */
import { resolve } from 'node:path'
import { BackupFault, SECRETS } from './backup/contents.ts'
import { restoreBackup } from './backup/restore.ts'
import { refuse } from './terminal.ts'

const USAGE = `DATA_DIR=... npm run restore -- FOLDER

Brings the backup in FOLDER back into DATA_DIR, which must be empty or not there yet.
`

const words = process.argv.slice(2)
if (words.includes('--help') || words.includes('-h')) {
  process.stdout.write(USAGE)
  process.exit(0)
}
if (words.length !== 1 || words[0]!.startsWith('-')) refuse(USAGE, 2)
const dataDir = resolve(process.env.DATA_DIR || './data')
try {
  const manifest = await restoreBackup(resolve(words[0]!), dataDir)
  process.stdout.write(
    `${dataDir}: the service as of ${manifest.madeAt} (version ${manifest.version}), ${manifest.objectCount} objects. Start it with this DATA_DIR.\n`,
  )
  if (!manifest.files.some(({ path }) => path === SECRETS))
    process.stdout.write('SECRETS_KEY is not in the backup: set the one that the service had.\n')
  if (manifest.objectsElsewhere !== null)
    process.stdout.write(
      `Its objects lie in ${manifest.objectsElsewhere}. Give this service a copy of them, never the same place that another one uses: each removes what it does not know.\n`,
    )
} catch (error) {
  refuse(error instanceof BackupFault ? error.message : `Nothing was restored: ${(error as Error).message}`)
}
