/**
 * A brief answer says less than the whole result, and never another thing: every figure, count, order, tie, unit and sentence of it is held against the whole result, on project
 * files of others (read in place, skipped where they are absent) and on generated schedules.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { type AnalysisRow, analyses } from '../../../shared/contract/analysis/analyses.ts'
import { workRow } from '../../../shared/contract/catalogue/catalogue.ts'
import { BRIEF_BYTES_MAX } from '../../agent/brief/brief.ts'
import { CHECK_LISTS } from '../../agent/brief/problems.ts'
import { ALL_ZERO, dayFiguresIn } from '../../agent/brief/units.ts'
import { analysers } from '../../engine/analysers.ts'
import { METHODS } from '../../engine/methods.ts'
import { readFileRequest } from '../../engine/read/file/read-file-request.ts'
import { type KeptSchedule, keptSchedule, NONE_KEPT } from '../../engine/read/kept/kept-schedule.ts'
import { NO_LIMITS, readRequest } from '../../engine/read/read-request.ts'
import { FINDING_TASKS_MAX, isRefusal } from '../../engine/result/result.ts'
import { roundHalfAway } from '../../engine/wording/numbers.ts'
import { PROJECT_FILES_FOLDER } from '../engine/clock/project-files.ts'
import { type Plain, TODAY } from '../helpers/analyse.ts'
import { bodyOf, project } from '../helpers/every-analysis.ts'
import { type Analysed, analysed, answered, listLengths, restOf, structuredOf } from './answered.ts'

/** By folder and name; the second of a pair is a later update of the first. */
const FILES = [
  ['xer/six__fairfax_va_update_4.xer', 'pmxml/six__fairfax_va_update_5.p6.xml.gz'],
  ['xer/six__fairfax_va_update_1.xer', 'xer/six__fairfax_va_update_2.xer'],
  ['xer/nmo__archive_1_UP-54069-20251121.xer', 'xer/nmo__archive_2_UP-54069-20260122.xer'],
  ['mspdi/six__meridian_id_update_3.msp.xml.gz', 'mspdi/six__meridian_id_update_4.msp.xml.gz'],
  ['mspdi/six__willis_tx_baseline.msp.xml.gz', 'mspdi/six__willis_tx_update_2.msp.xml.gz'],
  ['mspdi/six__anaheim_ca_update_1.msp.xml.gz', 'mspdi/six__anaheim_ca_update_2.msp.xml.gz'],
  ['mspdi/six__delray_fl_baseline.msp.xml.gz', 'mspdi/six__delray_fl_update_1.msp.xml.gz'],
  ['xer/bis__Tx-BASELINE_SCHEDULE_20.12.xer', 'pmxml/bis__Tx-BASELINE_SCHEDULE_20.12.p6.xml.gz'],
  ['xer/con__wk2.xer', 'xer/con__wk2.xer'],
  ['xer/cpp__07-negative-float.xer', 'xer/cpp__05-in-progress.xer'],
] as const

const STATUS: Plain = {
  pass: 'pass',
  fail: 'fail',
  info: 'only inform',
  skipped: 'skipped',
  not_applicable: 'not applicable',
}
const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info']
const plainNumber = (value: number): number => roundHalfAway(value, 3)
const idOf = (text: string): string => text.replace(/: .*$/s, '')
const codeAndTitle = ({ code, title }: Plain): string => `${code} ${title}`
/** What a check let through within its limit is told. */
const passedText = (check: Plain): string =>
  check.operator === '<=' && check.numerator > 0
    ? `${codeAndTitle(check)} (${plainNumber(check.numerator)} of ${check.denominator})`
    : codeAndTitle(check)

/** Whether what is shown is found in the whole value: numbers to the third decimal, of a list some items, of an object some members; "id: name" is the id. */
function isPartOf(shown: Plain, whole: Plain): boolean {
  if (typeof shown === 'number') return typeof whole === 'number' && plainNumber(whole) === shown
  if (Array.isArray(shown))
    return (
      Array.isArray(whole) &&
      shown.every(item =>
        typeof item === 'string' && /^\(\d+ more in between\)$/.test(item)
          ? whole.length - (shown.length - 1) === Number(/\d+/.exec(item)![0])
          : whole.some(each => isPartOf(item, each)),
      )
    )
  if (shown === ALL_ZERO) return Object.values(whole).every(value => typeof value !== 'number' || value === 0)
  if (typeof shown === 'object' && shown !== null)
    return (
      typeof whole === 'object' &&
      whole !== null &&
      Object.entries(shown).every(([name, value]) => isPartOf(value, whole[name]))
    )
  return (
    shown === whole ||
    (typeof shown === 'string' &&
      typeof whole === 'string' &&
      (shown.startsWith(`${whole}: `) || isCutOf(shown, whole)))
  )
}

const isCutOf = (shown: string, whole: string): boolean =>
  shown.endsWith('…') && whole.startsWith(shown.slice(0, -1).trimEnd())

/** The whole, or its first sentences and its last ones. */
const isSaidIn = (says: string, whole: string): boolean =>
  [...says.matchAll(/(?:^|[.!?…] )|$/g)].some(({ index, 0: end }) => {
    const [first, last] = [says.slice(0, index + end.length).trim(), says.slice(index + end.length).trim()]
    return whole.startsWith(first) && whole.endsWith(last)
  })

const at = (value: Plain, path: string): Plain =>
  path
    .split('.')
    .reduce(
      (here: Plain, name) =>
        name.endsWith('[]')
          ? here?.[name.slice(0, -2)]?.flatMap((each: Plain) => each)
          : Array.isArray(here)
            ? here.flatMap((each: Plain) => each?.[name] ?? [])
            : here?.[name],
      value,
    )

function holdsLists(t: Test, row: AnalysisRow, brief: Plain, whole: Plain): void {
  const lengths = listLengths(whole.data, 'data')
  for (const [path, note] of Object.entries<string>(brief.lists_shown ?? {})) {
    const place = `${row.id} ${path}: ${note}`
    const [, count, total] = /^(\d+) of (\d+)/.exec(note)!.map(Number) as [number, number, number]
    t.equal(total, lengths.get(`data.${path}`), place)
    const shown = at(brief.data, path.replaceAll('[]', ''))
    const isChain = Array.isArray(shown) && shown.some((item: Plain) => /more in between/.test(String(item)))
    t.equal(count, shown === undefined ? 0 : shown.length - (isChain ? 1 : 0), place)
    if (count === 0 || path.includes('[]')) continue
    const list = at(whole.data, path) as Plain[]
    const [key] = METHODS[row.id].ranking[`data.${path}`] ?? []
    if (isChain) {
      const head = Math.ceil(count / 2)
      const ids = shown.filter((item: string) => !/more in between/.test(item)).map(idOf)
      t.same(ids, [...list.slice(0, head), ...list.slice(list.length - count + head)], place)
      continue
    }
    if (key === undefined) {
      t.match(note, /the first$/)
      t.ok(isPartOf(shown, list.slice(0, count)), place)
      continue
    }
    const [member, order] = key
    const size = (item: Plain): number => {
      const value = typeof item[member] === 'string' ? Number(item[member].replaceAll(/\D/g, '')) : item[member]
      if (typeof value !== 'number' || Number.isNaN(value)) return Number.NEGATIVE_INFINITY
      return order === 'size' ? Math.abs(value) : order === 'largest' ? value : -value
    }
    // what words there are has no order of its own here
    if (list.some(item => typeof item[member] === 'string' && !/\d/.test(item[member]))) continue
    const kept = list.filter(item => shown.some((each: Plain) => isPartOf(each, item)))
    const least = Math.min(...kept.map(size))
    const better = list.filter(item => size(item) > least).length
    t.ok(better <= count, `${place}: ${better} are above the last one shown`)
    const [, tied] = /; (\d+) more ha/.exec(note) ?? [undefined, '0']
    const alike = list.filter(item => size(item) === least).length
    if (Number(tied) > 0) t.equal(Number(tied), better + alike - count, `${place}: ties`)
    else t.ok(better + alike === count || !Number.isFinite(least) || least === 0, `${place}: no tie is kept quiet`)
  }
}

function holdsProblems(t: Test, row: AnalysisRow, brief: Plain, whole: Plain): void {
  const checks: Plain[] = CHECK_LISTS.flatMap(name => whole.data[name] ?? [])
  const byCode = new Map(checks.map(check => [check.code, check]))
  if (checks.length > 0)
    for (const [state, words] of Object.entries<string>(STATUS)) {
      const count = checks.filter(({ status }) => status === state).length
      if (count > 0) t.match(brief.checks, new RegExp(`(^|, )${count} ${words}, `), `${row.id}: ${brief.checks}`)
    }
  if (brief.passed) t.same(brief.passed, checks.filter(({ status }) => status === 'pass').map(passedText), row.id)
  const listed: Plain[] = brief.problems ?? []
  const found = new Set(whole.findings.map(({ code }: Plain) => code))
  const quiet = checks.filter(({ code, status }) => status === 'fail' && !found.has(code))
  const left: string[] = brief.problems_left_out ?? []
  t.equal(listed.length + left.length, whole.findings.length + quiet.length, `${row.id}: no problem is lost`)
  const gravest = whole.findings
    .map(({ severity }: Plain) => SEVERITIES.indexOf(severity))
    .sort((a: number, b: number) => a - b)
  t.same(
    listed.filter(({ severity }) => severity !== undefined).map(({ severity }) => SEVERITIES.indexOf(severity)),
    gravest.slice(0, listed.filter(({ severity }) => severity !== undefined).length),
    `${row.id}: the gravest first`,
  )
  for (const { code, severity, title, says, tasks, tasks_shown, ...figures } of listed) {
    const place = `${row.id} ${code}`
    const finding = whole.findings.find(
      (each: Plain) => each.code === code && each.severity === severity && each.title === title,
    )
    const check = byCode.get(code)
    t.ok(finding ?? check, place)
    if (figures.numerator !== undefined)
      t.same(
        [figures.numerator, figures.denominator, figures.value, figures.unit],
        [
          check.numerator,
          check.denominator,
          figures.value === undefined ? undefined : plainNumber(check.value),
          figures.value === undefined ? undefined : check.unit,
        ],
        place,
      )
    if (figures.limit !== undefined) t.equal(figures.limit, `${check.operator} ${check.threshold}`, place)
    if (figures.count !== undefined) t.equal(figures.count, finding.count, place)
    if (says !== undefined) t.ok(isSaidIn(says, finding.description), `${place}: ${says}`)
    // what was found is told beside the figures: a title may name what is good
    if (check !== undefined && finding !== undefined && figures.numerator !== undefined) {
      const [found] = check.message.split(` ${figures.numerator} of ${figures.denominator} `)
      if (!found.endsWith(':')) t.ok(says?.startsWith(found), `${place} says what was found: ${found}`)
    }
    if (tasks === undefined) continue
    const known: string[] = finding.task_ids
    const isWhole = known.length < FINDING_TASKS_MAX
    if (isWhole) for (const task of tasks) t.ok(known.includes(idOf(task)), `${place}: ${task}`)
    if (tasks_shown === undefined) {
      t.equal(tasks.length, known.length, `${place}: all are shown`)
      continue
    }
    const [, shown, total] = /^(\d+) of (?:at least )?(\d+), /.exec(tasks_shown)!.map(Number) as [
      number,
      number,
      number,
    ]
    t.equal(shown, tasks.length, place)
    if (isWhole) t.equal(total, known.length, place)
    else t.ok(total >= known.length, place)
  }
  for (const text of brief.not_checked ?? [])
    t.ok(
      checks.some(check => text === `${codeAndTitle(check)}: ${check.message}`),
      text,
    )
  const skipped = checks.filter(({ status }) => status === 'skipped').length
  const noted = (brief.not_checked ?? []).length
  if (noted > 0) t.equal(noted + (brief.not_checked_left_out ?? []).length, skipped, row.id)
}

/** Members in pairs: days, and the same in calendar days. */
function holdsUnits(t: Test, row: AnalysisRow, brief: Plain, whole: Plain): void {
  const { units, ...data } = brief.data
  const mode = whole.data.calendar?.mode
  const figures = dayFiguresIn(row.id, data)
  if (mode === undefined) return
  const unitOf = (name: string): string | undefined =>
    typeof units === 'string'
      ? units.replace('days are ', '')
      : Object.keys(units ?? {}).find(unit => units[unit].split(', ').includes(name))
  for (const name of figures.keys()) t.ok(unitOf(name), `${row.id}: ${name} has a unit`)
  if (typeof units === 'object')
    t.equal(Object.values<string>(units).join(', ').split(', ').length, figures.size, `${row.id}: one unit each`)
  const visit = (value: Plain, path: string): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, days] of Object.entries<Plain>(value)) {
      visit(days, `${path}.${name}`)
      const beside = value[name.replace(/_days$/, '_calendar_days')]
      if (
        !name.endsWith('_days') ||
        typeof days !== 'number' ||
        typeof beside !== 'number' ||
        name.includes('calendar') ||
        unitOf(name) === undefined
      )
        continue
      if (unitOf(name) === 'calendar days')
        t.ok(Math.abs(days - beside) < 1.01, `${row.id}${path}.${name}: ${days} and ${beside} are both calendar days`)
    }
  }
  visit(whole.data, '')
  if (row.id === 'analysis.cpm' && data.project_start_date && data.project_finish_date) {
    const elapsed =
      (Date.parse(data.project_finish_date.slice(0, 10)) - Date.parse(data.project_start_date.slice(0, 10))) /
      86_400_000
    const isOnTheWall = Math.abs(data.project_duration_days - elapsed) < 1.01
    if (unitOf('project_duration_days') === 'calendar days')
      t.ok(isOnTheWall, `${data.project_duration_days} calendar days, ${elapsed} on the wall`)
    else t.ok(data.project_duration_days <= elapsed + 1, 'no more working days than days')
  }
}

function holds(t: Test, from: Analysed): void {
  const { row } = from
  const answer = answered(from, { detail: 'brief' })
  const brief = structuredOf(answer)
  const whole = JSON.parse(restOf(from).toString())
  t.ok(Buffer.byteLength(answer.texts[0]!) <= BRIEF_BYTES_MAX, `${row.id}: short`)
  t.same([brief.status, brief.score, brief.grade], [whole.status, whole.score, whole.grade], row.id)
  t.ok(
    brief.summary === whole.summary ||
      (brief.summary.endsWith('. …') && whole.summary.startsWith(brief.summary.slice(0, -2))),
    `${row.id}: ${brief.summary}`,
  )
  const { units: _, ...data } = brief.data
  for (const [name, value] of Object.entries<Plain>(data))
    t.ok(isPartOf(value, whole.data[name]), `${row.id} data.${name}: ${JSON.stringify(value)}`)
  const isListed = (code: string): boolean => (brief.problems ?? []).some((each: Plain) => each.code === code)
  const findingOf = (codes: string[]): Plain => whole.findings.find(({ code }: Plain) => codes.includes(code))
  for (const text of brief.mend_first ?? [])
    t.ok(
      whole.recommendations.some(({ title, codes, description }: Plain) => {
        const words = `${title} (${codes.join(', ')})`
        if (text === words) return codes.some((code: string) => isListed(code)) || !findingOf(codes)?.task_ids.length
        if (!text.startsWith(`${words}, such as `) || codes.some((code: string) => isListed(code))) return false
        const [first] = text.slice(words.length + ', such as '.length).split(/[:,]/)
        const { task_ids: listed, count } = findingOf(codes)
        // of more tasks than a finding lists, the advice of the whole names the worst, too
        const isNamed = count > listed.length && new RegExp(`[ ,]${first} `).test(description)
        return isNamed || listed.some((id: string) => id.startsWith(first!))
      }),
      text,
    )
  holdsLists(t, row, brief, whole)
  holdsProblems(t, row, brief, whole)
  holdsUnits(t, row, brief, whole)
}

const EARLIER = '00000000-0000-0000-0000-000000000001'
const LATER = '00000000-0000-0000-0000-000000000002'

function requestOf(row: AnalysisRow): object {
  const [current, before] = [{ schedule_id: LATER }, { schedule_id: EARLIER }]
  if (row.id === 'forensics.change-tracking' || row.id === 'forensics.delay-analysis')
    return { current_schedule: current, schedule_history: [before] }
  return row.id.startsWith('forensics') ? { current_schedule: current, baseline_schedule: before } : current
}

function ofFiles(row: AnalysisRow, kept: ReadonlyMap<string, KeptSchedule>): Analysed | undefined {
  const input = readRequest(row, Buffer.from(JSON.stringify(requestOf(row))), 'application/json', NO_LIMITS, kept)
  if (!('schedules' in input)) return undefined
  const result = analysers[row.id](input, { today: TODAY })
  if (isRefusal(result)) return undefined
  return { row, result, facts: { taskCount: input.taskCount, inputSha256: '0'.repeat(64), ignoredFields: [] } }
}

function keptOf(path: string): KeptSchedule {
  const bytes = readFileSync(join(PROJECT_FILES_FOLDER, path))
  const file = path.endsWith('.gz') ? gunzipSync(bytes) : bytes
  const read = readFileRequest(workRow('schedules.create'), file, { boundary: null }, NO_LIMITS, '/', NONE_KEPT)
  if (!('schedules' in read)) throw new Error(`${path}: ${JSON.stringify(read)}`)
  return keptSchedule(read)
}

const areHere = existsSync(PROJECT_FILES_FOLDER) && readdirSync(PROJECT_FILES_FOLDER).length > 0

for (const [earlier, later] of FILES) {
  t.test(`${earlier} and ${later}`, { skip: areHere ? false : 'the project files are not here' }, async t => {
    const kept = new Map([
      [EARLIER, keptOf(earlier)],
      [LATER, keptOf(later)],
    ])
    let count = 0
    for (const row of analyses) {
      const from = ofFiles(row, kept)
      if (from === undefined) continue
      count++
      holds(t, from)
    }
    t.ok(count >= 9, `${count} analyses answer`)
  })
}

for (const [seed, taskCount] of [
  [5, 60],
  [6, 250],
  [7, 400],
] as const) {
  t.test(`generated, ${taskCount} tasks, seed ${seed}`, async t => {
    for (const row of analyses) holds(t, analysed(row, bodyOf(row, project(seed, taskCount))))
  })
}

t.test('the worst is the worst: least floats of tasks with many equal ones', async t => {
  const chain = (name: string, days: number, n: number) => ({
    id: `${name}${n}`,
    duration_days: days,
    predecessors: n === 0 ? [] : [`${name}${n - 1}`],
  })
  // the first paths of the schedule miss their dates by less than the last one
  const tasks = [
    ...Array.from({ length: 5 }, (_, n) => chain('A', 4, n)),
    ...Array.from({ length: 5 }, (_, n) => chain('B', 5, n)),
    { id: 'END', duration_days: 0, predecessors: ['A4', 'B4'], constraint_type: 'FNLT', constraint_date: '2026-03-04' },
  ]
  const row = analyses.find(({ id }) => id === 'analysis.cpm')!
  const from = analysed(row, { tasks, status_date: '2026-03-02', calendar: 'calendar_days' })
  const brief = structuredOf(answered(from, { detail: 'brief' }))
  const whole = JSON.parse(restOf(from).toString())
  const least = Math.min(...whole.data.tasks.map((task: Plain) => task.total_float_days))
  const { tasks: named, tasks_shown, says } = brief.problems.find(({ code }: Plain) => code === 'CPM_NEGATIVE_FLOAT')
  t.match(says, new RegExp(`total float ${least} `), 'the sentence names the least')
  for (const task of named)
    t.equal(whole.data.tasks.find(({ id }: Plain) => id === idOf(task)).total_float_days, least, task)
  t.match(tasks_shown, /^3 of 11, worst first; 5 others are as bad as the first$/)
})
