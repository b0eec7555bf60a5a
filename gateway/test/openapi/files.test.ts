/**
 * What the document says of files is what the service does: every form of a body that it declares is taken, and it declares all; every form of
 * a reply comes as it is declared; and the name of a kept schedule is a body by the schema wherever the service takes it as one.
 */
import { readFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import { Compile } from 'typebox/schema'
import { UPDATE } from '../../../compute/test/cli/sis.ts'
import { analyses } from '../../../shared/contract/analysis/analyses.ts'
import { PACKAGE_MEDIA_TYPES } from '../../../shared/contract/endpoint/deliverable-formats.ts'
import { FILE_MEDIA_TYPES } from '../../../shared/contract/schedule/file-formats.ts'
import { startService } from '../helpers/service.ts'

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly items?: Schema
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
}
type Content = Readonly<Record<string, { readonly schema: Schema }>>
interface Operation {
  readonly operationId: string
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}
interface Document {
  readonly info: { readonly description: string }
  readonly paths: Readonly<Record<string, { readonly post?: Operation }>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const service = await startService(t, { WORKER_THREADS: '2' })
const key = await service.key('government')
const file = readFileSync(UPDATE)
const document = (await service.call('/openapi.json')).json as Document
const FORM = 'multipart/form-data'
const BARE = [...Object.values(FILE_MEDIA_TYPES), 'application/octet-stream']

const posts = Object.entries(document.paths).flatMap(([path, { post }]) => (post === undefined ? [] : [{ path, post }]))
const contentOf = ({ requestBody }: Operation): Content => requestBody?.content ?? {}
const schemaOf = ({ $ref, ...inline }: Schema): Schema =>
  $ref === undefined ? inline : document.components.schemas[$ref.split('/').at(-1)!]!
const isBinary = ({ type, format }: Schema): boolean => type === 'string' && format === 'binary'

/** Calls with a schedule as their body: the tools of agents are at other paths. */
const reading = posts.filter(({ path }) =>
  /^\/api\/v1\/(?:health|analysis|forensics|reports|schedules)(?:\/|$)/.test(path),
)

function faults(schema: Schema, value: unknown): string[] {
  const [, errors] = Compile({ ...schema, components: document.components }).Errors(value)
  return errors.map(error => `${error.instancePath} ${error.message}`)
}

const isKept = (status: number): boolean => status < 300

const sendForm = (path: string, parts: readonly (readonly [string, Blob | string])[], accept = 'application/json') => {
  const form = new FormData()
  for (const [name, value] of parts) form.append(name, value)
  return fetch(service.url + path, { method: 'POST', headers: { 'x-api-key': key, accept }, body: form })
}

/** A file for each part that has to be there. */
const partsOf = (form: Schema): [string, Blob][] =>
  Object.entries(form.properties ?? {})
    .filter(([name, part]) => isBinary(part) && (form.required?.includes(name) || name === 'schedule'))
    .map(([name]) => [name, new Blob([file])])

t.test('every call that reads a schedule declares a form, with a part of bytes for each schedule', async t => {
  t.ok(reading.length >= 2 * analyses.length + 4)
  for (const { path, post } of reading) {
    const form = contentOf(post)[FORM]
    if (form === undefined) t.fail(`${path} declares no form`)
    else {
      const parts = Object.values(schemaOf(form.schema).properties ?? {})
      t.ok(
        parts.some(part => isBinary(part) || isBinary(part.items ?? {})),
        path,
      )
    }
  }
})

t.test('what is declared as a form is taken: files beside options and members of the request', async t => {
  for (const { path, post } of reading) {
    const { schema } = contentOf(post)[FORM]!
    const form = schemaOf(schema)
    const options = schemaOf(form.properties?.options ?? {})
    const parts: [string, Blob | string][] = partsOf(form)
    if (options.properties?.include_recommendations !== undefined)
      parts.push(['options', '{"include_recommendations":false}'])
    if (form.properties?.schedule_history !== undefined && !path.startsWith('/api/v1/reports'))
      parts.push(['schedule_history', new Blob([file])], ['schedule_history', new Blob([file])])
    if (path.startsWith('/api/v1/forensics')) parts.push(['schedule_history.1.snapshot_date', '2026-04-20'])
    const answer = await sendForm(path, parts)
    t.ok(isKept(answer.status), `${path}: ${answer.status} ${answer.ok ? '' : await answer.text()}`)
    await answer.body?.cancel()
    for (const name of Object.keys(form.properties ?? {}))
      if (name.endsWith('.status_date')) {
        const dated = await sendForm(path, [...parts, [name, '2026-05-19']])
        t.ok(isKept(dated.status), `${path} with ${name}`)
        await dated.body?.cancel()
      }
  }
})

t.test('a call of one schedule declares each media type of a file, and takes it', async t => {
  for (const { path, post } of reading) {
    const declared = Object.keys(contentOf(post)).filter(type => BARE.includes(type))
    const isOne = schemaOf(contentOf(post)['application/json']!.schema).properties?.tasks !== undefined
    t.same(declared.sort(), isOne ? [...BARE].sort() : [], path)
    for (const type of declared) t.ok(isBinary(contentOf(post)[type]!.schema), `${path} ${type}`)
  }
  for (const type of BARE) {
    const headers = { 'content-type': type, accept: 'application/json' }
    const { status } = await service.call('/api/v1/health/score', { key, body: file, headers })
    t.equal(status, 200, type)
  }
})

/** The beginning of a reply by its media type. */
const BEGINS: Readonly<Record<string, RegExp>> = {
  'text/html': /^<!doctype html>/,
  'text/csv': /^\ufeff/,
  'image/svg+xml': /^<\?xml/,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': /^PK/,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': /^PK/,
  'application/vnd.ms-project+xml': /^<\?xml/,
  'application/vnd.primavera.p6+xml': /^<\?xml/,
  'application/xer': /^ERMHDR/,
}

t.test('every form of a reply that is declared comes, and each is text or bytes', async t => {
  const seen = new Set<string>()
  for (const { path, post } of reading.filter(({ path }) => !path.endsWith('/async'))) {
    const content = Object.values(post.responses).find(reply => reply.content?.['application/json'])!.content!
    for (const [type, { schema }] of Object.entries(content)) {
      if (type === 'application/json') continue
      const { type: kind } = schema
      t.equal(kind, 'string', `${path} ${type}`)
      t.equal(isBinary(schema), !/^text|svg/.test(type), `${path} ${type} is bytes`)
      // one call is enough for each form of an analysis of one schedule
      if (seen.has(type) && !path.startsWith('/api/v1/reports') && path !== '/api/v1/schedules/convert') continue
      seen.add(type)
      const answer = await sendForm(path, partsOf(schemaOf(contentOf(post)[FORM]!.schema)), type)
      const bytes = Buffer.from(await answer.arrayBuffer())
      t.match(answer.headers.get('content-type'), type, `${path} ${bytes.subarray(0, 200)}`)
      t.match(bytes.toString('utf8', 0, 20), BEGINS[type]!, `${path} ${type}`)
    }
  }
  t.same([...seen].sort(), Object.keys(BEGINS).sort())
})

t.test('the result of a job has the forms of every analysis', async t => {
  const { get } = document.paths['/api/v1/jobs/{job_id}/result'] as unknown as { get: Operation }
  const types = Object.keys(BEGINS).filter(type => !/ms-project|xer|primavera/.test(type))
  t.same(
    Object.keys(get.responses[200]!.content!).sort(),
    ['application/json', ...types, ...Object.values(PACKAGE_MEDIA_TYPES)].sort(),
  )
})

async function keptId(t: Test): Promise<string> {
  const answer = await sendForm('/api/v1/schedules', [['schedule', new Blob([file])]])
  const reply = (await answer.json()) as { schedule_id: string }
  t.equal(answer.status, 201, JSON.stringify(reply))
  return reply.schedule_id
}

t.test('the name of a kept schedule is a body by the schema, in the place of every schedule', async t => {
  const name = { schedule_id: await keptId(t) }
  for (const { path, post } of reading) {
    if (path === '/api/v1/schedules') continue
    const { schema } = contentOf(post)['application/json']!
    const { properties = {} } = schemaOf(schema)
    const body =
      properties.tasks === undefined
        ? {
            current_schedule: name,
            ...(properties.baseline_schedule !== undefined && { baseline_schedule: name }),
            // change tracking cannot do without one, and each has its own date
            ...(path.includes('change-tracking') && {
              schedule_history: [{ ...name, snapshot_date: '2026-04-20' }, name],
            }),
          }
        : name
    t.same(faults(schema, body), [], path)
    const answer = await service.call(path, { key, body, headers: { accept: 'application/json' } })
    t.ok(isKept(answer.status), `${path}: ${answer.status} ${answer.bytes.subarray(0, 300)}`)
  }
})

t.test('the introduction says that a schedule may be kept', async t => {
  const { description } = document.info
  t.notMatch(description, /sent with every call/)
  t.match(description, 'schedule_id')
})
