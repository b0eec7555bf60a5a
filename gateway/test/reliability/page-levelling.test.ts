/** Levelling on the page at /: its figures are those of the service, a limit that is slid levels anew, and the levelled schedule is handed over in each form. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { WRITTEN_FORMATS } from '../../../shared/contract/schedule/file-formats.ts'
import { rowsOf } from './helpers/long-table.ts'
import { pageInBrowser, SAMPLE, spaced } from './helpers/page-in-browser.ts'

t.setTimeout(600_000)

const { service, page, visit, load, violations, keep, read } = await pageInBrowser(t)
const key = await service.key('government')

const REAL_FILES = fileURLToPath(new URL('../../../../shared/data/project_files/', import.meta.url))

interface Placed {
  readonly id: string
  readonly start_before: string
  readonly start: string
  readonly finish_before: string
  readonly finish: string
  readonly delay_working_days: number
  readonly delay_calendar_days: number
}

interface Allocation {
  readonly [member: string]: unknown
  readonly finish_before: string
  readonly finish_after: string
  readonly moves_working_days: number
  readonly lower_bound: { finish: string; distance_working_days: number }
  readonly delayed_count: number
  readonly unresolved_count: number
  readonly over_hours_before: number
  readonly over_hours_after: number
  readonly delays: { id: string; text: string }[]
  readonly unresolved: { id: string; text: string }[]
  readonly finish_chain: { id: string; start: string; resource: string | null; held_by: string | null }[]
  readonly tasks: Placed[]
  readonly use: { resource: string; start: string; hours_before: number; hours_after: number; capacity_hours: number }[]
  readonly resources: { resource: string; over_hours_before: number }[]
}

const allocation = async (...asked: Parameters<typeof allocationReply>): Promise<Allocation> =>
  (await allocationReply(...asked)).allocation

async function allocationReply(
  path: string,
  options: object,
  limits: object[] = [],
  priorities: object[] = [],
): Promise<{ allocation: Allocation; schedule?: object }> {
  const form = new FormData()
  form.append('schedule', new Blob([new Uint8Array(readFileSync(path))]), 'schedule')
  form.append('options', JSON.stringify(options))
  if (limits.length > 0) form.append('resource_availability', JSON.stringify(limits))
  if (priorities.length > 0) form.append('task_priorities', JSON.stringify(priorities))
  const answer = await fetch(`${service.url}/api/v1/resources/allocate`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: form,
  })
  return (await answer.json()) as { allocation: Allocation; schedule?: object }
}

const number = (value: number): string => value.toLocaleString('en-US')
const signed = (value: number): string => `${value > 0 ? '+' : ''}${number(value)}`

const settled = async (): Promise<void> => {
  await page.until("document.querySelector('.levelling .lead') && !document.querySelector('.levelling [aria-busy]')")
  await page.until("document.querySelector('.running').textContent === ''")
}

async function sameAsService(t: Test, allocated: Allocation): Promise<void> {
  const figure = (id: string): Promise<string> => visit.text(`#${id}`)
  t.match(await figure('finish-before'), spaced(allocated.finish_before))
  t.match(await figure('finish-after'), spaced(allocated.finish_after))
  if (allocated.moves_working_days !== 0)
    t.match(await figure('finish-after'), `${signed(allocated.moves_working_days)} working days`)
  t.match(await figure('lower-bound'), spaced(allocated.lower_bound.finish))
  t.equal(await visit.text('#delayed .large'), number(allocated.delayed_count))
  t.equal(await visit.text('#unresolved .large'), number(allocated.unresolved_count))
  t.equal(await visit.text('#over-limits .large'), `${number(allocated.over_hours_after)} h`)
  t.match(await figure('over-limits'), `${number(allocated.over_hours_before)} h before`)
  const placed = new Map(allocated.tasks.map(task => [task.id, task]))
  if (allocated.delays.length > 0) {
    const [, ...rows] = await rowsOf(page, '#moved')
    t.same(
      rows.map(cells => [cells[0], ...cells.slice(2)]),
      allocated.delays.map(({ id, text }) => {
        const task = placed.get(id)!
        const moments = [task.start_before, task.start, task.finish_before, task.finish].map(spaced)
        return [id, ...moments, String(task.delay_working_days), String(task.delay_calendar_days), text]
      }),
      'each task that moved, with its sentence',
    )
  }
  if (allocated.unresolved.length > 0) {
    const [, ...rows] = await rowsOf(page, '#stands')
    t.same(
      rows.map(cells => [cells[0], cells.at(-1)]),
      allocated.unresolved.map(({ id, text }) => [id, text]),
    )
  }
  const waits = allocated.finish_chain.filter(({ resource }) => resource !== null)
  if (waits.length > 1 && allocated.moves_working_days > 0) {
    const [, ...rows] = await rowsOf(page, '#chain')
    const [id, start, resource, behind] = [0, 2, 3, 4].map(at => rows.map(cells => cells[at]))
    t.same(id, waits.map(each => each.id).reverse(), 'the waits that move the finish, the first one first')
    t.same(start, waits.map(each => spaced(each.start)).reverse())
    t.same(resource, waits.map(each => each.resource).reverse())
    t.same(behind, waits.map(each => each.held_by ?? '').reverse())
  }
  const shown = await page.value<string>("document.querySelector('.histogram select').value")
  const cells = await page.value<string[][]>(
    "[...document.querySelectorAll('.histogram tbody tr')].map(row => [...row.cells].map(cell => cell.textContent))",
  )
  const rows = new Map(cells.map(([start, ...values]) => [start, values]))
  const rounded = (value: number): string => number(Math.round(value * 100) / 100)
  for (const use of allocated.use.filter(({ resource }) => resource === shown))
    t.same(rows.get(use.start), [use.hours_before, use.hours_after, use.capacity_hours].map(rounded), use.start)
  const used = allocated.use.filter(({ resource }) => resource === shown).length
  t.ok(cells.filter(([, before, after]) => before !== '0' || after !== '0').length <= used)
}

t.test('figures, tasks that moved and the histogram are those of the service', async t => {
  const real = ['xer/con__wk2.xer', 'mspdi/mpxj__sample1.xml'].map(path => join(REAL_FILES, path)).filter(existsSync)
  for (const path of [SAMPLE, ...real]) {
    await read(path)
    await visit.goTo('Levelling')
    await settled()
    const allocated = await allocation(path, {})
    // where no resource is levelled there are no figures, and a sentence says why
    if (allocated.resources.length === 0) t.match(await visit.text('.levelling .lead'), /resource/, path)
    else await sameAsService(t, allocated)
    t.same(await visit.errors(), [], path)
  }
})

t.test('a limit, a rule, the float: each change levels anew, and the way back is one click', async t => {
  await read(SAMPLE)
  await visit.goTo('Levelling')
  await settled()
  const before = await visit.text('#finish-after .large')
  const set = (selector: string, change: string): Promise<void> =>
    page.value(
      `(() => { const each = document.querySelector(${JSON.stringify(selector)}); ${change}; each.dispatchEvent(new Event('input')); each.dispatchEvent(new Event('change')) })()`,
    )
  const allocated = await allocation(SAMPLE, {}, [{ resource: 'Site crew', capacity_per_day: 2 }])
  t.not(spaced(allocated.finish_after), before, 'two crews are faster')
  await set('input[aria-label="Limit of Site crew, units"]', "each.value = '2'")
  await page.until(`document.querySelector('#finish-after .large').textContent !== '${before}'`)
  await settled()
  await sameAsService(t, allocated)
  await page.value("[...document.querySelectorAll('.limits .button')].at(-1).click()")
  await page.until(`document.querySelector('#finish-after .large').textContent === '${before}'`)
  await set('.controls .check input', 'each.checked = true')
  await page.until("document.querySelector('#finish-after').textContent.includes('the same')")
  await settled()
  await sameAsService(t, await allocation(SAMPLE, { within_float_only: true }))
  await set('.controls .check input', 'each.checked = false')
  await page.until(`document.querySelector('#finish-after .large').textContent === '${before}'`)
  await set('.controls .check:last-child input', 'each.checked = true')
  await pause(500)
  await settled()
  await sameAsService(t, await allocation(SAMPLE, { allow_splits: true }))
  await set('.controls .check:last-child input', 'each.checked = false')
  await set('.controls select', "each.value = 'p6'")
  await pause(500)
  await settled()
  await sameAsService(t, await allocation(SAMPLE, { rule: 'p6' }))
  // what is given up leaves what was found before as what it is
  const effort = (value: string): Promise<void> =>
    page.value(`(() => {
      const select = [...document.querySelectorAll('.controls select')].find(each => [...each.options].some(option => option.value === 'best'))
      select.value = '${value}'
      select.dispatchEvent(new Event('change'))
    })()`)
  await page.value(`new MutationObserver((_, self) => {
    const cancel = document.querySelector('.running button:not([hidden])')
    if (cancel) { self.disconnect(); cancel.click() }
  }).observe(document.querySelector('.running'), { childList: true, subtree: true })`)
  await effort('best')
  await page.until("/choice before/.test(document.querySelector('.running').textContent)")
  t.ok(await page.value("document.querySelector('#finish-after').closest('.stale') !== null"))
  await page.value("[...document.querySelectorAll('.running button')].at(-1).click()")
  await page.until("document.querySelector('.running').textContent === '' && document.querySelector('.stale') === null")
  await sameAsService(t, await allocation(SAMPLE, { rule: 'p6', effort: 'best' }))
  await effort('fast')
  await page.until("document.querySelector('.running').textContent === '' && document.querySelector('.stale') === null")
  await set('input[aria-label="Level Site crew"]', 'each.checked = false')
  await page.until("/not levelled/.test(document.querySelector('.limits').textContent)")
  await set('input[aria-label="Level Site crew"]', 'each.checked = true')
  await page.until("!/not levelled/.test(document.querySelector('.limits').textContent)")
  await settled()
  // a task of the greatest priority stays
  const [delayed] = (await allocation(SAMPLE, { rule: 'p6' })).delays
  const prioritised = await allocation(SAMPLE, { rule: 'p6' }, [], [{ task_id: delayed!.id, priority: 1000 }])
  t.notOk(prioritised.delays.some(({ id, text }) => id === delayed!.id && /waits|short/.test(text)))
  const give = async (id: string, priority: number): Promise<void> => {
    await page.value(`(() => {
      const part = document.querySelector('.priorities')
      part.open = true
      const [task, figure] = part.querySelectorAll('input')
      task.value = '${id}'
      figure.value = '${priority}'
      part.querySelector('button').click()
    })()`)
    await pause(500)
    await settled()
  }
  await give('no such task', 700)
  t.match(await visit.text('.priorities [role=status]'), 'No task has the ID')
  await give(delayed!.id, 1000)
  await sameAsService(t, prioritised)
  await page.value("document.querySelector('.priorities .remove').click()")
  await pause(500)
  await settled()
  await sameAsService(t, await allocation(SAMPLE, { rule: 'p6' }))
  await set('input[aria-label="Level Site crew"]', 'each.checked = false')
  await page.until("/not levelled/.test(document.querySelector('.limits').textContent)")
  // what was chosen is in the address, which a reload and a link lead to
  await settled()
  await page.until('/level.rule=p6/.test(location.hash)')
  await page.value('(window.isBefore = true, location.reload())')
  await page.until('window.isBefore === undefined')
  await page.until("/not levelled/.test(document.querySelector('.limits')?.textContent)")
  t.equal(await page.value("document.querySelector('.controls select').value"), 'p6')
  await page.value("document.querySelector('.limits .button').click()")
  await page.until("!/not levelled/.test(document.querySelector('.limits').textContent)")
  await settled()
  await sameAsService(t, await allocation(SAMPLE, { rule: 'p6' }))
  t.same(await visit.errors(), [])
})

t.test(
  'an order of one’s own and the most schedules of a search; what is saved of a search is what is shown',
  async t => {
    const folder = t.testdir()
    await page.command('Page.setDownloadBehavior', { behavior: 'allow', downloadPath: folder })
    await read(SAMPLE)
    await visit.goTo('Levelling')
    await settled()
    const choose = async (among: string, value: string): Promise<void> => {
      await page.value(`(() => {
      const select = [...document.querySelectorAll('.controls select')].find(each => each.value !== '${value}' && [...each.options].some(option => option.value === '${among}'))
      select.value = '${value}'
      select.dispatchEvent(new Event('change'))
    })()`)
      await pause(500)
      await settled()
    }
    await choose('p6', 'own')
    const order = [
      { by: 'priority', descending: true },
      { by: 'total_float', descending: false },
    ]
    t.equal(await page.value("document.querySelectorAll('.order-fields .row').length"), 2)
    await sameAsService(t, await allocation(SAMPLE, { priority_order: order }))
    await page.value("document.querySelector('.order-fields .button').click()")
    await pause(500)
    await settled()
    const rows = await page.value<string[]>(
      "[...document.querySelectorAll('.order-fields select')].map(each => each.value)",
    )
    t.same(rows, ['priority', 'down', 'total_float', 'up', 'id', 'up'])
    await page.value("document.querySelector('.order-fields .remove').click()")
    await pause(500)
    await settled()
    const shorter = [
      { by: 'total_float', descending: false },
      { by: 'id', descending: false },
    ]
    await sameAsService(t, await allocation(SAMPLE, { priority_order: shorter }))
    await choose('best', 'good')
    await page.value(`(() => {
    const most = [...document.querySelectorAll('.controls input[type=number]')].find(each => each.max === '500000')
    most.value = '40'
    most.dispatchEvent(new Event('change'))
  })()`)
    await pause(500)
    await settled()
    const asked = { priority_order: shorter, effort: 'good', schedules_max: 40 }
    await sameAsService(t, await allocation(SAMPLE, asked))
    t.match(await page.value('location.hash'), /level.order=total_float/)
    await page.value('(window.isBefore = true, location.reload())')
    await page.until('window.isBefore === undefined')
    await settled()
    await sameAsService(t, await allocation(SAMPLE, asked))
    await page.value(
      "[...document.querySelectorAll('#take-levelled .button')].find(each => each.textContent === 'JSON').click()",
    )
    const saved = join(folder, 'update.levelled.json')
    for (let waited = 0; waited < 15_000 && !existsSync(saved); waited += 100) await pause(100)
    const { schedule } = await allocationReply(SAMPLE, { ...asked, include_schedule: true })
    t.same(JSON.parse(readFileSync(saved, 'utf8')), schedule)
    t.same(await visit.errors(), [])
  },
)

t.test('the levelled schedule is saved in each form, and opens on the page', async t => {
  const folder = t.testdir()
  await page.command('Page.setDownloadBehavior', { behavior: 'allow', downloadPath: folder })
  await read(SAMPLE)
  await visit.goTo('Levelling')
  await settled()
  const after = await visit.text('#finish-after .large')
  const names = [...WRITTEN_FORMATS.map(({ extension }) => `update.levelled${extension}`), 'update.levelled.json']
  for (let i = 0; i < names.length; i++)
    await page.value(`document.querySelectorAll('#take-levelled .button')[${i}].click()`)
  const isThere = (name: string): boolean => existsSync(join(folder, name))
  for (let waited = 0; waited < 15_000 && !names.every(isThere); waited += 100) await pause(100)
  t.ok(names.every(isThere), names.join())
  await page.value("[...document.querySelectorAll('#take-levelled .button')].at(-1).click()")
  await page.until("document.querySelector('.waterfall')")
  t.equal(await page.value("document.querySelectorAll('#causes tbody tr').length"), 1, 'levelling is one cause')
  t.match(await visit.text('#largest'), /start later by levelling/)
  for (const name of new Set(names)) {
    await read(join(folder, name))
    t.match(await visit.text('#finish .large'), after.slice(0, 10), `${name} finishes as levelled`)
  }
  t.same(await visit.errors(), [])
})

t.test('a schedule without resources says so, and nothing stands against WCAG 2.2 AA', async t => {
  await read(
    visit.file('plain.json', JSON.stringify({ status_date: '2026-03-02', tasks: [{ id: 'A', duration_days: 3 }] })),
  )
  await visit.goTo('Levelling')
  await settled()
  t.match(await visit.text('.levelling'), 'there is nothing to level')
  for (const width of [390, 1280, 1920]) {
    for (const scheme of ['light', 'dark'] as const) {
      await visit.size(width)
      await visit.scheme(scheme)
      await read(SAMPLE)
      await visit.goTo('Levelling')
      await settled()
      await load()
      t.same(await violations(), [], `${width} ${scheme}`)
      t.ok(await page.value('document.documentElement.scrollWidth <= innerWidth'), `${width} fits`)
      await keep(`levelling-${width}-${scheme}`)
    }
  }
})
