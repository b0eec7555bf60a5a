/** Ids and links as the scanner finds them, against the reader in TypeScript: whom a link names may be known only at the end of the list. */
import t from 'tap'
import { ChangeTrackingRequest } from '../../../../shared/contract/analysis/change-tracking/request.ts'
import { CpmRequest } from '../../../../shared/contract/analysis/cpm/request.ts'
import { HealthScoreRequest } from '../../../../shared/contract/analysis/score/request.ts'
import { ValidateRequest } from '../../../../shared/contract/analysis/validate/request.ts'
import { LinkRecords } from '../../../engine/read/link-records.ts'
import { NO_LIMITS, type ReadRow, readRequest } from '../../../engine/read/read-request.ts'
import { ScannerIds } from '../../../engine/read/scanner-ids.ts'
import { WINDOW_BYTES } from '../../../engine/read/task-scanner.ts'
import { between, pick, type Random, random } from '../../helpers/random.ts'
import { difference } from './scanner-differences.ts'

const SEED = Number(process.env.SEED ?? 20261125)
const BODIES = Number(process.env.BODIES ?? 500)
const STRICT = { request: CpmRequest, input: 'strict' } as const
const ROWS = [
  STRICT,
  { request: HealthScoreRequest, input: 'tolerant' },
  { request: ValidateRequest, input: 'open' },
] as const

interface Task {
  readonly id: unknown
  readonly [member: string]: unknown
}

const bodyOf = (tasks: readonly Task[]): Uint8Array => Buffer.from(JSON.stringify({ tasks }))

/** Whether all links of the list of a body are the scanner's. */
function isWhole(body: Uint8Array): boolean {
  let whole = false
  const { finish } = LinkRecords.prototype
  LinkRecords.prototype.finish = function (...values) {
    finish.apply(this, values)
    whole = this.isWhole
  }
  try {
    readRequest(STRICT, body, 'application/json', NO_LIMITS)
  } finally {
    LinkRecords.prototype.finish = finish
  }
  return whole
}

/** The rows of links that a body gives: [predecessor, type, lag]. */
function linksOf(body: Uint8Array): (readonly [number, number, number])[] {
  const read = readRequest(STRICT, body, 'application/json', NO_LIMITS)
  if ('code' in read) throw new Error(read.code)
  const { task, type, lagDays } = [...read.schedules.values()][0]!.links
  return Array.from(task, (each, k) => [each, type[k]!, lagDays[k]!] as const)
}

const chain = (count: number, link: (i: number) => readonly unknown[]): Task[] =>
  Array.from({ length: count }, (_, i) => ({ id: `A${1000 + i}`, predecessors: link(i) }))

t.test('1 to 1,025 tasks and around further blocks: links back, ahead and to oneself', async t => {
  for (const count of [1, 2, 7, 8, 9, 31, 511, 512, 1023, 1024, 1025, 1026, 1031, 1032, 1033, 2047, 2048, 2049, 5000]) {
    const last = count - 1
    const back = bodyOf(chain(count, i => (i === 0 ? [] : [`A${999 + i}`])))
    t.equal(difference(STRICT, back), undefined, `${count} back`)
    t.ok(isWhole(back), `${count} back`)
    const ahead = bodyOf(
      chain(count, i => (i === last ? [] : [{ task_id: `A${1001 + i}`, type: 'SS', lag_days: -1.5 }])),
    )
    t.equal(difference(STRICT, ahead), undefined, `${count} ahead`)
    t.ok(isWhole(ahead), `${count} ahead`)
    const far = bodyOf(chain(count, i => [`A${1000 + last - i} FF+${i} d`, `A${1000 + i}`]))
    t.equal(difference(STRICT, far), undefined, `${count} far`)
  }
})

t.test('every form of a plain link is read by the scanner', async t => {
  const ends = ['', ' FS', 'ss', ' : FF', ',SF', ' FS+2', 'FS+2d', ' ss - 1.5 days', ' FF+0 d', ' FS-0', ' SF+12 DAY']
  const tasks: Task[] = [{ id: 'A' }, ...ends.map((end, i) => ({ id: `B${i}`, predecessors: [`A${end}`] }))]
  tasks.push({
    id: 'C',
    predecessors: [{ task_id: 'A', type: 'FF', lag_days: 2.25, lag_elapsed: false }, { id: 'B1' }],
  })
  tasks.push({ id: 'D', predecessors: ['', 'E FS+1 d'] }, { id: 'E' })
  const body = bodyOf(tasks)
  t.ok(isWhole(body))
  t.equal(difference(STRICT, body), undefined)
  t.same(linksOf(body).slice(0, 7), [
    [0, 0, 0],
    [0, 0, 0],
    [0, 1, 0],
    [0, 2, 0],
    [0, 3, 0],
    [0, 0, 2],
    [0, 0, 2],
  ])
})

t.test('a text that is an id is that id, whether its task comes before or later', async t => {
  for (const id of [
    'SITE-OFF-1020',
    'A FS',
    'A SS+2 d',
    'AFF-3',
    'A:',
    'A ',
    ' A',
    'A FS ',
    'A\u00a0',
    'A, FS',
    'OFF',
    'SS',
  ]) {
    for (const links of [[id], [id, 'A FS+1 d'], [`${id} FS`], [`${id}SS+1d`, `${id}`], [{ task_id: id }]]) {
      const named = { id: 'X', predecessors: links }
      for (const tasks of [
        [{ id: 'A' }, { id }, named],
        [{ id: 'A' }, named, { id }],
        [named, { id: 'A' }, { id }],
        [{ id: 'A' }, named],
        [{ id: 'SITE-O' }, named, { id }],
        [{ id: 'SITE-O' }, named, named.id === 'X' ? { id: 'Y', predecessors: [id] } : named, { id }, { id: 'A' }],
      ]) {
        const body = bodyOf(tasks)
        for (const row of ROWS) t.equal(difference(row, body), undefined, body.toString())
      }
    }
  }
  const site = bodyOf([
    { id: 'SITE-OFF-1010' },
    { id: 'SITE-OFF-1020', predecessors: ['SITE-OFF-1010', 'SITE-OFF-1030'] },
    { id: 'SITE-OFF-1030', predecessors: ['SITE-OFF-1010 FS+2 d'] },
  ])
  t.ok(isWhole(site), 'such ids are ordinary')
})

t.test('ids that are equal, missing, long or strange', async t => {
  const strange = [
    'é',
    '梁-1',
    '😀',
    'a"b',
    'a\\b',
    '\u0000',
    'x'.repeat(16),
    'x'.repeat(17),
    'x'.repeat(200),
    'x'.repeat(201),
  ]
  const long = 'y'.repeat(WINDOW_BYTES + 10)
  for (const id of [...strange, 'é'.repeat(100), 'é'.repeat(101), long, null, '', 5]) {
    for (const other of [id, `${id}x`, 'Q']) {
      const tasks = [
        { id: 'P', predecessors: [other, `${id} FS+1 d`] },
        { id, predecessors: ['P', 'P'] },
        { id: 'R', predecessors: [{ task_id: id }, `${id}`] },
        ...(other === id ? [{ id }] : []),
        { id: 'S', predecessors: [`${id}`, 'nobody'] },
      ]
      const body = bodyOf(tasks)
      for (const row of ROWS) t.equal(difference(row, body), undefined, body.toString().slice(0, 300))
    }
  }
})

t.test('an id that comes again in TypeScript, or in a later block, is the first one', async t => {
  const unusual = (id: string): Task => ({ resources: ['R'], resource: 'Q', id })
  for (const gap of [1, 3, 40, 1_100]) {
    const filler = Array.from({ length: gap }, (_, i) => ({ id: `F${i}`, predecessors: ['A', 'B FS+1 d'] }))
    for (const tasks of [
      [unusual('A'), ...filler, { id: 'A' }, { id: 'B', predecessors: ['A'] }],
      [...filler, unusual('A'), { id: 'B' }, ...filler.map((_, i) => ({ id: `G${i}`, predecessors: ['A', 'F0'] }))],
      [...filler, unusual('A FS'), { id: 'B', predecessors: ['A FS'] }, unusual('B'), { id: 'A' }],
      [
        { id: 'A' },
        ...filler,
        ...Array.from({ length: 30 }, (_, i) => unusual(`U${i}`)),
        { id: 'B', predecessors: ['U3'] },
      ],
    ]) {
      const body = bodyOf(tasks)
      for (const row of ROWS) t.equal(difference(row, body), undefined, `${gap}`)
    }
  }
})

t.test('many links of one task, and links that come twice', async t => {
  for (const count of [2, 15, 16, 17, 63, 64, 65, 66, 200]) {
    const tasks: Task[] = Array.from({ length: count }, (_, i) => ({ id: `T${i}` }))
    const all = tasks.map(({ id }) => id)
    const types = ['FS', 'SS', 'FF', 'SF'].map(type => `T0 ${type}`)
    for (const links of [
      all,
      [...all, ...types],
      [...all, 'T1', { task_id: 'T1', lag_days: 3 }],
      ['T1 SS', 'Z SS', 'Z SS+2 d'],
    ]) {
      const body = bodyOf([...tasks, { id: 'M', predecessors: links }, { id: 'N', predecessors: ['M'] }, { id: 'Z' }])
      for (const row of ROWS)
        t.equal(difference(row, body), undefined, `${count} ${JSON.stringify(links).slice(0, 200)}`)
    }
  }
})

/** Look-ups in the ids of the scanner that a body takes. */
function lookupsOf(row: ReadRow, body: Uint8Array): number {
  let lookups = 0
  const { find } = ScannerIds.prototype
  ScannerIds.prototype.find = function (end) {
    lookups++
    return find.call(this, end)
  }
  try {
    readRequest(row, body, 'application/json', NO_LIMITS)
  } finally {
    ScannerIds.prototype.find = find
  }
  return lookups
}

/** What the scanner leaves of the links of task i, by what the task has beside its ordinary link. */
const LEFT_LINKS: readonly ((i: number) => readonly unknown[])[] = [
  i => [` A${1000 + i}`],
  () => ['nobody', { task_id: 'nobody', type: 'SS' }],
  i => [`A${1000 + i} 50%`],
  i => [`A${1000 + i}`, `A${1000 + i} FS+2 d`, `A${1000 + i} FS+1 d`],
  i => [`A${1000 + i} FS+2 ed`, `A${1000 + i} SS+0 ed`],
  i => ['', ' ', `A${1000 + i} FF`],
  i => Array.from({ length: 90 }, (_, k) => `A${1000 + ((i + k) % 60)} FS+${k} d`),
]

t.test('the few links of a long list that the scanner left are finished by its ids, where they lie', async t => {
  const rnd = random(SEED + 2)
  for (let n = 0; n < 40; n++) {
    const count = pick(rnd, [60, 300, 1024, 1500])
    const tasks = chain(count, i => (i === 0 ? [] : [`A${999 + i}`]))
    const left = between(rnd, 1, 3)
    const places = new Set(Array.from({ length: left }, () => pick(rnd, [0, count - 1, between(rnd, 0, count - 1)])))
    for (const place of places) {
      const odd = pick(rnd, LEFT_LINKS)(between(rnd, 0, count - 1))
      const { id, predecessors } = tasks[place]! as { id: string; predecessors: unknown[] }
      tasks[place] = { id, predecessors: rnd() < 0.5 ? [...predecessors, ...odd] : [...odd, ...predecessors] }
    }
    const body = bodyOf(tasks)
    for (const row of ROWS) {
      t.equal(difference(row, body), undefined, `list ${n}`)
      t.equal(difference(row, body, NO_LIMITS.taskCountMax, true), undefined, `list ${n}, lent`)
    }
  }
})

t.test('a table of ids is made only where the scanner is not asked', async t => {
  const tasks = chain(600, i => (i === 300 ? ['nobody', ' A1000'] : i === 0 ? [] : [`A${999 + i}`]))
  t.ok(lookupsOf(STRICT, bodyOf(tasks)) > 0)
  const twice = tasks.with(400, { id: 'A1001', predecessors: [] })
  t.equal(lookupsOf(STRICT, bodyOf(twice)), 0, 'an id comes twice')
  t.equal(difference(ROWS[2], bodyOf(twice)), undefined)
  const many = tasks.map((task, i) => (i % 3 === 0 ? { ...task, predecessors: ['nobody'] } : task))
  t.equal(lookupsOf(STRICT, bodyOf(many)), 0, 'many links are left')
  t.equal(difference(STRICT, bodyOf(many)), undefined)

  const row = { request: ChangeTrackingRequest, input: 'strict' } as const
  const list = (from: number): object => ({ status_date: '2026-11-26', tasks: tasks.slice(from) })
  const body = Buffer.from(
    JSON.stringify({
      current_schedule: list(0),
      schedule_history: [{ snapshot_date: '2026-11-25', tasks: tasks.slice(290) }],
    }),
  )
  t.ok('schedules' in readRequest(row, body, 'application/json', NO_LIMITS))
  t.equal(difference(row, body), undefined, 'the scanner has the ids of the last list only')
  t.equal(difference(row, body, NO_LIMITS.taskCountMax, true), undefined)
})

t.test('random lists of few ids that look like each other and like links', async t => {
  const rnd = random(SEED)
  let whole = 0
  for (let n = 0; n < BODIES; n++) {
    const tasks = randomTasks(rnd)
    const body = Buffer.from(textOf(rnd, tasks))
    if (isWhole(body)) whole++
    const found = difference(pick(rnd, ROWS), body)
    if (found !== undefined) t.fail(`body ${n} of seed ${SEED}: ${found}\n${body.toString().slice(0, 2_000)}`)
  }
  t.comment(`${whole} of ${BODIES} lists wholly by the scanner`)
  t.ok(whole > BODIES / 20, 'some of them wholly by the scanner')
  t.ok(whole < BODIES / 2, 'others not')
})

t.test(
  'so many ids that the table grows many times, and that some of them share a slot and what stands beside it',
  async t => {
    const rnd = random(SEED + 1)
    const count = 80_000
    for (const before of ['', 'the same 16 bytes']) {
      const ids = Array.from({ length: count }, (_, i) => `${before}${1_000_000 + i * 7}`)
      const links = (i: number) =>
        i === 0 ? [] : [ids[between(rnd, 0, i - 1)], `${ids[between(rnd, 0, count - 1)]} SS`]
      const body = bodyOf(ids.map((id, i) => ({ id, predecessors: links(i) })))
      t.ok(isWhole(body))
      t.equal(difference(STRICT, body), undefined)
    }
  },
)

t.test('more ids than the table has room for, or longer ones', async t => {
  const far = (i: number, count: number): number => (i * 7919) % count
  const lists: Task[][] = [
    // they are seen to be too many at the first block, when the table is full, when its bytes are
    chain(300_000, i => [`A${1000 + far(i, 300_000)} SS`]),
    chain(140_000, i => [`A${1000 + far(i, 140_000)}`, 'A1001 FF+2 d']),
    chain(12_000, i => [`A${1000 + far(i, 12_000)}${'x'.repeat(180)}`]).map(({ id, ...task }) => ({
      id: `${id}${'x'.repeat(180)}`,
      ...task,
    })),
  ]
  for (const tasks of lists) {
    const body = bodyOf(tasks)
    t.notOk(isWhole(body))
    t.equal(difference(STRICT, body), undefined)
  }
})

t.test('what is left to TypeScript', async t => {
  t.ok(isWhole(bodyOf(chain(50, i => (i < 2 ? [] : [`A${1000 + i - 2}`, `A${999 + i} SS`])))))
  t.notOk(isWhole(bodyOf([{ id: 'A' }, { id: 'B', predecessors: ['A', 'C'] }])), 'C is nobody')
  t.notOk(isWhole(bodyOf([{ id: 'A' }, { id: 'B', predecessors: ['A FS+2 ed'] }])), 'a lag round the clock')
  // the links are all found, the first and the last task have one id
  const twice = bodyOf([...chain(30, i => (i === 0 ? [] : [`A${999 + i}`])), { id: 'A1000', predecessors: ['A1003'] }])
  t.ok(isWhole(twice))
  for (const row of ROWS) t.equal(difference(row, twice), undefined)
  t.equal((readRequest(STRICT, twice, 'application/json', NO_LIMITS) as { code?: string }).code, 'duplicate_id')
})

const PARTS = [
  'A',
  'B',
  'A1',
  '10',
  'OFF',
  'SITE-OFF-1',
  'S',
  'FS',
  'é',
  'x y',
  'FF-2',
  ':',
  'abcdefghijklmnop',
  'abcdefghijklmnopq',
]

const idOf = (rnd: Random): string =>
  rnd() < 0.6
    ? `${pick(rnd, ['A', 'T', 'K-'])}${between(rnd, 0, 30)}`
    : Array.from({ length: between(rnd, 1, 3) }, () => pick(rnd, PARTS)).join(pick(rnd, ['', '', ' ', '-']))

function linkOf(rnd: Random, ids: readonly string[]): unknown {
  const id = rnd() < 0.93 ? pick(rnd, ids) : idOf(rnd)
  const type = pick(rnd, ['FS', 'SS', 'FF', 'SF', 'ff', 'Fs'])
  const blank = pick(rnd, ['', ' ', ' ', '  ', '\u00a0'])
  const lag = pick(rnd, [
    '',
    '+2',
    '-1.5',
    `${blank}+${blank}3${blank}d`,
    '+2 days',
    '+1ed',
    '-.5 d',
    '+1234567890123456',
    '+2.',
    '+.',
    '+1..2',
  ])
  switch (between(rnd, 0, 9)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return id
    case 4:
    case 5:
      return `${id}${blank}${pick(rnd, ['', '', ':', ','])}${blank}${type}${lag}`
    case 6:
      return {
        task_id: id,
        type: pick(rnd, ['FS', 'SS', null, 'finish to start']),
        lag_days: pick(rnd, [0, -0, 2, -1.5, null]),
      }
    case 7:
      return { task_id: id, lag_elapsed: rnd() < 0.3, lag: 1 }
    case 8:
      return rnd() < 0.9 ? `${blank}${id}${blank}` : pick(rnd, ['', ' ', `${id} 50%`, `${id}+3`, `${id} FS FS`])
    default:
      return id
  }
}

function randomTasks(rnd: Random): Task[] {
  const ids = Array.from({ length: between(rnd, 1, 24) }, () => idOf(rnd))
  const isPlain = rnd() < 0.3
  const names = isPlain ? [...new Set(ids)] : ids
  return names.map(id => {
    const count = rnd() < 0.02 ? 80 : between(rnd, 0, 4)
    const predecessors = Array.from({ length: count }, () => (isPlain ? pick(rnd, names) : linkOf(rnd, names)))
    const links = isPlain ? [...new Set(predecessors)] : predecessors
    return rnd() < 0.5 ? { id, predecessors: links } : { predecessors: links, id }
  })
}

/** Now and then with escapes, with tasks that are not plain, laid out for reading. */
function textOf(rnd: Random, tasks: readonly Task[]): string {
  const isOdd = rnd() < 0.3
  const all = tasks.map(task => (isOdd && rnd() < 0.2 ? { resources: ['R'], resource: 'Q', ...task } : task))
  const text = JSON.stringify({ tasks: all }, null, rnd() < 0.1 ? 1 : 0)
  return rnd() < 0.1 ? text.replace(/[0-9]/g, c => (rnd() < 0.1 ? `\\u003${c}` : c)) : text
}
