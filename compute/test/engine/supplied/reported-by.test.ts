/** Each analysis that computes dates reports once where they differ from the supplied dates, and names the schedule if there are several. */

import t, { type Test } from 'tap'
import { type AnalysisId, analyses, analysisRow } from '../../../../shared/contract/analysis/analyses.ts'
import { calendarMembers } from '../../../../shared/contract/schedule/calendars.ts'
import { analysers } from '../../../engine/analysers.ts'
import { analyse, type Plain } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'

const CODE = 'CPM_DIFFERS_FROM_SUPPLIED'

const reply = (t: Test, id: AnalysisId, body: object): Plain =>
  analyse(t, analysers[id], analysisRow(id).data, { calendar: 'working_days', ...body })
const found = (t: Test, id: AnalysisId, body: object): Plain[] =>
  reply(t, id, body).findings.filter(({ code }: Plain) => code === CODE)

/** Weeks of work in a row from Monday 2026-01-05; `lateWeeks` from the third one on as a source has it that knows a shutdown. */
const tasks = (lateWeeks: number, more: (n: number) => object = () => ({})): TaskObject[] =>
  Array.from({ length: 6 }, (_, n) => {
    const monday = Date.UTC(2026, 0, 5) + 7 * 86_400_000 * (n + (n > 1 ? lateWeeks : 0))
    const day = (offset: number): string => new Date(monday + 86_400_000 * offset).toISOString().slice(0, 10)
    return {
      id: `T${n}`,
      duration_days: 5,
      predecessors: n === 0 ? [] : [`T${n - 1}`],
      planned_start: day(0),
      planned_finish: day(4),
      resource: 'crew',
      ...more(n),
    }
  })
const dates = ({ planned_start, planned_finish }: TaskObject) => ({ planned_start, planned_finish })
const STATUS = '2026-01-05'

/** A body of the analysis over one schedule; `earlier` is what comparisons have before it. */
function bodyOf(id: string, current: TaskObject[], earlier: TaskObject[]): object {
  if (!id.startsWith('forensics.')) return { tasks: current, status_date: STATUS }
  const body = { current_schedule: { tasks: current, status_date: STATUS } }
  return id === 'forensics.change-tracking'
    ? { ...body, schedule_history: [{ snapshot_date: '2026-01-01', tasks: earlier }] }
    : { ...body, baseline_schedule: { baseline_date: '2026-01-01', tasks: earlier } }
}

const SINGLE: readonly AnalysisId[] = [
  'analysis.cpm',
  'analysis.resources',
  'health.logic-audit',
  'health.dcma-14-point',
  'health.dcma-decm',
  'health.planning-horizon',
  'health.schedule-risk-index',
]
const SERIES: readonly AnalysisId[] = [
  'forensics.baseline-compare',
  'forensics.change-tracking',
  'forensics.delay-analysis',
]

t.test('every analysis that computes dates reports differences, and nothing where they agree', async t => {
  for (const id of [...SINGLE, ...SERIES]) {
    const [finding, ...others] = found(t, id, bodyOf(id, tasks(2), tasks(0)))
    t.match(
      finding?.description,
      /4 of 6 supplied finishes, 66\.7 %.* differ .*10 working days earlier.*Likely reason: /,
      id,
    )
    t.equal(others.length, 0, `${id}: once`)
    t.strictSame(found(t, id, bodyOf(id, tasks(0), tasks(0))), [], id)
  }
})

t.test('a comparison names the schedule, and those that have it too', async t => {
  for (const id of SERIES) {
    t.match(found(t, id, bodyOf(id, tasks(2), tasks(0)))[0]?.description, /^Current schedule: /, id)
    const [place, placed] =
      id === 'forensics.change-tracking' ? ['Snapshot 1', 'snapshot 1'] : ['Baseline schedule', 'the baseline schedule']
    t.ok(found(t, id, bodyOf(id, tasks(0), tasks(2)))[0]?.description.startsWith(`${place}: `), id)
    const [both] = found(t, id, bodyOf(id, tasks(2), tasks(2)))
    t.ok(both?.description.endsWith(` Also in ${placed}.`), both?.description)
    t.equal(both?.count, 8)
  }
})

t.test(
  'the data date to send is called as the schedule takes it; a baseline, which takes none, is one of the history',
  async t => {
    // the first week is done, and the source has all the others four weeks later: it was rescheduled at a data date that nobody says
    const done = { actual_start: '2026-01-05', actual_finish: '2026-01-09', percent_complete: 100 }
    const stale = tasks(0, n => (n === 0 ? done : {})).map((task, n) =>
      n === 0 ? task : { ...task, ...dates(tasks(3)[n + 1] ?? tasks(4)[n]!) },
    )
    const advice = (id: AnalysisId, body: object): string =>
      reply(t, id, body).recommendations.find(({ codes }: Plain) => codes.includes(CODE))?.description
    const sound = tasks(0)
    t.match(advice('analysis.cpm', { tasks: stale }), /^Send status_date 2026-02-/)
    const body = { current_schedule: { tasks: sound, status_date: STATUS } }
    t.match(
      advice('forensics.delay-analysis', { ...body, baseline_schedule: { baseline_date: '2026-01-01', tasks: stale } }),
      /^Send the schedule in schedule_history with snapshot_date 2026-02-/,
    )
  },
)

t.test('an analysis without must_finish_by does not request it: it ignores supplied floats', async t => {
  const floating = tasks(0, () => ({ total_float_days: -12 }))
  for (const { id, request } of analyses) {
    if (![...SINGLE, ...SERIES].includes(id)) continue
    // all of them take it with calendars; those that read it without say so in words of their own
    type Described = Record<string, { description: string }>
    const { properties } = request as unknown as { properties: Described }
    const shared = calendarMembers as unknown as Described
    const takesIt =
      properties.must_finish_by !== undefined &&
      properties.must_finish_by.description !== shared.must_finish_by?.description
    const findings = found(t, id, bodyOf(id, floating, floating))
    t.equal(findings.length, takesIt ? 1 : 0, id)
    if (takesIt) t.match(findings[0]?.description, 'Send must_finish_by', id)
  }
})
