/** The order in which the page compares files: plans first, whatever their dates, then by data date; what stands for a date that a file lacks. */
import t from 'tap'
import { datesInOrder, inOrder, isOtherProject } from '../../page/browser/as-of.ts'
import type { LoadedFile } from '../../page/browser/loaded.ts'
import { AS_FILE, readAs } from '../../page/browser/service/read-as.ts'

interface Given {
  readonly date?: string
  readonly assumed?: { readonly date: string; readonly from: 'project_start' | 'saved' }
  readonly isJson?: boolean
  readonly hasBegun?: boolean
  readonly set?: string
}

function loaded(name: string, { date, assumed, isJson = false, hasBegun = false, set = '' }: Given): LoadedFile {
  const import_ = [{ data_date: date ?? null, ...(assumed && { assumed_date: assumed }) }]
  const stated = set === '' ? date : set
  const data_date = { date: stated ?? '2026-01-05', source: stated === undefined ? 'none' : 'status_date' }
  return {
    name,
    file: readAs(new Blob([]), { ...AS_FILE, statusDate: set }),
    schedule: { state: [0, hasBegun ? 1 : 0] },
    analysed: { cpm: { data: { data_date }, metadata: isJson ? {} : { import: import_ } } },
  } as never as LoadedFile
}
const shown = (...files: LoadedFile[]): string[] => {
  const all = inOrder(files)
  return datesInOrder(all).map(({ date, isStated, from }, i) =>
    [all[i]!.name, date, isStated ? 'stated' : 'sent', from ?? ''].join(' ').trim(),
  )
}

const update = loaded('update', { date: '2026-01-30', hasBegun: true })
const later = loaded('later', { date: '2026-03-26', hasBegun: true })

t.test('a plan without a data date goes first, and what stands for its date is told', async t => {
  const plan = loaded('plan', { assumed: { date: '2025-08-01', from: 'project_start' } })
  const expected = ['plan 2025-08-01 sent project_start', 'update 2026-01-30 stated', 'later 2026-03-26 stated']
  t.strictSame(shown(later, plan, update), expected)
  const begun = loaded('begun', { assumed: { date: '2026-02-17', from: 'saved' }, hasBegun: true })
  t.strictSame(shown(later, begun, update)[1], 'begun 2026-02-17 sent saved')
  const json = loaded('json', { isJson: true })
  t.strictSame(shown(update, json), ['json 2026-01-05 sent project_start', 'update 2026-01-30 stated'])
})

t.test('a plan dated later than an update gets the date of that', async t => {
  for (const plan of [
    loaded('plan', { assumed: { date: '2026-06-01', from: 'project_start' } }),
    loaded('baseline', { date: '2026-02-17' }),
  ])
    t.strictSame(shown(update, plan)[0], `${plan.name} 2026-01-30 sent project_start`)
})

t.test('a data date that is stated or set has its place, though nothing has begun', async t => {
  t.strictSame(shown(later, loaded('draft', { date: '2026-02-17' }), update)[1], 'draft 2026-02-17 stated')
  const json = loaded('json', { isJson: true, date: '2026-02-17' })
  t.strictSame(shown(later, json, update)[1], 'json 2026-02-17 sent')
  const set = loaded('set', { assumed: { date: '2025-08-01', from: 'project_start' }, set: '2026-02-17' })
  t.strictSame(shown(later, set, update)[1], 'set 2026-02-17 sent')
})

t.test('files with next to no task in common are of two projects, also where both count rows', t => {
  const of = (...names: string[]) =>
    ({ schedule: { ids: names.map((_, i) => String(i + 1)), names } }) as never as LoadedFile
  const tower = of('Dig', 'Piles', 'Slab', 'Core', 'Roof', 'Lifts')
  t.ok(isOtherProject([tower], [of('Rails', 'Ballast', 'Sleepers', 'Signals', 'Tests', 'Roof')]))
  t.notOk(isOtherProject([tower], [of('Dig', 'Piles', 'Slab', 'Core, north', 'Roof')]))
  const renumbered = of('Permit', 'Dig', 'Piles', 'Slab', 'Core', 'Roof')
  t.notOk(isOtherProject([tower], [renumbered]), 'the names are those')
  t.notOk(isOtherProject([tower], [of('Rails')]), 'too few to tell')
  t.end()
})
