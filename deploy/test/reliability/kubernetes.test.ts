/**
 * kubectl makes the manifests of deploy/kubernetes, and kubernetes-validate (PyPI) holds them against the schemas of Kubernetes. The
 * autoscaler's own kind, of KEDA, is in none of them: that it is made is all that is shown of it.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const FOLDER = fileURLToPath(new URL('../../kubernetes', import.meta.url))
const MANIFEST_COUNT = 20
const OLDEST = '1.28'

const made = (name: string): string => execFileSync('kubectl', ['kustomize', join(FOLDER, name)], { encoding: 'utf8' })
const kinds = (text: string): string[] => [...text.matchAll(/^kind: (\w+)$/gm)].map(match => match[1]!)

t.test('the base is valid, strictly, for the oldest and the newest Kubernetes', { timeout: 180_000 }, async t => {
  const folder = t.testdir({})
  const text = made('base')
  t.equal(kinds(text).length, MANIFEST_COUNT)
  const file = join(folder, 'all.yaml')
  writeFileSync(file, text)
  const at = (program: string): string => join(folder, 'python/bin', program)
  execFileSync('python3', ['-m', 'venv', join(folder, 'python')])
  execFileSync(at('pip'), ['install', '--quiet', '--disable-pip-version-check', 'kubernetes-validate==1.37.0'], {
    stdio: 'inherit',
  })
  for (const version of [[], ['--kubernetes-version', OLDEST]]) {
    const { status, stdout, stderr } = spawnSync(at('kubernetes-validate'), ['--strict', ...version, file], {
      encoding: 'utf8',
    })
    t.equal(status, 0, stdout + stderr)
    t.equal((stdout + stderr).match(/ passed for resource /g)?.length, MANIFEST_COUNT)
  }
})

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
