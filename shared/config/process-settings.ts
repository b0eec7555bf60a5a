/** What a process begins with: where it listens, its folder, its Redis, its log. */
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
    meaning:
      'A Redis of your own: redis://, rediss://, unix:///path, a cluster by its nodes as redis-cluster://host:port,host:port, or a master by its Sentinels as redis-sentinel://host:port,host:port/name; absent: the embedded one.',
  },
  logLevel: {
    env: 'LOG_LEVEL',
    kind: 'choice',
    default: 'info',
    choices: ['debug', 'info', 'warn', 'error', 'silent'],
    meaning: 'Least level written to standard output.',
  },
} as const satisfies Record<string, SettingRow>
