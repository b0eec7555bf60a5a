/**
 * Random schedules with all that Microsoft Project's rules know: outlines, links of summaries, circles by way of them, progress, constraints, dates
 * by hand, splits, stops, calendars. Every figure is finite, links and summaries hold in the early dates, and a second run gives the same.
 */
import t from 'tap'
import { calendarOf, momentAt } from '../../../../engine/clock/input.ts'
import { computeCpm } from '../../../../engine/cpm/cpm.ts'
import { computeDrag } from '../../../../engine/cpm/drag.ts'
import { driversOf } from '../../../../engine/cpm/drivers.ts'
import { COMPLETE, NOT_STARTED } from '../../../../engine/population/progress.ts'
import { between, pick, type Random, random } from '../../../helpers/random.ts'
import { at, link, msCase } from './ms-schedule.ts'

const SCHEDULES = 150
const TYPES = ['FS', 'FS', 'FS', 'SS', 'FF', 'SF']
const CONSTRAINTS = ['SNET', 'SNLT', 'FNET', 'FNLT', 'MSO', 'MFO', 'ALAP']

function randomTask(rnd: Random, i: number): Record<string, unknown> & { id: string } {
  const chance = (percent: number): boolean => between(rnd, 1, 100) <= percent
  const isSummary = chance(25)
  const day = () => between(rnd, 1, 28)
  const predecessors = new Map<string, object>()
  for (let k = between(rnd, 0, 3); k > 0 && i > 0; k--) {
    const lag = chance(30) ? between(rnd, -8, 12) / 4 : 0
    const id = `t${between(rnd, 0, i - 1)}`
    predecessors.set(id, { ...link(id, pick(rnd, TYPES), lag), lag_elapsed: chance(10) })
  }
  return {
    id: `t${i}`,
    task_type: isSummary ? 'summary' : 'task',
    parent_id: chance(70) ? `t${between(rnd, 0, 2 + i)}` : null,
    duration_days: between(rnd, 0, 20) / 2,
    calendar_id: chance(20) ? pick(rnd, ['always', 'seven days', 'standard']) : null,
    predecessors: [...predecessors.values()],
    ...(chance(20)
      ? { constraint_type: pick(rnd, CONSTRAINTS), constraint_date: at(day(), pick(rnd, [8, 12, 17, 22])) }
      : {}),
    ...(chance(15) ? { deadline: at(day(), 17) } : {}),
    ...(chance(10) ? { manually_scheduled: true, forecast_start: at(day()), forecast_finish: at(day(), 17) } : {}),
    ...(chance(10) ? { forecast_start: at(4), forecast_finish: at(between(rnd, 4, 20), 17) } : {}),
    ...(chance(15) ? { actual_start: at(between(rnd, 1, 10)), remaining_duration_days: between(rnd, 0, 10) } : {}),
    ...(chance(5)
      ? { actual_start: at(2), actual_finish: at(between(rnd, 2, 12), 17), remaining_duration_days: 0 }
      : {}),
    ...(chance(5) ? { resume_date: at(day()), suspend_date: at(day(), 17) } : {}),
  }
}

t.test('random schedules', async t => {
  const rnd = random(42)
  const faults: string[] = []
  for (let n = 0; n < SCHEDULES; n++) {
    const tasks = Array.from({ length: between(rnd, 1, 25) }, (_, i) => randomTask(rnd, i))
    const schedule = msCase(tasks as never, { honor_constraints: between(rnd, 0, 3) > 0 })
    const { input, result } = schedule
    const { clock, network, state } = input
    const fault = (i: number, what: string): void => void faults.push(`schedule ${n}, task ${i}: ${what}`)
    const again = computeCpm(input)
    computeDrag(input, result)
    driversOf(input, result)
    for (const i of network.order) {
      for (const column of ['earlyStart', 'earlyFinish'] as const) {
        if (!Number.isFinite(result[column][i])) fault(i, `${column} is ${result[column][i]}`)
        if (again[column][i] !== result[column][i]) fault(i, `${column} differs in a second run`)
      }
      if (state[i] === COMPLETE) continue
      for (const column of ['lateStart', 'lateFinish', 'totalFloat', 'freeFloat'] as const) {
        if (!Number.isFinite(result[column][i])) fault(i, `${column} is ${result[column][i]}`)
        if (again[column][i] !== result[column][i]) fault(i, `${column} differs in a second run`)
      }
      const isFree = input.constraint[i] === 0 && tasks[i]!.manually_scheduled !== true
      for (let k = network.start[i]!; k < network.start[i + 1]!; k++) {
        if (state[i] !== NOT_STARTED || !isFree) continue
        const from = network.task[k]!
        if (network.type[k] !== 0 || network.lagDays[k] !== 0) continue
        const [finish, start] = [result.earlyFinish[from]!, result.earlyStart[i]!].map(offset =>
          momentAt(clock!, offset),
        )
        if (start! < finish! && calendarOf(clock!, i).workBetween(start!, finish!) > 0)
          fault(i, 'starts before its predecessor ends')
      }
    }
  }
  t.strictSame(faults.slice(0, 10), [])
})
