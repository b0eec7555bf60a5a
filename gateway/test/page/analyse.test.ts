/** One analysis as the page asks for it: at once, and as a job where the service finds the schedule too large or the time too short for a call. */
import t from 'tap'
import type { LevelRequest } from '../../page/browser/schedule/levelling.ts'
import { analyse } from '../../page/browser/service/analyse.ts'
import { level } from '../../page/browser/service/levelling.ts'
import { type Call, useTransport } from '../../page/browser/service/transport.ts'

const JOB = 'api/v1/jobs/j1'

t.test('what a call refuses as too large or too long is a job; every other refusal is told', async t => {
  const asked: string[] = []
  const refusing = (code: string): void => {
    asked.length = 0
    useTransport({
      hasService: true,
      async send({ path }: Call) {
        asked.push(path)
        if (path === 'api/v1/a') return Response.json({ code, detail: 'No.' }, { status: 503 })
        if (path === 'api/v1/a/async') return Response.json({ polling_url: `/${JOB}` }, { status: 202 })
        return Response.json(path.endsWith('/result') ? { done: true } : { status: 'completed' })
      },
    })
  }
  const sent = { path: 'api/v1/a', body: () => '{}', isLarge: false }
  const context = { access: { base: '', key: '' }, signal: new AbortController().signal }
  const run = (): Promise<unknown> => analyse(sent, context, () => {})
  for (const code of ['task_limit_sync', 'deadline_exceeded']) {
    refusing(code)
    t.same(await run(), { done: true }, code)
    t.same(asked, ['api/v1/a', 'api/v1/a/async', `${JOB}?include_result=false`, `${JOB}/result`])
  }
  refusing('draining')
  await t.rejects(run(), { message: 'No.' })
  t.same(asked, ['api/v1/a'])
})

t.test('levelling that searches is a job at once, whatever the size of the schedule', async t => {
  for (const [effort, path] of [
    ['fast', 'api/v1/analysis/levelling'],
    ['best', 'api/v1/analysis/levelling/async'],
  ] as const) {
    let asked = ''
    useTransport({
      hasService: true,
      async send({ path }: Call) {
        asked ||= path
        return Response.json({ code: 'draining', detail: 'No.' }, { status: 503 })
      },
    })
    const request = { options: { effort }, limits: new Map(), priorities: new Map() } as never as LevelRequest
    const file = new Blob([JSON.stringify({ tasks: [{ id: 'A', duration_days: 1 }] })], { type: 'application/json' })
    const context = { access: { base: '', key: '' }, signal: new AbortController().signal }
    await t.rejects(level(file, request, context, () => {}))
    t.equal(asked, path)
  }
})
