/** The manifests of deploy/kubernetes run the roles as everywhere, and give each the secrets of its own alone. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { readConfig, settings } from '../../shared/platform/config/config.ts'
import { NODE_FLAGS } from '../../shared/platform/process/node-flags.ts'
import { ROLES } from '../roles.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')
const manifest = (name: string): string => read(`deploy/kubernetes/base/${name}.yaml`)

t.test('each role runs its entry with the flags of the service, and sees the secrets of its role', async t => {
  for (const { name, path } of ROLES) {
    const text = manifest(name)
    const [, command] = /^ +command: (\[.+\])$/m.exec(text)!
    t.same(JSON.parse(command!), ['node', ...NODE_FLAGS, path])
    t.same(
      [...text.matchAll(/secretRef: \{ name: ([\w-]+) \}/g)].map(match => match[1]),
      [`${name}-secrets`],
    )
  }
})

t.test('a pod is given the time that a drain takes', async t => {
  const delay = /DRAIN_DELAY_SECONDS=(\d+)/.exec(manifest('kustomization'))![1]!
  const outcome = readConfig({ DRAIN_DELAY_SECONDS: delay }, { coreCount: 1, memoryBytes: 2 ** 33 })
  if (!outcome.ok) throw new Error(outcome.mistakes.join())
  const needed = outcome.config.drainSeconds + outcome.config.drainDelaySeconds + 10
  for (const { name } of ROLES)
    t.ok(Number(/terminationGracePeriodSeconds: (\d+)/.exec(manifest(name))![1]) >= needed, `${name}: ${needed} s`)
})

t.test('settings, the version and the metric of the autoscaler are those of the service', async t => {
  const names = new Set(settings({ coreCount: 1, memoryBytes: 1 }).map(({ env }) => env))
  const listed = [...manifest('kustomization').matchAll(/^ +- ([A-Z_]+)=/gm)].map(match => match[1]!)
  t.ok(listed.length > 4)
  for (const name of listed) t.ok(names.has(name), name)
  t.match(manifest('kustomization'), `newTag: ${JSON.parse(read('package.json')).version}\n`)
  const [, metric] = /query: max\((\w+)\)/.exec(read('deploy/kubernetes/autoscaled/nodes.yaml'))!
  t.match(read('deploy/runbook/monitoring.md'), metric!)
})

t.test('every manifest is named by the kustomization', async t => {
  const named = [...manifest('kustomization').matchAll(/^ {2}- ([\w-]+\.yaml)$/gm)].map(match => match[1]!)
  const there = readdirSync(fileURLToPath(new URL('deploy/kubernetes/base', root)))
  t.same([...named, 'kustomization.yaml'].sort(), there.sort())
})
