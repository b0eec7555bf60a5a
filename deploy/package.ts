/**
 * `npm run package -- --out FOLDER`: what could be published, as files. The npm package of the command line and the library is made of what is here; the clients
 * are built by the tools that their own folders name, which are fetched (`--without-clients` leaves them out). Nothing is published.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { bundlePackage } from '../shared/platform/process/engine-bundle.ts'

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))
/** Without what `npm run` adds, which would lead an inner npm to this folder. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_OPTIONS$|^QUICK_BUNDLES$/.test(name)),
)

function run(folder: string, command: string, ...args: readonly string[]): void {
  const { status, stderr, stdout, error } = spawnSync(command, args, { cwd: folder, env, encoding: 'utf8' })
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? (`${stdout}${stderr}`.trim() || status)}`)
}

async function library(scratch: string, out: string): Promise<void> {
  const folder = join(scratch, 'library')
  cpSync(at('compute/library/npm'), folder, { recursive: true })
  const cli = join(folder, 'dist/cli/main.cjs')
  mkdirSync(join(folder, 'dist/cli'), { recursive: true })
  await bundlePackage(join(folder, 'dist'))
  cpSync(join(folder, 'main.cjs'), cli)
  chmodSync(cli, 0o755)
  cpSync(join(folder, 'index.d.mts'), join(folder, 'dist/index.d.mts'))
  run(folder, 'npm', 'pack', '--ignore-scripts', '--pack-destination', out)
}

/** A copy of a client beside the document that its types are made of. */
function clientCopy(scratch: string, name: string): string {
  const folder = join(scratch, name)
  cpSync(at(`gateway/clients/${name}`), folder, { recursive: true })
  const program = `import { openApiDocument } from ${JSON.stringify(at('gateway/openapi/document.ts'))}; console.log(JSON.stringify(openApiDocument()))`
  const args = ['--input-type=module', '--eval', program]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (status !== 0) throw new Error(`the OpenAPI document could not be made: ${stderr}`)
  writeFileSync(join(folder, 'openapi.json'), stdout)
  return folder
}

function typescriptClient(scratch: string, out: string): void {
  const folder = clientCopy(scratch, 'typescript')
  run(folder, 'npm', 'install', '--no-audit', '--no-fund')
  run(folder, 'npm', 'pack', '--pack-destination', out)
}

function pythonClient(scratch: string, out: string): void {
  const folder = clientCopy(scratch, 'python')
  const program = (name: string): string => join(folder, '.venv/bin', name)
  run(folder, 'python3', '-m', 'venv', '.venv')
  run(folder, program('pip'), 'install', '-q', 'build==1.3.0')
  run(folder, program('python'), '-m', 'build', '--outdir', out)
}

const { values } = parseArgs({
  options: { out: { type: 'string' }, 'without-clients': { type: 'boolean', default: false } },
})
if (values.out === undefined) {
  process.stderr.write('npm run package -- --out FOLDER [--without-clients]\n')
  process.exit(2)
}
// npm runs a script in the folder of the package, not in that of the caller
const out = resolve(process.env.INIT_CWD ?? '.', values.out)
mkdirSync(out, { recursive: true })
const scratch = mkdtempSync(join(tmpdir(), 'package-'))
try {
  const makers = values['without-clients'] ? [library] : [library, typescriptClient, pythonClient]
  for (const make of makers) await make(scratch, out)
  for (const name of readdirSync(out)) console.log(join(out, name))
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
