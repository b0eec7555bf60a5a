/** The walls of the house: who may import whom (ARCHITECTURE.md). Tests and benches may look into every room. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const root = fileURLToPath(new URL('../..', import.meta.url))
const ROOMS = ['shared', 'gateway', 'compute', 'loadtest', 'deploy']

/** Room -> what it may import beside itself: a room, or one file of it. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  gateway: ['shared', 'compute/worker/pool.ts'],
  compute: ['shared'],
  loadtest: ['shared'],
  deploy: ['shared'],
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*'(\.[^']+)'|import\('(\.[^']+)'\)|(?:^|\n)import\s*'(\.[^']+)'/g

const files = globSync(`{${ROOMS.join(',')}}/**/*.ts`, { cwd: root }).filter(
  file => !/(^|\/)(test|bench|node_modules)\//.test(file.split(sep).join('/')),
)

const arrows = files.flatMap(file => {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(IMPORT)].map(match => {
    const target = normalize(join(dirname(file), (match[1] ?? match[2] ?? match[3])!))
    return { file, target }
  })
})

t.test('no file imports from a room it has no arrow to', async t => {
  t.ok(arrows.length > 100, 'imports were found')
  for (const { file, target } of arrows) {
    const [room = ''] = file.split(sep)
    const [targetRoom = ''] = target.split(sep)
    if (room === targetRoom) continue
    const allowed = ARROWS[room]!.some(arrow => arrow === targetRoom || arrow === target)
    t.ok(allowed, `${file} imports ${target}`)
  }
})

t.test(
  'compute is pure: only the pool, the worker, the node and the deliverer touch threads, clocks or sockets',
  async t => {
    const IMPURE =
      /from 'node:(fs|net|http|https|dgram|child_process|worker_threads)'|\bDate\.now\(|\bnew Date\(\)|\bprocess\.env\b|Math\.random\(/
    for (const file of files.filter(name => name.startsWith(`compute${sep}`) && !/\b(node|webhooks)\b/.test(name))) {
      const found = IMPURE.exec(readFileSync(join(root, file), 'utf8'))
      t.notOk(found, `${file} uses ${found?.[0]}`)
    }
  },
)

t.test(
  'shared holds contracts: no clock, and no I/O but Redis, the store of objects and the start of a process',
  async t => {
    const IMPURE = /from 'node:(fs|net|http|child_process)'|\bDate\.now\(|\bprocess\.env\b|Math\.random\(/
    for (const file of files.filter(
      name => name.startsWith(`shared${sep}`) && !/\b(redis|objects|process)\b/.test(name),
    )) {
      const found = IMPURE.exec(readFileSync(join(root, file), 'utf8'))
      t.notOk(found, `${file} uses ${found?.[0]}`)
    }
  },
)
