/** What a process begins with: where it listens, its folder, its Redis, its log. */
import { address } from './redis-address.ts'
import type { SettingRow } from './setting-row.ts'

export const processSettings = {
  port: {
    env: 'PORT',
    kind: 'integer',
    default: 8080,
    minimum: 0,
    maximum: 65535,
    meaning: 'Port of the gateway; 0 takes a free one.',
  },
  host: { env: 'HOST', kind: 'text', default: '127.0.0.1', meaning: 'Address the gateway listens on.' },
  dataDir: {
    env: 'DATA_DIR',
    kind: 'text',
    default: './data',
    meaning: 'Folder of the embedded redis-server and of its objects; one instance at a time.',
  },
  redisUrl: {
    env: 'REDIS_URL',
    kind: 'text',
    default: undefined,
    secret: true,
    check: address,
    meaning:
      'A Redis of your own: redis://, unix:///path, a cluster by its nodes as redis-cluster://host:port,host:port, or a master by its Sentinels as redis-sentinel://host:port,host:port/name; with TLS rediss://, rediss-cluster:// and rediss-sentinel://. Absent: the embedded one.',
  },
  redisTlsCa: {
    env: 'REDIS_TLS_CA',
    kind: 'text',
    default: undefined,
    meaning:
      'File (PEM) of the authorities that may have signed the certificate of Redis, for rediss://; absent: those that Node knows, and NODE_EXTRA_CA_CERTS.',
  },
  redisTlsCert: {
    env: 'REDIS_TLS_CERT',
    kind: 'text',
    default: undefined,
    meaning: 'File (PEM) of the certificate that this process shows Redis, with the intermediate ones behind it.',
  },
  redisTlsKey: {
    env: 'REDIS_TLS_KEY',
    kind: 'text',
    default: undefined,
    meaning: 'File (PEM) of the private key of REDIS_TLS_CERT, without a password.',
  },
  redisTlsName: {
    env: 'REDIS_TLS_NAME',
    kind: 'text',
    default: undefined,
    meaning:
      'Name that the certificate of Redis must be for; absent: the host that is connected to. For nodes of a cluster, or masters that Sentinels tell, that are known by addresses.',
  },
  logLevel: {
    env: 'LOG_LEVEL',
    kind: 'choice',
    default: 'info',
    choices: ['debug', 'info', 'warn', 'error', 'silent'],
    meaning: 'Least level written to standard output.',
  },
} as const satisfies Record<string, SettingRow>
