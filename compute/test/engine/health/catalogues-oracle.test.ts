/**
 * Checks of the catalogues beside DIQ against SQL written from their definitions: random schedules go into tables of SQLite, and each query counts what the
 * definition flags and what it counts over. What needs the critical path is left out. CHECKS_ORACLE_SETS=1000 runs more.
 */
import { DatabaseSync } from 'node:sqlite'
import t from 'tap'
import type { Plain } from '../../helpers/analyse.ts'
import { random } from '../../helpers/random.ts'
import { QUERIES, tablesOf } from './catalogue-queries.ts'
import { answerOf, CONSTRAINTS, DAY0, iso } from './checks-answer.ts'

const SETS = Number(process.env.CHECKS_ORACLE_SETS ?? 10)
const SEED = Number(process.env.CHECKS_ORACLE_SEED ?? 39)
const STATUS = DAY0 + 60
const BEFORE = STATUS - 30

const WORK_TYPES = [
  'task',
  'task',
  'task',
  'task',
  'task',
  'task',
  'loe',
  'summary',
  'milestone',
  'start_milestone',
  'finish_milestone',
]
const TYPES = [...WORK_TYPES, 'schedule_margin', 'planning_package', 'slpp', 'schedule_visibility']
const NAMES = [
  'Pour slab',
  'pour slab',
  'Dig',
  'Install pumps in hall',
  'SVT review',
  'Place the very long concrete wall 1',
  'Place the very long concrete wall 2',
]
/** Fields of a task by column: dates are days. */
const MEMBERS = {
  ...{
    name: 'name',
    wbs: 'wbs_code',
    type: 'task_type',
    dur: 'duration_days',
    rem: 'remaining_duration_days',
    pc: 'percent_complete',
    ppc: 'physical_percent_complete',
  },
  ...{
    bd: 'baseline_duration_days',
    tf: 'total_float_days',
    ctype: 'constraint_type',
    cost: 'budgeted_cost',
    org: 'organization_code',
    parent: 'parent_id',
  },
} as const
const DATES = {
  ...{
    as_: 'actual_start',
    af: 'actual_finish',
    bs: 'baseline_start',
    bf: 'baseline_finish',
    ps: 'planned_start',
    pf: 'planned_finish',
  },
  ...{ fs: 'forecast_start', ff: 'forecast_finish', cdate: 'constraint_date', deadline: 'deadline' },
} as const
const CODES = {
  ...{
    ca: 'control_account',
    wp: 'work_package',
    cam: 'cam',
    obs: 'obs',
    wbse: 'wbs_element',
    evt: 'evt',
    phase: 'phase',
    fow: 'feature',
    bidi: 'bid_item',
  },
  ...{ proc: 'procurement', gov: 'government', note: 'constraint_note' },
} as const
const COLUMNS = [
  'id',
  'res',
  'au',
  'ac',
  'aa',
  'rat',
  ...Object.keys(MEMBERS),
  ...Object.keys(DATES),
  ...Object.keys(CODES),
]

type Row = Record<string, string | number | null>
interface Made {
  readonly rows: Row[]
  readonly links: (readonly [predecessor: string, successor: string, type: string, lagDays: number])[]
  readonly history: Row[]
}

function made(next: () => number, set: number): Made {
  const pick = <Of>(list: readonly Of[]): Of => list[Math.floor(next() * list.length)]!
  const maybe = <Of>(share: number, make: () => Of): Of | null => (next() < share ? make() : null)
  const upTo = (days: number): number => Math.floor(next() * days)
  const rows = Array.from({ length: 8 + upTo(32) }, (_, i): Row => {
    const type = pick(TYPES)
    const [ps, as_] = [DAY0 + upTo(120), maybe(0.4, () => DAY0 + upTo(70))]
    const af = as_ === null ? null : maybe(0.5, () => as_ + upTo(30))
    const bs = as_ !== null && next() < 0.1 ? as_ : maybe(0.85, () => DAY0 + upTo(100))
    const ctype = maybe(0.35, () => pick(CONSTRAINTS))
    const res = maybe(0.5, () => pick(['Crew', 'Crane']))
    const isAssigned = res !== null && set % 3 === 1 && next() < 0.8
    return {
      ...{ id: next() < 0.9 ? `T${i}` : `ACTIVITY-000${i}`, name: maybe(0.92, () => pick(NAMES)), type },
      ...{
        wbs: maybe(0.9, () => pick(['1.1', '1.2'])),
        org: maybe(0.8, () => 'North'),
        rat: maybe(0.3, () => 'agreed'),
      },
      dur:
        type.endsWith('milestone') && next() < 0.8
          ? 0
          : maybe(0.93, () => pick([0, 1, 3, 5, 10, 18, 21, 30, 45, 60, 2.5])),
      ...{
        rem: maybe(0.5, () => pick([0, 1, 5])),
        pc: maybe(0.6, () => pick([0, 20, 40, 100])),
        ppc: maybe(0.4, () => pick([0, 50, 100])),
        bd: maybe(0.3, () => pick([1, 2, 50])),
      },
      ...{
        as_,
        af,
        bs,
        bf: bs === null ? null : af !== null && af >= bs && next() < 0.2 ? af : maybe(0.95, () => bs + upTo(50)),
      },
      ...{
        ps,
        pf: ps + upTo(40),
        fs: maybe(0.4, () => STATUS + upTo(60) - 20),
        ff: maybe(0.4, () => STATUS + upTo(60) - 20),
      },
      ...{ tf: pick([-5, -1, 0, 1, 8, 10, 11, 44, 45, 60]), ctype, deadline: maybe(0.1, () => STATUS + upTo(90)) },
      cdate: ctype === null || ctype === 'ASAP' || ctype === 'ALAP' ? null : DAY0 + upTo(120),
      ...{
        res,
        cost: maybe(0.4, () => pick([0, 100])),
        au: isAssigned ? pick([0, 8]) : null,
        ac: isAssigned ? pick([0, 50]) : null,
      },
      ...{
        aa: isAssigned ? pick([0, 30]) : null,
        ca: maybe(0.85, () => pick(['C1', 'C2'])),
        wp: maybe(0.85, () => pick(['W1', 'W2', 'W3'])),
      },
      ...{
        cam: maybe(0.9, () => pick(['Ann', 'Ann', 'Bob'])),
        obs: maybe(0.9, () => pick(['O1', 'O1', 'O2'])),
        wbse: maybe(0.9, () => pick(['E1', 'E2'])),
      },
      ...{
        evt: maybe(0.85, () => pick(['A', 'C', 'K'])),
        phase: maybe(0.8, () => 'P'),
        fow: maybe(0.7, () => 'F'),
        bidi: maybe(0.6, () => 'B'),
        proc: maybe(0.3, () => pick(['Y', 'N'])),
      },
      ...{ gov: maybe(0.3, () => pick(['Y', 'N'])), note: maybe(0.4, () => 'n'), parent: null },
    }
  })
  const summaries = rows.filter(({ type }) => type === 'summary')
  if (set % 4 === 2 && summaries.length > 0)
    for (const row of rows) if (row.type !== 'summary' && next() < 0.6) row.parent = pick(summaries).id!
  // the project has one begin and one end, whatever else is open
  const nothing = Object.fromEntries(COLUMNS.map(column => [column, null]))
  // each code is one that some task has: others cannot be mapped
  const codes = Object.fromEntries(Object.keys(CODES).map(code => [code, 'N']))
  const days = (day: number): Row => ({ ps: day, pf: day, tf: 0, dur: 0, rat: 'agreed' })
  const [first, last] = [DAY0 - 300, DAY0 + 400]
  rows.unshift({ ...nothing, ...codes, id: 'BEGIN', type: 'start_milestone', ...days(first), as_: first, af: first })
  rows.push({ ...nothing, id: 'END', type: 'finish_milestone', ...days(last), ctype: 'SNET', cdate: DAY0 + 3000 })
  const links: Made['links'] = []
  const seen = new Set<string>()
  for (let n = 0; n < 1.5 * rows.length; n++) {
    const p = upTo(rows.length - 1)
    const s = p + 1 + upTo(rows.length - 1 - p)
    const type = pick(['FS', 'FS', 'FS', 'SS', 'FF', 'SF'])
    if (seen.has(`${p} ${s} ${type}`) || rows[p]!.parent === rows[s]!.id) continue
    seen.add(`${p} ${s} ${type}`)
    links.push([String(rows[p]!.id), String(rows[s]!.id), type, pick([0, 0, 0, 2, 5, -1])])
  }
  const shifted = (day: Row[string]): number | null => (typeof day !== 'number' || next() < 0.5 ? null : day - 3)
  const history = rows
    .filter(() => set % 2 === 0 && next() < 0.9)
    .map(row => ({
      ...{ ...row, parent: null, pc: pick([null, 0, 30]) },
      ...{ as_: next() < 0.2 ? shifted(row.as_!) : row.as_!, af: next() < 0.2 ? shifted(row.af!) : row.af! },
      ...{ fs: next() < 0.3 ? BEFORE + upTo(4) - 1 : row.fs!, ff: next() < 0.3 ? BEFORE + upTo(4) - 1 : row.ff! },
    }))
  return { rows, links, history }
}

function taskOf(row: Row, links: Made['links']): object {
  const named = (names: object, show: (value: string | number) => unknown): object =>
    Object.fromEntries(
      Object.entries(names).flatMap(([column, name]) => (row[column] == null ? [] : [[name, show(row[column]!)]])),
    )
  const { id, res, au, ac, aa, rat } = row
  const used =
    au === null
      ? res === null
        ? {}
        : { resource: res }
      : { assignments: [{ resource: res, budgeted_units: au, budgeted_cost: ac, actual_cost: aa }] }
  return {
    ...{ id, ...named(MEMBERS, value => value), ...named(DATES, day => iso(Number(day))), ...used },
    ...(rat === null ? {} : { custom_field_map: { float_rationale: rat } }),
    codes: Object.fromEntries(Object.keys(CODES).flatMap(code => (row[code] === null ? [] : [[code, row[code]]]))),
    predecessors: links.filter(([, s]) => s === id).map(([task_id, , type, lag_days]) => ({ task_id, type, lag_days })),
  }
}

t.test('figures of the catalogues are those of SQL over the same rows', t => {
  let compared = 0
  const everFound = new Set<string>()
  const differences: string[] = []
  for (let n = 0; n < SETS; n++) {
    const { rows, links, history } = made(random(SEED + n), n)
    const database = new DatabaseSync(':memory:')
    database.exec(tablesOf(COLUMNS))
    const insert = (table: string, list: readonly Row[]): void => {
      const statement = database.prepare(`INSERT INTO ${table} VALUES (${COLUMNS.map(() => '?')})`)
      for (const row of list) statement.run(...COLUMNS.map(column => row[column]!))
    }
    insert('t', rows)
    insert('h', history)
    const link = database.prepare('INSERT INTO l VALUES (?, ?, ?, ?)')
    for (const each of links) link.run(...each)
    const number = (sql: string): number =>
      Number(
        database
          .prepare(
            sql
              .replaceAll('SD', String(STATUS))
              .replaceAll('HD', String(BEFORE))
              .replace('count(*)', 'count(*) AS n')
              .replace(/^SELECT count\(DISTINCT (\w+)\)/, 'SELECT count(DISTINCT $1) AS n'),
          )
          .get()!.n,
      )
    const before = { snapshot_date: iso(BEFORE), tasks: history.map(row => taskOf(row, [])) }
    for (const [catalogue, queries] of Object.entries(QUERIES)) {
      const { data } = answerOf({
        ...{ status_date: iso(STATUS), calendar: 'calendar_days', tasks: rows.map(row => taskOf(row, links)) },
        ...(history.length === 0 ? {} : { schedule_history: [before] }),
        mapping: Object.fromEntries(Object.entries(CODES).map(([code, field]) => [field, { code }])),
        options: { catalogue },
      }) as Plain
      const figures = new Map<string, Plain>(data.checks.map((check: Plain) => [check.code, check]))
      for (const [code, [flagged, population]] of Object.entries(queries)) {
        const { status, numerator, denominator } = figures.get(code)!
        if (status === 'skipped') continue
        const wanted = [number(flagged), population === undefined ? denominator : number(population)]
        compared++
        if (wanted[0] > 0) everFound.add(code)
        if (numerator !== wanted[0] || (denominator !== null && denominator !== wanted[1]))
          differences.push(`set ${n} ${code}: ${numerator} of ${denominator}, SQL ${wanted.join(' of ')}`)
      }
    }
    database.close()
  }
  const codes = Object.values(QUERIES).flatMap(queries => Object.keys(queries))
  t.comment(`${compared} figures compared; never found: ${codes.filter(code => !everFound.has(code))}`)
  t.ok(compared > 0.9 * SETS * codes.length && everFound.size > 0.9 * codes.length, 'nearly all are looked at')
  t.strictSame(differences.slice(0, 40), [])
  t.end()
})
