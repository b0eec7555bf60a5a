/**
 * What the tools say of the sample schedules, word for word: summaries/<tool>.txt, to be read as a planner would. After a change that is
 * meant: UPDATE_GOLDEN=1 node compute/test/agent/summaries.test.ts, and read it again.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { FIXTURES } from '../../../gateway/sandbox/fixtures.ts'
import { AGENT_TOOLS } from '../../../shared/contract/tools/agent-tools.ts'
import { SUMMARY_BYTES_MAX, summaryText } from '../../agent/summary/summary.ts'
import { bodyOf, project } from '../helpers/every-analysis.ts'
import { analysed, answered } from './answered.ts'

const SEED = 21
const TASK_COUNT = 400

const BODIES = [
  ...FIXTURES.map(({ name, requests }) => ({ name, requests })),
  {
    name: `generated, ${TASK_COUNT} tasks, seed ${SEED}`,
    requests: Object.fromEntries(AGENT_TOOLS.map(({ row }) => [row.id, bodyOf(row, project(SEED, TASK_COUNT))])),
  },
]

const chaptersOf = ({ row }: (typeof AGENT_TOOLS)[number]): string[] =>
  BODIES.map(({ name, requests }) => `## ${name}\n\n${answered(analysed(row, requests[row.id]!)).texts[0]}\n`)

for (const tool of AGENT_TOOLS) {
  t.test(`the summaries of the sample schedules by ${tool.name} are those that were read and approved`, async t => {
    const golden = new URL(`summaries/${tool.name}.txt`, import.meta.url)
    const text = chaptersOf(tool).join('\n')
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(golden, text)
    t.equal(text, readFileSync(golden, 'utf8'))
  })
}

t.test('a summary is plain sentences: no markdown, no hole where a figure should be', async t => {
  for (const chapter of AGENT_TOOLS.flatMap(chaptersOf)) {
    const [title, , ...lines] = chapter.split('\n')
    for (const line of lines) {
      t.notMatch(
        line,
        /(?<![\d.,-])1 (day|task|link|window|comparison|pair|unit|point|check|period|schedule)s/,
        `${title}: ${line}`,
      )
      t.notMatch(line, /undefined|null|NaN|\[object|\*\*|^[-#*] |`.*`.*`|\(\)|: \.|, ,/, `${title} ${line}`)
      t.ok(line === '' || /[.!?…]$/.test(line), `${title}: a sentence ends: ${line}`)
    }
  }
})

t.test('unknown members of the request are reported once, whatever else was found', async t => {
  const [{ row }] = AGENT_TOOLS as [(typeof AGENT_TOOLS)[number]]
  const from = analysed(row, {
    tasks: [
      { id: 'A', duration: 5 },
      { id: 'B', duration: 3 },
    ],
    statusdate: '2026-03-09',
  })
  const summary = answered(from).texts[0]!
  for (const field of ['statusdate', 'tasks.*.duration']) {
    t.equal(summary.split(`${field} (did you mean`).length, 2, summary)
    t.equal(summary.split(field).length - summary.split(`${field}_`).length, 1, summary)
  }
  const noise = Array.from({ length: 9 }, () => ({ ...from.result.findings[0]!, code: 'X', severity: 'high' as const }))
  const among = summaryText(row.id, { ...from.result, findings: [...noise, ...from.result.findings] })
  t.match(among, /did you mean status_date/)
})

t.test('a result whose data were cut by options.fields is summed up without what is missing', async t => {
  for (const { row } of AGENT_TOOLS) {
    const { result } = analysed(row, FIXTURES[1]!.requests[row.id])
    const summary = summaryText(row.id, { ...result, data: {} })
    t.ok(summary.startsWith(result.summary!))
    t.notMatch(summary, /undefined|null|NaN/, row.tool)
  }
})

t.test('a summary ends where its bound is, whatever the findings are called, and its first sentences stay', async t => {
  const { row } = AGENT_TOOLS.find(({ name }) => name === 'analysis_cpm')!
  const { result } = analysed(row, FIXTURES[1]!.requests[row.id])
  const findings = Array.from({ length: 7 }, (_, i) => ({
    code: `X${i}`,
    severity: 'high' as const,
    title: '測'.repeat(300),
    description: '試'.repeat(300),
    task_ids: [],
    count: i,
  }))
  const summary = summaryText(row.id, { ...result, findings })
  t.ok(summary.startsWith(`${result.summary}\nOffset 0 is`))
  t.ok(Buffer.byteLength(summary) <= SUMMARY_BYTES_MAX, `${Buffer.byteLength(summary)} bytes`)
})
