/** An unknown path is answered with the one that was probably meant. */
import t from 'tap'
import { detailOf } from '../../shared/contract/errors.ts'
import { findRoute } from '../call/routes.ts'

const sentence = (path: string): string => {
  const outcome = findRoute('POST', path)
  return 'refusal' in outcome ? detailOf(outcome.refusal) : 'served'
}

t.test('what is left out or spelt wrong leads to the path that is served', t => {
  for (const [path, near] of [
    ['/api/v1/analysis/cmp', '/api/v1/analysis/cpm'],
    ['/analysis/cpm', '/api/v1/analysis/cpm'],
    ['/api/v2/analysis/cpm/', '/api/v1/analysis/cpm'],
    ['/v1/cpm', '/api/v1/analysis/cpm'],
    ['/api/v1/health/dcma_14_point', '/api/v1/health/dcma-14-point'],
    ['/api/v1/Forensics/Delay-Analysis', '/api/v1/forensics/delay-analysis'],
    ['/api/v1/analysis/cpm/asynch', '/api/v1/analysis/cpm/async'],
    ['/api/v1/job/f3b4c1d2-5f0a-4a44-9d0e-2c6a3f1b7e90', '/api/v1/jobs/{job_id}'],
    ['/api/v1/delay-analysis', '/api/v1/forensics/delay-analysis'],
    ['/open-api.json', '/openapi.json'],
    ['/heath', '/health'],
  ] as const) {
    t.equal(sentence(path), `There is nothing at ${path}. Did you mean ${near}?`, path)
  }
  t.end()
})

t.test('what is like nothing is only called unknown, and a path that moved is never suggested', t => {
  for (const path of ['/api/v1/nothing', '/.env', '/wp-login.php', '/x', '/a/b/c/d/e', `/${'x'.repeat(5000)}`])
    t.match(sentence(path), /^There is nothing at [^ ]*\.$/, path.slice(0, 40))
  t.notMatch(sentence('/api/v1/schedule/cpn'), /Did you mean \/api\/v1\/schedule\//)
  t.end()
})

t.test('a thousand unknown paths cost the event loop less than a millisecond each', t => {
  const paths = Array.from({ length: 1000 }, (_, i) => `/api/v1/forensics/as-planned-vs-as-${i}/asynk`)
  sentence(paths[0]!)
  const from = process.cpuUsage()
  for (const path of paths) sentence(path)
  const { user, system } = process.cpuUsage(from)
  t.comment(`${(user + system) / 1e6} ms each`)
  t.ok((user + system) / 1000 < 1000, 'processor time')
  t.end()
})
