/** Accounts in a lane: what one of them sends much of is for itself to wait for. On a clock of the test's own. */
import t from 'tap'
import { Lane } from '../worker/lane.ts'
import type { Standing } from '../worker/thread-time.ts'

interface Sent {
  readonly atMs: number
  readonly accountId: string
  readonly workMs: number
  readonly standing?: Standing
}

/** What became of calls: by account the waits, in order, and how many were refused. */
async function drive(sent: readonly Sent[], threads: number, slotsPerThread = 1, queueMax = 512) {
  let nowMs = 0
  const lane = new Lane({ threads, slots: threads * slotsPerThread, queueMax, waitMs: 25, now: () => nowMs })
  const waits = new Map<string, number[]>()
  const refused = new Map<string, number>()
  const ends: { atMs: number; run: () => void }[] = []
  const calls = [...sent].sort((a, b) => a.atMs - b.atMs)
  /** Calls in slots beyond the threads wait for a thread as Piscina lets them. */
  let busy = 0
  const atHand: (() => void)[] = []
  const work = (run: () => void): void => {
    if (busy < threads) run()
    else atHand.push(run)
  }
  let most = 0
  const come = ({ accountId, workMs, standing }: Sent): void => {
    const cameMs = nowMs
    const arrived = lane.expect(accountId)
    arrived?.()
    const entered = arrived === undefined ? undefined : lane.enter(accountId, () => {}, standing)
    if (entered === undefined) {
      refused.set(accountId, (refused.get(accountId) ?? 0) + 1)
      return
    }
    void entered.then(() =>
      work(() => {
        busy++
        waits.set(accountId, [...(waits.get(accountId) ?? []), nowMs - cameMs])
        ends.push({
          atMs: nowMs + workMs,
          run: () => {
            busy--
            lane.leave(accountId, nowMs - cameMs, workMs)
            atHand.shift()?.()
          },
        })
      }),
    )
    most = Math.max(most, lane.accountCount)
  }
  for (let next = 0; next < calls.length || ends.length > 0; ) {
    ends.sort((a, b) => a.atMs - b.atMs)
    if (ends.length === 0 || (next < calls.length && calls[next]!.atMs <= ends[0]!.atMs)) {
      nowMs = calls[next]!.atMs
      come(calls[next++]!)
    } else {
      const end = ends.shift()!
      nowMs = end.atMs
      end.run()
    }
    for (let turn = 0; turn < 4; turn++) await null
  }
  return {
    waits: (accountId: string) => waits.get(accountId) ?? [],
    refused: (id: string) => refused.get(id) ?? 0,
    lane,
    most,
  }
}

const every = (accountId: string, spanMs: number, workMs: number, count: number, fromMs = 0): Sent[] =>
  Array.from({ length: count }, (_, i) => ({ atMs: fromMs + i * spanMs, accountId, workMs }))
const longest = (waits: readonly number[]): number => Math.max(...waits)

t.test('on one thread a neighbour waits for the call that runs, not for the hundred that wait', async t => {
  const { waits, lane } = await drive([...every('flood', 0, 10, 100), ...every('neighbour', 50, 5, 15, 33)], 1)
  t.equal(waits('neighbour').length, 15)
  t.ok(longest(waits('neighbour')) <= 10, `${longest(waits('neighbour'))} ms`)
  t.equal(waits('flood').length, 100, 'and all of the flood is served')
  t.equal(lane.accountCount, 0, 'nothing is kept of who has left')
})

t.test('while others call, an account of long calls leaves a thread to them', async t => {
  const { waits } = await drive([...every('flood', 0, 500, 60), ...every('neighbour', 700, 5, 40, 100)], 2, 2)
  // of the first calls nobody knows that they are long
  const [, , ...later] = waits('neighbour')
  t.equal(later.length, 38, 'none is refused')
  t.ok(longest(later) <= 5, `${longest(later)} ms once it is seen that there is another`)
  t.ok(longest(waits('flood')) < 60 * 500, 'the flood goes on')
})

t.test(
  'an account of calls of two milliseconds leaves a thread as well, and one of calls that nobody feels does not',
  async t => {
    const neighbour = every('neighbour', 7, 2, 40, 3)
    const felt = await drive([...every('flood', 0, 2, 400), ...neighbour], 2, 2)
    const [, ...later] = felt.waits('neighbour')
    t.equal(longest(later), 0)
    const quick = await drive([...every('flood', 0, 0.5, 400), ...neighbour], 2, 2)
    t.ok(longest(quick.waits('neighbour')) <= 1)
    t.ok(longest(quick.waits('flood')) < 400 * 0.4, 'by both threads')
  },
)

const as = (standing: Standing, sent: readonly Sent[]): Sent[] => sent.map(each => ({ ...each, standing }))

t.test(
  'accounts that have used much time together leave a thread to one that has not, however many they are',
  async t => {
    const floods = ['a', 'b', 'c', 'd'].flatMap(id => as('heavy', every(id, 0, 3_000, 20)))
    const { waits, refused, lane } = await drive([...every('neighbour', 700, 5, 40, 0), ...floods], 2, 2)
    t.equal(waits('neighbour').length + refused('neighbour'), 40)
    t.equal(refused('neighbour'), 0)
    t.equal(longest(waits('neighbour')), 0, 'the neighbour never waits')
    t.ok(
      ['a', 'b', 'c', 'd'].every(id => waits(id).length === 20),
      'and all others are served',
    )
    t.equal(lane.accountCount, 0)
  },
)

t.test('without others for a minute they use all threads', async t => {
  const floods = ['a', 'b'].flatMap(id => as('heavy', every(id, 0, 100, 20)))
  const { waits } = await drive(floods, 2, 2)
  t.ok(longest([...waits('a'), ...waits('b')]) <= 2_200, 'one thread would take twice as long')
})

t.test('an account beyond its budget waits behind all others', async t => {
  const { waits } = await drive(
    [
      ...as('over', every('over', 0, 10, 20)),
      ...as('heavy', every('heavy', 0, 10, 20)),
      ...every('light', 0, 10, 20, 1),
    ],
    1,
  )
  t.ok(longest(waits('light')) <= 40 * 10 + 10, `${longest(waits('light'))} ms`)
  t.ok(longest(waits('heavy')) <= 40 * 10 + 10, `${longest(waits('heavy'))} ms`)
  t.equal(waits('over').filter(ms => ms > 0 && ms < 39 * 10).length, 0, 'it is served when nobody else waits')
  t.equal(waits('over').length, 20)
})

t.test('a call that waits moves when the standing of its account changes', async t => {
  let nowMs = 0
  const lane = new Lane({ threads: 1, slots: 1, queueMax: 8, waitMs: 25, now: () => nowMs })
  const started: string[] = []
  const send = (name: string, accountId: string, standing: Standing): boolean =>
    lane.join(accountId, { start: () => void started.push(name), removed: () => {}, whenGone: () => {} }, standing)
  send('first', 'busy', 'light')
  send('a1', 'a', 'light')
  send('b1', 'b', 'light')
  send('a2', 'a', 'over')
  for (const accountId of ['busy', 'b', 'a', 'a']) {
    nowMs += 5
    lane.leave(accountId, 5, 5)
  }
  t.strictSame(started, ['first', 'b1', 'a1', 'a2'])
  t.equal(lane.accountCount, 0)
})

t.test('an account alone has all threads', async t => {
  const { waits } = await drive(every('alone', 0, 100, 40), 2, 2)
  t.equal(longest(waits('alone')), 1_900)
})

t.test('a flood that is refused because its queue stands refuses no neighbour', async t => {
  const { waits, refused } = await drive(
    [...every('flood', 2, 20, 5_000), ...every('neighbour', 50, 5, 190, 11)],
    2,
    2,
    64,
  )
  t.ok(refused('flood') > 1_000, `${refused('flood')} refused`)
  t.equal(refused('neighbour'), 0)
  t.ok(longest(waits('neighbour').slice(1)) <= 20, `${longest(waits('neighbour').slice(1))} ms`)
})

t.test('a queue that one account has filled has places for others', async t => {
  const { waits, refused } = await drive([...every('flood', 0, 10, 40), ...every('neighbour', 1, 5, 3, 1)], 1, 1, 20)
  t.equal(refused('flood'), 19)
  t.equal(refused('neighbour'), 0)
  t.ok(longest(waits('neighbour')) <= 45, 'in turn with the flood')
})

t.test('two that send as much get as much', async t => {
  const { waits } = await drive([...every('a', 0, 10, 200), ...every('b', 0, 10, 50)], 2, 2)
  t.ok(Math.abs(longest(waits('b')) - 50 * 2 * 5) <= 20, `${longest(waits('b'))} ms`)
})

t.test('however many accounts call, what is kept is bounded by their calls', async t => {
  const { lane, most } = await drive(
    Array.from({ length: 3_000 }, (_, i) => ({ atMs: i, accountId: `a${i}`, workMs: 4 })),
    2,
    2,
    64,
  )
  t.ok(most <= 128 + 4, `${most} accounts`)
  t.equal(lane.accountCount, 0)
})

t.test(
  'an account whose calls may be long gets no second thread after short ones; one that is known for short ones does',
  async t => {
    for (const standing of ['long', 'heavy'] as const) {
      let nowMs = 0
      const lane = new Lane({ threads: 2, slots: 4, queueMax: 100, waitMs: 25, now: () => nowMs })
      const started: string[] = []
      const send = (name: string, accountId: string, as: Standing): boolean =>
        lane.join(accountId, { start: () => void started.push(name), removed: () => {}, whenGone: () => {} }, as)
      send('other', 'other', 'light')
      lane.leave('other', 1, 1, 'light')
      send('first', 'busy', 'heavy')
      for (let i = 0; i < 12; i++) {
        send('short', 'busy', 'heavy')
        nowMs += 1
        lane.leave('busy', 0.1, 0.1, 'heavy')
      }
      started.length = 0
      send('next', 'busy', standing)
      t.same(started, standing === 'long' ? [] : ['next'], standing)
      send('neighbour', 'neighbour', 'light')
      t.equal(started.at(-1), 'neighbour', 'a thread is free for others')
    }
  },
)

t.test('calls that wait count as their account does since its first call ended', async t => {
  const lane = new Lane({ threads: 2, slots: 2, queueMax: 100, waitMs: 25, now: () => 0 })
  const started: string[] = []
  const send = (name: string, accountId: string, as: Standing): boolean =>
    lane.join(accountId, { start: () => void started.push(name), removed: () => {}, whenGone: () => {} }, as)
  send('other', 'other', 'light')
  lane.leave('other', 1, 1, 'light')
  for (const name of ['n1', 'n2']) send(name, 'new', 'long')
  send('h1', 'heavy', 'long')
  t.same(started, ['other', 'n1'], 'one of two threads is kept')
  lane.leave('new', 5, 5, 'light')
  t.same(started.toSorted(), ['h1', 'n1', 'n2', 'other'])
})
