/** The report of every analysis, and the Gantt chart: whole documents that load nothing, whatever names hold. */
import { createHash } from 'node:crypto'
import t from 'tap'
import {
  FORM_MEDIA_TYPES,
  formsOf,
  GANTT_ROWS_MAX,
  resultFormOf,
} from '../../../../shared/contract/endpoint/result-forms.ts'
import { writeForm } from '../../../engine/forms/result-form.ts'
import { ROWS_MAX } from '../../../engine/report/collect.ts'
import { escaped, shortened } from '../../../engine/report/markup.ts'
import { PAGE_POLICY } from '../../../engine/report/style.ts'
import { dateTicks, niceStep, offsetTicks } from '../../../engine/report/svg/axis.ts'
import { histogramSvg } from '../../../engine/report/svg/histogram.ts'
import { labelOf, WORDS } from '../../../engine/report/words.ts'
import { answer, bodyOf, built, type Plain, project } from '../../helpers/every-analysis.ts'
import { unclosed } from '../../helpers/unclosed.ts'

type Row = (typeof built)[number]
const cpm = built.find(row => row.id === 'analysis.cpm')!
const sample = project(7, 260)

const bytesOf = (row: Row, body: object): Buffer => answer(row, Buffer.from(JSON.stringify(body)))

function made(form: 'html' | 'svg', row: Row, json: Buffer) {
  const written = writeForm([json], { form, id: row.id, table: undefined })
  if (!('chunks' in written)) throw new Error(JSON.stringify(written))
  return { ...written, text: Buffer.concat(written.chunks).toString() }
}

t.test(
  'every analysis has a report: whole, without scripts and links, with every finding and every formula',
  async t => {
    for (const row of built) {
      const json = bytesOf(row, bodyOf(row, sample))
      const reply: Plain = JSON.parse(json.toString())
      const { text, headers } = made('html', row, json)
      t.same(unclosed(text), [], row.id)
      t.notMatch(text, /<script|<link|<img|<iframe|\s(?:src|href|style|on\w+)="|@import|url\(/i, row.id)
      t.ok(text.includes(escaped(reply.summary)), row.id)
      for (const { code } of reply.findings.slice(0, ROWS_MAX)) t.ok(text.includes(code), `${row.id} ${code}`)
      const checks = [reply.data.checks, reply.data.components].find(list => list?.[0]?.status !== undefined) ?? []
      // the conditions of a catalogue are its formulas
      if (row.id === 'health.checks')
        for (const { metric } of checks) t.ok(text.includes(escaped(metric)), `${row.id} ${metric}`)
      else t.equal(text.split('<dt>Formula</dt>').length - 1 >= checks.length, true, row.id)
      t.ok(text.length < 3 * 2 ** 20)
      t.match(headers, {
        'content-disposition': `inline; filename="${row.name}.html"`,
        'content-security-policy': PAGE_POLICY,
      })
      const style = /<style>([\s\S]*?)<\/style>/.exec(text)![1]!
      t.ok(PAGE_POLICY.includes(createHash('sha256').update(style).digest('base64')), 'the policy names the style')
    }
  },
)

t.test('a table says how much of it is shown; the chart is of what is critical', async t => {
  const json = bytesOf(cpm, bodyOf(cpm, sample))
  const reply: Plain = JSON.parse(json.toString())
  const { text } = made('html', cpm, json)
  t.match(text, new RegExp(`${ROWS_MAX} of ${reply.data.tasks.length} shown, all in the spreadsheet`))
  t.match(text, /<svg[^>]*aria-label="\d+ of \d+ tasks that are critical or on the longest path/)
  t.match(text, /Total float in days: \d+ tasks/)
})

const HOSTILE = [
  '</style><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '\u202eright to left',
  '\u0000\u0001\u007f\uffff\ud800',
  `&amp; ${'x'.repeat(10_000)}`,
]

t.test('names are texts, in the report and in the chart', async t => {
  const tasks = HOSTILE.map((name, i) => ({ id: `T${i}<b>`, name, duration_days: 1 + i }))
  const json = bytesOf(cpm, { tasks, status_date: '2026-03-02' })
  for (const form of ['html', 'svg'] as const) {
    const { text } = made(form, cpm, json)
    t.same(unclosed(text), [], form)
    t.notMatch(text, /<script|<img|<b>/i)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    t.notMatch(text, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/)
    t.ok(text.includes('&lt;/style&gt;&lt;script&gt;'))
    t.notMatch(text, /x{400}/, 'cut')
  }
  t.match(made('html', cpm, json).text, /<bdi>\ufffdright to left<\/bdi>/)
})

t.test('the chart alone: a bar per task by its dates, or by offsets where there are none', async t => {
  const tasks = [
    { id: 'A', duration_days: 10 },
    { id: 'M', duration_days: 0, predecessors: ['A'] },
    { id: 'B', duration_days: 5 },
  ]
  const dated = made('svg', cpm, bytesOf(cpm, { tasks, status_date: '2026-03-02', calendar: 'calendar_days' }))
  t.equal(dated.contentType, FORM_MEDIA_TYPES.svg)
  t.match(dated.headers, { 'content-disposition': 'inline; filename="cpm.svg"' })
  t.match(dated.text, /2 Mar<.*9 Mar</s)
  const [first, float] = [
    /<title>A<\/title>.*?<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"/s,
    /<title>B<\/title>.*?<line x1="([\d.]+)".*?<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"/s,
  ].map(pattern => pattern.exec(dated.text)!.slice(1).map(Number))
  t.ok(Math.abs(first![1]! / float![2]! - 2) < 0.01, 'ten days are twice five')
  t.ok(Math.abs(float![0]! - float![1]! - float![2]!) < 0.2, 'float begins where the bar ends')
  t.match(dated.text, /<title>M<\/title>.*?<path d="M/s)
  t.match(made('svg', cpm, bytesOf(cpm, { tasks })).text, /day 5</)
  const summaries = made(
    'svg',
    cpm,
    bytesOf(cpm, { tasks: [{ id: 'S', duration_days: 0, task_type: 'summary' }] }),
  ).text
  t.notMatch(summaries, /NaN|Infinity/)
  t.same(unclosed(summaries), [])
  const many = Array.from({ length: GANTT_ROWS_MAX + 1 }, (_, i) => ({ id: `T${i}`, duration_days: 1 }))
  t.match(writeForm([bytesOf(cpm, { tasks: many })], { form: 'svg', id: cpm.id, table: undefined }), {
    code: 'validation',
    faults: [{ msg: /2001 rows; it may have 2000/ }],
  })
  t.equal(resultFormOf('health.score', 'image/svg+xml'), undefined)
  t.notOk(formsOf('health.score').includes('svg'))
})

t.test('a histogram counts every value once; axes have few ticks in order', async t => {
  const values = Float64Array.from({ length: 5_000 }, (_, i) => ((i * 7919) % 400) - 50)
  for (const some of [values, Float64Array.of(3), Float64Array.of(0, 0, 0), Float64Array.of(-1e9, 0.25, 1e9)]) {
    const svg = histogramSvg(some, 'title')
    t.same(unclosed(svg), [])
    const counts = [...svg.matchAll(/fill="var\(--ink\)">([\d,]+)</g)].map(([, text]) =>
      Number(text!.replaceAll(',', '')),
    )
    t.equal(
      counts.reduce((sum, count) => sum + count, 0),
      some.length,
    )
    t.ok(counts.length <= 18)
  }
  for (const days of [1, 20, 90, 400, 5_000, 200_000])
    for (const ticks of [dateTicks(20_515.3, 20_515.3 + days), offsetTicks(0.5, days)]) {
      t.ok(ticks.length <= 13, `${days}`)
      t.ok(ticks.every(({ at }, i) => i === 0 || at > ticks[i - 1]!.at))
    }
  t.equal(niceStep(90, 10), 10)
})

t.test('words of columns, and cuts', async t => {
  t.equal(labelOf('early_start_date'), 'Early start')
  t.equal(labelOf('total_float_days'), 'Total float (days)')
  t.equal(labelOf('status_date'), 'Status date')
  t.equal(shortened('\ud83d\udea7'.repeat(400)).length, 299)
})

const curved = (body: object): Buffer => bytesOf(cpm, { ...body, options: { include_curves: true } })

t.test('progress over time: a line for each kind, none for what there is not, and the data date', async t => {
  const tasks = [
    {
      id: 'A',
      duration_days: 5,
      planned_start: '2026-03-02',
      planned_finish: '2026-03-06',
      percent_complete: 100,
      actual_start: '2026-03-02',
      actual_finish: '2026-03-06',
    },
    { id: 'B', duration_days: 40, predecessors: ['A'], planned_start: '2026-03-09', planned_finish: '2026-04-17' },
  ]
  const { text } = made('html', cpm, curved({ tasks, status_date: '2026-03-09' }))
  t.same(unclosed(text), [])
  const [, svg = ''] = /aria-label="Progress over time"([\s\S]*?)<\/svg>/.exec(text) ?? []
  t.same(
    [...svg.matchAll(/>(\w+(?: \w+)?)</g)].map(([, words]) => words).filter(words => !/^\d/.test(words!)),
    ['Planned', 'Forecast', 'Actual', WORDS.legend.dataDate],
  )
  t.equal([...svg.matchAll(/<path d="M/g)].length, 3)
  t.notMatch(svg, /NaN|Infinity|undefined/)
  t.match(text, /aria-label="Starts of tasks"[\s\S]*aria-label="Finishes of tasks"/)
  t.notMatch(text, /S curve<\/h2>/, 'what is drawn is no table')
  const plain = made('html', cpm, curved({ tasks: [{ id: 'A', duration_days: 1 }] })).text
  t.notMatch(plain, /Progress over time/)
})

t.test('demand against capacity: the most loaded resources, and what is above the capacity', async t => {
  const tasks = Array.from({ length: 16 }, (_, i) => ({
    id: `T${i}`,
    duration_days: 5,
    planned_start: '2026-03-02',
    planned_finish: '2026-03-06',
    resource: `Crew ${i % 8}`,
  }))
  const resources = built.find(row => row.id === 'analysis.resources')!
  const { text } = made('html', resources, bytesOf(resources, { tasks, status_date: '2026-03-02' }))
  t.same(unclosed(text), [])
  t.equal(text.split('aria-label="Demand against capacity of Crew').length - 1, 6)
  t.match(text, /6 of 8 resources/)
  t.match(text, /fill="var\(--hot\)" stroke="var\(--ink\)"/)
})

t.test('many months are drawn by quarter, year and more', async t => {
  for (const days of [10, 400, 4_000, 40_000]) {
    const { text } = made('html', cpm, curved({ tasks: [{ id: 'A', duration_days: days }], status_date: '2026-01-01' }))
    const [, svg = ''] = /aria-label="Finishes of tasks"([\s\S]*?)<\/svg>/.exec(text) ?? []
    t.equal([...svg.matchAll(/<rect/g)].length, 1, `${days} days: one finish, one bar`)
    t.notMatch(svg, /NaN|Infinity/)
  }
})
