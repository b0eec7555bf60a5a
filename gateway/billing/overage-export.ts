/** GET /api/v1/billing/settlement/overage-export: what is to be billed beside the subscriptions, for those who bill it. */
import type { Static } from 'typebox'
import { EXPORT_PROVIDERS, OverageRow } from '../../shared/endpoint/data/billing-data.ts'
import { type Refusal, refuse } from '../../shared/errors.ts'
import type { Gateway } from '../gateway.ts'
import type { Call } from '../http/call.ts'
import type { Answer } from '../http/exchange.ts'
import { jsonReply } from '../http/json-reply.ts'
import { isRefusal, readQuery } from '../http/query.ts'
import { type OverageDay, readOverage, todayOf } from './overage.ts'
import { tokenRefusal } from './shared-token.ts'

type Row = Static<typeof OverageRow>

/** Members of a row, in the order of the columns. */
const COLUMNS = Object.keys(OverageRow.properties) as (keyof Row)[]
const NO_STORE = { 'cache-control': 'no-store' }
/** Amounts are exact to a millionth of a dollar. */
const MICROS = 1_000_000
const EVER = '0000-01-01'
const MS_PER_DAY = 86_400_000

export async function overageExport(gateway: Gateway, call: Call): Promise<Answer> {
  const { config, redis } = gateway
  const refused = await tokenRefusal(call, gateway, {
    header: 'x-settlement-token',
    secret: config.settlementToken,
    what: 'settlement',
    setting: 'SETTLEMENT_TOKEN',
  })
  if (refused !== undefined) return refused as Answer
  const query = readQuery(call)
  if (isRefusal(query)) return { refusal: query }
  const {
    provider = 'all',
    format = 'json',
    start,
    end,
  } = query as {
    readonly provider?: keyof typeof EXPORT_PROVIDERS
    readonly format?: 'json' | 'csv'
    readonly start?: string
    readonly end?: string
  }
  const today = await todayOf(redis)
  const fromDate = start === undefined ? EVER : firstDateFrom(start)
  const endDate = end === undefined ? today : firstDateFrom(end)
  // days are told apart as texts
  const untilDate = [endDate, today].sort()[0]!
  if (start !== undefined && end !== undefined && Date.parse(start) > Date.parse(end)) return { refusal: turned(start) }
  const days = await readOverage(redis, { provider: EXPORT_PROVIDERS[provider], fromDate, untilDate })
  const rows = days.map(day => rowOf(day, config.overageUsdPerCall))
  if (format === 'csv') {
    return {
      status: 200,
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="overage.csv"',
        ...NO_STORE,
      },
      body: csvOf(rows),
    }
  }
  return jsonReply(200, { start: start ?? null, end: `${untilDate}T00:00:00Z`, rows }, NO_STORE)
}

/** The first day that begins at the moment or after it. */
const firstDateFrom = (moment: string): string =>
  new Date(Math.ceil(Date.parse(moment) / MS_PER_DAY) * MS_PER_DAY).toISOString().slice(0, 10)

const turned = (start: string): Refusal => ({
  ...refuse('validation'),
  faults: [
    { loc: ['query', 'start'], msg: `start lies after end, not before it: ${JSON.stringify(start)}.`, type: 'order' },
  ],
  faultCount: 1,
})

const rowOf = (
  { account, provider, subscriptionId, date, units, idempotencyKey }: OverageDay,
  unitUsd: number,
): Row => ({
  account_id: account,
  provider,
  subscription_id: subscriptionId,
  date,
  units,
  unit_amount_usd: unitUsd,
  amount_usd: Math.round(units * unitUsd * MICROS) / MICROS,
  idempotency_key: idempotencyKey,
})

/** RFC 4180. */
const csvOf = (rows: readonly Row[]): string =>
  [COLUMNS, ...rows.map(row => COLUMNS.map(name => cellOf(row[name])))].map(cells => `${cells.join(',')}\r\n`).join('')

function cellOf(value: unknown): string {
  const text = value === null ? '' : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
