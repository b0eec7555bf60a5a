/** The catalogue of tools as an agent reads it: what it says is true, and short enough to lie in a context. */
import t from 'tap'
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { analyses } from '../../../shared/endpoint/catalogue.ts'
import { REQUEST_EXAMPLES } from '../../../shared/endpoint/examples/requests.ts'
import { TASK_FIELDS } from '../../../shared/schedule/fields.ts'
import { AGENT_TOOLS, toolNamed } from '../../../shared/tools/agent-tools.ts'
import { toolListing } from '../../../shared/tools/listing.ts'
import { TASK_FIELDS_TOLD } from '../../../shared/tools/task-fields.ts'
import { TOOL_WORDS } from '../../../shared/tools/words.ts'
import { NO_LIMITS } from '../../bench/limits.ts'
import { readRequest } from '../../read/read-request.ts'
import type { Plain } from '../helpers/analyse.ts'
import { type Body, bodyOf, mapTasks, optionSchemas, project } from '../helpers/every-analysis.ts'
import { analysed, restOf } from './answered.ts'

/** A token of such text has four characters (o200k: 4.06); a list of 15,000 tokens. */
const LIST_CHARACTERS_MAX = 60_000
const DESCRIPTION_CHARACTERS_MAX = 700

t.test('the tools are the fourteen analyses, called as their rows say, in one order', async t => {
  t.equal(AGENT_TOOLS.length, 14)
  t.strictSame(
    AGENT_TOOLS.map(tool => [tool.name, tool.row.id]),
    analyses.map(row => [row.tool, row.id]),
  )
  for (const { name } of AGENT_TOOLS) {
    t.match(name, /^[A-Za-z0-9_.-]{1,128}$/)
    t.equal(toolNamed(name)?.name, name)
  }
  t.equal(toolNamed('health.score'), undefined)
  t.strictSame([...Object.keys(TOOL_WORDS)].sort(), analyses.map(row => row.id).sort())
  t.strictSame([...Object.keys(TASK_FIELDS_TOLD)].sort(), analyses.map(row => row.id).sort())
})

t.test('the list of all tools stays small', async t => {
  const characters = JSON.stringify(AGENT_TOOLS.map(toolListing)).length
  t.ok(characters <= LIST_CHARACTERS_MAX, `${characters} characters`)
})

t.test('every description names neighbours by names that exist, and says what it needs, returns and takes', async t => {
  const names = AGENT_TOOLS.map(({ name }) => name)
  const named = new Set<string>()
  for (const { name, description } of AGENT_TOOLS) {
    const others = description.match(/\b(?:health|analysis|forensics)_[a-z0-9_]+/g) ?? []
    t.strictSame(
      others.filter(other => !names.includes(other) || other === name),
      [],
      name,
    )
    t.ok(others.length >= 1, `${name} has a neighbour`)
    for (const other of others) named.add(other)
    t.match(description, /\? .* Needs .* Returns .* Up to 2,500 tasks/)
    t.ok(description.length <= DESCRIPTION_CHARACTERS_MAX, `${name}: ${description.length} characters`)
  }
  t.strictSame(
    names.filter(name => !named.has(name)),
    [],
    'the others lead to each tool',
  )
})

t.test('the tier of a tool stands in its description where not every tier may call it', async t => {
  for (const { name, row, description } of AGENT_TOOLS) {
    t.equal(description.includes('Tier Starter or higher.'), row.tier === 'starter', name)
  }
})

t.test('the members of data that a description promises are there', async t => {
  for (const { name, row } of AGENT_TOOLS) {
    const members = Object.keys((row.data as Plain).properties)
    const known = [...members, 'score', 'grade']
    const promised = TOOL_WORDS[row.id]!.returns.match(/[a-z]+(?:_[a-z]+)+/g) ?? []
    t.strictSame(
      promised.filter(word => !known.includes(word)),
      [],
      name,
    )
  }
})

t.test('a tool changes nothing and reaches nowhere', async t => {
  for (const { annotations, title } of AGENT_TOOLS) {
    t.strictSame(annotations, {
      title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    })
  }
})

const validators = new Map<string, Validator>(
  AGENT_TOOLS.map(({ name, inputSchema }) => [name, Compile(inputSchema as unknown as TSchema)]),
)

function eachSchema(value: Plain, see: (schema: Plain) => void): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) see(value)
  for (const [name, member] of Object.entries(value)) if (name !== 'examples') eachSchema(member, see)
}

t.test('an input schema is an object, refers to itself alone, and has no list of anything', async t => {
  for (const { name, inputSchema } of AGENT_TOOLS) {
    t.equal(inputSchema.type, 'object')
    eachSchema(inputSchema, schema => {
      if (typeof schema.$ref === 'string') t.equal(schema.$ref, '#/$defs/task', name)
      if (schema.type === 'array') t.type(schema.items, 'object', `${name}: ${JSON.stringify(schema)}`)
    })
  }
})

t.test('what an input schema has, the endpoint knows: no member is ignored, whatever it is called', async t => {
  for (const { name, row, inputSchema, request } of AGENT_TOOLS) {
    const members = Object.keys((inputSchema.properties as Plain) ?? {})
    const known = Object.keys((request as Plain).properties)
    t.strictSame(
      members.filter(member => !known.includes(member)),
      [],
      name,
    )
    const options = Object.keys((inputSchema.properties as Plain).options?.properties ?? {})
    const knownOptions = Object.keys(optionSchemas(row)).map(option => option.split('.')[0])
    t.strictSame(
      options.filter(option => !knownOptions.includes(option)),
      [],
      name,
    )
    const fields = TASK_FIELDS.map(field => field.name)
    const shown = Object.keys((inputSchema.$defs as Plain).task.properties)
    t.strictSame(
      shown.filter(field => !fields.includes(field)),
      [],
      name,
    )
    t.strictSame(shown.slice(1).sort(), [...(TASK_FIELDS_TOLD[row.id] as string[])].sort(), name)
  }
})

t.test('the example of a tool fits its schema, is accepted, and every member of it is read', async t => {
  for (const { name, inputSchema, request, row } of AGENT_TOOLS) {
    const [example] = inputSchema.examples as [object]
    t.strictSame([...validators.get(name)!.Errors(example)], [], name)
    const input = readRequest(
      { request, input: row.input },
      Buffer.from(JSON.stringify(example)),
      'application/json',
      NO_LIMITS,
    )
    if (!('schedules' in input)) t.fail(`${name} refuses its example`, { input })
    else t.strictSame(input.ignoredFields, [], name)
    t.ok(restOf(analysed(row, example)).length > 0)
  }
})

t.test('the example requests of the interface fit the input schemas but for links as objects', async t => {
  for (const { name, row } of AGENT_TOOLS) {
    const text = JSON.stringify(REQUEST_EXAMPLES[row.id], (key, value) =>
      key === 'predecessors' ? value.map((link: Plain) => link.task_id ?? link) : value,
    )
    t.strictSame([...validators.get(name)!.Errors(JSON.parse(text))], [], name)
  }
})

t.test('arguments that a schema refuses the endpoint refuses too: no member says less than it has', async t => {
  for (const { name, inputSchema } of AGENT_TOOLS) {
    for (const member of inputSchema.required as string[]) {
      const [example] = inputSchema.examples as [Body]
      t.notOk(validators.get(name)!.Check({ ...example, [member]: undefined }), `${name} without ${member}`)
    }
  }
})

t.test('the fields that a tool does not tell of change nothing while those it tells of are there', async t => {
  const whole = project(7, 200)
  const resultOf = (row: (typeof AGENT_TOOLS)[number]['row'], body: Body): string => {
    const { metadata: _, ...rest } = JSON.parse(restOf(analysed(row, body)).toString())
    return JSON.stringify(rest)
  }
  for (const { name, row } of AGENT_TOOLS) {
    const told = new Set(['id', ...TASK_FIELDS_TOLD[row.id]!])
    const less = mapTasks(whole, tasks =>
      tasks.map(task => Object.fromEntries(Object.entries(task).filter(([field]) => told.has(field))) as typeof task),
    )
    t.ok(resultOf(row, bodyOf(row, less)) === resultOf(row, bodyOf(row, whole)), name)
  }
})
