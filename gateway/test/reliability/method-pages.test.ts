/** The pages of the methods in a real Chromium: readable in light and dark, on a telephone, and below a path prefix. */

import t from 'tap'
import { METHOD_IDS } from '../../../shared/contract/catalogue/catalogue.ts'
import { METHOD_PAGES_PATH, methodPath } from '../../../shared/contract/endpoint/method-pages.ts'
import { startService } from '../helpers/service.ts'
import { accessibility } from './helpers/accessibility.ts'
import { drivenPage } from './helpers/driven-page.ts'
import { prefixProxy } from './helpers/prefix-proxy.ts'

t.setTimeout(300_000)

const service = await startService(t)
const page = await drivenPage(t)
const prefixed = await prefixProxy(t, service.port)
const { load, violations } = accessibility(t, page)

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
      await load()
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
  await page.until("document.getElementById('plain')?.hidden")
  t.equal(await page.value('location.href'), `${prefixed}/docs`)
  t.equal(await page.value('document.querySelector(\'.bar a[href="docs/methods"]\').href'), `${prefixed}/docs/methods`)
})

t.test('an operation of the reference links to the page of its method, also below a prefix', async t => {
  await page.open(`${prefixed}/docs`)
  const operation = '[id^=operations-Analysis][id$=cpm]'
  await page.until(`document.querySelector('${operation} .opblock-summary-control')`)
  await page.value(`document.querySelector('${operation} .opblock-summary-control').click()`)
  await page.until(`document.querySelector('${operation} .opblock-external-docs a')`)
  t.equal(
    await page.value(`document.querySelector('${operation} .opblock-external-docs a').href`),
    `${prefixed}${methodPath('analysis.cpm')}`,
  )
})
