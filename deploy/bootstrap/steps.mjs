// What all steps of the set-up use: they say what they do and how far it is, run programs, and change this folder one command at a time.
import { spawn } from 'node:child_process'
import { readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

export const say = sentence => process.stderr.write(`[setup] ${sentence}\n`)

/** 1 is an answer of some commands: a score below the limit of sis, a problem that doctor found. */
export function die(sentence) {
  say(sentence)
  process.exit(2)
}

/** npm and apt say little of a disk that fills, and late. `kept` of a step: MB that it leaves; 0 where it replaces what is there. */
export function refuseFullDisk(folder, steps, { bavail, bsize } = statfsSync(folder)) {
  const needed = steps.reduce((sum, { kept }) => sum + kept, 0)
  const free = Math.floor((bavail * bsize) / 1e6)
  if (free >= needed) return
  die(
    `the disk of ${folder} has ${free} MB free, and the set-up needs ${needed} MB there. Make room, or move the folder, and give the same command again.`,
  )
}

/** The one line of apt's output that says why, which apt begins with "E: "; else the first. */
const inShort = why => {
  const lines = why.split('\n')
  const said = lines.find(line => line.startsWith('E: '))
  return said === undefined ? lines[0] : said.slice('E: '.length)
}

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGTERM: 15 }
const PARENT_MS = 500
const ENDED_BY_SIGNAL = 128

/** What this process has begun ends with it, whoever is told to end: this process, or the one that waits for it (the shell of npm, which tells nobody). */
function endTogether() {
  const parent = process.ppid
  const ends = Object.entries(SIGNALS).map(([signal, number]) => [signal, () => process.exit(ENDED_BY_SIGNAL + number)])
  for (const [signal, end] of ends) process.on(signal, end)
  const timer = setInterval(() => process.ppid === parent || process.exit(ENDED_BY_SIGNAL + SIGNALS.SIGHUP), PARENT_MS)
  return () => {
    clearInterval(timer)
    for (const [signal, end] of ends) process.off(signal, end)
  }
}

const REDRAWN_MS = 500
/** Where nothing can be drawn anew, as in a log. */
const LINE_MS = 5_000

const seconds = sinceMs => `${Math.round((Date.now() - sinceMs) / 1000)} s`

/**
 * Does steps at the same time, and tells of each what it fetches, how far it is, and when it is done. A step: `does` (what it does, and how large it is),
 * `name`, `run` (resolves when it is done, or with a sentence that says why it could not be), `done` (how far it is, in words; empty: not known).
 */
export async function inSight(steps) {
  const startedMs = Date.now()
  const open = new Set(steps)
  const isTerminal = process.stderr.isTTY === true
  const wipe = () => isTerminal && process.stderr.write('\r\x1b[K')
  const draw = () => {
    const states = [...open].map(({ name, done }) => [name, done()].filter(Boolean).join(' ')).join(', ')
    const line = `[setup] ${seconds(startedMs).padStart(4)}: ${states}`
    const shown = isTerminal ? line.slice(0, (process.stderr.columns || 80) - 1) : `${line}\n`
    wipe()
    process.stderr.write(shown)
  }
  for (const { does } of steps) say(does)
  const apart = endTogether()
  const timer = setInterval(draw, isTerminal ? REDRAWN_MS : LINE_MS)
  try {
    await Promise.all(
      steps.map(async step => {
        const why = await step.run()
        open.delete(step)
        wipe()
        const end = why === undefined ? 'done' : `is not to be had: ${inShort(why)}`
        say(`${seconds(startedMs).padStart(4)}: ${step.name} ${end}`)
      }),
    )
  } finally {
    clearInterval(timer)
    apart()
    wipe()
  }
}

/** Runs a program to its end; it ends with this process. Its output, and `why` it failed, with what it said: undefined when it did not. */
export function run(command, args, options = {}) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const kill = () => child.kill()
  process.once('exit', kill)
  let output = ''
  let said = ''
  child.stdout.on('data', chunk => (output += chunk))
  child.stderr.on('data', chunk => (said += chunk))
  return new Promise(resolve => {
    const end = problem => {
      process.off('exit', kill)
      resolve({
        output,
        said: said.trim(),
        why: problem && [problem, said.trim(), output.trim()].filter(Boolean).join('\n'),
      })
    }
    child.once('error', error => end(error.message))
    child.once('close', (code, signal) => end(code === 0 ? undefined : (signal ?? `exit code ${code}`)))
  })
}

const LOOK_AGAIN_MS = 250
/** So long is waited in silence. */
const TOLD_AFTER_LOOKS = 8

/** Whether its owner has ended; what it left is in the way of nobody. */
function isOrphan(file) {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

async function take(file) {
  for (let looks = 0; ; looks++) {
    try {
      return writeFileSync(file, String(process.pid), { flag: 'wx' })
    } catch (error) {
      if (error.code !== 'EEXIST') die(`this folder must be writable for the first start: ${error.message}`)
    }
    if (isOrphan(file)) rmSync(file, { force: true })
    else {
      if (looks === TOLD_AFTER_LOOKS)
        say(`waiting for another command that sets this folder up (${file} names its process)`)
      await wait(LOOK_AGAIN_MS)
    }
  }
}

/** Two commands typed together on a fresh clone must not install at once. */
export async function locked(file, work) {
  await take(file)
  const free = () => rmSync(file, { force: true })
  process.on('exit', free) // die() within work()
  try {
    return await work()
  } finally {
    free()
    process.off('exit', free)
  }
}
