import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { analyses } from '../../../../shared/contract/analysis/analyses.ts'
import { CHAPTER_SLUGS } from '../../../../shared/contract/endpoint/chapters.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService(t)

t.test('the description comes plain or as gzip, and not again when the caller has it', async t => {
  const plain = await service.call('/openapi.json')
  t.equal(plain.json.openapi.slice(0, 3), '3.1')
  const packed = await service.call('/openapi.json', { headers: { 'accept-encoding': 'gzip' } })
  t.equal(packed.headers['content-encoding'], 'gzip')
  t.ok(gunzipSync(packed.bytes).equals(plain.bytes))
  const again = await service.call('/openapi.json', { headers: { 'if-none-match': String(plain.headers.etag) } })
  t.equal(again.status, 304)
  t.equal(again.bytes.length, 0)
})

t.test('a tag that a proxy made weak, or one of several, is known as well', async t => {
  const { etag } = (await service.call('/openapi.json')).headers
  for (const known of [`W/${etag}`, `"other", W/${etag}`, '*'])
    t.equal((await service.call('/openapi.json', { headers: { 'if-none-match': known } })).status, 304, known)
  for (const other of ['"other"', `x${etag}`])
    t.equal((await service.call('/openapi.json', { headers: { 'if-none-match': other } })).status, 200, other)
})

t.test(
  'each chapter is a document of its own with what its operations refer to, and together they are the whole',
  async t => {
    const whole = (await service.call('/openapi.json')).json
    const operations = (document: typeof whole): string[] =>
      Object.entries(document.paths).flatMap(([path, item]) =>
        Object.keys(item as object).map(each => `${each} ${path}`),
      )
    const found: string[] = []
    for (const slug of CHAPTER_SLUGS) {
      const { status, json, bytes } = await service.call(`/openapi.json?chapter=${slug}`)
      t.equal(status, 200, slug)
      found.push(...operations(json))
      const text = bytes.toString()
      for (const [, kind, name] of text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g))
        if (json.components[kind!]?.[name!] === undefined) t.fail(`${slug} lacks ${kind} ${name}`)
    }
    t.same(found.sort(), operations(whole).sort())
    const wrong = await service.call('/openapi.json?chapter=nothing')
    t.equal(wrong.status, 422)
    t.match(wrong.bytes.toString(), /chapter.*sign-in-and-keys/s)
  },
)

t.test('every endpoint has a page with its call, its members and its replies, which the list leads to', async t => {
  const listed = (await service.call('/docs/reference.html')).bytes.toString()
  const names = [...listed.matchAll(/href="([\w.-]+\.html)"/g)].map(match => match[1]!)
  const paths = Object.values((await service.call('/openapi.json')).json.paths) as object[]
  const ids = paths
    .flatMap(item => Object.values(item))
    .filter(({ deprecated, operationId }) => !deprecated && operationId)
  t.same(names.filter(name => name !== 'reference.html').sort(), ids.map(each => `${each.operationId}.html`).sort())
  for (const name of names) {
    const { status, bytes, headers } = await service.call(`/docs/${name}`)
    t.equal(status, 200, name)
    t.equal(headers['content-type'], 'text/html; charset=utf-8')
    t.notMatch(bytes.toString(), /undefined|\[object|<script/, name)
    const [, call = ''] = /<h2>A call<\/h2><pre><code>(.*?)<\/code>/s.exec(bytes.toString()) ?? []
    if (bytes.toString().includes('<h2>Body</h2>')) t.match(call, / -(?:d|F) /, `${name}: the call sends its body`)
    if (call.includes('@request.json')) t.match(call, /footbridge\?analysis=.* -o request.json\n/, name)
  }
  const cpm = (await service.call('/docs/analysis.cpm.html')).bytes.toString()
  t.match(cpm, /POST \/api\/v1\/analysis\/cpm.*curl -s -X POST &quot;\$URL\/api.*<code>tasks<\/code>.*<td>422<\/td>/s)
  t.equal((await service.call('/docs/nothing.html')).status, 404)
})

t.test('the text for language models names every tool and leads to paths that answer', async t => {
  const answer = await service.call('/llms.txt')
  t.equal(answer.headers['content-type'], 'text/plain; charset=utf-8')
  const text = answer.bytes.toString()
  t.match(text, /^# .+\n\n> /)
  for (const { tool } of analyses) t.ok(text.includes(`[${tool}]`), tool)
  const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm)].map(match => match[1]!)
  t.ok(links.length > analyses.length)
  for (const link of links) t.not((await service.call(link)).status, 404, link)
  const again = await service.call('/llms.txt', { headers: { 'if-none-match': String(answer.headers.etag) } })
  t.equal(again.status, 304)
})

t.test('the skill file has a head, names every tool and paths that are served, and comes once', async t => {
  const answer = await service.call('/skills')
  t.equal(answer.headers['content-type'], 'text/markdown; charset=utf-8')
  const text = answer.bytes.toString()
  t.match(text, /^---\nname: [a-z-]+\ndescription: .{50,1024}\n---\n/)
  const named = new Set(text.match(/\b(?:health|analysis|forensics)_[a-z0-9_]+/g))
  t.same([...named].sort(), analyses.map(({ tool }) => tool).sort())
  for (const [path] of text.matchAll(/(?<=[` ])\/api\/[a-z0-9/]+/g))
    t.not((await service.call(path.replace(/\/$/, ''))).status, 404, path)
  const again = await service.call('/skills', { headers: { 'if-none-match': String(answer.headers.etag) } })
  t.equal(again.status, 304)
})

t.test('without an identity provider a 401 leads to no sign-in, and none is described', async t => {
  const refused = await service.call('/api/v1/account/tier')
  t.equal(refused.headers['www-authenticate'], 'Bearer, ApiKey header="x-api-key"')
  for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
    const { status, json } = await service.call(path)
    t.equal(status, 404)
    t.equal(json.code, 'resource_undescribed')
    t.match(json.detail, 'OIDC_ISSUER')
  }
})

t.test('every file the page names is served, and no other', async t => {
  const page = await service.call('/docs')
  t.match(page.headers['content-security-policy'], /default-src 'none'/)
  const names = [...page.bytes.toString().matchAll(/(?:src|href)="(docs\/[^"]+)"/g)].map(match => match[1]!)
  t.ok(names.length >= 3)
  for (const name of names) t.equal((await service.call(`/${name}`)).status, 200, name)
  t.equal((await service.call('/docs/package.json')).status, 404)
})
