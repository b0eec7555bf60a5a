/** XML of Microsoft Project: tasks with their outline, links and assignments. */
import t from 'tap'
import { first, read, task, tasks, type Values, warnings } from '../../../../helpers/ms-project-file.ts'
import { tasksOf } from './plain-schedule.ts'

t.test('everything that a task says', async t => {
  const all = task(7, {
    Name: 'Pour &amp; cure',
    WBS: '1.2',
    Start: '2026-03-02T08:00:00',
    Finish: '2026-03-04T17:00:00',
    Duration: 'PT24H0M0S',
    ActualStart: '2026-03-02T08:00:00',
    RemainingDuration: 'PT12H0M0S',
    PercentComplete: 50,
    PhysicalPercentComplete: 0,
    ConstraintType: 4,
    ConstraintDate: '2026-03-02T08:00:00',
    Deadline: '2026-03-10T17:00:00',
    Stop: '2026-03-03T12:00:00',
    Resume: '2026-03-03T13:00:00',
    EarlyStart: '2026-03-02T08:00:00',
    EarlyFinish: '2026-03-04T17:00:00',
    LateStart: '2026-03-03T08:00:00',
    LateFinish: '2026-03-05T17:00:00',
    TotalSlack: 4800,
    FreeSlack: 2400,
    Cost: 123400,
    BCWP: 50.5,
    Manual: 0,
    Baseline: [
      { Number: 1, Start: '2025-01-01T08:00:00' },
      { Number: 0, Start: '2026-03-02T08:00:00', Finish: '2026-03-03T17:00:00', Duration: 'PT16H0M0S', Cost: 100000 },
    ],
  })
  t.same(first([all]), {
    id: '7',
    name: 'Pour &amp; cure',
    wbs_code: '1.2',
    task_type: 'task',
    duration_days: 3,
    remaining_duration_days: 1.5,
    percent_complete: 50,
    planned_start: '2026-03-02T08:00',
    planned_finish: '2026-03-04T17:00',
    forecast_start: '2026-03-02T08:00',
    forecast_finish: '2026-03-04T17:00',
    actual_start: '2026-03-02T08:00',
    baseline_start: '2026-03-02T08:00',
    baseline_finish: '2026-03-03T17:00',
    baseline_duration_days: 2,
    constraint_type: 'SNET',
    constraint_date: '2026-03-02T08:00',
    deadline: '2026-03-10T17:00',
    suspend_date: '2026-03-03T12:00',
    resume_date: '2026-03-03T13:00',
    early_start: '2026-03-02T08:00',
    early_finish: '2026-03-04T17:00',
    late_start: '2026-03-03T08:00',
    late_finish: '2026-03-05T17:00',
    total_float_days: 1,
    free_float_days: 0.5,
    budgeted_cost: 1000,
    earned_value: 0.505,
    manually_scheduled: false,
    row_number: 7,
  })
})

t.test('the numbers of constraints', async t => {
  const types = [0, 1, 2, 3, 4, 5, 6, 7].map(ConstraintType =>
    first([task(1, { ConstraintType, ConstraintDate: '2026-03-02T08:00:00' })]),
  )
  t.same(
    types.map(row => row.constraint_type),
    [undefined, 'ALAP', 'MSO', 'MFO', 'SNET', 'SNLT', 'FNET', 'FNLT'],
  )
  t.same(
    types.map(row => row.constraint_date !== undefined),
    [false, false, true, true, true, true, true, true],
  )
})

t.test(
  'a chain keeps through inactive tasks: each link leads on to what follows, with the lags on the way',
  async t => {
    const link = (PredecessorUID: number, Type = 1, LinkLag = 0, LagFormat = 7) => ({
      PredecessorUID,
      Type,
      LinkLag,
      LagFormat,
    })
    const rows = [
      task(1),
      task(2, { Active: 0, PredecessorLink: link(1, 1, 4800) }),
      task(3, { Active: 0, PredecessorLink: [link(2, 1, 4800), link(3)] }),
      task(4, { PredecessorLink: link(3) }),
      task(5, { PredecessorLink: [link(2, 0), link(1)] }),
      task(6, { PredecessorLink: link(2, 3) }),
      task(7, { PredecessorLink: link(2, 1, 50, 19) }),
    ]
    t.same(
      tasks(rows).map(({ id, predecessors }) => [id, predecessors]),
      [
        ['1', undefined],
        ['4', ['1 FS 2']],
        ['5', ['1 FS 0', '1 FF 1']],
        ['6', ['1 FS 1']],
        ['7', ['1 FS 1']],
      ],
    )
    t.match(warnings(rows), { inactive_tasks: 2 })
  },
)

t.test('the project itself, blank rows, inactive tasks and those of other files are left out', async t => {
  const rows = [
    task(0, { OutlineLevel: 0, Summary: 1 }),
    { UID: 9, ID: 9, IsNull: 1 },
    task(1, { Summary: 1 }),
    task(2, { OutlineLevel: 2, Active: 0, PredecessorLink: { PredecessorUID: 1, Type: 1 } }),
    task(3, {
      OutlineLevel: 2,
      PredecessorLink: [
        { PredecessorUID: 2, Type: 1 },
        { PredecessorUID: 0, Type: 1 },
      ],
    }),
    task(4, { OutlineLevel: 2, ExternalTask: 1 }),
    task(5, { PredecessorLink: { PredecessorUID: 77, Type: 1, CrossProject: 1, CrossProjectName: 'x' } }),
  ]
  const { columns } = read(rows)
  t.same(
    tasksOf(columns).map(({ id, parent_id, task_type }) => [id, parent_id, task_type]),
    [
      ['1', undefined, 'summary'],
      ['3', '1', 'task'],
      ['5', undefined, 'task'],
    ],
  )
  t.equal(columns.links.task.length, 0)
  t.same(warnings(rows), { inactive_tasks: 1, external_tasks: 1, links_to_other_projects: 1, links_left_out: 1 })
  t.equal(tasks([task(0, { ID: 5 }), task(1)]).length, 2, 'a task may have the number 0')
})

t.test('the outline: levels may jump, and a task without its level is at the top', async t => {
  const levels = [1, 2, 4, 3, 2, 1, 2]
  const rows = levels.map((OutlineLevel, n) => task(n + 1, { OutlineLevel }))
  t.same(
    tasks(rows).map(row => row.parent_id),
    [undefined, '1', '2', '2', '1', undefined, '6'],
  )
  t.same(
    tasks(rows).map(row => row.task_type),
    ['summary', 'summary', 'task', 'task', 'task', 'summary', 'task'],
  )
  t.same(
    tasks([task(1), task(2, { OutlineLevel: null })]).map(row => row.parent_id),
    [undefined, undefined],
  )
})

t.test('milestones: one that takes time is a task', async t => {
  const rows = [
    task(1, { Milestone: 1, Duration: 'PT0H0M0S' }),
    task(2, { Milestone: 1 }),
    task(3, { Milestone: 1, Summary: 1 }),
  ]
  t.same(
    tasks(rows).map(row => row.task_type),
    ['milestone', 'task', 'summary'],
  )
  t.same(warnings(rows), { milestones_with_duration: 1 })
})

t.test('manual tasks keep their own dates', async t => {
  const manual = task(1, {
    Manual: 1,
    Start: '2026-03-02T08:00:00',
    Finish: '2026-03-02T17:00:00',
    ManualStart: '2026-03-03T08:00:00',
    ManualFinish: '2026-03-04T17:00:00',
    ManualDuration: 'PT16H0M0S',
  })
  t.match(first([manual]), {
    manually_scheduled: true,
    duration_days: 2,
    planned_start: '2026-03-03T08:00',
    planned_finish: '2026-03-04T17:00',
    forecast_start: '2026-03-02T08:00',
  })
  t.match(first([{ ...manual, Manual: 0 }]), { duration_days: 1, planned_start: '2026-03-02T08:00' })
})

t.test('links: types, lags in tenths of minutes, in elapsed time and in percent of the predecessor', async t => {
  const link = (over: Values): Values => ({ PredecessorUID: 1, Type: 1, LinkLag: 0, LagFormat: 7, ...over })
  const of = (over: Values, predecessor: Values = {}): unknown =>
    tasks([task(1, { Duration: 'PT40H0M0S', ...predecessor }), task(2, { PredecessorLink: link(over) })])[1]!
      .predecessors
  t.same(
    [0, 1, 2, 3].map(Type => of({ Type })),
    [['1 FF 0'], ['1 FS 0'], ['1 SF 0'], ['1 SS 0']],
  )
  t.same(of({ LinkLag: 9600 }), ['1 FS 2'])
  t.same(of({ LinkLag: -4800 }), ['1 FS -1'])
  t.same(of({ LinkLag: 14400, LagFormat: 8 }), ['1 FS 1 elapsed'], 'an elapsed day has 24 hours')
  t.same(of({ LinkLag: 14400, LagFormat: 40 }), ['1 FS 1 elapsed'], 'estimated')
  t.same(of({ LinkLag: 50, LagFormat: 19 }), ['1 FS 2.5'], 'half of five days')
  t.same(of({ LinkLag: 50, LagFormat: 20 }), ['1 FS 0.833333333 elapsed'], 'the same twenty hours round the clock')
  t.same(
    of({ LinkLag: 50, LagFormat: 19 }, { DurationFormat: 8 }),
    ['1 FS 0.833333333 elapsed'],
    'of an elapsed duration',
  )
  t.same(of({ Type: 7 }), ['1 FS 0'])
  t.same(of({ Type: null, LinkLag: 'x' }), ['1 FS 0'])
  t.same(
    tasks([task(1), task(2, { PredecessorLink: [link({}), link({ LinkLag: 4800 }), link({ Type: 3 })] })])[1]!
      .predecessors,
    ['1 FS 1', '1 SS 0'],
    'of equal links the largest lag',
  )
})

t.test('assignments of resources that are not there are reported, and what is not read of them', async t => {
  const of = (ResourceUID: number, over: Values = {}): Values => ({ TaskUID: 1, ResourceUID, Units: 1, ...over })
  const over = {
    Resources: {
      Resource: [
        { UID: 1, Name: 'Crew', Type: 1 },
        { UID: 2, Name: 'Concrete', Type: 0 },
      ],
    },
    Assignments: { Assignment: [of(1), of(1, { Units: 0.5 }), of(2), of(3), of(-65535)] },
  }
  t.same(warnings([task(1)], over), { resource_unknown: 1 })
  const delayed = { ...over, Assignments: { Assignment: [of(1, { LevelingDelay: 4800, LevelingDelayFormat: 8 })] } }
  t.same(warnings([task(1)], delayed), { leveling_delay_left_out: 1 }, 'a leveling delay of one assignment')
})

t.test('links from tasks of other projects hold their successors by the dates of these tasks', async t => {
  const external = task(9, { ExternalTask: 1, Start: '2026-04-01T08:00:00', Finish: '2026-04-03T17:00:00' })
  const of = (...links: readonly Values[]) => {
    const rows = [
      external,
      task(1),
      task(2, { PredecessorLink: links.map(link => ({ PredecessorUID: 9, Type: 1, ...link })) }),
    ]
    return [tasks(rows).at(-1)!.external_early_start, warnings(rows)]
  }
  t.same(of({}), ['2026-04-03T17:00', { external_tasks: 1 }])
  t.same(of({ Type: 3 }), ['2026-04-01T08:00', { external_tasks: 1 }], 'start to start')
  t.same(of({ Type: 3 }, {}), ['2026-04-03T17:00', { external_tasks: 1 }], 'the later one of two')
  t.same(of({ CrossProject: 1 }), ['2026-04-03T17:00', { external_tasks: 1 }], 'marked as one to another project')
  const left = { external_tasks: 1, links_to_other_projects: 1 }
  t.same(of({ LinkLag: 4800 }), [undefined, left], 'a lag')
  t.same(of({ Type: 0 }), [undefined, left], 'to a finish')
  const follower = task(9, { ExternalTask: 1, PredecessorLink: { PredecessorUID: 1, Type: 1 } })
  t.same(warnings([task(1), follower]), left, 'a link to a task of another project')
})

t.test('an inserted project is one task that starts as in the file, unless its tasks lie under it', async t => {
  const inserted = task(1, { Summary: 1, IsSubproject: 1, Start: '2026-03-09T08:00:00', Finish: '2026-03-13T17:00:00' })
  const alone = [inserted, task(2, { PredecessorLink: { PredecessorUID: 1, Type: 1 } })]
  t.match(first(alone), {
    task_type: 'task',
    external_early_start: '2026-03-09T08:00',
    forecast_start: '2026-03-09T08:00',
  })
  t.same(warnings(alone), { subprojects_without_tasks: 1 })
  const filled = [inserted, task(2, { OutlineLevel: 2 })]
  t.match(first(filled), { task_type: 'summary' })
  t.same([first(filled).external_early_start, warnings(filled)], [undefined, {}])
})

t.test(
  'leveling delays are read as days round the clock; those in working time, and of summaries, are reported',
  async t => {
    const read = (over: Values) => first([task(1, { LevelingDelay: 28800, ...over })]).leveling_delay_days
    t.equal(read({ LevelingDelay: 0 }), undefined)
    t.equal(read({}), 2)
    t.equal(read({ LevelingDelayFormat: 8 }), 2)
    t.equal(read({ LevelingDelayFormat: 40 }), 2, 'estimated')
    t.equal(read({ Summary: 1 }), undefined, 'of a summary')
    t.equal(read({ LevelingDelayFormat: 7 }), undefined)
    t.same(warnings([task(1, { LevelingDelay: 28800, LevelingDelayFormat: 7 })]), { leveling_delay_left_out: 1 })
    t.same(warnings([task(1, { LevelingDelay: 28800, LevelingDelayFormat: 8 })]), {})
    t.same(warnings([task(1, { LevelingDelay: 28800, Summary: 1 })]), { leveling_delay_left_out: 1 })
    const split = tasks([task(1, { LevelingCanSplit: 0 }), task(2, { LevelingCanSplit: 1 })])
    t.same(
      split.map(({ leveling_can_split }) => leveling_can_split),
      [false, undefined],
    )
  },
)

t.test('what progress is measured by, and the physical percent that every task has', async t => {
  const read = (EarnedValueMethod: number | undefined, PhysicalPercentComplete: number): unknown[] => {
    const method = EarnedValueMethod === undefined ? {} : { EarnedValueMethod }
    const { percent_complete_type, physical_percent_complete } = first([
      task(1, { ...method, PhysicalPercentComplete }),
    ])
    return [percent_complete_type, physical_percent_complete]
  }
  t.same(read(1, 40), ['physical', 40])
  t.same(read(0, 0), ['duration', 0])
  t.same(read(0, 40), [undefined, 40], 'somebody has measured it')
  t.same(read(undefined, 0), [undefined, undefined], 'what is always written')
})

t.test('slack: the smaller one where only the two are there', async t => {
  t.equal(first([task(1, { StartSlack: 9600, FinishSlack: 4800 })]).total_float_days, 1)
  t.equal(first([task(1, { TotalSlack: -4800, StartSlack: 9600, FinishSlack: 9600 })]).total_float_days, -1)
})
