/** The images of others: named in one place, written from there, and their digests asked of a registry (a stand-in of this test: none can be reached). */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { readImages, reference, written } from '../images/places.ts'
import { digestOf, placeOf } from '../images/registry.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

t.test('Dockerfile, compose.yaml and the kustomization have what images.json says', t => {
  for (const [path, text] of written(readImages(), read)) t.equal(read(path), text, `run \`npm run images\`: ${path}`)
  t.end()
})

t.test('no other file of deploy names an image with a tag or digest', t => {
  const names = Object.values(readImages()).map(({ name }) => name)
  const known = new Set(written(readImages(), read).keys())
  for (const path of globSync('deploy/**/*.{yaml,yml}', { cwd: root })) {
    if (/node_modules|\/test\//.test(path)) continue
    for (const [line, image] of read(path).matchAll(/^ +image: (\S+)$/gm))
      if (!image!.startsWith('${'))
        t.ok([...names, 'schedule-intelligence-service'].includes(image!), `${path}:${line}`)
  }
  for (const [, image] of read('deploy/Dockerfile').matchAll(/^FROM (\S+)/gm)) t.match(image, /^\$\{NODE_IMAGE\}$/)
  t.ok(known.has('deploy/Dockerfile'))
  t.end()
})

t.test('a reference has its digest behind the tag, and a kustomization the digest alone', t => {
  const digest = `sha256:${'a'.repeat(64)}`
  const image = { name: 'redis', tag: '7.2-bookworm', digest }
  t.equal(reference(image), `redis:7.2-bookworm@${digest}`)
  const texts = written({ ...readImages(), redis: image }, read)
  t.match(texts.get('deploy/compose.yaml'), `image: \${REDIS_IMAGE:-redis:7.2-bookworm@${digest}}\n`)
  t.match(
    texts.get('deploy/kubernetes/base/kustomization.yaml'),
    `    newName: redis\n    digest: ${digest} # 7.2-bookworm\n`,
  )
  const again = written(readImages(), path => texts.get(path)!)
  for (const [path, text] of again) t.equal(text, read(path), 'and back')
  t.end()
})

t.test('names lead to their registry', t => {
  t.same(placeOf('redis'), { registry: 'https://registry-1.docker.io', repository: 'library/redis' })
  t.same(placeOf('valkey/valkey'), { registry: 'https://registry-1.docker.io', repository: 'valkey/valkey' })
  t.same(placeOf('registry.example:5000/a/b'), { registry: 'https://registry.example:5000', repository: 'a/b' })
  t.end()
})

t.test('--pin asks the registry, with a token where it wants one, and writes what it says', async t => {
  const digests: Record<string, string> = {
    '/v2/library/redis/manifests/7.2-bookworm': `sha256:${'1'.repeat(64)}`,
    [`/v2/library/node/manifests/${readImages().node.tag}`]: `sha256:${'2'.repeat(64)}`,
  }
  const server = createServer((request, response) => {
    const { url = '', headers } = request
    if (url.startsWith('/token')) {
      const { searchParams } = new URL(url, 'http://x')
      return response.end(JSON.stringify({ token: `${searchParams.get('service')} ${searchParams.get('scope')}` }))
    }
    const [, repository] = /^\/v2\/(.+)\/manifests\//.exec(url)!
    const scope = `repository:${repository}:pull`
    if (headers.authorization !== `Bearer stand-in ${scope}`)
      return response
        .writeHead(401, { 'www-authenticate': `Bearer realm="${base}/token",service="stand-in",scope="${scope}"` })
        .end()
    if (!/image\.index/.test(String(headers.accept)) || digests[url] === undefined) return response.writeHead(404).end()
    return response.writeHead(200, { 'docker-content-digest': digests[url] }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  t.equal(await digestOf('redis', '7.2-bookworm', base), `sha256:${'1'.repeat(64)}`)
  await t.rejects(digestOf('redis', 'no-such-tag', base), /the registry answered 404 and no digest/)

  // the command itself, on a copy
  const copy = t.testdir({})
  const sources = [
    'package.json',
    'deploy/images.ts',
    'deploy/images',
    'deploy/terminal.ts',
    'shared/contract/tiers.ts',
    'shared/contract/bytes/bytes.ts',
  ]
  for (const path of [...sources, ...written(readImages(), read).keys()]) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(root, path), join(copy, path), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const run = async (...words: string[]) => {
    const child = spawn(process.execPath, ['deploy/images.ts', ...words], { cwd: copy })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
    const [status] = await once(child, 'close')
    return { status, output }
  }
  const pinned = await run('--pin', '--mirror', base)
  t.equal(pinned.status, 0, pinned.output)
  t.match(readFileSync(join(copy, 'deploy/Dockerfile'), 'utf8'), `bookworm-slim@sha256:${'2'.repeat(64)}\n`)
  t.match(readFileSync(join(copy, 'deploy/images/images.json'), 'utf8'), `"digest": "sha256:${'1'.repeat(64)}"`)
  const before = readFileSync(join(copy, 'deploy/images/images.json'), 'utf8')
  const lost = await run('--pin', '--mirror', 'http://127.0.0.1:9')
  t.equal(lost.status, 1)
  t.match(lost.output, /^Nothing was changed: /)
  t.equal(readFileSync(join(copy, 'deploy/images/images.json'), 'utf8'), before)
  t.equal((await run('--nonsense')).status, 2)
})
