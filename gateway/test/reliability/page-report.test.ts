/** A report to sign, from the page: in two clicks, of one file and of a claim, in each form, with what was entered on its cover. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { pageInBrowser, SAMPLE } from './helpers/page-in-browser.ts'

t.setTimeout(300_000)

const { service, page, visit, load, violations, keep, read } = await pageInBrowser(t)
const folder = t.testdir()
await page.command('Page.setDownloadBehavior', { behavior: 'allow', downloadPath: folder })

const fixture = async (name: string): Promise<string> => {
  const key = await service.key('government')
  const { bytes } = await service.call(`/api/v1/sandbox/fixtures/${name}`, { key })
  return visit.file(name, bytes)
}
const click = (selector: string): Promise<void> => page.value(`document.querySelector('${selector}').click()`)
const set = (selector: string, value: string): Promise<void> =>
  page.value(`document.querySelector('dialog ${selector}').value = ${JSON.stringify(value)}`)

/** The file that the browser saved. */
async function saved(name: string): Promise<Buffer> {
  const path = join(folder, name)
  for (let waited = 0; waited < 60_000 && !existsSync(path); waited += 100) await pause(100)
  return readFileSync(path)
}

t.test('the monthly report of one file takes two clicks, and is the one of the service', async t => {
  await read(SAMPLE)
  await click('.overview .actions .primary')
  await click('dialog [type=submit]')
  const html = (await saved('update.monthly.html')).toString()
  t.match(html, /^<!doctype html>/i)
  t.match(html, 'Footbridge')
  t.equal(await visit.text('dialog [role=status]'), 'Saved.')
  const form = new FormData()
  form.append('current_schedule', new Blob([readFileSync(SAMPLE)]), 'current_schedule')
  form.append('cover', '{}')
  form.append('options', '{}')
  const answer = await fetch(`${service.url}/api/v1/reports?kind=monthly&paper=a4`, {
    method: 'POST',
    headers: { 'x-api-key': await service.key('government') },
    body: form,
  })
  t.equal(html, await answer.text())
  t.same(await visit.errors(), [])
})

t.test('a claim of four updates has its cover, its contract date and every form; what was entered stays', async t => {
  const files = await Promise.all([1, 2, 3, 4].map(n => fixture(`footbridge-claim-${n}.xer`)))
  await visit.open(`${service.url}/`)
  await visit.choose(...files)
  await page.until("document.querySelector('.waterfall')")
  await visit.goTo('Overview')
  await click('.overview .actions .primary')
  await set('[name=author]', 'A. Analyst')
  await set('[name=contract]', 'FB-17 <&>')
  await set('[type=date]', '2026-06-30')
  await page.value("document.querySelector('dialog select').selectedIndex = 1")
  await keep('report')
  await load()
  t.same(await violations(), [])
  for (const [i, form] of ['html', 'docx', 'xlsx'].entries()) {
    await page.value(`document.querySelectorAll('dialog select')[1].selectedIndex = ${i}`)
    await click('dialog [type=submit]')
    const bytes = await saved(`footbridge-claim-4.claim.${form}`)
    t.match(bytes.subarray(0, 15).toString('latin1'), i === 0 ? /^<!doctype html/i : /^PK/, form)
    if (i === 0) {
      t.match(bytes.toString(), 'A. Analyst')
      t.match(bytes.toString(), /FB-17 &lt;&amp;(?:>|&gt;)/)
      t.match(bytes.toString(), '2026-06-30')
    }
    await page.until("!document.querySelector('dialog [type=submit]').disabled")
  }
  await page.value("document.querySelector('dialog').close()")
  await click('.overview .actions .primary')
  t.equal(await page.value("document.querySelector('dialog [name=author]').value"), 'A. Analyst')
  t.same(await visit.errors(), [])
})

t.test('why a report could not be made is said where it was asked for', async t => {
  const date = await page.value<string>("document.querySelector('dialog [name=author]').value = 'x'.repeat(300)")
  t.equal(date.length, 300)
  await click('dialog [type=submit]')
  await page.until("/could not be made\\. .*200/.test(document.querySelector('dialog [role=status]').textContent)")
})
