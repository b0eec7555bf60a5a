/**
 * What accounts send that do their worst within their rights, by kind: few calls in flight, all of them valid, each as dear as its size, its tier and the
 * time it may take allow. Run as a process of its own (fork), so that what it costs to send them is not measured as a neighbour's wait.
 */
import { constants, getPriority, setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { Agent, request } from 'undici'
import { MEGABYTE } from '../../../../shared/contract/bytes/bytes.ts'
import { TIERS, type TierName } from '../../../../shared/contract/tiers.ts'
import { chain } from '../../helpers/networks.ts'

interface Attacker {
  readonly key: string
  readonly headers: Readonly<Record<string, string>>
}

export interface AttackOrder {
  readonly url: string
  /** One, or several in turn: then no two accounts send the same at once, if there are as many kinds. */
  readonly kinds: readonly AttackKind[]
  readonly tier: TierName
  readonly attackers: readonly Attacker[]
}

interface Attack {
  readonly path: string
  readonly body: string | Buffer
  readonly headers: Readonly<Record<string, string>>
  /** Calls in flight of each account. */
  readonly callers: number
  /** The answer is read at this rate. */
  readonly bytesPerSecond?: number
}

const JSON_TYPE = { 'content-type': 'application/json' }
const XML_TYPE = { 'content-type': 'application/xml' }
const MAX_BYTES_SENT = 8 * MEGABYTE

const twoDigits = (n: number): string => String(n).padStart(2, '0')

/** Exceptions that recur on each day of a century, with 24 shifts each: 2 KB for each exception. */
function recurring(exceptions: number): string {
  const times = Array.from({ length: 24 }, (_, hour) => {
    const at = twoDigits(hour)
    return `<WorkingTime><FromTime>${at}:00:00</FromTime><ToTime>${at}:30:00</ToTime></WorkingTime>`
  }).join('')
  const period = '<TimePeriod><FromDate>1984-01-01T00:00:00</FromDate><ToDate>2090-01-01T00:00:00</ToDate></TimePeriod>'
  const exception = (n: number): string =>
    `<Exception>${period}<Type>7</Type><Period>${2 + n}</Period><DayWorking>1</DayWorking><WorkingTimes>${times}</WorkingTimes></Exception>`
  const calendar = `<Calendar><UID>1</UID><Name>c</Name><IsBaseCalendar>1</IsBaseCalendar><Exceptions>${Array.from({ length: exceptions }, (_, n) => exception(n)).join('')}</Exceptions></Calendar>`
  const task = '<Task><UID>1</UID><ID>1</ID><Duration>PT8H</Duration></Task>'
  return `<?xml version="1.0"?><Project xmlns="http://schemas.microsoft.com/project"><CalendarUID>1</CalendarUID><Calendars>${calendar}</Calendars><Tasks>${task}</Tasks></Project>`
}

/** A calendar whose exception covers decades, with as many shifts as a day has. */
function longExceptions(calendars: number): string {
  const shifts = Array.from({ length: 24 }, (_, hour) => [`${twoDigits(hour)}:00`, `${twoDigits(hour)}:30`])
  return JSON.stringify({
    tasks: [{ id: 'A', duration_days: 1 }],
    calendars: Array.from({ length: calendars }, (_, n) => ({
      id: `c${n}`,
      work_week: { monday: [['08:00', '12:00']] },
      exceptions: [{ date: '2000-01-01', until: '2060-01-01', shifts }],
    })),
  })
}

/** Ids that differ at their end alone: each is compared with each. */
function alike(count: number): string {
  const tasks = (last: string) =>
    Array.from({ length: count }, (_, i) => ({
      id: `${String(i).padStart(6, '0')}${'q'.repeat(190)}${last}`,
      duration_days: 5,
    }))
  return JSON.stringify({
    current_schedule: { tasks: tasks('x'), status_date: '2026-02-02' },
    baseline_schedule: { tasks: tasks('y'), baseline_date: '2026-01-05' },
    options: { match_strategy: 'fuzzy_id', fuzzy_match_threshold: 0 },
  })
}

/** Five updates of a schedule, in each of which every duration has changed. */
function changed(tasksOfAll: number): string {
  const tasks = (update: number) =>
    chain(tasksOfAll / 5).map((task, i) => ({
      ...task,
      duration_days: task.duration_days + ((i * update) % 5),
      planned_start: '2026-01-05',
      planned_finish: '2026-01-09',
    }))
  return JSON.stringify({
    current_schedule: { tasks: tasks(5), status_date: '2026-06-01' },
    schedule_history: [1, 2, 3, 4].map(update => ({ tasks: tasks(update), snapshot_date: `2026-0${1 + update}-02` })),
  })
}

const tasksOf = (tier: TierName, count: number): number => Math.min(TIERS[tier].taskCountMax, count)
const padded = (text: string, tier: TierName): string =>
  text.padEnd(Math.min(TIERS[tier].payloadMegabytesMax * MEGABYTE, MAX_BYTES_SENT))

const ATTACKS = {
  'dear uploads': () => ({
    ...{ path: '/api/v1/schedules', body: recurring(1), headers: XML_TYPE, callers: 1 },
  }),
  convert: () => ({
    path: '/api/v1/schedules/convert?to=xer',
    ...{ body: longExceptions(4), headers: JSON_TYPE, callers: 2 },
  }),
  'similar ids': tier => ({
    path: '/api/v1/forensics/baseline-compare',
    ...{ body: alike(tasksOf(tier, 150)), headers: JSON_TYPE, callers: 4 },
  }),
  'change tracking': tier => ({
    path: '/api/v1/forensics/change-tracking',
    ...{ body: changed(tasksOf(tier, 1_000)), headers: JSON_TYPE, callers: 4 },
  }),
  'submission floods': tier => ({
    path: '/api/v1/analysis/cpm/async',
    ...{ body: JSON.stringify({ tasks: chain(tasksOf(tier, 5_000)) }), headers: JSON_TYPE, callers: 8 },
  }),
  'large bodies': tier => ({
    path: '/api/v1/analysis/cpm',
    ...{ body: padded(JSON.stringify({ tasks: chain(tasksOf(tier, 1_000)) }), tier), headers: JSON_TYPE, callers: 4 },
  }),
  'bodies that inflate': tier => ({
    path: '/api/v1/analysis/cpm',
    body: gzipSync(Buffer.alloc(TIERS[tier].payloadMegabytesMax * MEGABYTE, ' ')),
    ...{ headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, callers: 4 },
  }),
  'slow readers': tier => ({
    path: '/api/v1/analysis/cpm',
    ...{ body: JSON.stringify({ tasks: chain(tasksOf(tier, 1_000)) }), headers: JSON_TYPE, callers: 16 },
    bytesPerSecond: 60_000,
  }),
} satisfies Record<string, (tier: TierName) => Attack>

export type AttackKind = keyof typeof ATTACKS
export const ATTACK_KINDS = Object.keys(ATTACKS) as AttackKind[]

/** Answers by status, and how long the fastest refusal of each was in vain. */
type Statuses = Record<string, number>

/** After a refusal a caller within its rights waits as it is told, at most so long. */
const RETRY_MS_MAX = 1_000

/** An account turns to its next kind. */
export const TURN_MS = 10_000

async function run({ url, kinds, tier, attackers }: AttackOrder, statuses: Statuses, isOver: () => boolean) {
  const attacks = kinds.map((kind): Attack => ATTACKS[kind](tier))
  const agent = new Agent({ connections: null, bodyTimeout: 0, headersTimeout: 0 })
  const call = async ({ key, headers: own }: Attacker, attack: Attack, isOver: () => boolean): Promise<void> => {
    const { path, body, headers, bytesPerSecond } = attack
    const answer = await request(url + path, {
      method: 'POST',
      dispatcher: agent,
      headers: { 'x-api-key': key, ...headers, ...own },
      body,
    })
    const status = String(answer.statusCode)
    statuses[status] = (statuses[status] ?? 0) + 1
    if (bytesPerSecond === undefined) await answer.body.dump({ limit: Number.POSITIVE_INFINITY })
    else
      for await (const chunk of answer.body) {
        if (isOver()) break
        await pause((1000 * (chunk as Buffer).length) / bytesPerSecond)
      }
    if (answer.statusCode >= 400)
      await pause(Math.min(RETRY_MS_MAX, 1000 * Number(answer.headers['retry-after'] ?? 0.02)))
  }
  const repeat = async (attacker: Attacker, attack: Attack, isOver: () => boolean): Promise<void> => {
    while (!isOver())
      await call(attacker, attack, isOver).catch(async () => {
        statuses.broken = (statuses.broken ?? 0) + 1
        await pause(20)
      })
  }
  const takeTurns = async (attacker: Attacker, place: number): Promise<void> => {
    for (let turn = 0; !isOver(); turn++) {
      const attack = attacks[(place + turn) % attacks.length]!
      const untilMs = performance.now() + TURN_MS
      const isTurnOver = () => isOver() || (attacks.length > 1 && performance.now() >= untilMs)
      await Promise.all(Array.from({ length: attack.callers }, () => repeat(attacker, attack, isTurnOver)))
    }
  }
  await Promise.all(attackers.map(takeTurns))
  await agent.destroy()
}

/** Attackers have machines of their own: what they use of this one is not to be a neighbour's wait, as far as the system can prevent it. */
const PRIORITY_BELOW = 10

/** As a process: the order comes as the first message, which it answers with `begun`, `over` as the second; then it tells the statuses and ends. */
if (process.send !== undefined && import.meta.filename === process.argv[1]) {
  setPriority(Math.min(getPriority() + PRIORITY_BELOW, constants.priority.PRIORITY_LOW))
  let isOver = false
  // the test has ended otherwise: nothing attacks on
  process.on('disconnect', () => process.exit())
  process.on('message', (message: AttackOrder | 'over') => {
    if (message === 'over') isOver = true
    else {
      const statuses: Statuses = {}
      const end = (): void => void process.send!(statuses, () => process.exit())
      run(message, statuses, () => isOver).then(end, end)
      process.send!('begun')
      // those in flight are cut
      setInterval(() => isOver && end(), 500)
    }
  })
}
