/** What sentences of findings, summaries and recommendations are made of. */
import t from 'tap'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { parseDay } from '../../../../shared/contract/schedule/day.ts'
import { shorten } from '../../../agent/cut.ts'
import { everyDay, mondayToFriday } from '../../../engine/calendar/calendar.ts'
import {
  dayBasis,
  daysOver,
  finishMovement,
  inDays,
  laterOrEarlier,
  movementText,
  signedDays,
  spanText,
} from '../../../engine/wording/days.ts'
import { figure, figureBeside, INDEX_DECIMALS, plural } from '../../../engine/wording/numbers.ts'
import { limitText, ofAll, shareText, someOf } from '../../../engine/wording/shares.ts'
import {
  idWithName,
  listed,
  scheduleName,
  tasksText,
  taskText,
  theSchedule,
  withTasks,
} from '../../../engine/wording/tasks.ts'
import { columnsFromTasks } from '../../helpers/columns-from-tasks.ts'

const HAS = ['has', 'have'] as const
const day = (text: string): number => parseDay(text)!

t.test('a number in a sentence has one decimal at most, and no float noise', async t => {
  t.same([423.0006, 423.25, -0.96, 0.04, 0.0006, -0.0001, 1e9].map(figure), [423, 423.3, -1, 0.04, 0, 0, 1e9])
  t.equal(plural(1.0002, 'day'), '1 day')
  t.equal(plural(0, 'task'), '0 tasks')
  t.equal(plural(2, 'task has', 'tasks have'), '2 tasks have')
})

t.test('days say which days they are, and from when to when', async t => {
  t.same(
    (['calendar_days', 'working_days', 'custom'] as const).map(dayBasis),
    ['calendar', 'working', 'working'],
    'the days of a calendar that was given are its working days',
  )
  t.equal(inDays(72, 'working'), '72 working days')
  t.equal(inDays(1, 'calendar'), '1 calendar day')
  t.equal(inDays(423.0006), '423 days')
  t.equal(signedDays(5, 'working'), '+5 working days')
  t.equal(signedDays(-2), '-2 days')
  t.equal(signedDays(0.0001), '0 days')
  t.equal(laterOrEarlier(-1, 'working'), '1 working day earlier')
  t.equal(laterOrEarlier(3), '3 days later')
  t.equal(laterOrEarlier(0.0001), 'on the same day')
  t.equal(
    daysOver(72, 'working', '2025-12-25', day('2026-04-06')),
    '72 working days, 2025-12-25 to 2026-04-06',
    'dates as texts and as day numbers',
  )
  t.equal(spanText(DAY_ABSENT, null), 'no date to no date')
})

t.test('a share says how many of how many, how much that is, and its limit', async t => {
  t.equal(shareText(7, 88, 'link', { operator: '<=', value: 5 }), '7 of 88 links, 8 %, limit 5 %')
  t.equal(shareText(1, 1, 'link', { operator: '>=', value: 90 }), '1 of 1 link, 100 %, at least 90 %')
  t.equal(shareText(0, 0, ['entry', 'entries']), '0 of 0 entries', 'no percent of nothing')
  t.equal(ofAll(2, 3, 'task'), '2 of 3 tasks')
  t.same(
    [someOf(1, 88, 'link', HAS), someOf(0, 1, 'link', HAS), someOf(0, 2, 'link', HAS)],
    ['1 of 88 links has', '0 of 1 link has', '0 of 2 links have'],
  )
  t.equal(limitText({ operator: '<=', value: 1, unit: ['task', 'tasks'] }), 'limit 1 task')
  t.equal(limitText({ operator: '<=', value: 0, unit: ['task', 'tasks'] }), 'limit 0 tasks')
})

t.test('a figure stays on its side of its limit, and is the limit where it is', async t => {
  t.equal(shareText(504, 10_000, 'link', { operator: '<=', value: 5 }), '504 of 10000 links, 5.04 %, limit 5 %')
  t.same(
    [figureBeside(4.97, 5), figureBeside(5 + 1e-12, 5), figureBeside(0.9496, 0.95, INDEX_DECIMALS)],
    [4.97, 5, 0.9496],
  )
  t.equal(figureBeside(0.714_285, 0.95, INDEX_DECIMALS), 0.71)
})

t.test('a schedule of the request has a name', async t => {
  t.same(
    ['current_schedule', 'baseline_schedule', 'schedule_history.1'].map(place => [
      scheduleName(place),
      theSchedule(place),
    ]),
    [
      ['current schedule', 'the current schedule'],
      ['baseline schedule', 'the baseline schedule'],
      ['snapshot 2', 'snapshot 2'],
    ],
  )
})

t.test('a long text ends with a sentence, else with a word, and never beyond its bound', async t => {
  t.equal(shorten('Three tasks are late. The last one ends 12 days late.', 38), 'Three tasks are late. …')
  t.equal(shorten('Three tasks are late and the last one ends last', 40), 'Three tasks are late and the last one …')
  t.equal(shorten('x'.repeat(50), 40), `${'x'.repeat(39)}…`)
  for (let max = 2; max < 60; max++)
    t.ok(shorten('One two. Three four, five 1.25 six. Seven eight nine ten.', max).length <= max)
})

t.test('a task is called by its id and its name', async t => {
  const tasks = [
    { id: 'A100', name: ' Excavate\n  pit ' },
    { id: 'B' },
    { id: 'Pour', name: 'Pour' },
    { id: 'C', name: 'Cure' },
  ]
  const columns = columnsFromTasks(tasks)
  t.equal(taskText(columns, 0), 'A100 Excavate pit', 'blanks of a name are one, so a line stays a line')
  t.equal(taskText(columns, 1), 'B')
  t.equal(taskText(columns, 2), 'Pour', 'a name that repeats the id is not said twice')
  t.equal(tasksText(columns, [0, 1]), 'A100 Excavate pit, B')
  t.equal(tasksText(columns, [3, 2, 1, 0]), 'C Cure, Pour, B and 1 more')
  t.equal(tasksText(columns, [3], 12), 'C Cure and 11 more')
  t.equal(idWithName('x'.repeat(200), 'y'.repeat(200)).length, 65, 'neither fills the sentence')
  t.equal(listed([], 4), '4')
  t.equal(listed(['A'], Number.POSITIVE_INFINITY), 'A and others')
  t.equal(withTasks('Link them.', columns, [0, 1]), 'Link them. Tasks: A100 Excavate pit, B.')
  t.equal(withTasks('Link them.', columns, []), 'Link them.')
})

t.test('how late a finish is counts days of the calendar of the schedule, with both dates', async t => {
  const late = finishMovement(mondayToFriday(), 'working', day('2025-12-25'), day('2026-04-06'))
  t.equal(movementText(late), '72 working days late, 2025-12-25 to 2026-04-06')
  const early = finishMovement(everyDay(), 'calendar', day('2025-12-25'), day('2025-12-24'))
  t.equal(movementText(early), '1 calendar day early, 2025-12-25 to 2025-12-24')
  const weekend = finishMovement(mondayToFriday(), 'working', day('2026-01-02'), day('2026-01-04'))
  t.equal(movementText(weekend), 'on its date, 2026-01-02 to 2026-01-04', 'a weekend after the last day costs nothing')
})
