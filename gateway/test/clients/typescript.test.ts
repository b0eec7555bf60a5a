/** The client for TypeScript from its source: the examples of its README, and what it does when calls fail. */
import { execFile } from 'node:child_process'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import t from 'tap'
import { UPDATE } from '../../../compute/test/cli/sis.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { startNode } from '../helpers/jobs.ts'
import { startService } from '../helpers/service.ts'
import { clientFolder, examplesOf, programOf, TYPED_PROGRAM_PRINTS } from './examples.ts'
import { roughProxy } from './rough-proxy.ts'

const run = promisify(execFile)
const source = (file: string): string => pathToFileURL(join(clientFolder('typescript'), 'src', file)).href

const fromSource = (program: string): string =>
  program
    .replaceAll("'schedule-intelligence-client/webhooks'", `'${source('webhooks.ts')}'`)
    .replaceAll("'schedule-intelligence-client'", `'${source('index.ts')}'`)

const service = await startService(t)
await startNode(t, service)
const apiKey = await service.key('government')
const settings = (key: string) => ({ SIS_URL: service.url, SIS_API_KEY: key })

t.test('every example of the README prints what stands behind it', async t => {
  const folder = dataFolder(t)
  copyFileSync(UPDATE, join(folder, 'update.xer'))
  const examples = examplesOf('typescript')
  t.ok(examples.length >= 6)
  for (const [i, { code, prints }] of examples.entries()) {
    const file = join(folder, `example-${i}.ts`)
    writeFileSync(file, fromSource(code))
    const env = { ...process.env, ...settings(await service.key('government')) }
    const { stdout } = await run(process.execPath, [file], { cwd: folder, env })
    t.equal(stdout, prints ?? '', code)
  }
})

t.test('the program of a user with types does what it says', async t => {
  const folder = dataFolder(t)
  copyFileSync(UPDATE, join(folder, 'update.xer'))
  writeFileSync(join(folder, 'typed.ts'), fromSource(programOf('typescript')))
  const env = { ...process.env, ...settings(await service.key('government')), DEMO_KEY: await service.key('demo') }
  const { stdout } = await run(process.execPath, ['typed.ts'], { cwd: folder, env })
  t.same(JSON.parse(stdout), TYPED_PROGRAM_PRINTS)
})

// the types of the client are made when it is packed: here it is what a program without types sees
const { ScheduleIntelligence, ...errors } = await import(source('index.ts'))
const { verifyCallback } = await import(source('webhooks.ts'))
const body = { tasks: [{ id: 'A', duration_days: 3 }] }

t.test('submissions through a network that fails are neither lost nor doubled', async t => {
  const COUNT = 40
  const proxy = await roughProxy(t, service.url, 0.3, 7)
  const key = await service.key('government')
  const sis = new ScheduleIntelligence({ baseUrl: proxy.url, apiKey: key, retriesMax: 8 })
  const ids = await Promise.all(
    Array.from({ length: COUNT }, async () => (await sis.jobs.submit('analysis.cpm', body)).job_id),
  )
  const { droppedBefore, droppedAfter, refused } = proxy.counts
  t.ok(droppedBefore > 0 && droppedAfter > 0 && refused > 0, JSON.stringify(proxy.counts))
  const listed: string[] = []
  for await (const { job_id } of new ScheduleIntelligence({ baseUrl: service.url, apiKey: key }).jobs.list())
    listed.push(job_id)
  t.same(listed.sort(), ids.sort())
  t.equal(new Set(ids).size, COUNT)
})

// the gateway of a first try was killed, and its claim of the key has not ended yet
t.test('a submission whose earlier try still holds its key waits for that, and takes no retry for it', async t => {
  const answers: number[] = []
  const running = new Response(JSON.stringify({ code: 'idempotency_running', detail: 'Still running.' }), {
    status: 409,
    headers: { 'retry-after': '0.01' },
  })
  const sis = new ScheduleIntelligence({
    ...{ baseUrl: service.url, apiKey, retriesMax: 0 },
    fetch: async (...call: Parameters<typeof fetch>) => {
      const response = answers.length < 5 ? running.clone() : await fetch(...call)
      answers.push(response.status)
      return response
    },
  })
  t.ok((await sis.jobs.submit('analysis.cpm', body)).job_id)
  t.same(answers, [409, 409, 409, 409, 409, 202])
})

t.test('each refusal is an error of its kind, with code and faults', async t => {
  const sis = new ScheduleIntelligence({ baseUrl: service.url, apiKey })
  const thrown = async (promise: Promise<unknown>) =>
    promise.then(
      () => undefined,
      error => error,
    )
  const input = await thrown(sis.analyse('analysis.cpm', { tasks: [{ id: 'A', duration_days: -1 }] }))
  t.ok(input instanceof errors.InputError)
  t.match(input, { status: 422, code: 'validation', message: /^tasks\.0\.duration_days: / })
  const unknown = await thrown(sis.jobs.get('0b9f4e9c-6f5d-4c38-9a59-0d1f8e1c2a77'))
  t.ok(unknown instanceof errors.NotFoundError)
  const wrongKey = new ScheduleIntelligence({ baseUrl: service.url, apiKey: 'sk_wrong' })
  t.ok((await thrown(wrongKey.analyse('analysis.cpm', body))) instanceof errors.AuthenticationError)
  const nobody = new ScheduleIntelligence({ baseUrl: 'http://127.0.0.1:1', apiKey, retriesMax: 0 })
  t.ok((await thrown(nobody.analyse('analysis.cpm', body))) instanceof errors.ConnectionError)
  const aborted = await thrown(sis.analyse('analysis.cpm', body, AbortSignal.abort()))
  t.equal(aborted.name, 'AbortError')
})

t.test('a report has the results of its analyses, and is HTML where that is wanted', async t => {
  const sis = new ScheduleIntelligence({ baseUrl: service.url, apiKey })
  const analyses = ['health.score', 'analysis.cpm']
  const { data } = await sis.report(body, { analyses })
  t.same(Object.keys(data.results), analyses)
  t.same(data.results['health.score'].data, (await sis.analyse('health.score', body)).data)
  const files = { schedule: await errors.fileFromDisk(UPDATE) }
  const ofFile = await sis.reportFiles(files, {}, { analyses })
  t.match(ofFile.data.results['analysis.cpm'].metadata.import, [{ format: 'xer' }])
  const page = /^<!doctype html>[\s\S]*id="health-score"[\s\S]*<\/html>\n$/
  t.match(await sis.reportHtml(body, { analyses }), page)
  t.match(await sis.reportHtmlFiles(files), page)
  const nothing = sis.reportHtml(body, { analyses: ['forensics.baseline-compare'] })
  await t.rejects(nothing, { name: 'InputError', status: 422, code: 'validation' })
})

t.test('a callback is verified as another library signs it', async t => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const at = new Date()
  const text = JSON.stringify({ job_id: 'x', name: 'Ü' })
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', at, text),
  }
  t.same(await verifyCallback(text, headers, secret), { job_id: 'x', name: 'Ü' })
  await t.rejects(verifyCallback(`${text} `, headers, secret), { name: 'SignatureError' })
  await t.rejects(verifyCallback(text, headers, secret, at.getTime() / 1000 + 301), { name: 'SignatureError' })
  await t.rejects(verifyCallback(text, {}, secret), { name: 'SignatureError' })
})
