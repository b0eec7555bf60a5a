/** How the page at / comes to a browser: what its markup names, how files are packed and kept, what the policy allows, and what stands there without script. */
import { createHash, randomBytes } from 'node:crypto'
import { globSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t from 'tap'
import { pageTierHere } from '../../../deploy/terminal.ts'
import { BUNDLES_OF_TEXTS, pageBundles } from '../../page/bundle.ts'
import { inDigits } from '../../page/one-file.ts'
import { startService } from '../helpers/service.ts'

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url))
const service = await startService(t)
const page = await service.call('/', { headers: { accept: 'text/html' } })
const html = page.bytes.toString()
/** What a worker loads with the first change that is tried is no part of a first visit. */
const ENGINE = 'page/engine.js'
const names = [...html.matchAll(/"(page\/[^"]+)"/g)].map(match => match[1]!).filter(name => name !== ENGINE)

/** All that a first visit loads, compressed. */
const FIRST_LOAD_BYTES_MAX = 200 * 1024

t.test('the first visit is small, and each file is kept for good by a name that follows its content', async t => {
  t.equal(names.length, 3)
  let bytes = page.bytes.length
  for (const name of names) {
    t.match(name, /^page\/(?:page|worker)-[0-9a-f]{16}\.(?:js|css)$/)
    const plain = await service.call(`/${name}`)
    t.equal(plain.status, 200)
    t.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable')
    const packed = await service.call(`/${name}`, { headers: { 'accept-encoding': 'gzip, br, zstd' } })
    t.equal(packed.headers['content-encoding'], 'br')
    t.ok(brotliDecompressSync(packed.bytes).equals(plain.bytes))
    bytes += packed.bytes.length
    const zipped = await service.call(`/${name}`, { headers: { 'accept-encoding': 'gzip' } })
    t.ok(gunzipSync(zipped.bytes).equals(plain.bytes))
    const again = await service.call(`/${name}`, { headers: { 'if-none-match': String(plain.headers.etag) } })
    t.equal(again.status, 304)
  }
  const texts = [...html.matchAll(/[a-z]{2}=(page\/text-[a-z]{2}-[0-9a-f]{16}\.js)/g)].map(match => match[1]!)
  t.equal(texts.length, Object.keys(BUNDLES_OF_TEXTS).length)
  const sizes: number[] = []
  for (const name of texts)
    sizes.push((await service.call(`/${name}`, { headers: { 'accept-encoding': 'br' } })).bytes.length)
  t.ok(bytes + Math.max(...sizes) < FIRST_LOAD_BYTES_MAX, `${bytes} bytes, and of one language beside English ${sizes}`)
})

t.test('the engine that a worker loads is asked for anew, and unchanged it is not sent again', async t => {
  t.match(html, `data-engine="${ENGINE}"`)
  const packed = await service.call(`/${ENGINE}`, { headers: { 'accept-encoding': 'gzip' } })
  t.equal(packed.status, 200)
  t.match(packed.headers['content-type'], 'text/javascript')
  t.equal(packed.headers['cache-control'], 'no-cache')
  t.notMatch(gunzipSync(packed.bytes).toString(), /from ?"node:|require\("node:/, 'nothing of Node is left in it')
  const headers = { 'accept-encoding': 'gzip', 'if-none-match': String(packed.headers.etag) }
  t.equal((await service.call(`/${ENGINE}`, { headers })).status, 304)
})

t.test('an old or invented name is 404, and so is a way out of the folder', async t => {
  for (const name of ['page-0000000000000000.js', 'page.js', '..%2Fbundle.ts'])
    t.equal((await service.call(`/page/${name}`)).status, 404, name)
})

t.test('the policy lets nothing in from elsewhere, nothing inline, no frame and no form', async t => {
  const policy = String(page.headers['content-security-policy']).split('; ')
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "style-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ])
    t.ok(policy.includes(rule), rule)
  t.notMatch(policy.join(), /unsafe|https?:|\*/)
  t.equal(page.headers['cache-control'], 'no-cache')
  for (const link of html.matchAll(/(?:href|src|data-worker)="([^"]*)"/g))
    t.notMatch(link[1]!, /^(?:\/|[a-z]+:(?!,))/i, 'it is of this origin, and holds behind a prefix')
})

t.test('without script the page says what this is and shows the first call', async t => {
  const plain = /<body>\n<noscript>([\s\S]*)<\/noscript>\n<\/body>/.exec(html)?.[1] ?? ''
  t.match(plain, '<h1>')
  t.match(plain, 'curl -s')
  t.match(plain, 'href="docs"')
})

t.test('what is made once is found again, by whichever user runs the gateway', async t => {
  const kept = globSync('page-*', { cwd: CACHE }).filter(name => /^page-[0-9a-f]{16}$/.test(name))
  t.equal(kept.length, 1, 'those of other sources are gone')
  t.equal(statSync(join(CACHE, kept[0]!)).mode & 0o755, 0o755)
  const writtenAt = () => readdirSync(join(CACHE, kept[0]!)).map(name => statSync(join(CACHE, kept[0]!, name)).mtimeMs)
  const before = writtenAt()
  const again = pageBundles()
  t.same(writtenAt(), before, 'a start reads them and makes none')
  t.ok(
    Buffer.from(again['page.js'].plain).equals(
      (await service.call(`/${names.find(name => /page-.*js/.test(name))}`)).bytes,
    ),
  )
})

const FILE_BYTES_MAX = 1_500_000

t.test('the page as one file is small, loads nothing, and its policy names its script and style', async t => {
  const file = await service.call('/sis.html')
  t.equal(file.status, 200)
  t.ok(file.bytes.length <= FILE_BYTES_MAX, `${file.bytes.length} bytes`)
  const text = file.bytes.toString()
  const policy = /content-security-policy" content="([^"]*)"/.exec(text)![1]!
  const sumOf = (content: string): string => createHash('sha256').update(content).digest('base64')
  const [style, script] = [/<style>([\s\S]*?)<\/style>/, /<script type="module">([\s\S]*?)<\/script>/].map(
    each => each.exec(text)![1]!,
  )
  // the file's own script says how
  const packed = new Map<string, string>()
  for (const [, id, digits] of text.matchAll(/id="(\w+)">([^<]*)</g)) packed.set(id!, digits!)
  const scope = {
    ...{ Uint8Array, Math },
    document: { getElementById: (id: string) => ({ textContent: packed.get(id) }) },
  } as { packedBytes?: (id: string) => Uint8Array }
  runInNewContext(script!.slice(0, script!.indexOf('\ntry {')), scope)
  const unpacked = (id: string): string => gunzipSync(scope.packedBytes!(id)).toString()
  for (let length = 0; length < 40; length++) {
    const bytes = randomBytes(length).fill(length % 3 === 0 ? 0xff : 0x00, length >> 1)
    packed.set('any', inDigits(bytes))
    t.same([...scope.packedBytes!('any')], [...bytes], `${length} bytes`)
  }
  t.match(policy, `script-src 'sha256-${sumOf(script!)}' 'sha256-${sumOf(unpacked('page'))}' 'wasm-unsafe-eval'`)
  t.match(policy, `style-src 'sha256-${sumOf(style!)}'`)
  for (const rule of ["default-src 'none'", "connect-src 'none'", 'worker-src blob:']) t.match(policy, rule)
  t.notMatch(text.replace(/<script[\s\S]*/, ''), /(?:href|src)="(?!data:)/, 'nothing is loaded')
  t.notMatch(unpacked('engine'), /from ?"node:|require\("node:/, 'nothing of Node is left in the engine')
})

t.test('npm start lets the page have a key on embedded defaults alone, and never against the operator', async t => {
  const embedded = { host: '127.0.0.1', redisUrl: undefined, publicUrl: undefined, trustedProxyHops: 0 }
  t.same(pageTierHere({}, embedded), { PAGE_TIER: 'government' })
  t.same(pageTierHere({ PAGE_TIER: 'none' }, embedded), {})
  t.same(pageTierHere({}, { ...embedded, host: '0.0.0.0' }), {})
  t.same(pageTierHere({}, { ...embedded, redisUrl: 'redis://elsewhere' }), {})
  t.same(pageTierHere({}, { ...embedded, publicUrl: 'https://schedules.example.com' }), {})
  t.same(pageTierHere({}, { ...embedded, trustedProxyHops: 1 }), {})
})
