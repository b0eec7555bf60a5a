/** GET /api/v1/billing/settlement/overage-export: usage to be billed in addition to the subscriptions, for the billing system. */
import type { Static } from 'typebox'
import { EXPORT_PROVIDERS, OverageRow } from '../../shared/contract/endpoint/data/billing-data.ts'
import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import { parseMoment } from '../../shared/contract/moment.ts'
import { jsonReply } from '../call/answers.ts'
import type { CallTo } from '../call/call.ts'
import type { Answer } from '../call/exchange.ts'
import type { Gateway } from '../call/gateway.ts'
import { isRefusal, readQuery } from '../call/query.ts'
import { tokenRefusal } from './marketplace.ts'
import { type OverageDay, readOverage, todayOf } from './overage.ts'

type Row = Static<typeof OverageRow>

/** Members of a row, in the order of the columns. */
const COLUMNS = Object.keys(OverageRow.properties) as (keyof Row)[]
const NO_STORE = { 'cache-control': 'no-store' }
/** Amounts are exact to a millionth of a dollar. */
const MICROS = 1_000_000
const EVER = '0000-01-01'
const MS_PER_DAY = 86_400_000

export async function overageExport(gateway: Gateway, call: CallTo<'billing.overage'>): Promise<Answer> {
  const { config, redis } = gateway
  const refused = await tokenRefusal(call, gateway, {
    header: 'x-settlement-token',
    secret: config.settlementToken,
    what: 'settlement',
    setting: 'SETTLEMENT_TOKEN',
  })
  if (refused !== undefined) return refused
  const query = readQuery(call)
  if (isRefusal(query)) return { refusal: query }
  const { provider = 'all', format = 'json', start, end } = query
  const window = windowOf(start, end)
  if ('code' in window) return { refusal: window }
  const today = await todayOf(redis)
  const { fromDate } = window
  const untilDate = [window.endDate ?? today, today].sort()[0]!
  const range = { provider: EXPORT_PROVIDERS[provider], fromDate, untilDate }
  const rows = (await readOverage(redis, range, config.overageUsdPerCall)).map(rowOf)
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

interface Window {
  readonly fromDate: string
  /** null = not given. */
  readonly endDate: string | null
}

/**
 * Units are counted by UTC day, so a window that cuts a day in two is refused: whoever exports one window after the other would bill
 * such a day twice or never.
 */
function windowOf(start: string | undefined, end: string | undefined): Window | Refusal {
  const first = dayOf('start', start)
  if (first !== null && typeof first !== 'string') return first
  const last = dayOf('end', end)
  if (last !== null && typeof last !== 'string') return last
  // days are compared as texts
  if (first !== null && last !== null && first > last)
    return fault('start', `start must not be after end: ${JSON.stringify(start)}.`, 'order')
  return { fromDate: first ?? EVER, endDate: last }
}

/** The UTC day that begins at a moment of the query; null = not given. */
function dayOf(name: string, text: string | undefined): string | Refusal | null {
  if (text === undefined) return null
  const atMs = parseMoment(text)
  if (atMs === undefined)
    return fault(name, `${name} must be a time like 2026-11-21T00:00:00Z, not ${JSON.stringify(text)}.`, 'format')
  if (atMs % MS_PER_DAY === 0) return dateOf(atMs)
  const days = `${dateOf(atMs)}T00:00:00Z or ${dateOf(atMs + MS_PER_DAY)}T00:00:00Z`
  return fault(name, `${name} must be the start of a UTC day, like ${days}, not ${text}.`, 'day')
}

/** The UTC day that a moment lies in. */
const dateOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10)

const fault = (name: string, msg: string, type: string): Refusal => ({
  ...refuse('validation'),
  faults: [{ loc: ['query', name], msg, type }],
  faultCount: 1,
})

const rowOf = ({ account, provider, subscriptionId, date, units, unitUsd, idempotencyKey }: OverageDay): Row => ({
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
