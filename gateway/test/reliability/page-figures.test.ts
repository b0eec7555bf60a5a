/** How fast the page at / is with large schedules: from the file to the overview, the first picture of the chart, a frame while it scrolls, and the memory of the tab. */
import { execFileSync } from 'node:child_process'
import t from 'tap'
import { startNode } from '../helpers/jobs.ts'
import { startService } from '../helpers/service.ts'
import { drivenPage } from './helpers/driven-page.ts'
import { planner } from './helpers/planner.ts'

t.setTimeout(600_000)

const service = await startService(t, { PAGE_TIER: 'government' })
await startNode(t, service)
const page = await drivenPage(t)
const visit = await planner(t, page)

const PAINT_MS_MAX = 1_000
const FRAME_MS_MAX = 16.7
const TAB_MEGABYTES_MAX = 600
const DAY_MS = 86_400_000
const TRIES_MAX = 8

/** Fifty tasks to each group, in four levels; each follows the one before, every third one more. */
function tasksOf(count: number): object[] {
  const date = (day: number): string => new Date(Date.UTC(2026, 0, 5) + day * DAY_MS).toISOString().slice(0, 10)
  return Array.from({ length: count }, (_, i) => ({
    id: `T${i}`,
    name: `Install part ${i} of system ${i % 97}`,
    duration_days: 1 + ((i * 7) % 20),
    wbs_code: `P.${Math.floor(i / 5_000)}.${Math.floor(i / 500) % 10}.${Math.floor(i / 50) % 10}`,
    baseline_start: date(i % 700),
    baseline_finish: date((i % 700) + 10),
    predecessors: [...(i % 50 === 0 ? [] : [`T${i - 1}`]), ...(i >= 137 && i % 3 === 0 ? [`T${i - 137} SS+5 d`] : [])],
  }))
}

/** ms from the choice of the file to the picture of its overview, and until its checks are there. */
async function overviewMs(count: number): Promise<[seen: number, checked: number]> {
  const path = visit.file(`${count}.json`, JSON.stringify({ status_date: '2026-01-05', tasks: tasksOf(count) }))
  await visit.open(`${service.url}/`)
  await page.value(`(() => {
    window.seen = new Promise(resolve => new MutationObserver((_, self) => {
      if (!document.querySelector('.overview, [role=alert]')) return
      self.disconnect()
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())))
    }).observe(document.body, { childList: true, subtree: true }))
    document.getElementById('file').addEventListener('change', () => { window.chosen = performance.now() }, { capture: true })
  })()`)
  await visit.choose(path)
  const ms = await page.value<number>('seen.then(at => at - chosen)')
  t.match(await visit.text('.figures'), count.toLocaleString('en-US'))
  await visit.analysed()
  return [ms, await page.value<number>('performance.now() - chosen')]
}

for (const [count, most] of [
  [1_000, 1_000],
  [20_000, 3_000],
] as const) {
  t.test(`${count} tasks: from the file to the overview`, async t => {
    // the first call of a worker and of a node warms them up, and other work on the machine only adds: one that is quick enough decides
    const tried: [seen: number, checked: number][] = []
    do tried.push(await overviewMs(count))
    while (tried.length < 2 || (tried.at(-1)![0] >= most && tried.length < TRIES_MAX))
    const ms = Math.min(...tried.map(([seen]) => seen))
    t.comment(`${tried.map(each => each.map(Math.round).join(', checked ')).join('; ')} ms`)
    t.equal(await page.value("document.querySelectorAll('.card').length"), 14)
    t.ok(ms < most, `${Math.round(ms)} of ${most} ms`)
  })
}

/** Of many changes the quickest, since other work on the machine only adds to it; it is 50 ms where the machine has nothing else to do. */
const WHAT_IF_MS_MAX = 150

t.test('20,000 tasks: a change that is tried is seen in table and bars, and no service is asked', async t => {
  await overviewMs(20_000)
  await visit.goTo('Activities')
  await page.until("document.querySelector('.rows [role=row] + [role=row]')")
  await page.value(
    "[...document.querySelectorAll('.rows [role=row]')].find(each => [...each.children].some(cell => cell.textContent === 'T3')).click()",
  )
  await page.until("document.querySelector('[data-field=duration]')")
  await page.value('performance.clearResourceTimings()')
  const times = await page.value<number[]>(`(async () => {
    const times = []
    for (let k = 0; k < 20; k++) {
      const field = document.querySelector('[data-field=duration]')
      field.focus()
      field.value = String(40 + k)
      const from = performance.now()
      const drawn = new Promise(resolve => new MutationObserver((_, self) => {
        self.disconnect()
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now())
        port2.postMessage(0)
      }).observe(document.querySelector('.rows'), { childList: true, subtree: true }))
      field.dispatchEvent(new Event('change'))
      times.push(await drawn - from)
      // what is said of it comes behind the picture, with a field of its own
      while (document.querySelector('[data-field=duration]') === field) await new Promise(requestAnimationFrame)
    }
    return times
  })()`)
  t.equal(await page.value("document.querySelector('[data-field=duration]').value"), '59')
  t.match(await visit.text('.alternative .lead'), /later/)
  const asked = await page.value<string[]>("performance.getEntriesByType('resource').map(each => each.name)")
  t.same(
    asked.filter(name => name.includes('/api/')),
    [],
  )
  const best = Math.min(...times)
  t.comment(`what-if ${best.toFixed(0)} ms at best, ${times.map(ms => ms.toFixed(0)).join(' ')}`)
  t.ok(best <= WHAT_IF_MS_MAX, `${best} ms`)
})

t.test('100,000 tasks: the chart', async t => {
  const [ms] = await overviewMs(100_000)
  const paintMs = await page.value<number>(`(async () => {
    const from = performance.now()
    ;[...document.querySelectorAll('nav button')][1].click()
    for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame)
    return performance.now() - from
  })()`)
  // what a frame costs the page, since an unseen browser draws at a rate of its own
  const frameMs = await page.value<number>(`(async () => {
    const scroller = document.querySelector('.scroller')
    const { requestAnimationFrame: frame } = window
    const costs = []
    window.requestAnimationFrame = draw => frame(at => {
      const from = performance.now()
      draw(at)
      costs.push(performance.now() - from)
    })
    for (let i = 0; i < 200; i++) {
      scroller.scrollTop += i % 40 === 0 ? 40_000 : 90
      await new Promise(resolve => frame(() => frame(resolve)))
    }
    window.requestAnimationFrame = frame
    return costs.sort((a, b) => a - b)[Math.floor(costs.length * 0.95)]
  })()`)
  const processes = execFileSync('ps', ['-eo', 'rss,args'], { encoding: 'utf8' }).split('\n')
  const kilobytes = processes.filter(line => line.includes('--type=renderer')).map(line => Number.parseInt(line, 10))
  const megabytes = Math.max(...kilobytes) / 1024
  t.comment(
    `overview ${Math.round(ms)} ms, chart ${Math.round(paintMs)} ms, frame ${frameMs.toFixed(1)} ms, tab ${Math.round(megabytes)} MB`,
  )
  t.ok(paintMs <= PAINT_MS_MAX, `first picture: ${Math.round(paintMs)} ms`)
  t.ok(frameMs <= FRAME_MS_MAX, `p95 of a frame: ${frameMs} ms`)
  t.ok(megabytes < TAB_MEGABYTES_MAX, `${Math.round(megabytes)} MB`)
})
