/**
 * The reader: request bytes to columns, or the refusal that comes first in the order of the contract. What it leaves to
 * others: inflating (inflate.ts) and cycles (the analysers).
 */
import type { AnalysisRow } from '../../../shared/analysis/analyses.ts'
import { type Refusal, refuse } from '../../../shared/errors.ts'
import type { ScheduleColumns } from '../../../shared/schedule/columns.ts'
import { TASK_FIELDS } from '../../../shared/schedule/fields.ts'
import type { AnalysisInput } from '../../../shared/schedule/input.ts'
import { withSettings } from '../../../shared/schedule/settings-of-input.ts'
import { addSchemaFaults } from '../../../shared/schema/schema-faults.ts'
import { ValidationFaults } from '../../../shared/schema/validation-faults.ts'
import type { TierName } from '../../../shared/tiers.ts'
import { DUPLICATES_NAMED_MAX, indexIds } from '../ids/task-ids.ts'
import { planOf } from './body-plan.ts'
import { BodyReader } from './body-reader.ts'
import { fieldIndex } from './columns-builder.ts'
import { cutBytes } from './cut-text.ts'
import { JsonTokens } from './json-tokens.ts'
import { LinkReader } from './link-reader.ts'
import { MsgpackTokens } from './msgpack-tokens.ts'
import type { ScheduleList } from './schedule-list.ts'
import { BodySyntaxError, type Tokens } from './tokens.ts'

export interface ReadLimits {
  readonly tier: TierName
  /** Tasks of the largest schedule of the request. */
  readonly taskCountMax: number
  /** Tasks of all its schedules together. */
  readonly taskSumMax: number
  /** Tasks of all schedules of a synchronous call together, Infinity in an async one. */
  readonly syncTaskCountMax: number
  /** What to do beyond it. */
  readonly asyncHint: string
}

export type MediaType = 'application/json' | 'application/msgpack'

const FORMATS: Readonly<Record<MediaType, string>> = {
  'application/json': 'JSON',
  'application/msgpack': 'MessagePack',
}

const ID_NAME = TASK_FIELDS[fieldIndex('id')].name

export function readRequest(
  row: Pick<AnalysisRow, 'request' | 'input'>,
  body: Uint8Array,
  mediaType: MediaType,
  limits: ReadLimits,
): AnalysisInput | Refusal {
  const format = FORMATS[mediaType]
  if (body.length === 0) return refuse('body_empty', { format })
  try {
    const tokens = mediaType === 'application/json' ? new JsonTokens(body) : new MsgpackTokens(body)
    return read(row, tokens, limits)
  } catch (error) {
    if (!(error instanceof BodySyntaxError)) throw error
    return refuse('body_syntax', { format, reason: error.message, offset: error.offset })
  }
}

function read(
  row: Pick<AnalysisRow, 'request' | 'input'>,
  tokens: Tokens,
  limits: ReadLimits,
): AnalysisInput | Refusal {
  const plan = planOf(row.request)
  const isOpen = row.input === 'open'
  const reader = new BodyReader(tokens, plan, row.input, Math.min(limits.taskCountMax, limits.syncTaskCountMax))
  const params = reader.read()

  const lists = [...reader.lists.values()]
  const { more } = reader
  const taskCount = lists.reduce((sum, list) => sum + list.taskCount, more.taskCount)
  const taskCountLargest = lists.reduce((most, list) => Math.max(most, list.taskCount), more.taskCountLargest)
  const tooMany = refuseTooMany(taskCount, taskCountLargest, limits)
  if (tooMany !== undefined) return tooMany

  const links = new LinkReader(tokens, isOpen)
  const faults = new ValidationFaults(['body'])
  reader.addFaults(faults)
  if (faults.count === 0) addSchemaFaults(plan.validator, params, faults)
  const isFaulty = faults.count > 0 || lists.some(list => list.faults.count > 0)
  const schedules = new Map<string, ScheduleColumns>()
  const duplicates: string[] = []
  for (const list of lists) {
    // links of a body that is refused anyway are still checked: a 422 names all faults
    if (isFaulty) links.readLinks(list)
    else schedules.set(list.path, finishList(list, links, isOpen, duplicates))
    faults.append(list.faults)
  }
  const settled = withSettings(params as Record<string, unknown>, schedules, faults)
  if (faults.count > 0) return { code: 'validation', facts: {}, faults: faults.faults, faultCount: faults.count }
  if (duplicates.length > 0)
    return refuse('duplicate_id', { text: duplicates.slice(0, DUPLICATES_NAMED_MAX).join('; ') })
  return {
    params: params as Record<string, unknown>,
    schedules: settled,
    ignoredFields: reader.ignoredFields,
    meantFields: reader.meantFields,
    taskCount,
    taskCountLargest,
  }
}

function refuseTooMany(taskCount: number, taskCountLargest: number, limits: ReadLimits): Refusal | undefined {
  const { tier, taskCountMax, taskSumMax, syncTaskCountMax } = limits
  if (taskCountLargest > taskCountMax)
    return refuse('task_limit_tier', { taskCount: taskCountLargest, tier, taskCountMax })
  if (taskCount > taskSumMax) return refuse('task_limit_sum', { taskCount, tier, taskCountMax: taskSumMax })
  // the work of a call is that of all its schedules
  if (taskCount > syncTaskCountMax)
    return refuse('task_limit_sync', { taskCount, taskCountMax: syncTaskCountMax, hint: limits.asyncHint })
  return undefined
}

/** Ids, links and columns of a list without faults; the ids that come twice are told, or kept as faults in an open row. */
function finishList(list: ScheduleList, links: LinkReader, isOpen: boolean, duplicates: string[]): ScheduleColumns {
  const { builder, taskCount } = list
  const id = builder.finishIds(taskCount)
  const textOf = (task: number): string => cutBytes(id.bytes, id.offsets[task], id.offsets[task + 1])
  const ids = indexIds(id, taskCount, task => {
    if (isOpen) builder.faults.add('duplicate_id', ID_NAME, task, () => textOf(task))
  })
  if (!isOpen) {
    for (const [first, positions] of ids.duplicates) {
      duplicates.push(`${textOf(first)} at ${positions.map(task => `${list.path}.${task}`).join(', ')}`)
    }
  }
  const read = links.readLinks(list, ids.table)
  return builder.finish(taskCount, read, links.elapsedLags)
}
