/** Paths that answers, pages and several rows name. */

/** Paths of one job, for rows, replies and callbacks. */
export const JOB_PATH = '/api/v1/jobs/{job_id}'
export const RESULT_PATH = `${JOB_PATH}/result`

export const jobPath = (jobId: string): string => JOB_PATH.replace('{job_id}', jobId)
export const resultPath = (jobId: string): string => RESULT_PATH.replace('{job_id}', jobId)

/** Name and path of the report of several analyses, for rows and replies. Its row is shared/contract/report/report-row.ts. */
export const REPORT_ID = 'reports.create'
export type ReportId = typeof REPORT_ID
export const ALLOCATION_ID = 'resources.allocate'
export const ALLOCATION_PATH = '/api/v1/resources/allocate'
export type AllocationId = typeof ALLOCATION_ID
export const REPORT_PATH = '/api/v1/reports'

/**
 * Where clients learn at which identity provider to sign in (RFC 9728): the address of what is protected, put behind a well-known
 * path. There are two such addresses, that of the service and that of the agent interface.
 */
export const AGENT_PATH = '/mcp'
/** A file that teaches agents the way from a schedule to its answers. */
export const SKILL_PATH = '/skills'

export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource'
export const AGENT_METADATA_PATH = `${RESOURCE_METADATA_PATH}${AGENT_PATH}`

/** The one of the two that describes a path. */
export const metadataPathFor = (path: string): string =>
  path === AGENT_PATH || path.startsWith(`${AGENT_PATH}/`) ? AGENT_METADATA_PATH : RESOURCE_METADATA_PATH

/** Paths of the sample schedules, for rows and replies. */
export const SANDBOX_PATH = '/api/v1/sandbox/fixtures'
export const FIXTURE_PATH = `${SANDBOX_PATH}/{name}`

export const sandboxPath = (name: string): string => FIXTURE_PATH.replace('{name}', name)

/** Paths of schedules that are kept, for rows, replies and sentences. */
export const SCHEDULES_PATH = '/api/v1/schedules'
export const SCHEDULE_PATH = `${SCHEDULES_PATH}/{schedule_id}`
export const CONTENT_PATH = `${SCHEDULE_PATH}/content`

/** Member that stands in the place of `tasks`: the schedule is one that was sent before. */
export const HANDLE_MEMBER = 'schedule_id'

/** Member of a body that says where the schedule is, in the place of the schedule. */
export const SOURCE_MEMBER = 'source_url'

export const schedulePath = (scheduleId: string): string => SCHEDULE_PATH.replace('{schedule_id}', scheduleId)
