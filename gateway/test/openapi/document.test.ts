/** The OpenAPI document: valid, whole, the same as what is routed, and with examples that hold. */

import { readFileSync, writeFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import t from 'tap'
import { Compile } from 'typebox/schema'
import { ComputePool, type WorkHeader } from '../../../compute/worker/pool.ts'
import { analyses } from '../../../shared/contract/analysis/analyses.ts'
import { cpmRow } from '../../../shared/contract/analysis/cpm/row.ts'
import { MEGABYTE } from '../../../shared/contract/bytes/bytes.ts'
import { ERRORS, type ErrorCode } from '../../../shared/contract/error-rows.ts'
import { MEDIA_TYPES, PROBLEM_MEDIA_TYPE } from '../../../shared/contract/negotiate.ts'
import { parseDay } from '../../../shared/contract/schedule/day.ts'
import { servedRoutes } from '../../call/routes.ts'
import { openApiBytes, openApiDocument } from '../../openapi/document.ts'
import { CPM_REPLY_EXAMPLE, EXAMPLE_REQUEST_ID } from '../../openapi/examples/cpm-reply.ts'
import { RETIRED_METHOD } from '../../openapi/operation.ts'
import { EXAMPLE_FACTS } from '../../openapi/refusals.ts'

interface Media {
  schema?: object
  example?: unknown
  examples?: Record<string, { $ref: string }>
}
interface Response {
  $ref?: string
  headers?: Record<string, unknown>
  content?: Record<string, Media>
}
interface Operation {
  operationId: string
  tags: string[]
  deprecated?: boolean
  callbacks?: object
  'x-pending'?: boolean
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Response>
}
interface Document {
  openapi: string
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, Response>> & {
    pathItems: { JobFinished: { post: Operation } }
  }
}

const JSON_TYPE = MEDIA_TYPES[0]
const document = openApiDocument() as unknown as Document

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
)
const operationOf = (id: string): Operation =>
  operations.find(({ operation }) => operation.operationId === id)!.operation

/** Value at a reference into the document; undefined when there is none. */
const at = (ref: string): unknown =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document)

const resolved = (response: Response): Response =>
  response.$ref === undefined ? response : (at(response.$ref) as Response)

/** Every object and array of the document with the path to it. */
function* nodes(value: unknown, path = '#'): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return
  yield [path, value as Record<string, unknown>]
  for (const [key, part] of Object.entries(value)) yield* nodes(part, `${path}/${key}`)
}

/** Faults of a value against a schema of the document. */
function faults(schema: object, value: unknown): string[] {
  const [, errors] = Compile({ ...schema, components: document.components }).Errors(value)
  return errors.map(error => `${error.instancePath} ${error.message}`)
}

t.test('the document is valid OpenAPI 3.1', async t => {
  const validator = new Validator()
  const outcome = await validator.validate(openApiDocument())
  t.ok(outcome.valid, JSON.stringify(outcome.errors))
  t.equal(validator.version, '3.1')
})

t.test('what is routed is described, and what is described is routed', async t => {
  const routed = servedRoutes().map(({ method, path }) => `${method === '*' ? RETIRED_METHOD : method} ${path}`)
  t.same(operations.map(({ method, path }) => `${method} ${path}`).sort(), routed.sort())
})

t.test('operation ids are unique', async t => {
  const ids = operations.map(({ operation }) => operation.operationId)
  t.same(
    ids.filter((id, i) => ids.indexOf(id) !== i),
    [],
  )
})

t.test('every reference leads somewhere, and no $id moves what references are relative to', async t => {
  for (const [path, node] of nodes(document)) {
    if (typeof node.$ref === 'string' && at(node.$ref) === undefined) t.fail(`${path}: ${node.$ref} leads nowhere`)
    if (typeof node.$id === 'string') t.fail(`${path} has an $id`)
  }
  t.equal(at('#/components/schemas/Nothing'), undefined)
})

t.test('no description holds what a page would take for markup', async t => {
  for (const [path, node] of nodes(document)) {
    for (const text of [node.description, node.summary]) {
      if (typeof text === 'string' && /<[a-z/!]/i.test(text.replace(/`[^`]*`/g, ''))) t.fail(`${path}: ${text}`)
    }
  }
})

t.test('every chapter is declared and has operations', async t => {
  t.same(new Set(operations.flatMap(({ operation }) => operation.tags)), new Set(document.tags.map(({ name }) => name)))
})

t.test('every analysis has an example that its schema takes, as a call and as a job', async t => {
  for (const id of analyses.flatMap(row => [row.id, `${row.id}.async`])) {
    const { content } = operationOf(id).requestBody!
    const { schema, example } = content[JSON_TYPE]!
    t.same(faults(schema!, example), [], id)
    for (const [path, node] of nodes(example)) {
      for (const [name, value] of Object.entries(node)) {
        if (!/_(?:date|start|finish)$/.test(name)) continue
        t.not(parseDay(String(value)), undefined, `${id}: ${path}/${name} is a day`)
      }
    }
  }
  const { schema, example } = operationOf('analysis.cpm').requestBody!.content[JSON_TYPE]!
  t.match(
    faults(schema!, { ...(example as object), tasks: [{}] }).join(),
    /tasks\/0/,
    'a task without an id is noticed',
  )
})

t.test('the example of a reply is one', async t => {
  const { schema, example } = operationOf('analysis.cpm').responses[200]!.content![JSON_TYPE]!
  t.same(faults(schema!, example), [])
  t.match(faults(schema!, { ...(example as object), data: {} }).join(), /data/, 'missing data are noticed')
})

t.test('the example of a reply is what a worker answers to the example of its request', async t => {
  const pool = new ComputePool({
    workerThreads: 1,
    workerStart: 'at-once',
    workerHeapMegabytesMax: 256,
    inlineBodyBytesMax: 0,
    smallBodyBytesMax: 2 ** 20,
    laneQueueMax: 1,
    laneWaitMs: 1,
    syncDeadlineSeconds: 30,
    onFault: error => t.fail(String(error)),
  })
  t.teardown(() => pool.close())
  const header: WorkHeader = {
    mode: 'answer',
    rowId: 'analysis.cpm',
    mediaType: JSON_TYPE,
    encoding: null,
    tier: 'demo',
    payloadBytesMax: MEGABYTE,
    taskCountMax: 100,
    syncTaskCountMax: 100,
    syncHint: '',
    today: 0,
    endpoint: '/api/v1/analysis/cpm',
    requestId: EXAMPLE_REQUEST_ID,
    accept: JSON_TYPE,
    acceptEncoding: 'identity',
  }
  const body = new Uint8Array(Buffer.from(JSON.stringify(cpmRow.example)))
  const outcome = await pool.run('small', '', header, [body], () => {})
  if (outcome.kind !== 'answer') return t.fail(JSON.stringify(outcome))
  const reply = JSON.parse(Buffer.concat(outcome.chunks).toString('utf8')) as typeof CPM_REPLY_EXAMPLE
  const { processing_time_ms } = CPM_REPLY_EXAMPLE.metadata
  t.same({ ...reply, metadata: { ...reply.metadata, processing_time_ms } }, CPM_REPLY_EXAMPLE)
})

t.test('the sentences of the example refusals have all their facts, and no others', async t => {
  for (const [code, { detail }] of Object.entries(ERRORS)) {
    const places = [...detail.matchAll(/\{(\w+)\}/g)].map(match => match[1]!)
    t.same(Object.keys(EXAMPLE_FACTS[code as ErrorCode]).sort(), [...new Set(places)].sort(), code)
  }
})

t.test('the bodies of the example refusals are what their schemas say', async t => {
  for (const [name, response] of Object.entries(document.components.responses!)) {
    const { schema, examples } = response.content![JSON_TYPE]!
    for (const { $ref } of Object.values(examples!)) {
      t.same(faults(schema!, (at($ref) as { value: unknown }).value), [], `${name} ${$ref}`)
    }
    const problem = response.content![PROBLEM_MEDIA_TYPE]!
    t.same(faults(problem.schema!, problem.example), [], `${name} as a problem`)
  }
})

t.test('every refusal is answered by some operation, but for the one of a call that is none', async t => {
  const answered = new Set(
    operations.flatMap(({ operation }) =>
      Object.values(operation.responses).flatMap(response =>
        Object.keys(resolved(response).content?.[JSON_TYPE]?.examples ?? {}),
      ),
    ),
  )
  t.same(
    Object.keys(ERRORS).filter(code => !answered.has(code)),
    // every row is built, so that nothing answers 501
    ['method_not_allowed', 'not_implemented'],
  )
})

t.test('a refusal stands under its own status', async t => {
  for (const { operation } of operations) {
    for (const [status, response] of Object.entries(operation.responses)) {
      for (const code of Object.keys(resolved(response).content?.[JSON_TYPE]?.examples ?? {})) {
        t.equal(String(ERRORS[code as ErrorCode].status), status, `${operation.operationId} ${code}`)
      }
    }
  }
})

t.test('every answer carries the id of the call and the rate headers', async t => {
  const names = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'RateLimit']
  for (const { operation } of operations) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const headers = Object.keys(resolved(response).headers ?? {})
      t.same(
        names.filter(name => !headers.includes(name)),
        [],
        `${operation.operationId} ${status}`,
      )
    }
  }
})

t.test('unbuilt operations say so and answer 501, built ones do neither', async t => {
  for (const { operation } of operations) {
    t.equal('501' in operation.responses, operation['x-pending'] === true, operation.operationId)
  }
  t.equal(document.components.pathItems.JobFinished.post['x-pending'], operationOf('analysis.cpm.async')['x-pending'])
})

t.test('every job says what it sends to its callback address', async t => {
  for (const { operation } of operations) {
    t.same(
      operation.callbacks,
      operation.operationId.endsWith('.async')
        ? { jobFinished: { '{$request.body#/callback_url}': { $ref: '#/components/pathItems/JobFinished' } } }
        : undefined,
      operation.operationId,
    )
  }
})

t.test('retired paths are deprecated and answer 308 or 410', async t => {
  const retired = operations.filter(({ operation }) => operation.tags.includes('Retired'))
  t.ok(retired.length > 0)
  for (const { operation } of retired) {
    t.equal(operation.deprecated, true)
    t.ok(308 in operation.responses || 410 in operation.responses, operation.operationId)
  }
})

t.test('the tier gates and refusals show in the statuses of the analyses', async t => {
  const codesOf = (id: string, status: number): string[] =>
    Object.keys(resolved(operationOf(id).responses[status]!).content![JSON_TYPE]!.examples!)
  t.ok(codesOf('analysis.cpm', 400).includes('dependency_cycle'), 'strict rows refuse cycles')
  t.notOk(codesOf('health.score', 400).includes('dependency_cycle'), 'tolerant rows do not')
  t.ok(codesOf('health.score', 400).includes('duplicate_id'))
  t.notOk(codesOf('analysis.validate', 400).includes('duplicate_id'), 'nor does validate refuse duplicates')
  t.notOk(codesOf('analysis.cpm', 403).includes('tier_forbidden'), 'every tier may call cpm')
  t.ok(codesOf('analysis.cpm.async', 403).includes('tier_forbidden'))
  t.ok(codesOf('forensics.delay-analysis', 403).includes('tier_forbidden'))
  t.ok(codesOf('analysis.cpm', 413).includes('task_limit_sync'))
  t.notOk(codesOf('analysis.cpm.async', 413).includes('task_limit_sync'), 'jobs have no synchronous limit')
  t.equal(operationOf('liveness.health').responses[401], undefined, 'liveness asks for no key')
})

t.test('two builds are the same, and the bytes served are the document', async t => {
  t.equal(JSON.stringify(openApiDocument()), JSON.stringify(document))
  t.same(JSON.parse(Buffer.from(openApiBytes()).toString('utf8')), document)
  t.same((openApiDocument({ serverUrl: 'https://schedules.example' }) as unknown as Document).servers, [
    { url: 'https://schedules.example' },
  ])
})

t.test('the operations are those that interface.txt records', async t => {
  const golden = new URL('./interface.txt', import.meta.url)
  const lines = operations
    .map(({ method, path, operation: { operationId, responses, 'x-pending': isPending } }) =>
      [method, path, operationId, ...Object.keys(responses), isPending ? 'pending' : ''].join(' ').trim(),
    )
    .sort()
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(golden, `${lines.join('\n')}\n`)
  const recorded = readFileSync(golden, 'utf8').trim().split('\n')
  t.ok(recorded.length > 60)
  t.same(lines, recorded, 'meant to change? Run this file with UPDATE_GOLDEN=1 and review the diff')
})
