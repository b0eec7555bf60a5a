/** Open work that was to finish before the status date has not finished: no comparison takes its date for one, and they agree on the day. */
import t, { type Test } from 'tap'
import { asBuiltAnalyser } from '../../../engine/analysis/as-planned-vs-as-built/analyser.ts'
import { baselineCompareAnalyser } from '../../../engine/analysis/baseline-compare/analyser.ts'
import { delayAnalyser } from '../../../engine/analysis/delay-analysis/analyser.ts'
import { analyseSent, type Plain } from '../../helpers/analyse.ts'
import { between, pick, random } from '../../helpers/random.ts'

const DAY_MS = 86_400_000
const date = (day: number): string => new Date(Date.UTC(2026, 2, 2) + day * DAY_MS).toISOString().slice(0, 10)

interface Work {
  readonly id: string
  readonly start: number
  readonly days: number
  /** Day of its actual finish; absent: open, with the dates of the plan. */
  readonly finished?: number
}

function replies(works: readonly Work[], statusDay: number): readonly [delay: Plain, built: Plain, compared: Plain] {
  const planned = ({ id, start, days }: Work): object => ({
    id,
    duration_days: days,
    planned_start: date(start),
    planned_finish: date(start + days - 1),
  })
  const now = (work: Work): object => ({
    ...planned(work),
    ...(work.finished === undefined ? {} : { actual_start: date(work.start), actual_finish: date(work.finished) }),
  })
  const body = {
    calendar: 'calendar_days',
    baseline_schedule: { baseline_date: date(0), tasks: works.map(planned) },
    current_schedule: { status_date: date(statusDay), tasks: works.map(now) },
  }
  return [
    analyseSent('forensics.delay-analysis', delayAnalyser, body),
    analyseSent('forensics.as-planned-vs-as-built', asBuiltAnalyser, body),
    analyseSent('forensics.baseline-compare', baselineCompareAnalyser, body),
  ]
}

/** Days from the planned to the coming finish, and by task where it has begun to run late. */
function check(t: Test, works: readonly Work[], statusDay: number): void {
  const end = ({ start, days }: Work): number => start + days - 1
  const isStale = (work: Work): boolean => work.finished === undefined && end(work) < statusDay
  const comes = (work: Work): number => work.finished ?? (isStale(work) ? statusDay + work.days - 1 : end(work))
  const latest = (of: (work: Work) => number): number => Math.max(...works.map(of))
  const [delay, built, compared] = replies(works, statusDay)
  const days = latest(comes) - latest(end)
  const told = JSON.stringify({ works, statusDay })
  t.equal(delay.data.total_delay_calendar_days, days, told)
  t.equal(built.data.gross_delay_calendar_days, days, told)
  t.equal(compared.data.project_finish.variance_calendar_days, days, told)
  const variances = compared.data.task_variances.map((row: Plain) => row.finish_variance_days)
  t.same(
    variances,
    works.map(work => comes(work) - end(work)),
    told,
  )
  const found = compared.findings.find(({ code }: Plain) => code === 'BC_NO_FORECAST')
  t.equal(found?.count ?? 0, works.filter(isStale).length, told)
}

t.test('a schedule whose open work kept its dates is not on time', async t => {
  const works = [
    { id: 'A', start: 0, days: 3, finished: 2 },
    { id: 'B', start: 3, days: 5 },
    { id: 'C', start: 5, days: 12 },
  ]
  check(t, works, 4)
  check(t, works, 8)
  check(t, works, 40)
  const [, , { data }] = replies(works, 40)
  t.equal(data.variance.on_track_pct, 33.3, 'one of three')
})

t.test('random schedules', async t => {
  const rnd = random(3307)
  for (let n = 0; n < 60; n++) {
    const works = Array.from({ length: between(rnd, 2, 6) }, (_, i): Work => {
      const [start, days] = [between(rnd, 0, 20), between(rnd, 1, 9)]
      const isDone = i === 0 || pick(rnd, [true, false, false])
      return { id: `T${i}`, start, days, ...(isDone ? { finished: start + between(rnd, 0, 12) } : {}) }
    })
    const statusDay = between(rnd, 1 + Math.max(...works.map(({ finished = 0 }) => finished)), 50)
    check(t, works, statusDay)
  }
})
