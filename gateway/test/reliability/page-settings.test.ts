/** What a planner sets at the page, for all files and for one: sent with every request, said above every view, kept after a reload and taken back; and a baseline that is dropped. */
import t from 'tap'
import { rowsOf } from './helpers/long-table.ts'
import { pageInBrowser } from './helpers/page-in-browser.ts'

t.setTimeout(600_000)

const { service, page, visit, load, violations, read } = await pageInBrowser(t)
const key = await service.key('government')

const TASKS = Array.from({ length: 12 }, (_, i) => ({
  id: `T${i}`,
  name: `Work ${i}`,
  duration_days: 4,
  predecessors: i % 6 === 0 ? [] : [`T${i - 1}`],
}))
const PLAN = { status_date: '2026-03-02', calendar: 'working_days', tasks: TASKS }
const UPDATE = {
  ...PLAN,
  status_date: '2026-03-16',
  tasks: TASKS.map((task, i) => ({
    ...task,
    ...(i === 0 ? { actual_start: '2026-03-04', actual_finish: '2026-03-10', percent_complete: 100 } : {}),
    ...(i === 11 ? { duration_days: 2 } : {}),
  })),
}

/** Two projects in one file of P6: by default the reader wants to be told which. */
const TWO = [
  'ERMHDR\t19.12\t2026-03-01\tProject\tadmin\tadmin\tdb\tProject Management\tUSD',
  '%T\tPROJECT',
  '%F\tproj_id\tproj_short_name\tlast_recalc_date\tclndr_id\tplan_start_date',
  '%R\t1\tNORTH\t2026-03-02 08:00\t9\t2026-03-02 08:00',
  '%R\t2\tSouth É\t2026-03-02 08:00\t9\t2026-03-02 08:00',
  '%T\tCALENDAR',
  '%F\tclndr_id\tdefault_flag\tclndr_name\tproj_id\tclndr_type\tday_hr_cnt\tclndr_data',
  '%R\t9\tY\tFive\t\tCA_Base\t8\t(0||CalendarData()((0||DaysOfWeek()((0||2()((0||0(s|08:00|f|16:00)())))(0||3()((0||0(s|08:00|f|16:00)())))(0||4()((0||0(s|08:00|f|16:00)())))(0||5()((0||0(s|08:00|f|16:00)())))(0||6()((0||0(s|08:00|f|16:00)())))))))',
  '%T\tTASK',
  '%F\ttask_id\tproj_id\tclndr_id\ttask_code\ttask_name\ttask_type\tstatus_code\ttarget_drtn_hr_cnt\tremain_drtn_hr_cnt',
  '%R\t11\t1\t9\tN1\tNorth\tTT_Task\tTK_NotStart\t40\t40',
  '%R\t12\t1\t9\tN2\tNorth two\tTT_Task\tTK_NotStart\t16\t16',
  '%R\t21\t2\t9\tS1\tSouth\tTT_Task\tTK_NotStart\t80\t80',
  '%R\t22\t2\t9\tS2\tSouth two\tTT_Task\tTK_NotStart\t8\t8',
  '%E',
].join('\n')

const cpm = async (body: object) => (await service.call('/api/v1/analysis/cpm', { key, body })).json.data
const VIEWS = ['Overview', 'Activities', 'Plots', 'Levelling', 'Audits']

async function change(name: string, value: string): Promise<void> {
  await page.value(
    "document.querySelector('dialog.settings') ?? document.querySelector('.differs .link, .where button.settings, .where button')?.focus()",
  )
  if (!(await page.value<boolean>("document.querySelector('dialog.settings') !== null"))) {
    await page.value("document.dispatchEvent(new KeyboardEvent('keydown', { key: '?' }))")
    await page.until("document.querySelector('dialog.settings[open]')")
  }
  await page.value(`(field => {
    field.value = ${JSON.stringify(value)}
    field.dispatchEvent(new Event('change'))
  })(document.querySelector('dialog [data-field=${name}]'))`)
}
const close = (): Promise<void> => page.value("document.querySelector('dialog.settings')?.close()")
const said = (): Promise<string> => visit.text('.differs')
const ASKED = "document.dispatchEvent(new KeyboardEvent('keydown', { key: '?' }))"
async function inDrawer(text: string): Promise<void> {
  await page.value(ASKED)
  await page.until("document.querySelector('dialog.settings[open]')")
  await page.value(
    `[...document.querySelectorAll('dialog button')].find(each => each.textContent === ${JSON.stringify(text)}).click()`,
  )
}
const column = async (title: string): Promise<string[]> => {
  const [heads = [], ...rows] = await rowsOf(page, '.gantt')
  return rows.map(cells => cells[heads.indexOf(title)]!)
}

t.test(
  'the data date of a file: every date is the one of the service, every view says it, a reload keeps it',
  async t => {
    await read(visit.file('update.json', JSON.stringify(UPDATE)))
    t.equal(await said(), '')
    await change('status-date', '2026-04-06')
    await page.until(
      "document.querySelector('.overview .figures') && /2026-04-06/.test(document.querySelector('.differs')?.textContent)",
    )
    const { tasks } = await cpm({ ...UPDATE, status_date: '2026-04-06' })
    for (const view of VIEWS) {
      await visit.goTo(view)
      await page.until("/2026-04-06/.test(document.querySelector('.differs')?.textContent)")
    }
    await load()
    t.same(await violations(), [])
    await visit.goTo('Activities')
    const wanted = tasks.map((task: { early_finish_date: string }) => task.early_finish_date).sort()
    t.same((await column('Finish')).sort(), wanted)
    await page.value('location.reload()')
    await page.until(
      "/2026-04-06/.test(document.querySelector('.differs')?.textContent) && document.querySelector('.rows [role=row]')",
    )
    t.same((await column('Finish')).sort(), wanted, 'also after a reload')
    await change('status-date', '2026-03-23')
    await page.until("/2026-03-23/.test(document.querySelector('.differs')?.textContent)")
    await inDrawer('Undo')
    await page.until("/2026-04-06/.test(document.querySelector('.differs')?.textContent)")
    await inDrawer('As they were')
    await page.until("document.querySelector('.rows [role=row]') && !document.querySelector('.differs')")
    const asFile = await cpm(UPDATE)
    t.same(
      (await column('Finish')).sort(),
      asFile.tasks.map((task: { early_finish_date: string }) => task.early_finish_date).sort(),
    )
    t.same(await visit.errors(), [])
  },
)

t.test('what is critical, and hours: table and overview follow, the address leads there, undo leads back', async t => {
  await read(visit.file('update.json', JSON.stringify(UPDATE)))
  await visit.goTo('Activities')
  const days = await column('Total float, d')
  await change('unit', 'hours')
  await page.until('/unit=hours/.test(location.hash)')
  const eight = days.map(text => (text === '' ? '' : String(8 * Number(text))))
  t.same(await column('Total float, h'), eight, 'where no calendar says how long a day is')
  await change('hours', '10')
  await change('critical-days', '2')
  await close()
  await page.until(
    '/unit=hours/.test(location.hash) && /hours=10/.test(location.hash) && /float=2/.test(location.hash)',
  )
  t.match(await said(), /hours.*10/)
  t.same(
    await column('Total float, h'),
    days.map(text => (text === '' ? '' : String(10 * Number(text)))),
  )
  const { tasks } = await cpm(UPDATE)
  const critical = tasks.filter(
    (task: { total_float_days: number | null }) => task.total_float_days !== null && task.total_float_days <= 2,
  )
  t.ok(critical.length > 0 && critical.length < tasks.length, `${critical.length} of ${tasks.length}`)
  await visit.goTo('Overview')
  t.match(await visit.text('.figures'), new RegExp(`${critical.length}`))
  await inDrawer('Undo')
  await page.until('!/float=2/.test(location.hash) && /hours=10/.test(location.hash)')
  await page.value(
    "[...document.querySelectorAll('dialog button')].find(each => each.textContent === 'As they were').click()",
  )
  await close()
  await page.until("!document.querySelector('.differs') && !/unit=/.test(location.hash)")
  t.same(await visit.errors(), [])
})

t.test(
  'the limit of a single check: its verdict says that it is one’s own, the address has it, undo leads back',
  async t => {
    const checksWith = async (limits: object) => {
      const options = { include_details: true, custom_thresholds: limits }
      const body = { ...UPDATE, options }
      return (await service.call('/api/v1/health/dcma-decm', { key, body })).json.data.checks
    }
    const published = await checksWith({})
    const at = published.findIndex(
      (each: { status: string; operator: string }) => each.status === 'fail' && each.operator === '<=',
    )
    const { code, value } = published[at]
    const limit = Math.ceil(value) + 1
    await read(visit.file('update.json', JSON.stringify(UPDATE)))
    await visit.goTo('Audits')
    await page.value(
      "[...document.querySelectorAll('.parts button')].find(each => /^DECM, schedule/.test(each.textContent)).click()",
    )
    const card = `[...document.querySelectorAll('.card')].find(each => each.textContent.includes(${JSON.stringify(published[at].title)}))`
    await page.until(`${card}?.classList.contains('fail')`)
    await page.value("document.dispatchEvent(new KeyboardEvent('keydown', { key: '?' }))")
    await page.until(`document.querySelector('dialog [data-field=limit-${code}]')`)
    await change(`limit-${code}`, String(limit))
    await close()
    await page.until(`${card}?.classList.contains('pass')`)
    t.match(await page.value(`${card}.textContent`), `at most ${limit}`)
    t.match(await page.value(`${card}.textContent`), 'limit of your own')
    t.equal((await checksWith({ [code]: limit }))[at].status, 'pass')
    t.match(await said(), `Limit of ${code}: ${limit}`)
    await page.until(`decodeURIComponent(location.hash).includes('limits=${code}:${limit}')`)
    await page.value(`${card}.querySelector('details').open = true`)
    await page.until(`/Published limit/.test(${card}.textContent)`)
    await page.value('location.reload()')
    await page.until(`${card}?.classList.contains('pass')`)
    await page.value("document.dispatchEvent(new KeyboardEvent('keydown', { key: '?' }))")
    await page.until("document.querySelector('dialog details[open] [data-field]')")
    await load()
    t.same(await violations(), [])
    // a key that is pressed before the browser has told of the end of a dialog counts
    await page.value(`(document.querySelector('dialog.settings').close(), ${ASKED})`)
    await page.until("document.querySelector('dialog.settings[open]')")
    await close()
    await inDrawer('As they were')
    await close()
    await page.until(`${card}?.classList.contains('fail') && !document.querySelector('.differs')`)
    t.same(await visit.errors(), [])
  },
)

t.test('one project of several in a file: the one that is named, also where the file was refused without', async t => {
  await visit.open(`${service.url}/?`)
  await visit.choose(visit.file('two.xer', TWO))
  await page.until("document.querySelector('[role=alert]')")
  t.match(await visit.text('[role=alert]'), /several projects/)
  await page.value("document.dispatchEvent(new KeyboardEvent('keydown', { key: '?' }))")
  await page.until("document.querySelectorAll('#projects option').length === 2")
  t.same(await page.value("[...document.querySelectorAll('#projects option')].map(each => each.value)"), [
    'NORTH',
    'South É',
  ])
  await change('project', 'South É')
  await page.until("document.querySelector('.overview .figures')")
  t.match(await said(), 'South É')
  await visit.goTo('Activities')
  t.same((await column('ID')).sort(), ['S1', 'S2'])
  await page.until("document.querySelector('.gantt > [role=status]').textContent === ''")
  await change('project', 'NORTH')
  await page.until("/NORTH/.test(document.querySelector('.differs')?.textContent)")
  t.same((await column('ID')).sort(), ['N1', 'N2'])
  await close()
  await visit.goTo('Overview')
  const select = "document.querySelector('#projects-of-file select')"
  await page.until(select)
  t.equal(await page.value(`${select}.value`), 'NORTH')
  await page.value(`(${select}.value = 'South É', ${select}.dispatchEvent(new Event('change')))`)
  await page.until("/South É/.test(document.querySelector('.differs')?.textContent)")
  t.same(await visit.errors(), [])
})

t.test('compare with a baseline: the file is dropped', async t => {
  await read(visit.file('update.json', JSON.stringify(UPDATE)))
  const path = visit.file('baseline.json', JSON.stringify(PLAN))
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'])
    await page.command('Input.dispatchDragEvent', { type, x: 400, y: 400, data })
  await page.until("/No longer the baseline/.test(document.querySelector('.overview table')?.textContent)")
  const before = new Map<string, { early_finish_date: string }>(
    (await cpm(PLAN)).tasks.map((task: { id: string }) => [task.id, task]),
  )
  await visit.goTo('Activities')
  await page.value(
    "[...document.querySelectorAll('.choices label')].find(each => each.textContent === 'Baseline finish').querySelector('input').click()",
  )
  const [ids, finishes] = [await column('ID'), await column('Baseline finish')]
  t.same(
    Object.fromEntries(ids.map((id, i) => [id, finishes[i]])),
    Object.fromEntries(ids.map(id => [id, before.get(id)!.early_finish_date])),
  )
  t.same(await visit.errors(), [])
})
