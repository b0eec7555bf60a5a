/** What the statuses of single rows need: users, jobs and schedules made for one call, and calls that differ in one point. */
import type { ServiceId } from '../../../../shared/contract/endpoint/service.ts'
import { elsewhere } from '../../helpers/elsewhere.ts'
import { ended, jobPath, submitted } from '../../helpers/jobs.ts'
import { CPM, FOUR_TASKS } from '../../helpers/networks.ts'
import { keep, SCHEDULES } from '../../helpers/schedules.ts'
import type { Answer, CallOptions } from '../../helpers/service.ts'
import type { Row } from './rows.ts'
import { type Shape, send } from './shape.ts'
import type { Setting, Stage, StatusCase } from './status-cases.ts'

export const KEYS = '/api/v1/auth/keys'
export const CHECKOUT = '/api/v1/billing/checkout'
const RECONCILE = '/api/v1/billing/checkout/reconcile'
export const POST = { method: 'POST' }

type OwnCall = (row: Row, shape: Shape) => ReturnType<StatusCase['call']>
/** By the id of a row and the status. */
export type OwnCases = Readonly<
  Partial<Record<ServiceId, Readonly<Record<number, OwnCall | readonly [Stage, OwnCall]>>>>
>
export type RowFixtures = Awaited<ReturnType<typeof rowFixtures>>

export async function rowFixtures(setting: Setting) {
  const { service, key } = setting

  /** A user of the call's own. */
  async function user() {
    const headers = await service.member(setting.name())
    const call = (path: string, options: CallOptions = {}): Promise<Answer> =>
      service.call(path, { ...options, headers: { ...headers, ...elsewhere(), ...options.headers } })
    const accountId: string = (await call('/api/v1/auth/profile')).json.user_id
    return {
      call,
      accountId,
      newKey: async (): Promise<string> => (await call(KEYS, { body: { label: 'x' } })).json.key_id,
    }
  }
  const job = async (): Promise<string> => jobPath(await submitted(service, CPM, { key, body: { tasks: FOUR_TASKS } }))
  const kept = async (): Promise<string> => `${SCHEDULES}/${await keep(service, { key, body: { tasks: FOUR_TASKS } })}`
  const cancelled = async (): Promise<string> => {
    const path = await job()
    await service.call(`${path}/cancel`, { key, ...POST })
    return path
  }
  const completed = async (): Promise<string> => {
    const path = await job()
    await ended(service, key, path)
    return path
  }
  const resultOf = async (headers: Record<string, string>, query = '') =>
    service.call(`${await completed()}/result${query}`, { key, headers })
  /** A user who has a session to pay. */
  async function customer() {
    const one = await user()
    const sessionId: string = (await one.call(CHECKOUT, POST)).json.session_id
    return { ...one, sessionId, reconcile: () => one.call(RECONCILE, { body: { session_id: sessionId } }) }
  }

  const withQuery =
    (suffix: string): OwnCall =>
    (row, shape) =>
      send(setting, row, shape, { suffix })
  const unseenKey = await service.key('free')
  /** The call as every row of its kind makes it. */
  const plain: OwnCall = (row, shape) => send(setting, row, shape)
  return {
    ...{ setting, user, job, kept, cancelled, completed, resultOf, customer, withQuery, unseenKey, plain },
    ...documentFixtures(setting),
  }
}

function documentFixtures(setting: Setting) {
  const { service } = setting
  /** The row while the service has no PUBLIC_URL. */
  const undescribed: OwnCall = async (row, shape) => {
    const { gateway } = service.app
    const { config } = gateway
    Object.assign(gateway, { config: { ...config, publicUrl: undefined } })
    return send(setting, row, shape).finally(() => Object.assign(gateway, { config }))
  }
  const known = async (row: Row, shape: Shape): Promise<Answer> => {
    const { headers } = await send(setting, row, shape)
    return send(
      setting,
      row,
      { ...shape, headers: elsewhere() },
      { headers: { 'if-none-match': String(headers.etag) } },
    )
  }
  /** The key of a tier that this process has made no key for, by a browser with a cookie. */
  const pageKeyOfAnotherTier = async (): Promise<Answer> => {
    const { gateway } = service.app
    const { config } = gateway
    Object.assign(gateway, { config: { ...config, pageTier: 'enterprise' } })
    return service
      .call('/api/v1/page/key', { ...POST, headers: { origin: service.url, cookie: `sis_page_${service.port}=any` } })
      .finally(() => Object.assign(gateway, { config }))
  }
  const pageFile = async (): Promise<string> => {
    const page = await service.call('/', { headers: { ...elsewhere(), accept: 'text/html' } })
    return `/${/"(page\/page-[^"]+\.js)"/.exec(page.bytes.toString())![1]}`
  }
  const asset = async (): Promise<string> => {
    const page = await service.call('/docs', { headers: elsewhere() })
    return `/${/(?:src|href)="(docs\/[^"]+)"/.exec(page.bytes.toString())![1]}`
  }
  return { undescribed, known, pageKeyOfAnotherTier, pageFile, asset }
}
