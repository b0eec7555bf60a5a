/** Answers of the tools that the gateway carries out, made from its records: of a schedule, a list, a job and its result. */
import { type AnalysisId, isAnalysisId } from '../../../shared/contract/analysis/analyses.ts'
import { isDeliverableId } from '../../../shared/contract/endpoint/deliverable-formats.ts'
import type { ReplyContext, ResultContext } from '../../../shared/contract/envelope.ts'
import type { Refusal } from '../../../shared/contract/errors.ts'
import type { ToolOutput } from '../../../shared/contract/tools/tool.ts'
import type { AnalysisResult } from '../../engine/result/result.ts'
import type { PlainMap } from '../../engine/summary/plain.ts'
import { plural } from '../../engine/wording/numbers.ts'
import { plainAnswer, type ToolAnswer, toolAnswer } from '../answer.ts'
import { deliveredAnswer } from './deliverable-answers.ts'

// biome-ignore lint/suspicious/noExplicitAny: records are those of the REST interface, whose schemas its tests hold
type Record_ = any

const WARNINGS_MAX = 5

/** A report of an import without what a model does not need. */
const importOf = ({ format, project_id, project_name, data_date, counts, warnings = [] }: Record_): PlainMap => ({
  format,
  project_id,
  project_name,
  data_date,
  counts,
  warnings: warnings.slice(0, WARNINGS_MAX),
  ...(warnings.length > WARNINGS_MAX ? { warnings_left_out: warnings.length - WARNINGS_MAX } : {}),
})

const projectOf = ({ import: reports }: Record_): string | null => reports?.[0]?.project_name ?? null

export function keptAnswer(record: Record_, reply: ReplyContext): ToolAnswer {
  const { schedule_id, counts, status_date, expires_at, import: reports } = record
  const project = projectOf(record)
  const summary = `The schedule${project === null ? '' : ` ${JSON.stringify(project)}`} is kept as ${schedule_id} until ${expires_at}: ${plural(counts.tasks, 'task')}, ${plural(counts.links, 'link')}, data date ${status_date ?? 'not given'}. Pass schedule_id to the other tools.`
  return plainAnswer(
    summary,
    {
      schedule_id,
      counts,
      status_date,
      expires_at,
      ...(reports === undefined ? {} : { import: reports.map(importOf) }),
    },
    reply,
  )
}

export function listAnswer({ schedules, next_cursor, held }: Record_, reply: ReplyContext): ToolAnswer {
  const rows = schedules.map((record: Record_) => ({
    schedule_id: record.schedule_id,
    project: projectOf(record),
    status_date: record.status_date,
    tasks: record.counts.tasks,
    links: record.counts.links,
    created_at: record.created_at,
    expires_at: record.expires_at,
  }))
  const none = rows.length === 0 ? ' Keep one with load_schedule.' : ''
  const summary = `${plural(held.schedules, 'schedule')} kept, ${rows.length} here, newest first.${none}`
  return plainAnswer(summary, { schedules: rows, next_cursor, held }, reply)
}

export function submittedAnswer(
  record: Record_,
  tool: string,
  why: string | undefined,
  reply: ReplyContext,
): ToolAnswer {
  const { job_id, status, created_at } = record
  const summary = `${why === undefined ? '' : `${why} `}${tool} runs as job ${job_id}. Call get_job with this job_id in a few seconds; its answer has the result.`
  return plainAnswer(summary, { job_id, status, created_at, tool }, reply, status)
}

interface StoredResult {
  readonly result: AnalysisResult
  readonly facts: ResultContext
}

/** An envelope as it was sent, as what its tool makes its answer of. */
function resultOf(chunks: readonly Uint8Array[]): StoredResult {
  const { status, metadata, ...members } = JSON.parse(Buffer.concat(chunks).toString())
  return {
    result: { ...members, skipped: status === 'warning' },
    facts: {
      taskCount: metadata.task_count,
      inputSha256: metadata.input_sha256,
      ignoredFields: metadata.ignored_fields,
      imports: metadata.import,
    },
  }
}

const STATES: Readonly<Record<string, string>> = {
  queued: 'It waits for its turn: ask again in a few seconds.',
  processing: 'It runs: ask again in a few seconds.',
  completed: 'It is done.',
  cancelled: 'It was cancelled; submit it again if it is wanted.',
}

export function jobAnswer(
  record: Record_,
  resultChunks: readonly Uint8Array[],
  output: ToolOutput,
  reply: ReplyContext,
): ToolAnswer | Refusal {
  const { job_id, status, endpoint, task_count, created_at, error, result_url, queue_position, row_id: rowId } = record
  if (resultChunks.length > 0 && isAnalysisId(rowId)) {
    const { result, facts } = resultOf(resultChunks)
    return toolAnswer(rowId as AnalysisId, result, facts, { ...reply, endpoint }, { detail: 'brief', ...output })
  }
  if (resultChunks.length > 0 && isDeliverableId(String(rowId)))
    return deliveredAnswer(record, JSON.parse(Buffer.concat(resultChunks).toString()), { ...reply, endpoint })
  const said =
    error === undefined
      ? result_url !== undefined
        ? `It is done, but its result is too large for a tool, or no analysis: GET ${result_url}.`
        : (STATES[status] ?? '')
      : `It failed: ${error.detail}`
  const data = {
    job_id,
    status,
    task_count,
    created_at,
    ...(error && { error }),
    ...(queue_position != null && { queue_position }),
  }
  return plainAnswer(`Job ${job_id} is ${status}. ${said}`, data, reply, status)
}
