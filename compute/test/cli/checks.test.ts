/** sis checks: public catalogues and one's own, and what ends with which exit code. */
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
const own = (checks: object[]): string => JSON.stringify({ id: 'house', version: '1', checks })

t.test('a catalogue of twenty checks runs, and the exit code is what CI asked for', async t => {
  const checks = Array.from({ length: 20 }, (_, n) => ({
    id: `OWN-${n}`,
    metric: [n === 0 ? 'not is_summary' : 'total_float_days > 4000'],
    limit: '= 0',
  }))
  const catalogue = file('own.json', own(checks))
  const run = (...more: string[]) => sis(['checks', UPDATE, '--catalogue', catalogue, ...more])
  const shown = await run()
  t.equal(shown.code, 0)
  t.match(shown.out.replaceAll(/\s+/g, ' '), '19 checks pass, 1 fails; score 95')
  t.equal((await run('--fail-under', '96')).code, 1)
  t.equal((await run('--fail-under', '95')).code, 0)
  t.equal((await run('--fail-on', 'OWN-1,OWN-2')).code, 0)
  t.match(await run('--fail-on', 'OWN-1,OWN-0'), { code: 1, out: /OWN-0, --fail-on: fail/ })
  t.match(await run('--fail-on', 'OWN-99'), { code: 2, err: /names OWN-99/ })
  t.match(await run('--fail-on', ''), { code: 2, err: /names no check/ })
})

t.test(
  'what failed comes first, with its tasks; what is missing is told once, with the checks that need it',
  async t => {
    const { out } = await sis(['checks', UPDATE, '--catalogue', 'diq'])
    const lines = out.split('\n')
    const at = (status: string): number => lines.findIndex(line => line.startsWith(status))
    t.ok(at('fail') > 0 && at('fail') < at('pass') && at('pass') < at('skipped') && at('skipped') < at('withdrawn'))
    const text = out.replaceAll(/\s+/g, ' ')
    t.match(text, /limit 0 tasks\. First: C7\./)
    t.match(text, /skipped \d\d need mapping\.milestone_level/)
    t.equal(text.split('need mapping.milestone_level').length, 2)
    t.match(text, /pass 1060248 Resources without a name/, 'a resource of a file is known by its name')
  },
)

t.test('--mapping: the file of sis deliver serves its checks; what none of them reads is told', async t => {
  const mapping = { CAM: 'value:Ann', EVT: { from: 'value:C' }, milestone_level: 'value:190', RMT_ID: 'value:R' }
  const path = file('mapping.json', JSON.stringify({ mapping, constants: { PARSID: '42' } }))
  const checks = ['cam = Ann', 'evt = C', 'milestone_level = 190'].map(metric => ({
    id: metric,
    metric: [metric],
    limit: '>= 19',
  }))
  const catalogue = file('mapped.json', own(checks))
  const run = (...more: string[]) => sis(['checks', UPDATE, '--catalogue', catalogue, '--mapping', path, ...more])
  const { code, out, err } = await run()
  t.equal(code, 0)
  t.match(out, '3 checks pass')
  t.match(err.replaceAll(/\s+/g, ' '), /No check reads RMT_ID of .*mapping\.json, so they were left out/)
  t.match((await run('--set', 'mapping.CAM=value:Bob')).out, '2 checks pass, 1 fails', 'what is typed comes first')
  t.match(await run('--set', 'mapping.cam=value:Bob'), {
    code: 2,
    err: /stands there twice, as cam and CAM|CAM and cam/,
  })
  const wrong = file('wrong.json', '{"mapping":[]}')
  t.match(await sis(['checks', UPDATE, '--mapping', wrong]), { code: 2, err: /mapping of .* is no object/ })
})

t.test('a hostile catalogue is refused with its reason, whatever it is made of', async t => {
  const many = Array.from({ length: 200 }, (_, n) => ({ id: `M${n}`, metric: Array(20).fill('is_loe or is_summary') }))
  for (const [text, words] of [
    [own(many), /8000 comparisons/],
    [own([...many, ...many]), /200/],
    [`{"id":"a","version":"1","checks":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, /nesting/],
    ['{"id":', /no JSON/],
    ['[]', /holds no catalogue/],
  ] as const) {
    const { code, err } = await sis(['checks', UPDATE, '--catalogue', file('hostile.json', text)])
    t.equal(code, 2, err.slice(0, 200))
    t.match(err.replaceAll(/\s+/g, ' '), words)
  }
  t.match(await sis(['checks', UPDATE, '--catalogue', 'diqq']), { code: 2, err: /neither/ })
})
