/** A brief answer: short whatever the schedule is, with the figures of the whole result, and honest about what it leaves out. */
import t from 'tap'
import { AGENT_TOOLS } from '../../../shared/contract/tools/agent-tools.ts'
import { BRIEF_BYTES_MAX } from '../../agent/brief/brief.ts'
import { bodyOf, mapTasks, project } from '../helpers/every-analysis.ts'
import { analysed, answered, restOf, structuredOf } from './answered.ts'

const BRIEF = { detail: 'brief' } as const

t.test('it is at most so long, one text, and the same in both forms', async t => {
  for (const taskCount of [60, 500]) {
    for (const { row } of AGENT_TOOLS) {
      const answer = answered(analysed(row, bodyOf(row, project(4, taskCount))), BRIEF)
      t.equal(answer.texts.length, 1)
      t.equal(answer.texts[0], Buffer.concat(answer.structured).toString())
      t.ok(Buffer.byteLength(answer.texts[0]!) <= BRIEF_BYTES_MAX, `${row.tool}: ${answer.texts[0]!.length}`)
    }
  }
})

t.test('its figures are those of the result: verdict, checks, and what is not checked', async t => {
  for (const { row } of AGENT_TOOLS) {
    const from = analysed(row, bodyOf(row, project(4, 300)))
    const brief = structuredOf(answered(from, BRIEF))
    const whole = JSON.parse(restOf(from).toString())
    t.same([brief.status, brief.score, brief.grade], [whole.status, whole.score, whole.grade], row.tool)
    const checks = ['components', 'checks', 'sub_metrics', 'observations'].flatMap(name => whole.data[name] ?? [])
    for (const { code, numerator, denominator } of brief.problems ?? []) {
      const finding = whole.findings.find((one: { code: string }) => one.code === code)
      const check = checks.find((one: { code: string }) => one.code === code)
      t.ok(finding ?? check, `${row.tool} ${code}`)
      if (numerator !== undefined)
        t.same([numerator, denominator], [check.numerator, check.denominator], `${row.tool} ${code}`)
    }
    const skipped = checks.filter(({ status }: { status: string }) => status === 'skipped')
    for (const text of brief.not_checked ?? [])
      t.ok(
        skipped.some(({ code }: { code: string }) => text.startsWith(`${code} `)),
        text,
      )
    for (const [list, count] of Object.entries(brief.left_out?.items ?? {})) {
      const found = list.split('.').reduce((at, step) => at?.[step], whole.data)
      if (Array.isArray(found)) t.ok((count as number) <= found.length, `${row.tool} ${list}`)
    }
  }
})

t.test('texts as long as they may be do not make it longer', async t => {
  const long = mapTasks(project(3, 100), tasks => tasks.map(task => ({ ...task, name: '測"'.repeat(400) })))
  for (const { row } of AGENT_TOOLS) {
    const [text] = answered(analysed(row, bodyOf(row, long)), BRIEF).texts
    t.ok(Buffer.byteLength(text!) <= BRIEF_BYTES_MAX, `${row.tool}: ${Buffer.byteLength(text!)}`)
  }
})
