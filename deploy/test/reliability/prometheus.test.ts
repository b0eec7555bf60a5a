/**
 * The alerts and the dashboard against the running service and a real Prometheus (Debian package, unpacked into .tools): every name is one that a
 * process exports, every expression is one that Prometheus evaluates, and an alert fires when its cause is there.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { freePorts } from '../../../shared/test/jobs/cluster.ts'
import { until } from '../../../shared/test/until.ts'
import { debianProgram } from '../debian-program.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const at = (path: string): string => join(root, path)

const program = (name: string): Promise<string> => debianProgram('prometheus', name)

const expressionsOf = {
  alerts: [...readFileSync(at('deploy/prometheus/alerts.yml'), 'utf8').matchAll(/^ +expr: (.+)$/gm)].map(
    match => match[1]!,
  ),
  dashboard: (
    JSON.parse(readFileSync(at('deploy/grafana/dashboard.json'), 'utf8')).panels as { targets?: { expr: string }[] }[]
  ).flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
}

const children: ChildProcess[] = []
t.teardown(async () => {
  for (const child of children.filter(({ exitCode }) => exitCode === null)) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
})

const env = { ...process.env, PORT: '0', METRICS_PORT: '0', DATA_DIR: dataFolder(t), LOG_LEVEL: 'warn' }
const service = spawn('npm', ['start', '--silent'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
children.push(service)
let banner = ''
for await (const chunk of service.stdout) {
  banner += chunk
  if (banner.includes('Ctrl-C')) break
}
const [, gateway, node, deliverer] =
  /metrics +http:\/\/127\.0\.0\.1:(\d+)\/metrics +\(node: (\d+), deliverer: (\d+)\)/.exec(banner)!
const ports = [gateway!, node!, deliverer!]
const [, address] = /address +(\S+)/.exec(banner)!
await fetch(`${address}/health`)

/** Series that a metric of the name has; of a histogram its parts. */
async function names(): Promise<Set<string>> {
  const known = new Set(['up'])
  for (const port of ports) {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    for (const [, name, type] of text.matchAll(/^# TYPE (\S+) (\w+)$/gm)) {
      known.add(name!)
      if (type === 'histogram') for (const part of ['bucket', 'sum', 'count']) known.add(`${name}_${part}`)
    }
  }
  return known
}

t.test('every name is one that a process tells', async t => {
  const known = await names()
  for (const [file, expressions] of Object.entries(expressionsOf)) {
    t.ok(expressions.length > 15, file)
    const used = new Set(expressions.flatMap(text => text.match(/\b(?:sis|process|nodejs)_\w+|\bup\b/g) ?? []))
    for (const name of used) t.ok(known.has(name), `${file}: ${name}`)
  }
})

t.test('promtool reads the alerts and the configuration', async t => {
  for (const [command, file] of [
    ['rules', 'alerts.yml'],
    ['config', 'prometheus.yml'],
  ])
    t.match(
      execFileSync(await program('promtool'), ['check', command!, at(`deploy/prometheus/${file}`)], {
        encoding: 'utf8',
      }),
      /SUCCESS/,
    )
})

t.test(
  'a Prometheus that scrapes the service evaluates every expression, and an alert fires for its cause',
  { timeout: 180_000 },
  async t => {
    const folder = t.testdir({})
    cpSync(at('deploy/prometheus/alerts.yml'), join(folder, 'alerts.yml'))
    const targets = ports.map(port => `127.0.0.1:${port}`)
    const settings = {
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: ['alerts.yml'],
      scrape_configs: [{ job_name: 'schedule-intelligence', static_configs: [{ targets }] }],
    }
    // JSON is YAML
    writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(settings))
    const [port] = await freePorts(1)
    const words = [
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
    ]
    children.push(spawn(await program('prometheus'), words, { stdio: 'ignore' }))
    const url = `http://127.0.0.1:${port}`
    await until('Prometheus is ready', async () => (await fetch(`${url}/-/ready`).catch(() => null))?.status === 200)
    const request = async (path: string) =>
      (await (await fetch(`${url}/api/v1/${path}`)).json()) as {
        status: string
        error?: string
        data: { result: unknown[]; alerts: { labels: { alertname: string } }[] }
      }
    const query = (expression: string) => request(`query?query=${encodeURIComponent(expression)}`)
    await until('all three are scraped', async () => (await query('up == 1')).data.result.length === 3)
    for (const expression of Object.values(expressionsOf).flat()) {
      const { status, error } = await query(expression)
      t.equal(status, 'success', `${expression} ${error ?? ''}`)
    }
    const alerts = async () => (await request('alerts')).data.alerts.map(({ labels }) => labels.alertname)
    await until('no alert while all is well', async () => (await alerts()).length === 0)
    service.kill('SIGTERM')
    await once(service, 'exit')
    await until('the lost processes are reported', async () => {
      const names = await alerts()
      return ['SisProcessDown', 'SisNoGateway', 'SisNoNode', 'SisNoDeliverer'].every(name => names.includes(name))
    })
    t.pass('the loss of the processes is reported')
  },
)
