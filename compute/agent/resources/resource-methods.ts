/**
 * resources/list, resources/templates/list, resources/read. Only the gateway knows what the account keeps, and the texts of the method pages.
 * So a request becomes an order, and its outcome is written here.
 */
import { METHOD_IDS } from '../../../shared/contract/catalogue/catalogue.ts'
import { methodName } from '../../../shared/contract/endpoint/method-pages.ts'
import {
  APP_MEDIA_TYPE,
  COMMON_RULES,
  type ResourceAddress,
  RPC,
  readResourceUri,
  resourceUri,
  SKILL_NAME,
  SKILL_URI,
  TASK_METHODS,
  type TaskMethod,
} from '../../../shared/contract/mcp/protocol.ts'
import { shownText } from '../../../shared/contract/shown-text.ts'
import type { RpcError } from '../message/check-headers.ts'
import type { RpcMessage } from '../message/read-message.ts'
import { membersOf } from '../message/reply.ts'
import { TASKS_MISSING, taskUnknown } from '../message/task-replies.ts'

const MARKDOWN = 'text/markdown'
const JSON_TYPE = 'application/json'

/** What a request of the protocol needs from the gateway: the list of all resources, one of them, or a job. */
export type ProtocolOrder =
  | { readonly asks: 'resources/list' }
  | { readonly asks: 'resources/read'; readonly read: ResourceAddress; readonly uri: string }
  | { readonly asks: 'skills/list' | 'skills/get' }
  | { readonly asks: TaskMethod; readonly taskId: string }

const notFound = (uri: string, isModern: boolean): RpcError => ({
  status: 200,
  code: isModern ? RPC.invalidParams : RPC.resourceNotFound,
  message: `Resource not found: ${uri}`,
  data: { uri },
})

/** The templates: a client fills in the id. */
export const templateList = (): string =>
  membersOf({
    resourceTemplates: [
      {
        uriTemplate: resourceUri('schedule', '{schedule_id}'),
        name: 'schedule',
        title: 'Kept schedule',
        description: 'What is known of a schedule that the account keeps: counts, dates, import report.',
        mimeType: JSON_TYPE,
      },
      {
        uriTemplate: resourceUri('job', '{job_id}'),
        name: 'job',
        title: 'Job and its result',
        description: 'State of a job; when it is done its result in brief.',
        mimeType: JSON_TYPE,
      },
    ],
  })

const METHODS = [COMMON_RULES, ...METHOD_IDS.map(methodName)]

const pages = () => [
  {
    uri: SKILL_URI,
    name: SKILL_NAME,
    title: 'How to work with a schedule here',
    mimeType: MARKDOWN,
  },
  ...METHODS.map(name => ({
    uri: resourceUri('method', name),
    name: `method ${name}`,
    title: `Method: ${name.replaceAll('-', ' ')}`,
    description: 'Formulas, thresholds, a worked example, sources.',
    mimeType: MARKDOWN,
  })),
]

const isTaskMethod = (method: unknown): method is TaskMethod => (TASK_METHODS as readonly unknown[]).includes(method)

/** A request that the gateway must do its part of. */
export function protocolOrder(message: RpcMessage, isModern: boolean): ProtocolOrder | RpcError {
  const { method, uri, taskId } = message
  if (method === 'resources/list' || method === 'skills/list') return { asks: method }
  if (isTaskMethod(method)) {
    if (!message.takesTasks) return TASKS_MISSING
    return typeof taskId === 'string' ? { asks: method, taskId } : taskUnknown()
  }
  if (typeof uri !== 'string')
    return { status: 200, code: RPC.invalidParams, message: 'params.uri is missing: the address of the resource.' }
  const address = readResourceUri(uri)
  if (address === undefined || (address.scheme === 'method' && !METHODS.includes(address.name)))
    return notFound(uri, isModern)
  if (method === 'skills/get') return uri === SKILL_URI ? { asks: method } : notFound(uri, isModern)
  return { asks: 'resources/read', read: address, uri }
}

interface ListedRecords {
  readonly schedules: readonly {
    readonly schedule_id: string
    readonly status_date: string | null
    readonly counts: { readonly tasks: number }
    readonly import?: readonly { readonly project_name: string | null }[]
  }[]
  readonly jobs: readonly { readonly job_id: string; readonly endpoint: string; readonly completed_at: string | null }[]
}

/** The name of a project is data. */
const quoted = (name: string | null): string => (name === null ? '' : ` ${JSON.stringify(shownText(name))}`)

/** The kept schedules and the newest results of the account, then the pages. */
export const listedMembers = ({ schedules, jobs }: ListedRecords): string =>
  membersOf({
    resources: [
      ...schedules.map(({ schedule_id, status_date, counts, import: reports }) => ({
        uri: resourceUri('schedule', schedule_id),
        name: `schedule ${schedule_id}`,
        title: `Schedule${quoted(reports?.[0]?.project_name ?? null)}, data date ${status_date ?? 'not given'}, ${counts.tasks} tasks`,
        mimeType: JSON_TYPE,
      })),
      ...jobs.map(({ job_id, endpoint, completed_at }) => ({
        uri: resourceUri('job', job_id),
        name: `result ${job_id}`,
        title: `Result of ${endpoint}${completed_at === null ? '' : `, ${completed_at}`}`,
        mimeType: JSON_TYPE,
      })),
      ...pages(),
    ],
  })

const APP_META = { _meta: { ui: { prefersBorder: true } } }

export const readMembers = (uri: string, mimeType: string, text: string): string =>
  membersOf({ contents: [{ uri, mimeType, text, ...(mimeType === APP_MEDIA_TYPE && APP_META) }] })

export { JSON_TYPE, MARKDOWN, notFound }
