/** The units of deploy/systemd start the roles there are, wait as long as a drain takes, and give no process more than it needs. */
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { readConfig, settings } from '../../shared/platform/config/config.ts'
import { ROLES } from '../roles.ts'

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const INSTALLED = '/opt/schedule-intelligence/'
const files = readdirSync(at('deploy/systemd'))

/** Values by name, as systemd reads them: the last line of a name wins but for those that may be repeated, which none here is. */
function unit(file: string): Record<string, string> {
  const lines = readFileSync(at(`deploy/systemd/${file}`), 'utf8').split('\n')
  const pairs = lines
    .filter(line => /^\w+=/.test(line))
    .map(line => [line.split('=', 1)[0]!, line.slice(line.indexOf('=') + 1)])
  t.equal(new Set(pairs.map(([name]) => name)).size, pairs.length, `${file} says everything once`)
  return Object.fromEntries(pairs)
}

const services = files.filter(file => file.endsWith('.service')).map(file => [file, unit(file)] as const)
const roleOf = (text: string): string | undefined => /deploy\/role\.ts (\w+)$/.exec(text)?.[1]
/** All processes of one server. */
const WHOLE = 'schedule-intelligence.service'

t.test('each role has a unit that starts it as the npm command does', async t => {
  const { scripts } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
  t.same(
    services
      .filter(([file]) => file !== WHOLE)
      .map(([, { ExecStart }]) => roleOf(ExecStart!) ?? 'redis')
      .sort(),
    [...ROLES.map(({ name }) => name), 'redis'].sort(),
  )
  for (const [file, { ExecStart, EnvironmentFile }] of services) {
    const role = roleOf(ExecStart!)
    if (role === undefined) continue
    // run.sh is bootstrap.mjs without a process that stays above the service
    const [, ofUnit] = /\/usr\/bin\/node deploy\/bootstrap\.mjs (.+)$/.exec(ExecStart!)!
    t.equal(scripts[role], `exec sh deploy/run.sh ${ofUnit}`, file)
    t.match(EnvironmentFile, `/${role}.env`, 'it sees the secrets of its role alone')
  }
})

t.test('the unit of one server starts what npm start does, on data that are its own', async t => {
  const { scripts } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
  const { ExecStart, Environment, StateDirectory, StateDirectoryMode } = unit(WHOLE)
  t.equal(`exec ${ExecStart!.replace('/bin/', '')}`, scripts.start)
  t.equal(Environment, `DATA_DIR=/var/lib/${StateDirectory}`)
  t.equal(StateDirectoryMode, '0700')
})

t.test('the guide for one server names what is there: its unit, its proxy file, its commands', async t => {
  const runbook = readFileSync(at('deploy/runbook/install.md'), 'utf8')
  const [, guide = ''] = /^## One server with TLS in ten minutes\n([\s\S]*?)\n## /m.exec(runbook)!
  const { scripts } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
  for (const [, name = ''] of guide.matchAll(/npm run (?:-s |--silent )?([\w-]+)/g)) t.ok(name in scripts, name)
  for (const [path] of guide.matchAll(/deploy\/[\w./-]+\w/g)) t.ok(existsSync(at(path!)), path!)
  t.match(guide, /npm run setup[\s\S]*key create/, 'it is set up before, and ends with a key')
  const names = settings({ coreCount: 1, memoryBytes: 2 ** 33 }).map(({ env }) => env)
  for (const [, name] of guide.matchAll(/^([A-Z_]+)=\S+$/gm))
    t.ok(name === 'NAME' || names.includes(name!), `${name} is a setting`)
})

t.test(
  'the first key of the runbook: the operator settings reach the command alone, and the Job of Kubernetes makes a key',
  t => {
    const runbook = readFileSync(at('deploy/runbook/install.md'), 'utf8')
    const folder = t.testdir({
      'operator.env': "REDIS_URL='redis://operator:a&b$c;d#e@127.0.0.1:6379'\nSECRETS_KEY=x/y+z==\n",
      npm: '#!/bin/sh\necho "$*|$REDIS_URL|$SECRETS_KEY"\n',
    })
    chmodSync(`${folder}/npm`, 0o755)
    const [ofSystemd = ''] = /^\(set -a; \. \/etc.*$/m.exec(runbook)!
    const command = ofSystemd.replace('/etc/schedule-intelligence', folder)
    const env = { PATH: `${folder}:${process.env.PATH}` }
    const said = execFileSync('/bin/sh', ['-c', `${command}; echo "$SECRETS_KEY"`], { env, encoding: 'utf8' })
    t.equal(
      said,
      'run --silent admin -- key create --tier government|redis://operator:a&b$c;d#e@127.0.0.1:6379|x/y+z==\n\n',
    )
    const [, edit = ''] = /^ {2}sed '(.+)' \| kubectl apply/m.exec(runbook)!
    t.match(readFileSync(at('deploy/kubernetes/base/doctor.yaml'), 'utf8'), /args: \["doctor"\]/)
    // as kubectl prints what the manifest says
    const printed = 'metadata:\n  name: doctor\n      - args:\n        - doctor\n        command:\n        - node\n'
    const made = execFileSync('sed', [edit], { input: printed, encoding: 'utf8' })
    t.equal(
      made,
      printed.replace(
        / +- doctor\n/,
        `${' '.repeat(8) + ['- key', '- create', '- --tier', '- government'].join(`\n${' '.repeat(8)}`)}\n`,
      ),
    )
    t.end()
  },
)

t.test('a unit waits as long as a drain takes, and is bounded and unprivileged', async t => {
  const outcome = readConfig({}, { coreCount: 1, memoryBytes: 2 ** 33 })
  if (!outcome.ok) throw new Error('the defaults are no configuration')
  const { drainSeconds, drainDelaySeconds } = outcome.config
  for (const [
    file,
    { TimeoutStopSec, MemoryMax, TasksMax, NoNewPrivileges, ProtectSystem, CapabilityBoundingSet, User },
  ] of services) {
    t.ok(Number(TimeoutStopSec) >= drainSeconds + drainDelaySeconds + 10, `${file} waits`)
    t.ok(MemoryMax && TasksMax, `${file} is bounded`)
    t.same([NoNewPrivileges, ProtectSystem, CapabilityBoundingSet], ['true', 'strict', ''], file)
    t.match(User, /^schedule-intelligence/)
  }
})

t.test('every file that a unit names is in the repository', async t => {
  for (const file of files) {
    const text = readFileSync(at(`deploy/systemd/${file}`), 'utf8')
    for (const [, path] of text.matchAll(new RegExp(`${INSTALLED}([\\w./-]+)`, 'g')))
      t.doesNotThrow(() => readFileSync(at(path!)), `${file}: ${path}`)
  }
})
