/** Client of the Schedule Intelligence Service. */
export type { Analysis, AnalysisBody, AnalysisResult } from './analyses.ts'
export { type ClientOptions, ScheduleIntelligence } from './client.ts'
export {
  ApiError,
  AuthenticationError,
  ConnectionError,
  type Fault,
  InputError,
  JobFailed,
  NotFoundError,
  RateLimitError,
  ServiceUnavailable,
  UnexpectedReply,
} from './errors.ts'
export { fileFromDisk } from './files.ts'
export type { Job, SubmitOptions, WaitOptions } from './jobs.ts'
export type { Report, ReportBody, ReportOptions } from './reports.ts'
export type { Schedule, UploadOptions } from './schedules.ts'
