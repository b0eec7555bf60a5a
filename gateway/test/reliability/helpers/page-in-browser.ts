/** The page at / with everything behind it, for tests in a browser: a service with a node, a page that is driven, and what a planner does there. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import { startNode } from '../../helpers/jobs.ts'
import { startService } from '../../helpers/service.ts'
import { accessibility } from './accessibility.ts'
import { drivenPage } from './driven-page.ts'
import { rowsOf } from './long-table.ts'
import { planner } from './planner.ts'

export const SAMPLE = fileURLToPath(new URL('../../../sandbox/update.xer', import.meta.url))

interface ComputedTask {
  readonly id: string
  readonly early_start_date: string | null
  readonly early_finish_date: string | null
}

/** A moment as the page shows it. */
export const spaced = (moment: string | null | undefined): string => (moment ?? '').replace('T', ' ')

export async function pageInBrowser(t: Test) {
  const service = await startService(t, { PAGE_TIER: 'government', PUBLIC_WINDOW_CALLS: '100000' })
  await startNode(t, service)
  const key = await service.key('government')
  const page = await drivenPage(t)
  const visit = await planner(t, page)
  return {
    service,
    page,
    visit,
    ...accessibility(t, page),
    /** With PICTURES=<folder> it leaves a picture of what is seen there. */
    async keep(name: string): Promise<void> {
      const folder = process.env.PICTURES
      if (folder === undefined) return
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, `${name}.png`), await visit.picture())
    },
    /** What the service says of a project file. */
    async computed(bytes: Uint8Array) {
      const form = new FormData()
      form.append('schedule', new Blob([new Uint8Array(bytes)]), 'schedule')
      const answer = await fetch(`${service.url}/api/v1/analysis/cpm`, {
        method: 'POST',
        headers: { 'x-api-key': key },
        body: form,
      })
      const { data } = (await answer.json()) as { data: { project_finish_date: string; tasks: ComputedTask[] } }
      return data
    },
    /** Opens the page, gives it the file and waits for the overview. */
    async read(path: string): Promise<void> {
      await visit.open(`${service.url}/`)
      await visit.choose(path)
      await visit.analysed()
    },
    /** ID, name, start and finish of all activities, as the page saves them. */
    async openTable(): Promise<string[][]> {
      await visit.goTo('Activities')
      const [heads = [], ...rows] = await rowsOf(page, '.gantt')
      const at = ['ID', 'Name', 'Start', 'Finish'].map(title => heads.indexOf(title))
      return rows.map(cells => at.map(i => cells[i] ?? ''))
    },
    /** Chooses an activity, wherever it stands. */
    async pick(id: string): Promise<void> {
      const row = `[...document.querySelectorAll('.rows [role=row]')].find(each => [...each.children].some(cell => cell.textContent === ${JSON.stringify(id)}))`
      await page.value(`(async () => {
        const scroller = document.querySelector('.scroller')
        scroller.scrollTop = 0
        while (${row} === undefined) {
          scroller.scrollTop += 200
          await new Promise(requestAnimationFrame)
        }
      })()`)
      await page.value(`${row}.click()`)
      await page.until(`document.querySelector('.panel h2')?.textContent.split(' ')[0] === ${JSON.stringify(id)}`)
    },
    /** Chooses a value in the tools above the table. */
    choose: (value: string): Promise<void> =>
      page.value(`(() => {
        const select = [...document.querySelectorAll('.tools select')].find(each => [...each.options].some(option => option.value === ${JSON.stringify(value)}))
        select.value = ${JSON.stringify(value)}
        select.dispatchEvent(new Event('change'))
      })()`),
  }
}
