/** What is written is read as a schedule and written again: the same file. */
import t from 'tap'
import type { Plain } from '../../helpers/analyse.ts'
import { random } from '../../helpers/random.ts'
import { unzip } from '../../helpers/workbook.ts'
import { randomSchedule } from '../clock/random-network.ts'
import { plainOf } from '../convert/converted.ts'
import { CULVERT } from './culvert.ts'
import { bytesOf, delivered, deliveredOf, fileInput, inputOf, REQUESTS } from './delivered.ts'

const SCHEDULES = Number(process.env.RANDOM_SCHEDULES ?? 60)

/** Tables that say what was computed by other rules, or what is not read. */
const NOT_COMPARED = ['SourceSoftwareMetadata.json']

t.test('SDEF: a schedule read back and written again is the same text', async t => {
  let compared = 0
  for (let seed = 1; seed <= SCHEDULES; seed++) {
    const made = deliveredOf('usace-sdef', inputOf(randomSchedule(random(seed)), REQUESTS['usace-sdef']))
    if (made.file === null) continue
    compared++
    const again = deliveredOf('usace-sdef', fileInput('usace-sdef', bytesOf(made)))
    const [before, after]: [string[], string[]] = [
      made.file.content.split('\r\n'),
      (again.file?.content ?? '').split('\r\n'),
    ]
    const other = before.findIndex((line, n) => line !== after[n])
    if (other >= 0 || before.length !== after.length) t.fail(`seed ${seed}: ${before[other]} | ${after[other]}`)
  }
  t.ok(compared > 0.05 * SCHEDULES, `${compared} compared`)
})

t.test('SDEF: what is read', async t => {
  const made = delivered('usace-sdef', { ...CULVERT, ...REQUESTS['usace-sdef'] })
  const input = fileInput('usace-sdef', bytesOf(made))
  t.match(input.imports, [
    {
      format: 'sdef',
      project_id: 'RAND',
      data_date: '2026-03-06',
      counts: { tasks: 4, links: 4, calendars: 1, rows_left_out: 0 },
      warnings: [],
    },
  ])
  const { tasks, calendars } = plainOf(input)
  t.match(calendars, [{ id: '1', name: 'Five days', exceptions: [{ date: '2026-03-17' }] }])
  t.match(tasks[0], {
    id: 'C10',
    name: 'Excavate for the culvert',
    duration_days: 8,
    remaining_duration_days: 4,
    actual_start: '2026-03-02',
    percent_complete: 50,
    total_float_days: 4,
    budgeted_cost: 8000,
    codes: { RESP: 'PRIM', FOW: 'Excavation' },
  })
  t.match(tasks[2], { constraint_type: 'FNLT', constraint_date: '2026-03-25', late_finish: '2026-03-25' })
})

t.test('SDEF: quantities and costs to date are read as codes, and written again', async t => {
  const mapping = Object.fromEntries(
    ['total_quantity', 'cost_per_unit', 'quantity_to_date', 'cost_to_date', 'stored_material'].map((field, n) => [
      field,
      { from: 'field:id', values: { C10: String(10.5 * n), C20: '7.25', C30: '0', C90: '0' } },
    ]),
  )
  const body = { ...CULVERT, ...REQUESTS['usace-sdef'], mapping: { ...mapping, unit_of_measure: 'value:CY' } }
  const made = delivered('usace-sdef', body)
  const read = fileInput('usace-sdef', bytesOf(made))
  t.same(read.imports?.[0]?.warnings, [])
  t.match(plainOf(read).tasks[1].codes, { UNIT_TOTAL: '7.2500', UNIT_OF_MEASURE: 'CY', COST_TO_DATE: '7.25' })
  t.equal(deliveredOf('usace-sdef', read).file.content, made.file.content)
  const text = bytesOf(made).toString().replace('7.2500', '-7.250')
  const twice = Buffer.from(text.replace(/(UNIT C10.*\r\n)/, '$1$1UNIT C99\r\n'))
  t.match(fileInput('usace-sdef', twice).imports, [
    { counts: { rows_left_out: 1 }, warnings: [{ code: 'units_left_out' }, { code: 'values_left_out' }, {}] },
  ])
})

t.test('SPD: a schedule read back and written again has the same records', async t => {
  let [compared, same] = [0, 0]
  for (let seed = 1; seed <= SCHEDULES; seed++) {
    const made = deliveredOf('ipmdar-spd', inputOf(randomSchedule(random(seed)), REQUESTS['ipmdar-spd']))
    if (made.file === null) continue
    compared++
    const again = deliveredOf('ipmdar-spd', fileInput('ipmdar-spd', bytesOf(made)))
    const [before, after] = [unzip(bytesOf(made)), unzip(bytesOf(again))]
    let isSame = true
    for (const [name, bytes] of before) {
      if (NOT_COMPARED.includes(name)) continue
      const text = (of: Buffer): string => of.toString().replace(/"On(?:Critical|Driving)Path":\w+,?/g, '')
      if (text(bytes) === text(after.get(name)!)) continue
      isSame = false
      const [a, b] = [text(bytes).split('\n'), text(after.get(name)!).split('\n')]
      const other = a.findIndex((line, n) => line !== b[n])
      if (process.env.SHOW) console.log(`seed ${seed} ${name}:\n${a[other]}\n${b[other]}`)
    }
    if (isSame) same++
  }
  t.ok(same === compared, `${same} of ${compared} are the same`)
})

t.test('SPD: resources with their types and names, hours and costs of assignments', async t => {
  const resources = [
    { id: 'CREW', name: 'Concrete crew', type: 'labour' },
    { id: 'CRANE', type: 'nonlabour' },
    { id: 'STEEL', type: 'material' },
    { id: 'FEES', type: 'cost' },
  ]
  const work = { budgeted_units: 80, actual_units: 20, remaining_units: 60, budgeted_cost: 8000, remaining_cost: 6000 }
  const assignments = [
    { resource: 'CREW', ...work, actual_cost: 0 },
    { resource: 'CRANE', budgeted_units: 8, budgeted_cost: 900 },
    { resource: 'STEEL', budgeted_units: 12, budgeted_cost: 500 },
    { resource: 'FEES', budgeted_cost: 70 },
  ]
  const tasks = CULVERT.tasks.map((task, n) => (n === 0 ? { ...task, assignments } : task))
  const made = delivered('ipmdar-spd', { ...CULVERT, tasks, resources, ...REQUESTS['ipmdar-spd'] })
  const input = fileInput('ipmdar-spd', bytesOf(made))
  t.match(input.imports, [{ counts: { resources: 4, rows_left_out: 0 }, warnings: [] }])
  const back: Plain = plainOf(input)
  t.same(input.params.resources, resources)
  // a quantity of material has no field
  const steel = { resource: 'STEEL', budgeted_cost: 500 }
  t.match(back.tasks[0].assignments, [assignments[0], assignments[1], steel, assignments[3]])
  t.equal(back.tasks[0].assignments.length, 4)
})

t.test('SPD: what is read', async t => {
  const made = delivered('ipmdar-spd', {
    ...CULVERT,
    ...REQUESTS['ipmdar-spd'],
    mapping: { ControlAccountID: 'value:CA-1' },
  })
  const input = fileInput('ipmdar-spd', bytesOf(made))
  t.match(input.imports, [
    { format: 'ipmdar_spd', data_date: '2026-03-06', counts: { tasks: 4, links: 4, calendars: 1, rows_left_out: 0 } },
  ])
  const { tasks }: Plain = plainOf(input)
  t.match(tasks[0], {
    id: 'C10',
    duration_days: 8,
    remaining_duration_days: 4,
    actual_start: '2026-03-02',
    total_float_days: 4.5,
    codes: { ControlAccountID: 'CA-1' },
  })
  t.match(tasks[2], { constraint_type: 'FNLT', forecast_finish: '2026-03-19' })
})
