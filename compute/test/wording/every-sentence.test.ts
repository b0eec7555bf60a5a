/** Every sentence that the analyses of the network say of the sample schedules and of a faulty one: figures, units, names, advice. */
import t from 'tap'
import { FIXTURES } from '../../../gateway/sandbox/fixtures.ts'
import { AGENT_TOOLS } from '../../../shared/tools/agent-tools.ts'
import { bodyOf, type Plain, project, reply } from '../helpers/every-analysis.ts'
import { analysed, answered } from '../tools/answered.ts'

const ROWS = ['analysis.cpm', 'analysis.validate', 'analysis.resources']

/** Late against its constraint, pinned before its links, out of sequence, reversed. */
const BROKEN = {
  status_date: '2026-01-12',
  calendar: 'working_days',
  tasks: [
    { id: 'A', name: 'Excavate', duration_days: 10, actual_start: '2026-01-05', percent_complete: 50 },
    { id: 'B', name: 'Blind', duration_days: 2, predecessors: ['A'], actual_start: '2026-01-07', percent_complete: 10 },
    {
      id: 'C',
      name: 'Pour',
      duration_days: 7.3,
      predecessors: ['B', 'Q'],
      constraint_type: 'FNLT',
      constraint_date: '2026-01-16',
    },
    {
      id: 'D',
      name: 'Cure',
      duration_days: 3,
      predecessors: ['C'],
      constraint_type: 'MSO',
      constraint_date: '2026-01-19',
    },
    { id: 'E', name: 'Strip', predecessors: ['D', 'D'], planned_start: '2026-02-10', planned_finish: '2026-02-02' },
  ],
}

const TOOLS = AGENT_TOOLS.filter(({ row }) => ROWS.includes(row.id))
const bodiesOf = (row: (typeof TOOLS)[number]['row']): [name: string, body: Plain][] => [
  ...FIXTURES.map(({ name, requests }): [string, Plain] => [name, requests[row.id]]),
  ['generated', bodyOf(row, project(21, 400))],
  ['broken', BROKEN],
]

/** Names, ids and dates may hold any figure. */
const withoutDates = (text: string): string => text.replaceAll(/\d{4}-\d{2}-\d{2}/g, '')

for (const { row } of TOOLS) {
  t.test(`${row.id}: every figure of its sentences is rounded and every day says which day it is`, async t => {
    for (const [name, body] of bodiesOf(row)) {
      const { summary, findings, recommendations } = reply(row, body)
      const texts: string[] = [
        summary,
        answered(analysed(row, body)).texts[0],
        ...findings.map(({ description }: Plain) => description),
        ...recommendations.map(({ description }: Plain) => description),
      ]
      for (const text of texts) {
        t.notMatch(withoutDates(text), /\d\.\d{3,}/, `${name}: three decimals: ${text}`)
        t.notMatch(text, /undefined|null|NaN|\[object|limit 0\.$/, `${name}: ${text}`)
        t.notMatch(text, /(float|drag|by|over|gain|takes) -?[\d.]+ days?\b/, `${name}: days without a basis: ${text}`)
      }
    }
  })

  t.test(`${row.id}: each recommendation has its own action and names tasks where its findings list them`, async t => {
    for (const [name, body] of bodiesOf(row)) {
      const { findings, recommendations } = reply(row, body)
      const actions = recommendations.map(({ title }: Plain) => title)
      t.equal(new Set(actions).size, actions.length, `${name}: ${actions}`)
      const said = recommendations.map(({ description }: Plain) => description.replace(/ Tasks: .*/, ''))
      t.equal(new Set(said).size, said.length, `${name}: ${said}`)
      for (const { codes, description } of recommendations) {
        const finding = findings.find(({ code }: Plain) => codes.includes(code))
        // a list that is cut is in the order of the input, which decides nothing
        if (finding === undefined || finding.task_ids.length === 0 || finding.task_ids.length >= 20) continue
        t.match(description, / Tasks: /, `${name}: ${description}`)
        if (name === 'broken') t.match(description, /Tasks: [A-E] [A-Z][a-z]+/, `ids carry names: ${description}`)
      }
    }
  })
}

t.test(
  'a missed constraint is told with the task, its date and what to gain; pins before their links apart',
  async t => {
    const { row } = TOOLS.find(each => each.row.id === 'analysis.cpm')!
    const { findings, recommendations } = reply(row, BROKEN)
    const described = (code: string) => findings.find((each: Plain) => each.code === code)?.description
    const advised = (code: string) => recommendations.find((each: Plain) => each.codes.includes(code))?.description
    t.match(
      described('CPM_NEGATIVE_FLOAT'),
      /of 5 unfinished tasks, .*limit 0 %\. Least: [A-E] \w+, total float -[\d.]+ working days\. Missed most: C Pour, FNLT 2026-01-16, by [\d.]+ working days; its computed finish is 2026-/,
    )
    t.match(
      advised('CPM_NEGATIVE_FLOAT'),
      /^Begin with C Pour \(FNLT 2026-01-16\): gain [\d.]+ working days .*, or agree 2026-/,
    )
    t.match(
      described('CPM_VIOLATED_LINK'),
      /1 of 4 links, 25 %, limit 0 %\. Worst: C Pour to D Cure \(FS\), relationship float -[\d.]+ working days; D Cure is pinned by MSO 2026-01-19/,
    )
    t.match(advised('CPM_VIOLATED_LINK'), /^Replace MSO and MFO/)
    t.match(
      described('V009'),
      /Worst: E Strip, planned finish 2026-02-02, 8 calendar days before its start 2026-02-10\./,
    )
    const lags = [
      { id: 'A', duration_days: 2, actual_start: '2026-01-05', actual_finish: '2026-01-06' },
      { id: 'B', duration_days: 4, predecessors: ['A FS+20'], actual_start: '2026-01-08', percent_complete: 50 },
      { id: 'C', duration_days: 1, predecessors: ['B'] },
    ]
    const late = reply(row, { tasks: lags, status_date: '2026-01-12', must_finish_by: '2026-01-12' })
    const codes = late.recommendations.flatMap((each: Plain) => each.codes)
    t.notOk(codes.includes('CPM_NEGATIVE_FLOAT'), 'what must_finish_by alone causes is advised once')
    t.ok(codes.includes('CPM_MUST_FINISH_BY'))
  },
)
