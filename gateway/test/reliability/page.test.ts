/**
 * The page at / in a real Chromium: a file is chosen and read, its dates are those of the service, hostile names are text, nobody else is asked,
 * and nothing stands against WCAG. With PICTURES=<folder> it leaves pictures of the views there; those of the README are made with UPDATE_PICTURES=1.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { startNode } from '../helpers/jobs.ts'
import { startService } from '../helpers/service.ts'
import { accessibility } from './helpers/accessibility.ts'
import { drivenPage } from './helpers/driven-page.ts'
import { planner } from './helpers/planner.ts'
import { prefixProxy } from './helpers/prefix-proxy.ts'

t.setTimeout(600_000)

const service = await startService(t, { PAGE_TIER: 'government', PUBLIC_WINDOW_CALLS: '100000' })
await startNode(t, service)
const key = await service.key('government')
const prefixed = await prefixProxy(t, service.port)
const page = await drivenPage(t)
const { load, violations } = accessibility(t, page)
const visit = await planner(t, page)

const SAMPLE = fileURLToPath(new URL('../../sandbox/update.xer', import.meta.url))
const README_PICTURES = fileURLToPath(new URL('../../page/pictures/', import.meta.url))
const PICTURE_BYTES_MAX = 80 * 1024
const REAL_FILES = fileURLToPath(new URL('../../../../shared/data/project_files/', import.meta.url))
const skip = !existsSync(REAL_FILES) && 'there are no real project files beside the repository'

async function keep(name: string): Promise<void> {
  const folder = process.env.PICTURES
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.png`), await visit.picture())
}

interface ComputedTask {
  readonly id: string
  readonly early_start_date: string | null
  readonly early_finish_date: string | null
}

async function computed(bytes: Uint8Array) {
  const form = new FormData()
  form.append('schedule', new Blob([new Uint8Array(bytes)]), 'schedule')
  const answer = await fetch(`${service.url}/api/v1/analysis/cpm`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: form,
  })
  const { data } = (await answer.json()) as { data: { project_finish_date: string; tasks: ComputedTask[] } }
  return data
}

const ROWS = `[...document.querySelectorAll('.as-table tbody tr')].map(row => [...row.cells].map(cell => cell.textContent))`

/** Opens the page, gives it the file and waits for the overview. */
async function read(path: string, base = `${service.url}/`): Promise<void> {
  await visit.open(base)
  await visit.choose(path)
  await visit.analysed()
}

async function openTable(): Promise<string[][]> {
  await visit.goTo('Gantt')
  await page.value("document.querySelector('.as-table').open = true")
  await page.until("document.querySelector('.as-table tbody tr')")
  return page.value<string[][]>(ROWS)
}

const spaced = (moment: string | null | undefined): string => (moment ?? '').replace('T', ' ')

t.test('a file is read in one step, and each date on the screen is that of the service', async t => {
  await visit.size(1280)
  await read(SAMPLE)
  const data = await computed(readFileSync(SAMPLE))
  t.equal(await visit.text('#finish .large'), spaced(data.project_finish_date))
  t.equal(await page.value("document.querySelectorAll('.card').length"), 14)
  await keep('sample-overview')
  const rows = new Map((await openTable()).map(cells => [cells[0], cells]))
  for (const task of data.tasks)
    t.same(rows.get(task.id)?.slice(2, 4), [spaced(task.early_start_date), spaced(task.early_finish_date)], task.id)
  t.same(await visit.told(), [])
  t.same(await visit.hosts(), [new URL(service.url).host], 'nobody else is asked')
})

t.test('a check opens to its formula and tasks; a click marks them in the chart and chooses the first', async t => {
  await read(SAMPLE)
  await page.value("document.querySelector('.card.fail').open = true")
  await page.until("document.querySelectorAll('.detail dt').length >= 5")
  const detail = await visit.text('.card.fail .detail')
  for (const word of ['Formula', 'Source', 'Limit', 'Counted over']) t.match(detail, word)
  await keep('sample-check')
  await page.value("document.querySelector('.card.fail .detail .button').click()")
  await page.until("document.querySelector('.marks') && document.querySelector('.panel h2')")
  t.match(await visit.text('.marks'), 'Lags')
  t.match(await visit.text('.panel'), 'Why is it here?')
  await keep('sample-marked')
  t.same(await visit.told(), [])
})

t.test('the keyboard moves through the chart, folds groups and opens the task', async t => {
  await read(SAMPLE)
  await visit.goTo('Gantt')
  await page.value("document.querySelector('.chart').focus()")
  const press = async (name: string): Promise<void> => {
    await page.command('Input.dispatchKeyEvent', { type: 'keyDown', key: name })
    await page.command('Input.dispatchKeyEvent', { type: 'keyUp', key: name })
  }
  for (const name of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await press(name)
  await page.until("document.querySelector('.panel h2')?.textContent.startsWith('M0')")
  await press('ArrowUp')
  await press('ArrowLeft')
  await page.until("document.querySelector('.tools output').textContent !== '19 tasks'")
  await press('ArrowRight')
  await page.until("document.querySelector('.tools output').textContent === '19 tasks'")
  t.same(await visit.told(), [])
})

t.test('what is no schedule, and what has faults, is told in words with the place', async t => {
  for (const [name, content, words] of [
    ['empty.xer', '', /empty/],
    ['broken.json', '{"tasks":[', /not valid JSON/],
    ['faulty.json', '{"tasks":[{"id":"A","duration_days":-3}]}', /tasks\.0\.duration_days/],
    ['cycle.json', '{"tasks":[{"id":"A","predecessors":["B"]},{"id":"B","predecessors":["A"]}]}', /A -> B -> A/],
    ['plan.pdf', '%PDF-1.7 and so on', /\w/],
  ] as const) {
    await read(visit.file(name, content))
    t.match(await visit.text('[role=alert]'), words, name)
    t.match(await visit.text('h1'), name)
  }
})

const LONG = 'ü'.repeat(10_000)
const HOSTILE = ['<img src=x onerror="told.push(1)">', '\u202Egnp.exe', '=HYPERLINK("http://evil.example")', LONG]

t.test('hostile names are text in every view', async t => {
  const tasks = HOSTILE.map((name, i) => ({
    id: `<b>${i}</b>`,
    name,
    duration_days: 2,
    wbs_code: '<script>told.push(2)</script>',
    predecessors: i === 0 ? [] : [`<b>${i - 1}</b>`],
  }))
  await read(visit.file('hostile.json', JSON.stringify({ status_date: '2026-03-02', tasks })))
  await page.value("document.querySelectorAll('details').forEach(each => { each.open = true })")
  const rows = await openTable()
  t.same(
    rows.map(cells => cells[1]),
    HOSTILE,
  )
  await page.value("document.querySelector('.as-table tbody .link').click()")
  await page.until("document.querySelector('.panel h2')")
  await keep('hostile')
  t.equal(await page.value("document.querySelectorAll('main img, main script, main b').length"), 0)
  t.ok(await page.value('document.documentElement.scrollWidth <= innerWidth'), 'no name is wider than the page')
  t.same(await visit.told(), [])
})

t.test('nothing stands against WCAG 2.2 AA in any view, light and dark, wide and on a telephone', async t => {
  for (const width of [1280, 390]) {
    for (const scheme of ['light', 'dark'] as const) {
      const name = `${scheme}-${width}`
      await visit.size(width)
      await visit.scheme(scheme)
      await visit.open(`${service.url}/`)
      await load()
      t.same(await violations(), [], `${name}: start`)
      await visit.choose(SAMPLE)
      await visit.analysed()
      await page.value("document.querySelectorAll('details').forEach((each, i) => { each.open = i < 6 })")
      await page.until("document.querySelector('.detail')")
      t.same(await violations(), [], `${name}: overview`)
      t.ok(await page.value('document.documentElement.scrollWidth <= innerWidth'), `${name}: overview fits`)
      await keep(`overview-${name}`)
      await openTable()
      await page.value("document.querySelectorAll('.as-table tbody .link')[5].click()")
      await page.until("document.querySelector('.panel h2')")
      t.same(await violations(), [], `${name}: Gantt`)
      t.ok(await page.value('document.documentElement.scrollWidth <= innerWidth'), `${name}: Gantt fits`)
      await keep(`gantt-${name}`)
    }
  }
  await visit.size(1280)
  await visit.scheme('light')
})

/** The sample with another data date and another length of a task, as if it were the month before. */
const earlier = (): string =>
  readFileSync(SAMPLE, 'utf8')
    .replaceAll('\t2026-05-18 08:00\tCT_TotFloat', '\t2026-05-11 08:00\tCT_TotFloat')
    .replace('TK_NotStart\t120\t120', 'TK_NotStart\t60\t60')

t.test('two files are told apart by their data dates, and the page says why the finish moved', async t => {
  const before = visit.file('before.xer', earlier())
  await visit.open(`${service.url}/`)
  await visit.choose(SAMPLE, before)
  await page.until("document.querySelector('.waterfall')")
  const rows = await page.value<string[][]>(
    "[...document.querySelector('.overview table').tBodies[0].rows].map(row => [...row.cells].map(cell => cell.textContent))",
  )
  t.same(
    rows.map(cells => cells.slice(0, 3)),
    [
      ['Earliest', 'before.xer', '2026-05-11 08:00'],
      ['Latest', 'update.xer', '2026-05-18 08:00'],
    ],
    'the order in which they were chosen does not count',
  )
  const text = await visit.text('.overview')
  for (const words of [
    'Tasks that moved the finish',
    'Longest path before and after',
    'Retroactive actuals',
    'duration',
  ])
    t.match(text, words)
  await load()
  t.same(await violations(), [])
  await keep('comparison')
  await visit.goTo('Plots')
  t.equal(await page.value("document.querySelectorAll('.plot').length"), 3)
  t.same(await violations(), [])
  await keep('plots')
  t.same(await visit.told(), [])
})

t.test('a schedule above the limit of a synchronous call is a job, and can be cancelled', async t => {
  const tasks = Array.from({ length: 1_500 }, (_, i) => ({
    id: `T${i}`,
    duration_days: 1,
    predecessors: i === 0 ? [] : [`T${i - 1}`],
  }))
  const large = visit.file('large.json', JSON.stringify({ status_date: '2026-03-02', tasks }))
  await read(large)
  t.match(await visit.text('.figures'), '1,500')
  t.same(await visit.told(), [])
  await visit.open(`${service.url}/`)
  await page.value(`new MutationObserver((_, self) => {
    const cancel = document.querySelector('progress') && document.querySelector('.drop button')
    if (cancel) { self.disconnect(); cancel.click() }
  }).observe(document.body, { childList: true, subtree: true })`)
  await visit.choose(large)
  await page.until("document.querySelector('[role=alert]')")
  t.match(await visit.text('[role=alert]'), 'cancelled')
})

t.test('below a path prefix everything is found', async t => {
  await visit.open(`${prefixed}/`)
  await visit.choose(SAMPLE)
  await visit.analysed()
  t.equal(await page.value("document.querySelectorAll('.card').length"), 14)
  t.same(await visit.told(), [])
})

t.test('real files read well', { skip }, async t => {
  for (const path of [
    'xer/six__fairfax_va_update_3.xer',
    'xer/con__wk2.xer',
    'xer/nmo__archive_2_UP-54069-20260122.xer',
    'pmxml/mpxj__PredecessorCalendar.xml',
    'mspdi/mpxj__sample.xml',
    'mspdi/mpxj__task-links-project2019-mspdi.xml',
  ]) {
    const file = join(REAL_FILES, path)
    const name = path.replace(/^.*\/|\.\w+$/g, '')
    await read(file)
    const data = await computed(readFileSync(file))
    t.equal(await visit.text('#finish .large'), spaced(data.project_finish_date), path)
    await keep(`${name}-overview`)
    const dates = new Map(data.tasks.map(task => [task.id, task]))
    for (const [id, , start, finish] of await openTable()) {
      const task = dates.get(id!)!
      if (`${start} ${finish}` !== `${spaced(task.early_start_date)} ${spaced(task.early_finish_date)}`)
        t.fail(`${path} ${id}: ${start} ${finish}`)
    }
    await page.value("document.querySelector('.as-table').open = false")
    await keep(`${name}-gantt`)
    t.same(await visit.told(), [], path)
  }
})

t.test('the pictures of the README are those of this page, and small', async t => {
  if (process.env.UPDATE_PICTURES === '1') {
    await visit.size(840, 540)
    await read(SAMPLE)
    writeFileSync(join(README_PICTURES, 'overview.png'), await visit.picture())
    await page.value("document.querySelector('.card.fail').open = true")
    await page.until("document.querySelectorAll('.detail dt').length >= 5")
    await page.value("document.querySelector('.card.fail').scrollIntoView()")
    writeFileSync(join(README_PICTURES, 'check.png'), await visit.picture())
    await visit.goTo('Gantt')
    await page.value('new Promise(resolve => setTimeout(resolve, 500))')
    writeFileSync(join(README_PICTURES, 'gantt.png'), await visit.picture())
    await visit.size(1280)
  }
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  for (const name of ['overview', 'check', 'gantt']) {
    t.match(readme, `gateway/page/pictures/${name}.png`)
    t.ok(readFileSync(join(README_PICTURES, `${name}.png`)).length < PICTURE_BYTES_MAX, name)
  }
})
