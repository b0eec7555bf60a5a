/**
 * One run of a redis-server on the files of a data directory: starts it, waits until it has loaded, or says why it did
 * not. The server holds a kernel lock on the directory for as long as it lives (flock of util-linux), gets a
 * signal from the kernel when its parent dies (setpriv of util-linux), and runs in a session of its own so that a Ctrl-C at the
 * terminal reaches the service first. embedded.ts handles orphans and restarts.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { APPEND_ONLY, type RedisFiles } from './files.ts'

const CONF = fileURLToPath(new URL('./redis.conf', import.meta.url))
/** Exit code of flock when another server holds the lock: EX_TEMPFAIL. */
const LOCK_HELD_EXIT_CODE = 75
const POLL_MS = 5
/** The log starts anew when the last one is larger. */
const LOG_BYTES_MAX = 4 * 2 ** 20
const LOG_TAIL_LINES = 15

type Launch =
  | { readonly state: 'ready'; readonly child: ChildProcess }
  | { readonly state: 'locked' }
  | { readonly state: 'failed'; readonly reason: string }

interface LaunchOptions {
  readonly binary: string
  readonly files: RedisFiles
  /** Loading a large append-only file takes its time; beyond this the start is given up. */
  readonly loadMsMax: number
}

export async function launch({ binary, files, loadMsMax }: LaunchOptions): Promise<Launch> {
  const logFrom = prepareLog(files.log)
  const output = openSync(files.log, 'a', 0o600)
  const [command, ...args] = commandLine(binary, files)
  const child = spawn(command!, args, { cwd: files.directory, detached: true, stdio: ['ignore', output, output] })
  closeSync(output)
  child.unref()

  let ended: string | null = null
  let endCode: number | null = null
  child.once('error', error => (ended = error.message))
  child.once('exit', (code, signal) => {
    endCode = code
    ended = signal === null ? `exit code ${code}` : `signal ${signal}`
  })

  const deadlineMs = Date.now() + loadMsMax
  while (ended === null) {
    if (await answers(files.socket, child.pid!)) return { state: 'ready', child }
    if (Date.now() > deadlineMs) {
      child.kill('SIGKILL')
      return { state: 'failed', reason: explain(`it was not ready within ${loadMsMax / 1000} s`, files, logFrom) }
    }
    await new Promise(resolve => setTimeout(resolve, POLL_MS))
  }
  if (endCode === LOCK_HELD_EXIT_CODE) return { state: 'locked' }
  return { state: 'failed', reason: explain(`${binary} ended with ${ended}`, files, logFrom) }
}

/** Everything a server needs beside redis.conf: where it listens (the socket alone) and where it writes. */
function commandLine(binary: string, files: RedisFiles): string[] {
  const line: string[] = []
  if (onPath('setpriv')) line.push('setpriv', '--pdeathsig', 'TERM', '--')
  if (onPath('flock')) {
    line.push('flock', '--nonblock', '--no-fork', '--conflict-exit-code', String(LOCK_HELD_EXIT_CODE), files.lock)
  }
  line.push(
    binary,
    CONF,
    '--port',
    '0',
    '--unixsocket',
    files.socket,
    '--unixsocketperm',
    '600',
    '--dir',
    files.directory,
  )
  return line
}

const onPath = (name: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some(directory => existsSync(join(directory, name)))

/**
 * True once the server with this process id has loaded its data. The id matters: while another server holds the lock it
 * is that one who answers on the socket.
 */
function answers(socket: string, pid: number): Promise<boolean> {
  return new Promise(resolve => {
    let reply = ''
    const connection = connect(socket)
    const finish = (ready: boolean) => {
      connection.destroy()
      resolve(ready)
    }
    connection.setEncoding('latin1')
    connection.once('connect', () => connection.write('INFO server\r\nPING\r\n'))
    connection.on('data', chunk => {
      reply += chunk
      if (/^(\+PONG|-LOADING.*)\r\n$/m.test(reply)) {
        finish(reply.endsWith('+PONG\r\n') && reply.includes(`\nprocess_id:${pid}\r\n`))
      }
    })
    connection.once('error', () => finish(false))
    connection.once('close', () => finish(false))
  })
}

/** Where the output of this run will begin, in bytes. */
function prepareLog(path: string): number {
  const size = existsSync(path) ? statSync(path).size : 0
  if (size <= LOG_BYTES_MAX) return size
  closeSync(openSync(path, 'w', 0o600))
  return 0
}

function explain(what: string, files: RedisFiles, logFrom: number): string {
  const said = readFileSync(files.log).subarray(logFrom).toString('utf8').trimEnd()
  const tail = said.split('\n').slice(-LOG_TAIL_LINES).join('\n')
  const damaged = said.match(/Bad file format reading the append only file ([^\s:]+)/)
  const advice = damaged
    ? `\nThe append-only file ${join(files.directory, APPEND_ONLY, damaged[1]!)} is damaged in the middle. With the same DATA_DIR ` +
      '"npm run redis-mend" copies it, cuts it at the damage (redis-check-aof --fix), and "npm start" starts again.'
    : ''
  return `redis-server did not start: ${what}. Its last words (${files.log}):\n${tail}${advice}`
}
