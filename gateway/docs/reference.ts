/**
 * A short page for each endpoint at /docs/{operation}.html, and a list of all at /docs/reference.html: what it does, what it takes, what it answers, one call of
 * it. Made of the document of the interface, and read without scripts.
 */
import { chapterSlug } from '../../shared/contract/endpoint/chapters.ts'
import { once } from '../../shared/platform/once.ts'
import { htmlText as text } from '../call/answers.ts'
import { servedDocument } from '../openapi/document.ts'
import type { Json, JsonObject } from '../openapi/schemas.ts'
import { assetUrl } from './assets.ts'

const REFERENCE_LIST = 'reference.html'

interface Operation {
  readonly path: string
  readonly method: string
  readonly id: string
  readonly body: JsonObject
}

const object = (value: Json | undefined): JsonObject => (value ?? {}) as JsonObject
const list = (value: Json | undefined): readonly JsonObject[] => (value ?? []) as unknown as readonly JsonObject[]
const words = (value: Json | undefined): string => (value === undefined ? '' : String(value))

/** What a reference leads to, else the thing itself. */
function resolved(value: Json | undefined): JsonObject {
  const { $ref } = object(value)
  if ($ref === undefined) return object(value)
  const [, , kind = '', name = ''] = String($ref).split('/')
  return object(object(object(servedDocument().components)[kind])[name])
}

const operations = once((): ReadonlyMap<string, Operation> => {
  const all = Object.entries(object(servedDocument().paths)).flatMap(([path, item]) =>
    Object.entries(object(item)).map(([method, body]) => ({
      path,
      method: method.toUpperCase(),
      id: words(object(body).operationId),
      body: object(body),
    })),
  )
  return new Map(all.filter(({ id, body }) => id !== '' && body.deprecated !== true).map(each => [each.id, each]))
})

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const cells = (row: readonly string[], tag: string): string => row.map(cell => `<${tag}>${cell}</${tag}>`).join('')
  const lines = rows.map(row => `<tr>${cells(row, 'td')}</tr>`).join('\n')
  return rows.length === 0
    ? ''
    : `<table><thead><tr>${cells(head, 'th')}</tr></thead><tbody>\n${lines}\n</tbody></table>`
}

const code = (words: string): string => `<code>${text(words)}</code>`

function typeOf(schema: JsonObject): string {
  const { $ref, type, items, enum: values, anyOf } = schema
  if ($ref !== undefined) return String($ref).split('/').at(-1)!
  if (Array.isArray(values)) return values.map(value => JSON.stringify(value)).join(', ')
  if (type === 'array') return `list of ${typeOf(object(items))}`
  if (Array.isArray(anyOf)) return anyOf.map(each => typeOf(object(each))).join(' or ')
  return Array.isArray(type) ? type.join(' or ') : words(type)
}

/** Members of an object, of one level: what lies below has its own name in the document. */
function membersOf(schema: JsonObject): string {
  const required = (schema.required ?? []) as readonly Json[]
  const rows = Object.entries(object(schema.properties)).map(([name, value]) => [
    code(name) + (required.includes(name) ? '' : ' (optional)'),
    text(typeOf(object(value))),
    text(words(object(value).description ?? resolved(value).description)),
  ])
  return table(['member', 'type', 'meaning'], rows)
}

const jsonOf = (value: Json | undefined): JsonObject => object(object(resolved(value).content)['application/json'])

const EXAMPLE_LENGTH_MAX = 1_500

/** A value that fits, as the schema names one, else its name in capitals in its place; of an object what it must have. */
function sampleOf(schema: JsonObject, name = ''): Json {
  const { examples, enum: values, const: fixed, properties, required, format } = resolved(schema)
  if (Array.isArray(examples)) return examples[0] as Json
  if (Array.isArray(values)) return values[0] as Json
  if (fixed !== undefined) return fixed
  if (properties === undefined) return format === 'date-time' ? '2026-05-18T00:00:00Z' : name.toUpperCase()
  const needed = (required ?? []) as readonly string[]
  return Object.fromEntries(needed.map(each => [each, sampleOf(object(object(properties)[each]), each)]))
}

/** The sandbox has a body for each analysis, and a file. */
const SANDBOX = '/api/v1/sandbox/fixtures'

/** What is sent, and the lines before the call that fetch it. */
function sentBy({ id, body }: Operation, keys: string): readonly [before: string, sent: string] {
  const { example, schema } = jsonOf(body.requestBody)
  const form = object(object(object(resolved(body.requestBody).content)['multipart/form-data']).schema)
  const asJson = (sent: string): string => ` -H 'content-type: application/json' -d ${sent}`
  const quoted = (value: Json): string => asJson(`'${JSON.stringify(value).replaceAll("'", "'\\''")}'`)
  if (example !== undefined && JSON.stringify(example).length > EXAMPLE_LENGTH_MAX) {
    const analysis = id.replace(/\.async$/, '')
    return [
      `curl -s "$URL${SANDBOX}/footbridge?analysis=${analysis}"${keys} -o request.json\n`,
      asJson('@request.json'),
    ]
  }
  if (example !== undefined) return ['', quoted(example)]
  if (object(resolved(form).properties).content !== undefined) return ['', ' -F content=@package.zip']
  if (Object.keys(form).length > 0)
    return [`curl -s "$URL${SANDBOX}/update.xer"${keys} -o update.xer\n`, ' -F schedule=@update.xer']
  return ['', schema === undefined ? '' : quoted(sampleOf(object(schema)))]
}

/** A call that can be pasted where URL and KEY are set; parameters of the path stand in it by their names in capitals. */
function callLine(operation: Operation): string {
  const { path, method, body } = operation
  const keys = list(body.security).length > 0 ? ` -H "x-api-key: $KEY"` : ''
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)
  const [before, sent] = sentBy(operation, keys)
  return `${before}curl -s${method === 'GET' ? '' : ` -X ${method}`} "$URL${address}"${keys}${sent}`
}

function describe(operation: Operation): string {
  const { path, method, body } = operation
  const [chapter = ''] = (body.tags ?? []) as readonly string[]
  const parameters = list(body.parameters).map(each => {
    const { name, in: place, required, description, schema } = resolved(each as Json)
    return [
      code(words(name)) + (required === true ? '' : ' (optional)'),
      text(`${words(place)}, ${typeOf(object(schema))}`),
      text(words(description)),
    ]
  })
  const request = jsonOf(body.requestBody).schema
  const otherTypes = Object.keys(object(resolved(body.requestBody).content)).filter(type => type !== 'application/json')
  const replies = Object.entries(object(body.responses)).map(([status, reply]) => {
    const schema = object(jsonOf(reply).schema)
    return [status, text(words(resolved(reply).description)), text(typeOf(schema))]
  })
  const methods = object(body.externalDocs).url
  return [
    `<h1>${text(words(body.summary))}</h1>`,
    `<p>${code(`${method} ${path}`)}</p>`,
    body.description === undefined ? '' : `<p>${text(words(body.description))}</p>`,
    methods === undefined ? '' : `<p><a href="../${text(words(methods))}">How its figures are computed</a></p>`,
    `<h2>A call</h2><pre><code>${text(callLine(operation))}</code></pre>`,
    parameters.length === 0 ? '' : `<h2>Parameters</h2>${table(['name', 'place and type', 'meaning'], parameters)}`,
    request === undefined ? '' : `<h2>Body</h2>${membersOf(resolved(request))}`,
    otherTypes.length === 0 ? '' : `<p>Also: ${otherTypes.map(code).join(', ')}</p>`,
    `<h2>Replies</h2>${table(['status', 'when', 'JSON'], replies)}`,
    `<p><a href="../openapi.json?chapter=${chapterSlug(chapter)}">All of ${text(chapter)} as OpenAPI</a></p>`,
  ]
    .filter(Boolean)
    .join('\n')
}

function listOfAll(): string {
  const rows = [...operations().values()].map(({ id, path, method, body }) => [
    `<a href="${id}.html">${code(`${method} ${path}`)}</a>`,
    text(words(body.summary)),
    text(words(((body.tags ?? []) as readonly Json[])[0])),
  ])
  return `<h1>Endpoints</h1>${table(['endpoint', 'what it does', 'chapter'], rows)}`
}

const shown = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="../${assetUrl('page.css')}">
</head>
<body>
<header class="bar"><a href="${REFERENCE_LIST}">Endpoints</a> <a href="../docs">Try them</a> <a href="methods">Methods</a></header>
<main id="plain">
${content}
</main>
</body>
</html>
`

/** The page of that name in /docs; undefined: no endpoint is called so. */
export function referencePage(name: string): string | undefined {
  if (name === REFERENCE_LIST) return shown('Endpoints', listOfAll())
  const operation = operations().get(name.replace(/\.html$/, ''))
  return operation === undefined ? undefined : shown(words(operation.body.summary), describe(operation))
}
