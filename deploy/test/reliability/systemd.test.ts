/** systemd itself reads the units of deploy/systemd without a complaint (Debian package systemd). */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const UNITS = fileURLToPath(new URL('../../systemd', import.meta.url))

t.test('systemd-analyze verify has nothing to say', async t => {
  const folder = t.testdir({})
  cpSync(UNITS, folder, { recursive: true })
  mkdirSync(join(folder, 'more'))
  // an instance of each template, as systemctl enable makes it
  const units = readdirSync(UNITS).map(file => file.replace('gateway@.', 'gateway@8080.').replace('node@.', 'node@1.'))
  for (const [i, file] of readdirSync(UNITS).entries())
    if (units[i] !== file) writeFileSync(join(folder, units[i]!), readFileSync(join(folder, file)))
  const { status, stdout, stderr, error } = spawnSync(
    'systemd-analyze',
    ['verify', ...units.map(unit => join(folder, unit))],
    {
      encoding: 'utf8',
    },
  )
  t.notOk(error, 'systemd-analyze is missing: apt-get install systemd')
  t.equal(stdout + stderr, '')
  t.equal(status, 0)
})
