/** `npm run sbom` names everything that is run, and nothing that only develops (the registry of npm is asked for the tool). */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const root = fileURLToPath(new URL('../../..', import.meta.url))

t.test('the bill of materials', { timeout: 120_000 }, async t => {
  const bom = JSON.parse(
    execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }),
  )
  const { name, version, dependencies, devDependencies } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
  t.same([bom.bomFormat, bom.metadata.component.name, bom.metadata.component.version], ['CycloneDX', name, version])
  const purls = (bom.components as { purl: string; licenses?: unknown }[]).map(({ purl }) => purl)
  const lock = JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8')).packages
  for (const each of Object.keys(dependencies)) {
    const { name: repacked = each, version } = lock[`node_modules/${each}`]
    const found = purls.some(purl => decodeURIComponent(purl).startsWith(`pkg:npm/${repacked}@${version}`))
    t.ok(found, `${repacked}@${version}`)
  }
  // some are peers of what is run
  for (const each of Object.keys(devDependencies).filter(name => lock[`node_modules/${name}`].dev === true))
    t.notOk(
      purls.some(purl => decodeURIComponent(purl).startsWith(`pkg:npm/${each}@`)),
      `not ${each}`,
    )
  t.ok(purls.some(purl => purl.startsWith('pkg:npm/swagger-ui-dist@')))
  const own = bom.dependencies.find(({ ref }: { ref: string }) => ref === bom.metadata.component['bom-ref'])
  t.equal(own.dependsOn.length, Object.keys(dependencies).length + 1)
})
