/** Both clients know every analysis, by its id, path and options: a new analysis or option cannot be forgotten in one of them. */
import { execFile } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { analyses } from '../../../shared/contract/analysis/analyses.ts'
import { JOB_STATES } from '../../../shared/contract/job-states.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { openApiDocument } from '../../openapi/document.ts'
import { clientFolder } from './examples.ts'
import { HAS_PYTHON, pythonPackage } from './python.ts'

interface Schema {
  readonly $ref?: string
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
}
type PostPaths = Readonly<
  Record<
    string,
    { readonly post?: { readonly requestBody?: { readonly content: Record<string, { schema: Schema }> } } }
  >
>

const document = openApiDocument() as unknown as {
  readonly paths: PostPaths
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}
const ids: readonly string[] = analyses.map(({ id }) => id)
const pythonFile = (file: string): string =>
  readFileSync(`${clientFolder('python')}src/schedule_intelligence/${file}`, 'utf8')

/** Members of an object by name, those of every variant together. */
function membersOf(schema: Schema): Map<string, Schema> {
  const { $ref, allOf = [], anyOf = [], oneOf = [], properties = {} } = schema
  const named = $ref === undefined ? [] : [document.components.schemas[$ref.split('/').at(-1)!]!]
  const parts = [...named, ...allOf, ...anyOf, ...oneOf].flatMap(part => [...membersOf(part)])
  return new Map([...parts, ...Object.entries(properties)])
}

const namesOf = (schema: Schema | undefined): string[] => [...membersOf(schema ?? {}).keys()].sort()
const typeOf = (names: readonly string[]): string => `{ ${names.map(name => `'${name}'?: unknown`).join('; ')} }`

/** The part of openapi-typescript's output that analyses.ts reads. */
function apiText(): string {
  const lines = Object.entries(document.paths).flatMap(([path, { post }]) => {
    const schema = post?.requestBody?.content['application/json']?.schema
    if (schema === undefined) return []
    const members = membersOf(schema)
    const names = [...members.keys()].filter(name => name !== 'options')
    const body = `${typeOf(names)} & { options?: ${typeOf(namesOf(members.get('options')))} }`
    const reply = "{ 200: { content: { 'application/json': { data: unknown } } } }"
    return [`'${path}': { post: { requestBody: { content: { 'application/json': ${body} } }; responses: ${reply} } }`]
  })
  return `export interface paths {\n${lines.join('\n')}\n}\n`
}

/** A program that names each of the analyses with its options, from the rows. */
function programText(rows: readonly (typeof analyses)[number][]): string {
  const options = rows.map(({ id, request }) => {
    const names = namesOf(membersOf(request as Schema).get('options'))
    return `'${id}': { ${names.map(name => `'${name}': true`).join(', ')} }`
  })
  return `import type { Analysis, AnalysisBody, AnalysisResult } from './analyses.ts'
type OptionsOf<Id extends Analysis> = AnalysisBody<Id> extends { options?: infer Options } ? NonNullable<Options> : never
export const options: { [Id in Analysis]: Record<keyof OptionsOf<Id>, true> } = { ${options.join(', ')} }
export const dataOf = <Id extends Analysis>(result: AnalysisResult<Id>): unknown => (result as { data: unknown }).data
`
}

const skip = HAS_PYTHON ? false : 'python3 is not on this machine'

t.test('the Python client has the types of each analysis, and of each state of a job', { skip }, async t => {
  const folder = pythonPackage(t)
  const models = readFileSync(join(folder, 'schedule_intelligence/models.py'), 'utf8')
  const typed = readFileSync(join(folder, 'schedule_intelligence/typed.pyi'), 'utf8')
  const literals = (name: string): string[] => {
    const [, list = ''] = new RegExp(`^${name} = Literal\\[([^\\]]*)\\]`, 'm').exec(models) ?? []
    return [...list.matchAll(/'([^']+)'/g)].map(match => match[1]!)
  }
  t.same(literals('Analysis'), ids)
  t.same(literals('JobStatus'), JOB_STATES)
  for (const method of ['analyse', 'analyse_files', 'submit', 'submit_files'])
    for (const id of ids)
      t.equal(
        typed.match(new RegExp(`def ${method}\\(self, analysis: Literal\\['${id}'\\], `, 'g'))?.length,
        2,
        `${method} ${id}`,
      )
  for (const [name, { properties = {} }] of Object.entries(document.components.schemas)) {
    if (name.endsWith('Form')) continue
    t.match(models, new RegExp(`^(?:class )?${name}(?:\\(TypedDict\\)| = TypedDict|: TypeAlias)`, 'm'), name)
    for (const member of Object.keys(properties)) t.ok(models.includes(member), `${name}.${member}`)
  }
})

t.test('both clients make the path of an analysis from its id', async t => {
  const { pathOf } = await import(join(clientFolder('typescript'), 'src/analyses.ts'))
  for (const { id, path } of analyses) t.equal(pathOf(id), path)
  t.match(pythonFile('calls.py'), `return f"/api/v1/{analysis.replace('.', '/')}"`)
})

t.test('the TypeScript client has the type of each analysis with its options, and of no other path', async t => {
  const folder = dataFolder(t)
  const file = (name: string, text: string): void => writeFileSync(join(folder, name), text)
  copyFileSync(join(clientFolder('typescript'), 'src/analyses.ts'), join(folder, 'analyses.ts'))
  file('api.ts', apiText())
  file('whole.ts', programText(analyses))
  file('forgotten.ts', programText(analyses.slice(1)))
  const compilerOptions = {
    ...{ target: 'es2022', module: 'nodenext', strict: true, noEmit: true },
    ...{ allowImportingTsExtensions: true, types: [] },
  }
  file('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  const compiler = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url))
  const output = await new Promise<string>(resolve =>
    execFile(process.execPath, [compiler, '-p', folder], { cwd: folder }, (_, stdout) => resolve(stdout)),
  )
  t.notMatch(output, /whole\.ts|api\.ts|analyses\.ts/)
  t.match(output, /forgotten\.ts.*'?"?health\.score/)
})
