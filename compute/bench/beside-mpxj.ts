/**
 * `npm run bench -- --mpxj`: a file of 20,000 activities read and computed by us and by MPXJ, in turns within one run. Medians. Without MPXJ ours alone, and
 * how to get it. XER by P6's rules, the XML of Microsoft Project by its rules.
 *   --jars FOLDER (mpxj.jar and what it needs; else those of Python's package)   --file FILE (one of your own)   --turns 7   --limit 120 (seconds of a step)
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { commandLineOrExit, flag, number, text, whole } from '../../loadtest/command-line.ts'
import { markdownTable, milliseconds } from '../../loadtest/report.ts'
import { cpmRow } from '../../shared/analysis/cpm/row.ts'
import { chooseCalendar } from '../engine/calendar/choice.ts'
import { computeCpm } from '../engine/cpm/cpm.ts'
import { prepare } from '../engine/cpm/prepare.ts'
import { buildNetwork } from '../engine/graph/network.ts'
import { topologicalOrder } from '../engine/graph/order.ts'
import { readFile } from '../engine/read/file/read-file.ts'
import { readFileRequest } from '../engine/read/file/read-file-request.ts'
import { isFileFormat, sniff } from '../engine/read/file/sniff.ts'
import { statusDayOf } from '../engine/result/options.ts'
import { NO_LIMITS } from './limits.ts'
import { findJars, HOW_TO_GET, type Mpxj, startMpxj } from './mpxj/mpxj-process.ts'
import { largeMsProjectXml } from './ms-project-schedule.ts'
import { largeXer } from './xer-schedule.ts'

const TASKS = 20_000
const HEAD = ['median ms', 'read', 'MPXJ reads', 'passes', 'MPXJ schedules']

export async function measureBesideMpxj(say: (line: string) => void): Promise<void> {
  const { values } = commandLineOrExit({
    name: 'npm run bench',
    about: 'Project files read and scheduled beside MPXJ.',
    options: {
      mpxj: flag('this one'),
      jars: text('/path', 'folder of the jars of MPXJ'),
      file: text('/path', 'a project file, instead of two that are made'),
      turns: whole(7, 'of each file; their median counts'),
      limit: number(120, 'seconds after which MPXJ is given up'),
    },
  })
  const { turns } = values
  const limitMs = 1_000 * values.limit
  const jars = findJars(values.jars)
  if (jars === undefined) say(HOW_TO_GET)
  const folder = mkdtempSync(join(tmpdir(), 'beside-mpxj-'))
  try {
    const files = values.file === undefined ? madeFiles(folder) : [values.file]
    const rows: string[][] = []
    for (const file of files) rows.push(await rowOf(file, jars, turns, limitMs))
    say(`\n${markdownTable(HEAD, rows)}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function madeFiles(folder: string): string[] {
  const [xer, xml] = [join(folder, 'large.xer'), join(folder, 'large.xml')]
  writeFileSync(xer, largeXer(TASKS))
  writeFileSync(xml, largeMsProjectXml(TASKS))
  return [xer, xml]
}

async function rowOf(file: string, jars: string | undefined, turns: number, limitMs: number): Promise<string[]> {
  const bytes = readFileSync(file)
  const mpxj = jars === undefined ? undefined : startMpxj(jars, file)
  const ours = { read: [] as number[], passes: [] as number[] }
  const theirs = { read: [] as (number | string)[], schedule: [] as (number | string)[] }
  for (let turn = 0; turn < turns; turn++) {
    ours.read.push(timed(() => readOf(bytes)))
    await keep(theirs.read, mpxj, 'read', limitMs)
  }
  const passes = passesOf(bytes)
  for (let turn = 0; turn < turns; turn++) {
    ours.passes.push(timed(passes))
    // a program that took too long, or has ended, is not called again
    if (theirs.schedule.every(each => typeof each === 'number')) await keep(theirs.schedule, mpxj, 'schedule', limitMs)
  }
  mpxj?.end()
  const cell = (times: readonly (number | string)[]): string => {
    const done = times.filter(each => typeof each === 'number')
    return done.length === 0 ? String(times[0] ?? '-') : milliseconds(median(done))
  }
  const size = `${basename(file)}, ${(bytes.length / 2 ** 20).toFixed(1)} MB`
  return [size, cell(ours.read), cell(theirs.read), cell(ours.passes), cell(theirs.schedule)]
}

const median = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[times.length >> 1]!

function timed(step: () => unknown): number {
  const begun = performance.now()
  step()
  return performance.now() - begun
}

async function keep(
  times: (number | string)[],
  mpxj: Mpxj | undefined,
  step: 'read' | 'schedule',
  limitMs: number,
): Promise<void> {
  if (mpxj !== undefined) times.push(await mpxj.run(step, limitMs))
}

function readOf(bytes: Uint8Array): void {
  const format = sniff(bytes)
  if (!isFileFormat(format)) throw new Error('a file in XER or XML')
  const read = readFile(format, bytes, {})
  if ('code' in read) throw new Error(JSON.stringify(read))
}

/** What a worker does between the columns and the result: order, network, calendars, forward and backward pass, floats, longest path. */
function passesOf(bytes: Uint8Array): () => unknown {
  const input = readFileRequest(cpmRow, bytes, { boundary: null }, NO_LIMITS, cpmRow.path)
  if ('code' in input) throw new Error(JSON.stringify(input))
  const columns = input.schedules.get('tasks')!
  const { calendar } = chooseCalendar(columns, undefined)
  const statusDay = statusDayOf(input)
  return () => {
    const network = buildNetwork(columns, topologicalOrder(columns.taskCount, columns.links)!)
    return computeCpm(prepare(columns, network, { calendar, statusDay }).input)
  }
}
