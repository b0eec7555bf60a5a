/**
 * `npm run redis-mend`: the way back when the embedded redis-server refuses its append-only file. Copies the folder of the file first, then lets
 * redis-check-aof cut the file where it is damaged. What came after the damage is lost here, and lies in the copy.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { isManifest } from './backup/append-only.ts'
import { hasServer } from './redis/embedded.ts'
import { APPEND_ONLY, redisFiles } from './redis/files.ts'
import { refuse } from './terminal.ts'

const TOOLS = ['redis-check-aof', 'valkey-check-aof']

/** Beside redis-server, in the package that the bootstrap unpacked (with its libraries), or on the path. */
function findTool(): { readonly path: string; readonly env: NodeJS.ProcessEnv } {
  const server = process.env.REDIS_SERVER ?? ''
  const folder = dirname(server)
  const packaged = join(folder, '..', basename(server), 'root', 'usr')
  for (const tool of TOOLS) {
    if (existsSync(join(folder, tool))) return { path: join(folder, tool), env: process.env }
    if (!existsSync(join(packaged, 'bin', tool))) continue
    const libraries = globSync(join(packaged, 'lib', '*-linux-gnu*')).join(':')
    return { path: join(packaged, 'bin', tool), env: { ...process.env, LD_LIBRARY_PATH: libraries } }
  }
  return { path: basename(server) === 'valkey-server' ? TOOLS[1]! : TOOLS[0]!, env: process.env }
}

if (process.argv.length > 2) {
  const isHelp = ['--help', '-h'].includes(process.argv[2]!)
  const usage =
    'DATA_DIR=... npm run redis-mend\n\nCopies the append-only file of DATA_DIR, then cuts it where it is damaged. The service must be stopped.\n'
  ;(isHelp ? process.stdout : process.stderr).write(usage)
  process.exit(isHelp ? 0 : 2)
}
const dataDir = resolve(process.env.DATA_DIR || './data')
if (!existsSync(join(dataDir, 'redis'))) refuse(`${dataDir} holds no data of an embedded redis-server.`)
if (hasServer(dataDir)) refuse(`The redis-server of ${dataDir} runs: it has nothing to mend. Stop it first.`)
const folder = join(redisFiles(dataDir).directory, APPEND_ONLY)
const manifest = existsSync(folder) ? readdirSync(folder).find(isManifest) : undefined
if (manifest === undefined) refuse(`${folder} holds no append-only file.`)

const copy = `${folder}.${new Date().toISOString().replace(/[:.]/g, '-')}`
try {
  cpSync(folder, copy, { recursive: true })
} catch (error) {
  rmSync(copy, { recursive: true, force: true })
  refuse(`${folder} could not be copied, so nothing was changed: ${(error as Error).message}`)
}
process.stdout.write(`copied to ${copy}\n`)
const { path, env } = findTool()
const run = spawnSync(path, ['--fix', join(folder, manifest)], { env, input: 'y\n', encoding: 'utf8' })
if (run.error !== undefined) refuse(`${path} could not be started (${run.error.message}); it comes with redis-server.`)
process.stdout.write(run.stdout)
process.stderr.write(run.stderr)
if (run.status !== 0) refuse(`${path} ended with ${run.status}; the copy is as the file was.`)
process.stdout.write('mended; `npm start` starts it again. Remove the copy when nothing is missing.\n')
