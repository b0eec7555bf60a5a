/**
 * What a process or a thread loads at its start, by package and by file: each of them is compiled and kept in memory by every process and thread, of
 * which a small machine has ten. Whoever needs one more at once adds it here.
 */
import { readFileSync } from 'node:fs'
import t from 'tap'

interface Output {
  readonly entryPoint?: string
  readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>>
  readonly imports: readonly { readonly path: string; readonly kind: string; readonly external?: boolean }[]
}

const folder = process.env.QUICK_BUNDLES!
const { outputs } = JSON.parse(readFileSync(`${folder}/meta.json`, 'utf8')) as { outputs: Record<string, Output> }

/** Files and packages that an entry loads before it runs. */
function loadedBy(entry: string) {
  const files = new Set<string>()
  const packages = new Set<string>()
  const seen = new Set<string>()
  const visit = (name: string): void => {
    if (seen.has(name)) return
    seen.add(name)
    for (const input of Object.keys(outputs[name]!.inputs)) {
      // sources by their names in the folder that was built, packages by their way there
      const foreign = /^(?:\.\.\/)+(?:.*node_modules\/)?((?:@[^/]+\/)?[^/]+)\//.exec(input)
      if (foreign) packages.add(foreign[1]!)
      else files.add(input)
    }
    for (const { path, kind, external } of outputs[name]!.imports) {
      if (kind === 'dynamic-import' || path.startsWith('node:')) continue
      if (external !== true) visit(path)
      else if (kind === 'import-statement') packages.add(path)
    }
  }
  visit(Object.keys(outputs).find(name => outputs[name]!.entryPoint === entry)!)
  return { files: [...files], packages: [...packages].sort() }
}

const LOG = [
  '@pinojs/redact',
  'atomic-sleep',
  'on-exit-leak-free',
  'pino',
  'pino-std-serializers',
  'quick-format-unescaped',
].concat(['safe-stable-stringify', 'sonic-boom', 'thread-stream'])
const METRICS = ['@opentelemetry/api', 'bintrees', 'prom-client', 'tdigest']
const REDIS = [
  '@ioredis/commands',
  'cluster-key-slot',
  'debug',
  'denque',
  'has-flag',
  'ioredis',
  'ms',
  'redis-errors',
].concat(['standard-as-callback', 'supports-color'])
const OBJECTS = ['aws4fetch']
const PROCESS = [...LOG, ...METRICS, ...REDIS, ...OBJECTS]

/** What an entry may load, and where most of its files lie. */
const STARTS = [
  {
    entry: 'gateway/main.ts',
    packages: [...PROCESS, 'jose', 'msgpackr', 'piscina', 'typebox'],
    not: /^compute\/(engine|agent|node|cli)\/|^gateway\/(openapi|admin)\/|\/html\.ts$/,
    filesMax: 560,
  },
  { entry: 'compute/node/main.ts', packages: PROCESS, not: /^(compute\/engine|gateway)\//, filesMax: 160 },
  { entry: 'compute/deliverer/main.ts', packages: PROCESS, not: /^(compute\/engine|gateway)\//, filesMax: 150 },
  {
    entry: 'compute/worker/worker.ts',
    packages: ['msgpackr', 'typebox'],
    not: /^gateway\/|^shared\/(redis|process\/(?!give-back|inline-watch|processor-time))/,
    filesMax: 1_073,
  },
  { entry: 'compute/node/job-worker.ts', packages: ['typebox'], not: /^(gateway|compute\/agent)\//, filesMax: 75 },
  {
    entry: 'compute/node/suspect-process.ts',
    packages: [],
    not: /^(gateway|compute\/engine|shared\/(redis|process))\//,
    filesMax: 30,
  },
  { entry: 'deploy/start.ts', packages: [], not: /^(gateway|compute)\//, filesMax: 60 },
]

for (const { entry, packages, not, filesMax } of STARTS) {
  t.test(`${entry} loads what it needs at once, and the rest with the first call for it`, async t => {
    const loaded = loadedBy(entry)
    t.ok(loaded.files.includes(entry), 'what is loaded can be seen')
    t.same(loaded.packages, [...packages].sort())
    t.same(
      loaded.files.filter(file => not.test(file)),
      [],
    )
    t.ok(loaded.files.length <= filesMax, `${loaded.files.length} files`)
  })
}
