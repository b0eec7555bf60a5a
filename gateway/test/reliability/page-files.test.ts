/** Files of the page at / in a real Chromium: two that are compared, large ones that are jobs, real ones of other tools, and what is taken along. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { TAKE_ALONG } from '../../page/browser/service/take-along.ts'
import { pageInBrowser, SAMPLE, spaced } from './helpers/page-in-browser.ts'

t.setTimeout(600_000)

const { service, page, visit, load, violations, keep, computed, read, openTable } = await pageInBrowser(t)

const REAL_FILES = fileURLToPath(new URL('../../../../shared/data/project_files/', import.meta.url))
const skip = !existsSync(REAL_FILES) && 'there are no real project files beside the repository'

/** The sample with another data date and another length of a task, as if it were the month before. */
const earlier = (): string =>
  readFileSync(SAMPLE, 'utf8')
    .replaceAll('\t2026-05-18 08:00\tCT_TotFloat', '\t2026-05-11 08:00\tCT_TotFloat')
    .replace('TK_NotStart\t120\t120', 'TK_NotStart\t60\t60')

t.test('two files are distinguished by their data dates, and the page says why the finish moved', async t => {
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
    'What moved the finish, by name',
    'Every change',
    'Longest path before and after',
    'Retroactive actuals',
    'duration',
  ])
    t.match(text, words)
  await load()
  t.same(await violations(), [])
  await keep('comparison')
  await visit.goTo('Plots')
  // work over time, starts, finishes, float, and demand, which is asked for then; neither file has an index
  await page.until("document.querySelectorAll('.plot').length === 5")
  t.match(await visit.text('.overview'), 'Steel crew')
  await page.value(`(() => {
    const select = document.querySelector('.choice select')
    select.value = 'Steel crew'
    select.dispatchEvent(new Event('change'))
  })()`)
  await page.until("document.querySelector('.choice select').value === 'Steel crew'")
  t.same(await violations(), [])
  await keep('plots')
  t.same(await visit.errors(), [])
})

t.test('what goes wrong with a second file is reported, and the first one stays', async t => {
  const add = (...paths: string[]) => visit.chooseAt('add', ...paths)
  await read(SAMPLE)
  await add(visit.file('again.xer', readFileSync(SAMPLE)))
  await page.until("document.querySelector('.notice')")
  t.match(await visit.text('.notice'), 'again.xer has the same content as update.xer')
  await add(visit.file('plan.pdf', '%PDF-1.7'))
  await page.until("document.querySelector('[role=alert]')")
  t.match(await visit.text('[role=alert]'), 'The file is a PDF document')
  await page.value("document.querySelector('[role=alert] button').click()")
  await page.until("document.querySelector('#finish')")
  const other = readFileSync(SAMPLE, 'utf8').replace('TK_NotStart\t120\t120', 'TK_NotStart\t60\t60')
  await add(visit.file('same-date.xer', other))
  await page.until("document.querySelector('.waterfall')")
  t.match(await visit.text('.overview'), 'same-date.xer', 'two files of one data date are compared as they were opened')
  t.same(await visit.errors(), [])
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
  t.same(await visit.errors(), [])
  await visit.open(`${service.url}/`)
  await page.value(`new MutationObserver((_, self) => {
    const cancel = document.querySelector('progress') && document.querySelector('.drop button')
    if (cancel) { self.disconnect(); cancel.click() }
  }).observe(document.body, { childList: true, subtree: true })`)
  await visit.choose(large)
  await page.until("document.querySelector('[role=alert]')")
  t.match(await visit.text('[role=alert]'), 'cancelled')
})

t.test('a second browser is told how it gets a key, and with one it reads what was refused', async t => {
  const { cookies } = await page.command('Network.getAllCookies')
  await page.command('Network.clearBrowserCookies')
  await page.value('sessionStorage.clear()')
  const tasks = Array.from({ length: 101 }, (_, i) => ({ id: `T${i}`, duration_days: 1 }))
  const files = ['2026-03-02', '2026-03-16'].map(date =>
    visit.file(`${date}.json`, JSON.stringify({ status_date: date, tasks })),
  )
  await visit.open(`${service.url}/`)
  await visit.choose(...files)
  await page.until("document.querySelector('[role=alert]')")
  t.notMatch(await visit.text('[role=alert]'), /[Uu]pgrade|sign up/)
  t.match(await visit.text('.access'), /npm run admin -- page open/)
  await load()
  t.same(await violations(), [])
  await keep('second-browser')
  await page.value(`(() => {
    document.getElementById('key').value = ${JSON.stringify(await service.key('government'))}
    document.querySelector('form.key').requestSubmit()
  })()`)
  await page.until("document.querySelector('.access') === null && document.querySelector('.overview, [role=alert]')")
  const read = await visit.text('main')
  for (const date of ['2026-03-02', '2026-03-16']) t.match(read, `${date}.json`)
  t.same(await visit.errors(), [])
  await page.value('sessionStorage.clear()')
  await page.command('Network.setCookies', { cookies })
})

t.test('workbook, reports and chart are handed to the browser, of a job as well', async t => {
  const folder = t.testdir()
  await page.command('Page.setDownloadBehavior', { behavior: 'allow', downloadPath: folder })
  const tasks = Array.from({ length: 1_200 }, (_, i) => ({ id: `T${i}`, duration_days: 1 }))
  const large = visit.file('large.json', JSON.stringify({ status_date: '2026-03-02', tasks }))
  for (const [path, name] of [
    [SAMPLE, 'update'],
    [large, 'large'],
  ] as const) {
    await read(path)
    const kept = Object.entries(TAKE_ALONG)
    const buttons = "[...document.querySelectorAll('.overview .actions .button:not(.primary)')]"
    t.equal(await page.value<number>(`${buttons}.length`), kept.length)
    await page.value(`${buttons}.forEach(each => each.click())`)
    const names = kept.map(([, { extension }]) => `${name}.${extension}`)
    for (let waited = 0; waited < 60_000 && !names.every(each => existsSync(join(folder, each))); waited += 100)
      await pause(100)
    const heads = names.map(each => readFileSync(join(folder, each)).subarray(0, 15).toString('latin1').toLowerCase())
    t.match(
      heads,
      kept.map(([, { extension }]) =>
        extension === 'xlsx' ? /^pk/ : extension === 'svg' ? /^<(?:svg|\?xml)/ : /^<!doctype html/,
      ),
      name,
    )
    t.equal(await visit.text('.overview .actions [role=status]'), '')
    const report = readFileSync(join(folder, `${name}.html`), 'utf8')
    if (name === 'update') t.match(report, /<h1><bdi>Footbridge<\/bdi>: Critical path<\/h1>/)
  }
  t.same(await visit.errors(), [])
})

t.test('real files read well', { skip }, async t => {
  for (const path of [
    'xer/six__fairfax_va_update_3.xer',
    'xer/con__wk2.xer',
    'xer/nmo__archive_2_UP-54069-20260122.xer',
    'pmxml/mpxj__PredecessorCalendar.xml',
    '../mpp/pl__New_Product.mpp',
    'mspdi/mpxj__sample.xml',
    'mspdi/mpxj__task-links-project2019-mspdi.xml',
  ]) {
    const file = join(REAL_FILES, path)
    if (!existsSync(file)) continue
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
    await keep(`${name}-gantt`)
    t.same(await visit.errors(), [], path)
  }
})
