/** What the process of a node loads before its settings say that it needs it: each of these takes tens of megabytes. */
import { spawnSync } from 'node:child_process'
import t from 'tap'

const LOOK = `
import { createRequire } from 'node:module'
await import(${JSON.stringify(new URL('../../node/run-node.ts', import.meta.url).href)})
const loaded = Object.keys(createRequire(import.meta.url).cache)
const packages = loaded.map(file => file.split('/node_modules/').at(-1).match(/^(@[^/]+\\/)?[^/]+/)[0])
console.log([...new Set(packages)].join(' '))
`

t.test('a node loads no HTTP client and no tracing before it needs them', async t => {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', LOOK], {
    // without the packages that quick-imports.mjs bundles, which hide what is loaded
    env: { ...process.env, NODE_OPTIONS: '' },
    encoding: 'utf8',
  })
  t.equal(status, 0, stderr)
  const packages = stdout.trim().split(' ')
  t.ok(packages.includes('ioredis'), 'what is loaded can be seen')
  t.same(
    packages.filter(name => /^(undici|@opentelemetry.(sdk|exporter).*)$/.test(name)),
    [],
  )
})
