/**
 * The reader: request bytes to columns, or the refusal that comes first in the order of the contract. What it leaves to
 * others: inflating (inflate.ts) and cycles (the analysers).
 */
import type { AnalysisRow } from '../../../shared/contract/analysis/analyses.ts'
import { type Refusal, refuse } from '../../../shared/contract/errors.ts'
import type { ScheduleColumns, TextColumn } from '../../../shared/contract/schedule/columns.ts'
import { TASK_FIELDS } from '../../../shared/contract/schedule/fields.ts'
import { FILE_MEDIA_TYPES } from '../../../shared/contract/schedule/file-formats.ts'
import { type AnalysisInput, IGNORED_FIELDS_MAX } from '../../../shared/contract/schedule/input.ts'
import { withSettings } from '../../../shared/contract/schedule/settings-of-input.ts'
import { describe } from '../../../shared/contract/schedule/text.ts'
import { WorkExceeded, WorkMeter } from '../../../shared/contract/schedule/work-meter.ts'
import { addSchemaFaults } from '../../../shared/contract/schema/schema-faults.ts'
import { ValidationFaults } from '../../../shared/contract/schema/validation-faults.ts'
import type { TierName } from '../../../shared/contract/tiers.ts'
import type { ByteTable } from '../ids/byte-table.ts'
import { DUPLICATES_NAMED_MAX, indexIds } from '../ids/match-ids.ts'
import { withSummaries } from '../kind/parents.ts'
import { planOf } from './body-plan.ts'
import { BodyReader } from './body-reader.ts'
import { withCategories } from './category-mapping.ts'
import { fieldIndex } from './columns-builder.ts'
import { cutBytes } from './cut-text.ts'
import { isFileFormat, sniff } from './file/sniff.ts'
import { spendMarks } from './inflated-marks.ts'
import { JsonTokens } from './json-tokens.ts'
import { type KeptSchedules, NONE_KEPT } from './kept/kept-schedule.ts'
import { type Taken, takeKept } from './kept/take-kept.ts'
import { takeSource } from './kept/take-source.ts'
import { LinkReader } from './link-reader.ts'
import { MsgpackTokens } from './msgpack-tokens.ts'
import type { ScheduleList } from './schedule-list.ts'
import { BodySyntaxError, type Tokens } from './tokens.ts'
import { addUnknown } from './unknown-members.ts'
import { withLocalDates } from './zoned-dates.ts'

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
  /** Bytes of a body that came compressed, before it was inflated. */
  readonly sentBytes?: number | undefined
}

/** Of what a body may cost beyond the reading of its bytes: by what was sent, so that nothing is gained by bytes that say little. */
export const meterOf = (body: Uint8Array, { sentBytes = body.length }: ReadLimits): WorkMeter =>
  new WorkMeter(Math.min(body.length, sentBytes))

/** No schedule is too large: on one's own machine, and for what was read once. */
export const NO_LIMITS: ReadLimits = {
  tier: 'government',
  taskCountMax: Number.POSITIVE_INFINITY,
  taskSumMax: Number.POSITIVE_INFINITY,
  syncTaskCountMax: Number.POSITIVE_INFINITY,
  asyncHint: '',
}

export type MediaType = 'application/json' | 'application/msgpack'

const FORMATS: Readonly<Record<MediaType, string>> = {
  'application/json': 'JSON',
  'application/msgpack': 'MessagePack',
}

const ID_NAME = TASK_FIELDS[fieldIndex('id')].name

export interface ReadRow extends Pick<AnalysisRow, 'request' | 'input'> {
  readonly comparesBaseline?: AnalysisRow['comparesBaseline'] | undefined
  /** A member that nothing knows refuses the request, but for these, which another reader takes; absent: it is passed over, and a finding names it. */
  readonly refusesUnknownBut?: readonly string[]
}

export function readRequest(
  row: ReadRow,
  body: Uint8Array,
  mediaType: MediaType,
  limits: ReadLimits,
  kept: KeptSchedules = NONE_KEPT,
): AnalysisInput | Refusal {
  return readIf(() => true, row, body, mediaType, limits, kept)!
}

/** Reads a plain body whose schedule is not computed by the clock; undefined: another one, which could take longer than its bytes say. */
export function readPlainRequest(
  row: ReadRow,
  body: Uint8Array,
  mediaType: MediaType,
  limits: ReadLimits,
  kept: KeptSchedules,
): AnalysisInput | Refusal | undefined {
  const read = readIf(reader => reader.isPlain, row, body, mediaType, limits, kept)
  if (read === undefined || !('schedules' in read)) return read
  for (const { setting } of read.schedules.values()) if (setting !== undefined) return undefined
  return read
}

function readIf(
  isWanted: (reader: BodyReader) => boolean,
  row: ReadRow,
  body: Uint8Array,
  mediaType: MediaType,
  limits: ReadLimits,
  kept: KeptSchedules,
): AnalysisInput | Refusal | undefined {
  if (body.length === 0) return refuse('body_empty', { format: FORMATS[mediaType] })
  try {
    const meter = meterOf(body, limits)
    spendMarks(mediaType === 'application/json' ? 'json' : 'msgpack', body, meter)
    const reader = bodyReader(row, body, mediaType, limits)
    const params = reader.read()
    return isWanted(reader)
      ? requestOf(row, { params, readers: [reader], files: NO_FILES, meter }, limits, kept)
      : undefined
  } catch (error) {
    if (error instanceof WorkExceeded) {
      const faults = [{ loc: ['body', ...error.place], msg: error.message, type: 'value' }]
      return { ...refuse('validation'), faults, faultCount: faults.length }
    }
    if (!(error instanceof BodySyntaxError)) throw error
    return refuseSyntax(error, mediaType, body)
  }
}

/** A cursor over bytes of either format, for the places of a row. */
export function bodyReader(row: ReadRow, bytes: Uint8Array, mediaType: MediaType, limits: ReadLimits): BodyReader {
  const storedMax = Math.min(limits.taskCountMax, limits.syncTaskCountMax)
  if (mediaType !== 'application/json')
    return new BodyReader(new MsgpackTokens(bytes), planOf(row.request), row.input, storedMax)
  const { body, ...zoned } = withLocalDates(bytes)
  const reader = new BodyReader(new JsonTokens(body), planOf(row.request), row.input, storedMax)
  reader.zoned = zoned
  return reader
}

/** `where`: words behind the format, for a part of a form. */
export function refuseSyntax(
  { message, offset }: BodySyntaxError,
  mediaType: MediaType,
  bytes: Uint8Array,
  where = '',
): Refusal {
  const sent = sniff(bytes)
  const hint = isFileFormat(sent)
    ? `It looks like a project file: send it with Content-Type: ${FILE_MEDIA_TYPES[sent]}.`
    : ''
  return refuse('body_syntax', { format: `${FORMATS[mediaType]}${where}`, reason: message, offset, hint })
}

const NO_FILES: ReadonlyMap<string, ScheduleColumns> = new Map()

/** What was read of a request, from one body or from the parts of a form. */
interface RequestParts {
  /** The request without its tasks. */
  readonly params: unknown
  /** What read it, each with the task lists that it met. */
  readonly readers: readonly BodyReader[]
  /** Schedules that came as project files, by the path of their task list. */
  readonly files: ReadonlyMap<string, ScheduleColumns>
  /** The meter of the whole request. */
  readonly meter: WorkMeter
}

export function requestOf(
  row: ReadRow,
  { params: sent, readers, files: sentFiles, meter }: RequestParts,
  limits: ReadLimits,
  kept: KeptSchedules,
): AnalysisInput | Refusal {
  const plan = planOf(row.request)
  const isOpen = row.input === 'open'
  const faults = new ValidationFaults(['body'])
  const refused = takeSource(sent, plan.root)
  if (refused !== undefined) return refused
  const sentPaths = () => new Set([...sentFiles.keys(), ...readers.flatMap(({ lists }) => [...lists.keys()])])
  const taken = takeKept(sent, plan.root, sentPaths, kept, faults)
  if (taken !== undefined && 'code' in taken) return taken
  const params = taken?.params ?? sent
  const files = taken === undefined ? sentFiles : new Map([...sentFiles, ...taken.schedules])
  const { taskCount, taskCountLargest } = countTasks(readers, files)
  const tooMany = refuseTooMany(taskCount, taskCountLargest, limits)
  if (tooMany !== undefined) return tooMany

  for (const reader of readers) {
    reader.addFaults(faults)
    const { unknownZone, guessed, moved } = reader.zoned
    if (unknownZone !== undefined)
      faults.add(
        ['time_zone'],
        'value',
        `time_zone must be an IANA name such as Europe/Berlin, not ${describe(unknownZone)}.`,
      )
    if (row.refusesUnknownBut !== undefined) addUnknown(reader.unknownMembers, row.refusesUnknownBut, faults)
    const [list] = reader.lists.values()
    if (guessed !== undefined && list !== undefined) list.builder.faults.addNoted('zoned_midnight', 'dates', guessed)
    if (moved !== undefined && list !== undefined) {
      const kind = moved.isNamed ? 'zoned_local_day' : 'zoned_other_day'
      list.builder.faults.addNoted(kind, 'dates', moved.faults)
    }
  }
  if (faults.count === 0) addSchemaFaults(plan.validator, params, faults)
  const isFaulty = faults.count > 0 || readers.some(hasFaults)
  const schedules = new Map<string, ScheduleColumns>(files)
  const duplicates: string[] = []
  for (const { tokens, lists } of readers) {
    for (const list of lists.values()) {
      // links of a body that is refused anyway are still checked: a 422 names all faults
      if (isFaulty) new LinkReader(tokens, isOpen).readLinks(list)
      else schedules.set(list.path, finishList(list, tokens, isOpen, duplicates))
      faults.append(list.faults)
    }
  }
  // calendars beside a project file that are no calendars are named above
  const settled = isFaulty
    ? schedules
    : withSettings(
        params as Record<string, unknown>,
        inOrder(schedules, taken?.order),
        (place, words) => faults.add(place, 'value', words),
        meter,
      )
  const categorized =
    isFaulty || faults.count > 0 ? settled : withCategories(params as Record<string, unknown>, settled, faults)
  if (faults.count > 0) return { code: 'validation', details: {}, faults: faults.faults, faultCount: faults.count }
  if (duplicates.length > 0)
    return refuse('duplicate_id', { text: duplicates.slice(0, DUPLICATES_NAMED_MAX).join('; ') })
  return {
    params: params as Record<string, unknown>,
    schedules: categorized,
    ...ignoredIn(readers, taken),
    taskCount,
    taskCountLargest,
    ...(taken !== undefined && taken.imports.length > 0 && { imports: taken.imports }),
  }
}

/** A body has its schedules in the order in which they stand. */
function inOrder(
  schedules: ReadonlyMap<string, ScheduleColumns>,
  order: readonly string[] | undefined,
): ReadonlyMap<string, ScheduleColumns> {
  if (order === undefined) return schedules
  return new Map(order.flatMap(path => (schedules.has(path) ? [[path, schedules.get(path)!] as const] : [])))
}

function ignoredIn(
  readers: readonly BodyReader[],
  taken: Taken | undefined,
): Pick<AnalysisInput, 'ignoredFields' | 'meantFields'> {
  const read = readers.flatMap(reader => reader.ignoredFields)
  // a body has them in order, with those of its schedules
  const all = taken === undefined ? read : [...read, ...taken.ignoredFields].sort()
  if (all.length === 0) return { ignoredFields: all, meantFields: {} }
  return {
    ignoredFields: all.slice(0, IGNORED_FIELDS_MAX),
    meantFields: Object.assign({}, ...readers.map(reader => reader.meantFields), taken?.meantFields),
  }
}

function hasFaults({ lists }: BodyReader): boolean {
  for (const { faults } of lists.values()) if (faults.count > 0) return true
  return false
}

/** Tasks of all schedules, and of the largest one. */
function countTasks(
  readers: readonly BodyReader[],
  files: ReadonlyMap<string, ScheduleColumns>,
): Pick<AnalysisInput, 'taskCount' | 'taskCountLargest'> {
  let taskCount = 0
  let taskCountLargest = 0
  const add = (count: number): void => {
    taskCount += count
    taskCountLargest = Math.max(taskCountLargest, count)
  }
  for (const { lists, more } of readers) {
    for (const list of lists.values()) add(list.taskCount)
    taskCount += more.taskCount
    taskCountLargest = Math.max(taskCountLargest, more.taskCountLargest)
  }
  for (const columns of files.values()) add(columns.taskCount)
  return { taskCount, taskCountLargest }
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

/** Ids, links and columns of a list without faults. */
function finishList(list: ScheduleList, tokens: Tokens, isOpen: boolean, duplicates: string[]): ScheduleColumns {
  const { builder, taskCount, linkRecords } = list
  const id = builder.finishIds(taskCount)
  if (linkRecords.isWhole) {
    if (!list.hasOwnIds) tableOf(list, id, isOpen, duplicates)
    return withSummaries(builder.finish(taskCount, linkRecords.columns(taskCount)))
  }
  const reader = new LinkReader(tokens, isOpen)
  const links = reader.readLinks(list, list.ids?.areThere ? list.ids : tableOf(list, id, isOpen, duplicates))
  return withSummaries(builder.finish(taskCount, links, reader.elapsedLags))
}

/** The ids of a list; those that come twice are reported, or kept as faults in an open row. */
function tableOf(list: ScheduleList, id: TextColumn, isOpen: boolean, duplicates: string[]): ByteTable {
  const textOf = (task: number): string => cutBytes(id.bytes, id.offsets[task], id.offsets[task + 1])
  const ids = indexIds(id, list.taskCount, task => {
    if (isOpen) list.builder.faults.add('duplicate_id', ID_NAME, task, () => textOf(task))
  })
  if (!isOpen) {
    for (const [first, positions] of ids.duplicates) {
      duplicates.push(`${textOf(first)} at ${positions.map(task => `${list.path}.${task}`).join(', ')}`)
    }
  }
  return ids.table
}
