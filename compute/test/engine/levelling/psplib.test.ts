/**
 * The search against PSPLIB (read in place, skipped where it is absent) and against problems of that kind of our own. `STEP=1` takes every instance and holds the averages against
 * the published marks; `SCHEDULES=5000` for the second column, 50000 for the third.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { Placing } from '../../../engine/levelling/placing.ts'
import type { LevellingProblem } from '../../../engine/levelling/problem.ts'
import { search } from '../../../engine/levelling/search.ts'
import { random } from '../../helpers/random.ts'
import { problemOf, randomProblem } from './psplib.ts'

const FOLDER = process.env.PSPLIB ?? fileURLToPath(new URL('../../../../../shared/data/psplib', import.meta.url))
const STEP = Number(process.env.STEP ?? 60)
const SCHEDULES = Number(process.env.SCHEDULES ?? 1_000)
const DAY = 1_440

/** Published marks, in percent: J30 over the optimum, J60 over the critical path. */
const MARKS: Readonly<Record<string, readonly [at1000: number, at5000: number, at50000: number]>> = {
  j30: [0.25, 0.06, 0.02],
  j60: [11.6, 11.1, 10.73],
}

function searched(problem: LevellingProblem, schedulesMax: number, least?: number): Placing {
  const placing = new Placing(problem)
  placing.serial(placing.listBy(problem.baseFinish))
  if (schedulesMax > 1)
    search(placing, {
      ...{ rank: problem.baseFinish, objective: 'earliest_finish', schedulesMax, checkpoint: () => {} },
      // nothing is shorter, so the search is over there
      ...(least === undefined ? {} : { lowerBound: DAY * least }),
    })
  return placing
}

const lengthOf = ({ finish }: Placing): number => finish.reduce((last, moment) => Math.max(last, moment), 0) / DAY

interface Instance {
  readonly instance: string
  readonly tasks: readonly {
    readonly id: string
    readonly duration_days: number
    readonly predecessors: readonly string[]
  }[]
}
interface Demand {
  readonly instance: string
  readonly capacity: readonly number[]
  readonly demand: Readonly<Record<string, readonly number[]>>
}

const lines = (file: string): unknown[] =>
  gunzipSync(readFileSync(`${FOLDER}/${file}`))
    .toString()
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))

for (const set of ['j30', 'j60']) {
  t.test(`${set} of PSPLIB`, { skip: existsSync(FOLDER) ? false : `no ${FOLDER}` }, async t => {
    const demands = new Map((lines('resource_demand.jsonl.gz') as Demand[]).map(each => [each.instance, each]))
    const rows = readFileSync(`${FOLDER}/oracle.csv`, 'utf8').trim().split('\n')
    const column = (name: string): number => rows[0]!.split(',').indexOf(name)
    const [path, optimum] = [column('mpm_time_header'), column('optimal_makespan_j30opt')]
    const known = new Map(rows.map(row => row.split(',')).map(row => [row[0], row]))
    let sum = 0
    let count = 0
    for (const [n, each] of (lines(`${set}.jsonl.gz`) as Instance[]).entries()) {
      if (n % STEP !== 0) continue
      const { tasks, instance } = each
      const index = new Map(tasks.map(({ id }, a) => [id, a]))
      const { capacity, demand } = demands.get(instance)!
      const problem = problemOf({
        durations: tasks.map(({ duration_days }) => duration_days),
        predecessors: tasks.map(({ predecessors }) => predecessors.map(id => index.get(id)!)),
        demands: tasks.map(({ id }) => demand[id]!),
        capacities: capacity,
      })
      const row = known.get(instance)!
      const least = Number(row[set === 'j30' ? optimum : path])
      const length = lengthOf(searched(problem, SCHEDULES, least))
      t.ok(length >= least, `${instance} is no shorter than it can be`)
      sum += (100 * (length - least)) / least
      count++
    }
    const average = sum / count
    t.comment(`${set}, ${count} instances, ${SCHEDULES} schedules: ${average.toFixed(3)} %`)
    if (STEP === 1)
      t.ok(
        Number(average.toFixed(2)) <= MARKS[set]![SCHEDULES >= 50_000 ? 2 : SCHEDULES >= 5_000 ? 1 : 0]!,
        `${average.toFixed(3)} %`,
      )
  })
}

t.test(
  'of our own problems of 122 tasks none gets worse by searching, each stays feasible, twice the same',
  async t => {
    const rnd = random(20261127)
    let [before, after, path] = [0, 0, 0]
    for (let n = 0; n < 6; n++) {
      const plain = randomProblem(rnd, 122, {
        complexity: 1.5 + 0.3 * (n % 3),
        factor: 0.25 * (1 + (n % 4)),
        strength: 0.1 * (1 + (n % 5)),
      })
      const problem = problemOf(plain)
      const rule = lengthOf(searched(problem, 1))
      const placing = searched(problem, 400)
      t.ok(placing.schedules <= 402, `${placing.schedules} schedules`)
      const length = lengthOf(placing)
      t.ok(length <= rule)
      t.same(searched(problem, 400).start, placing.start)
      for (const [r, capacity] of plain.capacities.entries())
        for (let day = 0; day < length; day++) {
          const used = plain.demands.reduce((units, each, a) => {
            const isAtWork = placing.start[a]! <= day * DAY && day * DAY < placing.finish[a]!
            return units + (isAtWork ? each[r]! : 0)
          }, 0)
          if (used > capacity) t.fail(`resource ${r} has ${used} of ${capacity} on day ${day}`)
        }
      for (const [a, own] of plain.predecessors.entries())
        for (const p of own) if (placing.start[a]! < placing.finish[p]!) t.fail(`${a} starts before ${p} ends`)
      before += rule
      after += length
      path += problem.baseFinish.reduce((last, moment) => Math.max(last, moment), 0) / DAY
    }
    t.comment(
      `over the critical path: ${((100 * (before - path)) / path).toFixed(1)} % by the rule, ${((100 * (after - path)) / path).toFixed(1)} % after 400 schedules`,
    )
    t.ok(after < before)
  },
)
