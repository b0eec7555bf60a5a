/** What stands behind every npm command, on a machine whose Node and npm are not ours; npm itself is a stand-in here (test/reliability/newcomer.test.ts has the real ones). */
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A module that makes a Node tell another version of itself. */
const actingAs = (version: string): string =>
  `data:text/javascript,${encodeURIComponent(
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`,
  )}`

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
    'shared/process/quick-imports.mjs',
  ]) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    cpSync(join(root, path), join(folder, path))
  }
  const pinned = `node_modules/node-${process.platform}-${process.arch}/bin`
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
  t.equal(packages[`node_modules/node-${process.platform}-${process.arch}`].bin.node, 'bin/node')
})
