/**
 * Attributes of spans. Names without "sis" are those of OpenTelemetry's semantic conventions; the types of their package check them, but the package is
 * not loaded. Left out on purpose, although the conventions require them: url.path and url.full, which name jobs of customers and the
 * secret paths of their receivers, and the address of the caller.
 */
import type {
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_REQUEST_METHOD_ORIGINAL,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
  ATTR_SERVER_ADDRESS,
  ATTR_SERVER_PORT,
} from '@opentelemetry/semantic-conventions'

export const HTTP_METHOD: typeof ATTR_HTTP_REQUEST_METHOD = 'http.request.method'
export const HTTP_METHOD_ORIGINAL: typeof ATTR_HTTP_REQUEST_METHOD_ORIGINAL = 'http.request.method_original'
export const HTTP_ROUTE: typeof ATTR_HTTP_ROUTE = 'http.route'
export const HTTP_STATUS: typeof ATTR_HTTP_RESPONSE_STATUS_CODE = 'http.response.status_code'
export const SERVER_ADDRESS: typeof ATTR_SERVER_ADDRESS = 'server.address'
export const SERVER_PORT: typeof ATTR_SERVER_PORT = 'server.port'
export const ERROR_TYPE: typeof ATTR_ERROR_TYPE = 'error.type'

export const REQUEST_ID = 'sis.request_id'
/** Id of the row of the analysis or service. */
export const ENDPOINT = 'sis.endpoint'
export const TIER = 'sis.tier'
/** Of the error catalogue. */
export const CODE = 'sis.code'
export const TASK_COUNT = 'sis.task_count'
export const LANE = 'sis.lane'
export const WORKER_MS = 'sis.worker_ms'
export const JOB_ID = 'sis.job.id'
export const JOB_CLASS = 'sis.job.class'
export const JOB_DELIVERY = 'sis.job.delivery'
export const JOB_WAIT_MS = 'sis.job.wait_ms'
export const JOB_OUTCOME = 'sis.job.outcome'
export const CALLBACK_ATTEMPT = 'sis.callback.attempt'
