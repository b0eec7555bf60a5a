/** Statuses that come about in the same way for every row of a kind. Which rows that are is said here, from what a row is, not from the document. */
import { createHash, randomUUID } from 'node:crypto'
import { admits, TIERS, type TierName } from '../../../../shared/contract/tiers.ts'
import { keys } from '../../../../shared/platform/redis/keys.ts'
import { classOf, hasSmallBody, hasWork, isExamined, isSubmission, type Route } from '../../../call/routes.ts'
import { elsewhere } from '../../helpers/elsewhere.ts'
import { answers, sendRaw } from '../../hostile/helpers/raw-socket.ts'
import type { Row } from './rows.ts'
import { send, shapes, suspendedKey } from './shape.ts'
import type { Setting, Stage, StatusCase } from './status-cases.ts'

/** More than any small body may have, also one that somebody signed. */
const SMALL_BYTES = 256 * 1024 + 1
const FULL_ADDRESS = '10.99.0.1'
const FULL_PROCESS_ADDRESS = '10.99.0.2'
/** More than the window of PUBLIC_WINDOW_CALLS that status-cases.ts sets, and a new one. */
const TRIES_MAX = 10
/** Over the payload limit of a starter account, which is the lowest there is. */
const PAYLOAD_BYTES = TIERS.starter.payloadMegabytesMax * 2 ** 20 + 1

const isRetired = ({ route }: Row): boolean => route.kind === 'retired'
const isIdentified = ({ route }: Row): boolean => classOf(route) === 'identified' || hasWork(route)
const isSubject = ({ route }: Row): boolean => classOf(route) === 'subject'
const isOpen = (row: Row): boolean => classOf(row.route) === 'open' && !isRetired(row)
const takesKey = ({ route }: Row): boolean =>
  route.kind !== 'retired' && (route.kind !== 'service' || route.row.identity === 'key')
const isSmall = ({ route }: Row): boolean => hasSmallBody(route)
const isChecked = (row: Row): boolean =>
  isSmall(row) && row.route.kind === 'service' && row.route.row.isBodyRaw !== true
const isWork = ({ route }: Row): boolean => hasWork(route)
const readsSchedule = ({ route }: Row): boolean => hasWork(route) && !isExamined(route)
const isSubmitted = ({ route }: Row): boolean => isSubmission(route)
const successOf = ({ route }: Row): number | undefined => {
  if (route.kind === 'retired') return route.row.status
  if (route.kind !== 'service') return route.kind === 'async' ? 202 : 200
  const [first] = Object.keys(route.row.replies)
  return Number(first)
}

/** The lowest of the tiers that the row admits and that have a limit of tasks below that of a synchronous call, or that have jobs. */
const lowestTier = (route: Route): TierName => {
  if (route.kind === 'retired') return 'demo'
  const needed = route.kind === 'async' ? route.row.asyncTier : route.row.tier
  return (['demo', 'starter'] as const).find(tier => admits(needed, tier))!
}

const taskBody = (count: number): object => {
  const tasks = Array.from({ length: count }, (_, i) => ({ id: `T${i}`, duration_days: 1 }))
  return {
    tasks,
    current_schedule: { tasks, status_date: '2026-03-01' },
    baseline_schedule: { tasks, baseline_date: '2026-01-01' },
    schedule_history: [{ snapshot_date: '2026-01-01', tasks }],
    options: { status_date: '2026-03-01' },
  }
}

const unknownSchedules = (): object => {
  const named = { schedule_id: randomUUID() }
  return { ...named, current_schedule: named, baseline_schedule: named, schedule_history: [named] }
}

type Rule = readonly [
  status: number,
  applies: (row: Row) => boolean,
  call: (row: Row) => ReturnType<StatusCase['call']>,
  stage?: Stage,
]

/** Where several rules give a status, the last that applies counts. */
export async function casesOfManyRows(setting: Setting): Promise<(row: Row) => [number, StatusCase][]> {
  const shapeOf = await shapes(setting)
  const callers = await refusedCallers(setting)
  const call: RowCall = (row, more) => send(setting, row, shapeOf(row), more)
  const breakNext = breakableLimiter(setting)
  const rules: readonly Rule[] = [
    [400, () => true, row => call(row, { headers: { 'x-api-key': ['one', 'two'] as never } })],
    [
      500,
      row => !isRetired(row),
      row => {
        breakNext()
        return call(row)
      },
    ],
    ...callerRules(setting, call, shapeOf, callers),
    ...bodyRules(setting, call, shapeOf, callers),
    [503, row => classOf(row.route) !== 'open', row => call(row), 'without the store'],
  ]
  return row => {
    const cases = rules.flatMap(([status, applies, call, stage = 'alone']): [number, StatusCase][] =>
      applies(row) ? [[status, { stage, call: () => call(row) }]] : [],
    )
    const success = successOf(row)
    return success === undefined ? cases : [[success, { stage: 'alone', call: () => call(row) }], ...cases]
  }
}

type RowCall = (row: Row, more?: Parameters<typeof send>[3]) => ReturnType<typeof send>
type ShapeOf = Awaited<ReturnType<typeof shapes>>
type Callers = Awaited<ReturnType<typeof refusedCallers>>

async function refusedCallers(setting: Setting) {
  const { service } = setting
  const suspended = await suspendedKey(setting)
  // who has not signed up, and cannot
  const stranger = await service.bearer('eve')
  const busy = await service.member('busy')
  const busyId = (await service.call('/api/v1/auth/profile', { headers: busy })).json.user_id
  await service.redis.hset(keys.account(busyId), 'callsPerWindow', 0)
  const busyKey = await service.key('enterprise', { callsPerWindow: 0 })
  await service.redis.set(keys.addressWindow(FULL_ADDRESS), 1_000_000, 'PX', 3_600_000)
  const keyOf = new Map<string, string>()
  for (const tier of ['demo', 'starter'] as const) {
    keyOf.set(tier, await service.key(tier, { callsPerWindow: 'unlimited', callsPerMonth: 'unlimited' }))
  }
  return { suspended, stranger, busy, busyKey, keyOf }
}

/** Returns what makes the next call meet a defect in the stage that counts it. */
function breakableLimiter({ service }: Setting): () => void {
  const { gateway } = service.app
  let isBroken = false
  Object.assign(gateway, {
    limiter: new Proxy(gateway.limiter, {
      get(target, name) {
        const found = Reflect.get(target, name)
        if (!isBroken || !['admit', 'address', 'addressHere', 'process'].includes(String(name)))
          return found.bind(target)
        return () => {
          isBroken = false
          throw new Error('a defect of the test')
        }
      },
    }),
  })
  return () => {
    isBroken = true
  }
}

/** Statuses that depend on who calls. */
const callerRules = (
  { service }: Setting,
  call: RowCall,
  shapeOf: ShapeOf,
  { suspended, stranger, busy, busyKey }: Callers,
): readonly Rule[] => [
  [
    429,
    isOpen,
    async row => {
      const headers = { 'x-forwarded-for': FULL_PROCESS_ADDRESS }
      let answer = await call(row, { headers })
      for (let tries = 0; answer.status !== 429 && tries < TRIES_MAX; tries++) answer = await call(row, { headers })
      return answer
    },
  ],
  [
    429,
    row => isSubject(row) || classOf(row.route) === 'address',
    row => call(row, { headers: { 'x-forwarded-for': FULL_ADDRESS } }),
  ],
  [429, isIdentified, row => call(row, { headers: takesKey(row) ? { 'x-api-key': busyKey } : busy })],
  [
    401,
    row => isIdentified(row) || isSubject(row),
    row => service.call(shapeOf(row).path, { method: row.method, headers: elsewhere() }),
  ],
  [
    403,
    row => isIdentified(row) || isSubject(row),
    row => call(row, { headers: takesKey(row) ? { 'x-api-key': suspended } : stranger }),
  ],
]

/** Statuses that depend on what is sent. */
const bodyRules = (
  { service, accountId }: Setting,
  call: RowCall,
  shapeOf: ShapeOf,
  { keyOf }: Callers,
): readonly Rule[] => [
  [415, row => isSmall(row) || isWork(row), row => call(row, { body: 'a;b', headers: { 'content-type': 'text/csv' } })],
  [413, isSmall, row => call(row, { body: JSON.stringify('x'.repeat(SMALL_BYTES)) })],
  [
    413,
    row => isWork(row),
    async row => {
      const { headers } = shapeOf(row)
      const lines = Object.entries({
        ...headers,
        'x-api-key': keyOf.get('starter')!,
        'content-type': 'application/json',
        'content-length': PAYLOAD_BYTES,
      })
      const head = [
        `${row.method} ${row.path} HTTP/1.1`,
        'host: test',
        ...lines.map(([name, value]) => `${name}: ${value}`),
      ]
      const { statuses, text } = await sendRaw(service.port, [`${head.join('\r\n')}\r\n\r\n{`, answers(1)])
      return { status: statuses[0]!, bytes: Buffer.from(text) }
    },
  ],
  [422, isChecked, row => call(row, { body: '[]' })],
  [422, isWork, row => call(row, { body: { tasks: 7 } })],
  [404, readsSchedule, row => call(row, { body: unknownSchedules() })],
  [
    402,
    readsSchedule,
    row => {
      const tier = lowestTier(row.route)
      return call(row, { body: taskBody(TIERS[tier].taskCountMax + 1), headers: { 'x-api-key': keyOf.get(tier)! } })
    },
  ],
  [
    409,
    isSubmitted,
    async row => {
      const name = randomUUID()
      const hash = createHash('sha256').update(name).digest('base64url')
      const { jobs } = service.app.gateway
      if (!(await jobs.reserveIdempotency(accountId, hash, randomUUID()))) throw new Error('claimed before')
      return call(row, { headers: { 'idempotency-key': name } })
    },
  ],
]
