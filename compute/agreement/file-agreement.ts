/** One project file through the reader and the critical path: what data.agreement says of it. */
import { gunzipSync } from 'node:zlib'
import { cpmRow } from '../../shared/contract/analysis/cpm/row.ts'
import type { FileFormat } from '../../shared/contract/schedule/file-formats.ts'
import { TIER_NAMES } from '../../shared/contract/tiers.ts'
import { analysers } from '../engine/analysers.ts'
import { readFileRequest } from '../engine/read/file/read-file-request.ts'
import { isRefusal } from '../engine/result/result.ts'

/** As data.agreement of the critical path has it (shared/contract/analysis/cpm/data.ts). */
export interface AgreementShown {
  readonly open_task_count: number
  readonly fields: readonly { readonly field: string; readonly compared_count: number; readonly equal_count: number }[]
  readonly stored_finish: string | null
  readonly computed_finish: string | null
  readonly differences_begin_count: number
  readonly classes: readonly {
    readonly class: string
    readonly value_count: number
    readonly task_count: number
    readonly ids: readonly string[]
    readonly reason: string
  }[]
}

export interface FileAgreement {
  readonly file: string
  readonly format?: FileFormat
  readonly taskCount?: number
  readonly agreement?: AgreementShown | null
  /** Why it was not read or computed. */
  readonly refused?: string
}

const ROW = cpmRow
/** A file of one's own, on one's own machine. */
const LIMITS = {
  tier: TIER_NAMES.at(-1)!,
  taskCountMax: Number.POSITIVE_INFINITY,
  taskSumMax: Number.POSITIVE_INFINITY,
  syncTaskCountMax: Number.POSITIVE_INFINITY,
  asyncHint: '',
}

/** A project file as the critical path takes it. */
export const inputOfFile = (file: string, sent: Uint8Array) =>
  readFileRequest(
    ROW,
    file.toLowerCase().endsWith('.gz') ? gunzipSync(sent) : sent,
    { boundary: null },
    LIMITS,
    ROW.path,
  )

export function agreementOfFile(file: string, sent: Uint8Array): FileAgreement {
  const input = inputOfFile(file, sent)
  if ('code' in input) return { file, refused: input.faults?.[0]?.msg ?? input.code }
  const { format } = input.imports![0]!
  const result = analysers[ROW.id](input, { today: 0 })
  if (isRefusal(result)) return { file, format, taskCount: input.taskCount, refused: result.code }
  const agreement = result.data.agreement as unknown as AgreementShown | null | undefined
  return { file, format, taskCount: input.taskCount, agreement: agreement ?? null }
}
