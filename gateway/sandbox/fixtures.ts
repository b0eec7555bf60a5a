/** The sample schedules: one ready request body per analysis each. Docs and tests use them. */
import { readFileSync } from 'node:fs'
import { type AnalysisId, type AnalysisRow, analyses } from '../../shared/contract/analysis/analyses.ts'
import { CLAIM_EVENTS, CLAIM_SCHEDULES, CLAIM_UPDATES } from '../../shared/contract/endpoint/examples/claim.ts'
import { FOOTBRIDGE } from '../../shared/contract/endpoint/examples/footbridge.ts'
import type { SandboxSchedules } from '../../shared/contract/endpoint/examples/sandbox-schedules.ts'
import { planned } from '../../shared/contract/endpoint/examples/small-schedule.ts'
import {
  baseline,
  currentTasks,
  history,
  plannedTasks,
  STATUS_DATE,
} from '../../shared/contract/endpoint/examples/statuses.ts'
import { FILE_MEDIA_TYPES } from '../../shared/contract/schedule/file-formats.ts'

export interface Fixture {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly task_count: number
  /** Body by the id of the analysis. */
  readonly requests: Readonly<Record<AnalysisId, object>>
}

const calendar = 'working_days'
const compared = {
  current_schedule: { tasks: currentTasks, status_date: STATUS_DATE },
  baseline_schedule: baseline,
  schedule_history: history,
  calendar,
}
const { baseline_schedule: _, ...tracked } = compared
const footbridge: SandboxSchedules = {
  plannedTasks,
  statusedTasks: currentTasks,
  statusDate: STATUS_DATE,
  calendar,
  statused: { tasks: currentTasks, status_date: STATUS_DATE, calendar },
  history,
  compared,
  tracked,
}

const requestOfEach = (make: (row: AnalysisRow) => object): Fixture['requests'] =>
  Object.fromEntries(analyses.map(row => [row.id, make(row)])) as Record<AnalysisId, object>

/** With its events, in every request that takes some. */
function claimRequest(row: AnalysisRow): object {
  const request = row.sandboxRequest(CLAIM_SCHEDULES)
  const { properties } = row.request as unknown as { readonly properties: object }
  if (!('delay_events' in properties)) return request
  return { ...request, delay_events: CLAIM_EVENTS }
}

export const FIXTURES: readonly Fixture[] = [
  {
    name: 'four-tasks',
    title: 'Four tasks',
    description: 'The smallest body of each analysis that shows something; those of the interface description.',
    task_count: planned.tasks.length,
    requests: requestOfEach(row => row.example),
  },
  {
    name: 'footbridge',
    title: 'Footbridge',
    description:
      'A footbridge two thirds built, with its baseline and two earlier statuses: late design, rain, late steel, a crew that is asked for at two places at once.',
    task_count: FOOTBRIDGE.length,
    requests: requestOfEach(row => row.sandboxRequest(footbridge)),
  },
  {
    name: 'footbridge-claim',
    title: 'Claim of the footbridge',
    description:
      'The footbridge built, with its baseline and four updates: late approval by the owner, a storm, late steel of the contractor, as three delay events. The body of forensics.delay-analysis is one of POST /api/v1/reports?kind=claim as well.',
    task_count: FOOTBRIDGE.length,
    requests: requestOfEach(claimRequest),
  },
]

/** Sample project files, of our own making. */
export interface FileFixture {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly task_count: number
  readonly mediaType: string
  readonly bytes: Uint8Array
}

export const FILE_FIXTURES: readonly FileFixture[] = [
  {
    name: 'update.xer',
    title: 'Footbridge as an XER',
    description:
      'A project file of Primavera P6 of the same footbridge, eleven weeks into the work, in two calendars: office, 5 days of 8 hours, and site, 6 days of 10 hours. Send it as it is to any analysis of one schedule.',
    task_count: 19,
    mediaType: FILE_MEDIA_TYPES.xer,
    bytes: readFileSync(new URL('./update.xer', import.meta.url)),
  },
  ...CLAIM_UPDATES.map(({ name, day, body }, n) => ({
    name,
    title: `Claim of the footbridge, update ${n + 1} of ${CLAIM_UPDATES.length}`,
    description: `The footbridge-claim on ${day} as an XER, written by this service. The four of them and footbridge-claim-events.json are what an analyst starts from: sis report FILES --kind claim --events EVENTS.`,
    task_count: body.tasks.length,
    mediaType: FILE_MEDIA_TYPES.xer,
    bytes: readFileSync(new URL(name, import.meta.url)),
  })),
]

/** Beside the files of the claim: what they do not say, as sis takes it with --events. */
export const CLAIM_EVENTS_FILE = {
  name: 'footbridge-claim-events.json',
  mediaType: 'application/json',
  bytes: readFileSync(new URL('footbridge-claim-events.json', import.meta.url)),
}
