/** The page at /docs, and those of the methods, in a real Chromium, as served and behind a proxy that serves it under a longer path. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { METHOD_IDS } from '../../../shared/catalogue/method-ids.ts'
import { METHOD_PAGES_PATH, methodPath } from '../../../shared/endpoint/method-pages.ts'
import { startService } from '../helpers/service.ts'
import { drivenPage } from './helpers/driven-page.ts'

t.setTimeout(300_000)

const AXE = 'axe-core@4.14.1'
/** WCAG 2.2 at level AA. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const PREFIX = '/schedules/service'

const scratch = mkdtempSync(join(tmpdir(), 'axe-'))
t.teardown(() => rmSync(scratch, { recursive: true, force: true }))
execFileSync('npm', ['i', '--prefix', scratch, '--no-audit', '--no-fund', '--ignore-scripts', AXE], { stdio: 'ignore' })
const axe = readFileSync(join(scratch, 'node_modules/axe-core/axe.min.js'), 'utf8')

const service = await startService(t)
const key = await service.key('free')
const page = await drivenPage(t)

/** Passes on what comes below the prefix, without it; everything else is 404. */
const proxy = createServer((incoming, outgoing) => {
  if (!incoming.url?.startsWith(`${PREFIX}/`)) {
    outgoing.writeHead(404).end()
    return
  }
  const { method, headers } = incoming
  const path = incoming.url.slice(PREFIX.length)
  const onward = request({ port: service.port, host: '127.0.0.1', method, headers, path }, answer => {
    outgoing.writeHead(answer.statusCode!, answer.headers)
    answer.pipe(outgoing)
  })
  incoming.pipe(onward)
})
await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
t.teardown(() => {
  proxy.closeAllConnections()
  proxy.close()
})
const prefixed = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${PREFIX}`

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

const violations = () =>
  page.value<
    string[]
  >(`axe.run(document, { resultTypes: ['violations'], runOnly: ${JSON.stringify(RULES)} }).then(found =>
    found.violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ' ' + html.slice(0, 200) + failureSummary)))`)

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

t.test('nothing stands against WCAG 2.2 AA: closed, open, with the keys asked for, light and dark', async t => {
  for (const scheme of ['light', 'dark']) {
    await page.command('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] })
    await open(service.url)
    t.equal(await page.value("document.documentElement.classList.contains('dark-mode')"), scheme === 'dark')
    await page.value(`${axe};0`)
    t.same(await violations(), [], `${scheme}, closed`)
    await page.value(`document.querySelector('${CPM} .opblock-summary-control').click()`)
    await page.until(`document.querySelector('${CPM} .btn.execute')`)
    // colours change over half a second
    await page.value('new Promise(resolve => setTimeout(resolve, 1000))')
    t.same(await violations(), [], `${scheme}, an operation open`)
    await page.value("document.querySelector('.btn.authorize').click()")
    await page.until("document.querySelector('.modal-ux')")
    await page.value('new Promise(resolve => setTimeout(resolve, 1000))')
    t.same(await violations(), [], `${scheme}, keys asked for`)
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

const METHOD_PATHS = [METHOD_PAGES_PATH, ...METHOD_IDS.map(methodPath)]
const media = (scheme: string) =>
  page.command('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] })
const width = (pixels: number) =>
  page.command('Emulation.setDeviceMetricsOverride', {
    width: pixels,
    height: 800,
    deviceScaleFactor: 1,
    mobile: pixels < 500,
  })
t.test('nothing of the pages of the methods stands against WCAG 2.2 AA, light and dark', async t => {
  for (const scheme of ['light', 'dark']) {
    await media(scheme)
    for (const path of METHOD_PATHS) {
      await page.open(`${service.url}${path}`)
      await page.value(`${axe};0`)
      t.same(await violations(), [], `${scheme}, ${path}`)
    }
  }
})

t.test('a page of a method has its styles and nothing wider than a telephone', async t => {
  await width(390)
  for (const path of METHOD_PATHS) {
    await page.open(`${service.url}${path}`)
    t.equal(await page.value('document.styleSheets.length'), 2, path)
    t.ok(await page.value('document.documentElement.scrollWidth <= innerWidth'), `${path} fits`)
  }
  await width(1280)
})

t.test('links of the pages of the methods hold below a prefix, down to a check', async t => {
  await page.open(`${prefixed}${METHOD_PAGES_PATH}`)
  await page.value('document.querySelector(\'main a[href="methods/score"]\').click()')
  await page.until("location.pathname.endsWith('/docs/methods/score') && document.querySelector('#hs01')")
  await page.value('document.querySelector(\'main a[href="#hs01"]\').click()')
  await page.until("document.querySelector('#hs01').getBoundingClientRect().top < innerHeight")
  await page.value('document.querySelector(\'header a[href="../../docs"]\').click()')
  await page.until(STANDS)
  t.equal(await page.value('location.href'), `${prefixed}/docs`)
  t.equal(await page.value('document.querySelector(\'.bar a[href="docs/methods"]\').href'), `${prefixed}/docs/methods`)
})
