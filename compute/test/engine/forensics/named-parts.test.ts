/** Work that a later schedule has in parts under other ids, named in a request by the id of the whole or of its last part: every method finds it in every schedule. */
import t from 'tap'
import type { Plain } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import { between, random } from '../../helpers/random.ts'
import { earned } from './accounts.ts'
import { told } from './all-methods.ts'
import { date } from './delay-dates.ts'
import { row } from './delay-series.ts'

const RUNS = Number(process.env.RUNS ?? 8)
const SEED = Number(process.env.SEED ?? 20261129)

t.test('a section, and the finish that is followed, are those of the work, whole or in parts', test => {
  const faults: string[] = []
  for (let n = 0; n < RUNS; n++) {
    const rnd = random(SEED + n)
    const [a, days, longer] = [between(rnd, 2, 6), between(rnd, 4, 9), between(rnd, 0, 4)]
    const first = between(rnd, 2, days - 1)
    const A = row('A', a, [], 'contractor', { planned_start: date(0) })
    const done = { ...A, actual_start: date(0), actual_finish: date(a - 1) }
    const plan = [A, row('T', days, ['A'], 'contractor'), row('U', 4, ['T'], 'contractor')]
    const parts: TaskObject[] = [
      done,
      row('Ta', first, ['A'], 'contractor'),
      row('Tb', days - first + longer, ['Ta'], 'contractor'),
      row('U', 4, ['Tb'], 'contractor'),
    ]
    const begun = parts.map(each =>
      each.id === 'Ta' ? { ...each, actual_start: date(a), remaining_duration_days: first - 1 } : each,
    )
    const whole = [done, ...plan.slice(1)]
    const body = (task_id: string, isLate: boolean): Plain => ({
      calendar: 'calendar_days',
      baseline_schedule: { baseline_date: date(0), tasks: plan },
      schedule_history: [{ snapshot_date: date(a), tasks: isLate ? whole : parts }],
      current_schedule: { status_date: date(a + 1), tasks: begun },
      delay_events: [{ id: 'V', party: 'owner', started: date(a + 40), days: 1, task_ids: ['U'] }],
      options: { sectional_dates: [{ task_id, completion_date: date(a + days - 1) }] },
    })
    for (const id of ['T', 'Tb'])
      for (const isLate of [false, true]) {
        const sent = body(id, isLate)
        for (const method of ['observed', 'impact', 'collapsed'] as const) {
          const late = told(method, sent).data.contract_dates.completions[0].margin_calendar_days
          if (late !== 0 - longer) faults.push(`${n}: ${method} ${id} ${isLate}: ${late}, not ${-longer}`)
        }
        const followed = { ...sent, options: { project_finish_id: id } }
        const [, , held, , , total] = earned(told('observed', followed) as never)
        if (total !== longer || held !== longer)
          faults.push(`${n}: followed ${id} ${isLate}: ${held} of ${total}, not ${longer}`)
      }
  }
  test.strictSame(faults.slice(0, 6), [], `${faults.length} faults`)
  test.end()
})

t.test(
  'an event on a part of work goes into the whole of an earlier base, and one on the whole out of its parts',
  test => {
    const A = row('A', 4, [], 'contractor', { planned_start: date(0) })
    const over = (from: number, to: number): object => ({ actual_start: date(from), actual_finish: date(to) })
    const sent = (id: string): object => ({
      calendar: 'calendar_days',
      baseline_schedule: {
        baseline_date: date(0),
        tasks: [A, row('T', 8, ['A'], 'contractor'), row('U', 4, ['T'], 'contractor')],
      },
      current_schedule: {
        status_date: date(18),
        tasks: [
          { ...A, ...over(0, 3) },
          row('Ta', 5, ['A'], 'contractor', over(4, 8)),
          row('Tb', 3, ['Ta'], 'contractor', over(9, 13)),
          row('U', 4, ['Tb'], 'contractor', over(14, 17)),
        ],
      },
      delay_events: [{ id: 'V', party: 'owner', started: date(10), ended: date(11), task_ids: [id] }],
    })
    for (const id of ['T', 'Tb']) {
      const [impact] = told('impact', { ...sent(id), options: { method: 'single_base' } }).data.events
      const [collapsed] = told('collapsed', sent(id)).data.events
      test.strictSame([impact.moves_working_days, impact.flags], [2, []], `impact on ${id}`)
      test.strictSame([collapsed.earlier_working_days, collapsed.flags], [2, []], `collapsed on ${id}`)
    }
    test.end()
  },
)
