/** Sets, links and ends that the checks count over, on MINI and on small schedules made for one rule each. */
import t from 'tap'
import { parseDay } from '../../../../shared/contract/schedule/day.ts'
import { TASK_TYPES, type TaskType } from '../../../../shared/contract/schedule/fields.ts'
import { everyDay } from '../../../engine/calendar/calendar.ts'
import { chooseCalendar } from '../../../engine/calendar/choice.ts'
import { networkContext } from '../../../engine/check/network-context.ts'
import { inputFindings } from '../../../engine/input/input-findings.ts'
import { isPlanningPackage, MILESTONE, PARTICIPATION, taskTypeCode } from '../../../engine/kind/participation.ts'
import { baselineDurationsOf } from '../../../engine/population/durations.ts'
import { linkHits, liveLinks, liveLinksInto } from '../../../engine/population/live-links.ts'
import {
  dcma14Tasks,
  dcma14TasksOfPoint,
  discreteTasks,
  incompleteDiscreteTasks,
  incompleteTasks,
  type Population,
  performanceTasks,
  populationOf,
  tasksAndMilestones,
} from '../../../engine/population/populations.ts'
import { COMPLETE, IN_PROGRESS, stateOf } from '../../../engine/population/progress.ts'
import { isActualInFuture, isFinishOverdue, isStartOverdue } from '../../../engine/population/status-faults.ts'
import { isBaselined, isLoaded, taskStates } from '../../../engine/population/task-states.ts'
import { NO_TASK, terminalsOf } from '../../../engine/population/terminals.ts'
import { totalFloats } from '../../../engine/population/total-floats.ts'
import { columnsFromTasks, type TaskObject } from '../../helpers/columns-from-tasks.ts'
import { MINI, MINI_STATUS_DATE, miniWith } from '../../helpers/mini.ts'

const facts = (tasks: readonly TaskObject[], exclude: readonly TaskType[] = []) =>
  taskStates(columnsFromTasks(tasks), exclude)
const members = (tasks: readonly TaskObject[], { marks }: Pick<Population, 'marks'>): string[] =>
  tasks.filter((_, i) => marks[i] === 1).map(({ id }) => id)
const STATUS_DAY = parseDay(MINI_STATUS_DATE)!

const DECM_MORE: TaskObject[] = [
  { id: 'L1', task_type: 'loe', duration_days: 20 },
  { id: 'S1', task_type: 'summary', predecessors: ['T1'] },
]

t.test('MINI falls into T14, E, E and the others as the pages of DCMA and DECM say', async t => {
  const tasks = [...MINI, ...DECM_MORE]
  const all = facts(tasks)
  const t14 = dcma14Tasks(all)
  t.strictSame(members(tasks, t14), ['T2', 'T3', 'T4', 'T5'])
  t.strictSame(t14.excludedByType, { loe: 1, summary: 1 }, 'M9 is out for its duration, not for its type')
  t.strictSame(members(tasks, incompleteTasks(all)), ['T2', 'T3', 'T4', 'T5', 'M9', 'L1'])
  t.strictSame(members(tasks, incompleteDiscreteTasks(all)), ['T2', 'T3', 'T4', 'T5', 'M9'])
  t.equal(discreteTasks(all).count, 7)
  t.equal(tasksAndMilestones(all).count, 8)
  t.strictSame(members(tasks, performanceTasks(all)), ['T1', 'T2', 'T3', 'T4', 'T5'])
  const live = liveLinks(all)
  t.equal(live.count, 6, 'the link of the summary is not live')
  const l14 = liveLinksInto(all.columns.links, live, t14.marks)
  t.equal(l14.count, 4)
  const leads = linkHits(all.columns.links, l14, k => all.columns.links.lagDays[k]! < 0)
  t.strictSame([leads.count, [...leads.successors]], [1, [5]])
})

t.test('a given duration of 0 makes a task a milestone, a missing or negative one does not', async t => {
  const tasks: TaskObject[] = [
    { id: 'zero', duration_days: 0 },
    { id: 'missing' },
    { id: 'negative', duration_days: -3 },
    { id: 'package', task_type: 'planning_package', duration_days: 0 },
    { id: 'done', percent_complete: 130 },
  ]
  const all = facts(tasks)
  t.equal(all.kind[0], MILESTONE)
  t.strictSame(members(tasks, dcma14Tasks(all)), ['missing', 'negative'])
  t.strictSame(members(tasks, incompleteTasks(all)), ['zero', 'missing', 'negative', 'package'])
  t.ok(isPlanningPackage(all.kind[3]!))
})

t.test('the participation table reaches every use of every type', async t => {
  const tasks = TASK_TYPES.map(type => ({ id: type, task_type: type, duration_days: 5 }))
  const all = facts(tasks)
  t.strictSame(members(tasks, dcma14Tasks(all)), [
    'task',
    'schedule_margin',
    'planning_package',
    'slpp',
    'schedule_visibility',
  ])
  const plain = ['task', 'planning_package', 'slpp', 'schedule_visibility']
  t.strictSame(members(tasks, dcma14TasksOfPoint(all, 6)), plain)
  t.strictSame(members(tasks, dcma14TasksOfPoint(all, 10)), ['task'])
  t.strictSame(members(tasks, dcma14TasksOfPoint(all, 11)), ['task', 'planning_package', 'slpp'])
  t.strictSame(members(tasks, performanceTasks(all)), ['task', 'planning_package', 'slpp'])
  t.strictSame(PARTICIPATION.planning_package.dcma14NotCountedIn, [8])
  t.strictSame(
    TASK_TYPES.filter(type => PARTICIPATION[type].demand),
    ['task', 'loe', 'planning_package', 'slpp'],
  )
  t.strictSame(
    TASK_TYPES.filter(type => PARTICIPATION[type].leveling),
    ['task', 'planning_package', 'slpp'],
  )
})

t.test('excluded types leave every population and are counted, but stay in the network', async t => {
  const tasks = miniWith({ T3: { task_type: 'slpp' } })
  const all = facts(tasks, ['slpp', 'milestone'])
  const discrete = incompleteDiscreteTasks(all)
  t.strictSame(members(tasks, discrete), ['T2', 'T4', 'T5'])
  t.strictSame(discrete.excludedByType, { milestone: 1, slpp: 1 })
  t.equal(liveLinks(all).count, 6)
  t.equal(terminalsOf(all, liveLinks(all)).terminal, 6, 'the project still ends at M9')
  const none = populationOf(all, new Uint8Array(TASK_TYPES.length + 1), i => all.kind[i] === taskTypeCode('task'))
  t.strictSame([none.count, none.excludedByType], [0, { task: 4 }])
})

t.test('links to summaries, level of effort, unknown ids and the task itself close no end', async t => {
  const tasks: TaskObject[] = [
    { id: 'A', duration_days: 1, predecessors: ['A', 'nowhere', 'S', 'L'] },
    { id: 'S', task_type: 'summary', predecessors: ['A'] },
    { id: 'L', task_type: 'loe', predecessors: ['A'] },
  ]
  const live = liveLinks(facts(tasks))
  t.strictSame([live.count, ...live.hasPredecessor, ...live.hasSuccessor], [0, 0, 0, 0, 0, 0, 0])
})

t.test('ends: by early offsets, then by dates; milestone before task; first start, last finish', async t => {
  const mini = facts(MINI)
  const run = networkContext(mini, chooseCalendar(mini.columns, undefined), STATUS_DAY)
  t.strictSame(run.terminals, { exemptStart: 0, exemptFinish: 6, terminal: 6 })
  t.equal(run.cpm?.result.projectFinish, 60)
  const early = (starts: number[], finishes: number[]) => ({
    earlyStart: Float64Array.from(starts),
    earlyFinish: Float64Array.from(finishes),
  })
  const loose = (types: string[], more: object[] = []): TaskObject[] =>
    types.map((task_type, i) => ({ id: String(i), task_type, duration_days: 1, ...more[i] }))
  const ends = (tasks: TaskObject[], offsets?: Parameters<typeof terminalsOf>[2]) => {
    const all = facts(tasks)
    return Object.values(terminalsOf(all, liveLinks(all), offsets))
  }
  t.strictSame(ends(loose(['task', 'task', 'task']), early([0, 0, 0], [5, 5, 5])), [0, 2, 2])
  t.strictSame(ends(loose(['task', 'milestone', 'task']), early([0, 0, 0], [5, 5, 5])), [1, 1, 1])
  t.strictSame(ends(loose(['task', 'task', 'summary']), early([3, 2, 0], [9, 4, 99])), [1, 0, 0])
  const dated = [
    { planned_start: '2025-02-01', planned_finish: '2025-02-03' },
    {},
    { planned_start: '2025-01-01', forecast_finish: '2025-02-09' },
  ]
  t.strictSame(ends(loose(['task', 'task', 'task'], dated)), [2, 2, 2], 'a task without dates comes last')
  const done = [{}, {}, { actual_finish: '2025-03-01' }]
  t.strictSame(ends(loose(['task', 'task', 'task'], done), early([0, 0, 0], [5, 5, 9])), [0, 2, 1])
  const chain: TaskObject[] = [
    { id: 'A', duration_days: 5 },
    { id: 'B', duration_days: 5, predecessors: ['A'], percent_complete: 100 },
  ]
  t.strictSame(ends(chain, early([0, 0], [5, 5])), [0, 1, 0], 'no open incomplete finish: the latest incomplete task')
  t.strictSame(ends(loose(['summary'])), [NO_TASK, NO_TASK, NO_TASK])
})

t.test('a cycle takes CPM away, names itself and caps the score', async t => {
  const all = facts([
    { id: 'A', duration_days: 1, predecessors: ['B'] },
    { id: 'B', duration_days: 1, predecessors: ['A'] },
    { id: 'C', duration_days: 1 },
  ])
  const { cpm, gates, live } = networkContext(all, chooseCalendar(all.columns, undefined), STATUS_DAY)
  t.equal(cpm, undefined)
  t.match(gates[0]?.description, /A -> B -> A/)
  t.strictSame(
    gates.map(gate => [gate.code, gate.scoreMax, gate.hits.count]),
    [['GATE_CYCLE', 20, 2]],
  )
  t.equal(live.count, 2)
})

t.test('overdue is what fs and ff put before the status day; future actuals lie after it', async t => {
  const all = facts(miniWith({ M9: { actual_start: '2025-03-11' } }))
  const where = (test: (task: number) => boolean) => MINI.filter((_, i) => test(i)).map(({ id }) => id)
  t.strictSame(
    where(i => isStartOverdue(all, i, STATUS_DAY)),
    ['T4'],
  )
  t.strictSame(
    where(i => isFinishOverdue(all, i, parseDay('2025-03-12')!)),
    ['T4'],
  )
  t.strictSame(
    where(i => isActualInFuture(all.columns, i, STATUS_DAY)),
    ['M9'],
  )
})

t.test('supplied float wins over computed, and the source says which were used in the population', async t => {
  const columns = columnsFromTasks([{ id: 'A', total_float_days: 7 }, { id: 'B' }, { id: 'C', total_float_days: 0 }])
  const computed = Float64Array.of(1, 2, 3)
  const of = (marks: number[], by?: Float64Array) => totalFloats(columns, by, Uint8Array.from(marks))
  t.strictSame([...of([1, 1, 1], computed).days], [7, 2, 0])
  t.equal(of([1, 1, 1], computed).source, 'mixed')
  t.equal(of([1, 0, 1], computed).source, 'supplied')
  t.equal(of([0, 1, 0], computed).source, 'computed')
  t.equal(of([0, 1, 0]).source, null)
  t.strictSame([...of([1, 1, 1]).days], [7, Number.NaN, 0])
})

t.test('baseline durations are given, or spans of the baseline in the calendar', async t => {
  const columns = columnsFromTasks([
    { id: 'A', baseline_duration_days: 3, baseline_start: '2025-03-03', baseline_finish: '2025-03-12' },
    { id: 'B', baseline_start: '2025-03-03', baseline_finish: '2025-03-12', resources: ['R'] },
    { id: 'C', baseline_start: '2025-03-03', budgeted_cost: 5 },
  ])
  t.strictSame([...baselineDurationsOf(columns, everyDay())], [3, 10, Number.NaN])
  t.strictSame(
    [0, 1, 2].map(i => isBaselined(columns, i)),
    [true, true, false],
  )
  t.strictSame(
    [0, 1, 2].map(i => isLoaded(columns, i)),
    [false, true, true],
  )
})

t.test('what is wrong with a schedule is found under the codes of validate, in tolerant rows too', async t => {
  const columns = columnsFromTasks([
    { id: 'A', duration_days: -1, percent_complete: 120 },
    { id: 'B', predecessors: ['Z', 'A+2w', 'A', 'A'], planned_start: '2025-02-02', planned_finish: '2025-02-01' },
  ])
  t.strictSame(
    inputFindings(columns).map(({ finding: { code, count } }) => [code, count]),
    [
      ['V005', 1],
      ['V006', 1],
      ['V009', 1],
      ['V010', 1],
      ['V101', 1],
      ['V102', 1],
    ],
  )
  t.strictSame(inputFindings(columnsFromTasks(MINI)), [])
})

t.test(
  '100 % without an actual finish is one thing: complete, but for started work that says what remains',
  async t => {
    const base = { id: 'A', duration_days: 5, percent_complete: 100 }
    const stateIn = (task: object, setting?: object): number =>
      stateOf(
        {
          ...columnsFromTasks([{ ...base, ...task }]),
          ...(setting === undefined ? {} : { setting: setting as never }),
        },
        0,
      )
    const started = { actual_start: '2026-03-02' }
    t.equal(stateIn({}), COMPLETE)
    t.equal(stateIn(started), COMPLETE)
    t.equal(stateIn({ ...started, remaining_duration_days: 2 }), IN_PROGRESS)
    t.equal(stateIn({ ...started, remaining_duration_days: 2, actual_finish: '2026-03-06' }), COMPLETE)
    t.equal(stateIn({ ...started, remaining_duration_days: 0 }), COMPLETE)
    t.equal(stateIn({ ...started, remaining_duration_days: 0 }, {}), IN_PROGRESS, 'as Primavera P6 has it')
    t.equal(stateIn({ remaining_duration_days: 2 }), COMPLETE, 'nothing says that it began')
  },
)
