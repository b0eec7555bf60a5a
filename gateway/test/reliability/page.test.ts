/**
 * The page at / in a real Chromium: a file is chosen and read, its dates are those of the service, hostile names are text, no other host is called,
 * and nothing stands against WCAG. With PICTURES=<folder> it leaves pictures of the views there; those of the README are made with UPDATE_PICTURES=1.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { pageInBrowser, SAMPLE, spaced } from './helpers/page-in-browser.ts'
import { prefixProxy } from './helpers/prefix-proxy.ts'
import { englishOnly, leftIn, OTHERS, tableOf } from './helpers/words-of-language.ts'

t.setTimeout(600_000)

const { service, page, visit, load, violations, keep, computed, read, openTable, pick } = await pageInBrowser(t)
const prefixed = await prefixProxy(t, service.port)

const README_PICTURES = fileURLToPath(new URL('../../page/pictures/', import.meta.url))
const PICTURE_BYTES_MAX = 80 * 1024

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
  t.same(await visit.errors(), [])
  t.same(await visit.hosts(), [new URL(service.url).host], 'no other host is called')
})

t.test(
  'a check opens to its formula; a click shows its activities alone, and another one all of them again',
  async t => {
    await read(SAMPLE)
    await page.value("document.querySelector('.card.fail details').open = true")
    await page.until("document.querySelectorAll('.detail dt').length >= 5")
    const detail = await visit.text('.card.fail .detail')
    for (const word of ['Formula', 'Source', 'Limit', 'Counted over']) t.match(detail, word)
    await keep('sample-check')
    await page.value("document.querySelector('.card.fail > .open').click()")
    await page.until("document.querySelector('.marks')")
    t.match(await visit.text('.marks'), 'Lags')
    await keep('sample-marked')
    await page.value("document.querySelector('.filtered .button').click()")
    await page.until("!document.querySelector('.marks')")
    await pick('M9')
    t.match(await visit.text('.panel'), 'Why is it here?')
    await page.value("document.querySelector('.walk + details').open = true")
    await page.until("document.querySelector('.walk + details table')")
    await page.value("document.querySelector('.walk + details td .button').click()")
    await page.until("/days of float to/.test(document.querySelector('.marks').textContent)")
    await page.value("document.querySelector('.filtered .button').click()")
    await page.until("!document.querySelector('.marks')")
    t.same(await visit.errors(), [])
  },
)

t.test('the keyboard moves through the chart, folds groups and opens the task', async t => {
  await read(SAMPLE)
  await visit.goTo('Activities')
  await page.value("document.querySelector('[role=treegrid]').focus()")
  const press = async (name: string): Promise<void> => {
    await page.command('Input.dispatchKeyEvent', { type: 'keyDown', key: name })
    await page.command('Input.dispatchKeyEvent', { type: 'keyUp', key: name })
  }
  for (const name of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await press(name)
  await page.until("document.querySelector('.panel h2')?.textContent.startsWith('M0')")
  await press('ArrowUp')
  await press('ArrowLeft')
  await page.until("document.querySelector('.rows [aria-expanded=false]')")
  await press('ArrowRight')
  await page.until("!document.querySelector('.rows [aria-expanded=false]')")
  t.same(await visit.errors(), [])
})

t.test('a file that is no schedule, or has faults, is reported in words with the place', async t => {
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
const HOSTILE = ['<img src=x onerror="errors.push(1)">', '\u202Egnp.exe', '=HYPERLINK("http://evil.example")', LONG]

t.test('hostile names are text in every view', async t => {
  const tasks = HOSTILE.map((name, i) => ({
    id: `<b>${i}</b>`,
    name,
    duration_days: 2,
    wbs_code: '<script>errors.push(2)</script>',
    predecessors: i === 0 ? [] : [`<b>${i - 1}</b>`],
  }))
  await read(visit.file('hostile.json', JSON.stringify({ status_date: '2026-03-02', tasks })))
  await page.value("document.querySelectorAll('details').forEach(each => { each.open = true })")
  const rows = await openTable()
  t.same(
    rows.map(cells => cells[1]),
    HOSTILE,
  )
  await page.until("document.querySelector('.rows [role=row]:not(.group)')")
  await page.value("document.querySelector('.rows [role=row]:not(.group)').click()")
  await page.until("document.querySelector('.panel h2')")
  await keep('hostile')
  t.equal(await page.value("document.querySelectorAll('main img, main script, main b').length"), 0)
  t.ok(await page.value('document.documentElement.scrollWidth <= innerWidth'), 'no name is wider than the page')
  t.same(await visit.errors(), [])
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
      t.ok(await page.value(`document.documentElement.scrollWidth <= ${width}`), `${name}: overview fits`)
      await keep(`overview-${name}`)
      await openTable()
      await page.until("document.querySelectorAll('.rows [role=row]:not(.group)').length > 5")
      await page.value("document.querySelectorAll('.rows [role=row]:not(.group)')[5].click()")
      await page.until("document.querySelector('.panel h2')")
      t.same(await violations(), [], `${name}: activities`)
      t.ok(await page.value(`document.documentElement.scrollWidth <= ${width}`), `${name}: activities fit`)
      await keep(`gantt-${name}`)
    }
  }
  await visit.size(1280)
  await visit.scheme('light')
})

t.test(
  'each language has every view in its own words, within the page at each width, and stays after a reload',
  async t => {
    const task = (id: string, days: number, more = {}) => ({
      id,
      name: `X${id}`,
      duration_days: days,
      resources: ['R'],
      ...more,
    })
    const plan = (date: string, days: number) =>
      JSON.stringify({
        status_date: date,
        calendar: 'working_days',
        tasks: [task('1', days), task('2', 3), task('3', 1, { predecessors: ['1'] })],
      })
    await visit.open(`${service.url}/`)
    await visit.choose(visit.file('one.json', plan('2026-03-02', 5)), visit.file('two.json', plan('2026-03-09', 9)))
    await page.until("document.querySelector('.waterfall')")
    for (const language of OTHERS) {
      const table = await tableOf(language)
      const english = leftIn(englishOnly(table))
      await page.value(`(select => {
      select.value = '${language}'
      select.dispatchEvent(new Event('change'))
    })(document.querySelector('.where select'))`)
      await page.until(`document.documentElement.lang === '${language}'`)
      for (const view of Object.values(table.tabs)) {
        await visit.goTo(view)
        await page.until(
          "!document.querySelector('main progress, main [aria-busy]') && document.querySelector('main h1')",
        )
        if (view === table.tabs.plots) await page.until("document.querySelector('.choice select')")
        if (view === table.tabs.activities) {
          await page.until("document.querySelector('.rows [role=row]:not(.group)')")
          await page.value("document.querySelector('.rows [role=row]:not(.group)').click()")
          await page.until("document.querySelector('.panel h2')")
          t.ok(
            (await page.value<string>("document.querySelector('.rows').textContent")).includes(
              table.counting.date('2026-03-09'),
            ),
            language,
          )
        }
        await page.value("document.querySelectorAll('main details').forEach((each, i) => { each.open = i < 20 })")
        t.same(await page.value(english), [], `${language}: ${view}`)
        for (const width of [390, 1280]) {
          await visit.size(width)
          t.ok(await page.value(`document.documentElement.scrollWidth <= ${width}`), `${language}: ${view} at ${width}`)
          await keep(`${language}-${view}-${width}`)
        }
      }
    }
    await visit.open(`${service.url}/?`)
    const last = await tableOf(OTHERS.at(-1)!)
    t.equal(await visit.text('h1'), last.start.heading, 'it is kept')
    t.same(await page.value(leftIn(englishOnly(last))), [])
    await load()
    t.same(await violations(), [])
    t.same(await visit.errors(), [])
    await page.value("localStorage.removeItem('language')")
  },
)

const isRoot = process.getuid!() === 0

t.test(
  'while another user of the machine is connected, the page says why it has a playground key',
  {
    skip: !isRoot && 'only root can be another user',
  },
  async t => {
    const source = `require('node:net').connect(${service.port}, '127.0.0.1', () => process.send('connected'))`
    const other = spawn(process.execPath, ['-e', source], {
      uid: 65_534,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    t.teardown(() => other.kill('SIGKILL'))
    await once(other, 'message')
    await visit.open(`${service.url}/`)
    await page.until("/in the browser that opened this page first/.test(document.querySelector('.access').textContent)")
    await visit.choose(SAMPLE)
    await visit.analysed()
    t.equal(await page.value("document.querySelectorAll('.card').length"), 14, 'small files work with it')
  },
)

t.test('printed, the chart is light and its tools are gone', async t => {
  await visit.scheme('dark')
  await read(SAMPLE)
  await visit.goTo('Activities')
  const corner = `(() => {
    const [r, g, b] = document.querySelector('canvas').getContext('2d').getImageData(300, 300, 1, 1).data
    return r + g + b
  })()`
  await page.until(`${corner} < 200`)
  await page.command('Emulation.setEmulatedMedia', { media: 'print' })
  await page.until(`${corner} > 600`)
  t.equal(await page.value("getComputedStyle(document.querySelector('.tools')).display"), 'none')
  await keep('gantt-print')
  await page.command('Emulation.setEmulatedMedia', { media: '' })
  await visit.scheme('light')
})

t.test('below a path prefix everything is found', async t => {
  await visit.open(`${prefixed}/`)
  await visit.choose(SAMPLE)
  await visit.analysed()
  t.equal(await page.value("document.querySelectorAll('.card').length"), 14)
  t.same(await visit.errors(), [])
})

t.test('the pictures of the README are those of this page, and small', async t => {
  if (process.env.UPDATE_PICTURES === '1') {
    await visit.size(840, 540)
    await read(SAMPLE)
    writeFileSync(join(README_PICTURES, 'overview.png'), await visit.picture())
    await page.value("document.querySelector('.card.fail details').open = true")
    await page.until("document.querySelectorAll('.detail dt').length >= 5")
    await page.value("document.querySelector('.card.fail').scrollIntoView()")
    writeFileSync(join(README_PICTURES, 'check.png'), await visit.picture())
    await visit.goTo('Activities')
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
