/**
 * Under the rules of Microsoft Project a changed duration counts, whatever dates the schedule has of before: what they left beyond the duration (a split) stays, and
 * dates that leave less than the duration are those of another one.
 */
import t from 'tap'
import { analysisRow } from '../../../../shared/contract/analysis/analyses.ts'
import { cpmRow } from '../../../../shared/contract/analysis/cpm/row.ts'
import type { SentChange } from '../../../../shared/contract/schedule/changes.ts'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { formatMoment } from '../../../../shared/contract/schedule/time-of-day.ts'
import { workCalendars } from '../../../engine/clock/calendars.ts'
import { momentAt } from '../../../engine/clock/input.ts'
import { movementOf, projectFinishOf } from '../../../engine/edits/finish-moves.ts'
import { PassMeter } from '../../../engine/edits/pass-meter.ts'
import { type Computed, computed, isComputed, recomputed } from '../../../engine/edits/recomputed.ts'
import { NO_LIMITS, readRequest } from '../../../engine/read/read-request.ts'
import { faultOf, reply } from '../../helpers/every-analysis.ts'
import { between, pick, type Random, random } from '../../helpers/random.ts'
import { CALENDARS, FIRST_DAY } from './random-edits.ts'

// biome-ignore lint/suspicious/noExplicitAny: bodies are written member by member
type Plain = any

const BODIES = Number(process.env.MS_BODIES ?? 40)
const ROW = analysisRow('analysis.cpm')

function computedBody(body: object): Computed {
  const input = readRequest({ ...ROW }, Buffer.from(JSON.stringify(body)), 'application/json', NO_LIMITS)
  if (!('schedules' in input)) throw new Error(JSON.stringify(input))
  const { status_date, calendar, must_finish_by } = input.params
  const found = computed({ columns: input.schedules.get('tasks')!, members: { status_date, calendar, must_finish_by } })
  if (!isComputed(found)) throw new Error(JSON.stringify(found))
  return found
}

const startText = (rnd: Random): string =>
  `${formatDay(FIRST_DAY + between(rnd, 0, 20))}T${pick(rnd, ['08', '10', '13'])}:00`

/** The finish of so many minutes in the calendar of five days. */
function finishText(base: Computed, start: string, minutes: number, calendar = 0): string {
  return formatMoment(
    workCalendars(base.schedule.columns.setting!)[calendar]!.finishAfter(Date.parse(`${start}Z`) / 60_000, minutes),
  )
}

const scheduled = (tasks: readonly Plain[]): Plain => ({
  tasks,
  calendars: CALENDARS,
  default_calendar_id: 'five',
  project_start: `${formatDay(FIRST_DAY)}T08:00`,
  scheduling_options: { rules: 'ms_project' },
})

/** Tasks that wait for finishes, with dates of before: as long as the task, split, shorter, or none. */
function randomTasks(rnd: Random): Plain[] {
  const tasks = Array.from({ length: between(rnd, 2, 10) }, (_, n) => ({
    id: `T${n}`,
    duration_days: between(rnd, 1, 20) / 2,
    predecessors:
      n === 0
        ? []
        : [`T${between(rnd, 0, n - 1)}`, ...(rnd() < 0.4 ? [`T${n - 1} FS+1 d`] : [])].slice(rnd() < 0.5 ? 0 : -1),
  }))
  const base = computedBody(scheduled(tasks))
  return tasks.map(task => {
    const die = rnd()
    if (die < 0.2) return task
    const minutes = task.duration_days * 480
    const span =
      die < 0.5
        ? minutes
        : die < 0.8
          ? minutes + between(rnd, 1, 6) * 240
          : Math.max(60, minutes - between(rnd, 1, 6) * 240)
    const forecast_start = startText(rnd)
    return { ...task, forecast_start, forecast_finish: finishText(base, forecast_start, span), span, minutes }
  })
}

const sent = (tasks: readonly Plain[]): Plain => scheduled(tasks.map(({ span: _, minutes: __, ...task }) => task))

const shown = ({ network, passes, prepared, schedule }: Computed): unknown[] => {
  const moment = (offset: number): string => formatMoment(momentAt(prepared.input.clock!, offset))
  return [...network.order].map(i => [
    textAt(schedule.columns.id, i),
    moment(passes.earlyStart[i]!),
    moment(passes.earlyFinish[i]!),
    moment(passes.lateFinish[i]!),
    passes.totalFloat[i],
  ])
}

t.test(
  `${BODIES} random schedules: work of the longest path that takes n days longer moves the finish by n days`,
  async t => {
    let tried = 0
    for (let n = 0; n < BODIES && t.passing(); n++) {
      const rnd = random(7_000_000 + n)
      const body = sent(randomTasks(rnd))
      const base = computedBody(body)
      const { passes, network } = base
      const onPath = [...network.order].filter(i => passes.onLongestPath[i] === 1)
      const i = pick(rnd, onPath)
      const days = pick(rnd, [0.5, 1, 3, 20])
      const changes: SentChange[] = [
        { task_id: `T${i}`, duration_days: body.tasks[i].duration_days + days },
        ...(rnd() < 0.3 ? [{ task_id: `T${i}`, name: 'Longer' }] : []),
      ]
      const after = recomputed(base.schedule, changes, ['changes'], new PassMeter([base.schedule.columns]))
      if (!isComputed(after)) return t.fail(JSON.stringify(after))
      const { workingDays } = movementOf(projectFinishOf(base), projectFinishOf(after))
      t.equal(workingDays, days, JSON.stringify({ body, changes }))
      tried++
    }
    t.equal(tried, BODIES)
  },
)

t.test(
  `${BODIES} random schedules: a change of durations or calendars is the body with the dates moved along by hand`,
  async t => {
    for (let n = 0; n < BODIES && t.passing(); n++) {
      const rnd = random(8_000_000 + n)
      const tasks = randomTasks(rnd)
      const base = computedBody(sent(tasks))
      const changes: Plain[] = []
      const byHand = tasks.map(task => {
        if (rnd() < 0.5) return task
        const [isLonger, isSeven] = [rnd() < 0.7, rnd() < 0.3]
        const duration_days = isLonger ? between(rnd, 1, 40) / 2 : task.duration_days
        changes.push({
          task_id: task.id,
          ...(isLonger ? { duration_days } : {}),
          ...(isSeven || !isLonger ? { calendar_id: 'seven' } : {}),
        })
        const isOther = isSeven || !isLonger
        const made = { ...task, duration_days, ...(isOther ? { calendar_id: 'seven' } : {}) }
        if (task.span === undefined) return made
        const minutes = duration_days * (isOther ? 600 : 480) + Math.max(0, task.span - task.minutes)
        return { ...made, forecast_finish: finishText(base, task.forecast_start, minutes, isOther ? 1 : 0) }
      })
      if (changes.length === 0) continue
      const after = recomputed(base.schedule, changes, ['changes'], new PassMeter([base.schedule.columns]))
      if (!isComputed(after)) return t.fail(JSON.stringify(after))
      t.strictSame(shown(after), shown(computedBody(sent(byHand))), JSON.stringify({ tasks, changes }))
    }
  },
)

t.test(`${BODIES} random schedules: dates that leave less than the duration hold nothing`, async t => {
  for (let n = 0; n < BODIES && t.passing(); n++) {
    const rnd = random(9_000_000 + n)
    const tasks = randomTasks(rnd)
    const without = tasks.map(({ forecast_start, forecast_finish, ...task }) =>
      task.span >= task.minutes ? { forecast_start, forecast_finish, ...task } : task,
    )
    t.strictSame(shown(computedBody(sent(tasks))), shown(computedBody(sent(without))), JSON.stringify(tasks))
  }
})

t.test('work under way', async t => {
  const task = {
    id: 'A',
    actual_start: '2026-03-02T08:00',
    forecast_start: '2026-03-02T08:00',
    forecast_finish: '2026-03-17T17:00',
  }
  const split = { ...task, duration_days: 10, suspend_date: '2026-03-06T17:00', resume_date: '2026-03-11T08:00' }
  for (const [name, of] of Object.entries({
    'the rest goes on at a resume date': { ...split, remaining_duration_days: 5 },
    'the rest goes on where work stopped': { ...split, resume_date: undefined, remaining_duration_days: 5 },
    'as much is done as is not left': { ...task, duration_days: 10, remaining_duration_days: 5 },
  }))
    for (const change of [
      { remaining_duration_days: 8 },
      { duration_days: 13 },
      { remaining_duration_days: 3 },
      { duration_days: 8 },
    ]) {
      const base = computedBody({
        ...scheduled([of, { id: 'B', duration_days: 1, predecessors: ['A'] }]),
        status_date: '2026-03-09',
      })
      const after = recomputed(base.schedule, [{ task_id: 'A', ...change }], [], new PassMeter([base.schedule.columns]))
      if (!isComputed(after)) return t.fail(JSON.stringify(after))
      const { workingDays } = movementOf(projectFinishOf(base), projectFinishOf(after))
      t.equal(
        workingDays,
        (change.duration_days ?? 0) - 10 === 3 || change.remaining_duration_days === 8 ? 3 : -2,
        `${name}: ${JSON.stringify(change)}`,
      )
    }
})

t.test('a file whose durations were edited says so, with the tasks and the days', async t => {
  const dates = (from: number, to: number) => {
    const [start, finish] = [`2026-03-${from}T08:00`, `2026-03-${to}T17:00`]
    return { forecast_start: start, forecast_finish: finish, early_start: start, early_finish: finish }
  }
  const told = (duration_days: number, more: Plain = {}): Plain => {
    const tasks = [
      { id: 'T1', duration_days, ...dates(16, 20), ...more },
      { id: 'T2', duration_days: 5, predecessors: ['T1'], ...dates(23, 27) },
    ]
    const answer = reply(cpmRow, { ...scheduled(tasks), project_start: '2026-03-16T08:00' })
    t.equal(faultOf(cpmRow, answer), undefined)
    const { classes } = answer.data.agreement
    return {
      finish: answer.data.tasks[1].early_finish_date,
      finding: answer.findings.find(({ code }: Plain) => code === 'CPM_DURATION_BEYOND_DATES')?.evidence.tasks,
      reason: answer.findings.find(({ code }: Plain) => code === 'CPM_DIFFERS_FROM_SUPPLIED')?.evidence.likely_reason,
      classes: classes.map(({ class: name, ids }: Plain) => [name, ids]),
    }
  }
  t.strictSame(told(20), {
    finish: '2026-04-17T17:00',
    finding: [{ id: 'T1', longer_by_days: 15 }],
    reason: 'changed_duration',
    classes: [
      ['changed_duration', ['T1']],
      ['follows_from_another', ['T2']],
    ],
  })
  const same = { finish: '2026-03-27T17:00', finding: undefined, reason: undefined, classes: [] }
  t.strictSame(told(5), same)
  t.strictSame(told(5.005), { ...same, finish: '2026-03-27T17:00' }, 'rounded')
  t.strictSame(told(3), same, 'a split')
  t.strictSame(told(20, { manually_scheduled: true }), same, 'by hand')
  const works = { calendar: 'seven' }
  const crew = { assignments: [{ resource: 'Crew', units_per_day: 1 }] }
  const tasks = [{ id: 'T1', duration_days: 6, ...dates(16, 20), ...crew }]
  const body = {
    ...scheduled(tasks),
    project_start: '2026-03-16T08:00',
    resources: [{ id: 'Crew', calendar_id: works.calendar }],
  }
  t.equal(reply(cpmRow, body).data.tasks[0].early_finish_date, '2026-03-20T17:00', 'a crew that works longer')
})
