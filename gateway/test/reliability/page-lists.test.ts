/** What the page at / lists is complete and true: all tasks of a check, every named cause and change, no plan where there is no baseline, the frame where the task is. */
import t from 'tap'
import { AUDITS } from '../../page/browser/service/audit.ts'
import { plainWords } from '../../page/browser/texts/plain-words.ts'
import { rowsOf } from './helpers/long-table.ts'
import { pageInBrowser } from './helpers/page-in-browser.ts'

t.setTimeout(600_000)

const { service, page, visit, load, violations, keep, read, pick, choose } = await pageInBrowser(t)
const key = await service.key('government')

const TASKS = Array.from({ length: 60 }, (_, i) => ({
  id: `T${i}`,
  name: `Task ${i}`,
  duration_days: 3,
  ...(i === 7 ? { constraint_type: 'MFO', constraint_date: '2026-03-30' } : {}),
}))
const open = JSON.stringify({ status_date: '2026-03-02', calendar: 'working_days', tasks: TASKS })

const service14 = async (text: string) =>
  (
    await service.call('/api/v1/health/dcma-14-point', {
      key,
      body: { ...JSON.parse(text), options: { include_details: true } },
    })
  ).json.data.checks as { title: string; status: string; task_ids?: string[] }[]

t.test('a check lists all of its tasks, whether it fails or passes, and marks all of them', async t => {
  await read(visit.file('open.json', open))
  const checks = await service14(open)
  const ofAll = checks.findIndex(each => each.task_ids?.length === 60)
  const passed = checks.findIndex(each => each.status === 'pass' && (each.task_ids?.length ?? 0) > 0)
  t.ok(ofAll >= 0 && passed >= 0, 'there is one of each')
  await load()
  t.same(await violations(), [])
  for (const which of [ofAll, passed]) {
    await page.value(`document.querySelector('.card:nth-child(${which + 1}) > .open').click()`)
    await page.until("document.querySelector('.marks')")
    const [, ...rows] = await rowsOf(page, '.gantt')
    t.same(rows.map(cells => cells[0]).sort(), [...checks[which]!.task_ids!].sort(), checks[which]!.title)
    await keep('check-list')
    await visit.goTo('Overview')
  }
  t.same(await visit.errors(), [])
})

t.test('the rows of the table have elements where they are seen, and are ordered by a click', async t => {
  const many = JSON.stringify({
    status_date: '2026-03-02',
    tasks: Array.from({ length: 900 }, (_, i) => ({ id: `T${i}`, name: `Task ${i}`, duration_days: 1 + (i % 9) })),
  })
  await read(visit.file('many.json', many))
  await visit.goTo('Activities')
  const drawn = "document.querySelectorAll('.rows [role=row]').length"
  await page.until(`${drawn} > 10`)
  const first = "document.querySelector('.rows [role=row] [role=gridcell]').textContent"
  const order = "[...document.querySelectorAll('.titles .order')].find(each => each.textContent === 'ID')"
  await page.value(`${order}.click()`)
  await page.value(`${order}.click()`)
  await page.until(`${first} === 'T899'`)
  t.equal(await page.value("document.querySelector('[aria-sort]').getAttribute('aria-sort')"), 'descending')
  await page.value("document.querySelector('.scroller').scrollTop = 1e6")
  const shown = "[...document.querySelectorAll('.rows [role=row]')].map(each => each.firstChild.textContent)"
  await page.until(`${shown}.includes('T0')`)
  t.ok((await page.value<number>(drawn)) < 100)
  await page.value("document.querySelector('.scroller').scrollTop -= 100")
  await page.until(`!${shown}.includes('T0')`)
  const places = await page.value<number[]>(
    "[...document.querySelectorAll('.rows [role=row]')].map(each => Number(each.getAttribute('aria-rowindex')))",
  )
  t.same(
    places,
    places.toSorted((a, b) => a - b),
    'they are read in their order',
  )
  const values = await page.value<string[]>(shown)
  t.same(
    values,
    places.map(place => `T${901 - place}`),
    'and each has what is its own',
  )
})

const BEFORE = {
  status_date: '2026-03-02',
  calendar: 'working_days',
  tasks: [
    { id: 'A', name: 'Excavate', duration_days: 5 },
    { id: 'B', name: 'Foundation', duration_days: 5, predecessors: ['A'] },
    { id: 'Z', name: 'Hand over', duration_days: 0, task_type: 'milestone', predecessors: ['B'] },
  ],
}
const LATER = {
  status_date: '2026-03-09',
  calendar: 'working_days',
  must_finish_by: '2026-02-20',
  tasks: [
    { ...BEFORE.tasks[0], actual_start: '2026-03-02', actual_finish: '2026-03-06', percent_complete: 100 },
    BEFORE.tasks[1],
    { id: 'N', name: 'Piling', duration_days: 12, predecessors: ['B'] },
    { ...BEFORE.tasks[2], predecessors: ['N'] },
  ],
}

t.test('where the task that ends last is gone, the steps lead from finish to finish of what is followed', async t => {
  const more = { ...BEFORE, tasks: [...BEFORE.tasks, { id: 'W', name: 'Weather', duration_days: 30 }] }
  const body = {
    calendar: 'working_days',
    current_schedule: LATER,
    schedule_history: [{ ...more, snapshot_date: more.status_date }],
  }
  const { data } = (await service.call('/api/v1/forensics/delay-analysis', { key, body })).json
  t.not(data.followed_finish, null)
  await visit.open(`${service.url}/`)
  await visit.choose(visit.file('more.json', JSON.stringify(more)), visit.file('later.json', JSON.stringify(LATER)))
  await page.until("document.querySelector('.waterfall')")
  const labels = await page.value<string[]>(
    "[...document.querySelectorAll('.waterfall [text-anchor=end]')].map(each => each.textContent)",
  )
  t.same(
    [labels[0], labels.at(-1)],
    data.statuses.map((each: { finish_date: string }) => `Finish ${each.finish_date}`),
  )
})

t.test('each cause has a name, each change is a row, and CPLI below 0 is drawn below 0', async t => {
  await visit.open(`${service.url}/`)
  await visit.choose(visit.file('before.json', JSON.stringify(BEFORE)), visit.file('later.json', JSON.stringify(LATER)))
  await page.until("document.querySelector('.waterfall')")
  t.match(await visit.text('#largest'), /Largest: N Piling, tasks added.*\+12 days/)
  const answer = await service.call('/api/v1/forensics/change-tracking', {
    key,
    body: {
      current_schedule: LATER,
      schedule_history: [{ snapshot_date: BEFORE.status_date, ...BEFORE }],
      options: { comparison_mode: 'sequential', include_details: true },
    },
  })
  const changes = answer.json.data.changes as { id: string; field: string }[]
  t.ok(changes.length > 3)
  const [, ...rows] = await rowsOf(page, '#ledger')
  t.same(
    rows.map(cells => [cells[1], cells[4]?.replace(/ from .*/, '')]),
    changes.map(({ id, field }) => [id, field.replaceAll('_', ' ')]),
  )
  const heads = "[...document.querySelectorAll('.overview th')].map(each => each.textContent)"
  const edits = await page.value<string[]>(heads)
  t.same(edits.slice(edits.indexOf('Task or calendar') - 1)[0], 'Window', 'an edit says in which window')
  await visit.goTo('Plots')
  await page.until("document.querySelectorAll('.plot').length >= 2")
  t.ok(
    await page.value(`(() => {
      const plot = document.querySelector('.plot')
      const zero = [...plot.querySelectorAll('.label')].find(each => each.textContent === '0').getAttribute('y')
      return Math.max(...[...plot.querySelectorAll('.dot.second')].map(each => each.getAttribute('cy'))) > zero
    })()`),
  )
  const text = await visit.text('.overview')
  t.match(text, 'The file has no baseline')
  t.notMatch(text, /Plan \(baseline\)/)
  t.same(await visit.errors(), [])
})

t.test(
  'the frame stays with its task in another order, folded groups are said to be folded, and focus is not lost',
  async t => {
    const tasks = ['C', 'A', 'B'].map((id, i) => ({ id, duration_days: 1 + i, wbs_code: `${'PQR'[i]}.${i}` }))
    const held = { id: 'D', duration_days: 1, wbs_code: 'Q.1', constraint_type: 'FNLT', constraint_date: '2026-03-20' }
    await read(visit.file('tree.json', JSON.stringify({ status_date: '2026-03-02', tasks: [...tasks, held] })))
    await visit.goTo('Activities')
    await page.value(
      "(button => (button.focus(), button.click()))([...document.querySelectorAll('nav button')].find(each => each.textContent === 'Plots'))",
    )
    t.equal(await page.value('document.activeElement.textContent'), 'Plots', 'the button that was pressed')
    await visit.goTo('Activities')
    await pick('D')
    t.match(await visit.text('.panel'), 'Finish On or Before 2026-03-20')
    const press = (name: string) => page.command('Input.dispatchKeyEvent', { type: 'keyDown', key: name })
    await page.value("document.querySelector('[role=treegrid]').focus()")
    await choose('none')
    await page.value(
      "[...document.querySelectorAll('.titles .order')].find(each => /float/.test(each.textContent)).click()",
    )
    await page.value("document.querySelector('[role=treegrid]').focus()")
    const ids = "[...document.querySelectorAll('.rows [role=row]')].map(each => each.firstChild.textContent)"
    await page.until(`${ids}.length === 4`)
    const order = await page.value<string[]>(ids)
    await press('ArrowDown')
    const next = order[Math.min(order.length - 1, order.indexOf('D') + 1)]
    await page.until(`document.querySelector('.panel h2').textContent === '${next}'`)
    await choose('tree')
    await choose('1')
    await page.until("/folded group/.test(document.querySelector('.shown output').textContent)")
    t.same(await visit.errors(), [])
  },
)

const tasksOf = (dates: object) =>
  ['A', 'B', 'C'].map((id, i) => ({
    id,
    duration_days: 5,
    predecessors: i === 0 ? [] : ['AB'[i - 1]],
    ...(i === 0 ? dates : {}),
  }))
const PLAN = { status_date: '2026-03-02', calendar: 'working_days', tasks: tasksOf({}) }
const UPDATE = {
  status_date: '2026-03-16',
  calendar: 'working_days',
  tasks: tasksOf({ actual_start: '2026-03-04', actual_finish: '2026-03-13', percent_complete: 100 }),
}

t.test('a file that is the baseline feeds curve, BEI, missed tasks and ghost bars, and can be taken back', async t => {
  await visit.open(`${service.url}/`)
  await visit.choose(
    visit.file('Baseline.json', JSON.stringify(PLAN)),
    visit.file('update.json', JSON.stringify(UPDATE)),
  )
  await page.until("document.querySelector('.waterfall')")
  t.match(await visit.text('.overview table'), 'No longer the baseline')
  const planned = (await service.call('/api/v1/analysis/cpm', { key, body: PLAN })).json.data.tasks as {
    id: string
    early_start_date: string
    early_finish_date: string
  }[]
  const dates = new Map(planned.map(task => [task.id, task]))
  const tasks = UPDATE.tasks.map(task => ({
    ...task,
    baseline_start: dates.get(task.id)!.early_start_date,
    baseline_finish: dates.get(task.id)!.early_finish_date,
  }))
  const body = { ...UPDATE, tasks }
  const { checks } = (await service.call('/api/v1/health/dcma-14-point', { key, body })).json.data as {
    checks: { value: number | null }[]
  }
  await visit.goTo('Overview')
  const values = "[...document.querySelectorAll('.card .value')].map(each => Number.parseFloat(each.textContent))"
  const numbers = (shown: (number | null)[]): (number | null)[] => shown.map(each => each ?? null)
  t.same(
    numbers(await page.value(values)),
    checks.map(({ value }) => (value === null ? null : Number(value.toFixed(3)))),
  )
  await visit.goTo('Plots')
  await page.until("document.querySelectorAll('.plot').length >= 2")
  t.match(await visit.text('.overview'), 'Plan (baseline)')
  t.match(await visit.text('.overview'), 'The plan is the dates of Baseline.json')
  await visit.goTo('Activities')
  await pick('A')
  t.match(await visit.text('.panel'), /Baseline start2026-03-02.*Baseline finish2026-03-06/)
  await visit.goTo('Audits')
  const diq = `document.querySelectorAll('.parts button')[${AUDITS.indexOf('catalogue:diq')}]`
  await page.until(diq)
  await page.value(`${diq}.click()`)
  await page.until(`${diq}.hasAttribute('aria-current') && document.querySelector('.audit .lead')`)
  const beside = {
    ...UPDATE,
    baseline_schedule: { ...PLAN, baseline_date: PLAN.status_date },
    options: { catalogue: 'diq' },
  }
  const catalogue = (await service.call('/api/v1/health/checks', { key, body: beside })).json
  t.equal(await visit.text('.audit .lead'), plainWords(catalogue.summary), 'a catalogue looks at the baseline itself')
  await visit.goTo('Changes')
  await page.until("document.querySelector('.overview table .button')")
  await page.value(
    "[...document.querySelectorAll('.overview table .button')].find(each => /No longer/.test(each.textContent)).click()",
  )
  await page.until(
    "/Use as the baseline/.test(document.querySelector('.overview table')?.textContent) && !/No longer/.test(document.querySelector('.overview table').textContent)",
  )
  await visit.goTo('Plots')
  await page.until("document.querySelectorAll('.plot').length >= 2")
  t.notMatch(await visit.text('.overview'), 'Plan (baseline)')
  await visit.goTo('Activities')
  await pick('A')
  t.notMatch(await visit.text('.panel'), /Baseline start/, 'the table that was open before has the other schedule, too')
  await visit.goTo('Audits')
  const decm = `document.querySelectorAll('.parts button')[${AUDITS.indexOf('decm')}]`
  await page.value(`${decm}.click()`)
  await page.until(`${decm}.hasAttribute('aria-current') && document.querySelector('.audit .lead')`)
  const since = { ...UPDATE, schedule_history: [{ ...PLAN, snapshot_date: PLAN.status_date }] }
  const { summary } = (await service.call('/api/v1/health/dcma-decm', { key, body: since })).json
  t.equal(await visit.text('.audit .lead'), summary, 'a file before it is its history')
  for (const left of ['Baseline.json', '']) {
    await page.value(
      "[...document.querySelectorAll('.nav button')].find(each => each.title === 'Close this file').click()",
    )
    await page.until(left === '' ? "document.querySelector('.drop')" : "!document.querySelector('.nav select')")
  }
  t.same(await visit.errors(), [])
})

const AUDITED = [
  ['logic', 'health/logic-audit', {}],
  ['progress', 'health/progress-audit', { status_date: '2026-03-02' }],
  ['resources', 'analysis/resources', {}],
  ['decm', 'health/dcma-decm', {}],
  ...['dcma-14', 'decm', 'diq', 'gao', 'nasa-stat', 'ufgs', 'scl-appendix-b'].map(
    catalogue => [`catalogue:${catalogue}`, 'health/checks', { catalogue }] as const,
  ),
] as const

t.test('each audit and each catalogue shows all checks of the service; what one found opens as a filter', async t => {
  const given = {
    ...JSON.parse(open),
    tasks: TASKS.map((task, i) => ({ ...task, resources: [i % 2 ? 'Crane' : 'Crew'] })),
  }
  await read(visit.file('audited.json', JSON.stringify(given)))
  await visit.goTo('Audits')
  const item = (id: string): string =>
    `document.querySelectorAll('.parts button')[${AUDITS.indexOf(id as (typeof AUDITS)[number])}]`
  const all = "[...document.querySelectorAll('.audit .row .button')][0]"
  let opened = 0
  for (const [id, path, more] of AUDITED) {
    await page.value(`${item(id)}.click()`)
    await page.until(`${item(id)}.hasAttribute('aria-current') && ${all}`)
    await page.value(`${all}.click()`)
    const reply = (
      await service.call(`/api/v1/${path}`, { key, body: { ...given, options: { include_details: true, ...more } } })
    ).json
    const checks = (reply.data.components ?? reply.data.checks) as {
      code: string
      title: string
      task_ids?: string[]
    }[]
    const shown = await page.value<string[]>(
      "[...document.querySelectorAll('.audit .row + div .card .name')].map(each => each.textContent)",
    )
    t.same(
      shown,
      checks.map(({ code, title }) => (id.startsWith('catalogue:') ? `${code} ${title}` : title)),
      id,
    )
    t.match(await visit.text('.audit .lead'), plainWords(reply.summary).slice(0, 60), id)
    await keep(`audit-${id}`)
    const at = checks.findIndex(each => (each.task_ids?.length ?? 0) > 0)
    if (at < 0 || opened >= 2) continue
    opened++
    await page.value(
      `document.querySelectorAll('.audit .row + div .card')[${at}].querySelector(':scope > .open, :scope > span .open').click()`,
    )
    await page.until("document.querySelector('.marks')")
    const [, ...rows] = await rowsOf(page, '.gantt')
    t.same(rows.map(cells => cells[0]).sort(), [...new Set(checks[at]!.task_ids)].sort(), `${id}: ${checks[at]!.title}`)
    await page.value('history.back()')
    await page.until(`${item(id)}?.hasAttribute('aria-current') && ${all}`)
  }
  t.equal(opened, 2)
  await page.value(`${item('risk')}.click()`)
  await page.until("document.querySelectorAll('.audit table').length === 2")
  const { sub_metrics, risk_drivers } = (await service.call('/api/v1/health/schedule-risk-index', { key, body: given }))
    .json.data
  t.same(await page.value("[...document.querySelectorAll('.audit table')].map(each => each.tBodies[0].rows.length)"), [
    sub_metrics.length,
    risk_drivers.length,
  ])
  await keep('audit-risk')
  await load()
  t.same(await violations(), [])
  t.same(await visit.errors(), [])
})

t.test('an answer counts, a catalogue of one’s own is read, and the history has a row for each update', async t => {
  await page.value(
    "[...document.querySelectorAll('.parts button')].find(each => each.textContent === 'GAO ten practices').click()",
  )
  await page.until("document.querySelector('.card.asked')")
  await page.value("document.querySelector('.card.asked details').open = true")
  await page.until("document.querySelector('.card.asked select')")
  const answered =
    "[...document.querySelector('.result table').tBodies[0].rows].reduce((sum, row) => sum + Number(row.cells[5].textContent), 0)"
  t.equal(await page.value(answered), 0)
  await page.value(`(select => {
    select.value = 'yes'
    select.dispatchEvent(new Event('change'))
  })(document.querySelector('.card.asked select'))`)
  await page.until(`${answered} === 1`)
  await page.value("document.querySelectorAll('.parts button')[13].click()")
  await page.until("document.getElementById('catalogue')")
  const catalogue = {
    id: 'ours',
    version: '1',
    checks: [{ id: 'A-1', title: 'Long work', metric: ['duration_days > 2'], limit: '<= 3' }],
  }
  const mistyped = { ...catalogue, checks: [{ ...catalogue.checks[0], metric: ['duration_day > 2'] }] }
  await visit.chooseAt('catalogue', visit.file('ours.json', JSON.stringify(mistyped)))
  await page.until("document.querySelector('.audit [role=alert] li')")
  t.match(
    await visit.text('.audit [role=alert]'),
    /own_catalogue\.checks\.0\.metric\.0: .*duration_day/,
    'what is wrong is said, with its place',
  )
  await visit.chooseAt('catalogue', visit.file('deep.json', `${'['.repeat(200_000)}${']'.repeat(200_000)}`))
  await page.until("document.querySelector('.audit .actions').textContent.includes('deep.json')")
  await visit.chooseAt('catalogue', visit.file('ours.json', JSON.stringify(catalogue)))
  await page.until("document.querySelector('.audit .card')")
  t.match(await visit.text('.audit .card'), /A-1 Long work/)
  t.match(await visit.text('.result .note'), /^ours, 1, SHA-256 [0-9a-f]{64}$/)
  await keep('audit-own')
  const update = JSON.stringify({ ...JSON.parse(open), status_date: '2026-03-16' })
  await visit.chooseAt('add', visit.file('update.json', update))
  await page.until("[...document.querySelectorAll('nav button')].some(each => each.textContent === 'Changes')")
  await visit.goTo('Audits')
  await page.value(
    "[...document.querySelectorAll('.parts button')].find(each => each.textContent === 'History of the updates').click()",
  )
  await page.until("document.querySelectorAll('.audit tbody tr').length > 1")
  const dates = "[...document.querySelectorAll('.audit table')][0].tBodies[0].rows"
  t.same(await page.value(`[...${dates}].map(row => row.cells[0].textContent)`), ['2026-03-02', '2026-03-16'])
  await keep('audit-history')
  t.same(await violations(), [])
  t.same(await visit.errors(), [])
})
