/**
 * The process of a deliverer: configuration, connection, signals. main.ts starts it as it is; tests start it with shorter times. The
 * line `listening` on standard output says where its metrics are.
 */
import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { retryDelaysMs } from '../../shared/platform/callback/callback-slots.ts'
import { callbackRules } from '../../shared/platform/callback/callback-url.ts'
import { SecretBox } from '../../shared/platform/callback/secrets.ts'
import type { Config } from '../../shared/platform/config/config.ts'
import { callbackGauges } from '../../shared/platform/jobs/gauges.ts'
import { redisJobStore } from '../../shared/platform/jobs/redis-job-store.ts'
import { openObjectsOrExit } from '../../shared/platform/objects/open-objects.ts'
import { drainOnSignal, tellParent } from '../../shared/platform/process/drain-on-signal.ts'
import { configOrExit, EX_CONFIG, redisOrExit } from '../../shared/platform/process/environment.ts'
import { giveBackMemorySoon } from '../../shared/platform/process/give-back-memory.ts'
import { resolveBySystem, resolver } from '../../shared/platform/process/guarded-connector.ts'
import { createLog } from '../../shared/platform/process/log.ts'
import { createRegistry, serveMetricsOrExit } from '../../shared/platform/process/metrics.ts'
import { openTracing } from '../../shared/platform/process/open-tracing.ts'
import { connect, disconnect } from '../../shared/platform/redis/connect.ts'
import { redisTls } from '../../shared/platform/redis/tls-files.ts'
import { POST_MS_MAX } from './deliver.ts'
import { Deliverer } from './deliverer.ts'
import { deliveryMetrics } from './delivery-log.ts'
import { accountSecrets } from './sign.ts'

interface DelivererOptions {
  /** How long a delivery is leased that is taken; see JobStoreOptions. */
  readonly deliveryLeaseMs?: number
  /** Time limit of one POST. */
  readonly postMsMax?: number
}

function die(sentence: string): never {
  process.stderr.write(`config: ${sentence}\n`)
  process.exit(EX_CONFIG)
}

/** What needs more than its row to be read. */
function readRules(config: Config) {
  if (config.secretsKey === undefined) die('SECRETS_KEY is missing: callbacks are signed, and it opens the secrets')
  try {
    return { rules: callbackRules(config), box: new SecretBox(config.secretsKey) }
  } catch (error) {
    return die((error as Error).message)
  }
}

export async function runDeliverer({ postMsMax = POST_MS_MAX, ...lease }: DelivererOptions = {}): Promise<void> {
  const config = configOrExit()
  const redisUrl = await redisOrExit(config)
  const { rules, box } = readRules(config)
  const log = createLog(config.logLevel, 'deliverer')
  const client = connect(redisUrl, 'deliverer', { log, tls: redisTls(config) })
  const objects = openObjectsOrExit(config, log)
  const registry = createRegistry('deliverer')
  const metrics = await serveMetricsOrExit(registry, config)
  const tracing = await openTracing({ config, role: 'deliverer', registry, log })
  const delivererId = `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`
  const store = redisJobStore(client, { ...lease, objects, pauseHours: config.webhookPauseHours })
  callbackGauges(registry, store)
  const deliverer: Deliverer = new Deliverer({
    store,
    delivererId,
    log,
    secrets: accountSecrets(client, box),
    rules,
    resultBytesMax: config.webhookResultBytesMax,
    postsMax: config.webhookPostsMax,
    post: { timeoutMs: postMsMax, resolve: resolver(), resolveListed: resolveBySystem },
    retryDelaysMs: retryDelaysMs(config.webhookRetrySeconds),
    tracing,
    onSettled: deliveryMetrics(registry, () => deliverer.inFlight),
  })

  drainOnSignal(log, {
    facts: () => ({ inFlight: deliverer.inFlight }),
    giveUpPorts: () => void metrics.close(),
    async drain() {
      await deliverer.drain(config.drainSeconds * 1000)
      await tracing?.close()
      disconnect(client)
      objects?.close()
    },
  })
  await deliverer.start()
  log.info({ event: 'listening', delivererId, metricsPort: metrics.port }, 'listening')
  tellParent({ event: 'listening', metricsPort: metrics.port })
  giveBackMemorySoon()
}
