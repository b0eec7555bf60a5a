/** Parses OBJECT_STORE: `redis`, a folder as file:///path, or s3://bucket/prefix. Pure. */
import { fileURLToPath } from 'node:url'

export type ObjectPlace =
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
