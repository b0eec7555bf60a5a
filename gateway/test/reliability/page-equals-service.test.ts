/** Every figure of the overview and of its checks is that of the service, over project files of P6 and Microsoft Project; hundreds of them are compared. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { rowsOf } from './helpers/long-table.ts'
import { pageInBrowser, spaced } from './helpers/page-in-browser.ts'

t.setTimeout(600_000)

const { service, page, visit, read } = await pageInBrowser(t)
const key = await service.key('government')

const REAL_FILES = fileURLToPath(new URL('../../../../shared/data/project_files/', import.meta.url))
const FILES = 20
const COMPARED_LEAST = 300

interface Check {
  readonly title: string
  readonly value: number | null
  readonly unit: string
  readonly status: string
  readonly task_ids?: string[]
}

async function asked(path: string, bytes: Uint8Array, options: object): Promise<Record<string, unknown>> {
  const form = new FormData()
  form.append('schedule', new Blob([new Uint8Array(bytes)]), 'schedule')
  form.append('options', JSON.stringify(options))
  const answer = await fetch(`${service.url}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: form,
  })
  return (await answer.json()) as Record<string, unknown>
}

const number = (value: number): string => value.toLocaleString('en-US')
/** Files of one tool and of the least size come first, one of each kind at least. */
const files = existsSync(REAL_FILES)
  ? ['xer/*.xer', 'mspdi/*.xml', 'mspdi/*.xml.gz', 'pmxml/*.xml.gz']
      .flatMap(pattern => globSync(pattern, { cwd: REAL_FILES }).sort().slice(0, 9))
      .filter((_, i) => i % 2 === 0)
      .slice(0, FILES)
  : []

t.test('figures of the overview', { skip: files.length === 0 && 'there are no project files' }, async t => {
  let compared = 0
  const same = (shown: unknown, wanted: unknown, what: string): void => {
    compared++
    if (!Object.is(shown, wanted)) t.equal(shown, wanted, what)
  }
  for (const path of files) {
    const packed = readFileSync(join(REAL_FILES, path))
    const bytes = path.endsWith('.gz') ? gunzipSync(packed) : packed
    const [cpm, dcma, score] = await Promise.all([
      asked('analysis/cpm', bytes, {}),
      asked('health/dcma-14-point', bytes, { include_details: true }),
      asked('health/score', bytes, {}),
    ])
    if (cpm.data === undefined) continue
    await read(visit.file(path.replace(/^.*\/|\.gz$/g, ''), bytes))
    const data = cpm.data as {
      project_finish_date: string | null
      project_duration_days: number
      calendar: { mode: string }
      longest_path: string[]
      near_critical: string[]
      tasks: { is_critical: boolean }[]
    }
    // a schedule without dates ends on a day of the project
    const finish = data.project_finish_date ?? `day ${number(data.project_duration_days)}`
    same(await visit.text('#finish .large'), spaced(finish), `${path}: finish`)
    const isByClock = data.calendar.mode === 'task_calendars'
    const days = isByClock ? Math.ceil(data.project_duration_days) : Math.floor(data.project_duration_days)
    const counts = [days, data.longest_path.length, data.near_critical.length]
    const lead = await visit.text('.overview .lead')
    const said = /takes ([\d,]+) .*\. ([\d,]+) activit.* longest path, ([\d,]+) near critical/.exec(lead)
    same(said?.slice(1).join(' '), counts.map(number).join(' '), `${path}: ${lead}`)
    const figures = await page.value<string[]>(
      "[...document.querySelectorAll('.figures .large')].map(each => each.textContent)",
    )
    const { grade, score: health } = score as unknown as { grade: string | null; score: number }
    if (grade !== null) same(figures.at(-1), `${grade} ${number(health)}`, `${path}: health`)
    const { checks } = dcma.data as { checks: Check[] }
    const values = await page.value<string[]>(
      "[...document.querySelectorAll('.card .value')].map(each => each.textContent)",
    )
    same(values.length, checks.length, `${path}: checks`)
    for (const [i, check] of checks.entries()) {
      same(
        Number.parseFloat(values[i]!.replaceAll(',', '')),
        check.value === null ? Number.NaN : Number(check.value.toFixed(3)),
        `${path}: ${check.title}`,
      )
      if ((check.task_ids?.length ?? 0) === 0) continue
      const card = `.card:nth-child(${i + 1})`
      await page.value(`document.querySelector('${card} > .open').click()`)
      await page.until("document.querySelector('.marks')")
      const [, ...rows] = await rowsOf(page, '.gantt')
      const ids = new Set(check.task_ids!)
      same(
        rows
          .map(cells => cells[0])
          .sort()
          .join(),
        [...ids].sort().join(),
        `${path}: tasks of ${check.title}`,
      )
      await visit.goTo('Overview')
    }
    t.same(await visit.errors(), [], path)
  }
  t.comment(`${compared} figures of ${files.length} files`)
  t.ok(compared >= COMPARED_LEAST, `${compared} figures`)
})
