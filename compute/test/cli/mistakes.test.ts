/** What is mistyped, missing or unreadable: exit code 2, one line that helps, and nothing on standard output. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { sis, UPDATE } from './sis.ts'

const folder = dataFolder(t)
const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const MISTAKES: readonly (readonly [words: readonly string[], says: string])[] = [
  [['helth', UPDATE], '"helth" is no command. Is health meant?'],
  [['health'], 'sis health takes one file.'],
  [['health', UPDATE, UPDATE], 'sis health takes one file.'],
  [['health', 'nowhere.xer'], 'nowhere.xer: there is no such file'],
  [['health', folder], 'it is a folder'],
  [['health', UPDATE, '--fial-under', '3'], '--fial-under is no option. Is --fail-under meant?'],
  [['health', UPDATE, '--fail-under', 'high'], '--fail-under takes a score of 0 to 100, not "high".'],
  [['health', UPDATE, '--set', 'options'], '--set takes NAME=VALUE, not "options".'],
  [['health', UPDATE, '--set', 'optons.x=1'], 'The part "optons.x" is not known here.'],
  [['run', 'scor', UPDATE], '"scor" is no analysis. Is score meant?'],
  [['run', 'score', UPDATE, UPDATE], 'health.score takes one file, not 2.'],
  [['run', 'delay-analysis', UPDATE], 'forensics.delay-analysis compares schedules: give at least two files'],
  [['compare', UPDATE], 'sis compare takes at least two files'],
  [['convert', UPDATE, '--to', 'mpp'], '--to takes json, ms_project_xml, xer, not "mpp".'],
  [['report', UPDATE, '--analyses', 'cpm,scor'], '--analyses: analyses must name some of health.score'],
  [['jobs'], 'sis jobs needs a service'],
  [['health', UPDATE, '--url', 'localhost'], '--url takes an address such as'],
  [['list', '-o', join(folder, 'no', 'such')], 'cannot be written'],
  [['health', file('text.xer', 'not a schedule')], 'of an unknown format'],
  [['health', file('cycle.json', '{"tasks":[{"id":"A","duration_days":"x"}]}')], 'tasks.0.duration_days'],
]

t.test('each mistake is told', async t => {
  for (const [words, says] of MISTAKES) {
    const { code, out, err } = await sis(words)
    t.same([code, out], [2, ''], words.join(' '))
    t.ok(err.includes(says), `${says}: ${err}`)
    t.notMatch(err, /\n +at /, 'no stack')
  }
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
})
