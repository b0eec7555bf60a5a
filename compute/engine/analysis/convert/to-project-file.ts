/**
 * POST /api/v1/schedules/convert to a project file: the file, and what it changes. The file is read again and computed by the rules of its tool,
 * so what the report says of dates holds for the bytes that are sent.
 */

import { bytesOf, copyInto } from '../../../../shared/contract/bytes/bytes.ts'
import type { FileTarget } from '../../../../shared/contract/endpoint/convert.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import type { ConversionReport } from '../../../../shared/contract/schedule/conversion-report.ts'
import type { AnalysisInput } from '../../../../shared/contract/schedule/input.ts'
import type { SchedulingRules } from '../../../../shared/contract/schedule/scheduling-rules.ts'
import { ALAP } from '../../kind/constraint-types.ts'
import { readFileRequest } from '../../read/file/read-file-request.ts'
import { NO_LIMITS, type ReadRow } from '../../read/read-request.ts'
import type { AnalysisResult } from '../../result/result.ts'
import { listed } from '../../wording/tasks.ts'
import { namesLeftOut } from '../../write/file/ms-project-codes.ts'
import { outlineOf } from '../../write/file/outline.ts'
import { writeProjectFile } from '../../write/file/project-file.ts'
import { resourcesKeptOut } from '../../write/file/xer-resources.ts'
import { beginForm } from '../../write/output-bound.ts'
import { asMsProject } from './as-ms-project.ts'
import { asP6 } from './as-p6.ts'
import { CarriedDates } from './carried-dates.ts'
import { type Comparison, compareDates } from './compare-dates.ts'
import { type ComputedDates, computedDates, finishText } from './computed-dates.ts'
import { ConversionWarnings } from './conversion-warnings.ts'
import { withSetting } from './day-setting.ts'
import { withExternalStartsHeld, withoutElapsedLags } from './edited-columns.ts'

export interface ConvertedFile {
  readonly chunks: Uint8Array<ArrayBuffer>[]
  readonly report: ConversionReport
}

type Carry = (carried: CarriedDates, warnings: ConversionWarnings) => ScheduleColumns

interface Target {
  /** Rules of the tool that opens the file. */
  readonly rules: SchedulingRules['rules']
  /** What of a schedule by these rules the file cannot hold, so that dates stay; and of one by other rules. */
  readonly asSent: Carry
  readonly asItsTool: Carry
  /** Codes that it has no place for. */
  readonly namesLeftOut: (columns: ScheduleColumns) => readonly string[]
  /** Whether its tasks stand in the order of the outline. */
  readonly isOutlined: boolean
}

const P6: Target = {
  ...{ rules: 'p6', asSent: withoutElapsedLags, asItsTool: asP6 },
  ...{ namesLeftOut: () => [], isOutlined: false },
}

const TARGETS: Readonly<Record<FileTarget, Target>> = {
  xer: P6,
  p6_xml: P6,
  ms_project_xml: {
    rules: 'ms_project',
    asSent: withExternalStartsHeld,
    asItsTool: asMsProject,
    namesLeftOut,
    isOutlined: true,
  },
}

const NOTHING_COMPARED: Comparison = { comparedCount: 0, changedCount: 0 }

/** row: that of the endpoint, by which the file is read again. */
export function toProjectFile(target: FileTarget, sent: AnalysisInput, row: ReadRow): ConvertedFile {
  const input = withoutAssumedDate(sent)
  const before = computedDates(input)
  const first = fileOf(target, input, row, before, true)
  const isShifted = before?.prepared.input.constraint.includes(ALAP) ?? false
  if (first.report.changed_count === 0 || !isShifted) return first
  const held = fileOf(target, input, row, before, false)
  return held.report.changed_count < first.report.changed_count ? held : first
}

/** What analyses take for the data date of a file without one is none of the file: written, P6 would move the open work before it. */
function withoutAssumedDate(input: AnalysisInput): AnalysisInput {
  const [report] = input.imports ?? []
  const columns = input.schedules.get('tasks')!
  const isAssumed = report?.data_date === null && input.params.status_date === report.assumed_date?.date
  if (!isAssumed || columns.setting === undefined) return input
  const { status_date: _, ...params } = input.params
  const setting = { ...columns.setting, dataDate: Number.NaN }
  return { ...input, params, schedules: new Map([['tasks', { ...columns, setting }]]) }
}

function fileOf(
  target: FileTarget,
  input: AnalysisInput,
  row: ReadRow,
  before: ComputedDates | undefined,
  isAlapKept: boolean,
): ConvertedFile {
  const columns = input.schedules.get('tasks')!
  const warnings = new ConversionWarnings(columns)
  const carried = carriedOver(target, input, before, warnings, isAlapKept)
  const written = { ...input, schedules: new Map([['tasks', carried]]) }
  const lost = TARGETS[target].namesLeftOut(columns)
  if (lost.length > 0) warnings.addOfProject('codes_left_out', listed(lost.slice(0, NAMED_MAX), lost.length))
  const planned = target === 'ms_project_xml' ? 0 : plannedCount(columns)
  if (planned > 0) warnings.addCount('baseline_left_out', planned, columns.taskCount)
  const keptOut = target === 'p6_xml' ? resourcesKeptOut(columns) : []
  if (keptOut.length > 0)
    warnings.addOfProject('can_level_left_out', listed(keptOut.slice(0, NAMED_MAX), keptOut.length))
  beginForm()
  const chunks = writeProjectFile(target, written)
  const isByClock = before?.dates.moments !== undefined
  const finishBefore = before === undefined ? null : finishText(before, isByClock)
  // without a date to begin at there is nothing to compare
  const after = finishBefore === null ? undefined : datesOfFile(chunks, row, carried.taskCount)
  const comparison =
    before === undefined || after === undefined
      ? notCompared(warnings)
      : compareDates(before, after, rowsOf(target, columns), warnings)
  const finishAfter = after === undefined ? null : finishText(after, isByClock)
  if (after !== undefined && finishBefore !== finishAfter) warnings.addOfProject('finish_differs')
  const unread = unreadOf(input)
  if (unread.length > 0) warnings.addOfProject('not_read', listed(unread.slice(0, NAMED_MAX), unread.length))
  if (TARGETS[target].isOutlined && columns.wbsName.codes.some(code => code > 0))
    warnings.addOfProject('wbs_nodes_left_out')
  return {
    chunks,
    report: {
      format: target,
      task_count: columns.taskCount,
      finish_before: finishBefore,
      finish_after: finishAfter,
      compared_count: comparison.comparedCount,
      changed_count: comparison.changedCount,
      warnings: warnings.list(),
    },
  }
}

/** Tasks that have a baseline of their own. */
function plannedCount({ taskCount, baselineStart, baselineFinish, baselineDurationDays }: ScheduleColumns): number {
  let count = 0
  for (let i = 0; i < taskCount; i++)
    if (baselineStart[i] !== DAY_ABSENT || baselineFinish[i] !== DAY_ABSENT || baselineDurationDays[i] >= 0) count++
  return count
}

/** Tables, and fields, of the files that were read which no column has. */
const unreadOf = ({ imports = [] }: AnalysisInput): string[] =>
  imports.flatMap(({ warnings }) =>
    warnings.flatMap(({ code, places = [] }) =>
      code === 'tables_left_out'
        ? places.map(({ place, value }) => `${place} (${value})`)
        : code === 'resource_fields_left_out'
          ? ['groups and custom fields of resources']
          : [],
    ),
  )

/** Codes, resources or tables that a warning names. */
const NAMED_MAX = 10

/** The report alone. */
export const conversionResult = (target: FileTarget, input: AnalysisInput, row: ReadRow): AnalysisResult => ({
  findings: [],
  recommendations: [],
  data: { ...toProjectFile(target, input, row).report },
})

/** The schedule by the rules of the tool of the file, where it was by those of another. */
function carriedOver(
  target: FileTarget,
  input: AnalysisInput,
  before: ComputedDates | undefined,
  warnings: ConversionWarnings,
  isAlapKept: boolean,
): ScheduleColumns {
  const timed = withSetting(input)
  const columns = timed.schedules.get('tasks')!
  const dates = timed === input || before === undefined ? before : computedDates(timed)
  const clock = dates?.prepared.input.clock
  if (dates?.dates.moments === undefined || clock === undefined) return columns
  const carried = new CarriedDates(dates, clock, isAlapKept)
  const { rules, asSent, asItsTool } = TARGETS[target]
  return clock.rules.rules === rules ? asSent(carried, warnings) : asItsTool(carried, warnings)
}

function notCompared(warnings: ConversionWarnings): Comparison {
  warnings.addOfProject('not_compared')
  return NOTHING_COMPARED
}

/** undefined: it is refused, or has not all tasks that were written. */
function datesOfFile(
  chunks: readonly Uint8Array<ArrayBuffer>[],
  row: ReadRow,
  taskCount: number,
): ComputedDates | undefined {
  const read = readFileRequest(row, joined(chunks), { boundary: null }, NO_LIMITS, '')
  return 'code' in read || read.taskCount !== taskCount ? undefined : computedDates(read)
}

function joined(chunks: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  if (chunks.length === 1) return chunks[0]
  const bytes = new Uint8Array(bytesOf(chunks))
  copyInto(bytes, chunks)
  return bytes
}

/** Entry i: the row of the file that task i is. */
function rowsOf(target: FileTarget, columns: ScheduleColumns): Uint32Array {
  const rows = Uint32Array.from({ length: columns.taskCount }, (_, i) => i)
  if (!TARGETS[target].isOutlined) return rows
  for (const [row, i] of outlineOf(columns).order.entries()) rows[i] = row
  return rows
}
