/** What is mistyped, missing or unreadable: exit code 2, one line that helps, and nothing on standard output. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { MAIN, sis, sisProcess, UPDATE } from './sis.ts'

const folder = dataFolder(t)
const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const UNDATED = file(
  'undated.xer',
  [
    'ERMHDR\t19.12\t2026-01-01',
    ...['%T\tPROJECT', '%F\tproj_id\tproj_short_name\tplan_start_date', '%R\t1\tP\t2026-03-02 08:00'],
    ...['%T\tTASK', '%F\ttask_id\tproj_id\ttask_code\ttask_name\ttarget_drtn_hr_cnt\tact_start_date'],
    ...['%R\t1\t1\tA\tA\t8\t2026-03-02 08:00', '%R\t2\t1\tB\tB\t8', '%E\n'],
  ].join('\n'),
)

// a schedule of one's own is not lost to its report
const [OWN, LINK, NEW] = ['own.xer', 'link.xer', 'new.html'].map(name => join(folder, name)) as [string, string, string]
copyFileSync(UPDATE, OWN)
symlinkSync(OWN, LINK)

const MISTAKES: readonly (readonly [words: readonly string[], says: string])[] = [
  [['helth', UPDATE], '"helth" is no command. Is health meant?'],
  [[UPDATE], `Is sis health ${UPDATE} meant?`],
  [['run'], 'sis run takes the name of an analysis, then its files'],
  [['run', 'dcma', UPDATE], '"dcma" is no analysis. Is dcma-14-point or dcma-decm meant?'],
  [['health', UPDATE, '--fail-under'], '--fail-under needs a value after it'],
  [['health', UPDATE, '-o', '--json'], '-o needs a value after it'],
  [['health', UPDATE, '--json=yes'], '--json takes no value.'],
  [['list', '-o', folder], 'cannot be written: it is a folder'],
  [['health'], 'sis health takes one file.'],
  [['health', UPDATE, UPDATE], 'sis health takes one file.'],
  [['health', 'nowhere.xer'], 'nowhere.xer: there is no such file'],
  [['health', folder], 'it is a folder'],
  [['health', UPDATE, '--fial-under', '3'], '--fial-under is no option. Is --fail-under meant?'],
  [['health', UPDATE, '-F', 'options.x=1'], '-F is no option. Is --set meant?'],
  [['health', UPDATE, '--fail-under', 'high'], '--fail-under takes a score of 0 to 100, not "high".'],
  [['health', UPDATE, '--set', 'options'], '--set takes NAME=VALUE, not "options".'],
  [['health', UPDATE, '--set', 'optons.x=1'], 'The part "optons.x" is not known here.'],
  [
    ['compare', UPDATE, UPDATE, '--set', 'current_schedule.scheduling_options.rules=p6'],
    `Give current_schedule.scheduling_options as a whole, --set 'current_schedule.scheduling_options={"rules":"p6"}'. Members of`,
  ],
  [['run', 'scor', UPDATE], '"scor" is no analysis. Is score meant?'],
  [['run', 'score', UPDATE, UPDATE], 'health.score takes one file, not 2.'],
  [['run', 'delay-analysis', UPDATE], 'forensics.delay-analysis compares schedules: give at least two files'],
  [['compare', UPDATE], 'sis compare takes at least two files'],
  [['convert', UPDATE, '--to', 'mpp'], '--to takes json, ms_project_xml, p6_xml, xer, not "mpp".'],
  [['report', UPDATE, '--analyses', 'cpm,scor'], '--analyses: analyses must name some of health.score'],
  [['jobs'], 'sis jobs needs a service'],
  [['health', UPDATE, '--url', 'localhost'], '--url takes an address such as'],
  [['list', '-o', join(folder, 'no', 'such')], 'cannot be written'],
  [['health', file('text.xer', 'not a schedule')], `${join(folder, 'text.xer')} is of an unknown format`],
  [['path', file('empty.xer', '')], `${join(folder, 'empty.xer')}: it is empty`],
  [['compare', UPDATE, join(folder, 'empty.xer')], `${join(folder, 'empty.xer')}: it is empty`],
  [['health', UPDATE, '--to', 'xer'], 'sis health takes no --to; sis help health lists what it takes.'],
  [['report', UPDATE, '--csv', 'report.csv'], 'sis report takes no --csv; sis help report lists what it takes.'],
  [['report', UPDATE, '--csv', 'report.csv'], 'sis report takes no --csv; sis help report lists what it takes.'],
  [['compare', '-', '-'], 'Standard input (-) is one file'],
  [['health', OWN, '--html', OWN], `--html would write over ${OWN}, which sis reads`],
  [['convert', LINK, '--to', 'xer', '-o', OWN], `--output would write over ${OWN}, which sis reads`],
  [['what-if', UPDATE, '--changes', OWN, '--csv', LINK], `--csv would write over ${LINK}, which sis reads`],
  [['health', UPDATE, '--html', NEW, '--csv', NEW], `--csv would write over ${NEW}, which --html writes`],
  [['health', '/dev/zero'], '/dev/zero: it has more than 512 MB'],
  [['example', OWN], `${OWN} cannot be written`],
  [['help', 'comparr'], '"comparr" is no command. Is compare meant?'],
  [
    ['health', file('cycle.json', '{"tasks":[{"id":"A","duration_days":"x"}]}')],
    `${join(folder, 'cycle.json')}: tasks.0.duration_days`,
  ],
  [
    ['run', 'progress-audit', UNDATED],
    'The file names no data date, and this call needs one: give it as --set status_date=2026-03-02.',
  ],
]

t.test('each mistake is reported', async t => {
  for (const [words, says] of MISTAKES) {
    const { code, out, err } = await sis(words)
    t.same([code, out], [2, ''], words.join(' '))
    t.ok(err.includes(says), `${says}: ${err}`)
    t.notMatch(err, /\n +at /, 'no stack')
  }
})

t.test('what the command line advises for a missing date works, and a report advises the same', async t => {
  t.equal((await sis(['run', 'progress-audit', UNDATED, '--set', 'status_date=2026-03-02'])).code, 0)
  const report = await sis(['report', UNDATED])
  t.match(report.out.replaceAll(/\s+/g, ' '), /give it as --set status_date=2026-03-02/)
  t.notMatch(report.out, /curl/)
})

t.test('a fault that quotes a file moves no cursor', async t => {
  const task = { id: 'A\u001b]0;owned\u0007', duration_days: 1 }
  const { code, err } = await sis(['path', file('escapes.json', JSON.stringify({ tasks: [task, task] }))])
  t.equal(code, 2)
  t.match(err, 'owned')
  for (const sign of ['\x1b', '\x07']) t.notOk(err.includes(sign), JSON.stringify(err))
})

t.test('the help; without a command it is an error', async t => {
  const { code, out } = await sis(['--help'])
  t.equal(code, 0)
  t.match(out, 'sis compare BASELINE [UPDATE...] LATEST')
  t.equal((await sis([])).code, 2)
  for (const words of [
    ['help', 'compare'],
    ['compare', '--help'],
    ['compare', '-h'],
  ]) {
    const own = await sis(words)
    t.equal(own.code, 0)
    t.match(own.out, /^sis compare BASELINE/)
    t.match(own.out, '--html FILE')
    t.notMatch(own.out, '--to FORM', 'no option of another command')
  }
})

t.test('files in the wrong order are reported by their data dates, beside the result', async t => {
  const earlier = file('earlier.xer', readFileSync(UPDATE, 'latin1').replaceAll('2026-05-18', '2026-03-18'))
  const wrong = await sis(['compare', UPDATE, earlier])
  t.equal(wrong.code, 0)
  t.match(
    wrong.err,
    /has the data date 2026-05-18, after that of .*earlier\.xer, 2026-03-18: the oldest file comes first/,
  )
  t.match((await sis(['report', UPDATE, earlier])).err, 'the oldest file comes first')
  t.equal((await sis(['compare', earlier, UPDATE])).err, '')
})

t.test('a file may come on standard input', async t => {
  const { code, out, err } = await sisProcess(['health', '-', '--json'], readFileSync(UPDATE))
  t.same([code, err], [0, ''])
  t.match(JSON.parse(out), { 'health.score': { score: 89.9 } }, 'read by two analyses')
  t.match(await sisProcess(['path', '-'], Buffer.from('nothing')), {
    code: 2,
    err: /^sis: standard input is of an unknown format/,
  })
})

t.test('a standard output that is full is said; one that nobody reads changes no exit code', t => {
  const ended = (words: readonly string[], out: string) =>
    spawnSync('bash', ['-c', `"$@" ${out}`, 'bash', process.execPath, MAIN, ...words], { encoding: 'utf8' })
  const full = ended(['health', UPDATE, '--json'], '> /dev/full')
  t.same([full.status, full.stderr], [2, 'sis: standard output cannot be written: the disk is full\n'])
  const unread = ended(['health', UPDATE, '--fail-under', '95', '--json'], '| true; exit $PIPESTATUS')
  t.same([unread.status, unread.stderr], [1, ''])
  t.end()
})

t.test('dates that the files of a comparison do not name are given once for both of its analyses', async t => {
  const words = ['compare', UNDATED, UNDATED, '--set', 'current_schedule.status_date=2026-04-02']
  const { code, out } = await sis(words)
  t.equal(code, 0)
  const advice = '--set baseline_schedule.baseline_date=2026-03-02'
  t.ok(out.replaceAll(/\s+/g, ' ').includes(`give it as ${advice}`), out)
  const both = await sis([...words, ...advice.split(' ')])
  t.equal(both.code, 0, both.err)
  t.notMatch(both.out, 'No change tracking')
})

t.test('a defect ends with a code of its own: 1 would say that a score is low', async t => {
  const fails = 'process.stdout.write = () => undefined.x'
  const { code, err } = await sisProcess(['health', UPDATE, '--fail-under', '1'], undefined, [
    '--import',
    `data:text/javascript,${encodeURIComponent(fails)}`,
  ])
  t.equal(code, 3, err)
  t.match(err, /sis failed by a defect of its own/)
})

t.test('a terminal of any width, or that names none, gets every command', async t => {
  for (const columns of [0, 1, 19, 20, 80, 1_000]) {
    for (const words of [['help'], ['health', UPDATE], ['path', UPDATE], ['list'], ['report', UPDATE]]) {
      const { code, out } = await sis(words, {}, columns)
      t.equal(code, 0, `${columns}: ${words[0]}`)
      if (columns === 0) t.equal(out, (await sis(words, {}, 80)).out, 'as in 80 columns')
      if (columns >= 80)
        t.ok(
          out.split('\n').every(line => line.length <= 120),
          'no line is longer than 120',
        )
    }
  }
})

t.test('sis says its version, by each name that people try', async t => {
  for (const words of [['--version'], ['-v'], ['version']]) {
    const { code, out } = await sis(words)
    t.equal(code, 0)
    t.match(out, /^sis \d+\.\d+\.\d+ \(engine \d+\.\d+\.\d+, Node \d+\.\d+\.\d+\)\n$/)
  }
})
