/** What holds for change tracking on generated histories: schema, bounds, missing fields, order of the tasks, oracles. */
import t from 'tap'
import { scheduleHistory } from '../../../../loadtest/schedules.ts'
import { ChangeTrackingData } from '../../../../shared/contract/analysis/change-tracking/data.ts'
import { TASK_FIELDS } from '../../../../shared/contract/schedule/fields.ts'
import { schemaFaults } from '../../../../shared/test/compiled-schema.ts'
import { changeTrackingAnalyser } from '../../../engine/analysis/change-tracking/analyser.ts'
import { compareLinks } from '../../../engine/compare/link-changes.ts'
import { matchIds } from '../../../engine/ids/match-ids.ts'
import { type AnalysisResult, isRefusal } from '../../../engine/result/result.ts'
import { spliceTail, writeEnvelope } from '../../../engine/write/envelope.ts'
import { inputOf, type Plain, TODAY } from '../../helpers/analyse.ts'
import { columnsFromTasks, type TaskObject } from '../../helpers/columns-from-tasks.ts'
import { between, pick, type Random, random, shuffled } from '../../helpers/random.ts'
import { schedule } from '../../helpers/schedule.ts'

const FACTS = { taskCount: 0, inputSha256: '0'.repeat(64), ignoredFields: [] }
const REPLY = { endpoint: '/', requestId: '', processingTimeMs: 0 }
const ALL_BLOCKS = { include_details: true, include_trends: true, include_ev_validation: true }

interface Body {
  current_schedule: { tasks: TaskObject[]; status_date: string }
  schedule_history: { tasks: TaskObject[]; snapshot_date: string }[]
  options?: object
}

function generated(seed: number, taskCount: number, statusCount = 3): Body {
  const { current, snapshots } = scheduleHistory(seed, taskCount, statusCount)
  const tasks = (source: typeof current) =>
    Array.from({ length: source.taskCount }, (_, i) => source.task(i)) as TaskObject[]
  return {
    current_schedule: { tasks: tasks(current), status_date: current.statusDate },
    schedule_history: snapshots.map(each => ({ tasks: tasks(each), snapshot_date: each.statusDate })),
  }
}

/** The body with every list of tasks replaced. */
const mapped = (body: Body, each: (tasks: TaskObject[]) => TaskObject[]): Body => ({
  ...body,
  current_schedule: { ...body.current_schedule, tasks: each(body.current_schedule.tasks) },
  schedule_history: body.schedule_history.map(snapshot => ({ ...snapshot, tasks: each(snapshot.tasks) })),
})

/** The reply as a client would read it: written by the writer, which throws on what is no number. */
function reply(body: Body, options: object = ALL_BLOCKS): Plain {
  const result = changeTrackingAnalyser(inputOf({ ...body, options }), { today: TODAY })
  if (isRefusal(result)) throw new Error(JSON.stringify(result))
  const { chunks } = writeEnvelope(result as AnalysisResult, FACTS, 'application/json')
  return JSON.parse(Buffer.concat([...chunks, spliceTail('application/json', REPLY)]).toString())
}

function faultOf({ score, grade, data }: Plain): string | undefined {
  const faults = schemaFaults(ChangeTrackingData, data, 2)
  if (faults.length > 0) return JSON.stringify(faults)
  if (score !== null && !(score >= 0 && score <= 100)) return `score ${score}`
  return (score === null) === (grade === null) ? undefined : `score ${score}, grade ${grade}`
}

t.test('generated histories give results that fit their schema, in every mode and category', async t => {
  for (const seed of [1, 2, 3]) {
    const body = generated(seed, 150, 4)
    for (const comparison_mode of ['sequential', 'baseline_anchored', 'latest', 'first_last']) {
      const plain = reply(body, { ...ALL_BLOCKS, comparison_mode })
      t.equal(faultOf(plain), undefined, `${seed} ${comparison_mode}`)
      t.ok(plain.data.changes.length > 50, 'there is something to find')
      const { changes_by_category, changes, changes_matching, comparisons } = plain.data
      const byCategory = Object.values(changes_by_category) as Record<string, number>[]
      const total = byCategory.reduce((sum, each) => sum + each.material! + each.minor! + each.expected!, 0)
      t.strictSame([changes.length, changes_matching], [total, total])
      const ofPairs = comparisons.flatMap((each: Plain) => Object.values(each.changes) as number[])
      t.equal(
        ofPairs.reduce((sum: number, each: number) => sum + each, 0),
        total,
      )
    }
  }
})

t.test('each field may be missing: no crash, and what is skipped says why', async t => {
  const body = generated(7, 150)
  for (const { name } of TASK_FIELDS.slice(1)) {
    const plain = reply(mapped(body, tasks => tasks.map(task => ({ ...task, [name]: undefined }))))
    t.equal(faultOf(plain), undefined, name)
    for (const check of plain.data.checks) if (check.message === '') t.fail(`${check.code} is mute without ${name}`)
  }
  const status = (gone: readonly string[], code: string) => {
    const away = Object.fromEntries(gone.map(name => [name, undefined]))
    const { checks } = reply(mapped(body, tasks => tasks.map(task => ({ ...task, ...away })))).data
    return checks.find((check: Plain) => check.code === code).status
  }
  t.equal(status(['baseline_start', 'baseline_finish'], 'CT03'), 'skipped')
  for (const code of ['CT04', 'CT09', 'CT10', 'CT11', 'CT12']) t.equal(status(['predecessors'], code), 'skipped', code)
  t.equal(status(['duration_days', 'planned_start', 'baseline_start'], 'CT05'), 'skipped')
  t.equal(status(['planned_start', 'planned_finish', 'forecast_start', 'forecast_finish'], 'CT08'), 'skipped')
  for (const code of ['CT01', 'CT02']) t.equal(status(['actual_start', 'actual_finish'], code), 'not_applicable', code)
  t.equal(status(['actual_finish', 'percent_complete'], 'CT07'), 'not_applicable')
})

t.test('ids alone are enough for an answer', async t => {
  const plain = reply(mapped(generated(9, 200), tasks => tasks.map(({ id }) => ({ id }))))
  t.equal(faultOf(plain), undefined)
})

t.test('a generated schedule compared with itself shows no change', async t => {
  for (const seed of [21, 22, 23]) {
    const { tasks, status_date } = generated(seed, 300).current_schedule
    const plain = reply({
      current_schedule: { tasks, status_date },
      schedule_history: [
        { tasks, snapshot_date: '2001-01-01' },
        { tasks, snapshot_date: '2001-06-01' },
      ],
    })
    t.strictSame([plain.score, plain.data.changes, plain.data.deductions], [100, [], []], `${seed}`)
  }
})

/** Links of a small random network, as text: predecessor, successor, relation, lag. */
function randomTasks(rnd: Random, ids: readonly string[]): TaskObject[] {
  return ids.map((id, n) => {
    const predecessors = ids
      .slice(0, n)
      .filter(() => rnd() < 0.3)
      .flatMap(task_id =>
        ['FS', 'SS', 'FF', 'SF']
          .filter(() => rnd() < 0.4)
          .map(type => ({ task_id, type, lag_days: between(rnd, -1, 2) })),
      )
    return { id, duration_days: between(rnd, 0, 9), predecessors }
  })
}

const pairsOf = (tasks: readonly TaskObject[]): Map<string, string> => {
  const pairs = new Map<string, string[]>()
  for (const task of tasks) {
    for (const link of task.predecessors as { task_id: string; type: string; lag_days: number }[]) {
      const key = `${link.task_id}>${task.id}`
      pairs.set(key, [...(pairs.get(key) ?? []), `${link.type}${link.lag_days}`])
    }
  }
  return new Map([...pairs].map(([key, links]) => [key, links.sort().join()]))
}

t.test('the drift of links is that of the sets of pairs, and links differ just where the sets do', async t => {
  const rnd = random(31)
  for (let round = 0; round < 300; round++) {
    const ids = ['A', 'B', 'C', 'D', 'E', 'F', 'G']
    const was = randomTasks(rnd, shuffled(rnd, ids).slice(0, between(rnd, 1, 7)))
    const is = rnd() < 0.5 ? randomTasks(rnd, shuffled(rnd, ids).slice(0, between(rnd, 1, 7))) : was.toReversed()
    const before = columnsFromTasks(was)
    const after = columnsFromTasks(is)
    const sides = { before, after, beforeOf: matchIds(before, after), afterOf: matchIds(after, before) }
    const { drift, changes } = compareLinks(sides)
    const [old, now] = [pairsOf(was), pairsOf(is)]
    const added = [...now.keys()].filter(key => !old.has(key)).length
    const removed = [...old.keys()].filter(key => !now.has(key)).length
    const changed = [...now].filter(([key, links]) => old.has(key) && old.get(key) !== links).length
    const union = new Set([...old.keys(), ...now.keys()]).size
    const expected = {
      added,
      removed,
      changed,
      union,
      percent: union === 0 ? 0 : (100 * (added + removed + changed / 2)) / union,
    }
    if (JSON.stringify(drift) !== JSON.stringify(expected)) t.strictSame(drift, expected, `round ${round}`)
    const both = (id: string) => was.some(task => task.id === id) && is.some(task => task.id === id)
    const differ = [...new Set([...old.keys(), ...now.keys()])].filter(
      key => old.get(key) !== now.get(key) && both(key.split('>')[1]!),
    )
    if (new Set(changes.kind).size > 0 !== differ.length > 0) t.fail(`round ${round}: ${differ}`)
    if (changes.kind.length < differ.length) t.fail(`round ${round}: too few changes`)
  }
  t.pass('300 rounds')
})

t.test('the impact of a single edit is the difference of two whole calculations', async t => {
  const rnd = random(41)
  const STATUS = '2025-03-17'
  let compared = 0
  for (let round = 0; round < 200; round++) {
    const ids = Array.from({ length: 12 }, (_, n) => `T${n}`)
    const now = randomTasks(rnd, ids).map((task, n) => ({
      ...task,
      planned_start: '2025-03-10',
      ...(n < 4 && rnd() < 0.6 ? { actual_start: '2025-03-12', percent_complete: between(rnd, 1, 90) } : {}),
      ...(rnd() < 0.2
        ? {
            constraint_type: pick(rnd, ['SNET', 'MSO', 'FNET', 'MFO']),
            constraint_date: `2025-03-${between(rnd, 11, 30)}`,
          }
        : {}),
    }))
    const place = between(rnd, 1, ids.length - 1)
    const links = now[place]!.predecessors as { type: string }[]
    const edit = pick(rnd, [
      { duration_days: now[place]!.duration_days! + 7 },
      { predecessors: [...links.slice(0, -1)] },
      { predecessors: links.map((link, n) => (n === 0 ? { ...link, type: link.type === 'FS' ? 'FF' : 'FS' } : link)) },
      { predecessors: links.map((link, n) => (n === 0 ? { ...link, lag_days: 9 } : link)) },
      { predecessors: [...links, { task_id: ids[0]!, type: 'FS', lag_days: 6 }] },
      {
        constraint_type: pick(rnd, ['SNET', 'FNET', 'MSO', 'MFO', 'SNLT', 'ALAP']),
        constraint_date: `2025-04-${between(rnd, 10, 28)}`,
      },
    ])
    const before = now.map((task, n) => (n === place ? { ...task, ...edit } : task))
    const result = reply(
      {
        current_schedule: { tasks: now, status_date: STATUS },
        schedule_history: [{ tasks: before, snapshot_date: '2025-03-16' }],
        // every change of a lag or a date is material
      },
      { ...ALL_BLOCKS, materiality_thresholds: { date_change_days: 0 } },
    )
    const finish = (tasks: TaskObject[]) =>
      schedule(tasks, { statusDate: STATUS, calendar: 'calendar_days' }).result.projectFinish
    const { edits } = result.data.impact.comparisons[0]
    if (edits.length !== 1) continue
    compared++
    const expected = finish(now) - finish(before)
    if (Math.abs(edits[0].impact_days - expected) > 1e-6) {
      t.equal(edits[0].impact_days, expected, `round ${round}: ${JSON.stringify(edits[0])}`)
    }
  }
  t.ok(compared > 60, `${compared} compared`)
})
