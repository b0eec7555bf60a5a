/** Resources whose tasks work in several calendars: each task loads its own days. 2026-03-02 is a Monday. */
import t from 'tap'
import { ResourceData } from '../../../../shared/contract/analysis/resources/data.ts'
import { RiskIndexData } from '../../../../shared/contract/analysis/schedule-risk-index/data.ts'
import { resourcesAnalyser } from '../../../engine/analysis/resources/analyser.ts'
import { METHODS } from '../../../engine/methods.ts'
import { analyse, byCode, type Plain } from '../../helpers/analyse.ts'

const NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const week = (days: number) => Object.fromEntries(NAMES.map((name, d) => [name, d < days ? [['08:00', '16:00']] : []]))
const CALENDARS = [
  { id: 'five', hours_per_day: 8, work_week: week(5), exceptions: [{ date: '2026-03-11' }] },
  { id: 'seven', hours_per_day: 8, work_week: week(7) },
]
const task = (id: string, calendar_id: string, resource: string) => ({
  id,
  duration_days: 10,
  calendar_id,
  resources: [resource],
})
const body = (tasks: readonly object[]) => ({
  calendars: CALENDARS,
  default_calendar_id: 'five',
  status_date: '2026-03-02T08:00',
  tasks,
  options: { include_resource_curves: true },
})
const TASKS = [
  task('A', 'five', 'Crew'),
  task('B', 'seven', 'Crew'),
  task('C', 'five', 'Mason'),
  task('D', 'five', 'Mason'),
]
const of = (rows: readonly Plain[], resource: string): Plain[] => rows.filter(row => row.resource === resource)

t.test('a task loads the days of its own calendar', async t => {
  const { data } = analyse(t, resourcesAnalyser, ResourceData, body(TASKS))
  // A: 2 to 6, 9, 10, 12, 13 and 16 March; B: 2 to 11 March
  t.match(of(data.resources, 'Crew'), [
    {
      task_count: 2,
      demand_days: 20,
      loaded_days: 13,
      peak_demand: 2,
      over_allocated_days: 7,
      last_date: '2026-03-16',
    },
  ])
  t.match(of(data.resources, 'Mason'), [{ demand_days: 20, loaded_days: 10, over_allocated_days: 10 }])
})

t.test('a day on which no task of a resource can work ends no period, one on which one does ends it', async t => {
  const { data } = analyse(t, resourcesAnalyser, ResourceData, body(TASKS))
  const periods = (name: string) =>
    of(data.over_allocations, name).map(({ start, end, days }: Plain) => [start, end, days])
  t.same(periods('Crew'), [
    ['2026-03-02', '2026-03-06', 5],
    ['2026-03-09', '2026-03-10', 2],
  ])
  t.same(periods('Mason'), [['2026-03-02', '2026-03-16', 10]])
})

t.test('capacity is of the days on which some task of the resource works', async t => {
  const { data } = analyse(t, resourcesAnalyser, ResourceData, body(TASKS))
  const capacities = (name: string) => of(data.histogram, name).map(({ capacity_days }: Plain) => capacity_days)
  t.same(capacities('Crew'), [7, 7, 7])
  t.same(capacities('Mason'), [5, 4, 5])
})

t.test('tasks that share a calendar give what they gave', async t => {
  const shared = TASKS.map(each => ({ ...each, calendar_id: 'five' }))
  const { data, findings } = analyse(t, resourcesAnalyser, ResourceData, body(shared))
  t.match(of(data.resources, 'Crew'), [{ demand_days: 20, loaded_days: 10, over_allocated_days: 10 }])
  t.ok(byCode(findings, 'RS01'))
})

t.test('the risk index counts the same resource-days', async t => {
  const { options: _, ...request } = body(TASKS)
  const { data } = analyse(t, METHODS['health.schedule-risk-index'].analyser, RiskIndexData, {
    ...request,
    options: { include_sub_metric_details: true },
  })
  const row = data.sub_metrics.find(({ code }: Plain) => code === 'RI05')
  t.match(row.details, { over_allocated_resource_days: 17, loaded_resource_days: 23 })
  const drivers = Object.fromEntries(data.risk_drivers.map(({ id, reasons }: Plain) => [id, JSON.stringify(reasons)]))
  for (const [id, days] of [
    ['A', 7],
    ['B', 7],
    ['C', 10],
    ['D', 10],
  ] as const)
    t.match(drivers[id], `${days} resource-days`)
})
