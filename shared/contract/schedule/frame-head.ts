/** The head of a frame: what stands beside the arrays, and the check of one that came from outside. */
import { COLUMN_ROW_BY_NAME, type ColumnName } from './column-rows.ts'
import { FAULT_SAMPLE_MAX, READ_FAULT_KINDS, type ReadFault } from './columns.ts'
import type { ImportReport } from './import-report.ts'
import { IGNORED_FIELDS_MAX } from './input.ts'

export class FrameError extends Error {
  override readonly name = 'FrameError'
  constructor(reason: string) {
    super(`the frame is not valid: ${reason}`)
  }
}

export interface ScheduleHead {
  readonly path: string
  readonly taskCount: number
  /** Columns that follow, in this order; the others are absent. */
  readonly columns: readonly ColumnName[]
  readonly faults: readonly ReadFault[]
}

export interface FrameHead {
  readonly rowId: string
  readonly today: number
  readonly inputSha256: string
  /** Not in frames of earlier versions, nor in those of kept schedules. */
  readonly tier?: string
  readonly params: Readonly<Record<string, unknown>>
  /** Lists of shifts that several exceptions of calendars in params name by their number (repeated-shifts.ts). */
  readonly shifts?: readonly (readonly unknown[])[]
  readonly ignoredFields: readonly string[]
  /** Not in frames of earlier versions. */
  readonly meantFields?: Readonly<Record<string, string>>
  /** Where project files were sent. */
  readonly imports?: readonly ImportReport[]
  readonly schedules: readonly ScheduleHead[]
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(item => typeof item === 'string')

function isFault(fault: unknown, taskCount: number): boolean {
  if (!isRecord(fault)) return false
  const { kind, field, count, tasks, texts, places } = fault
  return (
    (READ_FAULT_KINDS as readonly unknown[]).includes(kind) &&
    typeof field === 'string' &&
    isCount(count) &&
    Array.isArray(tasks) &&
    tasks.every(task => task === -1 || (isCount(task) && task < taskCount)) &&
    isTexts(texts) &&
    texts.length === tasks.length &&
    (places === undefined || (isTexts(places) && places.length === tasks.length)) &&
    tasks.length <= Math.min(count, FAULT_SAMPLE_MAX)
  )
}

function isScheduleHead(head: unknown): boolean {
  if (!isRecord(head)) return false
  const { path, taskCount, columns, faults } = head
  return (
    typeof path === 'string' &&
    isCount(taskCount) &&
    Array.isArray(columns) &&
    columns.every(name => COLUMN_ROW_BY_NAME.has(name)) &&
    columns.includes('id') &&
    new Set(columns).size === columns.length &&
    Array.isArray(faults) &&
    faults.every(fault => isFault(fault, taskCount))
  )
}

/** It is written into the result as it is. */
const isReport = (report: unknown): boolean =>
  isRecord(report) && typeof report.path === 'string' && isRecord(report.counts) && Array.isArray(report.warnings)

const decoder = new TextDecoder('utf-8', { fatal: true })
const SHA_256 = /^[0-9a-f]{64}$/

/** The head from its JSON text; throws a FrameError when it is not one. */
export function parseHead(bytes: Uint8Array): FrameHead {
  let head: unknown
  try {
    head = JSON.parse(decoder.decode(bytes))
  } catch (error) {
    throw new FrameError(`its head is not JSON: ${(error as Error).message}`)
  }
  const isHead =
    isRecord(head) &&
    typeof head.rowId === 'string' &&
    Number.isSafeInteger(head.today) &&
    typeof head.inputSha256 === 'string' &&
    SHA_256.test(head.inputSha256) &&
    (head.tier === undefined || typeof head.tier === 'string') &&
    isRecord(head.params) &&
    (head.shifts === undefined || (Array.isArray(head.shifts) && head.shifts.every(Array.isArray))) &&
    isTexts(head.ignoredFields) &&
    head.ignoredFields.length <= IGNORED_FIELDS_MAX &&
    (head.meantFields === undefined || (isRecord(head.meantFields) && isTexts(Object.values(head.meantFields)))) &&
    (head.imports === undefined || (Array.isArray(head.imports) && head.imports.every(isReport))) &&
    Array.isArray(head.schedules) &&
    head.schedules.every(isScheduleHead)
  if (!isHead) throw new FrameError('its head lacks a member or has a wrong one')
  return head as unknown as FrameHead
}
