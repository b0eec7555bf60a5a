/** The documentation page: what it loads, what it allows, and that the vendored files are those of their package. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { servedRoutes } from '../../call/routes.ts'
import { assetNames } from '../../docs/assets.ts'
import { docsAsset, docsPage } from '../../docs/page.ts'
import { RETIRED_METHOD } from '../../openapi/operation.ts'

const vendor = new URL('../../docs/vendor/swagger-ui/', import.meta.url)
const { html, headers } = docsPage()

t.test('the vendored files have the sums their README names', async t => {
  const readme = readFileSync(new URL('README.md', vendor), 'utf8')
  const sums = [...readme.matchAll(/^\| (\S+) \| ([0-9a-f]{64}) \|$/gm)].map(match => [match[1]!, match[2]!] as const)
  const compressed = readdirSync(vendor).filter(name => name.endsWith('.gz'))
  t.same(sums.map(([name]) => `${name}.gz`).sort(), compressed.sort(), 'every file has a sum, every sum a file')
  for (const [name, sum] of sums) {
    const plain = gunzipSync(readFileSync(new URL(`${name}.gz`, vendor)))
    t.equal(createHash('sha256').update(plain).digest('hex'), sum, name)
  }
})

t.test('the policy allows this origin only: no inline code, no eval, no other host', async t => {
  const policy = new Map(
    headers['content-security-policy']!.split('; ').map(directive => {
      const [name, ...sources] = directive.split(' ')
      return [name!, sources] as const
    }),
  )
  t.same(policy.get('default-src'), ["'none'"])
  for (const name of ['script-src', 'style-src', 'connect-src']) t.same(policy.get(name), ["'self'"], name)
  const allowed = new Set(["'none'", "'self'", 'data:'])
  for (const [name, sources] of policy) {
    t.same(
      sources.filter(source => !allowed.has(source)),
      [],
      name,
    )
  }
})

t.test('the page holds nothing its policy would stop', async t => {
  t.notMatch(html, /<script(?![^>]*\ssrc=)/, 'no inline script')
  t.notMatch(html, /<style|\sstyle=|\son\w+=|javascript:/i, 'no inline style, no handler in an attribute')
  const addresses = [...html.matchAll(/\s(?:src|href)="([^"]*)"/g)].map(match => match[1]!)
  t.ok(addresses.length > 0)
  for (const address of addresses) t.notMatch(address, /^(?:[a-z]+:(?!,)|\/\/)/i, `${address} is of this origin`)
})

t.test('every file the page names is served, with the name that its version belongs to', async t => {
  const files = [...html.matchAll(/"docs\/([^"?]+)\?v=([0-9a-f]+)"/g)].map(match => [match[1]!, match[2]!] as const)
  t.ok(files.length >= 4)
  for (const [name, version] of files) {
    const asset = docsAsset(name)
    t.ok(asset !== undefined && asset.bytes.length > 0, name)
    t.equal(asset?.headers.etag, `"${version}"`, name)
  }
})

t.test('a file is sent compressed to those who take gzip, and is the same file', async t => {
  for (const name of assetNames()) {
    const plain = docsAsset(name)!
    t.equal(plain.headers['content-encoding'], undefined)
    t.equal(docsAsset(name, 'br, zstd')!.headers['content-encoding'], undefined, 'gzip is the one form there is')
    t.equal(docsAsset(name, 'gzip;q=0')!.headers['content-encoding'], undefined)
    const packed = docsAsset(name, 'gzip, deflate, br, zstd')!
    t.equal(packed.headers['content-encoding'], 'gzip', name)
    t.not(packed.headers.etag, plain.headers.etag, 'two forms, two tags')
    t.ok(gunzipSync(packed.bytes).equals(plain.bytes), name)
    t.match(plain.mediaType, /^text\/(?:javascript|css|plain); charset=utf-8$/)
  }
})

t.test('nothing but the files of the list is served', async t => {
  for (const name of [
    '',
    '.',
    '..',
    '../page.ts',
    'README.md',
    'vendor/swagger-ui/LICENSE',
    '__proto__',
    'start.js/',
  ]) {
    t.equal(docsAsset(name), undefined, name)
  }
})

t.test('without scripts the page lists every endpoint but retired ones and preflights', async t => {
  for (const { method, path } of servedRoutes()) {
    const isShown = method !== '*' && method !== 'OPTIONS'
    t.equal(
      html.includes(`<code>${method === '*' ? RETIRED_METHOD : method} ${path}</code>`),
      isShown,
      `${method} ${path}`,
    )
  }
  t.notMatch(html, /<h2>Retired/)
  t.ok(html.includes('href="openapi.json"'))
})

t.test(
  'the reference asks no other host for a verdict on the document, and keeps a key no longer than its tab',
  async t => {
    const start = Buffer.from(docsAsset('start.js')!.bytes).toString('utf8')
    t.match(start, /validatorUrl: null/)
    t.match(start, /persistAuthorization: false/, 'it would keep keys for good')
    t.notMatch(start, /localStorage|document\.cookie|indexedDB/)
    t.match(start, /queryConfigEnabled: false/, 'an address cannot make it load another document')
  },
)
