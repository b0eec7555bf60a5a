/** Everything that the stages and handlers of a gateway use. app.ts builds it; calls share nothing else. */
import type { ComputePool } from '../compute/worker/pool.ts'
import type { Config } from '../shared/platform/config/config.ts'
import type { JobStore } from '../shared/platform/jobs/job-store.ts'
import type { Log } from '../shared/platform/process/log.ts'
import type { RedisClient } from '../shared/platform/redis/connect.ts'
import type { Tracing } from '../shared/platform/tracing/tracing.ts'
import type { AccountEnd } from './billing/account-end.ts'
import type { PaymentService } from './billing/payment-service.ts'
import type { BytesInFlight } from './http/bytes-in-flight.ts'
import type { SlowAnswers } from './http/slow-answers.ts'
import type { Bearers } from './identity/bearer.ts'
import type { IdentityDirectory } from './identity/identity-directory.ts'
import type { Login } from './identity/login.ts'
import type { DiskGuard } from './jobs/disk-guard.ts'
import type { QueueGuard } from './jobs/queue-guard.ts'
import type { AccountMutex } from './limits/account-mutex.ts'
import type { Limiter } from './limits/limiter.ts'
import type { RunningCalls } from './mcp/running-calls.ts'
import type { Sources } from './schedules/sources.ts'
import type { SecurityLog } from './security-log.ts'
import type { CertificateWatch } from './service/certificate-watch.ts'
import type { Callbacks } from './webhooks/callbacks.ts'

export interface Gateway {
  readonly config: Config
  readonly log: Log
  /** Writes the line of a call; its fields as JSON text, without braces. */
  readonly logMetering: (fields: string) => void
  readonly pool: ComputePool
  /** For the files of store/; limits and jobs have their own doors. */
  readonly redis: RedisClient
  readonly keys: IdentityDirectory
  readonly subjects: IdentityDirectory
  /** null without OIDC_ISSUER. */
  readonly bearers: Bearers | null
  /** null without OIDC_CLIENT_ID. */
  readonly login: Login | null
  /** null when payments are not configured. */
  readonly payments: PaymentService | null
  /** What billing does when an account is deleted. */
  readonly accountEnd: AccountEnd
  readonly limiter: Limiter
  readonly securityLog: SecurityLog
  /** For answers that are long to make. */
  readonly accountMutex: AccountMutex
  readonly bytesInFlight: BytesInFlight
  readonly slowAnswers: SlowAnswers
  readonly jobs: JobStore
  readonly queueGuard: QueueGuard
  readonly diskGuard: DiskGuard
  /** null unless SOURCE_URL is on. */
  readonly sources: Sources | null
  /** Messages of agents that threads work on. */
  readonly runningCalls: RunningCalls
  readonly certificates: CertificateWatch
  readonly callbacks: Callbacks
  /** null unless OTEL_EXPORTER_OTLP_ENDPOINT says where traces go. */
  readonly tracing: Tracing | null
  /** Whether Redis answers now. */
  readonly isStoreUp: () => Promise<boolean>
  /** UTC, ms since 1970. */
  readonly now: () => number
  /** 0 until it is listened on. */
  listeningPort: number
  /** Set on SIGTERM: /ready answers 503 and connections are closed after their answer. */
  draining: boolean
}
