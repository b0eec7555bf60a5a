/**
 * The record beside a running embedded server: which process started it, and where it listens. A second start reads who holds the
 * directory, the admin command where to connect, and the next start which orphan to stop. A process is identified by its id and
 * its start time, so a reused id is not mistaken for it.
 */
import { closeSync, ftruncateSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { processStat } from '../../shared/platform/process/processor-time.ts'

export interface ProcessName {
  readonly pid: number
  /** Clock ticks from boot to the start of the process; null where the system does not report it (no /proc). */
  readonly startTicks: number | null
}

export interface Instance {
  readonly owner: ProcessName
  readonly server: ProcessName
  readonly socket: string
  /** ISO time of the start. */
  readonly startedAt: string
}

export function processName(pid: number): ProcessName {
  return { pid, startTicks: startTicks(pid) }
}

export function isAlive(name: ProcessName): boolean {
  try {
    process.kill(name.pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  const stat = processStat(name.pid)
  if (stat === undefined) return name.startTicks === null
  return stat[STATE] !== 'Z' && (name.startTicks === null || Number(stat[START_TICKS]) === name.startTicks)
}

export function writeInstance(path: string, instance: Instance): void {
  const text = `${JSON.stringify(instance)}\n`
  const draft = `${path}.${process.pid}`
  try {
    writeFileSync(draft, text, { mode: 0o600 })
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    overwrite(path, text)
  }
}

/** A file that is there has its block already: a full disk has room for this. */
function overwrite(path: string, text: string): void {
  const file = openSync(path, 'r+')
  try {
    ftruncateSync(file, writeSync(file, text, 0))
  } finally {
    closeSync(file)
  }
}

/** The record, or null when there is none or it cannot be read. */
export function readInstance(path: string): Instance | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Instance
  } catch {
    return null
  }
}

/** Removes the record if it is still the one of the server with this process id. */
export function removeInstance(path: string, serverPid: number): void {
  if (readInstance(path)?.server.pid === serverPid) rmSync(path, { force: true })
}

/** Where they stand in what the system says. */
const [STATE, START_TICKS] = [0, 19]

function startTicks(pid: number): number | null {
  const stat = processStat(pid)
  return stat === undefined ? null : Number(stat[START_TICKS])
}
