/** The pages of the methods as they are served: each of them, and each link and anchor of each. */

import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { analyses } from '../../../../shared/contract/analysis/analyses.ts'
import { METHOD_IDS } from '../../../../shared/contract/catalogue/catalogue.ts'
import {
  COMMON_PAGE_FILE,
  DELIVERABLES_PAGE,
  DELIVERABLES_PAGE_FILE,
  GUIDE_PATH,
  METHOD_PAGES_PATH,
  methodFile,
  methodName,
  methodPath,
} from '../../../../shared/contract/endpoint/method-pages.ts'
import { GUIDE_PAGE } from '../../../docs/method-pages/pages.ts'
import { elsewhere } from '../../helpers/elsewhere.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService(t, { TRUSTED_PROXY_HOPS: '1' })

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
const PATHS = [GUIDE_PATH, METHOD_PAGES_PATH, ...[...METHOD_IDS, DELIVERABLES_PAGE].map(methodPath)]
const call = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  service.call(path, { method, headers: { ...elsewhere(), ...headers } })

const bodies = new Map<string, Promise<string>>()
/** A page of this service, asked for once; every one answers 200. */
function htmlAt(path: string): Promise<string> {
  const known = bodies.get(path)
  if (known !== undefined) return known
  const body = call(path, BROWSER).then(({ status, bytes }) => {
    if (status !== 200) throw new Error(`${path} answers ${status}`)
    return bytes.toString()
  })
  bodies.set(path, body)
  return body
}

const idsOf = (html: string): Set<string> => new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(match => match[1]!))
const addressesOf = (html: string): string[] =>
  [...html.matchAll(/\s(?:href|src)="([^"]+)"/g)].map(match => match[1]!).filter(address => address !== 'data:,')

/** What is wrong with an address on a page. */
async function fault(page: string, address: string): Promise<string | undefined> {
  if (/^[a-z]+:/.test(address)) return address.startsWith('https://') ? undefined : 'no https address'
  if (address.startsWith('/')) return 'it would leave a path prefix'
  const { pathname, search, hash } = new URL(address, `${service.url}${page}`)
  const { status } = pathname.startsWith(METHOD_PAGES_PATH) ? { status: 200 } : await call(pathname + search)
  if (status !== 200) return `answers ${status}`
  if (hash === '') return undefined
  return idsOf(await htmlAt(pathname)).has(hash.slice(1)) ? undefined : 'no such heading'
}

t.test('every page is HTML for a browser, with its headings, tables and code as its file has them', async t => {
  const files = [GUIDE_PAGE.file, COMMON_PAGE_FILE, ...METHOD_IDS.map(methodFile), DELIVERABLES_PAGE_FILE]
  for (const [i, path] of PATHS.entries()) {
    const html = await htmlAt(path)
    const source = readFileSync(files[i]!, 'utf8')
    const prose = source.replace(/^```[\s\S]*?^```$/gm, '')
    const count = (pattern: RegExp, text: string): number => [...text.matchAll(pattern)].length
    t.equal(count(/<h[1-6] id="[^"]+">/g, html), count(/^#{1,6} /gm, prose), `${path}: headings`)
    t.equal(count(/<table>/g, html), count(/^ *\|(?: -+ \|)+$/gm, prose), `${path}: tables`)
    t.equal(count(/<pre>/g, html), count(/^```\S/gm, source), `${path}: blocks of code`)
    t.notMatch(html, /<script|<style|style=|\son\w+=|<!--|&lt;!--/, path)
    t.notMatch(
      html.replace(/<(pre|code)>[\s\S]*?<\/\1>/g, ''),
      /README\.md|\]\(|\*\*|^ *\|.*\|$/m,
      `${path}: nothing is left of Markdown`,
    )
  }
})

t.test('every link and anchor of every page leads to what is there', async t => {
  let count = 0
  for (const path of PATHS) {
    for (const address of addressesOf(await htmlAt(path))) {
      count++
      t.equal(await fault(path, address), undefined, `${path}: ${address}`)
    }
  }
  t.ok(count > 500, `${count} links`)
})

t.test('an anchor stands once on its page, and a check has its code', async t => {
  for (const path of PATHS) {
    const ids = [...(await htmlAt(path)).matchAll(/\sid="([^"]+)"/g)].map(match => match[1]!)
    t.equal(new Set(ids).size, ids.length, path)
  }
  t.ok(idsOf(await htmlAt(`${METHOD_PAGES_PATH}/score`)).has('hs01'))
})

t.test('every page leads to every other, and from the front page and the documentation to them', async t => {
  for (const path of PATHS) {
    const linked = new Set(
      addressesOf(await htmlAt(path)).map(address => new URL(address, `${service.url}${path}`).pathname),
    )
    for (const other of PATHS) if (other !== path) t.ok(linked.has(other), `${path} -> ${other}`)
  }
  for (const path of ['/', '/docs']) {
    const { bytes } = await call(path, BROWSER)
    t.ok(addressesOf(bytes.toString()).includes('docs/methods'), path)
  }
})

t.test('who does not ask for HTML gets Markdown, with links that hold', async t => {
  for (const path of PATHS) {
    const { status, headers, bytes } = await call(path)
    t.equal(status, 200)
    t.equal(headers['content-type'], 'text/markdown; charset=utf-8', path)
    const text = bytes.toString()
    t.match(text, /^# /)
    t.notMatch(text, /README\.md|<!--/, path)
    for (const [, address] of text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/\]\(([^)\s]+)\)/g)) {
      t.equal(await fault(path, address!), undefined, `${path}: ${address}`)
    }
  }
})

t.test('Accept decides between Markdown, HTML and plain text', async t => {
  for (const [accept, mediaType] of [
    ['*/*', 'text/markdown'],
    ['text/markdown', 'text/markdown'],
    ['text/plain', 'text/plain'],
    ['text/markdown, text/html;q=0.9', 'text/markdown'],
    ['text/html;q=0.5, text/markdown', 'text/markdown'],
    ['text/html', 'text/html'],
    ['application/json', 'text/markdown'],
    [BROWSER.accept, 'text/html'],
  ] as const) {
    const { headers } = await call(`${METHOD_PAGES_PATH}/cpm`, { accept })
    t.equal(headers['content-type'], `${mediaType}; charset=utf-8`, accept)
    t.equal(headers.vary, 'accept, accept-encoding')
  }
})

t.test('a page allows no script, comes compressed, to HEAD without its body, and not again to who has it', async t => {
  const path = `${METHOD_PAGES_PATH}/score`
  const { headers, bytes } = await call(path, BROWSER)
  t.match(headers['content-security-policy'], /^default-src 'none'; style-src 'self';.* frame-ancestors 'none'$/)
  t.equal(headers['cache-control'], 'no-cache')
  const packed = await call(path, { ...BROWSER, 'accept-encoding': 'gzip' })
  t.equal(packed.headers['content-encoding'], 'gzip')
  t.ok(gunzipSync(packed.bytes).equals(bytes))
  const head = await call(path, BROWSER, 'HEAD')
  t.equal(head.status, 200)
  t.equal(head.bytes.length, 0)
  t.equal(head.headers.etag, headers.etag)
  const again = await call(path, { ...BROWSER, 'if-none-match': String(headers.etag) })
  t.equal(again.status, 304)
  t.equal(again.bytes.length, 0)
  const markdown = await call(path)
  t.not(markdown.headers.etag, headers.etag, 'another form, another tag')
})

t.test('a name that no method has is 404 with the name that was meant, and no file is looked for', async t => {
  for (const [name, hint] of [
    ['dcma14point', `Did you mean ${METHOD_PAGES_PATH}/dcma-14-point?`],
    ['vaildate', `Did you mean ${METHOD_PAGES_PATH}/validate?`],
    ['nothing-like-it', `${METHOD_PAGES_PATH} lists the methods.`],
    ['README.md', `${METHOD_PAGES_PATH} lists the methods.`],
    ['__proto__', `${METHOD_PAGES_PATH} lists the methods.`],
    ['..%2f..%2fpackage.json', `${METHOD_PAGES_PATH} lists the methods.`],
    ['cpm%00', ''],
  ] as const) {
    const { status, json } = await call(`${METHOD_PAGES_PATH}/${name}`, BROWSER)
    t.equal(status, 404, name)
    t.equal(json.code, 'path_not_found', name)
    t.ok(json.detail.includes(hint), `${name}: ${json.detail}`)
  }
  t.equal((await call(`${METHOD_PAGES_PATH}/${methodName(METHOD_IDS[0]!)}`, {}, 'POST')).status, 405)
})

/** Paths of pages in a text, with their anchors. */
const citedIn = (text: string): string[] =>
  [...text.matchAll(new RegExp(`${METHOD_PAGES_PATH}[a-z0-9/#-]*`, 'g'))].map(([path]) => path)

const deadIn = async (paths: readonly string[]): Promise<string[]> => {
  const faults = await Promise.all(paths.map(async path => ({ path, fault: await fault('/', path.slice(1)) })))
  return faults.filter(({ fault }) => fault !== undefined).map(({ path }) => path)
}

interface Linked {
  readonly analysis: string
  readonly code?: string
  readonly source: string
  readonly method_url: string
}

t.test('every source and every link of the catalogue leads to a page that is served', async t => {
  const { json } = await call('/api/v1/catalogue')
  t.strictSame(await deadIn(citedIn(JSON.stringify(json))), [])
  for (const { analysis, code, source, method_url } of [...json.checks, ...json.methods] as Linked[]) {
    t.equal(method_url, code === undefined ? methodPath(analysis) : `${methodPath(analysis)}#${code.toLowerCase()}`)
    if (source.startsWith('definition of this service')) t.ok(source.includes(method_url), `${analysis} ${code}`)
  }
  t.strictSame(
    json.analyses,
    analyses.map(({ id }) => ({ analysis: id, method_url: methodPath(id) })),
  )
})

/** Every check that a result shows, wherever it stands in `data`. */
const checksOf = (value: unknown): Record<string, unknown>[] => {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(checksOf)
  return 'code' in value && 'population' in value ? [value as Record<string, unknown>, ...inner] : inner
}

t.test('every check of every result links to its place on the page of its method', async t => {
  const key = await service.key('government')
  const { json: catalogue } = await call('/api/v1/catalogue')
  for (const { id, path, example } of analyses) {
    const { status, json } = await service.call(path, { key, body: example, headers: elsewhere() })
    t.equal(status, 200, `${id}: ${json.detail}`)
    const checks = checksOf(json.data)
    const known = new Map(
      (catalogue.checks as Linked[])
        .filter(({ analysis }) => analysis === id)
        .map(({ code, method_url }) => [code, method_url]),
    )
    for (const { code, method_url } of checks) t.equal(method_url, known.get(String(code)), `${id} ${code}`)
    // the checks of health.checks are those of the catalogues
    if (id !== 'health.checks') t.equal(checks.length > 0, known.size > 0, id)
  }
})

t.test('every operation of an analysis has its page in the description', async t => {
  const { json } = await call('/openapi.json')
  t.equal(json.externalDocs.url, METHOD_PAGES_PATH.slice(1))
  for (const { id, path } of analyses)
    for (const each of [path, `${path}/async`])
      t.equal(`/${json.paths[each].post.externalDocs.url}`, methodPath(id), each)
})
