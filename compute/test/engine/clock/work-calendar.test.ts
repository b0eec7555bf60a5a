/** Working time against counting minute by minute. */
import t from 'tap'
import { roundTheClock, WorkCalendar } from '../../../engine/clock/work-calendar.ts'
import { between, random } from '../../helpers/random.ts'
import { isWorked, randomCalendar } from './random-calendar.ts'

const SEED = Number(process.env.SEED ?? 20261123)

t.test('work up to a moment, starts, ends and snapping are those of counting minute by minute', async t => {
  t.comment(`seed ${SEED}`)
  const rnd = random(SEED)
  for (let n = 0; n < 60; n++) {
    const firstDay = between(rnd, -800, 21_000)
    const days = 40
    const spec = randomCalendar(rnd, 'C', firstDay - 10, firstDay + days)
    const calendar = new WorkCalendar(spec)
    const from = firstDay * 1440
    const to = from + days * 1440
    let work = calendar.workAt(from)
    // the last moment at which work was going on, and the amount done there
    let lastEnd = Number.NaN
    const starts: number[] = []
    const fail = (what: string, moment: number): void => void t.fail(`${what} at ${moment}: ${JSON.stringify(spec)}`)
    for (let moment = from; moment < to; moment++) {
      if (calendar.workAt(moment) !== work) return fail('work', moment)
      if (lastEnd === moment || !Number.isNaN(lastEnd)) {
        if (calendar.endOf(work) !== lastEnd) return fail('end', moment)
        if (calendar.previousWork(moment) !== lastEnd) return fail('previous work', moment)
      }
      starts.push(moment)
      if (!isWorked(spec, moment)) continue
      if (calendar.startOf(work) !== moment) return fail('start', moment)
      for (const each of starts.splice(0)) if (calendar.nextWork(each) !== moment) return fail('next work', each)
      work++
      lastEnd = moment + 1
    }
  }
  t.pass('60 calendars of 40 days')
})

t.test('work moved ahead and back', async t => {
  const monday = 20_514 * 1440
  const days = Array.from({ length: 7 }, (_, d) =>
    d < 5
      ? ([
          [480, 720],
          [780, 1020],
        ] as const)
      : [],
  )
  const calendar = new WorkCalendar({ minutesPerDay: 480, week: days, exceptions: [] })
  const at = (day: number, minute: number): number => monday + day * 1440 + minute
  t.equal(calendar.finishAfter(at(0, 480), 480), at(0, 1020), 'a day of work ends in the evening')
  t.equal(calendar.finishAfter(at(4, 780), 480), at(7, 720), 'over the weekend')
  t.equal(calendar.startBefore(at(7, 480), 480), at(4, 480), 'back to the morning')
  t.equal(calendar.moved(at(4, 1020), -480), at(4, 480))
  t.equal(calendar.moved(at(5, 300), 0), at(5, 300), 'nothing moves nothing, off work as well')
  t.equal(calendar.nextWork(at(4, 1020)), at(7, 480))
  t.equal(calendar.previousWork(at(7, 480)), at(4, 1020))
  t.equal(calendar.workBetween(at(7, 480), at(0, 480)), -5 * 480)
  const always = roundTheClock()
  t.equal(always.finishAfter(at(5, 7), 1500), at(6, 67))
  t.equal(
    new WorkCalendar({ minutesPerDay: 480, week: days.map(() => []), exceptions: [] }).nextWork(at(6, 3)),
    at(6, 3),
    'no work at all counts as round the clock',
  )
})
