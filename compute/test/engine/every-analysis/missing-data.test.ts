/**
 * Each of the fourteen analyses without each optional field and each optional container in turn, on a project with every
 * field in use and faults of many kinds: it answers, the answer fits its schema, what lost its input says so, and no
 * score becomes whole because data went. LOST and SAID are what is lost and said; a change of either is to be looked at.
 */

import t from 'tap'
import type { AnalysisRow } from '../../../../shared/contract/analysis/analyses.ts'
import { CLOCK_COLUMNS } from '../../../../shared/contract/schedule/clock-columns.ts'
import { TASK_FIELDS } from '../../../../shared/contract/schedule/fields.ts'
import {
  type Body,
  bodyOf,
  built,
  checksOf,
  containersOf,
  faultOf,
  mapTasks,
  nameOf,
  type Plain,
  type Project,
  project,
  reply,
} from '../../helpers/every-analysis.ts'
import { FREED, LOST, SAID } from './what-is-lost.ts'

const SEED = 7
/** Without calendars the fields that belong to them are not read; with them: compute/test/engine/clock. A wbs_name is only shown. */
// what progress is measured by takes physical percents away that files have anyway: compute/test/engine/health/progress-audit.test.ts
// priorities decide by some rules of levelling alone: compute/test/engine/levelling/by-hand.test.ts
const UNREAD: ReadonlySet<string> = new Set([
  ...CLOCK_COLUMNS.filter(name => name !== 'totalFloatDays'),
  ...['wbsName', 'levelingPriority', 'levelingCanSplit', 'onLongestPath', 'rowNumber', 'percentCompleteType'],
])
const FIELDS = TASK_FIELDS.filter(({ column }) => !UNREAD.has(column))
const TASK_COUNT = 300
const PROJECT = project(SEED, TASK_COUNT)
/** For rows without checks, which are what needs a fault that few tasks have; comparisons cost more than twice as much with twice the tasks. */
const SMALL_TASK_COUNT = 120
const SMALL = project(SEED, SMALL_TASK_COUNT)
const takesWhole = (id: AnalysisRow['id']): boolean => id in LOST || id in FREED || id === 'forensics.baseline-compare'
const projectOf = ({ id }: AnalysisRow): Project => (takesWhole(id) ? PROJECT : SMALL)
t.comment(`seed ${SEED}, ${TASK_COUNT} and ${SMALL_TASK_COUNT} tasks`)

const isRun = ({ status }: Plain): boolean => status !== 'skipped' && status !== 'not_applicable'
const statuses = (plain: Plain): Map<string, Plain> => new Map(checksOf(plain).map(check => [nameOf(check), check]))
const codesOf = (plain: Plain): string[] => plain.findings.map(({ code }: Plain) => code)

/** Bodies of a row from which one thing is missing, by its name; containers in angle brackets. */
function* reduced(row: AnalysisRow): Generator<readonly [name: string, body: Body]> {
  for (const { name } of FIELDS.slice(1)) {
    const body = bodyOf(
      row,
      mapTasks(projectOf(row), tasks => tasks.map(task => ({ ...task, [name]: undefined }))),
    )
    // events say whose days are, too
    const isWhose = name === 'delay_category' && SAID[row.id]?.[name] !== undefined
    yield [name, isWhose ? { ...body, delay_events: undefined } : body]
  }
  const whole = bodyOf(row, projectOf(row))
  for (const [name, isRequired] of Object.entries(containersOf(row))) {
    if (!isRequired) yield [`<${name}>`, { ...whole, [name]: undefined }]
  }
}

t.test('the project has every field in use', async t => {
  const { tasks } = PROJECT.current
  t.strictSame(
    // no analysis reads codes but by category_mapping: compute/test/engine/read/codes.test.ts
    FIELDS.filter(
      ({ name }) => name !== 'codes' && !tasks.some(task => task[name] !== undefined && task[name] !== null),
    ),
    [],
  )
})

t.test('there are fourteen analyses of the specification, and further ones', async t => {
  t.equal(built.filter(({ isFurther }) => isFurther !== true).length, 14)
  t.equal(built.length, 20)
})

for (const row of built) {
  t.test(`${row.id}: without each field and container it answers, and tells what it could not look at`, async t => {
    const whole = reply(row, bodyOf(row, projectOf(row)))
    t.equal(faultOf(row, whole), undefined)
    if (typeof whole.score === 'number') t.ok(whole.score < 100, `there is something to find: ${whole.score}`)
    const before = statuses(whole)
    const lost: Record<string, string> = {}
    const freed: Record<string, string> = {}
    for (const [name, body] of reduced(row)) {
      const plain = reply(row, body)
      t.equal(faultOf(row, plain), undefined, `without ${name}`)
      if (typeof plain.score === 'number') t.ok(plain.score < 100, `without ${name} the score is ${plain.score}`)
      const after = statuses(plain)
      const mute = [...after.values()].filter(check => !isRun(check) && !check.message)
      t.strictSame(mute, [], `without ${name} every check that did not run says why`)
      if ([...after.values()].some(({ status }) => status === 'skipped')) t.not(plain.status, 'success')
      const codes = [...before.keys()].sort()
      const gone = codes.filter(code => isRun(before.get(code)) && !(after.has(code) && isRun(after.get(code))))
      if (gone.length > 0) lost[name] = gone.join(' ')
      const passing = codes.filter(code => before.get(code).status === 'fail' && after.get(code)?.status === 'pass')
      if (passing.length > 0) freed[name] = passing.join(' ')
      const said = SAID[row.id]?.[name]
      if (said !== undefined) t.ok(codesOf(plain).includes(said), `without ${name} it says ${said}`)
      if (said !== undefined) t.notOk(codesOf(whole).includes(said), `with ${name} there is no ${said}`)
    }
    t.strictSame(lost, LOST[row.id] ?? {}, 'the checks that lost their input')
    const reasoned = Object.entries(FREED[row.id] ?? {}).map(([name, { codes }]) => [name, codes])
    t.strictSame(freed, Object.fromEntries(reasoned), 'failed checks that pass without a field, each with a reason')
  })

  t.test(`${row.id}: ids alone are enough for an answer`, async t => {
    const plain = reply(
      row,
      bodyOf(
        row,
        mapTasks(projectOf(row), tasks => tasks.map(({ id }) => ({ id }))),
      ),
    )
    t.equal(faultOf(row, plain), undefined)
    if (row.id !== 'analysis.validate') t.not(plain.status, 'success')
  })
}

/** Fields that stand in for one another: without all of them nothing does. */
const STAND_INS = [
  ['resource', 'resources', 'budgeted_cost'],
  ['baseline_start', 'baseline_finish', 'baseline_duration_days'],
  ['actual_start', 'actual_finish', 'percent_complete', 'physical_percent_complete'],
  ['planned_start', 'planned_finish', 'forecast_start', 'forecast_finish'],
  ['duration_days', 'planned_start', 'planned_finish', 'baseline_start', 'baseline_finish'],
  ['constraint_type', 'constraint_date'],
]

t.test('without fields that stand in for one another there is an answer, and no whole score', async t => {
  for (const row of built) {
    for (const names of STAND_INS) {
      const gone = Object.fromEntries(names.map(name => [name, undefined]))
      const plain = reply(
        row,
        bodyOf(
          row,
          mapTasks(SMALL, tasks => tasks.map(task => ({ ...task, ...gone }))),
        ),
      )
      const label = `${row.id} without ${names}`
      t.equal(faultOf(row, plain), undefined, label)
      if (typeof plain.score === 'number') t.ok(plain.score < 100, `${label}: ${plain.score}`)
      t.strictSame(
        checksOf(plain).filter(check => !isRun(check) && !check.message),
        [],
        label,
      )
    }
  }
})

t.test('what is compared with a baseline or by resources has no score without either', async t => {
  const without = (names: readonly string[]) => {
    const gone = Object.fromEntries(names.map(name => [name, undefined]))
    return mapTasks(PROJECT, tasks => tasks.map(task => ({ ...task, ...gone })))
  }
  const row = (id: string): AnalysisRow => built.find(each => each.id === id)!
  const resources = reply(
    row('analysis.resources'),
    bodyOf(row('analysis.resources'), without(['resource', 'resources'])),
  )
  t.match(resources, { score: null, grade: null, status: 'warning' })
  const { baseline_schedule: _, ...body } = bodyOf(row('forensics.as-planned-vs-as-built'), without(STAND_INS[1]!))
  t.match(reply(row('forensics.as-planned-vs-as-built'), body), { status: 'warning', data: { gross_delay_days: null } })
})
