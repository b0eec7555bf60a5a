/** The headline of a comparison: a change of the plan whose days are a mean over orders is no fact, and does not stand before what is certain. */
import t from 'tap'
import { causesIn, headlineOf, isMean } from '../../page/browser/schedule/causes.ts'
import type { DelayWindow } from '../../page/browser/schedule/comparison-replies.ts'
import { TEXT } from '../../page/browser/texts.ts'

const revision = (id: string, days: number, alone_days: number | null) => ({
  ...{ step: 'constraint', change: 'constraint', id, predecessor_id: null, subject: null, from: null, to: null },
  ...{ task_count: 1, days, alone_days, delay_category: null },
})
const window = (revisions: object[], workDays: number) =>
  ({
    ...{ from_date: '2026-02-28', to_date: '2026-03-31', no_task_days: 0, recovered_elsewhere_days: 0, revisions },
    attribution:
      workDays === 0 ? [] : [{ id: 'WORK', contribution_days: workDays, recovered_days: 0, delay_category: null }],
  }) as never as DelayWindow
const headline = (...of: Parameters<typeof window>) => headlineOf(causesIn([window(...of)], () => ''))

t.test('what is certain goes before a larger mean', async t => {
  const mean = revision('MEAN', 22.17, 45)
  t.match(headline([mean], 13), { id: 'WORK', days: 13 })
  t.match(headline([mean, revision('SURE', 14, 14)], 13), { id: 'SURE' })
  t.match(headline([mean, revision('UNTESTED', 30, null)], 13), { id: 'WORK' })
  const alone = headline([mean], 0)!
  t.match(alone, { id: 'MEAN', days: 22.17, alone: 45 }, 'nothing is certain')
  t.ok(isMean(alone))
  t.equal(headline([], 0), undefined)
})

t.test('dates that hold what levelling moved are one cause, of the window that ends with it', async t => {
  const windows = [window([revision('A', 1.84, 0), revision('B', 1.5, 2)], 0)]
  t.equal(causesIn(windows, () => '').length, 2)
  const [cause, ...more] = causesIn(windows, () => '', [['A', 'B', 'C']])
  t.same(more, [])
  t.match(cause, { id: '', ids: ['A', 'B', 'C'], what: TEXT.compare.levelled })
  t.equal(Math.round(cause!.days * 100), 334)
  t.notOk(isMean(cause!), 'all of them together are no mean over orders')
})
