/** The page at / and the page as one file in a real Firefox: a file is read, its checks, its table, a change that is tried and a report. Skipped where there is none. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { startNode } from '../helpers/jobs.ts'
import { startService } from '../helpers/service.ts'
import { drivenFirefox, firefox } from './helpers/driven-firefox.ts'
import { SAMPLE } from './helpers/page-in-browser.ts'
import { WATCH } from './helpers/planner.ts'

t.setTimeout(300_000)

const skip = firefox() === undefined && 'there is no Firefox (Debian: apt-get install firefox-esr)'

t.test('Firefox', { skip }, async t => {
  const service = await startService(t, { PAGE_TIER: 'government', PUBLIC_WINDOW_CALLS: '100000' })
  await startNode(t, service)
  const folder = t.testdir()
  const page = await drivenFirefox(t, folder)
  await page.before(WATCH)
  const oneFile = join(folder, 'sis.html')
  writeFileSync(oneFile, (await service.call('/sis.html')).bytes)

  const click = (selector: string): Promise<void> =>
    page.value(`document.querySelector(${JSON.stringify(selector)}).click()`)
  const goTo = async (view: string): Promise<void> => {
    await page.value(
      `[...document.querySelectorAll('nav button')].find(each => each.textContent === ${JSON.stringify(view)}).click()`,
    )
    await page.until(`document.querySelector('nav [aria-current]').textContent === ${JSON.stringify(view)}`)
  }

  /** What a planner sees of the sample; the report is taken away, so that the next one has its name. */
  async function seen(url: string): Promise<unknown> {
    await page.open(url)
    await page.until("document.getElementById('file')")
    await page.chooseAt('file', SAMPLE)
    await page.until("document.querySelector('.overview:not([aria-busy]), [role=alert]')")
    const figures = await page.value("document.querySelector('.figures').innerText")
    const checks = await page.value("[...document.querySelectorAll('.card')].map(each => each.innerText)")
    await click('.overview .actions .primary')
    await click('dialog [type=submit]')
    await page.until("document.querySelector('dialog [role=status]').textContent === 'Saved.'")
    const report = join(folder, 'update.monthly.html')
    // Firefox makes the file empty, writes beside it, and puts that in its place
    const isWritten = (): boolean => existsSync(report) && statSync(report).size > 0 && !existsSync(`${report}.part`)
    for (let waited = 0; waited < 30_000 && !isWritten(); waited += 100) await pause(100)
    const bytes = readFileSync(report, 'utf8').replaceAll(/\b[\da-f]{8}-[\da-f-]{27}\b/g, '')
    await page.value("document.querySelector('dialog').close()")
    await goTo('Activities')
    await page.until("document.querySelectorAll('.rows [role=row]').length > 5")
    const rows = await page.value("[...document.querySelectorAll('.rows [role=row]')].map(each => each.innerText)")
    await page.value(
      "[...document.querySelectorAll('.rows [role=row]')].find(row => [...row.children].some(cell => cell.textContent === 'C7')).click()",
    )
    await page.until("document.querySelector('[data-field=duration]')")
    await page.value(`(() => {
      const field = document.querySelector('[data-field=duration]')
      field.focus()
      field.value = '60'
      field.dispatchEvent(new Event('change'))
    })()`)
    await page.until("/later/.test(document.querySelector('.alternative .lead')?.textContent)")
    const tried = await page.value("document.querySelector('.alternative .lead').textContent")
    for (const view of ['Plots', 'Levelling', 'Deliver']) {
      await goTo(view)
      await page.until(
        "document.querySelector('main svg, main table, main form') && !document.querySelector('main [aria-busy]')",
      )
    }
    t.same(await page.value('errors'), [], url)
    return { figures, checks, bytes, rows, tried }
  }

  const served = await seen(`${service.url}/`)
  t.equal((served as { checks: string[] }).checks.length, 14)
  t.match((served as { tried: string }).tried, /later/)
  t.same(await seen(pathToFileURL(oneFile).href), served)
})
