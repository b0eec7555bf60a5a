/** Microsoft Project's rules, each in a schedule of a few tasks; the page of the rules is compute/engine/clock/ms-project/README.md. */
import t from 'tap'
import { DRIVERS } from '../../../../../shared/contract/analysis/cpm/words.ts'
import { computeCpm } from '../../../../engine/cpm/cpm.ts'
import { driversOf } from '../../../../engine/cpm/drivers.ts'
import { withRemaining } from '../../../../engine/cpm/input.ts'
import { at, computed, early, late, link, type MsCase, msCase } from './ms-schedule.ts'

const task = (id: string, days: number, rest: object = {}) => ({ id, duration_days: days, ...rest })
const summary = (id: string, rest: object = {}) => ({ id, task_type: 'summary', duration_days: 0, ...rest })
/** In progress: started, with so much done and left. */
const started = (id: string, days: number, left: number, start: string, rest: object = {}) =>
  task(id, days, { actual_start: start, remaining_duration_days: left, ...rest })
const done = (id: string, days: number, start: string, finish: string, rest: object = {}) =>
  task(id, days, { actual_start: start, actual_finish: finish, remaining_duration_days: 0, ...rest })
const after = (schedule: MsCase, id: string, days: number): MsCase => {
  const input = withRemaining(schedule.input, [[schedule.ids.indexOf(id), days]])
  return { ...schedule, input, result: computeCpm(input) }
}

t.test('links: a finish at 17:00, a start at 8:00; late dates from the finish of the project', async t => {
  const s = msCase([task('a', 5), task('b', 1, { predecessors: [link('a')] }), task('c', 2)])
  t.strictSame(early(s), { a: ['2 08:00', '6 17:00'], b: ['9 08:00', '9 17:00'], c: ['2 08:00', '3 17:00'] })
  t.strictSame(late(s), { a: ['2 08:00', '6 17:00', 0], b: ['9 08:00', '9 17:00', 0], c: ['6 08:00', '9 17:00', 4] })
})

t.test('links: start to start, finish to finish, start to finish, with lags and leads', async t => {
  const s = msCase([
    task('a', 4),
    task('ss', 1, { predecessors: [link('a', 'SS', 2)] }),
    task('ff', 1, { predecessors: [link('a', 'FF', 1)] }),
    task('sf', 1, { predecessors: [link('a', 'SF', 3)] }),
    task('lead', 1, { predecessors: [link('a', 'FS', -1)] }),
  ])
  t.strictSame(early(s, ['ss', 'ff', 'sf', 'lead']), {
    ss: ['4 08:00', '4 17:00'],
    ff: ['6 08:00', '6 17:00'],
    sf: ['4 08:00', '4 17:00'],
    lead: ['5 08:00', '5 17:00'],
  })
})

t.test('lags count in the calendar of the successor; elapsed ones round the clock', async t => {
  const s = msCase([
    task('a', 5),
    task('own', 1, { predecessors: [link('a', 'FS', 2)], calendar_id: 'seven days' }),
    task('project', 1, { predecessors: [link('a', 'FS', 2)] }),
    task('elapsed', 1, { predecessors: [{ ...link('a', 'FS', 4), lag_elapsed: true }] }),
  ])
  t.strictSame(early(s, ['own', 'project', 'elapsed']), {
    own: ['9 08:00', '9 17:00'],
    project: ['11 08:00', '11 17:00'],
    // Friday 17:00 and 96 hours
    elapsed: ['11 08:00', '11 17:00'],
  })
})

t.test('a link from another project holds what has not started', async t => {
  const tasks = (over: object = {}) => [
    { id: 'A', duration_days: 5 },
    { id: 'B', duration_days: 1, predecessors: [link('A')], external_early_start: at(11, 17), ...over },
  ]
  const of = (over?: object, options?: object) => early(msCase(tasks(over), options)).B
  t.same(of(), ['12 08:00', '12 17:00'])
  t.same(of({}, { ignore_external_dates: true }), ['9 08:00', '9 17:00'])
  t.same(of({ external_early_start: at(4, 17) }), ['9 08:00', '9 17:00'], 'its own links hold it longer')
  t.same(of({ constraint_type: 'SNET', constraint_date: at(10) }), ['12 08:00', '12 17:00'])
})

t.test('a milestone stands where its predecessor ends', async t => {
  const s = msCase([
    task('a', 5),
    task('m', 0, { predecessors: [link('a')] }),
    task('b', 1, { predecessors: [link('m')] }),
  ])
  t.strictSame(early(s, ['m', 'b']), { m: ['6 17:00', '6 17:00'], b: ['9 08:00', '9 17:00'] })
})

t.test('constraints that hold a start take the place of the project start', async t => {
  const on = (constraint_type: string, constraint_date: string) => ({ constraint_type, constraint_date })
  const s = msCase([
    task('later', 1, on('SNET', at(5))),
    task('earlier', 1, on('SNET', '2026-02-26T08:00')),
    task('finish', 2, on('FNET', at(6, 17))),
    task('a', 5),
    task('logic', 1, { predecessors: [link('a')], ...on('SNET', at(3)) }),
  ])
  t.strictSame(early(s, ['later', 'earlier', 'finish', 'logic']), {
    later: ['5 08:00', '5 17:00'],
    earlier: ['-2 08:00', '-2 17:00'],
    finish: ['5 08:00', '6 17:00'],
    logic: ['9 08:00', '9 17:00'],
  })
})

t.test('hard constraints are honoured: the dates stand, and what leads to them has negative slack', async t => {
  for (const [type, date] of [
    ['MSO', at(4)],
    ['MFO', at(4, 17)],
    ['SNLT', at(4)],
    ['FNLT', at(4, 17)],
  ] as const) {
    const s = msCase([
      task('a', 5),
      task('b', 1, { predecessors: [link('a')], constraint_type: type, constraint_date: date }),
    ])
    t.strictSame(early(s), { a: ['2 08:00', '6 17:00'], b: ['4 08:00', '4 17:00'] }, type)
    t.strictSame(late(s), { a: ['-3 08:00', '3 17:00', -3], b: ['4 08:00', '4 17:00', -3] }, type)
  }
})

t.test('constraints that are not honoured: the logic sets the dates, and the task itself is late', async t => {
  for (const [type, date] of [
    ['MSO', at(4)],
    ['MFO', at(4, 17)],
    ['SNLT', at(4)],
    ['FNLT', at(4, 17)],
  ] as const) {
    const s = msCase(
      [task('a', 5), task('b', 1, { predecessors: [link('a')], constraint_type: type, constraint_date: date })],
      { honor_constraints: false },
    )
    t.strictSame(early(s), { a: ['2 08:00', '6 17:00'], b: ['9 08:00', '9 17:00'] }, type)
    t.strictSame(late(s, ['b']), { b: ['4 08:00', '4 17:00', -3] }, type)
  }
})

t.test('several critical paths: what nothing follows has no slack, also under a summary', async t => {
  const tasks = [
    task('a', 2),
    task('b', 1, { predecessors: [link('a')] }),
    task('end', 5),
    summary('s'),
    task('open', 2, { parent_id: 's' }),
    summary('held'),
    task('under', 1, { parent_id: 'held' }),
    task('after', 1, { predecessors: [link('held')] }),
    task('capped', 1),
    task('begun', 5, { predecessors: [link('capped', 'SS')] }),
  ]
  const ids = tasks.flatMap(({ id }) => (id === 's' || id === 'held' ? [] : [id]))
  const slacks = (options: object) => Object.values(late(msCase(tasks, options), ids)).map(row => row[2])
  t.strictSame(slacks({}), [2, 2, 0, 3, 3, 3, 0, 0])
  t.strictSame(slacks({ open_ends_critical: true }), [0, 0, 0, 0, 0, 0, 0, 0])
})

t.test('several critical paths: what is as late as possible ends with the project, and has no slack', async t => {
  const asLate = { constraint_type: 'ALAP' }
  const tasks = [task('a', 2, asLate), task('b', 1, { predecessors: [link('a')], ...asLate }), task('end', 5)]
  const s = msCase(tasks, { open_ends_critical: true })
  t.strictSame(late(s), {
    a: ['4 08:00', '5 17:00', 0],
    b: ['6 08:00', '6 17:00', 0],
    end: ['2 08:00', '6 17:00', 0],
  })
})

t.test('a deadline holds late dates alone', async t => {
  const s = msCase([task('a', 2, { deadline: at(4, 17) }), task('b', 5)])
  t.strictSame(late(s, ['a']), { a: ['3 08:00', '4 17:00', 1] })
  t.strictSame(early(s, ['a']), { a: ['2 08:00', '3 17:00'] })
})

t.test(
  'late dates count from the last date that a constraint allows, where that is after the project finish',
  async t => {
    const s = msCase([
      task('a', 2),
      task('b', 1, { predecessors: [link('a')], constraint_type: 'FNLT', constraint_date: at(12, 17) }),
      task('c', 3),
    ])
    t.strictSame(late(s), {
      a: ['10 08:00', '11 17:00', 6],
      b: ['12 08:00', '12 17:00', 6],
      c: ['10 08:00', '12 17:00', 6],
    })
    const start = msCase([task('a', 2, { constraint_type: 'SNLT', constraint_date: at(9) }), task('b', 5)])
    t.strictSame(computed(start, ['totalFloat']), { a: [5], b: [2] })
    const above = msCase([
      summary('S', { constraint_type: 'FNLT', constraint_date: at(12, 17) }),
      task('a', 2, { parent_id: 'S' }),
      task('b', 5),
    ])
    t.strictSame(computed(above, ['totalFloat'], ['a', 'b']), { a: [7], b: [4] })
  },
)

t.test('a status date: what holds is the project start', async t => {
  const s = msCase([task('a', 2), started('b', 3, 2, at(2))], {}, '2026-03-20')
  t.strictSame(
    [...driversOf(s.input, s.result).driver].map(code => DRIVERS[code]),
    ['project_start', 'data_date'],
  )
})

t.test('as late as possible: at its late dates, with what follows it', async t => {
  const s = msCase([
    task('long', 10),
    task('a', 2, { constraint_type: 'ALAP' }),
    task('b', 1, { predecessors: [link('a')] }),
  ])
  t.strictSame(early(s, ['a', 'b']), { a: ['11 08:00', '12 17:00'], b: ['13 08:00', '13 17:00'] })
  t.strictSame(computed(s, ['totalFloat'], ['a', 'b']), { a: [0], b: [0] })
})

t.test('a status date moves nothing', async t => {
  const s = msCase([task('a', 2), started('b', 3, 2, at(2))], {}, '2026-03-20')
  t.strictSame(early(s), { a: ['2 08:00', '3 17:00'], b: ['2 08:00', '4 17:00'] })
})

t.test(
  'complete work: links run from its actual dates, its lag is not used up, and it may end the project',
  async t => {
    const s = msCase([
      done('a', 2, at(2), at(3, 17)),
      task('b', 1, { predecessors: [link('a', 'FS', 1)] }),
      task('c', 1, { predecessors: [link('a', 'SS')] }),
      done('d', 2, at(12), at(13, 17)),
    ])
    t.strictSame(early(s, ['b', 'c']), { b: ['5 08:00', '5 17:00'], c: ['2 08:00', '2 17:00'] })
    t.strictSame(late(s, ['b']), { b: ['13 08:00', '13 17:00', 6] })
  },
)

t.test('a resume date from which the rest could not end by the forecast finish splits nothing', async t => {
  const stopped = { suspend_date: at(2, 17), resume_date: at(11), forecast_start: at(2) }
  const s = msCase([
    started('contradicted', 4, 3, at(2), { ...stopped, forecast_finish: at(5, 17) }),
    started('split', 4, 3, at(2), { ...stopped, forecast_finish: at(13, 17) }),
    started('undated', 4, 3, at(2), stopped),
  ])
  t.strictSame(early(s), {
    contradicted: ['2 08:00', '5 17:00'],
    split: ['2 08:00', '13 17:00'],
    undated: ['2 08:00', '13 17:00'],
  })
})

t.test('work in progress: the rest follows what was done, or its predecessors, but waits for no start', async t => {
  const s = msCase([
    task('a', 5),
    started('free', 4, 3, at(2)),
    started('fs', 4, 3, at(2), { predecessors: [link('a')] }),
    started('ff', 4, 1, at(2), { predecessors: [link('a', 'FF', 1)] }),
    started('ss', 4, 3, at(2), { predecessors: [link('a', 'SS', 4)] }),
    started('stopped', 4, 3, at(2), { suspend_date: at(2, 17), resume_date: at(11) }),
  ])
  t.strictSame(early(s), {
    a: ['2 08:00', '6 17:00'],
    free: ['2 08:00', '5 17:00'],
    fs: ['2 08:00', '11 17:00'],
    ff: ['2 08:00', '9 17:00'],
    ss: ['2 08:00', '5 17:00'],
    stopped: ['2 08:00', '13 17:00'],
  })
})

t.test(
  'before work in progress: a finish no later than its rest goes on, whatever its slack; a start is held by nothing',
  async t => {
    const s = msCase([
      task('a', 2),
      started('b', 4, 3, at(2), { predecessors: [link('a')] }),
      task('c', 1, { predecessors: [link('b', 'SS', 1)] }),
      task('long', 10),
    ])
    t.strictSame(late(s, ['a', 'b']), { a: ['2 08:00', '3 17:00', 0], b: ['2 08:00', '13 17:00', 5] })
  },
)

t.test(
  'work in progress that is late: its late start is the actual one, its late finish the early one, and its slack shows the delay',
  async t => {
    const b = started('b', 4, 3, at(2))
    const c = task('c', 1, { predecessors: [link('b')], constraint_type: 'MSO', constraint_date: at(4) })
    t.strictSame(late(msCase([b, c]), ['b']), { b: ['2 08:00', '5 17:00', -2] })
    // room for the rest after what was done: the late finish itself
    const some = task('c', 1, { predecessors: [link('b')], constraint_type: 'MSO', constraint_date: at(6) })
    const stopped = started('b', 4, 3, at(2), { suspend_date: at(2, 17), resume_date: at(5) })
    t.strictSame(late(msCase([stopped, some]), ['b']), { b: ['2 08:00', '5 17:00', -2] })
  },
)

t.test('must start on, after the start: no slack', async t => {
  const s = msCase([started('a', 4, 3, at(2), { constraint_type: 'MSO', constraint_date: at(2) }), task('long', 9)])
  t.strictSame(late(s, ['a']), { a: ['2 08:00', '5 17:00', 0] })
})

t.test('a rest that a link holds moves with the link; one that was stopped by hand does not', async t => {
  const held = { suspend_date: at(2, 17), resume_date: at(9) }
  const s = msCase([task('a', 5), started('b', 4, 3, at(2), { predecessors: [link('a')], ...held })])
  t.strictSame(early(s, ['b']), { b: ['2 08:00', '11 17:00'] })
  t.strictSame(early(after(s, 'a', 2), ['b']), { b: ['2 08:00', '6 17:00'] })
  const stopped = msCase([task('a', 3), started('b', 4, 3, at(2), { predecessors: [link('a')], ...held })])
  t.strictSame(early(after(stopped, 'a', 2), ['b']), { b: ['2 08:00', '11 17:00'] })
  t.strictSame(early(after(stopped, 'a', 6), ['b']), { b: ['2 08:00', '12 17:00'] })
})

t.test('a split task spans its start to its finish, early and late', async t => {
  const split = task('a', 3, { forecast_start: at(2), forecast_finish: at(6, 17) })
  const s = msCase([split, task('b', 1, { predecessors: [link('a')] }), task('long', 10)])
  t.strictSame(early(s, ['a', 'b']), { a: ['2 08:00', '6 17:00'], b: ['9 08:00', '9 17:00'] })
  t.strictSame(late(s, ['a']), { a: ['6 08:00', '12 17:00', 4] })
  t.strictSame(early(after(s, 'a', 4), ['a']), { a: ['2 08:00', '9 17:00'] }, 'the gap stays')
  const days = msCase([task('a', 3, { forecast_start: '2026-03-02', forecast_finish: '2026-03-06' })])
  t.strictSame(early(days), { a: ['2 08:00', '4 17:00'] }, 'dates without times tell no gap')
})

t.test('dates by hand stand against links; what follows them follows', async t => {
  const manual = { manually_scheduled: true, forecast_start: at(4), forecast_finish: at(5, 17) }
  const s = msCase([
    task('a', 5),
    task('m', 2, { predecessors: [link('a')], ...manual }),
    task('b', 1, { predecessors: [link('m')] }),
    task('c', 1, { predecessors: [link('m', 'SS')], deadline: at(4, 17) }),
    task('none', 2, { manually_scheduled: true, predecessors: [link('a')] }),
  ])
  t.strictSame(early(s, ['m', 'b', 'c']), {
    m: ['4 08:00', '5 17:00'],
    b: ['6 08:00', '6 17:00'],
    c: ['4 08:00', '4 17:00'],
  })
  t.strictSame(late(s, ['m']), { m: ['6 08:00', '9 17:00', 2] }, 'not held by the start that follows its own')
  t.strictSame(early(s, ['none']), { none: ['9 08:00', '10 17:00'] }, 'by hand without dates: by its links')
})

t.test('summaries: links from and to them hold all that lies under them', async t => {
  const s = msCase([
    summary('S'),
    task('s1', 2, { parent_id: 'S' }),
    task('s2', 5, { parent_id: 'S' }),
    summary('T', { predecessors: [link('S', 'FS', 1)] }),
    task('t1', 1, { parent_id: 'T' }),
    summary('U', { parent_id: 'T' }),
    task('u1', 2, { parent_id: 'U' }),
    task('end', 1, { predecessors: [link('T')] }),
    task('long', 20),
  ])
  t.strictSame(early(s, ['t1', 'u1', 'end']), {
    t1: ['10 08:00', '10 17:00'],
    u1: ['10 08:00', '11 17:00'],
    end: ['12 08:00', '12 17:00'],
  })
  t.strictSame(late(s, ['s1', 's2', 't1', 'u1']), {
    s1: ['20 08:00', '23 17:00', 14],
    s2: ['17 08:00', '23 17:00', 11],
    t1: ['26 08:00', '26 17:00', 12],
    u1: ['25 08:00', '26 17:00', 11],
  })
})

t.test('summaries: their constraints hold what lies under them', async t => {
  const s = msCase([
    summary('S', { constraint_type: 'SNET', constraint_date: at(4) }),
    task('a', 1, { parent_id: 'S' }),
    summary('T', { constraint_type: 'FNLT', constraint_date: at(6, 17) }),
    task('b', 1, { parent_id: 'T' }),
    task('long', 10),
  ])
  t.strictSame(early(s, ['a', 'b']), { a: ['4 08:00', '4 17:00'], b: ['2 08:00', '2 17:00'] })
  t.strictSame(computed(s, ['totalFloat'], ['a', 'b']), { a: [7], b: [4] })
})

t.test('summaries in progress: the rest of what lies under them waits, and what leads to them is late', async t => {
  const s = msCase([
    task('a', 5),
    summary('S', { predecessors: [link('a')] }),
    started('s1', 4, 3, at(3), { parent_id: 'S' }),
    task('s2', 1, { parent_id: 'S' }),
  ])
  t.strictSame(early(s, ['s1', 's2']), { s1: ['3 08:00', '11 17:00'], s2: ['9 08:00', '9 17:00'] })
  t.strictSame(late(s, ['a']), { a: ['-4 08:00', '2 17:00', -4] }, 'to end before the actual start of the summary')
})

t.test('summaries: the start of one is that of the first task under it; one by hand stands', async t => {
  const manual = { manually_scheduled: true, forecast_start: at(9), forecast_finish: at(10, 17) }
  const s = msCase([
    summary('S'),
    task('s1', 2, { parent_id: 'S' }),
    task('s2', 5, { parent_id: 'S', constraint_type: 'SNET', constraint_date: at(4) }),
    task('ss', 10, { predecessors: [link('S', 'SS', 1)] }),
    summary('M', manual),
    task('m1', 1, { parent_id: 'M' }),
    task('b', 1, { predecessors: [link('M')] }),
  ])
  t.strictSame(early(s, ['ss', 'm1', 'b']), {
    ss: ['3 08:00', '16 17:00'],
    m1: ['9 08:00', '9 17:00'],
    b: ['11 08:00', '11 17:00'],
  })
  t.strictSame(computed(s, ['totalFloat'], ['s1', 's2', 'm1']), { s1: [0], s2: [4], m1: [5] })
})

t.test(
  'summaries: a circle by way of them is computed by the links of tasks alone; odd parents count as none',
  async t => {
    const circle = msCase([
      summary('S', { predecessors: [link('b')] }),
      task('a', 2, { parent_id: 'S' }),
      task('b', 1, { predecessors: [link('a')] }),
    ])
    t.strictSame(early(circle, ['a', 'b']), { a: ['2 08:00', '3 17:00'], b: ['4 08:00', '4 17:00'] })
    const odd = msCase([
      summary('S', { parent_id: 'T' }),
      summary('T', { parent_id: 'S', predecessors: [link('x')] }),
      summary('self', { parent_id: 'self' }),
      task('x', 2),
      task('a', 1, { parent_id: 'x', predecessors: [link('S')] }),
      task('b', 1, { parent_id: 'nowhere' }),
      task('c', 1, { parent_id: 'self' }),
      task('under', 1, { parent_id: 'up', predecessors: [link('up')] }),
      summary('up'),
    ])
    const first = ['2 08:00', '2 17:00']
    t.strictSame(early(odd, ['a', 'b', 'c', 'under']), { a: first, b: first, c: first, under: first })
  },
)

t.test('what there is no work for: no tasks, summaries alone', async t => {
  t.strictSame(early(msCase([summary('S')]), []), {})
  t.strictSame(early(msCase([summary('S'), task('a', 0, { parent_id: 'S' })]), ['a']), { a: ['2 08:00', '2 08:00'] })
})

t.test('free slack: what open successors leave, no more than the total slack, and that where none follows', async t => {
  const s = msCase([
    task('a', 2),
    task('b', 1, { predecessors: [link('a')], constraint_type: 'SNET', constraint_date: at(9) }),
    task('c', 1, { deadline: at(3, 17) }),
    task('d', 1, { predecessors: [link('c')], constraint_type: 'SNET', constraint_date: at(9) }),
    task('long', 10),
  ])
  t.strictSame(computed(s, ['freeFloat', 'totalFloat']), { a: [3, 7], b: [4, 4], c: [1, 1], d: [4, 4], long: [0, 0] })
})

t.test('the longest path runs through summaries, and a task that waits for one is driven by a link', async t => {
  const s = msCase([
    summary('S'),
    task('s1', 2, { parent_id: 'S' }),
    task('s2', 5, { parent_id: 'S' }),
    summary('T', { predecessors: [link('S')] }),
    summary('U', { parent_id: 'T' }),
    task('u1', 3, { parent_id: 'U' }),
    task('u2', 1, { parent_id: 'U' }),
    task('end', 1, { predecessors: [link('U')] }),
    task('other', 4),
  ])
  const path = s.ids.filter((_, i) => s.result.onLongestPath[i] === 1)
  t.strictSame(path, ['s2', 'u1', 'end'])
  const { driver } = driversOf(s.input, s.result)
  const drivers = Object.fromEntries(s.ids.map((id, i) => [id, DRIVERS[driver[i]!]]))
  t.strictSame(drivers, {
    S: null,
    s1: 'project_start',
    s2: 'project_start',
    T: null,
    U: null,
    u1: 'link',
    u2: 'link',
    end: 'link',
    other: 'project_start',
  })
})

t.test('the same schedule with the progress of another: what is done is what is not left', async t => {
  const s = msCase([started('b', 4, 3, at(2), { suspend_date: at(2, 17), resume_date: at(3) }), task('c', 1)])
  t.strictSame(early(s, ['b']), { b: ['2 08:00', '5 17:00'] })
  const later = { ...s.input, reportedStart: s.input.reportedStart.slice(), remainingDays: Float64Array.of(1, 1) }
  t.strictSame(early({ ...s, result: computeCpm(later) }, ['b']), { b: ['2 08:00', '5 17:00'] })
  const sooner = { ...s.input, reportedStart: s.input.reportedStart.slice(), remainingDays: Float64Array.of(2, 1) }
  t.strictSame(early({ ...s, result: computeCpm(sooner) }, ['b']), { b: ['2 08:00', '5 17:00'] })
})

t.test('the same schedule with other links', async t => {
  const s = msCase([
    task('a', 5),
    task('b', 1, { predecessors: [link('a')] }),
    task('c', 1, { predecessors: [link('b')] }),
  ])
  const network = { ...s.input.network, type: Uint8Array.of(1, 0) }
  const other = { ...s, result: computeCpm({ ...s.input, network }) }
  t.strictSame(early(other), { a: ['2 08:00', '6 17:00'], b: ['2 08:00', '2 17:00'], c: ['3 08:00', '3 17:00'] })
  t.strictSame(early(s, ['c']), { c: ['10 08:00', '10 17:00'] })
})
