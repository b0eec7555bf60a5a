/** Catalogues of checks: every id of the published lists is there, own catalogues are read or refused with their place, and figures are those of an oracle in SQL. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { analyses } from '../../../../shared/contract/analysis/analyses.ts'
import { showCatalogues } from '../../../engine/analysis/checks/show-catalogues.ts'
import type { Plain } from '../../helpers/analyse.ts'
import { bodyOf, project, reply } from '../../helpers/every-analysis.ts'
import { answerOf } from './checks-answer.ts'

const LISTS = fileURLToPath(new URL('../../../../../shared/standards', import.meta.url))
const row = analyses.find(({ id }) => id === 'health.checks')!

const idsOf = (file: string): string[] =>
  readFileSync(`${LISTS}/${file}`, 'utf8')
    .split('\n')
    .slice(1)
    .flatMap(line => (line.trim() === '' ? [] : [line.slice(0, line.indexOf(','))]))

for (const [catalogue, file] of [
  ['diq', 'diq.csv'],
  ['decm', 'decm.csv'],
] as const) {
  t.test(`every check of ${catalogue} is measured, or says what it needs`, async t => {
    const { checks } = showCatalogues().find(({ id }) => id === catalogue)!
    for (const { kind, metric, needs, id } of checks) t.ok(kind === 'measured' ? metric.length > 0 : needs !== null, id)
    if (!existsSync(`${LISTS}/${file}`)) return t.comment(`${LISTS}/${file} is absent: ids were not compared`)
    const has = new Set(checks.map(({ id }) => id))
    t.strictSame(
      idsOf(file).filter(id => !has.has(id)),
      [],
    )
  })
}

t.test('points and metrics of other analyses are their figures, whatever the schedule', async t => {
  for (const seed of [1, 2]) {
    const from = project(seed, 200)
    for (const [catalogue, id] of [
      ['dcma-14', 'health.dcma-14-point'],
      ['decm', 'health.dcma-decm'],
    ] as const) {
      const other = analyses.find(each => each.id === id)!
      const figures = (checks: Plain): Map<string, unknown> =>
        new Map(
          checks.map(({ code, status, numerator, denominator }: Plain) => [code, [status, numerator, denominator]]),
        )
      const there = figures((reply(other, bodyOf(other, from)) as Plain).data.checks)
      const body = bodyOf(row, from)
      const here = figures(
        (
          reply(row, {
            ...body,
            start_task_ids: undefined,
            options: { ...(body.options as object), catalogue },
          }) as Plain
        ).data.checks,
      )
      for (const [code, figure] of there)
        if (code !== '06A204b') t.strictSame(here.get(code), figure, `seed ${seed} ${code}`)
    }
  }
})

const TASKS = [
  { id: 'A', name: 'Dig A', duration_days: 5, planned_start: '2026-03-02', wbs_code: '1', codes: { Level: 'L1' } },
  { id: 'B', name: 'Pour', duration_days: 10, predecessors: ['A'], wbs_code: '1' },
  { id: 'C', name: 'pour', duration_days: 60, predecessors: ['A FS+2 d'] },
]
const own = (checks: object[], more: object = {}) => ({
  tasks: TASKS,
  calendar: 'calendar_days',
  options: { catalogue: 'own' },
  own_catalogue: { id: 'house', version: '1', checks },
  ...more,
})

t.test('each form of a condition counts what it says', async t => {
  const figures: readonly (readonly [metric: string | string[], count: number, more?: object])[] = [
    ['total_float_days > 44', 1],
    ['total_float_days > 44 or id = A', 2],
    [['total_float_days > 44', 'id = A'], 0],
    ['id in A, C', 2],
    ['id not in A, C', 1],
    ['wbs_code missing', 1],
    ['wbs_code given', 2],
    ['wbs_code != 1', 1],
    ['name contains id', 1],
    ['name contains "POUR"', 2],
    ['same_name_count > 1', 2],
    ['not has_open_start', 3],
    ['duration_days in 6..60', 2],
    ['planned_start <= 2026-03-02', 1],
    ['early_finish > early_start + 20', 1],
    ['milestone_level = 110', 1],
    ['lag_days > 0', 1, { counts: 'links' }],
    ['predecessor.id = A', 2, { counts: 'links' }],
    ['task.duration_days > 20', 1, { counts: 'links' }],
  ]
  const checks = figures.map(([metric, , more], n) => ({ id: `C${n}`, metric: [metric].flat(), ...more }))
  const mapping = { milestone_level: { code: 'Level', values: { L1: '110' } } }
  const { data } = answerOf(own(checks, { mapping })) as Plain
  for (const same of ['code:Level', 'udf:Level', { from: 'code:Level', otherwise: '7' }]) {
    const values = { L1: '110' }
    const level = { milestone_level: typeof same === 'string' ? { from: same, values } : { ...same, values } }
    const again = (answerOf(own(checks, { mapping: level })) as Plain).data
    t.same(again.checks, data.checks, 'a source in the words of deliverables is the same source')
  }
  t.match(answerOf(own(checks, { mapping: { cam: 'CAM' } })), { faults: [{ msg: /takes code:NAME.*not "CAM"/ }] })
  const atLevel = answerOf(own([{ id: 'L', metric: ['cam = 1'] }], { mapping: { cam: 'wbs:1' } })) as Plain
  t.equal(atLevel.data.checks[0].numerator, 2)
  t.strictSame(
    data.checks.map(({ numerator }: Plain) => numerator),
    figures.map(([, count]) => count),
  )
})

t.test('a catalogue that is wrong is refused with the place of each fault', async t => {
  const faults: readonly (readonly [check: object, place: string, words: RegExp])[] = [
    [{ metric: ['total_flot_days > 4'] }, 'metric.0', /total_float_days/],
    [{ metric: ['total_float_days >'] }, 'metric.0', /nothing behind/],
    [{ metric: ['total_float_days > soon'] }, 'metric.0', /compares/],
    [{ metric: ['is_complete or'] }, 'metric.0', /empty/],
    [{ metric: ['name > 5'] }, 'metric.0', /texts know/],
    [{ metric: ['is_complete'], limit: 'few' }, 'limit', /takes <= or >=/],
    [{ metric: ['is_complete'], population: ['other.other.id = A'] }, 'population.0', /knows no field/],
    [{ metric: ['DCMA-01'], population: ['is_complete'] }, 'population', /population of its own/],
    [{ metric: ['eval(1)'] }, 'metric.0', /knows no field/],
    [{ metric: ['name = "A'] }, 'metric.0', /quote/],
    [{ metric: [`${'is_complete or '.repeat(30)}is_complete`] }, 'metric.0', /300/],
    [{ metric: ['is_complete'], limt: '<= 3' }, 'limt', /"limt", here "<= 3", is not known. Is limit meant\?/],
    [{ metric: ['is_complete'], note: { deep: [1] } }, 'note', /"note", here an object, is not known. It takes id,/],
    [{ metric: ['is_complete'], __proto__x: null }, '__proto__x', /here null/],
    [{ metric: ['name contains "\u001b[2J"'] }, 'metric', /control/],
    [{ metric: ['is_complete'], title: 'a\u202eb' }, 'title', /control/],
    [{ metric: ['is_complete'], id: 'A\u0000' }, 'id', /"A\\u0000" has control/],
    [{ metric: ['is_complete'], id: ' A' }, 'id', /blank/],
  ]
  for (const [check, place, words] of faults) {
    const refusal = answerOf(own([{ id: 'X', ...check }])) as Plain
    t.equal(refusal.code, 'validation', JSON.stringify(check))
    t.ok(
      refusal.faults?.some((each: Plain) => each.loc.join('.').endsWith(`checks.0.${place}`) && words.test(each.msg)),
      `${JSON.stringify(check)}: ${JSON.stringify(refusal.faults)}`,
    )
  }
  const many = Array.from({ length: 200 }, (_, n) => ({
    id: `M${n}`,
    metric: Array.from({ length: 20 }, () => 'is_complete or is_incomplete'),
  }))
  t.match(JSON.stringify(answerOf(own(many))), /8000 comparisons/)
  const texts = many.slice(0, 50).map(({ id }) => ({ id, metric: Array(20).fill('name contains "(a+)+$"') }))
  const tasks = Array.from({ length: 40_000 }, (_, n) => ({ id: `T${n}` }))
  t.match(JSON.stringify(answerOf({ ...own(texts), tasks })), /make 80000000 comparisons with the rows/)
  const wrong = Array.from({ length: 50_000 }, (_, n) => ({ id: `W${n}`, metrc: [] }))
  const refusal = answerOf(own(wrong)) as Plain
  t.equal(refusal.faultCount, 50_000)
  t.ok(JSON.stringify(refusal).length < 40_000)
  t.match(JSON.stringify(answerOf(own(many.concat(many)))), /200/)
  t.match(JSON.stringify(answerOf({ ...own([]), own_catalogue: undefined })), /required by the catalogue own/)
})

t.test('a hash is that of the rules: titles change nothing, limits do', async t => {
  const hash = (check: object): string =>
    (answerOf(own([{ id: 'A', metric: ['is_complete'], ...check }])) as Plain).data.catalogue.sha256
  t.equal(hash({ title: 'One' }), hash({ title: 'Two', text: 'Do it.' }))
  t.not(hash({}), hash({ limit: '<= 1' }))
})

t.test('what only people know is asked; answers make the steps of practices whole', async t => {
  const gao = (answers: object) => (answerOf({ tasks: TASKS, options: { catalogue: 'gao' }, answers }) as Plain).data
  const asked = gao({})
  const risk = ({ practices }: Plain) => practices.find(({ code }: Plain) => code === 'GAO-8')
  t.equal(risk(asked).proposed_step, null)
  t.equal(asked.characteristics.find(({ title }: Plain) => title === 'Credible').score, null)
  const answered = gao({ 'GAO-8.1': 'yes', 'GAO-8.2': 'yes', 'GAO-8.3': 'partly', 'GAO-8.4': 'no' })
  t.equal(risk(answered).proposed_step, 3)
  t.ok(answered.checks.some(({ status }: Plain) => status === 'asked'))
})
