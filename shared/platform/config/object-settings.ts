/** Where frames and results are stored that are too large for Redis. */
import { fileURLToPath } from 'node:url'
import type { SettingRow } from './setting-row.ts'

/** Parses OBJECT_STORE: `redis`, a folder as file:///path, or s3://bucket/prefix. Pure. */
type ObjectPlace =
  | { readonly kind: 'redis' }
  | { readonly kind: 'folder'; readonly path: string }
  /** prefix: empty, or ending with a slash. */
  | { readonly kind: 's3'; readonly bucket: string; readonly prefix: string }

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
/** Characters that need no escaping in URLs and XML. */
const PREFIX = /^(?:[\w-]+\/)*$/

/** Throws when the text is none of these. */
export function placeOf(text: string | undefined): ObjectPlace {
  if (text === undefined || text === 'redis') return { kind: 'redis' }
  const url = URL.parse(text)
  if (url?.protocol === 'file:') return { kind: 'folder', path: fileURLToPath(url) }
  if (url?.protocol !== 's3:') throw new Error('must be redis, file:///folder or s3://bucket/prefix')
  const bucket = url.host
  const path = url.pathname.slice(1)
  const prefix = path === '' || path.endsWith('/') ? path : `${path}/`
  if (!BUCKET.test(bucket)) throw new Error(`${bucket} is not a valid bucket name`)
  if (url.username !== '' || url.search !== '' || !PREFIX.test(prefix))
    throw new Error('the prefix after s3://bucket may contain only folders of letters, digits, - and _')
  return { kind: 's3', bucket, prefix }
}

export const objectSettings = {
  objectStore: {
    env: 'OBJECT_STORE',
    kind: 'text',
    default: undefined,
    check: placeOf,
    meaning:
      'Where frames and results larger than 64 KB are stored: file:///folder (shared by gateways, nodes and deliverers), s3://bucket/prefix, or redis. Absent: the folder objects in DATA_DIR with the embedded redis-server; Redis itself with REDIS_URL; a volume in compose.yaml. In a running cluster, set it for nodes and deliverers first, then for gateways.',
  },
  s3EndpointUrl: {
    env: 'AWS_ENDPOINT_URL_S3',
    kind: 'text',
    default: undefined,
    check: text => new URL(text),
    meaning: 'Address of the server for s3://, without the bucket. Absent: Amazon S3 in AWS_REGION.',
  },
  s3Region: {
    env: 'AWS_REGION',
    kind: 'text',
    default: 'us-east-1',
    meaning: 'Region of the bucket. Most other servers accept any value.',
  },
  s3AccessKeyId: {
    env: 'AWS_ACCESS_KEY_ID',
    kind: 'text',
    default: undefined,
    meaning: 'Access key for s3://. It needs the rights to read, write, remove and list below the prefix.',
  },
  s3SecretAccessKey: {
    env: 'AWS_SECRET_ACCESS_KEY',
    kind: 'text',
    default: undefined,
    secret: true,
    meaning: 'Secret key that belongs to AWS_ACCESS_KEY_ID.',
  },
  s3SessionToken: {
    env: 'AWS_SESSION_TOKEN',
    kind: 'text',
    default: undefined,
    secret: true,
    meaning: 'Session token of the access key, if it has one.',
  },
} as const satisfies Record<string, SettingRow>
