/** What leaves the desk, from the page: a report to sign in two clicks, of one file and of a claim, in each form; and files for authorities, by what they lack. */
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
  // a browser says afterwards that it was closed
  await page.until("document.querySelector('dialog') === null")
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

t.test('a file for an authority is made once what it lacks is given, and is the one of the service', async t => {
  await read(SAMPLE)
  await visit.goTo('Deliver')
  const missing = "document.querySelector('.deliverables form table').tBodies[0].rows"
  await page.until(`${missing}.length > 0`)
  const of = async (format: string, more: object): Promise<Response> => {
    const form = new FormData()
    form.append('schedule', new Blob([readFileSync(SAMPLE)]), 'schedule')
    for (const [name, value] of Object.entries(more)) form.append(name, JSON.stringify(value))
    return fetch(`${service.url}/api/v1/deliverables/${format}`, {
      method: 'POST',
      headers: { 'x-api-key': await service.key('government'), accept: 'application/json' },
      body: form,
    })
  }
  const formats = ['ipmdar-spd', 'doe-pars', 'usace-sdef']
  for (const format of ['ipmdar-spd', 'usace-sdef', 'doe-pars']) {
    await page.value(`document.querySelectorAll('.parts button')[${formats.indexOf(format)}].click()`)
    await page.until(
      `document.querySelector('.deliverables form') && !document.querySelector('.deliverables [aria-busy]')`,
    )
    const { data } = (await (await of(format, { options: { report_only: true } })).json()) as {
      data: { missing: { field: string; rows: number; of: number; remedy: string }[] }
    }
    const shown = await page.value<string[][]>(
      `[...${missing}].map(row => [row.querySelector('strong').textContent, row.children[1].textContent, row.querySelector('input')?.name ?? row.querySelector('[data-field]')?.dataset.field ?? ''])`,
    )
    t.same(
      shown.slice(0, data.missing.length),
      data.missing.map(({ field, rows, of: all, remedy }) => [
        field,
        `${rows} of ${all}`,
        /(?:constants|mapping)\.\w+/.exec(remedy)?.[0] ?? '',
      ]),
      format,
    )
  }
  const make = "document.querySelector('.deliverables form .primary')"
  t.equal(await page.value(`${make}.disabled`), true, 'a file that is rejected is not made unasked')
  await page.value(`(() => {
    const field = document.querySelector('[name="constants.PARSID"]')
    field.value = 'P-17'
    field.dispatchEvent(new Event('change'))
    document.querySelector('.deliverables form').requestSubmit()
  })()`)
  await page.until(`document.querySelector('.given') && ${make} && !${make}.disabled`)
  await load()
  t.same(await violations(), [])
  await keep('deliverable')
  await page.value(`${make}.click()`)
  const bytes = await saved('P-17_2026-05-18.zip')
  const answer = await of('doe-pars', { constants: { PARSID: 'P-17' }, options: {} })
  const { data } = (await answer.json()) as { data: { file: { content: string } } }
  t.equal(bytes.toString('base64'), data.file.content)
  await page.value("[...document.querySelectorAll('.parts button')].at(-1).click()")
  await visit.chooseAt('delivered', join(folder, 'P-17_2026-05-18.zip'))
  await page.until("document.querySelector('.deliverables .audit .lead')")
  const key = await service.key('government')
  const { json } = await service.call('/api/v1/deliverables/validate', {
    key,
    body: { content: data.file.content, encoding: 'base64' },
  })
  const { error_count: errors, warning_count: warnings } = json as { error_count: number; warning_count: number }
  t.match(
    await visit.text('.deliverables .audit .lead'),
    errors + warnings === 0 ? /keeps the rules of PARS/ : `${errors} errors, ${warnings} warning`,
  )
  t.same(await visit.errors(), [])
})

t.test(
  'fields are mapped from codes: for the file, for the checks, as JSON out and in, and after a reload',
  async t => {
    const tasks = Array.from({ length: 6 }, (_, i) => ({
      id: `T${i}`,
      name: `Work ${i}`,
      duration_days: 4,
      wbs_code: `P.${i % 2}`,
      predecessors: i === 0 ? [] : [`T${i - 1}`],
      codes: { Manager: i < 3 ? 'Ann' : 'Bo', Technique: i < 2 ? 'LOE' : 'E' },
    }))
    const update = { status_date: '2026-03-02', calendar: 'working_days', tasks }
    const path = visit.file('mapped.json', JSON.stringify(update))
    const key = await service.key('government')
    const asked = async (path: string, more: object) =>
      (await service.call(`/api/v1/${path}`, { key, body: { ...update, ...more } })).json.data
    await read(path)
    await visit.goTo('Deliver')
    const idle = "document.querySelector('.deliverables form') && !document.querySelector('.deliverables [aria-busy]')"
    const openPart = async (text: string): Promise<void> => {
      const button = `[...document.querySelectorAll('.parts button')].find(each => each.textContent.startsWith(${JSON.stringify(text)}))`
      // the list is there when the service has said what can be delivered
      await page.until(button)
      await page.value(`${button}.click()`)
    }
    await openPart('PARS')
    const select = async (selector: string, value: string): Promise<void> => {
      await page.until(selector)
      await page.value(`(field => {
      field.value = ${JSON.stringify(value)}
      field.dispatchEvent(new Event('change'))
    })(${selector})`)
    }
    const field = (name: string): string => `document.querySelector('[name="mapping.${name}"]')`
    const row = (name: string): string => `${field(name)}.closest('tr')`
    await page.until(idle)
    const rowsOfMissing = "[...document.querySelectorAll('.deliverables form strong')].map(each => each.textContent)"
    t.ok((await page.value<string[]>(rowsOfMissing)).includes('EVT'))
    await page.value("document.querySelector('.mapping').open = true")
    await select(field('CAM'), 'code:Manager')
    await select(field('EVT'), 'code:Technique')
    t.match(await page.value(`${row('EVT')}.textContent`), /2 values 1 not taken by the receiver/)
    await page.value(`${row('EVT')}.querySelector('details').open = true`)
    await select(`${row('EVT')}.querySelector('[aria-label="What LOE becomes"]')`, 'A')
    t.notMatch(await page.value(`${row('EVT')}.textContent`), 'not taken')
    await select(field('WBS_ID'), 'wbs:1')
    await page.until(`${idle} && !${rowsOfMissing}.includes('EVT')`)
    const mapping = { CAM: 'code:Manager', EVT: { from: 'code:Technique', values: { LOE: 'A' } }, WBS_ID: 'wbs:1' }
    const constants = { PARSID: 'P-17' }
    await load()
    t.same(await violations(), [])
    await keep('mapping')
    const button = (text: string): Promise<void> =>
      page.value(
        `[...document.querySelectorAll('main button')].find(each => each.textContent === ${JSON.stringify(text)}).click()`,
      )
    await button('Export JSON')
    t.same(JSON.parse((await saved('mapped.doe-pars.mapping.json')).toString()), { mapping, constants })
    await page.value("document.querySelectorAll('.box input').forEach(each => each.click())")
    await button('Make the file')
    const { file } = await asked('deliverables/doe-pars', { mapping, constants, options: { allow_incomplete: true } })
    t.equal((await saved(file.name)).toString('base64'), file.content)
    await visit.goTo('Audits')
    await openPart('DOE DIQ')
    const figures = "document.querySelector('.result .figures')?.textContent"
    const diq = { options: { catalogue: 'diq' } }
    const lent = { cam: mapping.CAM, evt: mapping.EVT }
    const { coverage } = await asked('health/checks', { ...diq, mapping: lent })
    const without = await asked('health/checks', diq)
    t.not(coverage.answered, without.coverage.answered)
    await page.until(`${figures}?.includes('${coverage.answered} / ${coverage.total}')`)
    t.match(await page.value(`${field('cam')}.selectedOptions[0].textContent`), 'as for PARS (DOE): code:Manager')
    await load()
    t.same(await violations(), [])
    await visit.goTo('Deliver')
    await page.value('location.reload()')
    await page.until("document.querySelector('.mapping summary')")
    await openPart('PARS')
    await page.until(`${field('CAM')}?.value === 'code:Manager'`)
    const status = "document.querySelector('.mapping [role=status]').textContent"
    await visit.chooseAt('mapping-doe-pars', visit.file('broken.json', '{\n  "mapping": { "CAM": code:X }\n}'))
    await page.until(`${status} === 'broken.json is not valid JSON: code in line 2, column 23 does not belong there.'`)
    const other = { mapping: { CAM: 'code:Manager', EVT: { from: 'code:Absent' }, Cam: 'code:X' } }
    await visit.chooseAt('mapping-doe-pars', visit.file('other.json', JSON.stringify(other)))
    await page.until(`${status}.startsWith('2 entries taken from other.json. Left out') && /Cam\\.$/.test(${status})`)
    t.match(await page.value(`${row('EVT')}.textContent`), 'No activity of this file has it, so it is left out.')
    await page.until(`${idle} && ${rowsOfMissing}.includes('EVT')`)
    t.same(await visit.errors(), [])
  },
)
