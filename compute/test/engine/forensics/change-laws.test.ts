/**
 * Laws of change tracking on random pairs with calendars: a schedule against itself has no changes; what is taken back together gives the earlier
 * finish; what is taken back alone gives the finish of the schedule in which it was undone by hand; swapped sides have the reverse; no order of rows,
 * calendars or ids decides. CHANGE_LAWS_RUNS for more runs.
 */
import t from 'tap'
import { changeTrackingAnalyser } from '../../../engine/analysis/change-tracking/analyser.ts'
import { analyseSent, type Plain } from '../../helpers/analyse.ts'
import { random } from '../../helpers/random.ts'

const RUNS = Number(process.env.CHANGE_LAWS_RUNS ?? 40)
const FIRST_SEED = Number(process.env.CHANGE_LAWS_SEED ?? 1)
const DATA_DATE = '2026-03-02T08:00'
const TASK_COUNT = 14

type Rnd = () => number
type Task = Record<string, unknown> & { id: string; predecessors: Record<string, unknown>[] }
type Schedule = { tasks: Task[]; calendars: Record<string, unknown>[] } & Record<string, unknown>

const int = (rnd: Rnd, max: number): number => Math.floor(rnd() * max)
const pick = <Value>(rnd: Rnd, values: readonly Value[]): Value => values[int(rnd, values.length)]!
const copy = <Value>(value: Value): Value => structuredClone(value)
const dayIn = (rnd: Rnd): string => new Date(Date.UTC(2026, 1, 20 + int(rnd, 80))).toISOString().slice(0, 10)

const SHIFTS = [
  [
    ['08:00', '12:00'],
    ['13:00', '17:00'],
  ],
  [['07:00', '15:00']],
  [['06:00', '16:00']],
]
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

const calendar = (rnd: Rnd, n: number): Record<string, unknown> => {
  const shifts = pick(rnd, SHIFTS)
  return {
    id: `C${n}`,
    name: `Calendar ${n}`,
    work_week: Object.fromEntries(WEEKDAYS.slice(0, 4 + int(rnd, 4)).map(day => [day, shifts])),
    exceptions: Array.from({ length: int(rnd, 4) }, () => ({ date: dayIn(rnd) })),
  }
}
const link = (rnd: Rnd, from: number): Record<string, unknown> => ({
  task_id: `T${from}`,
  type: pick(rnd, ['FS', 'FS', 'SS', 'FF']),
  lag_days: pick(rnd, [0, 0, 0, 1, 2, -1]),
})
const task = (rnd: Rnd, i: number): Task => ({
  id: `T${i}`,
  duration_days: 1 + int(rnd, 9),
  ...(rnd() < 0.7 ? { calendar_id: `C${int(rnd, 3)}` } : {}),
  ...(rnd() < 0.1 ? { constraint_type: 'SNET', constraint_date: dayIn(rnd) } : {}),
  predecessors: i === 0 ? [] : [...new Set([int(rnd, i), int(rnd, i)])].map(from => link(rnd, from)),
})
const schedule = (rnd: Rnd): Schedule => ({
  calendars: [0, 1, 2].map(n => calendar(rnd, n)),
  tasks: Array.from({ length: TASK_COUNT }, (_, i) => task(rnd, i)),
  project_start: DATA_DATE,
})

/** Its successors follow its predecessors instead, or lose the link. */
function deleteTask(rnd: Rnd, to: Schedule): void {
  const { id, predecessors } = pick(rnd, to.tasks)
  const bridges = rnd() < 0.5
  to.tasks = to.tasks.filter(each => each.id !== id)
  for (const each of to.tasks) {
    if (!each.predecessors.some(({ task_id }) => task_id === id)) continue
    const kept = each.predecessors.filter(({ task_id }) => task_id !== id)
    const known = new Set(kept.map(({ task_id }) => task_id))
    each.predecessors = [...kept, ...(bridges ? predecessors.filter(({ task_id }) => !known.has(task_id)) : [])]
  }
}

/** Status of a day: what has begun by then, and how far it is. With times: a day alone ends where the work of it ends in the calendar, which may change. */
function reported(rnd: Rnd, of: Schedule, share: number): Schedule {
  const to = copy(of)
  for (const each of to.tasks) {
    if (rnd() > share) continue
    each.actual_start = '2026-02-23'
    if (rnd() < 0.4) each.actual_finish = '2026-02-27T12:00'
    else each.remaining_duration_days = 1 + int(rnd, 4)
  }
  return to
}

/** The later schedule with a deleted task as it was, and its links to and from what there is. */
function withTask(before: Schedule, after: Schedule, id: string): Schedule {
  const to = copy(after)
  const task = copy(before.tasks.find(each => each.id === id)!)
  const isThere = ({ task_id }: Record<string, unknown>): boolean => to.tasks.some(each => each.id === task_id)
  for (const each of to.tasks) {
    const was = before.tasks.find(old => old.id === each.id)
    // a link that names the task although it is gone is no link of the later schedule
    each.predecessors = each.predecessors.filter(isThere)
    if (was !== undefined) each.predecessors.push(...was.predecessors.filter(({ task_id }) => task_id === id))
  }
  to.tasks.push({ ...task, predecessors: task.predecessors.filter(isThere) })
  return to
}

/** A revision of the plan: its settings alone, or anything. */
function revised(rnd: Rnd, from: Schedule, what: 'settings' | 'anything'): Schedule {
  const to = copy(from)
  for (let n = 1 + int(rnd, 4); n > 0; n--) {
    const one = pick(rnd, to.tasks)
    const calendarOf = pick(rnd, to.calendars)
    const kind = int(rnd, what === 'settings' ? 5 : 12)
    if (kind === 0)
      calendarOf.exceptions = [...(calendarOf.exceptions as object[]), { date: dayIn(rnd), until: undefined }]
    else if (kind === 1) calendarOf.exceptions = (calendarOf.exceptions as object[]).slice(1)
    else if (kind === 2) calendarOf.work_week = calendar(rnd, 0).work_week
    else if (kind === 3) to.default_calendar_id = `C${int(rnd, 3)}`
    else if (kind === 4) to.scheduling_options = { lag_calendar: pick(rnd, ['successor', 'project', '24_hour']) }
    else if (kind === 5) one.duration_days = 1 + int(rnd, 9)
    else if (kind === 6) one.calendar_id = `C${int(rnd, 3)}`
    else if (kind === 7) Object.assign(one, { constraint_type: 'SNET', constraint_date: dayIn(rnd) })
    else if (kind === 8) one.predecessors = task(rnd, Number(one.id.slice(1)) % TASK_COUNT).predecessors
    else if (kind === 9) to.tasks.push({ ...task(rnd, TASK_COUNT), id: `N${n}` })
    else if (to.tasks.length > 2) deleteTask(rnd, to)
  }
  return to
}

function track(before: Schedule, after: Schedule): Plain {
  const body = {
    schedule_history: [{ snapshot_date: DATA_DATE, ...before }],
    current_schedule: { status_date: DATA_DATE, ...after },
    options: { include_details: true },
  }
  return analyseSent('forensics.change-tracking', changeTrackingAnalyser, body).data
}
const shiftOf = (data: Plain): number => data.impact.comparisons[0].finish_shift_days

t.test('a schedule against itself has no changes', async t => {
  const faults: string[] = []
  for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS / 4; seed++) {
    const one = schedule(random(seed))
    const data = track(one, copy(one))
    if (data.changes.length + data.setting_changes.length + shiftOf(data) !== 0) faults.push(`seed ${seed}`)
  }
  t.strictSame(faults, [])
})

t.test('what is taken back together gives the earlier finish', async t => {
  const faults: string[] = []
  for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++) {
    const rnd = random(seed)
    const before = reported(rnd, schedule(rnd), seed % 2 ? 0.3 : 0)
    const data = track(before, revised(rnd, before, 'anything'))
    const [{ finish_shift_days: shift, changes_together_days: together, rest_days: rest }] = data.impact.comparisons
    if (together !== shift || rest !== 0) faults.push(`seed ${seed}: ${shift}, together ${together}, rest ${rest}`)
  }
  t.strictSame(faults, [])
})

t.test('a deletion taken back alone is the task put back by hand, begun, finished or not', async t => {
  const faults: string[] = []
  let moved = 0
  for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++) {
    const rnd = random(seed)
    const before = reported(rnd, schedule(rnd), seed % 2 ? 0.4 : 0)
    const after = revised(rnd, before, 'anything')
    deleteTask(rnd, after)
    const data = track(before, after)
    for (const { edit, id, impact_days: alone } of data.impact.comparisons[0].edits) {
      if (edit !== 'task_deleted') continue
      const byHand = shiftOf(data) - shiftOf(track(before, withTask(before, after, id)))
      if (Math.abs(alone) > 1e-6) moved++
      if (Math.abs(alone - byHand) > 1e-5) faults.push(`seed ${seed}: ${id} alone ${alone}, by hand ${byHand}`)
    }
  }
  t.strictSame(faults, [])
  t.ok(moved > RUNS / 20, `${moved} moved the finish`)
})

/** Two summaries with work under them, linked with one another and with other work, by the rules of Microsoft Project. */
const outlined = (rnd: Rnd): Schedule => {
  const from = schedule(rnd)
  const rules = { ...from, scheduling_options: { rules: 'ms_project' } }
  const under = (each: Task): string => (int(rnd, 3) === 0 ? '' : `S${Number(each.id.slice(1)) < 7 ? 1 : 2}`)
  const tasks = rules.tasks.map(each => {
    const parent = under(each)
    return { ...each, ...(parent === '' ? {} : { parent_id: parent }) }
  })
  const summary = (id: string, predecessors: Record<string, unknown>[]): Task => ({
    id,
    task_type: 'summary',
    predecessors,
  })
  const after = pick(rnd, [[], [{ task_id: 'S1', type: 'FS', lag_days: 0 }]])
  return { ...rules, tasks: [...tasks, summary('S1', []), summary('S2', after)] }
}

t.test(
  'deleted work comes back under its summaries, by the rules of Microsoft Project, and in a calendar that is gone',
  async t => {
    const faults: string[] = []
    let moved = 0
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS / 2; seed++) {
      const rnd = random(seed)
      const before = seed % 2 === 0 ? outlined(rnd) : schedule(rnd)
      const after = copy(before)
      const gone = new Set<string>()
      if (seed % 2 === 0) {
        const [summary] = [pick(rnd, ['S1', 'S2'])]
        for (const each of after.tasks) if (each.id === summary || each.parent_id === summary) gone.add(each.id)
      } else {
        const calendar = `C${int(rnd, 3)}`
        for (const each of after.tasks) if (each.calendar_id === calendar) gone.add(each.id)
        if (after.tasks.length - gone.size > 0) after.calendars = after.calendars.filter(({ id }) => id !== calendar)
        after.default_calendar_id = String(after.calendars[0]!.id)
        before.default_calendar_id = after.default_calendar_id
      }
      after.tasks = after.tasks
        .filter(({ id }) => !gone.has(id))
        .map(each => ({ ...each, predecessors: each.predecessors.filter(({ task_id }) => !gone.has(String(task_id))) }))
      if (after.tasks.every(({ task_type }) => task_type === 'summary')) continue
      const [{ finish_shift_days: shift, changes_together_days: together }] = track(before, after).impact.comparisons
      if (Math.abs(shift) > 1e-6) moved++
      if (Math.abs(together - shift) > 1e-6) faults.push(`seed ${seed}: ${shift}, together ${together}`)
    }
    t.strictSame(faults, [])
    t.ok(moved > RUNS / 8, `${moved} moved the finish`)
  },
)

t.test('settings: together they are the shift, one alone is it, and swapped sides have the reverse', async t => {
  const faults: string[] = []
  for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++) {
    const rnd = random(seed)
    const before = schedule(rnd)
    const after = revised(rnd, before, 'settings')
    const [there, back] = [track(before, after), track(after, before)]
    const shift = shiftOf(there)
    const together = there.impact.comparisons[0].settings?.together_days ?? 0
    if (together !== shift) faults.push(`seed ${seed}: ${shift}, together ${together}`)
    if (Math.abs(shift + shiftOf(back)) > 1e-9) faults.push(`seed ${seed}: ${shift}, back ${shiftOf(back)}`)
    const kinds = (data: Plain): string =>
      data.setting_changes
        .map((each: Plain) => each.days_changed)
        .sort()
        .join()
    if (kinds(there) !== kinds(back)) faults.push(`seed ${seed}: ${kinds(there)} against ${kinds(back)}`)
    const alone = there.setting_changes
    if (alone.length === 1 && alone[0].impact_days !== shift) faults.push(`seed ${seed}: alone ${alone[0].impact_days}`)
    for (const each of [...there.changes, ...alone])
      if (Math.abs(each.impact_days ?? 0) > 1e-6 && each.disposition !== 'material') faults.push(`seed ${seed}: minor`)
  }
  t.strictSame(faults, [])
})

t.test('no order of rows and calendars and no id of a calendar decides', async t => {
  const faults: string[] = []
  const byText = (rows: Plain[]): string[] =>
    rows.map(({ task_ids, ...row }) => JSON.stringify([row, task_ids?.toSorted()])).sort()
  for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS / 2; seed++) {
    const rnd = random(seed)
    const before = { default_calendar_id: 'C0', ...schedule(rnd) }
    const after = revised(rnd, before, 'anything')
    const data = track(before, after)
    const turned = track(
      { ...before, tasks: before.tasks.toReversed() },
      {
        ...after,
        default_calendar_id: `X${String(after.default_calendar_id)}`,
        tasks: after.tasks
          .toReversed()
          .map(each => (each.calendar_id ? { ...each, calendar_id: `X${each.calendar_id}` } : each)),
        calendars: after.calendars.toReversed().map(each => ({ ...each, id: `X${each.id}` })),
      },
    )
    for (const list of ['changes', 'setting_changes'])
      if (String(byText(data[list])) !== String(byText(turned[list])))
        t.strictSame(byText(turned[list]), byText(data[list]), `seed ${seed}`)
    const edits = ({ impact }: Plain) => impact.comparisons[0].edits
    if (JSON.stringify(edits(data)) !== JSON.stringify(edits(turned)))
      t.strictSame(edits(turned), edits(data), `seed ${seed}`)
  }
  t.strictSame(faults, [])
})
