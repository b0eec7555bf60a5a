/** The report of several analyses: each part is what the call of its analysis answers, as JSON and as HTML. */
import t from 'tap'
import {
  type AnalysisId,
  type AnalysisRow,
  analyses,
  analysisRow,
} from '../../../../shared/contract/analysis/analyses.ts'
import { workRow } from '../../../../shared/contract/catalogue/catalogue.ts'
import { REPORT_DEFAULT } from '../../../../shared/contract/report/report-query.ts'
import { inputSha256 } from '../../../../shared/contract/schedule/frame.ts'
import type { AnalysisInput } from '../../../../shared/contract/schedule/input.ts'
import { analysers } from '../../../engine/analysers.ts'
import { writeForm } from '../../../engine/forms/result-form.ts'
import { NO_LIMITS, readRequest } from '../../../engine/read/read-request.ts'
import { type AnalysisResult, isRefusal } from '../../../engine/result/result.ts'
import { unitCountOf, withChosen } from '../../../engine/several-analyses/report-analyser.ts'
import { spliceTail, writeEnvelope } from '../../../engine/write/envelope.ts'
import { type Plain, TODAY } from '../../helpers/analyse.ts'
import { project } from '../../helpers/every-analysis.ts'
import { unclosed } from '../../helpers/unclosed.ts'

const REPLY = { endpoint: '/', requestId: '', processingTimeMs: 0 }
const sample = project(7, 160)
const EVERY = analyses.map(({ id }) => id)

function read(row: Pick<AnalysisRow, 'request' | 'input'>, body: object): AnalysisInput {
  const input = readRequest(row, Buffer.from(JSON.stringify(body)), 'application/json', NO_LIMITS)
  if (!('schedules' in input)) throw new Error(JSON.stringify(input))
  return input
}

function jsonOf(result: AnalysisResult, { taskCount, ignoredFields, ...input }: AnalysisInput): Buffer {
  const sha = inputSha256({ ...input, taskCount, ignoredFields })
  const { chunks } = writeEnvelope(result, { taskCount, ignoredFields, inputSha256: sha }, 'application/json')
  return Buffer.concat([...chunks, spliceTail('application/json', REPLY)])
}

const reported = (body: object, chosen: readonly AnalysisId[]) => {
  const input = withChosen(read(workRow('reports.create'), body), { analyses: chosen })
  return { input, result: analysers['reports.create'](input, { today: TODAY }) }
}

function report(body: object, chosen: readonly AnalysisId[] = REPORT_DEFAULT): Buffer {
  const { input, result } = reported(body, chosen)
  if (isRefusal(result)) throw new Error(JSON.stringify(result))
  return jsonOf(result, input)
}

/** The answer of the call of one analysis. */
function alone(id: AnalysisId, body: object): Buffer {
  const input = read(analysisRow(id), body)
  const result = analysers[id](input, { today: TODAY })
  if (isRefusal(result)) throw new Error(JSON.stringify(result))
  return jsonOf(result, input)
}

const parsed = (json: Buffer): Plain => JSON.parse(json.toString())

/** Without what belongs to one reply. */
function withoutReply({ metadata, ...rest }: Plain): Plain {
  const { endpoint: _, request_id: __, processing_time_ms: ___, ...facts } = metadata
  return { ...rest, metadata: facts }
}

function html(id: AnalysisId | 'reports.create', json: Buffer): string {
  const written = writeForm([json], { form: 'html', id, table: undefined })
  if (!('chunks' in written)) throw new Error(JSON.stringify(written))
  return Buffer.concat(written.chunks).toString()
}

const { tasks, status_date } = sample.current
const COMPARISON = {
  current_schedule: sample.current,
  baseline_schedule: sample.baseline,
  schedule_history: sample.snapshots,
  calendar: 'working_days',
}

const OPTIONS: { readonly options: { readonly [id in AnalysisId]?: object } } = {
  options: { 'health.dcma-14-point': { include_details: true }, 'analysis.cpm': { table: 'columns' } },
}

/** What the analysis alone is sent for the same answer. */
function ownBody({ request, id }: AnalysisRow): object {
  const { properties } = request as unknown as { readonly properties: Plain }
  const { options } = properties
  const all: Plain = { ...COMPARISON, tasks, status_date }
  const known = Object.keys(properties).filter(name => name in all)
  return {
    ...Object.fromEntries(known.map(name => [name, all[name]])),
    ...(options?.properties?.status_date === undefined ? {} : { options: { status_date } }),
    ...(OPTIONS.options[id] === undefined
      ? {}
      : { options: { ...OPTIONS.options[id], ...(id === 'analysis.cpm' ? { include_curves: true } : {}) } }),
  }
}

t.test('each part is what the call of its analysis answers, wherever the schedule stands', async t => {
  const { current_schedule: _, ...beside } = COMPARISON
  for (const body of [
    { ...COMPARISON, ...OPTIONS },
    { ...beside, tasks, status_date, ...OPTIONS },
  ]) {
    const { data } = parsed(report(body, EVERY))
    t.same(
      data.analyses.map((each: Plain) => [each.analysis, each.code]),
      EVERY.map(id => [id, null]),
    )
    for (const row of analyses) {
      const own = withoutReply(parsed(alone(row.id, ownBody(row))))
      t.same(data.results[row.id], own, row.id)
    }
    t.type(data.results['analysis.cpm'].data.tasks_by_column.id, 'Array')
  }
})

t.test(
  'contract dates are given once: each analysis that takes them is as if they were its own, and its own win',
  async t => {
    const contract = { completion_date: '2026-07-10', float_owner: 'contractor', damages_per_day: 500 }
    const own = { 'forensics.collapsed-as-built': { completion_date: '2026-06-30' } }
    const { data } = parsed(report({ ...COMPARISON, options: { ...own, contract } }, EVERY))
    const options = (id: AnalysisId): Plain =>
      JSON.parse(data.analyses.find((each: Plain) => each.analysis === id).options)
    for (const { id, request } of analyses) {
      const taken = (request as Plain).properties.options?.properties ?? {}
      const wanted = Object.entries({ ...contract, ...own[id as keyof typeof own] }).filter(([name]) => name in taken)
      for (const [name, value] of wanted) t.equal(options(id)[name], value, `${id} ${name}`)
      const told = data.results[id]?.data.contract_dates
      if ('damages_per_day' in taken)
        t.equal(told.completions[0].completion_date, Object.fromEntries(wanted).completion_date, id)
    }
    t.same(options('forensics.history'), { completion_date: '2026-07-10' }, 'history takes the date alone')
    t.same(JSON.parse(data.options), { ...own, contract })
  },
)

t.test(
  'scores read the dates of the baseline beside tasks that have none of their own, and the report says so',
  async t => {
    const task = (id: string, from: string, to: string) => ({
      id,
      duration_days: 5,
      planned_start: from,
      planned_finish: to,
    })
    const plan = [task('A', '2026-03-02', '2026-03-06'), task('B', '2026-03-09', '2026-03-13')]
    const done = { actual_start: '2026-03-02', actual_finish: '2026-03-11', percent_complete: 100 }
    const update = [
      { ...plan[0], ...done },
      { ...plan[1], predecessors: ['A'] },
      task('NEW', '2026-03-23', '2026-03-27'),
    ]
    const own = { status_date: '2026-03-16', tasks: update }
    const chosen: AnalysisId[] = ['health.dcma-14-point', 'health.score', 'forensics.baseline-compare']
    const { data } = parsed(report({ ...own, baseline_schedule: { tasks: plan } }, chosen))
    t.same(
      data.analyses.map((each: Plain) => each.baseline_dates),
      ['baseline_schedule', 'baseline_schedule', null],
    )
    const dated = update.map((each, i) =>
      plan[i] === undefined
        ? each
        : { ...each, baseline_start: plan[i].planned_start, baseline_finish: plan[i].planned_finish },
    )
    t.same(
      data.results['health.dcma-14-point'],
      withoutReply(parsed(alone('health.dcma-14-point', { ...own, tasks: dated }))),
      'as its own call answers with these dates',
    )
    const [missed, execution] = ['DCMA-11', 'DCMA-14'].map(code =>
      data.results['health.dcma-14-point'].data.checks.find((each: Plain) => each.code === code),
    )
    t.match(missed, { numerator: 2, denominator: 2 })
    t.match(execution, { numerator: 1, denominator: 3, value: 0.333 })
  },
)

t.test('each section of the page is that of the report of its analysis', async t => {
  const page = html('reports.create', report({ ...COMPARISON, ...OPTIONS }, EVERY))
  t.same(unclosed(page), [])
  t.notMatch(page, /<script|<link|<img|<iframe|\s(?:src|style|on\w+)="|@import|url\(/i)
  t.notMatch(page, /href="[^#]/, 'links lead to places of the page alone')
  const places = [...page.matchAll(/href="#([^"]+)"/g)].map(([, place]) => place)
  t.same(
    places,
    [...page.matchAll(/ id="([^"]+)"/g)].map(([, place]) => place),
  )
  t.equal(places.length, EVERY.length)
  for (const row of analyses) {
    const single = html(row.id, alone(row.id, ownBody(row)))
    const main = /<main>\n([\s\S]*)<\/main>/.exec(single)![1]!
    const lowered = main.replace(/<(\/?)h3>/g, '<$1h4>').replace(/<(\/?)h2>/g, '<$1h3>')
    t.ok(page.includes(`<h2>${row.summary}</h2>\n${lowered}</article>`), row.id)
  }
})

t.test('an analysis that misses something says what, in the words of its refusal; the others are there', async t => {
  const body = { tasks: [{ id: 'A', duration_days: 2 }] }
  const chosen: AnalysisId[] = ['analysis.cpm', 'health.progress-audit', 'forensics.baseline-compare']
  const json = report(body, chosen)
  const { data, status } = parsed(json)
  t.equal(status, 'warning')
  t.same(Object.keys(data.results), ['analysis.cpm'])
  const [, audit, compare] = data.analyses
  t.match(audit, { status: 'not_run', code: 'validation', summary: null })
  t.match(
    audit.reasons.join(' '),
    /tasks must have at least 2 items, not 1.*status_date: The request names no status date/,
  )
  t.match(
    compare.reasons.join(' '),
    /baseline_schedule is required.* status_date: The request names no status date \(data date\), and this analysis needs one: send it as status_date\./,
  )
  t.equal(unitCountOf(reported(body, chosen).result as AnalysisResult), 1)
  const page = html('reports.create', json)
  t.same(unclosed(page), [])
  t.match(page, /baseline_schedule is required/)
})

t.test('links in a circle: what needs the network says so, what counts without it answers', async t => {
  const body = {
    tasks: [
      { id: 'A', duration_days: 2, predecessors: ['B'] },
      { id: 'B', duration_days: 2, predecessors: ['A'] },
    ],
  }
  const { data } = parsed(report(body, ['analysis.cpm', 'health.score']))
  t.match(data.analyses[0], { status: 'not_run', code: 'dependency_cycle', reasons: [/A -> B|B -> A/] })
  t.equal(data.analyses[1].code, null)
})

t.test('what a strict analysis refuses and a tolerant one reports', async t => {
  const body = {
    tasks: [
      { id: 'A', duration_days: -3, percent_complete: 150 },
      { id: 'B', planned_start: '9999-01-01' },
    ],
  }
  const { data } = parsed(report(body, ['analysis.cpm', 'health.score']))
  const sent = readRequest(
    analysisRow('analysis.cpm'),
    Buffer.from(JSON.stringify(body)),
    'application/json',
    NO_LIMITS,
  )
  if (!('faults' in sent)) throw new Error('the call takes it')
  t.same(
    data.analyses[0].reasons.toSorted(),
    sent.faults!.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`).toSorted(),
  )
  t.same(data.results['health.score'].data, parsed(alone('health.score', body)).data)
})

t.test('nothing can be made: refused with what each misses', async t => {
  const { result } = reported({}, ['analysis.cpm', 'forensics.change-tracking'])
  t.match(result, { code: 'validation', faultCount: 4 })
  t.match(JSON.stringify(result), /analysis.cpm cannot be made of this request. tasks: tasks is required/)
  const twice = reported({ tasks, current_schedule: sample.current }, REPORT_DEFAULT)
  t.match(twice.result, { code: 'validation', faults: [{ loc: ['body', 'current_schedule'], type: 'value' }] })
})

t.test('names are texts', async t => {
  const names = ['</style><script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '\u202eright', '<h2>x</h2>']
  const hostile = names.map((name, i) => ({ id: `T${i}<b>`, name, duration_days: 1 + i }))
  const page = html('reports.create', report({ tasks: hostile, status_date: '2026-03-02' }))
  t.same(unclosed(page), [])
  t.notMatch(page, /<script|<img|<b>/i)
  t.ok(page.includes('&lt;/style&gt;&lt;script&gt;'))
})
