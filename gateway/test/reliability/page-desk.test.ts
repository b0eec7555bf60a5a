/** The daily work of a planner at the page, each task in its clicks: events of mouse and keyboard, never waits of a clock; and what Back, reload and "forget" leave of it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { rowsOf } from './helpers/long-table.ts'
import { pageInBrowser, SAMPLE, spaced } from './helpers/page-in-browser.ts'

t.setTimeout(600_000)

const { service, page, visit, load, violations, keep, read, choose, pick } = await pageInBrowser(t)
const key = await service.key('government')

const PLAN = {
  status_date: '2026-03-02',
  calendar: 'working_days',
  tasks: Array.from({ length: 40 }, (_, i) => ({
    id: `T${i}`,
    name: `Work ${i}`,
    duration_days: 5 + (i % 3),
    predecessors: i % 10 === 0 ? [] : [`T${i - 1}`],
    codes: { Area: ['North', 'South', 'West'][i % 3] },
    resources: i % 4 === 0 ? ['Crane'] : [],
    budgeted_cost: i * 100,
  })),
}
const UPDATE = {
  ...PLAN,
  status_date: '2026-03-16',
  tasks: PLAN.tasks.map((task, i) => ({
    ...task,
    ...(i === 0 ? { actual_start: '2026-03-04', actual_finish: '2026-03-13', percent_complete: 100 } : {}),
    ...(i === 5 ? { duration_days: 20 } : {}),
  })),
}

/** One click, as a mouse does it. */
async function click(element: string): Promise<void> {
  await page.until(element)
  await page.value(`(element => element.scrollIntoView({ block: 'center' }))(${element})`)
  const { x, y } = await page.value<{ x: number; y: number }>(`(({ x, y, width, height }) => ({
    x: x + Math.min(width / 2, 40), y: y + height / 2
  }))(${element}.getBoundingClientRect())`)
  for (const type of ['mousePressed', 'mouseReleased'])
    await page.command('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 })
}
const button = (text: string): string =>
  `[...document.querySelectorAll('main button')].find(each => each.textContent === ${JSON.stringify(text)})`
const press = async (name: string, modifiers = 0): Promise<void> => {
  const text = name === 'Enter' ? '\r' : undefined
  await page.command('Input.dispatchKeyEvent', {
    type: 'keyDown',
    key: name,
    code: name,
    modifiers,
    text,
    ...(name === 'Enter' ? { windowsVirtualKeyCode: 13 } : name === 'Tab' ? { windowsVirtualKeyCode: 9 } : {}),
  })
  await page.command('Input.dispatchKeyEvent', { type: 'keyUp', key: name, code: name, modifiers })
}
const idsShown = async (): Promise<string[]> => {
  const [heads = [], ...rows] = await rowsOf(page, '.gantt')
  return rows.map(cells => cells[heads.indexOf('ID')]!)
}
const asked = async (path: string, body: object) => (await service.call(`/api/v1/${path}`, { key, body })).json.data

t.test('all tasks of a failing check: one click, and Back leads to where it was', async t => {
  await visit.size(1280)
  await read(visit.file('update.json', JSON.stringify(UPDATE)))
  const { checks } = await asked('health/dcma-14-point', { ...UPDATE, options: { include_details: true } })
  const at = checks.findIndex(
    ({ status, task_ids }: { status: string; task_ids: string[] }) => status === 'fail' && task_ids.length > 1,
  )
  await click(`document.querySelector('.card:nth-child(${at + 1}) > .open')`)
  await page.until("document.querySelector('.rows [role=row]')")
  t.same((await idsShown()).sort(), [...new Set(checks[at].task_ids as string[])].sort())
  await page.value('history.back()')
  await page.until("document.querySelector('.cards')")
  await page.value('history.forward()')
  await page.until("document.querySelector('.marks')")
  t.equal((await idsShown()).length, new Set(checks[at].task_ids).size)
  t.same(await visit.errors(), [])
})

t.test('look-ahead of four weeks: one click; a code: two; why a task is where it is: one', async t => {
  await read(visit.file('update.json', JSON.stringify(UPDATE)))
  await visit.goTo('Activities')
  const { tasks } = await asked('analysis/cpm', UPDATE)
  await page.until("document.querySelector('.gantt > [role=status]').textContent === ''")
  await click(button('4 weeks'))
  await page.until("document.querySelector('[aria-pressed=true]')")
  const wanted = (tasks as { id: string; early_start_date: string; early_finish_date: string }[]).filter(
    ({ id, early_start_date }) => id !== 'T0' && early_start_date < '2026-04-13',
  )
  t.same((await idsShown()).sort(), wanted.map(({ id }) => id).sort())
  await keep('look-ahead')
  await click(button('4 weeks'))
  await page.until("[...document.querySelectorAll('.tools option')].some(each => each.value === 'code:Area')")
  await choose('code:Area')
  await page.until("document.querySelector('.rows .group')")
  t.same(
    await page.value("[...document.querySelectorAll('.rows .group')].map(each => each.firstChild.textContent)"),
    ['North', 'South', 'West'].slice(0, await page.value<number>("document.querySelectorAll('.rows .group').length")),
  )
  await click("[...document.querySelectorAll('.rows [role=row]')].find(each => each.firstChild.textContent === 'T6')")
  await page.until("document.querySelector('.panel h2')?.textContent.startsWith('T6')")
  t.match(await visit.text('.walk'), /driven by.*T5/)
  // whoever scrolls to a row by other means than the scroller leaves it beside its bar
  t.equal(
    await page.value("(grid => (grid.scrollTop = 40, grid.scrollTop))(document.querySelector('[role=treegrid]'))"),
    0,
  )
  t.match(await visit.text('.panel'), /AreaNorth/)
  t.same(await visit.errors(), [])
})

t.test(
  'what is shown stays after a reload: view, file, filter and task; and is forgotten when that is wanted',
  async t => {
    await visit.open(`${service.url}/`)
    await visit.choose(visit.file('plan.json', JSON.stringify(PLAN)), visit.file('update.json', JSON.stringify(UPDATE)))
    await page.until("document.querySelector('.waterfall')")
    await visit.goTo('Activities')
    await click(button('2 weeks'))
    await click("[...document.querySelectorAll('.rows [role=row]')].find(each => each.firstChild.textContent === 'T1')")
    await page.until('/task=T1/.test(location.hash) && /ahead=2/.test(location.hash)')
    const before = await idsShown()
    await page.value('location.reload()')
    await page.until("document.querySelector('.panel h2')?.textContent.startsWith('T1')")
    t.same(await idsShown(), before)
    t.ok(
      await page.value("[...document.querySelectorAll('nav button')].some(each => each.textContent === 'Changes')"),
      'both files are there',
    )
    await click(
      "[...document.querySelectorAll('main button')].find(each => /^Changed since plan/.test(each.textContent))",
    )
    await page.until("document.querySelector('.marks')")
    await page.until('/only=/.test(location.hash)')
    const changed = await idsShown()
    const { changes } = await asked('forensics/change-tracking', {
      calendar: PLAN.calendar,
      current_schedule: UPDATE,
      schedule_history: [{ snapshot_date: PLAN.status_date, ...PLAN }],
      options: { comparison_mode: 'sequential', include_details: true },
    })
    t.same(changed.sort(), [...new Set((changes as { id: string }[]).map(({ id }) => id))].sort())
    await visit.open(`${service.url}/docs`.replace('/docs', '/?'))
    await page.until("document.querySelector('.kept button')")
    t.match(await visit.text('.kept'), 'plan.json, update.json')
    await load()
    t.same(await violations(), [])
    await click(button('Forget them'))
    await page.until("!document.querySelector('.kept')")
    await page.value("location.hash = 'view=overview'")
    await page.value('location.reload()')
    await page.until("document.getElementById('file')")
    t.equal(await page.value("document.querySelector('.kept:not([hidden])')"), null)
  },
)

t.test('what moved the finish: no click; each figure of a window opens its activities in one', async t => {
  await visit.open(`${service.url}/`)
  const changed = {
    ...UPDATE,
    tasks: UPDATE.tasks.map((task, i) => (i === 39 ? { ...task, duration_days: 45 } : task)),
  }
  const last = { ...changed, status_date: '2026-03-30' }
  await visit.choose(...[PLAN, UPDATE, last].map((each, i) => visit.file(`update-${i}.json`, JSON.stringify(each))))
  await page.until("document.querySelector('.waterfall')")
  const { windows, statuses } = await asked('forensics/delay-analysis', {
    calendar: PLAN.calendar,
    current_schedule: last,
    schedule_history: [PLAN, UPDATE].map(each => ({ snapshot_date: each.status_date, ...each })),
  })
  const cells = await page.value<string[][]>(
    "[...document.querySelectorAll('.windows tr')].map(row => [...row.cells].map(cell => cell.textContent))",
  )
  const signed = (days: number): string => `${days > 0 ? '+' : ''}${Math.round(days * 100) / 100}`
  t.same(cells[0]!.slice(1), ['2026-03-02 to 2026-03-16', '2026-03-16 to 2026-03-30'], 'windows are columns')
  t.same(
    cells[1]!.slice(1),
    windows.map((each: { delay_days: number }) => signed(each.delay_days)),
  )
  t.same(
    cells[2]!.slice(1),
    statuses.slice(1).map((each: { finish_date: string }) => each.finish_date),
  )
  const finishes = await Promise.all([PLAN, UPDATE, last].map(each => asked('analysis/cpm', each)))
  t.same(
    statuses.map((each: { finish_date: string }) => each.finish_date),
    finishes.map(each => each.project_finish_date),
    'days are counted in the calendar of the files, as in each of them alone',
  )
  t.match(await visit.text('#largest'), /^Largest(?: that is certain)?: /)
  const at = windows.findIndex((each: { revisions: { id: string | null }[] }) =>
    each.revisions.some(({ id }) => id !== null),
  )
  t.ok(at >= 0, 'a window has a named revision')
  await load()
  t.same(await violations(), [])
  await keep('windows')
  await click(`document.querySelectorAll('.windows tbody tr')[4].cells[${at + 1}].querySelector('button')`)
  await page.until("document.querySelector('.marks')")
  const wanted = windows[at].revisions.flatMap(({ id }: { id: string | null }) => id ?? [])
  t.same((await idsShown()).sort(), [...new Set(wanted)].sort())
  await page.value('history.back()')
  await page.until("document.querySelector('.waterfall .opens')")
  await click("document.querySelector('.waterfall .opens rect')")
  await page.until("document.querySelector('.marks')")
  t.ok((await idsShown()).length > 0)
  t.same(await visit.errors(), [])
})

t.test('the table is chosen once: its columns, their order and widths are there with the next file', async t => {
  await read(SAMPLE)
  await visit.goTo('Activities')
  await page.until("[...document.querySelectorAll('.choices span')].some(each => each.textContent === 'Calendar')")
  await page.value("document.querySelector('.chooser').open = true")
  const box = (title: string): string =>
    `[...document.querySelectorAll('.choices label')].find(each => each.textContent === ${JSON.stringify(title)}).querySelector('input')`
  for (const title of ['Actual', '%']) await click(box(title))
  await click(box('Constraint'))
  await page.value("document.querySelector('.chooser input').focus()")
  await press('Escape')
  t.equal(await page.value("document.querySelector('.chooser').open"), false, 'it closes as menus do')
  const title = (text: string): string =>
    `[...document.querySelectorAll('.titles .order')].find(each => each.textContent === ${JSON.stringify(text)})`
  await page.value(`${title('Constraint')}.focus()`)
  for (let i = 0; i < 5; i++) await press('ArrowLeft', 1)
  await press('ArrowRight', 8)
  const titles = "[...document.querySelectorAll('.titles .order')].map(each => each.textContent)"
  const chosen = ['ID', 'Name', 'Constraint', 'Original, d', 'Remaining, d', 'Start', 'Finish', 'Total float, d']
  t.same(await page.value(titles), chosen)
  const width = `${title('Constraint')}.parentElement.getBoundingClientRect().width`
  t.equal(await page.value(width), 206)
  await read(
    visit.file(
      'held.json',
      JSON.stringify({
        ...PLAN,
        tasks: [{ ...PLAN.tasks[0], constraint_type: 'SNET', constraint_date: '2026-03-09' }],
      }),
    ),
  )
  await visit.goTo('Activities')
  t.same(await page.value(titles), chosen)
  t.equal(await page.value(width), 206)
  const [heads = [], row = []] = await rowsOf(page, '.gantt')
  t.equal(row[heads.indexOf('Constraint')], 'Start On or After 2026-03-09')
  await click("document.querySelector('.chooser > summary')")
  await click(button('Back to the first columns'))
  await page.until(`${titles}.includes('%')`)
  t.same(await visit.errors(), [])
})

t.test('a column is filtered by what is typed; figures of the table are those of the service', async t => {
  await read(SAMPLE)
  const form = new FormData()
  form.append('schedule', new Blob([readFileSync(SAMPLE)]), 'schedule')
  form.append('options', JSON.stringify({ include_task_details: true }))
  const answer = await fetch(`${service.url}/api/v1/analysis/cpm`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: form,
  })
  const { data } = (await answer.json()) as {
    data: { tasks: Record<string, number | string | null>[]; task_details: Record<string, number | string | null>[] }
  }
  await visit.goTo('Activities')
  const [heads = [], ...rows] = await rowsOf(page, '.gantt')
  const cells = new Map(rows.map(row => [row[heads.indexOf('ID')], row]))
  let compared = 0
  for (const [i, task] of data.tasks.entries()) {
    const row = cells.get(String(task.id))!
    const cell = (title: string): string => row[heads.indexOf(title)]!
    t.equal(cell('Start'), spaced(String(task.early_start_date)), `${task.id}: start`)
    t.equal(cell('Finish'), spaced(String(task.early_finish_date)), `${task.id}: finish`)
    t.equal(
      cell('Total float, d'),
      task.total_float_days === null ? '' : String(task.total_float_days),
      `${task.id}: float`,
    )
    t.equal(cell('Original, d'), String(data.task_details[i]!.duration_days), `${task.id}: duration`)
    compared += 4
  }
  t.ok(compared >= 70, `${compared} figures`)
  await page.until("document.querySelector('.gantt > [role=status]').textContent === ''")
  await click(button('Filter columns'))
  const field = 'document.querySelector(\'.conditions input[aria-label="Filter by Total float, d"]\')'
  await page.until(field)
  await page.value(`(${field}.focus(), 0)`)
  await page.command('Input.insertText', { text: '<=0' })
  const wanted = data.tasks.filter(({ total_float_days: float }) => float !== null && Number(float) <= 0).length
  await page.until(`document.querySelector('.shown output').textContent.startsWith('${wanted} of')`)
  await load()
  t.same(await violations(), [])
  await keep('filtered')
  t.same(await visit.errors(), [])
})

t.test(
  'what if: two clicks; changes stack, go back and come again, are kept and saved, with the dates of the service',
  async t => {
    await read(visit.file('update.json', JSON.stringify(UPDATE)))
    await visit.goTo('Activities')
    await page.until("document.querySelector('.gantt > [role=status]').textContent === ''")
    const field = (name: string): string => `document.querySelector('[data-field=${JSON.stringify(name)}]')`
    const type = async (name: string, text: string): Promise<void> => {
      await page.value(`(${field(name)}.focus(), ${field(name)}.select(), 0)`)
      await page.command('Input.insertText', { text })
    }
    // a view that was opened from the same view, as by Back, draws what is tried as one that was opened from another
    await click(button('4 weeks'))
    await page.until('/ahead=4/.test(location.hash)')
    await page.value('history.back()')
    await page.until("document.querySelector('.shown output').textContent.startsWith('40 ')")
    await pick('T6')
    await click(field('duration'))
    await type('duration', '12')
    await press('Enter')
    const changes: object[] = [{ task_id: 'T6', duration_days: 12 }]
    const shown = async (): Promise<void> => {
      const { alternatives } = await asked('analysis/what-if', { ...UPDATE, changes })
      const [{ project_finish: finish, moves_working_days: days }] = alternatives
      await page.until(`document.querySelectorAll('.changes li').length === ${changes.length}`)
      await page.until(`document.querySelector('.alternative strong')?.textContent.endsWith('${finish}')`)
      const said = await visit.text('.alternative .lead')
      t.match(said, days === 0 ? 'the finish stays' : `${Math.abs(days)} working day`, JSON.stringify(changes.at(-1)))
    }
    await shown()
    t.equal(await page.value('document.activeElement.dataset.field'), 'duration', 'the keyboard stays where it was')
    await keep('what-if')
    const links = await page.value<string[]>(
      "[...document.querySelectorAll('.panel td')].map(each => each.textContent)",
    )
    t.ok(links.includes('–') && !links.includes('drives'), 'what drives in the file is not said of what is tried')
    t.equal(await page.value("document.querySelector('.since')"), null)
    await type('lag T5 T6 FS', '3')
    await press('Enter')
    changes.push({ link: { predecessor: 'T5', successor: 'T6', type: 'FS', lag_days: 3 } })
    await shown()
    await page.value("document.querySelector('[data-field=predecessor-id]').closest('details').open = true")
    await type('predecessor-id', 'T39')
    await click(field('predecessor-add'))
    changes.push({ link: { predecessor: 'T39', successor: 'T6', type: 'FS', lag_days: 0 } })
    await shown()
    await page.value("document.querySelector('[data-field=insert]').closest('details').open = true")
    await type('insert-name', 'Late steel')
    await type('insert-days', '8')
    await click(field('insert'))
    changes.push({
      add_task: { id: 'NEW-1', name: 'Late steel', duration_days: 8, predecessors: ['T6'] },
      successors: ['T7'],
    })
    await shown()
    await page.value(`(() => {
    const select = ${field('constraint')}
    select.value = 'SNET'
    select.dispatchEvent(new Event('change'))
  })()`)
    const date = await page.value<string>(`${field('constraint-date')}.value`)
    changes.push({ task_id: 'T6', constraint_type: 'SNET', constraint_date: date })
    await shown()
    const texts = "[...document.querySelectorAll('.changes li')].map(each => each.textContent)"
    const all = await page.value<string[]>(texts)
    t.equal(all.length, 5)
    t.match(all[3], 'Late steel')
    await load()
    t.same(await violations(), [])
    // all of them are saved
    await page.value("URL.createObjectURL = blob => (window.saved = blob, 'blob:none')")
    await page.value("document.querySelector('.alternative select').value = 'json'")
    await click(button('Save as'))
    await page.until('window.saved')
    const saved = JSON.parse(await page.value<string>('saved.text()'))
    const { tasks } = await asked('analysis/cpm', saved)
    const [heads = [], ...rows] = await rowsOf(page, '.gantt')
    const cells = new Map(rows.map(row => [row[heads.indexOf('ID')], row]))
    t.equal(rows.length, 41)
    for (const { id, early_start_date, early_finish_date, total_float_days } of tasks) {
      const row = cells.get(id)!
      const own = ['Start', 'Finish', 'Total float, d'].map(title => row[heads.indexOf(title)])
      t.same(own, [early_start_date, early_finish_date, total_float_days === null ? '' : String(total_float_days)], id)
    }
    await page.value("(document.querySelector('[role=treegrid]').focus(), 0)")
    for (let left = 4; left > 0; left--) {
      await press('z', 2)
      await page.until(`document.querySelectorAll('.changes li').length === ${left}`)
    }
    await press('z', 10)
    await page.until("document.querySelectorAll('.changes li').length === 2")
    changes.length = 2
    await shown()
    await click(button('Keep'))
    await page.until("document.querySelectorAll('.alternative tbody tr').length === 2")
    await click(button('Take all back'))
    await page.until("document.querySelector('.changes') === null")
    const before = (await asked('analysis/cpm', UPDATE)).tasks.find(({ id }: { id: string }) => id === 'T9')
    t.ok((await rowsOf(page, '.gantt')).some(row => row.includes('T9') && row.includes(before.early_finish_date)))
    await click(button('Open'))
    await shown()
    await page.value('location.reload()')
    await page.until("document.querySelectorAll('.changes li').length === 2")
    await shown()
    t.match(await visit.text('.since'), /tried on \d{4}-\d\d-\d\d/)
    await visit.goTo('Overview')
    t.match(await visit.text('.tried'), '2 changes of this file are tried')
    t.equal(await visit.text('#finish .large'), (await asked('analysis/cpm', UPDATE)).project_finish_date)
    await click(button('Activities'))
    await page.until("document.querySelector('.changes')")
    t.equal(await visit.text('.tried'), '')
    t.same(await visit.errors(), [])
  },
)

t.test(
  'an expected finish: the panel says what it sets, and a what-if that another duration moves nothing',
  async t => {
    const shifts = [
      ['08:00', '12:00'],
      ['13:00', '17:00'],
    ]
    const schedule = {
      status_date: '2026-03-08T17:00',
      calendars: [
        {
          id: '5',
          work_week: { monday: shifts, tuesday: shifts, wednesday: shifts, thursday: shifts, friday: shifts },
        },
      ],
      scheduling_options: { rules: 'p6', use_expected_finish: true },
      tasks: [
        { id: 'A', duration_days: 9, actual_start: '2026-03-02T08:00', expected_finish: '2026-03-27T17:00' },
        { id: 'B', duration_days: 5, predecessors: ['A'], expected_finish: '2026-04-10T17:00' },
        { id: 'C', duration_days: 5, predecessors: ['B'], expected_finish: '2026-04-02T17:00' },
      ],
    }
    await read(visit.file('expected.json', JSON.stringify(schedule)))
    await visit.goTo('Activities')
    await page.until("document.querySelector('.gantt > [role=status]').textContent === ''")
    const { tasks } = await asked('analysis/cpm', schedule)
    const told = async (id: string): Promise<string> => {
      await pick(id)
      await page.until("document.querySelector('.panel .expected')")
      return visit.text('.panel .expected')
    }
    t.match(
      await told('A'),
      'expected finish 2026-03-27 17:00 sets what is left of it at the data date 2026-03-08 17:00',
    )
    t.match(
      await told('B'),
      `expected finish 2026-04-10 17:00 sets how long it takes: the work from its start ${spaced(tasks[1].early_start_date)}`,
    )
    t.match(
      await told('C'),
      `has passed by the time it can go on, so no work is left of it: it ends on ${spaced(tasks[2].early_finish_date)}`,
    )
    await pick('B')
    await page.value(`(field => {
    field.value = '12'
    field.dispatchEvent(new Event('change'))
  })(document.querySelector('[data-field=duration]'))`)
    await page.until("/the finish stays/.test(document.querySelector('.alternative .lead')?.textContent)")
    t.match(
      await visit.text('.changes'),
      'computed from the expected finish 2026-04-10 17:00: another duration moves nothing',
    )
    t.match(await visit.text('.panel .what-if'), 'another duration moves nothing')
    await click(button('Take all back'))
    t.same(await visit.errors(), [])
  },
)

t.test('bars of plots open what they count; events are typed in and booked; settings by keys', async t => {
  await visit.open(`${service.url}/`)
  await visit.choose(visit.file('plan.json', JSON.stringify(PLAN)), visit.file('update.json', JSON.stringify(UPDATE)))
  await page.until("document.querySelector('#events')")
  await page.value(`(() => {
    [...document.querySelectorAll('#events button')].find(each => each.textContent === 'Enter an event').click()
    const form = document.querySelector('.event-form')
    const of = label => [...form.querySelectorAll('label')].find(each => each.firstChild.textContent === label).lastChild
    of('ID').value = 'E1'
    of('Began').value = '2026-03-03'
    of('Ended').value = '2026-03-13'
    of('IDs of the tasks that it delayed').value = 'T0'
    form.requestSubmit()
  })()`)
  await page.until("document.querySelectorAll('#events tbody tr').length === 2")
  const event = { id: 'E1', party: 'owner', started: '2026-03-03', ended: '2026-03-13', task_ids: ['T0'] }
  const { event_days } = await asked('forensics/delay-analysis', {
    calendar: PLAN.calendar,
    current_schedule: UPDATE,
    schedule_history: [{ snapshot_date: PLAN.status_date, ...PLAN }],
    delay_events: [event],
  })
  const held = Math.round(event_days.events[0].held_days * 100) / 100
  t.equal(
    await page.value("document.querySelector('#events tbody tr').cells[7].textContent"),
    `${held > 0 ? '+' : ''}${held}`,
  )
  await load()
  t.same(await violations(), [])
  await press('3')
  await page.until("document.querySelector('.plot rect.opens')")
  await page.value(
    "[...document.querySelectorAll('.plot rect.opens')].at(-1).dispatchEvent(new MouseEvent('click', { bubbles: true }))",
  )
  await page.until("document.querySelector('.marks')")
  t.ok((await idsShown()).length > 0)
  await page.value("(document.querySelector('[role=treegrid]').focus(), 0)")
  await press('?')
  await page.until("document.querySelector('dialog.settings[open]')")
  await page.value(
    "(select => { select.value = 'longest'; select.dispatchEvent(new Event('change')) })(document.querySelector('dialog select'))",
  )
  await page.until('/critical=longest/.test(location.hash)')
  await load()
  t.same(await violations(), [])
  await click("[...document.querySelectorAll('dialog button')].find(each => each.textContent === 'As they were')")
  await page.until('!/critical=/.test(location.hash)')
  t.same(await visit.errors(), [])
})

t.test('the keyboard alone: to the table, along its rows, into the details and back', async t => {
  await visit.open(`${service.url}/`)
  await visit.choose(join(SAMPLE))
  await visit.analysed()
  await page.value("document.querySelector('nav button:nth-child(2)').focus()")
  await press('Enter')
  await page.until("document.querySelector('.rows [role=row]')")
  let steps = 0
  for (; steps < 60; steps++) {
    await press('Tab')
    if (await page.value("document.activeElement.getAttribute('role') === 'treegrid'")) break
  }
  t.ok(steps < 60, `${steps + 1} stops of the keyboard to the table`)
  for (let i = 0; i < 3; i++) await press('ArrowDown')
  await page.until("document.querySelector('.panel h2')")
  const active =
    "document.getElementById(document.querySelector('[role=treegrid]').getAttribute('aria-activedescendant'))"
  await page.until(active)
  t.equal(await page.value(`${active}.getAttribute('aria-selected')`), 'true', 'a screen reader hears which row it is')
  await press('Enter')
  t.ok(await page.value("document.activeElement.classList.contains('panel')"))
  // what is searched is one key from the search
  await press('/')
  await page.until("document.activeElement.type === 'search'")
  const wanted = await page.value<string>(
    "[...document.querySelectorAll('.rows [role=row]:not(.group)')].at(-1).firstChild.textContent",
  )
  await page.command('Input.insertText', { text: wanted })
  await press('Enter')
  await page.until(`document.querySelector('.panel h2')?.textContent.startsWith(${JSON.stringify(wanted)})`)
  t.equal(await page.value("document.activeElement.getAttribute('role')"), 'treegrid')
  t.same(await visit.errors(), [])
})
