/** What a schedule says beside its dates is in every file that is written of it: prices, ids. Each file is read again and compared with what was sent. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { FILE_TARGETS } from '../../../../shared/contract/endpoint/convert.ts'
import type { AnalysisInput } from '../../../../shared/contract/schedule/input.ts'
import type { Plain } from '../../helpers/analyse.ts'
import { random } from '../../helpers/random.ts'
import { converted, inputOfBody, inputOfFile, plainOf } from './converted.ts'

const FOLDER = fileURLToPath(new URL('../../../../../shared/data/project_files', import.meta.url))
const skip = existsSync(FOLDER) ? false : 'no project files here'
const CALENDAR = {
  id: 'Five days',
  hours_per_day: 8,
  work_week: Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map(day => [day, [['08:00', '16:00']]]),
  ),
}
const BODY = { status_date: '2026-03-02', calendars: [CALENDAR], default_calendar_id: 'Five days' }

/** Files written one after the other, each of what was read of the last one. */
const through = (targets: readonly (typeof FILE_TARGETS)[number][], first: AnalysisInput): Plain =>
  plainOf(targets.reduce((input, target) => inputOfFile(converted(target, input).bytes), first))

const pricesOf = ({ resources, tasks }: Plain): Plain => ({
  resources: Object.fromEntries((resources ?? []).map(({ id, prices }: Plain) => [id, prices])),
  tasks: tasks.map(({ assignments }: Plain) =>
    (assignments ?? []).map(({ resource, price_per_unit }: Plain) => [resource, price_per_unit]),
  ),
})

t.test('prices of resources, from their days on, and of assignments are in every file', async t => {
  for (let seed = 1; seed <= 12; seed++) {
    const next = random(seed)
    const of = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)]!
    const price = (from = 0): number => Math.ceil(next() * 1e4 + 100 * from) / 100
    const resources = Array.from({ length: 3 }, (_, n) => ({
      id: `R${n}`,
      type: of(['labour', 'nonlabour', 'material']),
      ...(next() < 0.4
        ? {
            limits: [
              { units_per_day: 1 + n, to: '2026-05-03' },
              { units_per_day: 4, from: '2026-05-04' },
            ],
          }
        : {}),
      ...(next() < 0.7
        ? {
            prices: [
              { price_per_unit: price() },
              { price_per_unit: price(200), from: of(['2026-05-04', '2026-06-01']) },
            ],
          }
        : {}),
    }))
    const tasks = Array.from({ length: 4 }, (_, n) => ({
      id: `T${n}`,
      name: `Work ${n}`,
      duration_days: 5,
      assignments: resources
        .filter(() => next() < 0.7)
        .map(({ id }) => ({
          resource: id,
          budgeted_units: 40,
          ...(next() < 0.3 ? { price_per_unit: price(500) } : {}),
        })),
    }))
    const input = inputOfBody({
      ...BODY,
      resources: resources.filter(({ id }) =>
        tasks.some(({ assignments }) => assignments.some(({ resource }) => resource === id)),
      ),
      tasks,
    })
    const sent = pricesOf(plainOf(input))
    for (const path of [...FILE_TARGETS.map(target => [target]), ['xer', 'ms_project_xml', 'p6_xml', 'xer']] as const)
      t.same(pricesOf(through(path, input)), sent, `seed ${seed}: ${path.join(', ')}`)
  }
})

t.test('costs per use and rates of overtime stay in files of Microsoft Project', async t => {
  const prices = [
    { price_per_unit: 30, overtime_price_per_hour: 45, cost_per_use: 120 },
    { price_per_unit: 32.5, overtime_price_per_hour: 45, cost_per_use: 120, from: '2026-03-16' },
  ]
  const tasks = [{ id: '1', duration_days: 5, assignments: [{ resource: 'Crew', budgeted_units: 40 }] }]
  const input = inputOfBody({ ...BODY, resources: [{ id: 'Crew', prices }], tasks })
  t.same(pricesOf(converted('ms_project_xml', input).read).resources, { Crew: prices })
})

t.test('a price of 0 is none, except for an assignment whose resource has one', async t => {
  const resources = [
    { id: 'Free', prices: [{ price_per_unit: 0 }] },
    { id: 'Crew', prices: [{ price_per_unit: 12 }] },
  ]
  const tasks = [
    { id: '1', duration_days: 5, assignments: resources.map(({ id }) => ({ resource: id, price_per_unit: 0 })) },
  ]
  for (const target of FILE_TARGETS)
    t.same(
      pricesOf(converted(target, inputOfBody({ ...BODY, resources, tasks })).read),
      {
        resources: { Free: undefined, Crew: [{ price_per_unit: 12 }] },
        tasks: [
          [
            ['Free', undefined],
            ['Crew', 0],
          ],
        ],
      },
      target,
    )
})

t.test(
  'cost stays linked with units in P6 where it is their product, so that no budget changes when P6 computes it',
  async t => {
    const assignments = [
      { resource: 'Crew', budgeted_units: 40, budgeted_cost: 480 },
      { resource: 'Crew', budgeted_units: 40, budgeted_cost: 500 },
    ]
    const tasks = [{ id: '1', duration_days: 5, assignments }]
    const input = inputOfBody({ ...BODY, resources: [{ id: 'Crew', prices: [{ price_per_unit: 12 }] }], tasks })
    const xer = converted('xer', input).bytes.toString()
    t.same(
      [...xer.matchAll(/\t12\tCOST_PER_QTY\tST_Rsrc\t([YN])\r?\n/g)].map(([, flag]) => flag),
      ['Y', 'N'],
    )
    const xml = converted('p6_xml', input).bytes.toString()
    t.same(
      [...xml.matchAll(/<IsCostUnitsLinked>(.)</g)].map(([, flag]) => flag),
      ['1', '0'],
    )
    t.match(xml, /<CostPerQuantity>12<.*<RateSource>Resource<\/RateSource><RateType>Price \/ Unit</)
  },
)

t.test('a file of P6 keeps its prices in all files', { skip }, async t => {
  const files = ['xer/con__wk2.xer', 'pmxml/con__wk2.p6.xml.gz', 'mspdi/mpxj__sample1.xml']
  const [xer, xml, project] = files.map(name => {
    const bytes = readFileSync(`${FOLDER}/${name}`)
    return inputOfFile(name.endsWith('.gz') ? gunzipSync(bytes) : bytes)
  })
  const sent = pricesOf(plainOf(xer!))
  t.equal(Object.values(sent.resources).filter(Boolean).length, 30)
  t.same(pricesOf(plainOf(xml!)), sent)
  for (const path of [['xer'], ['p6_xml'], ['ms_project_xml'], ['ms_project_xml', 'xer']] as const)
    t.same(pricesOf(through(path, xer!)), sent, path.join(', '))
  const rates = pricesOf(plainOf(project!)).resources
  t.equal(Object.keys(rates).length, 2)
  t.match(Object.values(rates)[0], [{ price_per_unit: 10, overtime_price_per_hour: 20, cost_per_use: 30 }])
  t.same(pricesOf(through(['ms_project_xml'], project!)).resources, rates)
})

const idsOf = ({ tasks }: Plain): string[] => tasks.map(({ id }: Plain) => id)
const ofField = (values: readonly string[], alias: string): AnalysisInput => {
  const tasks = values.map((id, n) => ({ id: `${id}${n}`, name: `Work ${n}`, duration_days: 1 }))
  const xml = converted('ms_project_xml', inputOfBody({ ...BODY, tasks })).bytes.toString()
  const given = values.reduce((text, id, n) => text.replace(`<Value>${id}${n}<`, `<Value>${id}<`), xml)
  return inputOfFile(Buffer.from(given.replace('<Alias>Activity ID<', `<Alias>${alias}<`)))
}

t.test(
  'ids of activities come back from a file of Microsoft Project, with the summaries that tasks lie under',
  async t => {
    const tasks = [
      { id: 'S-1', task_type: 'summary' },
      { id: 'A-10', duration_days: 1, parent_id: 'S-1', codes: { Phase: '1' } },
      { id: 'A-20', duration_days: 1, parent_id: 'S-1', predecessors: ['A-10'] },
    ]
    const read = converted('ms_project_xml', inputOfBody({ ...BODY, tasks })).read
    t.match(read.tasks, [
      { id: 'S-1' },
      { id: 'A-10', parent_id: 'S-1', codes: { Phase: '1' } },
      { id: 'A-20', parent_id: 'S-1', predecessors: [{ task_id: 'A-10' }] },
    ])
    t.equal(read.tasks[1].codes['Activity ID'], undefined, 'it is the id, and no code beside')
  },
)

t.test(
  'a field of ids is a code where it does not tell every task from the others, and under any other name',
  async t => {
    const twice = ofField(['A', 'A', 'B'], 'Activity ID')
    t.same(idsOf(plainOf(twice)), ['1', '2', '3'])
    t.same(
      plainOf(twice).tasks.map(({ codes }: Plain) => codes),
      ['A', 'A', 'B'].map(id => ({ 'Activity ID': id })),
    )
    t.match(twice.imports![0]!.warnings, [{ code: 'activity_ids_left_out' }])
    const other = ofField(['A', 'B', 'C'], 'Act No')
    t.same(idsOf(plainOf(other)), ['1', '2', '3'])
    t.match(plainOf(other).tasks[2], { codes: { 'Act No': 'C' } })
    t.same(idsOf(plainOf(ofField(['A', 'B', 'C'], 'activity id'))), ['A', 'B', 'C'])
  },
)

t.test(
  'files of P6 have their ids again by way of Microsoft Project, and what they lose is said',
  { skip },
  async t => {
    const input = inputOfFile(readFileSync(`${FOLDER}/xer/con__wk2.xer`))
    const { report, read } = converted('ms_project_xml', input)
    t.same(idsOf(read).sort(), idsOf(plainOf(input)).sort())
    t.match(
      report.warnings.filter(({ code }) => code === 'not_read' || code === 'wbs_nodes_left_out'),
      [{ text: /UMEASURE \(6 rows\).*TASKPROC \(6 rows\)/, count: 1 }, { code: 'wbs_nodes_left_out' }],
    )
    t.match(converted('xer', input).report.warnings[0], { code: 'not_read' })
  },
)
