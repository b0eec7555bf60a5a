/** The tables of capacity.md. `npm run readme` writes them there, and a test holds that they are those of the figures. */
import { demandOf, JOBS_PER_SECOND, limitsOf, MIX, mixOf, PEAK_PER_SECOND } from './demand.ts'
import { type Measured, measured, type SizeFigures } from './measured.ts'

type Row = readonly string[]
type Table = (head: Row, rows: readonly Row[]) => string

/** Three digits that count. */
export function figure(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return '-'
  const rounded = value >= 100 ? Math.round(value) : Number(value.toPrecision(value < 10 ? 2 : 3))
  return rounded.toLocaleString('en-US', { maximumFractionDigits: 4 })
}

const now = measured('now')
const before = measured('before')
const sizes = now.costs.sizes.map(({ tasks }) => tasks)
const sizeNames = sizes.map(tasks => `${figure(tasks)} tasks`)

const both = (of: (from: Required<Measured>) => number | null): [string, string] => [
  figure(of(before)),
  figure(of(now)),
]

const oneJob: readonly (readonly [string, (size: SizeFigures) => number])[] = [
  ['body as sent, KB', size => size.bodyKilobytes],
  ['answer, KB', size => size.answerKilobytes],
  ['gateway, main thread, ms', size => size.gatewayMainMs],
  ['gateway, worker threads, ms', size => size.gatewayWorkersMs],
  ['node, main thread, ms', size => size.nodeMainMs],
  ['node, job threads, ms', size => size.nodeThreadsMs],
  ['Redis, ms', size => size.redisMs],
  ['Redis, scripts', size => size.redisScripts],
  ['Redis, commands, those in scripts too', size => size.redisCommands],
  ['Redis, memory while it waits, KB', size => size.redisQueuedKilobytes],
  ['Redis, memory when it is done, KB', size => size.redisDoneKilobytes],
  ['Redis, appended to its file, KB', size => size.appendedKilobytes],
  ['objects written', size => size.objects],
  ['frame as an object, KB', size => size.frameObjectKilobytes],
  ['result as an object, KB', size => size.resultObjectKilobytes],
  ['log, KB', size => size.logKilobytes],
]

const demands: readonly (readonly [string, keyof ReturnType<typeof demandOf>])[] = [
  ['cores of gateways', 'gatewayCores'],
  ['cores of nodes', 'nodeCores'],
  ['threads of redis-servers', 'redisThreads'],
  ['memory of Redis, GB', 'redisGigabytes'],
  ['appended by Redis, MB/s', 'appendedMegabytesPerSecond'],
  ['scripts of Redis a second', 'scriptsPerSecond'],
  ['objects written a second', 'objectsPerSecond'],
  ['objects written, MB/s', 'objectMegabytesPerSecond'],
  ['objects kept, GB', 'objectGigabytes'],
  ['bodies received, MB/s', 'receivedMegabytesPerSecond'],
  ['answers sent, MB/s', 'sentMegabytesPerSecond'],
  ['log, GB a day', 'logGigabytesPerDay'],
]

const at = (from: Required<Measured>, tasks: number): SizeFigures =>
  from.costs.sizes.find(size => size.tasks === tasks)!

const partLine = ({ machine, release }: { readonly machine: string; readonly release: string }): string =>
  `${machine.replace(/, load/, ', load of the minute before')}, commit ${release}`

export const CAPACITY_TABLES: Readonly<Record<string, (table: Table) => string>> = {
  'measured-on': table =>
    table(
      ['figures', 'before', 'now'],
      (['costs', 'callbacks', 'shares'] as const).map(part => [
        { costs: 'one job', callbacks: 'callbacks', shares: 'accounts' }[part],
        partLine(before[part]),
        partLine(now[part]),
      ]),
    ),
  'one-job': table =>
    table(
      ['of one job, before / now', ...sizeNames],
      oneJob.map(([name, of]) => [name, ...sizes.map(tasks => both(from => of(at(from, tasks))).join(' / '))]),
    ),
  'one-callback': table =>
    table(
      ['of one deliverer, with callbacks that wait and receivers that answer at once', 'before', 'now'],
      [
        ['callbacks a second', ...both(({ callbacks }) => callbacks.perSecond)],
        ['deliverer, ms of each', ...both(({ callbacks }) => callbacks.delivererMs)],
        ['Redis, ms of each', ...both(({ callbacks }) => callbacks.redisMs)],
        ['appended by Redis, KB of each', ...both(({ callbacks }) => callbacks.appendedKilobytes)],
      ],
    ),
  accounts: table =>
    table(
      ['accounts with jobs waiting', 'jobs/s before', 'now', 'government waits p95 ms before', 'now'],
      now.shares.byAccounts.map(({ accounts }) => {
        const of = (from: Required<Measured>) => from.shares.byAccounts.find(one => one.accounts === accounts)
        return [
          String(accounts),
          ...both(from => of(from)?.jobsPerSecond ?? null),
          ...both(from => of(from)?.governmentWaitP95Ms ?? null),
        ]
      }),
    ),
  'ten-million': table =>
    table(
      [`${figure(JOBS_PER_SECOND)} jobs/s, at the peak ${figure(PEAK_PER_SECOND)}; before / now`, ...sizeNames, 'mix'],
      demands.map(([name, field]) => [
        name,
        ...sizes.map(tasks => both(from => demandOf(at(from, tasks))[field]).join(' / ')),
        both(from => demandOf(mixOf(from.costs))[field]).join(' / '),
      ]),
    ),
  mix: table =>
    table(
      ['tasks', 'of all jobs, %'],
      Object.entries(MIX).map(([tasks, share]) => [figure(Number(tasks)), figure(100 * share)]),
    ),
  limits: table => {
    const earlier = limitsOf(before.costs, before.callbacks)
    return table(
      [
        'what is reached',
        'one carries, jobs/s, before / now',
        'needed for 10 million a day, before / now',
        'more of it by',
        'alert',
      ],
      limitsOf(now.costs, now.callbacks).map(limit => {
        const was = earlier.find(({ what }) => what === limit.what)!
        return [
          limit.what,
          `${figure(was.jobsPerSecond)} / ${figure(limit.jobsPerSecond)}`,
          `${figure(was.needed)} / ${figure(limit.needed)}`,
          limit.grow,
          limit.alerts.join(', '),
        ]
      }),
    )
  },
  disk: table =>
    table(
      ['disk of Redis', 'figure'],
      [
        ['appends of 4 KB that the disk kept a second', figure(now.costs.fsyncsPerSecond)],
        ['scripts of one job of the mix', figure(mixOf(now.costs).redisScripts)],
        [
          'jobs/s when each script waits for the disk alone',
          figure(now.costs.fsyncsPerSecond / mixOf(now.costs).redisScripts),
        ],
      ],
    ),
}
