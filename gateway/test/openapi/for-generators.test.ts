/** What makes a document of OpenAPI 3.1 one that generators of clients turn into code that compiles and reads well. */
import t from 'tap'
import { openApiDocument } from '../../openapi/document.ts'
import type { Json, JsonObject } from '../../openapi/schemas.ts'

const document = openApiDocument()
const components = document.components as Record<string, JsonObject>
const schemas = components.schemas as Record<string, JsonObject>

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every object of the document with its place, but for what stands in examples. */
function* nodes(value: Json | undefined, place = '#'): Generator<[place: string, node: JsonObject]> {
  if (Array.isArray(value)) for (const [i, part] of value.entries()) yield* nodes(part, `${place}/${i}`)
  if (!isObject(value)) return
  yield [place, value]
  for (const [key, part] of Object.entries(value)) {
    const isData = ['example', 'examples', 'enum', 'const'].includes(key) && !place.endsWith('/properties')
    if (!isData) yield* nodes(part, `${place}/${key}`)
  }
}
const all = [...nodes(document)]
const operations = Object.values(document.paths as Record<string, Record<string, JsonObject>>).flatMap(methods =>
  Object.values(methods),
)
const typesOf = ({ type }: JsonObject): Json[] => (Array.isArray(type) ? type : type === undefined ? [] : [type])

t.test('every chapter has a name of its own, and each operation stands in one', t => {
  const names = (document.tags as { name: string }[]).map(tag => tag.name)
  t.same([...new Set(names.map(name => name.toLowerCase()))].length, names.length)
  for (const { tags, operationId } of operations) t.equal((tags as Json[]).length, 1, String(operationId))
  t.notOk('webhooks' in document, 'generators put those into a second class of the same name, which does not compile')
  t.end()
})

t.test('operation ids are names that every language can make one of, and stay different in each', t => {
  const ids = operations.map(({ operationId }) => String(operationId))
  for (const id of ids) t.match(id, /^[a-z][a-z0-9]*(?:[.-][a-z0-9]+)*$/, id)
  const plain = ids.map(id => id.replaceAll(/[.-]/g, '').toLowerCase())
  t.equal(new Set(plain).size, plain.length)
  t.end()
})

t.test('every object with members has a name, and no name is made of a place or differs by case alone', t => {
  for (const [place, node] of all) {
    const isInline = typesOf(node).includes('object') && isObject(node.properties)
    if (isInline) t.match(place, /^#\/components\/schemas\/\w+$/, `${place} has no name`)
  }
  const names = Object.keys(schemas)
  for (const name of names) t.match(name, /^(?!.*(?:Inner|Response|AnyOf|OneOf))[A-Z][A-Za-z0-9]{2,49}$/, name)
  t.equal(new Set(names.map(name => name.toLowerCase())).size, names.length)
  // what languages have already
  for (const name of ['Error', 'Object', 'Request', 'Response', 'Date', 'Record', 'Map']) t.notOk(schemas[name], name)
  t.end()
})

t.test('no default is a keyword: it would be read as a member that is always there, or written as code', t => {
  for (const [place, node] of all) if ('default' in node && !/\/(?:properties|responses)$/.test(place)) t.fail(place)
  t.match(schemas.BaselineCompareOptions, {
    properties: { trend_analysis_periods: { description: /Default: 6\.$/ }, match_strategy: { description: /"id"/ } },
  })
  for (const [name, { required = [] }] of Object.entries(schemas)) {
    if (!name.endsWith('Options')) continue
    t.same(required, [], `${name}: every option may be left out`)
  }
  t.end()
})

t.test('forms of a union are of different types, or all have a name', t => {
  for (const [place, node] of all) {
    t.notOk('allOf' in node, `${place}: of models that are combined some generators lose one`)
    if (Array.isArray(node.anyOf))
      t.ok(
        node.anyOf.every(form => isObject(form) && '$ref' in form),
        `${place}: ${JSON.stringify(node.anyOf)}`,
      )
    if (!Array.isArray(node.oneOf)) continue
    const types = node.oneOf.flatMap(form => {
      const { $ref } = form as JsonObject
      return typesOf(typeof $ref === 'string' ? schemas[$ref.split('/').at(-1)!]! : (form as JsonObject))
    })
    t.equal(new Set(types).size, types.length, `${place}: ${JSON.stringify(types)}`)
    t.ok(types.length >= node.oneOf.length, `${place}: every form has a type`)
  }
  t.end()
})

t.test('an object without declared members says what it may have, and results have a type', t => {
  for (const [place, node] of all)
    if (typesOf(node).includes('object') && !isObject(node.properties))
      t.ok(node.additionalProperties === true || isObject(node.additionalProperties), place)
  const reply = (id: string): unknown => {
    const { responses } = operations.find(({ operationId }) => operationId === id)!
    return (responses as Record<string, { content: Record<string, { schema: unknown }> }>)[200]!.content[
      'application/json'
    ]!.schema
  }
  t.same(reply('analysis.cpm'), { $ref: '#/components/schemas/CPMResult' })
  t.same(reply('jobs.result'), { $ref: '#/components/schemas/AnalysisResult' })
  t.match(schemas.Job, { properties: { result: { $ref: '#/components/schemas/AnalysisResult' } } })
  t.end()
})

/** What the calls are for is files: generators that know one form of a body take the first. */
const FILES_FIRST = ['schedules.create', 'schedules.convert']

t.test(
  'the first form of a body and of a reply is the one with members, the others are a form of files, text and bytes',
  t => {
    const isOther = (type: string, media: unknown): boolean => {
      const { schema } = media as { schema?: JsonObject }
      return type === 'multipart/form-data' ? typeof schema?.$ref === 'string' : schema?.type === 'string'
    }
    for (const { requestBody, operationId } of operations) {
      if (!isObject(requestBody)) continue
      const forms = Object.entries(requestBody.content as JsonObject)
      const isFileFirst = FILES_FIRST.includes(String(operationId))
      t.equal(forms[0]![0], isFileFirst ? 'multipart/form-data' : 'application/json', String(operationId))
      for (const [type, media] of forms)
        t.ok(type === 'application/json' || isOther(type, media), `${operationId} ${type}`)
    }
    for (const { responses, operationId } of operations)
      for (const [status, reply] of Object.entries(responses as Record<string, JsonObject>)) {
        const forms = Object.entries(((status < '300' ? reply.content : undefined) ?? {}) as JsonObject)
        const others = forms.filter(([type]) => type !== 'application/json')
        if (others.length < forms.length) t.equal(forms[0]![0], 'application/json', `${operationId} ${status}`)
        for (const [type, media] of others) t.ok(isOther(type, media), `${operationId} ${status} ${type}`)
      }
    t.end()
  },
)

t.test('no component is there for nothing', t => {
  t.match(schemas.BaselineCompareRequest, {
    properties: {
      current_schedule: { $ref: '#/components/schemas/CurrentSchedule' },
      baseline_schedule: { $ref: '#/components/schemas/BaselineSchedule' },
      schedule_history: { items: { $ref: '#/components/schemas/Snapshot' } },
    },
  })
  const used = new Set(all.map(([, node]) => node.$ref))
  for (const kind of ['schemas', 'responses', 'parameters', 'headers'])
    for (const name of Object.keys(components[kind]!)) t.ok(used.has(`#/components/${kind}/${name}`), `${kind} ${name}`)
  t.end()
})
