/** What-if on the page: the engine in its worker holds the schedule open, and every figure is that of POST /api/v1/analysis/what-if, every date that of the changed schedule. */
import { readFileSync } from 'node:fs'
import t from 'tap'
import { holdSchedule } from '../../../compute/library/answer.ts'
import type { Held, LocalReply } from '../../../shared/contract/local-engine.ts'
import { applied, type Body, type Change } from '../../page/browser/schedule/changes.ts'
import { scheduleOf } from '../../page/browser/schedule/columns.ts'
import type { CpmData } from '../../page/browser/schedule/replies.ts'
import type { Schedule } from '../../page/browser/schedule/schedule.ts'
import { Desk, toldOf } from '../../page/browser/schedule/what-if.ts'
import { startService } from '../helpers/service.ts'
import { SAMPLE } from '../reliability/helpers/page-in-browser.ts'

const service = await startService(t)
const key = await service.key('government')
const asked = async (path: string, body: object) => (await service.call(`/api/v1/${path}`, { key, body })).json
const OPTIONS = { include_task_details: true, include_network_details: true, include_curves: true }
const computed = async (body: object): Promise<Schedule> =>
  scheduleOf((await asked('analysis/cpm', { ...body, options: OPTIONS })).data as CpmData)

const held = (body: object): Held | LocalReply =>
  holdSchedule({
    method: 'POST',
    path: '/api/v1/schedules',
    contentType: 'application/json',
    accept: '',
    body: new Uint8Array(Buffer.from(JSON.stringify(body))),
  })

const tasks = Array.from({ length: 60 }, (_, i) => ({
  id: `T${i}`,
  name: `Work ${i}`,
  duration_days: 3 + (i % 4),
  ...(i === 59 ? { constraint_type: 'FNLT', constraint_date: '2026-06-30' } : {}),
  predecessors: i % 12 === 0 ? [] : [`T${i - 1}`, ...(i % 5 === 0 && i > 20 ? [`T${i - 20} SS+2 d`] : [])],
}))
const shift = [
  ['08:00', '12:00'],
  ['13:00', '17:00'],
]
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']
const week = (days: readonly string[]) => Object.fromEntries(days.map(day => [day, shift]))
const form = new FormData()
form.append('schedule', new Blob([readFileSync(SAMPLE)]), 'schedule')
const fromFile = (await (
  await fetch(`${service.url}/api/v1/schedules/convert`, { method: 'POST', headers: { 'x-api-key': key }, body: form })
).json()) as Body

const BODIES: Readonly<Record<string, Body>> = {
  'days of one calendar': { status_date: '2026-03-02', calendar: 'working_days', tasks } as never,
  'no date anywhere': {
    tasks: tasks.map(({ id, duration_days, predecessors }) => ({ id, duration_days, predecessors })),
  },
  'calendars and times': {
    status_date: '2026-03-02',
    calendars: [
      { id: 'five', hours_per_day: 8, work_week: week(weekdays) },
      { id: 'seven', hours_per_day: 8, work_week: week([...weekdays, 'saturday', 'sunday']) },
    ],
    default_calendar_id: 'five',
    tasks: tasks.map((task, i) => (i % 7 === 0 ? { ...task, calendar_id: 'seven' } : task)),
  } as never,
  'a file of P6': fromFile,
}

const COLUMNS = [
  'start',
  'finish',
  'finishDate',
  'lateStart',
  'lateFinish',
  'lateFinishDate',
  'totalFloatDays',
  'freeFloatDays',
  'marks',
] as const

for (const [name, body] of Object.entries(BODIES)) {
  t.test(`${name}: changes one behind another`, async t => {
    const base = await computed(body)
    const open = held(body)
    if ('chunks' in open) throw new Error(Buffer.from(open.chunks[0]!).toString())
    const ids = body.tasks
      .filter(task => task.actual_finish == null && task.percent_complete !== 100 && task.task_type !== 'loe')
      .map(task => String(task.id))
    const [a, b, c] = [ids[1]!, ids[Math.floor(ids.length / 2)]!, ids.at(-2)!]
    const steps: Change[] = [
      { task_id: a, duration_days: 30 },
      { task_id: b, duration_days: 1 },
      { link: { predecessor: a, successor: c, type: 'SS', lag_days: 12 } },
      { add_task: { id: 'NEW-1', name: 'Late', duration_days: 9, predecessors: [a] }, successors: [c] },
      { unlink: { predecessor: a, successor: c, type: 'SS' } },
    ]
    const changes: Change[] = []
    let figures = 0
    for (const step of steps) {
      changes.push(step)
      const tried = open.tried(changes as never)
      if ('chunks' in tried) throw new Error(Buffer.from(tried.chunks[0]!).toString())
      const buffers = [tried, tried.offsets]
        .flatMap(Object.values)
        .flatMap(each => (ArrayBuffer.isView(each) ? [each.buffer] : []))
      t.equal(new Set(buffers).size, buffers.length, 'each column has a buffer of its own, to be handed over with it')
      const desk = new Desk(base, changes, () => null)
      desk.show(changes, tried)
      const { alternatives } = (await asked('analysis/what-if', { ...body, changes })).data
      const [is] = alternatives
      t.same(
        toldOf(tried, desk.schedule),
        {
          before: is.finish_before,
          finish: is.project_finish,
          workingDays: is.moves_working_days,
          calendarDays: is.moves_calendar_days,
          drivenBy: is.driven_by.text,
          floatLost: is.float_lost.map((each: { id: string }) => each.id),
          newlyBroken: is.broken_constraints.flatMap((each: { id: string; was_broken: boolean }) =>
            each.was_broken || each.id === null ? [] : [each.id],
          ),
          negativeCount: is.negative_float_count,
          movedCount: is.moved_task_count,
        },
        `${JSON.stringify(step)}: what is said`,
      )
      const wanted = await computed(applied(body, changes))
      t.same(desk.schedule.ids, wanted.ids)
      for (const column of COLUMNS) {
        t.same(Array.from(desk.schedule[column]), Array.from(wanted[column]), `${JSON.stringify(step)}: ${column}`)
        figures += wanted[column].length
      }
      const linkOf = ({ links, ids }: Schedule): string[] =>
        Array.from(
          links.predecessor,
          (p, k) => `${ids[p]} ${links.type[k]} ${links.lagDays[k]} ${ids[links.successor[k]!]}`,
        ).sort()
      t.same(linkOf(desk.schedule), linkOf(wanted), 'links')
    }
    t.ok(figures > 500, `${figures} figures`)
    const plain = new Desk(base, [], () => null)
    plain.show([], undefined)
    t.same(Array.from(plain.schedule.finish), Array.from(base.finish), 'and back')
  })
}

t.test(
  'a change that cannot be made is refused with the words of the service, and the schedule stays open',
  async t => {
    const body = BODIES['days of one calendar']!
    const open = held(body) as Held
    for (const changes of [
      [{ task_id: 'nobody', duration_days: 3 }],
      [{ task_id: 'T1', duration_days: -3 }],
      [{ link: { predecessor: 'T5', successor: 'T1', type: 'FS' } }],
      [{ task_id: 'T1' }],
    ]) {
      const tried = open.tried(changes as never) as LocalReply
      const reply = await service.call('/api/v1/analysis/what-if', { key, body: { ...body, changes } })
      t.equal(tried.status, reply.status)
      t.equal(reply.status, 422)
      t.same(JSON.parse(Buffer.from(tried.chunks[0]!).toString()).detail, reply.json.detail)
    }
    t.notOk('chunks' in open.tried([{ task_id: 'T1', duration_days: 9 }]))
    const refused = held({
      tasks: [
        { id: 'A', predecessors: ['B'] },
        { id: 'B', predecessors: ['A'] },
      ],
    }) as LocalReply
    t.equal(JSON.parse(Buffer.from(refused.chunks[0]!).toString()).code, 'dependency_cycle')
  },
)
