/**
 * The DIQ checks against SQL written from their definitions: random pairs of schedules go into tables of SQLite, and each query counts the rows that the
 * definition flags. CHECKS_ORACLE_SETS=1000 runs more; seed in the comment.
 */
import t from 'tap'
import type { Plain } from '../../helpers/analyse.ts'
import { random } from '../../helpers/random.ts'
import { answerOf, CONSTRAINTS, DAY0, iso } from './checks-answer.ts'
import { CODES, flaggedBySql, QUERIES, type Row } from './diq-queries.ts'

const SETS = Number(process.env.CHECKS_ORACLE_SETS ?? 12)
const SEED = Number(process.env.CHECKS_ORACLE_SEED ?? 20261127)
t.comment(`seed ${SEED}, ${SETS} sets`)

const LEVELS = [100, 110, 120, 130, 131, 135, 138, 139, 142, 150, 160, 165, 170, 175, 180, 190, 199, 250, 350, 750, 810]
const TYPES = ['task', 'task', 'task', 'loe', 'summary', 'milestone', 'start_milestone', 'finish_milestone']
const MAPPED: Readonly<Record<(typeof CODES)[number], string>> = {
  level: 'milestone_level',
  subtype: 'subtype',
  evt: 'evt',
  pctype: 'percent_type',
  rpg: 'rpg',
  jhard: 'hard_constraint_reason',
  jsoft: 'soft_constraint_reason',
  jfloat: 'high_float_reason',
  jlag: 'lag_reason',
  jwbs: 'wbs_reason',
  jevt: 'evt_justification',
  mdesc: 'milestone_description',
  appto: 'apportioned_to',
}
/** A schedule as rows of DS04, and its links as rows of DS05. */
function schedule(next: () => number, sch: 'FC' | 'BL', statusDay: number): { rows: Row[]; links: Row[] } {
  const pick = <Of>(list: readonly Of[]): Of => list[Math.floor(next() * list.length)]!
  const chance = (share: number): boolean => next() < share
  const day = (): number => DAY0 + Math.floor(next() * 120)
  const maybe = <Of>(share: number, make: () => Of): Of | null => (chance(share) ? make() : null)
  const reason = (): string => pick(['because', 'agreed by owner'])
  const count = 6 + Math.floor(next() * 24)
  const rows = Array.from({ length: count }, (_, i): Row => {
    const type = pick(TYPES)
    const isMilestone = type.endsWith('milestone')
    const as_ = maybe(0.45, day)
    const af = maybe(0.3, day)
    const level = maybe(isMilestone ? 0.7 : 0.1, () => pick(LEVELS))
    const id = `T${i}`
    const dor = maybe(0.9, () => (isMilestone && chance(0.8) ? 0 : Math.floor(next() * 30)))
    return {
      sch,
      id,
      name: maybe(0.9, () => pick(['Pour slab', 'pour slab', 'Dig', `Do ${id}`, 'Install pumps'])),
      wbs: maybe(0.9, () => pick(['1.1', '1.2', '1.3'])),
      type,
      dor,
      drem: maybe(0.6, () => Math.floor(next() * 10)),
      pcd: maybe(0.7, () => pick([0, 0, 40, 100])),
      pcp: maybe(0.4, () => pick([0, 55, 100])),
      ctype: maybe(0.4, () => pick(CONSTRAINTS)),
      cdate: maybe(0.6, day),
      as_,
      af,
      es: day(),
      ef: day(),
      ls: day(),
      lf: day(),
      tf: Math.floor(next() * 90) - 10,
      ff: Math.floor(next() * 20) - 3,
      res: maybe(0.5, () => 'Crew'),
      level: level === null ? null : String(level),
      subtype: maybe(0.2, () => pick(['SVT', 'ZBA', 'SM'])),
      evt: maybe(0.6, () => pick(['A', 'B', 'C', 'J', 'K', 'M', 'N'])),
      pctype: maybe(0.7, () => pick(['physical', 'duration', 'units'])),
      rpg: maybe(0.2, () => 'Y'),
      jhard: maybe(0.5, reason),
      jsoft: maybe(0.5, reason),
      jfloat: maybe(0.5, reason),
      jlag: maybe(0.5, reason),
      jwbs: maybe(0.5, reason),
      jevt: maybe(0.5, reason),
      mdesc: maybe(0.5, reason),
      appto: maybe(0.5, () => 'T0'),
    }
  })
  // what remains begins on the data date: of a plan that was begun after its label, the day behind its last actual date
  const latest = Math.max(...rows.flatMap(({ type, as_, af }) => (type === 'summary' ? [] : [Number(as_), Number(af)])))
  const dataDay = sch === 'BL' && statusDay <= latest ? latest + 1 : statusDay
  for (const row of rows) {
    const isPoint = String(row.type).endsWith('milestone') || (row.type === 'task' && row.dor === 0)
    const days = Math.max(0, (row.af === null ? dataDay : Number(row.af) + 1) - Number(row.as_))
    row.dact = row.as_ === null ? null : isPoint ? 0 : days
  }
  const links: Row[] = []
  const seen = new Set<string>()
  for (let n = 0; n < count; n++) {
    // forward only, so that there is no cycle
    const [p, s] = [Math.floor(next() * (count - 1)), 0]
    const succ = p + 1 + Math.floor(next() * (count - 1 - p)) + s
    const type = pick(['FS', 'FS', 'SS', 'FF', 'SF'])
    const key = `${p} ${succ} ${type}`
    if (seen.has(key)) continue
    seen.add(key)
    links.push({ sch, pred: chance(0.05) ? 'NONE' : `T${p}`, succ: `T${succ}`, type, lag: pick([0, 0, 0, 2, -1]) })
  }
  const given = new Set<string>()
  return {
    rows,
    links: links.filter(({ pred, succ, type }) => {
      const key = `${pred} ${succ} ${type}`
      const isNew = !given.has(key)
      given.add(key)
      return isNew
    }),
  }
}

/**
 * A row as an upload has it: begun work has its actual start for its early start, finished work its actual dates for all four, and no float; what has no name is
 * called by its id; percents and what progress is measured by are never missing; a milestone starts or finishes something.
 */
function uploaded(row: Row, links: readonly Row[]): Row {
  const { as_, af, dor, drem, pcd, pcp } = row as Record<string, number | null>
  const isDone = af !== null || (pcd === 100 && !(as_ !== null && (drem ?? 0) > 0))
  const days = String(row.type).endsWith('milestone') ? 0 : (dor ?? 0)
  // of an unknown duration it is known that nothing is left
  const isOver =
    as_ !== null && as_! <= DAY0 + 60 && drem === 0 && dor === null && !/milestone$|summary|loe/.test(String(row.type))
  const ofDuration = isOver ? 100 : as_ !== null && drem !== null && drem! < days ? 100 * (1 - drem! / days) : 0
  const isFirst = !links.some(({ succ }) => succ === row.id) && links.some(({ pred }) => pred === row.id)
  return {
    ...row,
    name: row.name || row.id!,
    type: row.type === 'milestone' ? (isFirst ? 'start_milestone' : 'finish_milestone') : row.type!,
    pctype: row.pctype ?? (pcp === null ? 'duration' : 'physical'),
    // 100 where nothing is left, though nobody says that it has ended
    pcd: isDone ? 100 : Math.min((pcd ?? ofDuration) >= 100 ? 100 : 99, Math.round(pcd ?? ofDuration)),
    pcp: pcp ?? (isDone ? 100 : 0),
    pcu: 0,
    evt: row.evt ?? (row.type === 'loe' ? 'A' : null),
    subtype: row.subtype === 'SM' ? null : row.subtype!,
    sent_es: row.es ?? null,
    ...(as_ === null ? {} : { es: as_ }),
    ...(isDone && as_ !== null ? { ls: as_ } : {}),
    ...(isDone && af !== null ? { ef: af, lf: af } : {}),
    ...(isDone ? { tf: null, ff: null } : {}),
  }
}

function tasksOf({ rows, links }: { rows: Row[]; links: Row[] }): object[] {
  const date = (day: unknown): string | null => (day === null ? null : iso(day as number))
  return rows.map(row => ({
    id: row.id,
    name: row.name,
    wbs_code: row.wbs,
    task_type: row.type,
    duration_days: row.dor,
    remaining_duration_days: row.drem,
    percent_complete: row.pcd,
    physical_percent_complete: row.pcp,
    constraint_type: row.ctype,
    constraint_date: date(row.cdate),
    actual_start: date(row.as_),
    actual_finish: date(row.af),
    early_start: date(row.es),
    early_finish: date(row.ef),
    late_start: date(row.ls),
    late_finish: date(row.lf),
    total_float_days: row.tf,
    free_float_days: row.ff,
    resource: row.res,
    codes: Object.fromEntries(CODES.flatMap(code => (row[code] === null ? [] : [[code, row[code]]]))),
    predecessors: links
      .filter(({ succ }) => succ === row.id)
      .map(({ pred, type, lag }) => ({ task_id: pred, type, lag_days: lag })),
  }))
}

t.test('figures of the DIQ are those of SQL over the same rows', async t => {
  let compared = 0
  const everFound = new Set<string>()
  const differences: string[] = []
  for (let n = 0; n < SETS; n++) {
    const next = random(SEED + n)
    const statusDay = DAY0 + 60
    const both = (['FC', 'BL'] as const).map(sch => schedule(next, sch, statusDay))
    const flagged = flaggedBySql(
      both.flatMap(({ rows, links }) => rows.map(row => uploaded(row, links))),
      both.flatMap(({ links }) => links),
      statusDay,
    )
    const [current, baseline] = both.map(tasksOf)
    const answer = answerOf({
      tasks: current,
      status_date: iso(statusDay),
      calendar: 'calendar_days',
      baseline_schedule: { tasks: baseline, baseline_date: iso(statusDay) },
      options: { catalogue: 'diq' },
      mapping: Object.fromEntries(CODES.map(code => [MAPPED[code], { code }])),
    }) as Plain
    if (answer.data === undefined) {
      // a code that no task of the set has is refused: there is nothing to map
      if (JSON.stringify(answer).includes('no task has the code')) continue
      t.fail(JSON.stringify(answer).slice(0, 400))
      break
    }
    const figures = new Map(answer.data.checks.map((check: Plain) => [check.code, check]))
    for (const id of Object.keys(QUERIES)) {
      const wanted = flagged(id)
      const found = figures.get(id) as Plain
      compared++
      if (wanted > 0) everFound.add(id)
      // skipped for want of a value that no task of the set has: there is nothing to flag
      if (found.numerator !== wanted && !(wanted === 0 && /^requires [\w ]+ of tasks/.test(found.message)))
        differences.push(`set ${n} ${id}: ${found.numerator ?? found.message}, SQL ${wanted}`)
    }
  }
  t.comment(
    `${compared} figures compared, ${differences.length} differences; never found: ${Object.keys(QUERIES).filter(id => !everFound.has(id))}`,
  )
  t.ok(compared >= (SETS / 2) * Object.keys(QUERIES).length, 'most sets have every code')
  t.strictSame(differences.slice(0, 40), [])
})
