/** When a lane takes a call, lets it wait, or refuses it: on a clock of the test's own. */
import t, { type Test } from 'tap'
import { Lane } from '../worker/lane.ts'
import { random } from './helpers/random.ts'

const SLOTS = 2
const WAIT_MS = 25
const SERVICE_MS = 5
const ONE = 'an account'

/** Times of calls at `load` times what the threads can do. */
function* every(load: number, fromMs: number, untilMs: number): Generator<number> {
  for (let ms = fromMs; ms < untilMs; ms += SERVICE_MS / SLOTS / load) yield ms
}

/** Calls that come at those times and need `readMs` for their body and SERVICE_MS for their work; what became of them. look: done before each call. */
function drive(times: Iterable<number>, queueMax: number, readMs = 0, look: (lane: Lane) => void = () => {}) {
  let nowMs = 0
  const lane = new Lane({ threads: SLOTS, slots: SLOTS, queueMax, waitMs: WAIT_MS, now: () => nowMs })
  const events: { atMs: number; run: () => void }[] = []
  const waits: { atMs: number; waitMs: number }[] = []
  const refusedAtMs: number[] = []
  let mostWaiting = 0
  const at = (atMs: number, run: () => void): void => void events.push({ atMs, run })
  const come = (): void => {
    const arrived = lane.expect(ONE)
    if (arrived === undefined) {
      refusedAtMs.push(nowMs)
      return
    }
    at(nowMs + readMs, () => {
      arrived()
      call()
    })
  }
  const call = (): void => {
    const cameMs = nowMs
    const entered = lane.enter(ONE, () => {})
    mostWaiting = Math.max(mostWaiting, lane.waiting)
    if (entered === undefined) refusedAtMs.push(nowMs)
    else
      void entered.then(() => {
        waits.push({ atMs: cameMs, waitMs: nowMs - cameMs })
        at(nowMs + SERVICE_MS, () => lane.leave(ONE, SERVICE_MS, SERVICE_MS))
      })
  }
  const arrivals = [...times]
  const play = async (): Promise<void> => {
    for (let arrived = 0; arrived < arrivals.length || events.length > 0; ) {
      events.sort((a, b) => a.atMs - b.atMs)
      if (events.length === 0 || arrivals[arrived]! <= events[0]!.atMs) {
        nowMs = arrivals[arrived++]!
        look(lane)
        if (readMs === 0) call()
        else come()
      } else {
        const next = events.shift()!
        nowMs = next.atMs
        next.run()
      }
      // a call that may run says so in a microtask
      await null
      await null
    }
  }
  const wait = (ms: number): void => void (nowMs += ms)
  return { lane, waits, refusedAtMs, play, wait, most: () => mostWaiting }
}

t.test('a burst that the threads work off is taken whole', async t => {
  const burst = drive(every(25, 0, 7.95), 512)
  await burst.play()
  t.equal(burst.waits.length, 80)
  t.same(burst.refusedAtMs, [])
  t.same([burst.lane.running, burst.lane.waiting], [0, 0])
})

t.test('half of the capacity for long is taken whole', async t => {
  const half = drive(every(0.5, 0, 20_000), 512)
  await half.play()
  t.same(half.refusedAtMs, [])
})

t.test(
  'large calls that come by chance at seven tenths of the capacity of one thread are hardly ever refused',
  async t => {
    const meanMs = 90
    const drawn = random(1)
    const chance = (mean: number): number => -mean * Math.log(1 - drawn())
    let nowMs = 0
    const lane = new Lane({ threads: 1, slots: 1, queueMax: 512, waitMs: WAIT_MS, now: () => nowMs })
    /** When the call that runs ends. */
    let endMs = Number.POSITIVE_INFINITY
    let startedMs = 0
    let refused = 0
    const calls = 20_000
    let nextMs = 0
    for (let call = 0; call < calls; ) {
      if (endMs <= nextMs) {
        nowMs = endMs
        endMs = Number.POSITIVE_INFINITY
        lane.leave(ONE, nowMs - startedMs, nowMs - startedMs)
      } else {
        nowMs = nextMs
        nextMs += chance(meanMs / 0.7)
        call++
        const arrived = lane.expect(ONE)
        arrived?.()
        const entered = arrived === undefined ? undefined : lane.enter(ONE, () => {})
        if (entered === undefined) refused++
        else
          void entered.then(() => {
            startedMs = nowMs
            endMs = nowMs + meanMs / 2 + chance(meanMs / 2)
          })
      }
      await null
      await null
    }
    t.ok(refused < calls / 500, `${refused} of ${calls}`)
  },
)

/** Calls that came when the lane had noticed the overload run almost at once, but for a few that a trial of the lane let in, and these are not late. */
function runAtOnce(t: Test, waits: readonly { atMs: number; waitMs: number }[]): void {
  const waitsMs = waits.filter(({ atMs }) => atMs > 2_000).map(({ waitMs }) => waitMs)
  const longer = waitsMs.filter(waitMs => waitMs > 1.5 * SERVICE_MS).length
  t.ok(longer < waitsMs.length / 100, `${longer} of ${waitsMs.length} wait`)
  t.ok(Math.max(...waitsMs) <= WAIT_MS + SERVICE_MS)
}

t.test('at twice the capacity the queue stands, and from then on a call that is taken runs almost at once', async t => {
  const untilMs = 60_000
  const over = drive(every(2, 0, untilMs), 512)
  await over.play()
  runAtOnce(t, over.waits)
  const capacity = (untilMs / SERVICE_MS) * SLOTS
  t.ok(over.waits.length > 0.95 * capacity, 'the threads are never without work')
  t.ok(over.refusedAtMs.length > 0.9 * capacity)
  t.ok(Math.min(...over.refusedAtMs) >= 200, 'not at once: it might have been a burst')
})

t.test('a third too much is too much for as long as it lasts', async t => {
  const over = drive(every(1.3, 0, 60_000), 512)
  await over.play()
  runAtOnce(t, over.waits)
})

t.test('when less comes than the threads can do, nobody is refused any more', async t => {
  const after = drive([...every(2, 0, 5_000), ...every(0.7, 5_000, 20_000)], 512, 1)
  await after.play()
  t.ok(after.refusedAtMs.some(atMs => atMs < 5_000))
  t.same(
    after.refusedAtMs.filter(atMs => atMs > 7_000),
    [],
  )
})

t.test(
  'callers that repeat a refused call at once do not keep a lane overloaded that could serve them in time',
  async t => {
    let nowMs = 0
    const lane = new Lane({ threads: SLOTS, slots: SLOTS, queueMax: 512, waitMs: WAIT_MS, now: () => nowMs })
    /** What is to happen at which millisecond. */
    const agenda = new Map<number, (() => void)[]>()
    const at = (atMs: number, run: () => void): void => void agenda.set(atMs, [...(agenda.get(atMs) ?? []), run])
    const refusedAtMs: number[] = []
    let answered = 0
    const call = (then: () => void, refused: () => void): void => {
      const entered = lane.arrive(ONE) ? lane.enter(ONE, () => {}) : undefined
      if (entered === undefined) {
        refusedAtMs.push(nowMs)
        refused()
        return
      }
      void entered.then(() =>
        at(nowMs + SERVICE_MS, () => {
          lane.leave(ONE, SERVICE_MS, SERVICE_MS)
          answered++
          then()
        }),
      )
    }
    const repeat = (): void => call(repeat, () => at(nowMs + 1, repeat))
    const burstMs = 1_000
    for (let ms = 0; ms < burstMs; ms++)
      at(ms, () =>
        call(
          () => {},
          () => {},
        ),
      )
    // eight callers wait for three others: 20 ms
    for (let caller = 0; caller < 8; caller++) at(burstMs, repeat)
    const untilMs = 10_000
    for (; nowMs < untilMs; nowMs++) {
      for (const run of agenda.get(nowMs) ?? []) {
        run()
        await null
        await null
      }
      agenda.delete(nowMs)
    }
    t.ok(
      refusedAtMs.some(atMs => atMs < burstMs),
      'the burst was too much',
    )
    t.ok(answered > (0.95 * (untilMs * SLOTS)) / SERVICE_MS)
    t.same(refusedAtMs.filter(atMs => atMs > 5_000).length, 0)
  },
)

t.test('however often isFull is read, a lane takes and refuses the same calls', async t => {
  // four at once, so that the lane is full for some of them although there is less than the threads can do
  const bursts = [...every(0.7 / 4, 5_000, 10_000)].flatMap(atMs => [atMs, atMs, atMs, atMs])
  const times = () => [...every(2, 0, 5_000), ...bursts]
  const unqueried = drive(times(), 512, 1)
  const queried = drive(times(), 512, 1, lane => {
    for (let i = 0; i < 5; i++) lane.isFull(ONE)
  })
  await unqueried.play()
  await queried.play()
  t.ok(unqueried.refusedAtMs.length > 0)
  t.same(queried.refusedAtMs, unqueried.refusedAtMs)
  t.same(queried.waits, unqueried.waits)
})

t.test('calls whose bodies are still on their way count, so that they need not wait when they are here', async t => {
  const over = drive(every(2, 0, 20_000), 512, 4 * WAIT_MS)
  await over.play()
  const late = over.waits.filter(({ atMs }) => atMs > 5_000)
  t.ok(Math.max(...late.map(({ waitMs }) => waitMs)) <= 3 * SERVICE_MS)
  t.ok(late.length > 0.9 * (15_000 / SERVICE_MS) * SLOTS, 'and the threads are not without work')
})

t.test('of many calls at once each counts for the next, and bodies that do not come keep nobody out', async t => {
  const over = drive(every(2, 0, 5_000), 512, 1)
  await over.play()
  t.ok(over.lane.isFull(ONE) === false, 'the threads are free')
  const taken = Array.from({ length: 100 }, () => over.lane.expect(ONE)).filter(arrived => arrived !== undefined)
  t.ok(taken.length > 0 && taken.length < 10, `${taken.length} of 100`)
  t.ok(over.lane.isFull(ONE))
  over.wait(1_100)
  t.notOk(over.lane.isFull(ONE))
  for (const arrived of taken) arrived?.()
})

t.test('four callers of large bodies after small ones are all served by one thread', async t => {
  let nowMs = 0
  const lane = new Lane({ threads: 1, slots: 1, queueMax: 512, waitMs: WAIT_MS, now: () => nowMs })
  for (let i = 0; i < 100; i++) {
    await lane.enter(ONE, () => {})
    lane.leave(ONE, 1, 1)
  }
  const waiting: Promise<boolean>[] = []
  const come = (): void => {
    const arrived = lane.expect(ONE)
    t.ok(arrived)
    arrived?.()
    const entered = lane.enter(ONE, () => {})
    if (entered === undefined) t.fail('refused')
    else waiting.push(entered)
  }
  for (let caller = 0; caller < 4; caller++) come()
  for (let call = 0; call < 50; call++) {
    await waiting.shift()
    nowMs += 150
    lane.leave(ONE, 150, 150)
    come()
  }
})

t.test('a queue never holds more than its length', async t => {
  const over = drive(every(2, 0, 2_000), 20)
  await over.play()
  t.equal(over.most(), 20)
})

t.test('who leaves gives up the place', async t => {
  const lane = new Lane({ threads: 1, slots: 1, queueMax: 1, waitMs: WAIT_MS, now: () => 0 })
  t.equal(await lane.enter(ONE, () => {}), true)
  let leave = (): void => {}
  const second = lane.enter(ONE, listener => (leave = listener))
  t.equal(
    lane.enter(ONE, () => {}),
    undefined,
  )
  leave()
  t.equal(await second, false)
  t.equal(lane.waiting, 0)
  lane.leave(ONE, 1, 1)
  t.equal(lane.running, 0)
})
