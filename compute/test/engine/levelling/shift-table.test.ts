/** A table of shifts answers as its calendar does, wherever it is asked. */
import t from 'tap'
import { roundTheClock, WorkCalendar } from '../../../engine/clock/work-calendar.ts'
import { ShiftTable, shiftTables } from '../../../engine/levelling/shift-table.ts'
import { between, pick, random } from '../../helpers/random.ts'
import { randomCalendar } from '../clock/random-calendar.ts'

const FIRST_DAY = 20_514
const ONE = ['workAt', 'nextWork', 'previousWork', 'shiftEnd'] as const
const TWO = ['workBetween', 'finishAfter', 'startBefore', 'moved'] as const

t.test('every question has the answer of the calendar', t => {
  const rnd = random(20261201)
  let wrong = 0
  for (let n = 0; n < 60; n++) {
    const time = new WorkCalendar(randomCalendar(rnd, 'C', FIRST_DAY - 5, FIRST_DAY + 30))
    if (time.shiftEnd(0) === Number.POSITIVE_INFINITY) continue
    // some have no room for the shifts of more days
    const table = new ShiftTable(time, FIRST_DAY, { shifts: pick(rnd, [1, 2_000_000]) })
    for (let question = 0; question < 200; question++) {
      const days = pick(rnd, [1, 10, 100, 3_000, 40_000])
      const moment = (FIRST_DAY - 20) * 1440 + between(rnd, 0, days * 1440)
      const other = moment + between(rnd, -10_000, 10_000)
      const minutes = between(rnd, 0, pick(rnd, [3, 500, 20_000]))
      for (const name of ONE) if (table[name](moment) !== time[name](moment) && wrong++ < 5) t.comment(name, moment)
      for (const name of TWO) {
        const second = name === 'workBetween' ? other : name === 'moved' ? pick(rnd, [1, -1]) * minutes : minutes
        if (table[name](moment, second) !== time[name](moment, second) && wrong++ < 5) t.comment(name, moment, second)
      }
    }
  }
  t.equal(wrong, 0)
  t.end()
})

t.test('each calendar has one table, and round the clock none', t => {
  const rnd = random(1)
  const [a, b] = ['A', 'B'].map(id => new WorkCalendar(randomCalendar(rnd, id, FIRST_DAY, FIRST_DAY)))
  const steady = roundTheClock()
  const tables = shiftTables([a!, b!, a!, steady], FIRST_DAY * 1440)
  t.equal(tables[0], tables[2])
  t.not(tables[0], tables[1])
  t.equal(tables[3], steady)
  t.ok(Number.isNaN(tables[0]!.nextWork(Number.POSITIVE_INFINITY)))
  t.end()
})
