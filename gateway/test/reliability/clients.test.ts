/**
 * Clients as users generate them from /openapi.json: each compiles, and runs a call, a job, an error, a comparison, an upload and a download. The generators are
 * installed by this file into a folder that is removed at its end; one whose language is not on this machine is skipped and says so.
 */
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { UPDATE } from '../../../compute/test/cli/sis.ts'
import { FILE_MEDIA_TYPES } from '../../../shared/contract/schedule/file-formats.ts'
import { startNode } from '../helpers/jobs.ts'
import { startService } from '../helpers/service.ts'
import { runCommand } from './helpers/run-command.ts'

t.setTimeout(1_200_000)

const root = fileURLToPath(new URL('../../..', import.meta.url))
const programs = fileURLToPath(new URL('./clients/', import.meta.url))
const lint = join(root, 'gateway/openapi/lint')
const scratch = mkdtempSync(join(tmpdir(), 'clients-'))
t.teardown(() => rmSync(scratch, { recursive: true, force: true }))

const VERSIONS = {
  npm: ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', '@redocly/cli@2.77.0', '@stoplight/spectral-cli@6.16.3'],
  pip: ['openapi-generator-cli==7.26.0', 'openapi-python-client==0.29.1', 'ruff'],
}

/** What every program prints. */
const EXPECTED = {
  days: 8,
  path: ['A', 'B'],
  late: [3, 8, 8],
  job: ['completed', 8],
  refused: [422, 'validation', ['body', 'status_date']],
  pairs: 3,
  endpoint: '/api/v1/forensics/baseline-compare',
  // tasks of the uploaded file, and pairs of it with itself by its name
  kept: [19, 19],
  csv: 'id',
}

/** It knows no other type of a file than this one. */
const PYTHON_CLIENT_SETTINGS = `package_name_override: schedules
project_name_override: schedules
content_type_overrides:
${Object.values(FILE_MEDIA_TYPES)
  .map(type => `  ${type}: application/octet-stream`)
  .join('\n')}
`

// the variables of `npm run` would lead an inner npm to this folder
const env = Object.fromEntries(
  Object.entries({
    ...process.env,
    PATH: `${join(process.execPath, '..')}:${process.env.PATH}`,
    GOFLAGS: '-mod=mod',
  }).filter(
    ([name]) => !/^npm_(package|lifecycle|command|config_local_prefix|config_prefix)|^TAP|^NODE_OPTIONS/.test(name),
  ),
)

const run = (cwd: string, command: string, ...args: readonly string[]) => runCommand(cwd, env, command, ...args)

const missing = (...commands: readonly (readonly [string, string])[]): string | undefined => {
  const absent = commands.filter(([command, flag]) => spawnSync(command, [flag], { env }).status !== 0)
  return absent.length === 0 ? undefined : `${absent.map(([command]) => command).join(' and ')} is not on this machine`
}
const noJava = missing(['java', '-version'], ['python3', '--version'])
const noPython = missing(['python3', '--version'])
const noGo = noJava ?? missing(['go', 'version'])

const service = await startService(t)
await startNode(t, service)
const key = await service.key('enterprise')
const document = join(scratch, 'openapi.json')
writeFileSync(document, (await service.call('/openapi.json')).bytes)

const folder = (name: string): string => {
  const path = join(scratch, name)
  mkdirSync(path, { recursive: true })
  return path
}
const npmTool = (name: string): string => join(scratch, 'node_modules/.bin', name)
const pipTool = (name: string): string => join(scratch, 'python/bin', name)

writeFileSync(join(scratch, 'package.json'), '{"private":true,"type":"module"}')
await run(scratch, 'npm', 'i', '--no-audit', '--no-fund', '--ignore-scripts', ...VERSIONS.npm)
if (noPython === undefined) {
  await run(scratch, 'python3', '-m', 'venv', 'python')
  await run(scratch, pipTool('pip'), 'install', '-q', ...VERSIONS.pip)
}

/** openapi-generator, whose jar comes with its package of Python. */
async function generate(language: string, into: string, ...properties: readonly string[]): Promise<string> {
  const library = readdirSync(join(scratch, 'python/lib'))[0]!
  const jar = join(scratch, 'python/lib', library, 'site-packages/openapi_generator_cli/openapi-generator.jar')
  return run(scratch, 'java', '-jar', jar, 'generate', '-i', document, '-g', language, '-o', into, ...properties)
}

/** Compiles a program in a folder with the strictest checks a user may have, and runs it. */
async function runTypeScript(cwd: string, program: string): Promise<string> {
  copyFileSync(join(programs, program), join(cwd, 'program.ts'))
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: program === 'openapi-typescript.txt',
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: 'nodenext',
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    outDir: 'out',
  }
  writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }))
  await run(cwd, join(root, 'node_modules/.bin/tsc'), '-p', '.')
  return run(cwd, process.execPath, 'out/program.js', service.url, key, UPDATE)
}

const checkPrinted = (t: Test, printed: string): void => {
  t.same(JSON.parse(printed), EXPECTED)
}

t.test('openapi-typescript: the types compile, and a client with them is understood', async t => {
  const cwd = folder('openapi-typescript')
  await run(scratch, npmTool('openapi-typescript'), document, '-o', join(cwd, 'schema.d.ts'))
  checkPrinted(t, await runTypeScript(cwd, 'openapi-typescript.txt'))
})

t.test(
  'openapi-generator, typescript-fetch: the client compiles and is understood',
  { skip: noJava ?? false },
  async t => {
    const cwd = folder('typescript-fetch')
    // else it imports the models of forms and does not make them
    const isWhole = ['--global-property', 'skipFormModel=false']
    const log = await generate('typescript-fetch', join(cwd, 'client'), '-p', 'importFileExtension=.js', ...isWhole)
    t.notMatch(log, /FILEPATH_COLLISION|cannot be used as a model name/)
    checkPrinted(t, await runTypeScript(cwd, 'typescript-fetch.txt'))
  },
)

t.test('openapi-generator, python: the client installs and is understood', { skip: noJava ?? false }, async t => {
  const cwd = folder('openapi-generator-python')
  await generate('python', join(cwd, 'client'), '-p', 'packageName=schedules')
  await run(cwd, 'python3', '-m', 'venv', 'v')
  await run(cwd, 'v/bin/pip', 'install', '-q', './client')
  await run(cwd, 'v/bin/python', '-m', 'compileall', '-q', 'client/schedules')
  checkPrinted(t, await run(cwd, 'v/bin/python', join(programs, 'openapi-generator.py'), service.url, key, UPDATE))
})

t.test('openapi-generator, go: the client compiles and is understood', { skip: noGo ?? false }, async t => {
  const cwd = folder('go')
  const names = ['--git-host', 'example.com', '--git-user-id', 'acme', '--git-repo-id', 'schedules']
  await generate('go', join(cwd, 'client'), '-p', 'packageName=schedules', ...names)
  await run(join(cwd, 'client'), 'go', 'build', './...')
  mkdirSync(join(cwd, 'program'))
  copyFileSync(join(programs, 'openapi-generator.go'), join(cwd, 'program/main.go'))
  writeFileSync(
    join(cwd, 'program/go.mod'),
    'module example.com/acme/program\n\ngo 1.23\n\nrequire example.com/acme/schedules v0.0.0\n\nreplace example.com/acme/schedules => ../client\n',
  )
  checkPrinted(t, await run(join(cwd, 'program'), 'go', 'run', '.', service.url, key, UPDATE))
})

t.test(
  'openapi-python-client: the client installs without a warning and is understood',
  { skip: noPython ?? false },
  async t => {
    const cwd = folder('openapi-python-client')
    writeFileSync(join(cwd, 'config.yml'), PYTHON_CLIENT_SETTINGS)
    env.PATH = `${join(scratch, 'python/bin')}:${env.PATH}`
    const log = await run(
      cwd,
      pipTool('openapi-python-client'),
      'generate',
      '--path',
      document,
      '--config',
      'config.yml',
      '--output-path',
      'client',
    )
    t.notMatch(log, /WARNING|ERROR|Unable/)
    await run(cwd, 'python3', '-m', 'venv', 'v')
    await run(cwd, 'v/bin/pip', 'install', '-q', './client')
    checkPrinted(
      t,
      await run(cwd, 'v/bin/python', join(programs, 'openapi-python-client.py'), service.url, key, UPDATE),
    )
  },
)

t.test('redocly and spectral have nothing to say', async t => {
  t.ok(existsSync(join(lint, 'redocly.yaml')))
  const redocly = await run(
    scratch,
    npmTool('redocly'),
    'lint',
    document,
    '--config',
    join(lint, 'redocly.yaml'),
    '--format',
    'json',
  )
  t.same(JSON.parse(redocly.slice(redocly.indexOf('{'))).totals, { errors: 0, warnings: 0, ignored: 0 })
  // it takes absolute addresses alone, where OpenAPI allows relative ones: https://github.com/stoplightio/spectral/issues/2635
  const absolute = join(scratch, 'absolute.json')
  const { url } = JSON.parse(readFileSync(document, 'utf8')).externalDocs
  t.equal((await service.call(`/${url}`)).status, 200, url)
  writeFileSync(
    absolute,
    JSON.stringify(JSON.parse(readFileSync(document, 'utf8')), (name, value) =>
      name === 'externalDocs' ? { ...value, url: new URL(value.url, `${service.url}/openapi.json`) } : value,
    ),
  )
  // a severity of hint and above makes it fail
  await run(
    scratch,
    npmTool('spectral'),
    'lint',
    absolute,
    '--ruleset',
    join(lint, 'spectral.yaml'),
    '--fail-severity',
    'hint',
  )
  t.pass('spectral')
})
