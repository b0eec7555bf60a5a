/** GET /api/v1/account/usage: what the account used, per day and endpoint, and per key. Takes no quota. */
import { USAGE_DAYS_DEFAULT, USAGE_DAYS_MAX, USAGE_ROWS_MAX } from '../../shared/contract/endpoint/data/usage-data.ts'
import type { QueryOf } from '../../shared/contract/endpoint/service.ts'
import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import { formatDay, parseDay } from '../../shared/contract/schedule/day.ts'
import { jsonReply, withStore } from '../call/answers.ts'
import type { CallTo, IdentifiedCall } from '../call/call.ts'
import type { Answer } from '../call/exchange.ts'
import type { Gateway } from '../call/gateway.ts'
import { isRefusal, readQuery } from '../call/query.ts'
import { readUsage, sumUsage, type UsageRow } from '../store/usage.ts'

const NO_STORE = { 'cache-control': 'no-store' }

interface Span {
  readonly fromDay: number
  readonly toDay: number
}

const wrong = (name: string, msg: string): Refusal => ({
  ...refuse('validation'),
  faults: [{ loc: ['query', name], msg, type: name === 'key_id' ? 'type' : 'day' }],
  faultCount: 1,
})

/** The requested days. */
function spanOf(query: QueryOf<'account.usage'>, today: number): Span | Refusal {
  const dayOf = (name: 'from' | 'to', otherwise: number): number | undefined =>
    query[name] === undefined ? otherwise : parseDay(query[name])
  const toDay = dayOf('to', today)
  if (toDay === undefined) return wrong('to', `to must be a day like 2026-11-21, not ${JSON.stringify(query.to)}.`)
  const fromDay = dayOf('from', toDay - USAGE_DAYS_DEFAULT + 1)
  if (fromDay === undefined)
    return wrong('from', `from must be a day like 2026-11-21, not ${JSON.stringify(query.from)}.`)
  if (fromDay > toDay) return wrong('from', 'from must not be later than to.')
  if (toDay - fromDay >= USAGE_DAYS_MAX) return wrong('from', `from and to must span at most ${USAGE_DAYS_MAX} days.`)
  return { fromDay, toDay }
}

/** Cost without the noise of adding fractions. */
const COST_DIGITS = 9
const TIME_DIGITS = 3

function counts(rows: readonly UsageRow[]) {
  const { calls, refused, tasks, durationMs, costUsd, computeMs } = sumUsage(rows)
  return {
    calls,
    refused,
    tasks,
    duration_ms: Number(durationMs.toFixed(TIME_DIGITS)),
    compute_ms: Number(computeMs.toFixed(TIME_DIGITS)),
    estimated_cost_usd: Number(costUsd.toFixed(COST_DIGITS)),
  }
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1)

/** Groups of rows by one of their names, in the order of the names. */
const grouped = (rows: readonly UsageRow[], name: 'date' | 'keyId' | 'endpoint'): [string, UsageRow[]][] =>
  [...Map.groupBy(rows, row => row[name])].sort(byName)

export const usage = withStore(
  async (gateway: Gateway, call: CallTo<'account.usage', IdentifiedCall>): Promise<Answer> => {
    const query = readQuery(call)
    if (isRefusal(query)) return { refusal: query }
    const span = spanOf(query, call.today)
    if ('code' in span) return { refusal: span }
    const { accountId } = call.identity
    return gateway.accountMutex.run(accountId, async () => {
      const page = await readUsage(gateway.redis, accountId, span.fromDay, span.toDay, USAGE_ROWS_MAX)
      const rows = query.key_id === undefined ? page.rows : page.rows.filter(row => row.keyId === query.key_id)
      return jsonReply(200, usageOf(rows, span, page.toDay), NO_STORE)
    })
  },
)

const usageOf = (rows: readonly UsageRow[], { fromDay, toDay }: Span, lastDay: number) => ({
  from: formatDay(fromDay),
  to: formatDay(lastDay),
  next_from: lastDay < toDay ? formatDay(lastDay + 1) : null,
  totals: counts(rows),
  keys: grouped(rows, 'keyId').map(([keyId, ofKey]) => ({ key_id: keyId, ...counts(ofKey) })),
  days: grouped(rows, 'date').map(([date, ofDay]) => ({
    date,
    ...counts(ofDay),
    endpoints: grouped(ofDay, 'endpoint').map(([endpoint, calls]) => ({ endpoint, ...counts(calls) })),
  })),
})
