/** The bundles by names that change with their content, in the form that the caller takes. */
import { createHash } from 'node:crypto'
import { chooseEncoding } from '../../shared/contract/negotiate.ts'
import type { DocsAsset } from '../docs/assets.ts'
import { BUNDLES, type Bundle, type BundleName, pageBundles } from './bundle.ts'

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}
const CACHE_CONTROL = 'public, max-age=31536000, immutable'
const VERSION_LENGTH = 16

interface Served extends Bundle {
  readonly version: string
  readonly mediaType: string
}

const made = pageBundles()
const names = {} as Record<BundleName, string>
const served = new Map<string, Served>()
for (const name of BUNDLES) {
  const [stem = '', extension = ''] = name.split('.')
  const version = createHash('sha256').update(made[name].plain).digest('hex').slice(0, VERSION_LENGTH)
  names[name] = `${stem}-${version}.${extension}`
  served.set(names[name], { ...made[name], version, mediaType: MEDIA_TYPES[extension]! })
}

/** It is made when it is first asked for (one-file.ts), so that its name cannot follow its content. */
export const ENGINE_ASSET = 'engine.js'
export const ENGINE_URL = `page/${ENGINE_ASSET}`

/** Relative to the page. */
export const pageAssetUrl = (name: BundleName): string => `page/${names[name]}`

/** Which of our two forms: what the caller says of others does not matter. */
const encodingOf = (acceptEncoding: string): 'br' | 'gzip' | null => {
  const known = acceptEncoding.split(',').filter(element => /^\s*(?:br|x-gzip|gzip|identity)\s*(?:;|$)/i.test(element))
  const chosen = chooseEncoding(known.join())
  return chosen === 'br' || chosen === 'gzip' ? chosen : null
}

/** undefined: nothing of that name is served. */
export function pageAsset(name: string, acceptEncoding: string): DocsAsset | undefined {
  const file = served.get(name)
  if (file === undefined) return undefined
  const encoding = encodingOf(acceptEncoding)
  return {
    bytes: file[encoding ?? 'plain'],
    mediaType: file.mediaType,
    headers: {
      etag: `"${file.version}${encoding === null ? '' : `-${encoding}`}"`,
      'cache-control': CACHE_CONTROL,
      vary: 'accept-encoding',
      ...(encoding === null ? {} : { 'content-encoding': encoding }),
    },
  }
}

/** What the page at / may load: scripts, workers, styles and answers of this origin, and nothing else of anywhere. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const PAGE_POLICY = Object.freeze({ 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer' })
