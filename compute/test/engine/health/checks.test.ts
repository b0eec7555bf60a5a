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
        if (!['06A204b', '06A505a', '06A505b', '06I201a'].includes(code))
          t.strictSame(here.get(code), figure, `seed ${seed} ${code}`)
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
  const strange = answerOf(
    own(checks, { mapping: { cam: 'code:None' }, baseline_schedule: { baseline_date: '2026-03-02', tasks: TASKS } }),
  )
  t.match(strange, { faults: [{ msg: /^[^;]*; there are ([^,]+)(?:, (?!\1)[^,]+)*$/ }] }, 'each code once')
  t.match(answerOf(own(checks, { mapping: { cam: 'wbs:12' } })), { faults: [{ msg: /"wbs:12": the deepest/ }] })
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
    [{ metric: ['type = SX'] }, 'metric.0', /compares type with "SX".* one of task, milestone/],
    [{ metric: ['constraint_type = SNETT'] }, 'metric.0', /is SNET meant\?/],
    [{ metric: ['type not in task, Task'] }, 'metric.0', /compares type with "Task"; is task meant/],
    [{ counts: 'links', metric: ['task.type contains stone or type != FX'] }, 'metric.0', /one of FS, SS, FF, SF/],
    [{ metric: ['constraint_type contains NETT'] }, 'metric.0', /one of ASAP/],
    [{ counts: 'assignments', metric: ['resource_type = labor'] }, 'metric.0', /is labour meant/],
    [{ metric: ['total_float_days >'] }, 'metric.0', /nothing behind/],
    [{ metric: ['total_float_days > soon'] }, 'metric.0', /compares/],
    [{ metric: ['is_complete or'] }, 'metric.0', /empty/],
    [{ metric: ['name > 5'] }, 'metric.0', /texts know/],
    [{ metric: ['is_complete'], limit: 'few' }, 'limit', /takes <= or >=/],
    [{ metric: ['is_complete'], population: ['other.other.id = A'] }, 'population.0', /knows no field/],
    [{ metric: ['DCMA-01'], population: ['is_complete'] }, 'population', /population of its own/],
    [{ metric: ['eval(1)'] }, 'metric.0', /knows no field/],
    [{ metric: ['name = "A'] }, 'metric.0', /quote/],
    [{ metric: ['total_float_days in 5..1'] }, 'metric.0', /ends before it begins: 5\.\.1/],
    [{ metric: ['total_float_days in 1...2'] }, 'metric.0', /ends before it begins/],
    [{ metric: ['total_float_days > 0x10'] }, 'metric.0', /compares/],
    [{ metric: ['start <= 2026-03-02 + 0x10'] }, 'metric.0', /number of days/],
    [{ metric: ['is_complete'], limit: '<= 101 %' }, 'limit', /up to 100/],
    [{ metric: ['is_complete'], limit: '<= 0x10' }, 'limit', /takes <= or >=/],
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
  t.match(JSON.stringify(answerOf({ ...own(texts), tasks })), /make \d{9} comparisons with the rows/)
  const wrong = Array.from({ length: 50_000 }, (_, n) => ({ id: `W${n}`, metrc: [] }))
  const refusal = answerOf(own(wrong)) as Plain
  t.equal(refusal.faultCount, 50_000)
  t.ok(JSON.stringify(refusal).length < 40_000)
  t.match(JSON.stringify(answerOf(own(many.concat(many)))), /200/)
  t.match(JSON.stringify(answerOf({ ...own([]), own_catalogue: undefined })), /required by the catalogue own/)
})

t.test(
  'what the checks of a catalogue may compare grows with what was sent, and a text costs what it takes to read it',
  async t => {
    const tasks = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `T${n}`, name: `Task ${n}` }))
    const house = Array.from({ length: 50 }, (_, n) => ({
      id: `H${n}`,
      metric: ['total_float_days > 44', 'name contains "x"', 'duration_days > 5', 'is_incomplete'],
    }))
    const { status } = answerOf({ ...own(house), tasks: tasks(20_000) }) as Plain
    t.ok(status, 'one of a house')
    // these took three seconds of a processor for a body of a megabyte
    const dear = Array.from({ length: 100 }, (_, n) => ({ id: `D${n}`, metric: Array(3).fill('name != id') }))
    const refused = answerOf({ ...own(dear), tasks: tasks(30_000) }) as Plain
    t.match(refused.faults, [{ loc: ['body', 'own_catalogue', 'checks'], type: 'too_much_work' }])
    t.match(refused.faults[0].msg, /at most 39000000 are made for that many rows/)
    t.ok((answerOf({ ...own(dear), tasks: tasks(1_000) }) as Plain).status)
  },
)

t.test('a catalogue that is sent is the one that is run, unless another is named, which is told', async t => {
  const answered = (options: object | undefined) =>
    answerOf({ ...own([{ id: 'A', metric: ['is_complete'] }]), options }) as Plain
  for (const options of [undefined, {}, { catalogue: null }, { catalogue: 'own' }]) {
    const { data, findings } = answered(options)
    t.equal(data.catalogue.code, 'house', JSON.stringify(options))
    t.notOk(findings.some(({ code }: Plain) => code === 'CHECKS_OWN_UNUSED'))
  }
  const { data, findings } = answered({ catalogue: 'dcma-14' })
  t.equal(data.catalogue.code, 'dcma-14')
  t.match(findings.find(({ code }: Plain) => code === 'CHECKS_OWN_UNUSED')?.description, /another one was named/)
  t.equal((answerOf({ tasks: TASKS }) as Plain).data.catalogue.code, 'dcma-14')
})

t.test('a baseline of a later data date than the schedule is told', async t => {
  const found = (baseline_date: string): Plain =>
    (
      answerOf({ tasks: TASKS, status_date: '2026-03-10', baseline_schedule: { tasks: TASKS, baseline_date } }) as Plain
    ).findings.find(({ code }: Plain) => code === 'BASELINE_LATER')
  t.match(found('2026-04-07')?.description, /of April 7, 2026, later|2026-04-07, later/)
  t.equal(found('2026-03-10'), undefined)
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

/** By id: numerator and denominator of checks of the DIQ. */
const diq = (body: object): Record<string, [number | null, number | null]> => {
  const { data } = answerOf({ options: { catalogue: 'diq' }, ...body }) as Plain
  return Object.fromEntries(
    data.checks.map(({ code, numerator, denominator }: Plain) => [code, [numerator, denominator]]),
  )
}
const task = (id: string, assignments: object[], more: object = {}) => ({ id, duration_days: 3, assignments, ...more })

t.test('work or cost without its codes: cost of the task, or work or cost of an assignment', t => {
  const assigned = (id: string, amounts: object): object => ({
    ...{ id, duration_days: 1, assignments: [{ resource: 'Crew', ...amounts }] },
  })
  const found = (tasks: readonly object[]): Plain => {
    const codes = Object.fromEntries(
      ['obs', 'control_account', 'cam', 'work_package', 'evt'].map(name => [name, { code: name }]),
    )
    const { data } = answerOf({ tasks, mapping: codes, options: { catalogue: 'decm' } }) as Plain
    const { numerator, denominator } = data.checks.find(({ code }: Plain) => code === 'CPT01')
    return [numerator, denominator]
  }
  const cost = { id: 'A', duration_days: 1, budgeted_cost: 100 }
  const idle = { id: 'B', duration_days: 1 }
  const whole = {
    ...cost,
    id: 'C',
    wbs_code: '1',
    codes: { obs: 'o', control_account: 'c', cam: 'm', work_package: 'w', evt: 'C' },
  }
  t.same(found([cost, idle, whole]), [1, 2])
  t.same(
    found([
      whole,
      assigned('D', { budgeted_units: 8 }),
      assigned('E', { budgeted_cost: 5 }),
      assigned('F', { budgeted_units: 0 }),
    ]),
    [2, 3],
  )
  t.end()
})

t.test('elements of cost: of the resource, of neither, and in the other schedule', async t => {
  const resources = [
    { id: 'R1', name: 'Ann', type: 'labour' },
    { id: 'R2', name: 'Overhead', type: 'cost' },
    { id: 'R3', type: 'nonlabour' },
  ]
  const tasks = [
    // the same resource by id and by name; work without an element is no other element
    task('A', [{ resource: 'R2' }, { resource: 'R3' }, { resource: 'Overhead' }]),
    task('B', [{ resource: 'R1', budgeted_cost: -5 }]),
  ]
  const mapping = { element_of_cost: { field: 'resource_name', values: { Ann: 'labor', Overhead: 'indirect' } } }
  const of = diq({ tasks, resources, mapping })
  t.strictSame(of['1060241'], [1, 1], 'indirect cost alone')
  t.strictSame(of['1060259'], [0, 3], 'assignments of a resource that a task has twice are one, as in DS06')
  t.strictSame(of['1060265'], [1, 3], 'no element')
  t.strictSame(of['1060262'], [1, 1], 'indirect cost on some tasks alone')
  t.strictSame(of['1060238'], [1, 3], 'an amount below 0 is found, not left out')
  const other = { tasks: [task('B', [{ resource: 'R1' }])], resources, baseline_date: '2026-01-01' }
  const both = diq({ tasks: [tasks[0]], resources, mapping, baseline_schedule: other })
  t.strictSame(both['1060262'], [1, 1], 'the other schedule uses indirect cost')
  t.strictSame(both['1060260'], [1, 1])
  const same = diq({ tasks: [tasks[0]], resources, mapping, baseline_schedule: { ...other, tasks: [tasks[0]] } })
  t.strictSame(same['1060261'], [1, 2], 'what has no element finds no partner')
  for (const [element_of_cost, words] of [
    [{ field: 'resource_tpye' }, /field must be one of .*resource, resource_name, resource_type, is .*resource_tpye/],
    ['field:nam', /resource_type, is .*nam/],
    [{ field: 'resource_type', unit: 'h' }, /unit/],
  ] as const)
    t.match(JSON.stringify(answerOf({ tasks, options: { catalogue: 'diq' }, mapping: { element_of_cost } })), words)
})

t.test('labour on two tasks: by its days, whichever begins first and however its finish is written', async t => {
  const tasks = [
    task('A', [{ resource: 'R1', start: '2026-03-02', finish: '2026-03-06' }]),
    task('B', [{ resource: 'R1', start: '2026-03-07', finish: '2026-03-20' }]),
    task('C', [{ resource: 'R1', start: '2026-03-10T08:00', finish: '2026-03-12T00:00' }]),
    task('D', [{ resource: 'R2', start: '2026-03-10', finish: '2026-03-12' }]),
    task('E', [{ resource: 'R2', start: '2026-03-12', finish: '2026-03-12' }]),
  ]
  const resources = [{ id: 'R1' }, { id: 'R2', type: 'material' }]
  // B holds C; A ends on the day before B; a material is no labour
  t.strictSame(diq({ tasks, resources })['1060246'], [2, 3])
  const mapping = { element_of_cost: { field: 'resource', values: { R2: 'labor' } } }
  t.strictSame(diq({ tasks, resources, mapping })['1060246'], [4, 5])
  const planned = [
    task('A', [{ resource: 'R1', start: '2026-03-06', finish: '2026-03-06' }], { early_finish: '2026-03-06' }),
  ]
  const of = diq({ tasks, resources, baseline_schedule: { tasks: planned, baseline_date: '2026-03-01' } })
  t.strictSame(
    [of['9060296'], of['1060255']],
    [
      [0, 1],
      [0, 6],
    ],
  )
})

t.test(
  'exceptions of calendars count by their days, those that stand twice too; calendars that both schedules have, once',
  async t => {
    const calendar = {
      id: 'C1',
      name: 'Site',
      work_week: { monday: [['06:00', '20:00']] },
      exceptions: [
        { date: '2026-03-02', until: '2026-03-06' },
        { date: '2026-03-04', shifts: [['08:00', '21:00']] },
        { date: '2026-03-10' },
      ],
    }
    const child = {
      id: 'C2',
      name: 'Night',
      parent: 'C1',
      exceptions: [{ date: '2026-03-10', shifts: [['20:00', '24:00']] }],
    }
    const calendars = [calendar, child]
    const tasks = [{ id: 'A', duration_days: 3 }]
    const once = diq({ tasks, calendars })
    t.strictSame(once['1200595'], [2, 13])
    t.strictSame(once['1200597'], [0, 2])
    t.strictSame(once['1200598'], [1, 13])
    t.strictSame(once['1190594'], [2, 2])
    const dated = [{ ...tasks[0]!, actual_start: '2026-03-02', actual_finish: '2026-03-13' }]
    const plan = { tasks: dated, baseline_date: '2026-03-01' }
    const baseline_schedule = { ...plan, calendars: structuredClone(calendars) }
    t.strictSame(diq({ tasks, calendars, baseline_schedule }), {
      ...diq({ tasks, calendars, baseline_schedule: plan }),
    })
    t.strictSame(diq({ tasks, calendars, baseline_schedule })['1200595'], [2, 13])
    const short = [{ ...dated[0]!, actual_start: '2026-03-09', actual_finish: '2026-03-10' }]
    t.strictSame(diq({ tasks: short, calendars })['1200595'], [0, 2], 'those between the first and the last date')
    const withoutHoliday = (all: readonly object[]): Plain =>
      (answerOf({ tasks: all, calendars, options: { catalogue: 'ufgs' } }) as Plain).data.checks.find(
        ({ code }: Plain) => code === 'UFGS-10-3.3.9',
      )
    t.match(
      withoutHoliday([...short, { ...short[0]!, id: 'B', calendar_id: 'C2' }]),
      { numerator: 2, denominator: 2 },
      'no day of the week with work is free between them',
    )
    t.match(withoutHoliday(short), { numerator: 1, denominator: 1 }, 'no task has the other calendar')
  },
)

t.test('baseline dates of tasks are those of the baseline beside them, where the tasks have none', async t => {
  const status_date = '2026-03-20'
  const tasks = [
    { id: 'A', duration_days: 5, actual_start: '2026-03-02', actual_finish: '2026-03-06' },
    { id: 'B', duration_days: 5, predecessors: ['A'], actual_start: '2026-03-09' },
    { id: 'N', duration_days: 5, predecessors: ['A'] },
  ]
  const plan = {
    baseline_date: '2026-03-01',
    project_start: '2026-03-02',
    tasks: tasks.slice(0, 2).map(({ actual_start: _, actual_finish: __, ...task }: Plain) => ({
      ...task,
      ...(task.id === 'A' ? { planned_start: '2026-03-02' } : {}),
    })),
  }
  const bei = (body: object): Plain => {
    const { data } = answerOf({
      status_date,
      tasks,
      calendar: 'working_days',
      options: { catalogue: 'dcma-14' },
      ...body,
    }) as Plain
    return data.checks.find(({ code }: Plain) => code === 'DCMA-14')
  }
  t.match(bei({}), { status: 'skipped' })
  t.match(bei({ baseline_schedule: plan }), { numerator: 1, denominator: 3 })
  const dated = tasks.map(task => ({ ...task, baseline_start: '2026-04-01', baseline_finish: '2026-04-03' }))
  t.match(bei({ baseline_schedule: plan, tasks: dated }), { denominator: 0 })
})
