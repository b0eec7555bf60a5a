/** The page at /docs in a real Chromium, as served and behind a proxy that serves it under a longer path. */
import t from 'tap'
import { startService } from '../helpers/service.ts'
import { accessibility } from './helpers/accessibility.ts'
import { drivenPage } from './helpers/driven-page.ts'
import { prefixProxy } from './helpers/prefix-proxy.ts'

t.setTimeout(300_000)

const service = await startService(t)
const key = await service.key('free')
const page = await drivenPage(t)

const prefixed = await prefixProxy(t, service.port)
const { load, violations } = accessibility(t, page)

const STANDS = "document.getElementById('plain').hidden && document.querySelectorAll('.opblock').length > 0"
const open = async (base: string): Promise<void> => {
  await page.open(`${base}/docs`)
  await page.until(STANDS)
}
const paths = () =>
  page.value<string[]>("[...document.querySelectorAll('.opblock-summary-path')].map(each => each.dataset.path)")

/** Types as a person does: the reference hears of a value by its input event. */
const type = (selector: string, text: string) =>
  page.value(`(() => {
    const input = document.querySelector(${JSON.stringify(selector)})
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, ${JSON.stringify(text)})
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })()`)

const CPM = '[id^=operations-Analysis][id$=cpm]'

t.test('the search finds words of titles and summaries, each of them, and paths', async t => {
  await open(service.url)
  const all = await paths()
  t.ok(all.length > 60, `${all.length} operations`)
  for (const [phrase, expected] of [
    ['Critical path', '/api/v1/analysis/cpm'],
    ['free float', '/api/v1/analysis/cpm'],
    ['EARLIER later delay window', undefined],
    ['concurrency', '/api/v1/forensics/delay-analysis'],
    ['webhooks/deliveries', '/api/v1/webhooks/deliveries'],
  ] as const) {
    await type('.operation-filter-input', phrase)
    await page.until(`document.querySelectorAll('.opblock').length < ${all.length}`)
    const found = await paths()
    if (expected === undefined) t.same(found, [], phrase)
    else t.ok(found.includes(expected) && found.length < 12, `${phrase}: ${found.join(' ')}`)
    await type('.operation-filter-input', '')
    await page.until(`document.querySelectorAll('.opblock').length === ${all.length}`)
  }
})

t.test('retired paths and preflights are hidden', async t => {
  const shown = await paths()
  t.same(
    shown.filter(path => /\/api\/v1\/(?:quality|schedule)\//.test(path)),
    [],
  )
  t.equal(await page.value("document.querySelectorAll('.opblock-options, .opblock-deprecated').length"), 0)
  t.notOk(
    await page.value("[...document.querySelectorAll('.opblock-tag')].some(tag => tag.textContent.includes('Retired'))"),
  )
})

t.test('a key survives a reload, is sent, and nothing of it outlives the tab', async t => {
  await page.value("document.querySelector('.btn.authorize').click()")
  await page.until("document.querySelector('.modal-ux input')")
  await type('.modal-ux input', key)
  await page.value("document.querySelector('.modal-ux .modal-btn.authorize').click()")
  await page.until("document.querySelector('.btn.authorize.locked, .btn.authorize svg')")
  await open(`${service.url}`)
  await page.value("document.querySelector('[id*=Account][id$=tier] .opblock-summary-control').click()")
  await page.until("document.querySelector('.btn.execute')")
  await page.value("document.querySelector('.btn.execute').click()")
  await page.until("document.querySelector('.live-responses-table tr.response .response-col_status')")
  t.match(
    await page.value("document.querySelector('.live-responses-table tr.response .response-col_status').textContent"),
    /^200/,
  )
  t.equal(await page.value('localStorage.length'), 0, 'nothing outlives the tab')
  t.equal(await page.value('document.cookie'), '')
})

t.test('nothing violates WCAG 2.2 AA: closed, open, in the dialog for keys, light and dark', async t => {
  for (const scheme of ['light', 'dark']) {
    await page.command('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] })
    await open(service.url)
    t.equal(await page.value("document.documentElement.classList.contains('dark-mode')"), scheme === 'dark')
    await load()
    t.same(await violations(), [], `${scheme}, closed`)
    await page.value(`document.querySelector('${CPM} .opblock-summary-control').click()`)
    await page.until(`document.querySelector('${CPM} .btn.execute')`)
    // colours change over half a second
    await page.value('new Promise(resolve => setTimeout(resolve, 1000))')
    t.same(await violations(), [], `${scheme}, an operation open`)
    await page.value("document.querySelector('.btn.authorize').click()")
    await page.until("document.querySelector('.modal-ux')")
    await page.value('new Promise(resolve => setTimeout(resolve, 1000))')
    t.same(await violations(), [], `${scheme}, dialog for keys`)
  }
})

t.test('behind a proxy that takes a prefix away everything is found and called below it', async t => {
  await open(prefixed)
  t.ok((await paths()).length > 60)
  await page.value("document.querySelector('[id*=Liveness][id$=health] .opblock-summary-control').click()")
  await page.until("document.querySelector('.btn.execute')")
  await page.value("document.querySelector('.btn.execute').click()")
  await page.until("document.querySelector('.live-responses-table tr.response .response-col_status')")
  t.match(
    await page.value("document.querySelector('.request-url .microlight, .request-url pre').textContent"),
    `${prefixed}/health`,
  )
  t.match(
    await page.value("document.querySelector('.live-responses-table tr.response .response-col_status').textContent"),
    /^200/,
  )
})
