/** The windows of a delay analysis in its report: sentences and bars that say what the analysis says, whatever names hold. */
import t from 'tap'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import { writeForm } from '../../../engine/forms/result-form.ts'
import { answer, built } from '../../helpers/every-analysis.ts'
import { unclosed } from '../../helpers/unclosed.ts'

const row = built.find(({ id }) => id === 'forensics.delay-analysis')!
const date = (day: number): string => formatDay(20_514 + day)
const done = (start: number, finish: number) => ({ actual_start: date(start), actual_finish: date(finish - 1) })

function report(name: string, updates = 1): string {
  const tasks = (a: object, b: object) => [
    { id: 'A', name, duration_days: 10, planned_start: date(0), delay_category: 'owner', ...a },
    { id: 'B', name: 'Deck', duration_days: 10, predecessors: ['A'], delay_category: 'contractor', ...b },
  ]
  const body = {
    calendar: 'calendar_days',
    baseline_schedule: { baseline_date: date(0), tasks: tasks({}, {}) },
    schedule_history: Array.from({ length: updates }, (_, n) => ({
      snapshot_date: date(12 + n),
      tasks: tasks(done(0, 12), {}),
    })),
    current_schedule: { status_date: date(500), tasks: tasks(done(0, 12), done(12, 25)) },
  }
  const json = answer(row, Buffer.from(JSON.stringify(body)))
  const written = writeForm([json], { form: 'html', id: row.id, table: undefined })
  if (!('chunks' in written)) throw new Error(JSON.stringify(written))
  return Buffer.concat(written.chunks).toString()
}

t.test('each window says what moved the finish, and shows who held it when', async t => {
  const text = report('Foundations')
  t.same(unclosed(text), [])
  t.equal(text.split('<h3>Window ').length - 1, 2)
  t.match(text, /The finish moved by \+2 calendar days<\/li>/)
  t.match(text, /Moved by: <bdi>A Foundations<\/bdi> \+2 \(owner\)/)
  t.match(text, /Moved by: <bdi>B Deck<\/bdi> \+3 \(contractor\)/)
  t.match(
    text,
    /<title>A Foundations: excusable compensable, 2026-03-\d\d to 2026-03-\d\d<\/title><rect[^>]*fill="var\(--bar\)"/,
  )
  t.match(text, /fill="var\(--hot\)"/)
  t.equal(report('Foundations'), text, 'the same input gives the same bytes')
})

t.test('names are texts; very many windows are counted, not shown', async t => {
  const text = report('</svg><script>alert(1)</script>"><img src=x>')
  t.same(unclosed(text), [])
  t.notMatch(text, /<script|<img/i)
  const many = report('x', 80)
  t.equal(many.split('<h3>Window ').length - 1, 60)
  t.match(many, /21 more windows stand in the table/)
})
