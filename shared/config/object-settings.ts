/** Where frames and results lie that are too large for Redis. */
import { placeOf } from './object-place.ts'
import type { SettingRow } from './setting-row.ts'

export const objectSettings = {
  objectStore: {
    env: 'OBJECT_STORE',
    kind: 'text',
    default: undefined,
    check: placeOf,
    meaning:
      'Where frames and results over 64 KB lie: file:///folder, which gateways, nodes and deliverers share; s3://bucket/prefix; or redis. Absent: the folder objects in DATA_DIR with the embedded redis-server, with REDIS_URL Redis itself, in compose.yaml a volume. In a running cluster set it for nodes and deliverers first, then for gateways.',
  },
  s3EndpointUrl: {
    env: 'AWS_ENDPOINT_URL_S3',
    kind: 'text',
    default: undefined,
    check: text => new URL(text),
    meaning: 'Where the server of s3:// answers, without the bucket. Absent: Amazon S3 in AWS_REGION.',
  },
  s3Region: {
    env: 'AWS_REGION',
    kind: 'text',
    default: 'us-east-1',
    meaning: 'Region of the bucket; servers of other makers mostly take any.',
  },
  s3AccessKeyId: {
    env: 'AWS_ACCESS_KEY_ID',
    kind: 'text',
    default: undefined,
    meaning: 'Who asks for objects in s3://; may read, write, remove and list below the prefix.',
  },
  s3SecretAccessKey: {
    env: 'AWS_SECRET_ACCESS_KEY',
    kind: 'text',
    default: undefined,
    secret: true,
    meaning: 'The secret key of AWS_ACCESS_KEY_ID.',
  },
  s3SessionToken: {
    env: 'AWS_SESSION_TOKEN',
    kind: 'text',
    default: undefined,
    secret: true,
    meaning: 'Its session token, when it has one.',
  },
} as const satisfies Record<string, SettingRow>
