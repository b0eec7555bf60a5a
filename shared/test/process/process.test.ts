/** Processes: the port of one that is left behind, one whose parent has ended, folders that cannot be made, and lines of the log for people. */
import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import t from 'tap'
import { prettyLine } from '../../platform/process/log.ts'
import { makeFolder } from '../../platform/process/make-folder.ts'
import { until } from '../until.ts'

// A process that is left behind holds no port that the next start of the service needs.

const PROCESS = fileURLToPath(new URL('helpers/listening-process.ts', import.meta.url))

async function listening(t: Test): Promise<{ readonly child: ChildProcess; readonly isOpen: () => Promise<boolean> }> {
  const child = fork(PROCESS, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  t.teardown(() => child.kill('SIGKILL'))
  const [port] = (await once(child, 'message')) as [number]
  const isOpen = (): Promise<boolean> =>
    new Promise(resolve => {
      const socket = createConnection(port, '127.0.0.1')
      socket.once('connect', () => {
        socket.destroy()
        resolve(true)
      })
      socket.once('error', () => resolve(false))
    })
  return { child, isOpen }
}

t.test('a process whose parent has ended gives up its ports before its work has ended', async t => {
  const { child, isOpen } = await listening(t)
  t.ok(await isOpen())
  child.disconnect()
  await until('its port is free', async () => !(await isOpen()))
  t.same([child.exitCode, child.signalCode], [null, null], 'it is still at work')
})

t.test('a folder is made with those above it, and may be there', t => {
  const path = join(t.testdir(), 'a/b/c')
  makeFolder(path, 0o700)
  makeFolder(path, 0o700)
  for (const each of [path, join(path, '../..')]) t.equal(statSync(each).mode & 0o777, 0o700)
  t.end()
})

t.test('a file in the way is an error', t => {
  const folder = t.testdir({ file: '' })
  t.throws(() => makeFolder(join(folder, 'file')), { code: 'EEXIST' })
  t.throws(() => makeFolder(join(folder, 'file/below')), { code: 'ENOTDIR' })
  t.end()
})

// with Node's own mkdir it never ended, so a process of its own does it
t.test('a place where no folder can be made is an error, also for the folder of objects', t => {
  const of = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)
  for (const work of [
    `(await import(${of('../../platform/process/make-folder.ts')})).makeFolder('/proc/data/of')`,
    `new (await import(${of('../../platform/objects/folder-objects.ts')})).FolderObjects('/proc/data/of')`,
  ]) {
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', work], {
      encoding: 'utf8',
      timeout: 30_000,
    })
    t.equal(status, 1)
    t.match(stderr, /ENOENT: no such file or directory, mkdir '\/proc\/data'/)
  }
  t.end()
})

const at = { time: '2026-11-22T07:12:33.137Z', pid: 7 }

t.test('a line for a person has the clock, the process, the sentence and the facts', async t => {
  const line = JSON.stringify({
    level: 30,
    ...at,
    process: 'gateway',
    event: 'listening',
    port: 8080,
    msg: 'listening',
  })
  t.equal(prettyLine(line, false), '07:12:33.137 gateway   listening  port=8080\n')
})

t.test('what a person should notice is marked, in colour where there is one, with the stack below', async t => {
  const line = JSON.stringify({ level: 50, ...at, process: 'node', stack: 'Error: x\n    at y', msg: 'worker failed' })
  t.equal(prettyLine(line, false), '07:12:33.137 node      error worker failed\nError: x\n    at y\n')
  t.match(prettyLine(line, true), '\u001b[31merror\u001b[0m worker failed')
})

t.test('a line that is not JSON is left as it is', async t => t.equal(prettyLine('plain\n', false), 'plain\n'))

// A process whose parent has ended before it listens goes on, and ends as it was told to: it does not crash.

const PROGRAM = fileURLToPath(new URL('helpers/orphan-process.ts', import.meta.url))

t.test('a message comes to the parent, and one for a parent that has gone is dropped', async t => {
  const child = fork(PROGRAM, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const messages: unknown[] = []
  child.on('message', message => messages.push(message))
  const [output, errors, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'exit')])
  t.same(messages, [{ event: 'connected' }])
  t.equal(output, 'goes on')
  t.equal(errors, '')
  t.equal(code, 0)
})

t.test('a process that nobody listens to goes on, too', async t => {
  const { stderr, status } = spawnSync(process.execPath, ['-e', `(${tellText})()`], { encoding: 'utf8' })
  t.equal(stderr, '')
  t.equal(status, 0)
})

/** Without a channel process.send does not exist. */
const tellText = `() => import(${JSON.stringify(new URL('../../platform/process/drain-on-signal.ts', import.meta.url).href)}).then(({ tellParent }) => tellParent({}))`
