import { execFileSync } from 'node:child_process'
import t from 'tap'
import { adminCommand } from '../terminal.ts'

const WORDS = 'key create'

t.test('the line names the store of the service, as a shell reads it, and never a password', async t => {
  t.equal(adminCommand({}, WORDS), 'npm run --silent admin -- key create')
  t.equal(adminCommand({ DATA_DIR: '/srv/data' }, WORDS), 'DATA_DIR=/srv/data npm run --silent admin -- key create')
  t.match(adminCommand({ DATA_DIR: 'data' }, WORDS), `DATA_DIR=${process.cwd()}/data npm`)
  const odd = "/srv/it's $HOME data"
  const [assignment] = adminCommand({ DATA_DIR: odd }, WORDS).split(' npm')
  t.equal(execFileSync('sh', ['-c', `${assignment}; printf %s "$DATA_DIR"`], { encoding: 'utf8' }), odd)
  t.match(adminCommand({ REDIS_URL: 'redis://10.0.0.5:6379' }, WORDS), /^REDIS_URL=redis:\/\/10\.0\.0\.5:6379 npm/)
  for (const url of [
    'redis://user:hidden@10.0.0.5',
    'redis-sentinel://10.0.0.5:26379/main?sentinelUsername=asker&sentinelPassword=hidden',
  ])
    t.notMatch(adminCommand({ REDIS_URL: url }, WORDS), /hidden/)
})
