/** One analysis as the page asks for it: at once, and as a job where the service finds the schedule too large or the time too short for a call. */
import t from 'tap'
import type { LoadedFile } from '../../page/browser/loaded.ts'
import type { Levelled, LevelRequest } from '../../page/browser/schedule/levelling.ts'
import { askedAgain } from '../../page/browser/schedule/levelling.ts'
import { analyse } from '../../page/browser/service/analyse.ts'
import { levelledSchedule } from '../../page/browser/service/levelled-file.ts'
import { level } from '../../page/browser/service/levelling.ts'
import type { Refused } from '../../page/browser/service/refused.ts'
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

t.test('a levelled schedule is saved where it is the one that is shown, and nothing else is', async t => {
  const schedule = { tasks: [{ id: 'A', duration_days: 1 }] }
  const answering = (start: string, delayed_count = 1): void =>
    useTransport({
      hasService: true,
      send: async () => Response.json({ schedule, allocation: { delayed_count, tasks: [{ id: 'A', start }] } }),
    })
  const shown = {
    figures: { delayed_count: 1, settings: { ended_by: 'schedules' } },
    moved: [{ id: 'A', start: '2026-03-09' }],
  } as never as Levelled
  const of = { file: new Blob([JSON.stringify(schedule)], { type: 'application/json' }) } as never as LoadedFile
  const request = { options: { effort: 'best' }, limits: new Map(), priorities: new Map() } as never as LevelRequest
  const saved = (): Promise<Blob> => levelledSchedule(of, request, shown, { base: '', key: '' })
  const refused = (): Promise<string> =>
    saved().then(
      () => '',
      (error: Refused) => error.failure.code,
    )
  answering('2026-03-09')
  t.same(JSON.parse(await (await saved()).text()), schedule)
  answering('2026-03-10')
  t.equal(await refused(), 'other_search', 'another one was found')
  answering('2026-03-09', 2)
  t.equal(await refused(), 'other_search')
})

t.test('a search that was told to end is asked for as one pass in the order that it found', t => {
  const task = (id: string, start: string, finish: string, is_fixed = false): object => ({
    id,
    start,
    finish,
    is_fixed,
  })
  const tasks = [
    task('A', '2026-03-09', '2026-03-10'),
    task('B', '2026-03-02', '2026-03-06'),
    task('C', '2026-03-02', '2026-03-03'),
    task('D', '2026-03-02', '2026-03-02', true),
    task('E', '2026-03-12', '2026-03-13'),
  ]
  const request = {
    options: { effort: 'best', rule: 'p6', schedules_max: 500 },
    ...{ limits: new Map(), priorities: new Map([...'AE'].map(id => [id, id === 'E' ? 1000 : 900])) },
  } as never as LevelRequest
  const ended = (ended_by: string): LevelRequest =>
    askedAgain(request, { tasks, figures: { settings: { ended_by } } } as never as Levelled)
  t.equal(ended('schedules'), request)
  const { options, priorities } = ended('time')
  t.match(options, { effort: 'fast', priority_order: [{ by: 'priority', descending: true }] })
  t.same([options.rule, options.schedules_max], [undefined, undefined])
  const order = [...priorities].sort(([, a], [, b]) => b - a).map(([id]) => id)
  t.same(order, ['E', 'C', 'B', 'A'], 'what the planner holds stays held, what stays has no priority')
  t.ok([...priorities].every(([id, priority]) => id === 'E' || (priority > 0 && priority < 1000)))
  t.end()
})
