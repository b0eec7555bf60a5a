/**
 * The envelope of every analysis: the rule of its status and the facts of its metadata. Its schema is endpoint/data/envelope-data.ts, apart
 * since a thread that writes envelopes needs no schemas; the bytes are made by compute/engine/write/envelope.ts.
 */

import type { ImportReport } from './schedule/import-report.ts'

/** Name of the service, for people. */
export const SERVICE_TITLE = 'Schedule Intelligence Service'

/** Version of the interface, in metadata.api_version. */
export const API_VERSION = '0.4.0'

/** The commit that a process was told it runs (deploy/bootstrap/commit.mjs): SIS_COMMIT, 7 to 64 hexadecimal digits. */
export const commitOf = ({ SIS_COMMIT: commit = '' }: Readonly<Record<string, string | undefined>>) =>
  /^[0-9a-f]{7,64}$/.test(commit) ? { commit } : {}

export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const
export type Severity = (typeof SEVERITIES)[number]

export const ENVELOPE_STATUSES = ['success', 'warning', 'critical'] as const
export type EnvelopeStatus = (typeof ENVELOPE_STATUSES)[number]

/** How many task ids a finding names; its count gives them all. */
export const FINDING_TASKS_MAX = 20

const WARNING_SEVERITIES: readonly Severity[] = ['high', 'medium']

/** critical: any critical finding. warning: any medium or high one, or a check skipped for missing data. Else success. */
export function statusOf(severities: readonly Severity[], skipped: boolean): EnvelopeStatus {
  if (severities.includes('critical')) return 'critical'
  return skipped || severities.some(severity => WARNING_SEVERITIES.includes(severity)) ? 'warning' : 'success'
}

/** Members of metadata that are the same for every reply of one result; the three of the reply follow them. */
export interface ResultContext {
  /** What was read from project files. */
  readonly imports?: readonly ImportReport[] | undefined
  /** Tasks submitted, over all schedules of the request. */
  readonly taskCount: number
  /** inputSha256() of shared/contract/schedule/input-hash.ts. */
  readonly inputSha256: string
  readonly ignoredFields: readonly string[]
}

export interface ReplyContext {
  /** Path that was called. */
  readonly endpoint: string
  readonly requestId: string
  readonly processingTimeMs: number
}

/** Members of metadata that belong to one reply, in their order behind those of the result. */
export const replyMetadata = (facts: ReplyContext) => ({
  endpoint: facts.endpoint,
  request_id: facts.requestId,
  processing_time_ms: facts.processingTimeMs,
})

/** What follows a stored result in a reply as JSON: those members, and the ends of metadata and of the envelope. */
export const jsonTail = (facts: ReplyContext): Uint8Array =>
  Buffer.from(`,${JSON.stringify(replyMetadata(facts)).slice(1)}}`)
