/** Both clients decide alike when a call is sent again, and how long they pause before it. */
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { clientFolder } from './examples.ts'
import { HAS_PYTHON, runPython } from './python.ts'

const { Retries, tellRetry } = await import(join(clientFolder('typescript'), 'src/retries.ts'))

/** Status and Retry-After of each reply in turn; null: no reply. */
type Replies = readonly (readonly [status: number, retryAfter?: string] | null)[]

interface Case {
  readonly name: string
  readonly retriesMax: number
  /** Seconds of all pauses together; many where it is absent. */
  readonly waitMax?: number
  readonly replies: Replies
  /** Seconds before each next try: [least, most]; null: there is no next try. */
  readonly pauses: readonly (readonly [number, number] | null)[]
}

const WAIT_MAX = 10_000
const RUNNING = [409, '1'] as const
const EXACTLY_ONE = [1, 1] as const

const CASES: readonly Case[] = [
  {
    name: 'the pause doubles with each retry, and one more failure ends the call',
    retriesMax: 2,
    replies: [[503], null, [500]],
    pauses: [[0.25, 0.5], [0.5, 1], null],
  },
  { name: 'the pause has an upper limit', retriesMax: 9, replies: Array(9).fill(null), pauses: backoffs(9) },
  { name: 'the service chooses the pause', retriesMax: 1, replies: [[429, '7']], pauses: [[7, 7]] },
  {
    name: 'a pause that is longer than all that may be waited is not waited for',
    ...{ retriesMax: 1, waitMax: 30, replies: [[429, '31']], pauses: [null] },
  },
  {
    name: 'all pauses of a call together are bounded',
    ...{ retriesMax: 9, waitMax: 30, replies: [[429, '20'], [503, '10'], [503, '1'], [503]] },
    pauses: [[20, 20], [10, 10], null, null],
  },
  {
    name: 'waits for an earlier try of the call count, too',
    ...{ retriesMax: 2, waitMax: 2, replies: [RUNNING, RUNNING, RUNNING], pauses: [EXACTLY_ONE, EXACTLY_ONE, null] },
  },
  { name: 'who wants no wait has none', retriesMax: 2, waitMax: 0, replies: [[503], null], pauses: [null, null] },
  {
    name: 'a date as Retry-After is no number of seconds',
    retriesMax: 1,
    replies: [[503, 'Thu, 26 Nov 2026 09:00:00 GMT']],
    pauses: [[0.25, 0.5]],
  },
  { name: 'a pause of half a second', retriesMax: 1, replies: [[429, '0.5']], pauses: [[0.5, 0.5]] },
  ...['-1', '1e0', 'Infinity', '0x10', '\u00b2'].map(text => ({
    ...{ name: `${text} as Retry-After is no number of seconds`, retriesMax: 1 },
    ...{ replies: [[503, text]] as Replies, pauses: [[0.25, 0.5]] as const },
  })),
  ...[400, 401, 403, 404, 409, 413, 422].map(status => ({
    ...{ name: `${status} is final`, retriesMax: 2, replies: [[status]] as Replies, pauses: [null] },
  })),
  {
    name: 'waits for an earlier try of the call take no retry',
    retriesMax: 1,
    replies: [RUNNING, RUNNING, [503], RUNNING, [503]],
    pauses: [EXACTLY_ONE, EXACTLY_ONE, [0.25, 0.5], EXACTLY_ONE, null],
  },
  {
    name: 'the thirtieth wait for an earlier try is the last',
    retriesMax: 2,
    replies: Array(31).fill(RUNNING),
    pauses: [...Array(30).fill(EXACTLY_ONE), null],
  },
]

function backoffs(count: number): (readonly [number, number])[] {
  return Array.from({ length: count }, (_, retries) => {
    const most = Math.min(8, 0.5 * 2 ** retries)
    return [most / 2, most] as const
  })
}

const ofTypeScript = ({ retriesMax, waitMax = WAIT_MAX, replies }: Case): (number | null)[] => {
  const retries = new Retries(retriesMax, 1000 * waitMax)
  return replies.map(reply => {
    const headers = reply?.[1] === undefined ? {} : { 'retry-after': reply[1] }
    const pauseMs = retries.nextPauseMs(reply === null ? undefined : new Response('', { status: reply[0], headers }))
    return pauseMs === undefined ? null : pauseMs / 1000
  })
}

const PROGRAM = `
import json, sys
from types import SimpleNamespace
from schedule_intelligence.retries import Retries, Retry, tell_retry

def pauses_of(case):
    retries = Retries(case["retriesMax"], case.get("waitMax", ${WAIT_MAX}))
    for reply in case["replies"]:
        headers = {} if reply is None or len(reply) == 1 else {"retry-after": reply[1]}
        yield retries.next_pause_seconds(reply and SimpleNamespace(status_code=reply[0], headers=headers))

tell_retry(Retry("GET", "/a", "short", 0.9))
tell_retry(Retry("GET", "/a", "no", 12.0))
print(json.dumps([list(pauses_of(case)) for case in json.load(sys.stdin)]))
`

function checkPauses(t: Test, { name, pauses }: Case, found: readonly (number | null)[]): void {
  t.equal(found.length, pauses.length, name)
  for (const [i, seconds] of found.entries()) {
    const bounds = pauses[i]
    const [least, most] = bounds ?? []
    const isRight = seconds === null ? bounds === null : least! <= seconds && seconds <= most!
    t.ok(isRight, `${name}: pause ${i + 1} is ${seconds} s`)
  }
}

t.test('a pause of a second or more is told, unless the caller listens himself', async t => {
  const told: unknown[] = []
  t.intercept(console, 'warn', { value: (text: unknown) => told.push(text) })
  const retry = { method: 'POST', path: '/api/v1/health/score', reason: new Error('Rate limit exceeded.') }
  tellRetry({ ...retry, waitMs: 999 })
  tellRetry({ ...retry, waitMs: 12_000 })
  t.same(told, ['schedule-intelligence: POST /api/v1/health/score is sent again in 12 s: Rate limit exceeded.'])
})

t.test('the client for TypeScript', async t => {
  for (const each of CASES) checkPauses(t, each, ofTypeScript(each))
})

t.test('the client for Python', { skip: HAS_PYTHON ? false : 'python3 is not on this machine' }, async t => {
  const { stdout, stderr } = await runPython(t, PROGRAM, JSON.stringify(CASES))
  t.equal(stderr, 'GET /a is sent again in 12 s: no\n', 'a pause of a second or more is told')
  const found = JSON.parse(stdout) as (number | null)[][]
  for (const [i, each] of CASES.entries()) checkPauses(t, each, found[i]!)
})
