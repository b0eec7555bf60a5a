/** Whose finish is followed where the task that ends last came or went: the choice, its order, its names, three schedules. */
import t from 'tap'
import { analyses } from '../../../../shared/contract/analysis/analyses.ts'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { type Ending, lastTaskOf, lastTaskText, showLastTask } from '../../../engine/compare/last-task.ts'
import { matchIds } from '../../../engine/ids/match-ids.ts'
import { columnsFromTasks, type TaskObject } from '../../helpers/columns-from-tasks.ts'
import { type Plain, reply } from '../../helpers/every-analysis.ts'
import { random, shuffled } from '../../helpers/random.ts'

/** id, finish, kind by its first letter: M is a milestone behind work, X work behind other work, N a milestone without predecessors, S a summary. */
type Row = readonly [id: string, finish: number]

function endingsOf(...schedules: readonly (readonly Row[])[]): Ending[] {
  let before: ScheduleColumns | undefined
  return schedules.map((rows, k) => {
    const columns = columnsFromTasks(
      rows.map(([id]): TaskObject => {
        const type = { M: 'finish_milestone', N: 'milestone', S: 'summary' }[id[0]!] ?? 'task'
        return {
          id,
          name: `name of ${id}`,
          task_type: type,
          predecessors: 'MX'.includes(id[0]!) && rows[0]![0] !== id ? [rows[0]![0]] : [],
        }
      }),
    )
    const finishes = new Map(rows)
    const ending: Ending = {
      place:
        k === schedules.length - 1 ? 'current_schedule' : k === 0 ? 'baseline_schedule' : `schedule_history.${k - 1}`,
      columns,
      finishOf: i => finishes.get(textAt(columns.id, i)!) ?? Number.NaN,
      partners: before === undefined ? undefined : matchIds(before, columns),
    }
    before = columns
    return ending
  })
}

function chosen(...schedules: readonly (readonly Row[])[]) {
  const endings = endingsOf(...schedules)
  const { followedBy, rows, change, lastRows } = lastTaskOf(endings)
  const idIn = (k: number, row: number): string | null => (row < 0 ? null : textAt(endings[k]!.columns.id, row))
  return {
    by: followedBy,
    id: idIn(endings.length - 1, rows.at(-1)!),
    change: change?.kind,
    last: [...lastRows].map((row, k) => idIn(k, row)),
  }
}

const PLAN: Row[] = [
  ['A', 5],
  ['M1', 5],
  ['B', 9],
  ['M2', 9],
]

t.test('the same task ends last, or one of those that end together stays: the whole schedule is followed', async t => {
  t.match(chosen(PLAN, PLAN), { by: 'last_task', id: null, change: undefined, last: ['M2', 'M2'] })
  t.match(
    chosen(PLAN, [
      ['A', 5],
      ['B', 12],
    ]),
    { by: 'last_task', change: undefined },
    'M2 went, B ended with it',
  )
  t.match(chosen(PLAN, [...PLAN.slice(0, 3), ['M2', 12], ['X', 12]]), { change: undefined, last: ['M2', 'M2'] })
  t.match(
    chosen(
      [
        ['A', 5],
        ['B', 9],
      ],
      [
        ['A', 15],
        ['B', 9],
      ],
    ),
    { change: undefined, last: ['B', 'A'] },
    'another task, but both are in both',
  )
})

t.test('added without a predecessor: it is not where the work ends, so what ended last before is followed', async t => {
  const plan: Row[] = [
    ['A', 5],
    ['X', 9],
  ]
  const noted: Row[] = [...plan, ['U', 20]]
  t.match(chosen(plan, noted), { by: 'last_common_finish', id: 'X', change: 'added', last: ['X', 'U'] })
  const endings = endingsOf(plan, noted)
  t.match(
    lastTaskText(lastTaskOf(endings), endings, '11 days later', ''),
    /Nothing leads to it, .* X name of X is followed/,
  )
  t.match(
    chosen(plan.slice(0, 1), [
      ['A', 5],
      ['U', 20],
    ]),
    { by: 'last_task' },
    'without any link all work is alike',
  )
})

t.test(
  'deleted or replaced: the last common milestone with work before it, else the common task that finishes last',
  async t => {
    const later = PLAN.slice(0, 2)
    t.match(chosen(PLAN, later), { by: 'last_common_milestone', id: 'M1', change: 'deleted' })
    t.match(chosen(PLAN, [...PLAN, ['X', 20]]), { by: 'last_common_milestone', id: 'M2', change: 'added' })
    t.match(chosen(PLAN, [...later, ['X', 20]]), { id: 'M1', change: 'replaced', last: ['M2', 'X'] })
    t.match(
      chosen(
        [
          ['N1', 0],
          ['A', 5],
          ['B', 9],
        ],
        [
          ['N1', 0],
          ['A', 7],
        ],
      ),
      { by: 'last_common_finish', id: 'A' },
      'no beginning is followed',
    )
    t.match(
      chosen(
        [
          ['S', 99],
          ['A', 5],
        ],
        [
          ['S', 99],
          ['A', 7],
        ],
      ),
      { change: undefined },
      'summaries do not count',
    )
    t.match(chosen([['A', 5]], [['B', 7]]), { by: 'last_task', id: null, change: 'replaced' }, 'nothing is common')
  },
)

t.test('added: a milestone that ended last before is followed; behind another task the added work counts', async t => {
  const other: Row[] = [
    ['A', 5],
    ['M1', 5],
    ['B', 9],
  ]
  t.match(chosen(PLAN, [...PLAN, ['X', 20]]), { by: 'last_common_milestone', id: 'M2', change: 'added' })
  t.match(chosen(other, [...other, ['X', 20]]), { by: 'last_task', id: null, change: 'added' }, 'M1 is no end')
  const endings = endingsOf(other, [...other, ['X', 20]])
  const text = lastTaskText(lastTaskOf(endings), endings, '11 days later', 'on the same day')
  t.match(text, /^X .* is new in the current schedule and ends last, where B .* did before\. .* B .*, the common task/)
  t.notMatch(text, /11 days/, 'that is what the comparison says itself')
})

t.test('of three schedules the milestone is in all, whichever pair changed', async t => {
  const second: Row[] = [
    ['A', 6],
    ['M1', 6],
    ['B', 9],
    ['M2', 9],
  ]
  const third: Row[] = [
    ['A', 7],
    ['M1', 7],
    ['X', 30],
  ]
  const endings = endingsOf(PLAN, second, third)
  const last = lastTaskOf(endings)
  t.match(last, { followedBy: 'last_common_milestone', change: { kind: 'replaced', at: 2 } })
  t.strictSame([...last.rows], [1, 1, 1])
  t.equal(
    lastTaskText(last, endings, '21 days later', ''),
    'M2 name of M2 ended last and is gone in the current schedule; X name of X is new and ends last. So milestone M1 name of M1 is followed, the last one with work before it that all schedules have. From last task to last task the finish is 21 days later.',
  )
  const shown = showLastTask(last, endings, 'why', { followed: 2, whole: 21, other: Number.NaN }) as Record<
    string,
    unknown
  >
  t.match(shown, { by: 'last_common_milestone', id: 'M1', whole_days: 21, other_task_id: 'M1', other_days: null })
})

t.test('the order of rows decides nothing, ties of finishes included', async t => {
  const rnd = random(20)
  for (let run = 0; run < 300; run++) {
    const rows = (): Row[] =>
      ['A', 'B', 'C', 'M1', 'M2', 'M3', 'N1'].filter(() => rnd() < 0.8).map(id => [id, Math.floor(rnd() * 4)])
    const [one, two] = [
      [['P', 0] as Row, ...rows()],
      [['P', 0] as Row, ...rows()],
    ]
    const mixed = (list: Row[]): Row[] => [list[0]!, ...shuffled(rnd, list.slice(1))]
    t.strictSame(chosen(mixed(one), mixed(two)), chosen(one, two), `run ${run}`)
  }
})

t.test('its ids have names beside them', async t => {
  const task = (id: string, finish: string) => ({ id, name: `name of ${id}`, duration_days: 1, planned_finish: finish })
  const body = {
    current_schedule: { status_date: '2026-03-01', tasks: [task('A', '2026-03-03')] },
    baseline_schedule: { baseline_date: '2026-03-01', tasks: [task('A', '2026-03-02'), task('B', '2026-03-09')] },
  }
  const named = {
    id: 'A',
    name: 'name of A',
    last_tasks: [
      { id: 'B', name: 'name of B' },
      { id: 'A', name: 'name of A' },
    ],
  }
  const answer = (id: string) => reply(analyses.find(row => row.id === id)!, body).data
  t.match(answer('forensics.baseline-compare').project_finish.followed_finish, named)
  t.match(answer('forensics.as-planned-vs-as-built').followed_finish, named)
})

t.test('each comparison of a request says it first, in its summary and in its first finding', async t => {
  const end = { task_type: 'finish_milestone', duration_days: 0 }
  const chain = (days: number, last: string, more: object = {}) => [
    { id: 'A', duration_days: days, planned_start: '2026-03-02', ...more },
    { id: 'TOC', ...end, predecessors: ['A'] },
    { id: last, duration_days: 30, predecessors: ['TOC'] },
  ]
  const body = {
    calendar: 'calendar_days',
    baseline_schedule: { baseline_date: '2026-03-01', tasks: chain(5, 'OLD') },
    schedule_history: [{ snapshot_date: '2026-03-01', tasks: chain(5, 'OLD') }],
    current_schedule: { status_date: '2026-03-02', tasks: chain(9, 'NEW', { actual_start: '2026-03-02' }) },
  }
  for (const [id, code, total] of [
    ['forensics.baseline-compare', 'BC_END_CHANGED', (data: Plain) => data.project_finish.variance_days],
    ['forensics.change-tracking', 'CT_END_CHANGED', (data: Plain) => data.comparisons[0].followed_finish.days],
    ['forensics.delay-analysis', 'DELAY_END_CHANGED', (data: Plain) => data.total_delay_days],
  ] as const) {
    const { summary, findings, data } = reply(analyses.find(row => row.id === id)!, body)
    t.match(
      summary,
      /^OLD ended last and is gone in the current schedule; NEW is new and ends last\. So milestone TOC/,
      id,
    )
    t.equal(findings[0].code, code)
    t.equal(total(data), 4, id)
  }
  const named = { ...body, options: { project_finish_id: 'TOC' } }
  const { data } = reply(analyses.find(row => row.id === 'forensics.delay-analysis')!, named)
  t.match([data.total_delay_days, data.followed_finish], [4, null], 'what the caller names is followed without a word')
})
