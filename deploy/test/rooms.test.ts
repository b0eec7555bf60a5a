/** The walls of the house: who may import whom (ARCHITECTURE.md). Tests and benches may look into every room. */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const root = fileURLToPath(new URL('../..', import.meta.url))
const TOP = ['shared', 'gateway', 'compute', 'loadtest', 'deploy']

const SHARED = ['shared/contract', 'shared/platform']

/** Room -> what it may import beside itself: a room, or one file of it. The most exact name of a room counts. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  'shared/contract': [],
  'shared/platform': ['shared/contract'],
  gateway: [...SHARED, 'compute/worker/pool.ts'],
  'compute/engine': ['shared/contract'],
  'compute/agent': ['shared/contract', 'compute/engine'],
  'compute/worker': [...SHARED, 'compute/engine', 'compute/agent'],
  'compute/node': [...SHARED, 'compute/engine'],
  'compute/deliverer': SHARED,
  'compute/agreement': ['shared/contract', 'compute/engine'],
  'compute/library': ['shared/contract', 'compute/engine'],
  'compute/cli': ['shared/contract', 'compute/engine', 'compute/library'],
  loadtest: SHARED,
  deploy: SHARED,
}

const IMPORT =
  /(?:^|\n)\s*(import|export)\s([^'"]*?)from\s*'(\.[^']+)'|import\([^'")]*'(\.[^']+)'\)|(?:^|\n)import\s*'(\.[^']+)'/g

const files = globSync(`{${TOP.join(',')}}/**/*.ts`, { cwd: root })
  .map(file => file.split(sep).join('/'))
  .filter(file => !/(^|\/)(test|bench|node_modules)\//.test(file))

const arrows = files.flatMap(file => {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(IMPORT)].map(([, , names, from, called, alone]) => ({
    file,
    target: normalize(join(dirname(file), (from ?? called ?? alone)!)),
    isOfTypes: names?.startsWith('type ') === true,
  }))
})

const rooms = Object.keys(ARROWS).sort((a, b) => b.length - a.length)
const roomOf = (file: string): string | undefined => rooms.find(room => file.startsWith(`${room}/`))

t.test('every file lies in a room', async t => {
  for (const file of files) t.ok(roomOf(file), file)
})

t.test('no file imports from a room it has no arrow to', async t => {
  t.ok(arrows.length > 3_000, 'imports were found')
  for (const { file, target } of arrows) {
    const [room, targetRoom] = [roomOf(file)!, roomOf(target)]
    if (room === targetRoom) continue
    const allowed = ARROWS[room]!.some(arrow => arrow === targetRoom || arrow === target)
    t.ok(allowed, `${file} imports ${target}`)
  }
})

/** A line for each room, the ground floor last: what its files import. */
function picture(): string[] {
  const targets = new Map(rooms.map(room => [room, new Set<string>()]))
  for (const { file, target } of arrows) {
    const [room, targetRoom] = [roomOf(file)!, roomOf(target)!]
    if (room !== targetRoom)
      targets.get(room)!.add(room === 'gateway' && targetRoom === 'compute/worker' ? target : targetRoom)
  }
  const below = (room: string): number =>
    Math.max(0, ...[...targets.get(room)!].map(target => 1 + below(roomOf(target) ?? roomOf(`${target}/`)!)))
  const width = Math.max(...rooms.map(room => room.length))
  return [...rooms]
    .sort((a, b) => below(b) - below(a) || (a < b ? -1 : 1))
    .map(room =>
      `${room.padEnd(width)}  ${targets.get(room)!.size === 0 ? '' : '->  '}${[...targets.get(room)!].sort().join(', ')}`.trimEnd(),
    )
}

t.test('the picture of ARCHITECTURE.md is drawn from the imports', async t => {
  const page = join(root, 'ARCHITECTURE.md')
  const drawn = (text: string): string =>
    text.replace(/(?<=\n## Rooms\n\n```\n)[\s\S]*?(?=\n```)/, picture().join('\n'))
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(page, drawn(readFileSync(page, 'utf8')))
  const text = readFileSync(page, 'utf8')
  t.equal(text, drawn(text), 'run this file with UPDATE_GOLDEN=1')
  t.match(text, /gateway +-> {2}compute\/worker\/pool\.ts/)
})

/** The floors of the gateway from the ground up: a folder imports only what stands before it, types included. What lies in no folder stands above all. */
const FLOORS = [
  'call',
  'store',
  'limits',
  'identity',
  'jobs',
  'schedules',
  'webhooks',
  'billing',
  'mcp',
  'openapi',
  'docs',
  'page',
  'front',
  'sandbox',
].concat(['service', 'metrics', 'admin', 'pipeline'])

t.test('no import of the gateway leads up', async t => {
  const floorOf = (file: string): number => {
    const [room, folder, inner] = file.split('/')
    if (room !== 'gateway' || folder === 'clients' || folder === 'test') return -1
    return inner === undefined ? FLOORS.length : FLOORS.indexOf(folder!)
  }
  const inside = arrows.filter(({ file, target }) => floorOf(file) >= 0 && target.startsWith('gateway/'))
  t.ok(inside.length > 400, 'imports were found')
  for (const { file, target } of inside) t.ok(floorOf(target) <= floorOf(file), `${file} imports ${target}`)
  const unknown = files.filter(file => /^gateway\/(?!clients\/)[^/]+\//.test(file) && floorOf(file) < 0)
  t.same(unknown, [], 'every folder has its floor')
})

/** A folder of a room with all that is below it; each analysis is one. loadtest and deploy are one each. */
const folderOf = (file: string): string =>
  /^(?:(?:compute\/engine|shared\/contract)\/analysis\/[^/]+|(?:compute\/engine|shared\/contract|shared\/platform)\/[^/]+|(?:deploy|loadtest)|[^/]+\/[^/]+)(?=\/)/.exec(
    file,
  )?.[0] ?? dirname(file)

/** Folders that import each other, as one line each; none = the folders have an order from the ground up. */
function cyclesOf(edges: readonly { readonly file: string; readonly target: string }[]): string[] {
  const targets = new Map<string, Map<string, string>>()
  for (const { file, target } of edges) {
    const [from, to] = [folderOf(file), folderOf(target)]
    if (from === to) continue
    const ways = targets.get(from) ?? new Map<string, string>()
    targets.set(from, ways.set(to, `${file} imports ${target}`))
  }
  const done = new Set<string>()
  const found: string[] = []
  const visit = (folder: string, way: readonly string[]): void => {
    const at = way.indexOf(folder)
    if (at >= 0) {
      const cycle = [...way.slice(at), folder]
      found.push(cycle.map((each, i) => targets.get(each)?.get(cycle[i + 1] ?? '')).join('; '))
    }
    if (at >= 0 || done.has(folder)) return
    for (const next of targets.get(folder)?.keys() ?? []) visit(next, [...way, folder])
    done.add(folder)
  }
  for (const folder of targets.keys()) visit(folder, [])
  return found
}

t.test('folders do not import each other in a circle', async t => {
  t.same(cyclesOf(arrows.filter(({ isOfTypes }) => !isOfTypes)), [], 'what runs')
  const isOfEngine = ({ file }: { readonly file: string }) => /^(compute|shared|loadtest|deploy)\//.test(file)
  t.same(
    cyclesOf(arrows.filter(isOfEngine)),
    [],
    'types too, but in the gateway: gateway.ts names what its folders hand out',
  )
  const circle = [
    { file: 'compute/engine/a/x.ts', target: 'compute/engine/b/y.ts' },
    { file: 'compute/engine/b/y.ts', target: 'compute/engine/analysis/c/z.ts' },
    { file: 'compute/engine/analysis/c/z.ts', target: 'compute/engine/a/w.ts' },
  ]
  t.equal(cyclesOf(circle).length, 1, 'a circle is seen')
})

const IMPURE =
  /from 'node:(fs|net|http|https|dgram|child_process|worker_threads)'|\bDate\.now\(|\bnew Date\(\)|\bprocess\.env\b|Math\.random\(/

t.test('the engine is pure: no I/O, no clock, no process, no chance', async t => {
  const engine = files.filter(file => file.startsWith('compute/engine/'))
  t.ok(engine.length > 200)
  for (const file of engine) {
    const found = IMPURE.exec(readFileSync(join(root, file), 'utf8'))
    t.notOk(found, `${file} uses ${found?.[0]}`)
  }
})

t.test('the contract is pure; of the platform only Redis, the store of objects and processes do I/O', async t => {
  const IMPURE_CONTRACT = /from 'node:(fs|net|http|child_process)'|\bDate\.now\(|\bprocess\.env\b|Math\.random\(/
  const pure = /^shared\/(contract|platform\/(?!.*\b(redis|objects|process)\b))/
  for (const file of files.filter(name => pure.test(name))) {
    const found = IMPURE_CONTRACT.exec(readFileSync(join(root, file), 'utf8'))
    t.notOk(found, `${file} uses ${found?.[0]}`)
  }
})
