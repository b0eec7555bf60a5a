/**
 * `npm run redis-mend`: the way back when the embedded redis-server refuses its append-only file. Copies the folder of the file first, then lets
 * the check tool of that server cut the file where it is damaged. What came after the damage is lost here, and lies in the copy.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { isManifest } from './backup/append-only.ts'
import { hasServer } from './redis/embedded.ts'
import { APPEND_ONLY, redisFiles } from './redis/files.ts'
import { refuse } from './terminal.ts'

const TOOLS = ['redis-check-aof', 'valkey-check-aof']
/** The tools know a base file by these words, and take another for a damaged list of commands: the one that Valkey 9 writes begins with VALKEY. */
const BASE_KNOWN = /^REDIS/
const LINE_OF = (type: string): RegExp => new RegExp(`^file (\\S+) seq \\d+ type ${type}`, 'gm')

interface Tool {
  readonly path: string
  readonly env: NodeJS.ProcessEnv
}

/** That of the server: beside it, in the package that the bootstrap unpacked (with its libraries), or on the path. The other one where it lacks its own. */
function findTool(): Tool {
  const server = process.env.REDIS_SERVER ?? ''
  const folder = dirname(server)
  const packaged = join(folder, '..', basename(server), 'root', 'usr')
  const tools = basename(server).startsWith('valkey') ? TOOLS.toReversed() : TOOLS
  for (const tool of tools) {
    if (existsSync(join(folder, tool))) return { path: join(folder, tool), env: process.env }
    if (!existsSync(join(packaged, 'bin', tool))) continue
    const libraries = globSync(join(packaged, 'lib', '*-linux-gnu*')).join(':')
    return { path: join(packaged, 'bin', tool), env: { ...process.env, LD_LIBRARY_PATH: libraries } }
  }
  return { path: tools[0]!, env: process.env }
}

/** What the tool is to look at, the last of them to be cut: the list of the files; or the files of commands, where the tool does not know the base. */
function filesToCheck(folder: string, manifest: string): string[] {
  const list = readFileSync(join(folder, manifest), 'utf8')
  const named = (type: string): string[] => [...list.matchAll(LINE_OF(type))].map(([, name]) => name!)
  const isKnown = (name: string): boolean =>
    name.endsWith('.aof') || BASE_KNOWN.test(readFileSync(join(folder, name), 'latin1'))
  const files = named('b').every(isKnown) ? [manifest] : named('i')
  return files.map(name => join(folder, name))
}

function runTool({ path, env }: Tool, ...words: readonly string[]): void {
  const run = spawnSync(path, words, { env, input: 'y\n', encoding: 'utf8' })
  // it reads an answer only where it asks, so the pipe may be shut when the answer comes: that is no failure
  if (run.status === null) {
    const server = basename(process.env.REDIS_SERVER || 'redis-server')
    refuse(`${path} could not be run (${run.error?.message ?? run.signal}); it comes with ${server}.`)
  }
  process.stdout.write(run.stdout)
  process.stderr.write(run.stderr)
  if (run.status !== 0) refuse(`${path} ${words.join(' ')} ended with ${run.status}; the copy is as the file was.`)
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
const tool = findTool()
const files = filesToCheck(folder, manifest)
// only the last one has an end that may be missing
for (const file of files.slice(0, -1)) runTool(tool, file)
for (const file of files.slice(-1)) runTool(tool, '--fix', file)
process.stdout.write('mended; `npm start` starts it again. Remove the copy when nothing is missing.\n')
