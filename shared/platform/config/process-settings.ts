/** Basic settings of a process: address, data folder, Redis, log. */

import { MEGABYTE } from '../../contract/bytes/bytes.ts'
import { address } from './redis-address.ts'
import type { Machine, SettingRow } from './setting-row.ts'

export const processSettings = {
  port: {
    env: 'PORT',
    kind: 'integer',
    default: 8080,
    minimum: 0,
    maximum: 65535,
    meaning: 'Port of the gateway. 0 chooses a free port.',
  },
  portShared: {
    env: 'PORT_SHARED',
    kind: 'choice',
    default: '0',
    choices: ['0', '1'],
    meaning:
      '1: other gateways of this machine may listen on the same port (SO_REUSEPORT); the kernel gives each new connection to one of them. Divide WORKER_THREADS and BYTES_IN_FLIGHT_MAX by their number. 0: a port in use is an error.',
  },
  edge: {
    env: 'EDGE',
    kind: 'choice',
    default: 'auto',
    choices: ['auto', 'uws', 'node'],
    meaning:
      'HTTP server of the gateway. uws: uWebSockets.js, a binary for Linux x64 with glibc. node: node:http, on every machine, at a tenth more processor time for a call. auto: the first where it is installed.',
  },
  gateways: {
    env: 'GATEWAYS',
    kind: 'integer',
    default: 1,
    minimum: 1,
    maximum: 64,
    meaning:
      'Gateways that `npm start` runs at its address; for more than one it sets PORT_SHARED, and shares the threads of WORKER_THREADS between them unless that is set. Each has one event loop, which serves some 10,000 calls of 100 tasks a second, and takes 150 MB.',
  },
  host: { env: 'HOST', kind: 'text', default: '127.0.0.1', meaning: 'Address on which the gateway listens.' },
  dataDir: {
    env: 'DATA_DIR',
    kind: 'text',
    default: './data',
    meaning: 'Data folder of the embedded redis-server and its objects. Only one instance may use it at a time.',
  },
  redisUrl: {
    env: 'REDIS_URL',
    kind: 'text',
    default: undefined,
    secret: true,
    check: address,
    meaning:
      'Address of your own Redis: redis://, unix:///path, the nodes of a cluster as redis-cluster://host:port,host:port, or a master by its Sentinels as redis-sentinel://host:port,host:port/name. With TLS: rediss://, rediss-cluster:// and rediss-sentinel://. Absent: the embedded Redis.',
  },
  redisTlsCa: {
    env: 'REDIS_TLS_CA',
    kind: 'text',
    default: undefined,
    meaning:
      'PEM file of the authorities that may have signed the certificate of Redis, for rediss://. Absent: the authorities known to Node, and NODE_EXTRA_CA_CERTS.',
  },
  redisTlsCert: {
    env: 'REDIS_TLS_CERT',
    kind: 'text',
    default: undefined,
    meaning: 'PEM file of the client certificate for Redis, followed by its intermediate certificates.',
  },
  redisTlsKey: {
    env: 'REDIS_TLS_KEY',
    kind: 'text',
    default: undefined,
    meaning: 'PEM file of the private key of REDIS_TLS_CERT, without a password.',
  },
  redisTlsName: {
    env: 'REDIS_TLS_NAME',
    kind: 'text',
    default: undefined,
    meaning:
      'Name that the certificate of Redis must have. Absent: the host name of the connection. Set it for cluster nodes, or masters found by Sentinels, that are known only by address.',
  },
  logLevel: {
    env: 'LOG_LEVEL',
    kind: 'choice',
    default: 'info',
    choices: ['debug', 'info', 'warn', 'error', 'silent'],
    meaning: 'Lowest level that is written to standard output.',
  },
} as const satisfies Record<string, SettingRow>

/** Shutdown of a process. */
export const drainSettings = {
  drainSeconds: {
    env: 'DRAIN_SECONDS',
    kind: 'number',
    default: 20,
    minimum: 0,
    maximum: 600,
    meaning:
      'Time that running calls and jobs have to finish after SIGTERM. Jobs that are still running then are returned to the queue.',
  },
  drainDelaySeconds: {
    env: 'DRAIN_DELAY_SECONDS',
    kind: 'number',
    default: 0,
    minimum: 0,
    maximum: 120,
    meaning: 'Time between the first 503 of /ready and the closing of the listener, for load balancers that probe.',
  },
} as const satisfies Record<string, SettingRow>

/** The load at which a gateway begins to refuse calls. */
export const loadSettings = (machine: Machine) =>
  ({
    largeBodyBytes: {
      env: 'LARGE_BODY_BYTES',
      kind: 'integer',
      default: MEGABYTE,
      minimum: 1,
      meaning: 'Bodies larger than this, and compressed ones, use the lane for large bodies.',
    },
    laneQueueMax: {
      env: 'LANE_QUEUE_MAX',
      kind: 'integer',
      default: 512,
      minimum: 1,
      maximum: 100_000,
      meaning: 'Calls that may wait in a lane; further ones get 503.',
    },
    laneWaitMs: {
      env: 'LANE_WAIT_MS',
      kind: 'integer',
      default: 15,
      minimum: 1,
      maximum: 60_000,
      meaning:
        'A lane is overloaded when its first call has waited this long (or as long as four calls take, if longer). It then accepts calls only as threads become free, and others get 503.',
    },
    bytesInFlightMax: {
      env: 'BYTES_IN_FLIGHT_MAX',
      kind: 'integer',
      default: Math.floor(machine.memoryBytes / 2),
      minimum: MEGABYTE,
      meaning:
        'Memory budget for bodies in progress. Each body counts four times its inflated size. One account may use half of the budget.',
    },
    publicWindowCalls: {
      env: 'PUBLIC_WINDOW_CALLS',
      kind: 'integer',
      default: 60_000,
      minimum: 1,
      meaning: 'Calls of liveness and public pages per window and address, counted in each process.',
    },
  }) as const satisfies Record<string, SettingRow>

/** Estimated costs of calls, and where metrics are served. */
export const metricsSettings = {
  costUsdPerRequest: {
    env: 'COST_USD_PER_REQUEST',
    kind: 'number',
    default: 0.0001,
    minimum: 0,
    meaning: 'Estimated cost of a call, in the metering event.',
  },
  costUsdPerCpuSecond: {
    env: 'COST_USD_PER_CPU_SECOND',
    kind: 'number',
    default: 0.00005,
    minimum: 0,
    meaning: 'Estimated cost of one second of a worker.',
  },
  metricsHost: {
    env: 'METRICS_HOST',
    kind: 'text',
    default: '127.0.0.1',
    meaning: 'Address on which a process serves /metrics. Only your Prometheus should be able to reach it.',
  },
  metricsPort: {
    env: 'METRICS_PORT',
    kind: 'integer',
    default: 0,
    minimum: 0,
    maximum: 65535,
    meaning: 'Port of /metrics, one per process. 0 chooses a free port, which is written to the log.',
  },
} as const satisfies Record<string, SettingRow>
