/** What the commands print of a project file, in this process. */
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import t from 'tap'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { printed, sis, sisFrom, sisProcess, UPDATE } from './sis.ts'

const folder = dataFolder(t)
const WIDTH = 80

t.test('health: finish beside that of the file, checks, within 80 columns', async t => {
  const { code, out, err } = await sis(['health', UPDATE])
  t.same([code, err], [0, ''])
  t.match(out, 'Footbridge (xer): 19 tasks, 25 links, 2 calendars')
  t.match(out, 'Finish     2026-06-26 17:00 by the critical path')
  t.match(out, '45 of 45 dates and floats of open tasks are equal')
  t.match(out.replaceAll(/\s+/g, ' '), 'fail DCMA-03 Lags 3 links have a lag. 3 of 14 links, 21.4 %, limit 5 %.')
  t.match(
    out.replaceAll('\n', ' '),
    '9 checks pass, 1 fails, 1 only informs (Resources); score 89.9',
    'each of the fourteen is counted',
  )
  t.match(out.replaceAll(/\s+/g, ' '), 'skipped DCMA-14 Baseline execution requires a baseline')
  t.equal(Math.max(...out.split('\n').map(line => line.length)) <= WIDTH, true)
  t.notMatch(out, '\x1b', 'no colour where there is no terminal')
})

t.test(
  'a converted file at a terminal writes no control character of its names; into a file it is what it is',
  async t => {
    const path = join(folder, 'hostile.json')
    writeFileSync(path, JSON.stringify({ tasks: [{ id: 'A', name: 'a\u001b]0;x\u0007\u009b2J', duration_days: 1 }] }))
    const harmful = ['\u001b', '\u0007', '\u009b']
    const shown = (await sis(['convert', path, '--to', 'xer'], {}, WIDTH, true)).out
    for (const sign of harmful) t.notOk(shown.includes(sign))
    t.match(shown, '%T\tTASK\n')
    const json = (await sis(['convert', path, '--to', 'json'], {}, WIDTH, true)).out
    for (const sign of harmful) t.notOk(json.includes(sign))
    t.ok((await sis(['convert', path, '--to', 'json'])).out.includes('\u009b'), 'and to a pipe')
  },
)

t.test('--json is the two results and nothing else; a score below the limit ends with 1', async t => {
  const { code, out } = await sis(['health', UPDATE, '--json', '--fail-under', '95'])
  const { 'health.score': score, 'health.dcma-14-point': points } = JSON.parse(out)
  t.equal(code, 1)
  t.equal(score.score, 89.9)
  t.equal(points.data.checks.length, 14)
  t.equal((await sis(['run', 'score', UPDATE, '--fail-under', '89.9'])).code, 0, 'the limit itself passes')
  t.equal((await sis(['run', 'cpm', UPDATE, '--fail-under', '0'])).code, 1, 'no score is below every limit')
})

t.test('the process prints the same, and ends with the same code', async t => {
  const words = ['health', UPDATE, '--fail-under', '95']
  t.same(await sisProcess(words), await sis(words))
})

t.test('level --to writes the levelled schedule as a file of each form, which has the levelled dates', async t => {
  const path = join(folder, 'crew.json')
  const shifts = [['08:00', '16:00']]
  const week = Object.fromEntries(['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map(day => [day, shifts]))
  const tasks = [
    { id: '1', duration_days: 3, resource: 'Crew' },
    { id: '2', duration_days: 5, resource: 'Crew' },
    { id: '3', duration_days: 4, predecessors: ['2'] },
    { id: '4', duration_days: 7, predecessors: ['1'] },
  ]
  const calendars = [{ id: 'FIVE', hours_per_day: 8, work_week: week }]
  const dated = { status_date: '2026-03-02T08:00', project_start: '2026-03-02T08:00' }
  writeFileSync(path, JSON.stringify({ tasks, calendars, default_calendar_id: 'FIVE', ...dated }))
  const levelled = JSON.parse((await sis(['level', path, '--json'])).out).data
  t.match(levelled, { finish_before: '2026-03-13T16:00', finish_after: '2026-03-17T16:00' })
  for (const form of ['json', 'xer', 'p6_xml', 'ms_project_xml']) {
    const file = join(folder, `levelled.${form}`)
    const { code, err } = await sis(['level', path, '--to', form, '-o', file])
    t.equal(code, 0, form)
    t.match(err, '2 tasks start later')
    const { data } = JSON.parse((await sis(['run', 'cpm', file, '--json'])).out)
    t.equal(data.project_finish_date, levelled.finish_after, form)
  }
  const { code, err } = await sis(['level', path, '--to', 'docx'])
  t.not(code, 0)
  t.match(err, 'docx')
  const file = join(folder, 'beside.xer')
  const both = await sis(['level', path, '--to', 'xer', '-o', file, '--json'])
  t.match(JSON.parse(both.out), { allocation: { finish_after: levelled.finish_after } }, 'and --json')
  t.match(readFileSync(file, 'latin1'), /^ERMHDR/)
  t.match((await sis(['level', path, '--to', 'xer', '--json'])).err, '-o FILE')
  const report = await sis(['convert', path, '--to', 'xer', '-o', file, '--json'])
  t.match(JSON.parse(report.out), { finish_before: '2026-03-13T16:00' }, 'of a conversion its report')
})

t.test('an option that takes an array and was given one word is told as it is typed', async t => {
  const { code, err } = await sis(['level', UPDATE, '--set', 'options.resources=Crew'])
  t.not(code, 0)
  t.match(err, `Give it as --set 'options.resources=["Crew"]'.`)
})

t.test(
  'level prints the waits that move the finish, the first one first; of a part of the result it shows no view',
  async t => {
    const path = join(folder, 'waits.json')
    const tasks = [
      { id: 'A', duration_days: 3, resource: 'Crew' },
      { id: 'B', duration_days: 5, resource: 'Crew' },
      { id: 'C', duration_days: 2, resource: 'Crew' },
    ]
    writeFileSync(path, JSON.stringify({ tasks, status_date: '2026-03-02', options: { rule: 'p6' } }))
    const { out } = await sis(['level', path])
    t.match(out, ':\n  B waits for Crew behind A\n  C waits for Crew behind B\n')
    const part = await sis(['level', path, '--set', 'options.fields=["finish_after"]'])
    t.equal(part.code, 0)
    t.match(part.out, 'tasks start later')
  },
)

t.test('--set gives options of an analysis one by one, as its line in the help shows', async t => {
  const run = async (id: string, ...sets: readonly string[]) =>
    sis(['run', id, UPDATE, '--json', ...sets.flatMap(each => ['--set', each])])
  t.match((await sis(['help'])).out, 'options.near_term_days=30')
  const horizon = await run('planning-horizon', 'options.near_term_days=30')
  t.match(JSON.parse(horizon.out).data, { near_term_days: 30 })
  const both = await run('cpm', 'options={"table":"columns"}', 'options.include_curves=true')
  t.match(Object.keys(JSON.parse(both.out).data), /tasks_by_column/)
  t.ok(JSON.parse(both.out).data.curves)
  const scoreOf = async (...sets: readonly string[]) =>
    JSON.parse((await run('schedule-risk-index', ...sets)).out).score
  t.not(await scoreOf('options.baseline_weight_override.float_risk=0'), await scoreOf())
  t.match(await run('cpm', 'options=3', 'options.table=rows'), {
    code: 2,
    err: '--set options.table cannot be a part of options=3.',
  })
})

t.test('--set of an id is a text, with quotes and without: Microsoft Project has numbers', async t => {
  for (const id of ['7', '"7"']) {
    const { err } = await sis(['compare', UPDATE, UPDATE, '--set', `options.project_finish_id=${id}`])
    t.notMatch(err, 'must be a string')
  }
})

t.test('--set of one scheduling option is refused: it would take the place of all that the file has', async t => {
  t.match(await sis(['run', 'cpm', UPDATE, '--set', 'scheduling_options.critical_float_days_max=0']), {
    code: 2,
    err: 'would take the place of all scheduling_options of the file',
  })
  const whole = 'scheduling_options={"rules":"p6","critical_float_days_max":0}'
  t.equal((await sis(['run', 'cpm', UPDATE, '--set', whole])).code, 0)
})

t.test('an option that the analysis does not have is told beside the result', async t => {
  const sets = ['options.weights.float=3', 'options.table=rows'].flatMap(each => ['--set', each])
  const { code, err } = await sis(['run', 'cpm', UPDATE, ...sets])
  t.equal(code, 0)
  t.equal(err, 'sis: analysis.cpm does not read options.weights.float, which was ignored.\n')
  const whole = await sis(['run', 'cpm', UPDATE, '--set', 'options={"near_term":3,"table":"rows"}'])
  t.equal(whole.err, 'sis: analysis.cpm does not read options.near_term, which was ignored.\n')
  const report = await sis(['report', UPDATE, '--set', 'options.health.score.weights=3'])
  t.equal(report.err, 'sis: the report does not read options.health.score.weights, which was ignored.\n')
})

t.test('a report, a workbook and a chart beside what is printed', async t => {
  const file = (name: string): string => join(folder, name)
  const [html, xlsx, svg, csv] = ['r.html', 'r.xlsx', 'r.svg', 'r.csv'].map(file) as [string, string, string, string]
  const { code, out } = await sis(['path', UPDATE, '--html', html, '--xlsx', xlsx, '--svg', svg, '--csv', csv])
  t.equal(code, 0)
  t.match(out, 'Longest path: 7 tasks')
  const head = (path: string): string => readFileSync(path).toString('latin1', 0, 15)
  t.same([head(html), head(xlsx).slice(0, 2), head(svg).slice(0, 4)], ['<!doctype html>', 'PK', '<?xm'])
  t.match(readFileSync(csv, 'utf8'), 'Steel for the deck')
  t.match(await sis(['health', UPDATE, '--svg', svg]), { code: 2, err: 'sis health takes no --svg' })
  t.match(await sis(['run', 'score', UPDATE, '--svg', svg]), { code: 2, err: 'health.score has no form svg' })
})

t.test('report: chosen analyses as one file; several files with the oldest first', async t => {
  const html = join(folder, 'report.html')
  const { code, out } = await sis(['report', UPDATE, '--analyses', 'cpm,dcma-14-point,delay-analysis', '--html', html])
  t.equal(code, 0)
  t.match(out, /Critical path +(success|warning|critical)/)
  t.match(out, /Delay analysis +not_run/)
  const page = readFileSync(html, 'utf8')
  t.match(
    page,
    /<article class="analysis" id="analysis-cpm">[\s\S]*<article class="analysis" id="health-dcma-14-point">/,
  )
  const { out: json } = await sis(['report', UPDATE, UPDATE, '--json'])
  t.equal(JSON.parse(json).data.results['forensics.baseline-compare'].metadata.import[1].path, 'current_schedule.tasks')
})

t.test('report: what several analyses found is printed once, with their names', async t => {
  const { out } = await sis(['report', UPDATE])
  const text = out.replaceAll(/\s+/g, ' ')
  t.equal(text.match(/Lags\. 3 links have a lag\./g)?.length, 1)
  t.match(
    text,
    /critical Lags\. 3 links have a lag\. 3 of 14 links, .* \(Health score, DCMA 14-point assessment, Logic audit\)/,
  )
  t.match(text, /Longest path and critical by float differ\./)
})

t.test('report: change tracking reads the oldest file as the version before', async t => {
  const older = join(folder, 'older.xer')
  writeFileSync(
    older,
    readFileSync(UPDATE, 'latin1').replace('2026-05-18 08:00\tCT_', '2026-04-20 08:00\tCT_'),
    'latin1',
  )
  const chosen = ['--analyses', 'change-tracking,baseline-compare', '--json']
  const { out, err } = await sis(['report', older, UPDATE, ...chosen])
  t.equal(err, '')
  const { analyses, results } = JSON.parse(out).data
  t.notMatch(JSON.stringify(analyses), 'not_run', out)
  const direct = await sis(['run', 'forensics.change-tracking', older, UPDATE, '--json'])
  t.same(results['forensics.change-tracking'].data, JSON.parse(direct.out).data)
})

t.test('report: a contract date is given once, and no analysis misses it', async t => {
  const contract = ['--set', 'contract.completion_date=2026-07-10', '--set', 'contract.damages_per_day=900']
  const { out, err } = await sis(['report', UPDATE, UPDATE, '--kind', 'claim', ...contract, '--json'])
  t.equal(err, '')
  const { results, options } = JSON.parse(out).data
  t.same(JSON.parse(options), { contract: { completion_date: '2026-07-10', damages_per_day: 900 } })
  for (const id of ['delay-analysis', 'time-impact', 'collapsed-as-built'])
    t.match(results[`forensics.${id}`].data.contract_dates, { completions: [{ completion_date: '2026-07-10' }] }, id)
  t.equal(results['forensics.history'].data.completion_date, '2026-07-10')
})

t.test('report: a claim whose methods could not be made ends with 2, and says so', async t => {
  const events = join(folder, 'unknown-task.json')
  const delay_events = [{ id: 'E1', party: 'owner', started: '2026-04-03', days: 2, task_ids: ['D44'] }]
  writeFileSync(events, JSON.stringify({ delay_events }))
  const html = join(folder, 'incomplete.html')
  const { code, err } = await sis(['report', UPDATE, UPDATE, '--kind', 'claim', '--events', events, '--html', html])
  t.equal(code, 2)
  t.match(err, /This claim report is incomplete: .*D44/s)
  t.match(readFileSync(html, 'utf8'), 'This claim report is incomplete')
})

t.test('path: the longest path with names', async t => {
  const { out } = await sis(['path', UPDATE])
  t.match(out, /Longest path: 7 tasks\nP1 {2}Steel for the deck\n/)
})

t.test(
  'convert: what the file changes is on standard error, with a few examples, and the file alone on standard output',
  async t => {
    const { code, out, err } = await sis(['convert', UPDATE, '--to', 'ms_project_xml'])
    t.equal(code, 0)
    t.match(out, /^<\?xml /)
    t.match(
      err,
      /^sis: 2 of 9: .*\(resume_written\)\nsis: {3}P1 "Steel for the deck" resume_date: nothing -> 2026-05-18T08:00\n/,
    )
    t.equal((await sis(['convert', UPDATE, '--to', 'xer'])).err, '')
    const file = join(folder, 'overdue.json')
    const tasks = Array.from({ length: 5 }, (_, n) => ({ id: `T${n}`, duration_days: 3 + n }))
    const work_week = { monday: [['08:00', '16:00']] }
    writeFileSync(
      file,
      JSON.stringify({
        tasks,
        status_date: '2026-03-16',
        project_start: '2026-03-02T08:00',
        calendars: [{ id: 'c', hours_per_day: 8, work_week }],
        scheduling_options: { rules: 'ms_project' },
      }),
    )
    const moved = await sis(['convert', file, '--to', 'xer'])
    t.match(moved.err, 'sis: The computed finish differs: 2026-04-13T16:00 as sent, 2026-04-27T16:00 in the file.\n')
    t.match(moved.err, /sis: 5 of 5: .*\(dates_differ\)\n(sis: {3}T\d: .*\n){3}sis: {3}and 2 more\n/)
  },
)

t.test('convert: an XER that is not in UTF-8 is written as it is, to a file and to standard output', async t => {
  const [sent, xer] = [join(folder, 'facade.json'), join(folder, 'facade.xer')]
  writeFileSync(sent, JSON.stringify({ tasks: [{ id: 'A', name: 'Façade, west', duration_days: 3 }] }))
  t.equal((await sis(['convert', sent, '--to', 'xer', '-o', xer])).code, 0)
  t.match(readFileSync(xer, 'latin1'), 'Façade, west')
  t.ok((await printed(['convert', sent, '--to', 'xer'])).equals(readFileSync(xer)))
  t.match((await sis(['convert', xer, '--to', 'json'])).out, 'Façade, west')
})

t.test('convert and compare: a later revision of the same plan', async t => {
  const [before, after] = [join(folder, 'before.json'), join(folder, 'after.json')]
  t.equal((await sis(['convert', UPDATE, '--to', 'json', '-o', before])).code, 0)
  const schedule = JSON.parse(readFileSync(before, 'utf8'))
  const task = schedule.tasks.find(({ id }: { id: string }) => id === 'C6')
  Object.assign(task, {
    duration_days: task.duration_days + 5,
    remaining_duration_days: task.remaining_duration_days + 5,
    name: 'Deck \x1b]0;hostile\x07 \u202e',
  })
  writeFileSync(after, JSON.stringify(schedule))
  const { code, out } = await sis(['compare', UPDATE, after])
  t.equal(code, 0)
  t.match(out, /The finish moved \d+ calendar days later/)
  t.match(out, /1\s+comparison:\s+\d+\s+material/, 'a draft and its revision have one data date')
  for (const sign of ['\x1b', '\x07', '\u202e'])
    t.notOk(out.includes(sign), 'a name moves no cursor and writes no title')
  for (const form of ['xer', 'p6_xml', 'ms_project_xml']) {
    const file = join(folder, form)
    t.equal((await sis(['convert', after, '--to', form, '-o', file])).code, 0)
    const envelope = JSON.parse((await sis(['run', 'cpm', file, '--json'])).out)
    t.equal(envelope.metadata.import[0].format, form)
    t.equal(envelope.metadata.task_count, 19)
  }
})

t.test('two files: a health analysis says what the older one is to it, and where it would be the baseline', async t => {
  const older = await sis(['run', 'dcma-14-point', UPDATE, UPDATE])
  t.match(older.err, /takes the older file as an earlier update, not as the baseline; sis checks BASELINE FILE/)
  t.match(older.out.replaceAll(/\s+/g, ' '), /DCMA-14 Baseline execution .*baseline_schedule, a baseline beside/)
  t.notMatch((await sis(['checks', UPDATE, UPDATE])).err, 'older file')
})

t.test('deliver: what is missing beside the file, a mapping from a file, and the file validated', async t => {
  const [mapping, made] = [join(folder, 'mapping.json'), join(folder, 'made.zip')]
  const bare = await sis(['deliver', 'doe-pars', UPDATE])
  t.same([bare.code, bare.out], [2, ''])
  t.match(bare.err, 'rejected: package PARSID, 1 of 1. No schedule says it.')
  writeFileSync(mapping, JSON.stringify({ constants: { PARSID: '42' }, mapping: { CAM: 'value:Ada' } }))
  const { code, err } = await sis(['deliver', 'doe-pars', UPDATE, '--mapping', mapping, '-o', made])
  t.equal(code, 0)
  t.match(err, 'flagged: DS04 EVT')
  t.notMatch(err, 'DS04 CAM')
  t.match(await sis(['deliver', 'validate', made]), { code: 0, out: /^doe-pars: 0 errors, 0 warnings/ })
  t.equal((await sis(['deliver', 'doe-pars', UPDATE, '--set', 'constants.PARSID=42', '-o', made])).code, 0)
  writeFileSync(made, readFileSync(made).subarray(0, 200))
  t.match(await sis(['deliver', 'validate', made]), { code: 2, err: /its directory is missing/ })
  t.match(await sis(['deliver', 'pars', UPDATE]), { code: 2, err: /takes a format first: ipmdar-spd, doe-pars/ })
})

t.test('paths are those of the folder of the caller', async t => {
  const { err } = await sisFrom(dirname(UPDATE), ['deliver', 'doe-pars', basename(UPDATE)])
  t.match(err, 'rejected: package PARSID')
})
