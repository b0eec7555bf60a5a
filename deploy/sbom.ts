/**
 * `npm run sbom`: the bill of materials in the form of CycloneDX, on standard output, the same bytes for the same lock file: what is run
 * (nothing for development), as the tool of CycloneDX reads it, and the page of /docs, which is kept here as a copy. (`npm sbom` leaves out
 * what a package for development uses, too, as ioredis.)
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const TOOL = '@cyclonedx/cyclonedx-npm@6.0.1'
const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))
const read = (path: string): string => readFileSync(at(path), 'utf8')

interface Component {
  name: string
  'bom-ref': string
  purl?: string
}

interface Bom {
  metadata: { component: Component }
  components: object[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

function ofTheLockFile(): Bom {
  const words = ['exec', '--yes', `--package=${TOOL}`, '--', 'cyclonedx-npm']
  const options = ['--package-lock-only', '--omit', 'dev', '--output-reproducible', '--of', 'JSON']
  const text = execFileSync('npm', [...words, ...options], {
    cwd: at('.'),
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    // npm's own warnings would stand among ours
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return JSON.parse(text)
}

/** The files under gateway/docs/vendor, whose README names their version. */
function docsPage(): Component {
  const version = /swagger-ui-dist[^\d]*(\d+\.\d+\.\d+)/.exec(read('gateway/docs/vendor/swagger-ui/README.md'))?.[1]
  if (version === undefined) throw new Error('gateway/docs/vendor/swagger-ui/README.md names no version')
  const purl = `pkg:npm/swagger-ui-dist@${version}`
  const facts = { type: 'library', version, scope: 'required', licenses: [{ license: { id: 'Apache-2.0' } }] }
  return { ...facts, name: 'swagger-ui-dist', 'bom-ref': purl, purl }
}

const bom = ofTheLockFile()
const page = docsPage()
bom.components.push(page)
bom.dependencies.find(({ ref }) => ref === bom.metadata.component['bom-ref'])?.dependsOn.push(page['bom-ref'])
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`)
