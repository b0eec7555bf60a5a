/** The log of a process whose reader stands still, comes back, or is a file. */
import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { LogOutput } from '../../platform/process/log-output.ts'
import { dataFolder } from '../data-folder.ts'

const PROCESS = fileURLToPath(new URL('helpers/logging-process.ts', import.meta.url))
const DRAINING = fileURLToPath(new URL('helpers/draining-process.ts', import.meta.url))
/** 28 MB: more than is kept for a reader that stands still. */
const MANY = 60_000
/** The process ends within a second of the order, and the machine may be busy. */
const END_MS_MAX = 15_000

interface Line {
  readonly number?: number
  readonly droppedLines?: number
  readonly msg: string
}
const linesOf = (text: string): Line[] =>
  text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))

/** Once it has logged its lines. */
async function logging(t: Test, output: number | 'pipe', lines: number) {
  const child = fork(PROCESS, {
    stdio: ['ignore', output, 'inherit', 'ipc'],
    env: { ...process.env, LINES: String(lines) },
  })
  t.teardown(() => child.kill('SIGKILL'))
  const [{ worstMs }] = await once(child, 'message')
  return { child, worstMs: worstMs as number }
}

async function order(child: ChildProcess, what: string): Promise<void> {
  child.send(what)
  await once(child, 'message')
}

async function end(t: Test, child: ChildProcess): Promise<void> {
  const late = setTimeout(() => child.kill('SIGKILL'), END_MS_MAX)
  child.send('end')
  const [code, signal] = await once(child, 'exit')
  clearTimeout(late)
  t.same({ code, signal }, { code: 0, signal: null }, 'it ends by itself')
}

/** What reads it, or nobody does; a socket, as Node and systemd have it, or a pipe, as shells have it. */
const KINDS = {
  socket: () => 'pipe' as const,
  pipe(t: Test) {
    const path = join(dataFolder(t), 'pipe')
    execFileSync('mkfifo', [path])
    // opened for both ways it needs no other end
    const fd = openSync(path, constants.O_RDWR)
    t.teardown(() => closeSync(fd))
    return fd
  },
}

for (const [kind, open] of Object.entries(KINDS)) {
  t.test(`a ${kind} that nobody reads holds up neither the work of a process nor its end`, async t => {
    const { child, worstMs } = await logging(t, open(t), MANY)
    t.ok(worstMs < 5_000, `the longest turn of the event loop took ${worstMs.toFixed(0)} ms`)
    await end(t, child)
  })

  t.test(`nor does it when another process has set the ${kind} to wait`, async t => {
    const { child } = await logging(t, open(t), MANY)
    await order(child, 'sibling')
    await order(child, 'log')
    await new Promise(resolve => setTimeout(resolve, 300))
    await order(child, 'log')
    await end(t, child)
  })
}

t.test('a reader that comes back gets what was kept, in whole lines, and the number of the others', async t => {
  const { child } = await logging(t, 'pipe', MANY)
  let text = ''
  child.stdout!.on('data', chunk => (text += chunk))
  const untilMs = performance.now() + END_MS_MAX
  while (!text.includes('droppedLines') && performance.now() < untilMs)
    await new Promise(resolve => setTimeout(resolve, 20))
  await order(child, 'log')
  const ended = once(child.stdout!, 'end')
  await end(t, child)
  await ended
  const lines = linesOf(text)
  const numbers = lines.flatMap(({ number }) => (number === undefined ? [] : [number]))
  t.same(
    numbers,
    numbers.toSorted((a, b) => a - b),
    'in order',
  )
  t.equal(numbers.at(-1), MANY, 'and then all further ones')
  const dropped = lines.flatMap(({ droppedLines }) => (droppedLines === undefined ? [] : [droppedLines]))
  t.equal(dropped.length, 1)
  t.ok(dropped[0]! > 0)
  t.equal(numbers.length + dropped[0]!, MANY + 1, 'each line is there or counted')
})

t.test('what is left is written when the process ends, to a file and to a slow reader', async t => {
  const path = join(dataFolder(t), 'log')
  const file = openSync(path, 'w')
  const { child } = await logging(t, file, 5_000)
  closeSync(file)
  await order(child, 'log')
  await end(t, child)
  t.same(
    linesOf(readFileSync(path, 'utf8')).map(({ number }) => number),
    Array.from({ length: 5_001 }, (_, i) => i),
  )

  const slow = await logging(t, 'pipe', 5_000)
  let text = ''
  slow.child.stdout!.on('data', chunk => (text += chunk))
  await Promise.all([once(slow.child.stdout!, 'end'), end(t, slow.child)])
  t.equal(linesOf(text).length, 5_000)
})

t.test('a process that drains waits for last lines that the other thread has not begun to write', async t => {
  const folder = dataFolder(t)
  const [path, fifo] = [join(folder, 'log'), join(folder, 'fifo')]
  execFileSync('mkfifo', [fifo])
  const file = openSync(path, 'w')
  const child = fork(DRAINING, {
    stdio: ['ignore', file, 'inherit', 'ipc'],
    env: { ...process.env, FIFO: fifo, UV_THREADPOOL_SIZE: '1' },
  })
  t.teardown(() => child.kill('SIGKILL'))
  closeSync(file)
  await once(child, 'message')
  await end(t, child)
  t.same(
    linesOf(readFileSync(path, 'utf8')).map(({ msg }) => msg),
    ['draining', 'the last line'],
  )
})

t.test('all who wait for a file hear when it is written', async t => {
  const path = join(dataFolder(t), 'log')
  const fd = openSync(path, 'w')
  t.teardown(() => closeSync(fd))
  const output = new LogOutput({ fd })
  output.write(Buffer.from('{}\n'))
  await Promise.all([output.written(), output.written()])
  t.equal(readFileSync(path, 'utf8'), '{}\n')
})
