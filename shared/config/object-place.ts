/** What OBJECT_STORE may say: `redis`, a folder as file:///path, or s3://bucket/prefix. Pure. */
import { fileURLToPath } from 'node:url'

export type ObjectPlace =
  | { readonly kind: 'redis' }
  | { readonly kind: 'folder'; readonly path: string }
  /** prefix: empty, or ends with a slash. */
  | { readonly kind: 's3'; readonly bucket: string; readonly prefix: string }

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
/** Letters that mean themselves in a URL and in XML. */
const PREFIX = /^(?:[\w-]+\/)*$/

/** Throws when it is none of these. */
export function placeOf(text: string | undefined): ObjectPlace {
  if (text === undefined || text === 'redis') return { kind: 'redis' }
  const url = URL.parse(text)
  if (url?.protocol === 'file:') return { kind: 'folder', path: fileURLToPath(url) }
  if (url?.protocol !== 's3:') throw new Error('must be redis, file:///folder or s3://bucket/prefix')
  const bucket = url.host
  const path = url.pathname.slice(1)
  const prefix = path === '' || path.endsWith('/') ? path : `${path}/`
  if (!BUCKET.test(bucket)) throw new Error(`${bucket} is no name of a bucket`)
  if (url.username !== '' || url.search !== '' || !PREFIX.test(prefix))
    throw new Error('after s3://bucket only a prefix of letters, digits, - and _ may follow, in folders')
  return { kind: 's3', bucket, prefix }
}
