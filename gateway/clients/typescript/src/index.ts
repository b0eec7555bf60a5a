/** Client of the Schedule Intelligence Service. */
export type { Tier, Usage, UsageQuery } from './account.ts'
export type { Analysis, AnalysisBody, AnalysisForm, AnalysisResult } from './analyses.ts'
export type { CallbackEndpoint, Delivery } from './callbacks.ts'
export { type ClientOptions, ScheduleIntelligence } from './client.ts'
export {
  ApiError,
  AuthenticationError,
  ComputeExceededError,
  ConflictError,
  ConnectionError,
  type Fault,
  InputError,
  JobFailed,
  NotFoundError,
  PaymentRequiredError,
  RateLimitError,
  ServiceUnavailable,
  UnexpectedReply,
  WaitTimeout,
} from './errors.ts'
export { type FileContent, type Files, fileFromDisk, type Members } from './files.ts'
export type { FileForm } from './forms.ts'
export type { Job, ListedJob, SubmitOptions, Submitted, WaitOptions } from './jobs.ts'
export type { Answered, Reply, ResponseInfo } from './reply.ts'
export type { Report, ReportBody, ReportOptions } from './reports.ts'
export type { Retry } from './retries.ts'
export type {
  ConversionReport,
  ConvertedSchedule,
  ConvertOptions,
  FileFormat,
  Schedule,
  UploadOptions,
} from './schedules.ts'
