/** Reports to sign: claim and monthly. They fit their schema, say nothing that a reply does not, name their sources by hash, and are the same bytes for the same input. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import t from 'tap'
import { workRow } from '../../../../shared/contract/catalogue/catalogue.ts'
import { ReportData } from '../../../../shared/contract/report/report-data.ts'
import { chosenAnalyses, type Paper, type ReportKind } from '../../../../shared/contract/report/report-query.ts'
import { inputSha256 } from '../../../../shared/contract/schedule/frame.ts'
import { schemaFaults } from '../../../../shared/test/compiled-schema.ts'
import { analysers } from '../../../engine/analysers.ts'
import { type FormRequest, writeForm } from '../../../engine/forms/result-form.ts'
import { readFileRequest } from '../../../engine/read/file/read-file-request.ts'
import { NO_LIMITS, readRequest } from '../../../engine/read/read-request.ts'
import { logoOf } from '../../../engine/report/document/logo.ts'
import { figureText } from '../../../engine/report/table.ts'
import { type AnalysisInput, isRefusal } from '../../../engine/result/result.ts'
import { withChosen } from '../../../engine/several-analyses/report-analyser.ts'
import { spliceTail, writeEnvelope } from '../../../engine/write/envelope.ts'
import { type Plain, TODAY } from '../../helpers/analyse.ts'
import { project } from '../../helpers/every-analysis.ts'
import { unclosed } from '../../helpers/unclosed.ts'
import { readWorkbook } from '../../helpers/workbook.ts'

const ROW = workRow('reports.create')
const sample = project(11, 60)

/** A schedule with two updates, three events, two parties and a storm: made of random tasks, so that nothing is arranged. */
const started = sample.current.tasks.filter(({ actual_start }) => typeof actual_start === 'string')
const event = (n: number, party: string, days: number) => ({
  id: `E${n}`,
  name: `Event ${n}`,
  party,
  started: String(started[n]!.actual_start).slice(0, 10),
  days,
  task_ids: [started[n]!.id],
  ...(n === 1 && { references: ['Letter 17 of the contractor'] }),
})
const body = {
  calendar: 'working_days',
  baseline_schedule: sample.baseline,
  schedule_history: sample.snapshots,
  current_schedule: sample.current,
  delay_events: [event(1, 'owner', 4), event(2, 'contractor', 3), event(3, 'neutral', 2)],
  cover: { owner: 'City', contractor: 'Bridge Ltd', author: 'A. Analyst', project: 'Crossing' },
  options: { contract: { completion_date: sample.current.status_date, damages_per_day: 1_000 } },
}

/** The head of a picture of two by three pixels. */
const LOGO = `data:image/png;base64,${Buffer.from('89504e470d0a1a0a0000000d49484452000000020000000308060000009d74661a', 'hex').toString('base64')}`

interface Made {
  readonly json: Buffer
  readonly reply: Plain
}

function made(sent: AnalysisInput, kind: ReportKind, paper?: Paper): Made {
  const analyses = chosenAnalyses(undefined, kind) as never
  const input = withChosen(sent, { analyses, kind, ...(paper && { paper }) })
  const result = analysers['reports.create'](input, { today: TODAY, commit: 'c0ffee1' })
  if (isRefusal(result)) throw new Error(JSON.stringify(result))
  const { taskCount, ignoredFields, imports } = input
  const facts = { taskCount, ignoredFields, imports, inputSha256: inputSha256(input) }
  const { chunks } = writeEnvelope(result, facts, 'application/json')
  const tail = spliceTail('application/json', { endpoint: '/', requestId: '', processingTimeMs: 0 })
  const json = Buffer.concat([...chunks, tail])
  return { json, reply: JSON.parse(json.toString()) }
}

function read(sent: object): AnalysisInput {
  const input = readRequest(ROW, Buffer.from(JSON.stringify(sent)), 'application/json', NO_LIMITS)
  if ('code' in input) throw new Error(JSON.stringify(input))
  return input
}

function written(json: Buffer, form: FormRequest['form']) {
  const file = writeForm([json], { form, id: 'reports.create', table: undefined })
  if (!('chunks' in file)) throw new Error(JSON.stringify(file))
  return { ...file, bytes: Buffer.concat(file.chunks) }
}

const KINDS = ['claim', 'monthly'] as const
const reports = Object.fromEntries(KINDS.map(kind => [kind, made(read(body), kind)])) as Record<ReportKind, Made>
const pageOf = (kind: ReportKind): string => written(reports[kind].json, 'html').bytes.toString()

/** The part of the page that is the document: without the appendix, which has each analysis as in its own report. */
const documentOf = (page: string): string => page.slice(page.indexOf('<main>')).split('<article')[0]!

const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

/** Every number of a reply as reports print it, with and without its sign. */
function figuresOf(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'number') for (const each of [value, -value]) found.add(figureText(each))
  else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) figuresOf(each, found)
  return found
}

t.test('the reply fits its schema and names its sources', async t => {
  for (const kind of KINDS) {
    const { data } = reports[kind].reply
    t.same(schemaFaults(ReportData, data, 3), [], kind)
    t.match(data, { kind, paper: 'a4', commit: 'c0ffee1', cover: { owner: 'City' } })
    t.same(
      data.sources.map(({ exhibit, role }: Plain) => `${exhibit} ${role}`),
      ['S1 baseline', 'S2 update', 'S3 update', 'S4 current'],
    )
  }
  const { sources, results } = reports.claim.reply.data
  for (const { schedule, sha256 } of results['forensics.time-impact'].data.bases)
    t.equal(sources.find((each: Plain) => each.schedule === schedule).schedule_sha256, sha256, schedule)
})

t.test('a file is named by the hash of its bytes', async t => {
  const file = readFileSync(new URL('../../../../gateway/sandbox/update.xer', import.meta.url))
  const sent = readFileRequest(ROW, file, { boundary: null }, NO_LIMITS, '/')
  if ('code' in sent) throw new Error(JSON.stringify(sent))
  const { data, metadata } = made(sent, 'monthly').reply
  const sha256 = createHash('sha256').update(file).digest('hex')
  t.match(data.sources, [{ exhibit: 'S1', role: 'current', format: 'xer', file_sha256: sha256 }])
  t.match(metadata.import, [{ sha256 }])
})

t.test('areas of a monthly report are the levels of the WBS that tell its tasks apart', async t => {
  const plan = [
    ['A', 'Job > Contract > North > Pier 1 > Piles', ['Z']],
    ['B', 'Job > Contract > South', []],
    ['Z', 'Job > Contract', ['B']],
  ] as const
  const tasks = plan.map(([id, wbs_name, predecessors], i) => ({
    id,
    wbs_name,
    predecessors,
    duration_days: 3 + 4 * i,
  }))
  const short = { id: 'N', wbs_name: 'Job > Contract > North > Pier 2', duration_days: 14, predecessors: [] }
  const { json } = made(read({ status_date: '2026-03-02', tasks: [...tasks, short] }), 'monthly')
  const page = textOf(documentOf(written(json, 'html').bytes.toString()).replaceAll('</td>', '|'))
  t.match(page, /North \/ Pier 1\|/)
  t.match(page, /North \/ Pier 2\|1\|/, 'near critical work by area')
  t.notMatch(page, /Job \/ Contract/)
})

t.test(
  'a monthly report speaks to a client: no words of the interface, dates as people write them, bars within their chart',
  async t => {
    const tasks = [
      {
        id: 'A',
        duration_days: 5,
        actual_start: '2026-03-02T08:00',
        baseline_start: '2025-12-01',
        baseline_finish: '2026-03-04',
      },
      { id: 'B', duration_days: 9, predecessors: ['A'], baseline_start: '2025-12-01', baseline_finish: '2025-12-19' },
    ]
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map(day => [day, [['08:00', '16:00']]])
    const calendars = [{ id: 'W', work_week: Object.fromEntries(days) }]
    const sent = {
      calendars,
      default_calendar_id: 'W',
      must_finish_by: '2026-03-13T16:00',
      status_date: '2026-03-04T08:00',
      tasks,
    }
    const shown = (layout?: object) => {
      const { json } = made(read({ ...sent, ...(layout && { layout }) }), 'monthly')
      return { json, page: documentOf(written(json, 'html').bytes.toString()) }
    }
    const { json, page } = shown()
    const text = textOf(page)
    t.match(
      text,
      /Margin to the finish-by date-\d+ calendar days to 2026-03-13 16:00: the finish is after it; no contract date was given/,
    )
    t.match(page, /<bdi>2026-03-02 08:00 A<\/bdi>/)
    t.same(
      text
        .replaceAll(/\{[^}]*\}/g, '')
        .match(/.{30}(?:\d{4}-\d\d-\d\dT\d\d|equal bytes|no clock|layout\.|schedule_history)/),
      null,
      'but for options as they were sent',
    )
    const xs = [...page.matchAll(/<rect x="([\d.]+)" y="[\d.]+" width="(?!18")[\d.]+" height="3"/g)].map(([, x]) =>
      Number(x),
    )
    t.ok(xs.length >= 1 && xs.every(x => x >= 634), xs.join())
    t.equal(page.split('l6 -3.5v7z').length - 1, 2, 'both baselines go on before the chart')
    const [head, first] = readWorkbook(written(json, 'xlsx').bytes).get('Activities')!
    t.match(head!.slice(3, 7), ['Start', 'Start, actual', 'Finish', 'Finish, actual'])
    t.match(first!.slice(3, 7), ['2026-03-02T08:00', 'A', '2026-03-10T16:00'])
    const some = textOf(shown({ sections: ['recompute', 'finish'] }).page)
    t.match(some, /1 The finish and how it moved.*2 How each figure/s)
    t.notMatch(some, /\d Scores|\d Patterns/)
  },
)

t.test('a page is whole, loads nothing, is cut for its paper, and is the same bytes for the same input', async t => {
  for (const kind of KINDS) {
    const { bytes, headers } = written(reports[kind].json, 'html')
    const page = bytes.toString()
    t.same(unclosed(page), [], kind)
    t.notMatch(page, /<script|<link|<img|<iframe|\s(?:src|style|on\w+)="|@import|url\(/i)
    const style = /<style>([\s\S]*?)<\/style>/.exec(page)![1]!
    t.ok(headers['content-security-policy']!.includes(createHash('sha256').update(style).digest('base64')))
    t.match(style, /@page\{size:A4;.*counter\(page\) " of " counter\(pages\)/)
    t.match(style, /@top-left\{content:"Crossing"/)
    const letter = made(read(body), kind, 'letter')
    t.match(written(letter.json, 'html').bytes.toString(), /@page\{size:letter;/)
    t.ok(bytes.equals(written(made(read(body), kind).json, 'html').bytes), 'the same input, the same bytes')
    const places = [...page.matchAll(/href="#([^"]+)"/g)].map(([, place]) => place)
    t.ok(places.length >= 8)
    for (const place of places) t.equal(page.split(` id="${place}"`).length, 2, `${kind} ${place}`)
  }
})

t.test(
  'the command that makes the report again has its contract dates, and each part of the claim has them',
  async t => {
    const command = `--set contract.completion_date=${sample.current.status_date}, --set contract.damages_per_day=1000, --html`
    for (const kind of KINDS) t.ok(textOf(pageOf(kind)).includes(command), kind)
    const quoted = made(read({ ...body, options: { 'forensics.history': { milestones: ["O'N"] } } }), 'claim')
    const page = textOf(written(quoted.json, 'html').bytes.toString())
    t.match(page.replaceAll('&#39;', "'"), `--set 'options.forensics.history.milestones=["O'\\''N"]'`)
  },
)

t.test('every figure of the document stands in a reply', async t => {
  for (const kind of KINDS) {
    const { reply } = reports[kind]
    const known = figuresOf(reply)
    // parties and events are summed over schedules: sums of two or three figures of one reply
    const { results } = reply.data
    for (const [id, unit] of [
      ['forensics.time-impact', 'moves'],
      ['forensics.collapsed-as-built', 'earlier'],
    ] as const) {
      const data = results[id]?.data
      for (const days of ['working', 'calendar']) {
        const parties = Object.values((data?.[`by_party_${days}_days`] ?? {}) as Record<string, number>)
        known.add(figureText(parties.reduce((sum, each) => sum + each, 0)))
        for (const { id } of data?.events ?? []) {
          const own = data.events.filter((each: Plain) => each.id === id)
          known.add(figureText(own.reduce((sum: number, each: Plain) => sum + each[`${unit}_${days}_days`], 0)))
        }
      }
    }
    const page = documentOf(pageOf(kind))
    const cells = [...page.matchAll(/<td class="n">([^<]*)<\/td>/g)].map(([, figure]) => figure!)
    t.ok(cells.length > 100, `${kind}: ${cells.length} figures`)
    const unknown = cells.filter(figure => figure !== '' && !known.has(figure))
    t.same(unknown, [], kind)
  }
})

t.test('each member that a section is said to show stands in the reply of that call', async t => {
  for (const kind of KINDS) {
    const { analyses, results } = reports[kind].reply.data
    const rows = [
      ...documentOf(pageOf(kind)).matchAll(/<td><bdi>POST ([^<]+)<\/bdi><\/td><td><bdi>([^<{]+)<\/bdi><\/td><\/tr>/g),
    ]
    t.ok(rows.length >= 8, kind)
    for (const [, path, members] of rows) {
      const reply = results[analyses.find((each: Plain) => each.path === path).analysis]
      for (const member of members!.split(', ')) {
        const [first, second] = member.split('.')
        const found = { ...reply, ...reply.data }[first!]
        t.ok(found !== undefined, `${path} ${member}`)
        const inner = Array.isArray(found) ? found[0] : found
        if (second !== undefined && inner) t.ok(second in inner, `${path} ${member}`)
      }
    }
  }
})

t.test('a claim: the result, the policies and the windows are those of the delay analysis', async t => {
  const { data } = reports.claim.reply.data.results['forensics.delay-analysis']
  const text = textOf(documentOf(pageOf('claim')))
  const signed = (days: number): string => `${days > 0 ? '+' : ''}${figureText(days)}`
  t.ok(
    text.includes(
      `The computed finish moved by ${signed(data.total_delay_days)} working days (${signed(data.total_delay_calendar_days)} calendar days): from ${data.statuses[0].finish_date} (S1) to ${data.statuses.at(-1).finish_date} (S4).`,
    ),
  )
  t.ok(text.includes(data.disclaimer) && text.includes(data.attribution_method), 'limits stand beside results')
  for (const { id, name } of body.delay_events) t.ok(text.includes(`${id}${name}`), `${id} is listed`)
  const [whole] = data.contract_dates.completions
  t.ok(whole.margin_calendar_days < 0)
  t.match(
    text,
    `Contract date ${whole.completion_date}: the finish is ${figureText(-whole.margin_calendar_days)} calendar days after it; ${figureText(whole.extension_calendar_days)} extend it, ${figureText(whole.liquidated_calendar_days)} are liquidated, ${figureText(whole.open_calendar_days)} stay open, where float belongs to project.`,
  )
  t.match(text, /Figures are working days, those in brackets calendar days/)
  // dates that the tool of a file wrote are no revisions, though both stand in one section
  t.match(text, /a row of them is no edit by itself/)
  t.match(reports.claim.reply.summary, /tasks in 4 schedules\./)
  t.match(text, /No document is given for (?:E2, E3|E3, E2):/)
  t.match(text, /D1Letter 17 of the contractorE1/)
  for (const { path, input_sha256 } of reports.claim.reply.data.analyses)
    t.ok(text.includes(`POST ${path}`) && text.includes(input_sha256))
  t.match(text, /commit c0ffee1/)
  const row = data.entitlement.policies.find((each: Plain) => each.concurrency === 'dominant')
  t.ok(
    text.includes(
      `dominant${['excusable_compensable', 'excusable_non_compensable', 'non_excusable', 'unattributed'].flatMap(name => [row[`${name}_days`], row[`${name}_calendar_days`]].map(figureText)).join('')}`,
    ),
  )
})

t.test(
  'a claim of schedules with calendars: each figure has its unit, events are named, and rows sum to the whole',
  async t => {
    const shift = [['08:00', '16:00']]
    const calendars = [
      {
        id: 'week',
        work_week: Object.fromEntries(
          ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map(day => [day, shift]),
        ),
      },
    ]
    const tasks = (a: object, b: object): object[] => [
      { id: 'A', name: 'Approval', duration_days: 5, planned_start: '2026-03-02', planned_finish: '2026-03-06', ...a },
      {
        id: 'B',
        name: 'Deck',
        duration_days: 5,
        predecessors: ['A'],
        planned_start: '2026-03-09',
        planned_finish: '2026-03-13',
        delay_category: 'contractor',
        ...b,
      },
    ]
    const late = { actual_start: '2026-03-02', actual_finish: '2026-03-10' }
    const own = { calendars, default_calendar_id: 'week' }
    const sent = {
      baseline_schedule: { ...own, baseline_date: '2026-03-02', tasks: tasks({}, {}) },
      schedule_history: [{ ...own, snapshot_date: '2026-03-11', tasks: tasks(late, {}) }],
      current_schedule: {
        ...own,
        status_date: '2026-03-18',
        tasks: tasks(late, { actual_start: '2026-03-11', actual_finish: '2026-03-16' }),
      },
      delay_events: [{ id: 'E1', party: 'owner', started: '2026-03-09', ended: '2026-03-10', task_ids: ['A'] }],
    }
    const text = textOf(documentOf(written(made(read(sent), 'claim').json, 'html').bytes.toString()))
    t.match(text, /As-planned against as-built, working days/)
    t.match(text, /Figures are calendar days; plus is later\./)
    t.match(text, /Held the finish, calendar daysAs-planned/, 'the same days are not told twice')
    t.match(text, /Moved by: A Approval \+\d[^()]*\(event E1; the rest has no event and no delay category\)/)
    t.match(text, /no event\d/)
    t.match(text, /of delay were recovered later\./)
    t.notMatch(text, /(?:^|[^\d.])-0(?![\d.])/)
  },
)

/** A body with one text in place of another, read again. */
const claimText = (sent: object): string =>
  textOf(documentOf(written(made(read(sent), 'claim').json, 'html').bytes.toString()))

t.test('a claim whose methods could not be made says so in the reply, on its cover and first of all', async t => {
  const { reply, json } = made(
    read({ ...body, delay_events: [{ ...event(1, 'owner', 4), task_ids: ['D44'] }] }),
    'claim',
  )
  t.match(
    reply.summary,
    /^This claim report is incomplete: Delay analysis, .* could not be made of this request\. delay_events/,
  )
  const text = textOf(documentOf(written(json, 'html').bytes.toString()))
  t.equal(text.split(reply.summary.replaceAll(/\s+/g, ' ')).length - 1, 2, 'cover and section 1')
  t.notMatch(reports.claim.reply.summary, 'incomplete')
})

t.test('the request that a claim describes for each analysis is the one whose hash it prints', async t => {
  const { analyses, delay_events } = reports.claim.reply.data
  t.same(JSON.parse(delay_events), body.delay_events)
  const schedules: Readonly<Record<string, unknown>> = {
    baseline_schedule: body.baseline_schedule,
    current_schedule: body.current_schedule,
    ...Object.fromEntries(body.schedule_history.map((each, n) => [`schedule_history.${n}`, each])),
  }
  for (const entry of analyses as Plain[]) {
    const row = workRow(entry.analysis)
    const places = entry.schedules as readonly string[]
    const history = places.filter(place => place.startsWith('schedule_history.')).map(place => schedules[place])
    const sent = {
      ...(places[0] === 'tasks' ? body.current_schedule : {}),
      ...Object.fromEntries(
        places.filter(place => place.endsWith('_schedule')).map(place => [place, schedules[place]]),
      ),
      ...(history.length > 0 && { schedule_history: history }),
      ...(entry.takes_events && { delay_events: JSON.parse(delay_events) }),
      ...(entry.options !== null && { options: JSON.parse(entry.options) }),
      calendar: body.calendar,
    }
    const input = readRequest(row, Buffer.from(JSON.stringify(sent)), 'application/json', NO_LIMITS)
    t.notOk('code' in input, `${entry.analysis} is not refused`)
    t.equal(inputSha256(input as AnalysisInput), entry.input_sha256, entry.analysis)
  }
  const sheets = readWorkbook(written(reports.claim.json, 'xlsx').bytes)
  const objects = sheets.get('Events sent')!.slice(-body.delay_events.length)
  t.same(
    objects.map(row => JSON.parse(String(row[1]))),
    body.delay_events,
    'the workbook has the events as they were sent',
  )
})

t.test('what was sent is never said to be missing, also where the analyses could not be made', async t => {
  const [first] = body.schedule_history
  const turned = {
    ...body,
    schedule_history: [{ ...first, snapshot_date: '2099-01-05' }, ...body.schedule_history.slice(1)],
  }
  const text = claimText(turned)
  t.match(text, /The delay analysis could not be made of this request/)
  t.match(text, /2099-01-05/, 'with the reason')
  t.match(text, /The data dates run back: S\d has /)
  t.notMatch(text, /The request names no (?:delay events|document|contract date)/)
  for (const { id, name } of body.delay_events) t.ok(text.includes(`${id}${name}`), `${id} is listed`)
})

t.test('a schedule of another project between the updates: what is not known is told, with the reason', async t => {
  const [first, ...rest] = body.schedule_history
  const tasks = [
    { id: 'X1', duration_days: 4 },
    { id: 'X2', duration_days: 3, predecessors: ['X1'] },
  ]
  const text = claimText({ ...body, schedule_history: [{ ...first, tasks }, ...rest] })
  t.notMatch(text, /not computed: from|No task has a delay category and no event/)
  t.match(text, /The delay is not known\. None of the \d+ tasks of .*So nothing here says whose the days are\./)
  t.match(text, /How far the finish moved is not known: the two schedules have no task in common/)
})

t.test('sources: each schedule is validated, and what is one schedule twice or another project is told', async t => {
  const again = { ...body, schedule_history: [body.schedule_history[0], body.schedule_history[0]] }
  const text = claimText(again)
  t.match(text, /S3 is the same schedule as S2/)
  const { sources } = reports.claim.reply.data
  for (const { exhibit, source_validation: points } of sources) t.ok(points.length >= 6, `${exhibit} is validated`)
  t.same(
    reports.monthly.reply.data.sources.flatMap((each: Plain) => each.source_validation),
    [],
  )
})

t.test('classes of revisions have their range, unequal concurrency its pairs or a word that there is none', async t => {
  const { windows } = reports.claim.reply.data.results['forensics.delay-analysis'].data
  const page = documentOf(pageOf('claim'))
  const text = textOf(page.replaceAll('</td>', '|'))
  let ranges = 0
  for (const [n, window] of (windows as Plain[]).entries())
    for (const { step, days, min_days, max_days, alone_days } of window.revision_steps) {
      if (days === 0 && min_days === 0 && max_days === 0) continue
      ranges++
      const figures = [days, min_days, max_days, alone_days].map(figureText).join('|')
      t.ok(text.includes(`${n + 1}|${step.replaceAll('_', ' ')}|${figures}|`), `window ${n + 1} ${step}`)
    }
  t.ok(ranges > 0)
  const pairs = (windows as Plain[]).flatMap(({ unequal_concurrency: pairs }) => pairs)
  t.match(text, pairs.length > 0 ? /Unequal concurrency, working days/ : /No unequal concurrency was found/)
})

t.test('time impact: what was put in, and the path before and after, stand in the claim', async t => {
  const { events } = reports.claim.reply.data.results['forensics.time-impact'].data
  const text = textOf(documentOf(pageOf('claim')))
  for (const each of events as Plain[]) {
    const paths = [each.longest_path_before, each.longest_path_after].map(path => path.join(', ')).join('')
    t.ok(text.includes(paths), each.id)
  }
  t.match(text, /of 4 working days, for which /)
})

/** The logo with a header that says another size. */
function sized(width: number, height: number): string {
  const [head, base64] = LOGO.split(',')
  const bytes = Buffer.from(base64!, 'base64')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return `${head},${bytes.toString('base64')}`
}

t.test('no name ends what keeps it apart, or turns what follows it', async t => {
  const name = '\u2069\u202eturned\u2029\u2067'
  const cover = Object.fromEntries(['title', 'project', 'author', 'owner', 'statement'].map(member => [member, name]))
  const { json } = made(read({ ...body, cover, delay_events: [{ ...event(1, 'owner', 2), name }] }), 'claim')
  const turns = /[\u2028-\u202e\u2066-\u2069]/
  t.notMatch(written(json, 'html').bytes.toString(), turns)
  for (const [path, part] of partsOf(written(json, 'docx').bytes))
    t.notMatch(part.toString().replaceAll(/\u2068[^\u2066-\u2069<]*\u2069/g, ''), turns, path)
  const sheets = readWorkbook(written(json, 'xlsx').bytes)
  t.notMatch(JSON.stringify(sheets.get('Cover')), turns)
  t.match(JSON.stringify([...sheets]), name, 'a cell of its own has the name as it is')
})

t.test('names and logos are texts and pictures, nothing else', async t => {
  const hostile = '</style><script>alert(1)</script>\ufdd1"}@page{}\\'
  const cover = { project: hostile, author: hostile, title: hostile, statement: hostile }
  for (const kind of KINDS) {
    const sent = { ...body, delay_events: [{ ...event(1, 'owner', 2), name: hostile, references: [hostile] }] }
    const page = written(made(read({ ...sent, cover }), kind).json, 'html').bytes.toString()
    t.same(unclosed(page), [], kind)
    t.notMatch(page, /<script/i)
    t.notMatch(/<style>([\s\S]*?)<\/style>/.exec(page)![1]!, /@page\{\}/)
  }
  const withLogo = written(made(read({ ...body, cover: { logo: LOGO } }), 'claim').json, 'html')
  t.match(withLogo.bytes.toString(), `src="${LOGO}"`)
  t.match(withLogo.headers['content-security-policy'], 'img-src data:')
  t.match(logoOf(LOGO), { type: 'png', width: 2, height: 3 })
  for (const wrong of [
    'https://example.org/x.png',
    LOGO.replace('png', 'svg+xml'),
    'data:image/png;base64,AAAA',
    'data:image/jpeg;base64,/9j/',
    `${LOGO}"><script>`,
    sized(1, 0xffffffff),
    sized(9_000, 9_000),
  ])
    t.equal(logoOf(wrong), undefined, wrong)
})

t.test('what cannot be made is told: one schedule alone', async t => {
  const alone = { tasks: sample.current.tasks, status_date: sample.current.status_date, calendar: 'working_days' }
  const page = written(made(read(alone), 'claim').json, 'html').bytes.toString()
  t.same(unclosed(page), [])
  t.match(
    textOf(documentOf(page)),
    /The delay analysis could not be made of this request.*Analyses that could not be made/s,
  )
})

/** The parts of an archive that our writer made: each is one deflate stream, and its place stands in the directory at the end. */
function partsOf(zip: Buffer): ReadonlyMap<string, Buffer> {
  const parts = new Map<string, Buffer>()
  const end = zip.lastIndexOf(Buffer.from('504b0506', 'hex'))
  let at = zip.readUInt32LE(end + 16)
  for (let n = zip.readUInt16LE(end + 10); n > 0; n--) {
    const [packed, nameLength, local] = [
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt32LE(at + 42),
    ]
    const from = local + 30 + zip.readUInt16LE(local + 26)
    parts.set(zip.toString('utf8', at + 46, at + 46 + nameLength), inflateRawSync(zip.subarray(from, from + packed)))
    at += 46 + nameLength
  }
  return parts
}

const wordsOf = (xml: string): string =>
  textOf(xml.replaceAll(/<\/w:(?:p|tc)>/g, ' ').replaceAll(/[\u2068\u2069]/g, ''))

t.test('a Word document says what the page says, in parts that belong together', async t => {
  const cover = { ...body.cover, logo: LOGO, title: 'A & B <"\u0001' }
  for (const kind of KINDS) {
    const { json } = made(read({ ...body, cover }), kind, 'letter')
    const { bytes, headers } = written(json, 'docx')
    t.match(headers, { 'content-disposition': 'attachment; filename="report.docx"' })
    t.ok(bytes.equals(written(json, 'docx').bytes), 'the same bytes')
    for (const [, part] of partsOf(bytes))
      t.notMatch(part.toString(), />\d{4}-\d\d-\d\dT\d\d:\d\d</, 'moments as a person writes them')
    const parts = partsOf(bytes)
    for (const [name, part] of parts)
      if (/xml|rels/.test(name)) t.same(unclosed(part.toString().replaceAll(':', '')), [], name)
    const relations = [
      ...parts
        .get('word/_rels/document.xml.rels')!
        .toString()
        .matchAll(/Id="([^"]+)"[^>]*Target="([^"]+)"/g),
    ]
    for (const [, , target] of relations) t.ok(parts.has(`word/${target}`), target!)
    const document = parts.get('word/document.xml')!.toString()
    for (const [, id] of document.matchAll(/r:(?:id|embed)="([^"]+)"/g))
      t.ok(
        relations.some(each => each[1] === id),
        id!,
      )
    for (const [, place] of document.matchAll(/w:anchor="([^"]+)"/g))
      t.ok(document.includes(`w:name="${place}"`), place!)
    t.match(document, '<w:pgSz w:w="12240" w:h="15840"/>')
    // each table has as many cells in each row as it has columns
    for (const [table] of document.matchAll(/<w:tbl>.*?<\/w:tbl>/gs)) {
      const columns = table.split('<w:gridCol').length - 1
      t.ok(
        table
          .split('<w:tr>')
          .slice(1)
          .every(row => row.split('<w:tc>').length - 1 === columns),
      )
    }
    const page = documentOf(written(json, 'html').bytes.toString())
    const said = wordsOf(document)
    for (const [, cell] of page.matchAll(/<td[^>]*>(.*?)<\/td>/gs))
      if (!said.includes(textOf(cell!))) t.fail(`${kind}: ${cell}`)
    for (const [, words] of page.matchAll(/<(?:p|h2)(?: [^>]*)?>(.*?)<\/(?:p|h2)>/gs))
      if (!/<svg|soft|Contents/.test(words!) && !said.includes(textOf(words!))) t.fail(`${kind}: ${words}`)
  }
})

t.test('each row of a workbook stands below its own head, and names what sets it apart', async t => {
  // calendars: delay analysis counts calendar days alone, as-planned against as-built two kinds; no party: open days
  const work_week = Object.fromEntries(['monday', 'tuesday', 'wednesday'].map(day => [day, [['08:00', '16:00']]]))
  const by = (schedule: object) => ({
    ...{ ...schedule, calendars: [{ id: 'three', work_week }], default_calendar_id: 'three' },
  })
  const mixed = {
    ...{ ...body, calendar: undefined, delay_events: [event(1, 'owner', 4)] },
    baseline_schedule: by(sample.baseline as object),
    schedule_history: (sample.snapshots as readonly object[]).map(by),
    current_schedule: by(sample.current),
  }
  const reply = made(read(mixed), 'claim')
  for (const json of [reply.json, ...KINDS.map(kind => reports[kind].json)]) {
    const { bytes } = written(json, 'xlsx')
    for (const [name, part] of partsOf(bytes))
      if (name.startsWith('xl/worksheets/')) t.notMatch(part.toString(), /<c r="(?![A-Z]+\d+")/, name)
    for (const [name, [head, ...rows]] of readWorkbook(bytes)) {
      t.equal(new Set(head).size, head!.length, `${name}: heads differ`)
      for (const row of rows) t.ok(row.length <= head!.length, `${name}: ${row.join()}`)
    }
  }
  const sheets = readWorkbook(written(reply.json, 'xlsx').bytes)
  const methods = sheets.get('Contract dates')!.map(([method]) => method)
  t.same([...new Set(methods)].slice(0, 3), ['Method', 'Delay analysis', 'As-planned versus as-built'])
  t.ok(sheets.has('Policies') && sheets.has('As-built policies'))
})

t.test('a workbook has named sheets with all rows of the tables', async t => {
  for (const kind of KINDS) {
    const parts = partsOf(written(reports[kind].json, 'xlsx').bytes)
    const sheets = [
      ...parts
        .get('xl/workbook.xml')!
        .toString()
        .matchAll(/<sheet name="([^"]+)"/g),
    ].map(([, name]) => name)
    t.ok(sheets.length >= 10, sheets.join())
    t.notOk(sheets.includes('notes'), 'nothing is cut')
    const texts = [...parts].map(([, part]) => part.toString()).join('')
    for (const { input_sha256 } of reports[kind].reply.data.analyses)
      if (input_sha256 !== null) t.ok(texts.includes(input_sha256))
  }
})

t.test(
  'how each day and each revision became whose it is stands in the page, the Word document and the workbook',
  async t => {
    const day = (n: number): string => new Date(Date.UTC(2026, 2, 2 + n)).toISOString().slice(0, 10)
    const tasks = (a: object, b: object, more: readonly object[] = []) => [
      { id: 'A', duration_days: 10, planned_start: day(0), delay_category: 'owner', ...a },
      { id: 'B', duration_days: 10, planned_start: day(0), delay_category: 'contractor', ...b },
      { id: 'Z', duration_days: 5, predecessors: ['A', 'B', ...more.map(task => (task as Plain).id)] },
      ...more,
    ]
    // owner's work grew, the contractor's stood still; then the owner added work of six days
    const sent = {
      calendar: 'calendar_days',
      baseline_schedule: { baseline_date: day(0), tasks: tasks({}, {}) },
      schedule_history: [
        {
          snapshot_date: day(5),
          tasks: tasks(
            { actual_start: day(0), duration_days: 13, percent_complete: 38.46, remaining_duration_days: 8 },
            { actual_start: day(0), remaining_duration_days: 8 },
          ),
        },
      ],
      current_schedule: {
        status_date: day(6),
        tasks: tasks(
          { actual_start: day(0), duration_days: 13, percent_complete: 46.15, remaining_duration_days: 7 },
          { actual_start: day(0), remaining_duration_days: 7 },
          [{ id: 'V', duration_days: 12, delay_category: 'owner' }],
        ),
      },
    }
    const { json, reply } = made(read(sent), 'claim')
    const { windows } = reply.data.results['forensics.delay-analysis'].data
    const [first] = windows as Plain[]
    t.same(first!.held_by_revisions, [{ party: 'owner', days: 3, task_ids: ['A'] }])
    const page = documentOf(written(json, 'html').bytes.toString()).replaceAll('</td>', '|')
    const sheets = readWorkbook(written(json, 'xlsx').bytes)
    const word = wordsOf(partsOf(written(json, 'docx').bytes).get('word/document.xml')!.toString())
    const text = textOf(page)
    const spans = (windows as Plain[]).flatMap(({ days }) => days)
    t.ok(spans.length > 0)
    const held = sheets.get('Days held')!.slice(-spans.length)
    for (const [n, span] of (spans as Plain[]).entries()) {
      const how = String(held[n]!.at(-1))
      t.notMatch(how, /_|^$/, `${span.rule} in words`)
      for (const party of span.revision_parties) t.match(how, party)
      t.ok(text.includes(`${span.from}|${span.to}|${figureText(span.movement_days)}|`), `${span.from} on the page`)
      for (const said of [text, word]) t.ok(said.includes(how), how)
    }
    for (const said of [text.replaceAll('|', ''), word.replaceAll(' ', '')])
      t.match(said, /1owner3A/, 'the party whose revisions hold days')
    t.same(sheets.get('Held by revisions')!.at(-1), [1, 'owner', 3, 'A'])
    const revised = (windows as Plain[]).flatMap(({ revisions }) => revisions)
    const rows = sheets.get('Revisions')!.slice(-revised.length)
    for (const [n, { rule }] of (revised as Plain[]).entries()) {
      const how = String(rows[n]!.at(-1) ?? '')
      t.equal(how === '', rule === null, `${rule}: ${how}`)
      for (const said of [text, word]) t.ok(said.includes(how), how)
    }
  },
)
