/**
 * kubectl makes the manifests of deploy/kubernetes, and kubernetes-validate (PyPI) holds them against the schemas of Kubernetes. The
 * autoscaler's own kind, of KEDA, is in none of them: that it is made is all that is shown of it.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const FOLDER = fileURLToPath(new URL('../../kubernetes', import.meta.url))
const MANIFEST_COUNT = 21
const OLDEST = '1.28'

const made = (name: string): string => execFileSync('kubectl', ['kustomize', join(FOLDER, name)], { encoding: 'utf8' })
const kinds = (text: string): string[] => [...text.matchAll(/^kind: (\w+)$/gm)].map(match => match[1]!)

/** A kustomization of the operator: one of ours, with the component of TLS. */
function madeWithTls(folder: string, name: string): string {
  const way = (name: string): string => relative(folder, join(FOLDER, name))
  const lines = [`resources: [${way(name)}]`, `components: [${way('tls')}]`]
  writeFileSync(join(folder, 'kustomization.yaml'), `${lines.join('\n')}\n`)
  return execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' })
}

t.test(
  'the base is valid, strictly, with TLS and without, for the oldest and the newest Kubernetes',
  { timeout: 180_000 },
  async t => {
    const folder = t.testdir({})
    const files = [made('base'), madeWithTls(folder, 'base')].map((text, i) => {
      t.equal(kinds(text).length, MANIFEST_COUNT)
      const file = join(folder, `all-${i}.yaml`)
      writeFileSync(file, text)
      return file
    })
    const at = (program: string): string => join(folder, 'python/bin', program)
    execFileSync('python3', ['-m', 'venv', join(folder, 'python')])
    execFileSync(at('pip'), ['install', '--quiet', '--disable-pip-version-check', 'kubernetes-validate==1.37.0'], {
      stdio: 'inherit',
    })
    for (const version of [[], ['--kubernetes-version', OLDEST]]) {
      const { status, stdout, stderr } = spawnSync(at('kubernetes-validate'), ['--strict', ...version, ...files], {
        encoding: 'utf8',
      })
      t.equal(status, 0, stdout + stderr)
      t.equal((stdout + stderr).match(/ passed for resource /g)?.length, MANIFEST_COUNT * files.length)
    }
  },
)

t.test('no container is privileged, and every one is bounded', async t => {
  const workloads = made('base')
    .split(/^---$/m)
    .filter(text => /^ +containers:$/m.test(text))
  t.equal(workloads.length, 5)
  for (const text of workloads) {
    for (const line of [
      'runAsNonRoot: true',
      'readOnlyRootFilesystem: true',
      'allowPrivilegeEscalation: false',
      'automountServiceAccountToken: false',
    ])
      t.match(text, line)
    t.match(text, /limits:\n +memory: \w+/)
  }
})

t.test('autoscaled is the base and the scale of nodes', async t => {
  t.same(
    kinds(made('autoscaled')).filter(kind => !kinds(made('base')).includes(kind)),
    ['ScaledObject'],
  )
})

t.test(
  'with the component of TLS all roles have their certificates, and Redis has no plain port',
  { timeout: 60_000 },
  t => {
    const text = madeWithTls(t.testdir({}), 'autoscaled')
    const workloads = text.split(/^---$/m).filter(part => /^ +containers:$/m.test(part))
    t.equal(workloads.length, 5)
    for (const workload of workloads) {
      const secret = /^kind: StatefulSet$/m.test(workload) ? 'redis-tls' : 'redis-client-tls'
      t.match(workload, /- mountPath: \/etc\/redis-tls\n +name: redis-tls\n +readOnly: true\n/)
      t.match(workload, new RegExp(`- name: redis-tls\\n +secret:\\n +secretName: ${secret}\\n`))
    }
    const redis = workloads.find(workload => /^kind: StatefulSet$/m.test(workload))!
    t.match(redis, '- /etc/redis/tls.conf\n')
    t.equal(redis.match(/--user health --pass none --no-auth-warning\s+--tls\s/g)?.length, 2)
    t.match(text, /^ {2}REDIS_TLS_CERT: \/etc\/redis-tls\/tls.crt$/m)
    t.match(text, /^ {4}port 0\n {4}tls-port 6379$/m)
    t.end()
  },
)
