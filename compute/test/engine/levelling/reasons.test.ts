/** What is said of a wait, held against a clock that counts minute by minute. `CASES=10000 SEED=...` runs more. */
import t from 'tap'
import { explain, finishChain, startAfter, type Wait } from '../../../engine/levelling/explain.ts'
import { Notes } from '../../../engine/levelling/notes.ts'
import { PLACED, Placing } from '../../../engine/levelling/placing.ts'
import { needBegin, UNIT_PARTS } from '../../../engine/levelling/problem.ts'
import { between, random } from '../../helpers/random.ts'
import { Clock } from '../clock/reference.ts'
import {
  countedIn,
  type LevellingCase,
  limitOn,
  modelOf,
  randomCase,
  spansOfNeed,
  withParts,
  withRest,
} from './random-levelling.ts'

const SEED = Number(process.env.SEED ?? 20261129)
const CASES = Number(process.env.CASES ?? 200)

/** Of a serial schedule: by how much a resource is short for an activity at a minute, beside all that was placed before it; at most 0: it is not. */
function shortOf(each: LevellingCase, model: ReturnType<typeof modelOf>, placing: Placing, turn: Uint32Array) {
  const { activityOf, momentOfDay } = model
  const clock = new Clock(each.net.calendars, each.net.dataDate)
  const anchor = Math.floor(momentOfDay(0) / 1440)
  const users = each.needs
    .filter(({ task }) => activityOf[task]! >= 0 && each.net.tasks[task]!.duration > 0)
    .map(need => {
      const a = activityOf[need.task]!
      const spans = spansOfNeed(each, placing, a, clock, need)
      return { ...need, a, spans, counted: countedIn(each, need.task, need.resource) }
    })
  return (a: number, resource: number, minute: number): number => {
    const own = users.find(user => user.a === a && user.resource === resource)
    if (own === undefined || !clock.works(own.counted, minute)) return 0
    const before = users.filter(
      user =>
        user.resource === resource &&
        turn[user.a]! < turn[a]! &&
        user.spans.some(([from, until]) => from <= minute && minute < until) &&
        clock.works(user.counted, minute),
    )
    const asked = [own, ...before].reduce((sum, { units }) => sum + Math.round(units * UNIT_PARTS), 0)
    return asked - limitOn(each, resource, Math.floor(minute / 1440) - anchor) * UNIT_PARTS
  }
}

/** Each task asks each resource for one thing. */
const once = (each: LevellingCase): LevellingCase => ({
  ...each,
  needs: each.needs.filter(
    ({ task, resource }, n) => each.needs.findIndex(one => one.task === task && one.resource === resource) === n,
  ),
})

t.test(
  'of every wait: where it begins and ends, how much is short, and that no other holds the task as long',
  async t => {
    t.comment(`seed ${SEED}, ${CASES} cases`)
    const rnd = random(SEED)
    const also = random(SEED + 1)
    const wrong: string[] = []
    let [waits, besides, rooms, eases, later] = [0, 0, 0, 0, 0]
    for (let n = 0; n < CASES; n++) {
      const drawn = { ...withRest(randomCase(rnd), rnd), floatKept: undefined, partDays: undefined }
      const each = n % 3 === 0 ? once(withParts(drawn, also)) : drawn
      const model = modelOf(each)
      const { problem } = model
      const placing = new Placing(problem)
      const notes = new Notes(placing)
      placing.serial(placing.listBy(Float64Array.from(problem.task, () => between(rnd, 0, 1_000_000))), notes)
      if (placing.fate.some(fate => fate !== PLACED)) continue
      const { delays, turn } = explain(placing, notes)
      const short = shortOf(each, model, placing, turn)
      const found = (what: string) => wrong.length < 3 && wrong.push(`case ${n}: ${what} ${JSON.stringify(each)}`)
      for (const { activity: a, byLogic, freeUntil, waits: own } of delays) {
        const start = placing.start[a]!
        if (start === byLogic || problem.follows[a] === 1) continue
        const resources = each.needs.filter(({ task }) => task === problem.task[a]).map(({ resource }) => resource)
        const codeOf = (wait: Wait): number => model.resourceCode[wait.resource]!
        const time = problem.calendars[problem.calendar[a]!]!
        // of a start from byLogic on, up to the one that was found, when it asks for need k
        const begins = (k: number): [number, number] => [
          needBegin(problem, a, k, byLogic),
          needBegin(problem, a, k, start),
        ]
        for (const wait of own) {
          waits++
          const { from, until, shortParts, eased } = wait
          if (eased !== undefined) eases++
          const [first, begin] = begins(wait.need)
          if (begin > start) later++
          for (let minute = first; minute < begin; minute++) {
            const lack = short(a, codeOf(wait), minute)
            if (minute >= until && lack > 0) found(`T${a} is short of R${codeOf(wait)} at ${minute}, behind its wait`)
            if (minute >= from && minute < until && lack > shortParts)
              found(`T${a} lacks ${lack} of R${codeOf(wait)} at ${minute}, not ${shortParts}`)
            if (eased !== undefined && minute >= eased.from && minute < until && lack > eased.parts)
              found(`T${a} lacks ${lack} of R${codeOf(wait)} at ${minute}, not ${eased.parts}`)
          }
        }
        for (const resource of resources) {
          const isNamed = own.some(wait => codeOf(wait) === resource)
          let isHeldLast = false
          const k = problem.needResource.findIndex(
            (r, k) => model.resourceCode[r] === resource && k >= problem.needStart[a]! && k < problem.needStart[a + 1]!,
          )
          const [first, begin] = begins(k)
          const lastMinute = time.startBefore(begin, 1)
          for (let minute = first; minute < begin; minute++) {
            if (!(short(a, resource, minute) > 0)) continue
            if (minute < (freeUntil ?? byLogic))
              found(`T${a} is short of R${resource} at ${minute}, before ${freeUntil}`)
            isHeldLast ||= minute >= lastMinute
          }
          if (freeUntil !== undefined) rooms++
          if (!isHeldLast) continue
          besides++
          if (!isNamed) found(`R${resource} holds T${a} up to its start and is not named`)
        }
      }
      // each of the chain waits for the end of the next one
      const explained = explain(placing, notes)
      const chain = finishChain(explained, placing)
      const last = placing.finish.reduce((latest, finish) => Math.max(latest, finish), -Infinity)
      if (chain.length > 0 && placing.finish[chain[0]!.activity] !== last)
        found('the chain does not begin with the end')
      for (const [k, { activity, wait }] of chain.entries()) {
        const next = chain[k + 1]?.activity
        if (wait === undefined || next === undefined) continue
        const startOf = (each: Wait): number => startAfter(problem, activity, each)
        const { waits: waited } = explained.byActivity[activity]!
        if (waited.some(each => each.until < Infinity && startOf(each) > startOf(wait)))
          found(`T${activity} waits longer for another resource than the chain says`)
        if (wait.lowLimit === undefined && placing.finish[next]! < wait.until)
          found(`T${activity} waits beyond the end of T${next}`)
      }
    }
    t.strictSame(wrong, [])
    t.ok(waits > CASES / 4 && besides > CASES / 4, `${waits} waits, ${besides} resources short up to a start`)
    t.ok(later > CASES / 40, `${later} for what is needed some time after the start`)
    t.ok(rooms > CASES / 40 && eases > 0, `${rooms} with room before the first lack, ${eases} that ease`)
  },
)
