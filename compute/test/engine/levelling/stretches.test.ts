/** Where one calendar works alone, held against a count of minutes. */
import t from 'tap'
import { WorkCalendar } from '../../../engine/clock/work-calendar.ts'
import { Stretches } from '../../../engine/levelling/stretches.ts'
import { between, random } from '../../helpers/random.ts'
import { randomCalendar } from '../clock/random-calendar.ts'
import { Clock } from '../clock/reference.ts'

const FIRST_DAY = 20_514
const DAYS = 21

t.test('work of one calendar finds the first stretch that is long enough without the other', async t => {
  const rnd = random(20261128)
  let wrong = 0
  let skipped = 0
  for (let n = 0; n < 40; n++) {
    const specs = [0, 1].map(c => randomCalendar(rnd, `C${c}`, FIRST_DAY - 5, FIRST_DAY + 30))
    const [own, other] = specs.map(spec => new WorkCalendar(spec))
    const begin = FIRST_DAY * 1440
    const clock = new Clock(specs, begin)
    const stretches = new Stretches(own!, other!, begin)
    for (let question = 0; question < 25; question++) {
      const from = begin + between(rnd, 0, (DAYS - 2) * 1440)
      const until = from + between(rnd, 1, 10 * 1440)
      const minutes = between(rnd, 1, 900)
      const found = stretches.next(from, until, minutes)
      // a start is possible where so many minutes of its own follow before one of both, or before the end
      let alone = 0
      let start = until
      for (let minute = from, first = from; minute < until; minute++) {
        if (!clock.works(0, minute)) continue
        if (clock.works(1, minute)) {
          alone = 0
          first = minute + 1
        } else if (++alone >= minutes) {
          start = first
          break
        }
        if (alone > 0 && minute + 1 === until) start = first
      }
      // an earlier answer costs a look, a later one would cost a gap
      if (own!.nextWork(found) > own!.nextWork(start)) wrong++
      if (found > from) skipped++
    }
  }
  t.equal(wrong, 0)
  t.ok(skipped > 100, `${skipped} skipped`)
})

t.test('behind a shift without an end nothing is looked for', async t => {
  const clock = (shifts: [number, number][]) =>
    new WorkCalendar({ minutesPerDay: 480, week: Array.from({ length: 7 }, () => shifts), exceptions: [] })
  const stretches = new Stretches(clock([[420, 900]]), clock([[0, 1440]]), FIRST_DAY * 1440)
  const never = Number.POSITIVE_INFINITY
  t.equal(stretches.next(never, never, 60), never)
})

t.test('what is alone through days without work of its own is one stretch, wherever questions ended', t => {
  const week = (days: Record<number, [number, number]>) =>
    Array.from({ length: 7 }, (_, day) => (days[day] === undefined ? [] : [days[day]]))
  const weekends = new WorkCalendar({
    minutesPerDay: 600,
    week: week({ 2: [540, 600], 5: [600, 1380] }),
    exceptions: [],
  })
  const other = new WorkCalendar({
    ...{ minutesPerDay: 600, exceptions: [] },
    week: week({ 0: [420, 1020], 1: [420, 1020], 2: [420, 1020] }),
  })
  const monday = (FIRST_DAY + 7) * 1440
  const saturday = monday - 2 * 1440
  const stretches = new Stretches(weekends, other, saturday)
  // up to where the other has begun to work alone
  stretches.next(saturday, monday + 300, 1)
  stretches.next(saturday, monday + 480, 1)
  t.equal(stretches.next(saturday + 1_300, monday + 780, 960), saturday + 1_300)
  t.end()
})
