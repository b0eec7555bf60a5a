/**
 * `npm run bench -- --kernel`: passes, floats and longest path in TypeScript, in WebAssembly and in C (kernel.c, with calendars clock.c, compiled here
 * where there is a cc), and the drag in the first two: processor time, medians of turns in one run. What comes out is compared first. The copies into and
 * out of the memory of WebAssembly count, and so does the memory that each run in C allocates.
 *   --sizes 100,1000,100000,1000000   --orders wbs,shuffled   --calendars no,five   --turns 5   --seed 1
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandLineOrExit, flag, some, whole, wholes } from '../../loadtest/command-line.ts'
import { machineLine, markdownTable } from '../../loadtest/report.ts'
import { type CpmResult, computeCpm } from '../engine/cpm/cpm.ts'
import { computeDrag } from '../engine/cpm/drag.ts'
import type { CpmInput } from '../engine/cpm/input.ts'
import { withoutKernel } from '../engine/wasm/kernel-instance.ts'
import { bytesForC, inputOf, type RowOrder } from './kernel-inputs.ts'

const HEAD = [
  'processor time, ms (ratio to C)',
  'TypeScript',
  'WebAssembly',
  'C',
  'drag in TypeScript',
  'in WebAssembly',
]
/** Of a turn: shorter ones say more of the clock than of the work. */
const TURN_MS = 150

const figure = (ms: number): string => ms.toPrecision(3)

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!

/** Processor time of one call, ms. */
function callMs(work: () => unknown): number {
  const once = (calls: number): number => {
    const before = process.threadCpuUsage()
    for (let call = 0; call < calls; call++) work()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  }
  let calls = 1
  let took = once(calls)
  while (took < TURN_MS) {
    calls *= 2
    took = once(calls)
  }
  return took / calls
}

/** Throws where C found anything else. */
function compare(result: CpmResult, found: Buffer): void {
  let at = 0
  const { early, earlyStart, earlyFinish, lateStart, lateFinish, totalFloat, freeFloat, linkFloat } = result
  const days = [early.start, early.finish, earlyStart, earlyFinish, lateStart, lateFinish, totalFloat, freeFloat]
  for (const column of [...days, linkFloat]) {
    for (const value of column) {
      const inC = found.readDoubleLE(at)
      at += 8
      if (inC !== value && !(Number.isNaN(inC) && Number.isNaN(value))) throw new Error(`${inC} in C, not ${value}`)
    }
  }
  for (const column of [result.linkMarks, result.onLongestPath, result.critical])
    for (const mark of column) if (found[at++] !== mark) throw new Error(`mark ${found[at - 1]} in C, not ${mark}`)
}

const CALENDARS = ['no', 'five'] as const
const ORDERS: readonly RowOrder[] = ['wbs', 'shuffled']

export async function measureBesideC(say: (line: string) => void): Promise<void> {
  const {
    values: { sizes, orders, calendars, turns, seed },
  } = commandLineOrExit({
    name: 'npm run bench',
    about: 'The passes and drag in TypeScript, WebAssembly and C, in turns, after what comes out was compared.',
    options: {
      kernel: flag('this one'),
      sizes: wholes([100, 1_000, 100_000, 1_000_000], 'task counts'),
      orders: some(ORDERS, `orders of the tasks: ${ORDERS.join(', ')}`),
      calendars: some(CALENDARS, `calendars: ${CALENDARS.join(', ')}`),
      turns: whole(5, 'of each way; their median counts'),
      seed: whole(1, 'of schedules'),
    },
  })
  const folder = mkdtempSync(join(tmpdir(), 'beside-c-'))
  try {
    const programs = { no: compiled('kernel', folder), five: compiled('clock', folder) }
    if (programs.no === undefined) say('without a C compiler (cc) there is no figure of C')
    const rows: string[][] = []
    for (const each of calendars)
      for (const size of sizes)
        for (const order of orders) {
          const input = inputOf(size, order, seed, each === 'five')
          rows.push(rowOf(input, `${size} tasks, ${order}, ${each} calendars`, turns, programs[each]))
        }
    say(`${machineLine(new Date())}, seed ${seed}\n\n${markdownTable(HEAD, rows)}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The program NAME.c, undefined without a compiler. */
function compiled(name: string, folder: string): string | undefined {
  const program = join(folder, name)
  const source = fileURLToPath(new URL(`${name}.c`, import.meta.url))
  const flags = ['-O3', '-march=native', '-ffp-contract=off', '-o', program, source, '-lm']
  return spawnSync('cc', flags, { stdio: 'inherit' }).status === 0 ? program : undefined
}

/** The drag by the clock is TypeScript's alone. */
const dragWorks = (input: CpmInput, plain: CpmResult): readonly (() => number)[] => [
  () => withoutKernel(() => callMs(() => computeDrag(input, plain))),
  () => {
    const result = computeCpm(input)
    return callMs(() => computeDrag(input, result))
  },
]

function rowOf(input: CpmInput, title: string, turns: number, program: string | undefined): string[] {
  const inC = program === undefined ? undefined : besideC(input, program)
  const plain = withoutKernel(() => computeCpm(input))
  const works: readonly (() => number)[] = [
    () => withoutKernel(() => callMs(() => computeCpm(input))),
    () => callMs(() => computeCpm(input)),
    () => inC?.() ?? Number.NaN,
    ...(input.clock === undefined ? dragWorks(input, plain) : []),
  ]
  works[1]!()
  const samples = works.map((): number[] => [])
  for (let turn = 0; turn < turns; turn++) works.forEach((work, n) => void samples[n]!.push(work()))
  const [ts, wasm, c, ...drags] = samples.map(median) as [number, number, number, ...number[]]
  const beside = (ms: number): string => (Number.isNaN(c) ? figure(ms) : `${figure(ms)} (${(ms / c).toFixed(2)})`)
  return [
    title,
    beside(ts),
    beside(wasm),
    Number.isNaN(c) ? '-' : figure(c),
    ...(drags.length > 0 ? drags.map(figure) : ['-', '-']),
  ]
}

/** A measure of the program on this network, after its columns were compared; ms. */
function besideC(input: CpmInput, program: string): () => number {
  const [given, found] = [`${program}.in`, `${program}.out`]
  writeFileSync(given, bytesForC(input))
  const run = (runs: number): number[] =>
    execFileSync(program, [given, String(runs), found], { encoding: 'utf8', maxBuffer: 2 ** 26 })
      .trim()
      .split('\n')
      .map(Number)
  const [firstUs] = run(1) as [number]
  compare(computeCpm(input), readFileSync(found))
  const runs = Math.max(3, Math.min(100_000, Math.ceil((TURN_MS * 1_000) / firstUs)))
  return () => median(run(runs)) / 1_000
}
