/**
 * What the stages and handlers of a gateway use; calls share nothing else. This room is the ground floor and imports no room of the gateway, so each room
 * adds its own part where it declares it (`declare module`), as the plugins of a server do. open-gateway.ts makes them all, or it does not compile.
 */
import type { ComputePool } from '../../compute/worker/pool.ts'
import type { Config } from '../../shared/platform/config/config.ts'
import type { JobStore } from '../../shared/platform/jobs/job-store.ts'
import type { Log } from '../../shared/platform/process/log.ts'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import type { Tracing } from '../../shared/platform/tracing/tracing.ts'
import type { BytesInFlight, SlowAnswers } from './bytes-in-flight.ts'
import type { Limiter } from './limiter.ts'

export interface Gateway {
  readonly config: Config
  readonly log: Log
  /** Writes the line of a call; its fields as JSON text, without braces. */
  readonly logMetering: (fields: string) => void
  readonly pool: ComputePool
  /** For the files of store/; limits and jobs have their own doors. */
  readonly redis: RedisClient
  readonly limiter: Limiter
  readonly bytesInFlight: BytesInFlight
  readonly slowAnswers: SlowAnswers
  readonly jobs: JobStore
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
