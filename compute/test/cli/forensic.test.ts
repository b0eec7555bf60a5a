/** sis history, time-impact and collapsed: updates in any order, events from a file. */
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import t from 'tap'
import { CLAIM_EVENTS, CLAIM_SCHEDULES } from '../../../shared/contract/endpoint/examples/claim.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { sis, UPDATE } from './sis.ts'

const folder = dataFolder(t)

t.test('history takes updates in any order; time-impact and collapsed take events from a file', async t => {
  const told = await sis(['history', UPDATE, UPDATE, '--json'])
  t.equal(told.code, 0, told.err)
  t.equal(JSON.parse(told.out).data.updates.length, 2)
  const shown = await sis(['history', UPDATE])
  t.match(shown.out, /1 schedule, so nothing is compared/)
  const { tasks } = JSON.parse((await sis(['run', 'cpm', UPDATE, '--json'])).out).data
  const event = { id: 'E', party: 'owner', started: '2026-03-02', days: 2, task_ids: [tasks[0].id] }
  const events = join(folder, 'events.json')
  for (const content of [[event], { delay_events: [event] }]) {
    writeFileSync(events, JSON.stringify(content))
    for (const [command, member] of [
      ['time-impact', 'bases'],
      ['collapsed', 'simulations'],
    ]) {
      const { code, out, err } = await sis([command!, UPDATE, '--events', events, '--json'])
      t.equal(code, 0, err)
      t.match(JSON.parse(out).data, { events: [{ id: 'E' }], [member!]: [{ schedule: 'current_schedule' }] })
    }
  }
  writeFileSync(events, '5')
  t.match((await sis(['collapsed', UPDATE, '--events', events])).err, /holds neither a list of delay events/)
})

const SANDBOX = new URL('../../../gateway/sandbox/', import.meta.url)

t.test(
  'example writes the claim of the footbridge as files, which say what its schedules say; the sandbox has the same bytes',
  async t => {
    const claim = join(folder, 'claim')
    const written = await sis(['example', claim])
    t.equal(written.code, 0, written.err)
    const names = written.out.trim().split('\n')
    t.equal(names.length, 5)
    for (const path of names) {
      const stored = new URL(basename(path), SANDBOX)
      const bytes = readFileSync(path)
      if (process.env.UPDATE_GOLDEN === '1') writeFileSync(stored, bytes)
      t.ok(bytes.equals(readFileSync(stored)), `${basename(path)} (UPDATE_GOLDEN=1 writes it)`)
    }
    const events = names.pop()!
    const told = async (command: string, ...more: string[]) => {
      const { code, out, err } = await sis([command, ...names, '--events', events, '--json', ...more])
      t.equal(code, 0, err)
      const { data, findings } = JSON.parse(out)
      t.notMatch(JSON.stringify(findings), /"EVENT_/, 'no event contradicts itself')
      return data
    }
    const contract = ['--set', 'options.completion_date=2026-07-10']
    const impact = await told('time-impact', ...contract)
    t.strictSame(
      impact.events.map((each: { id: string; moves_working_days: number }) => [each.id, each.moves_working_days]),
      [
        ['E1', 5],
        ['E2', 2],
        ['E3', 2],
      ],
    )
    t.match(impact.contract_dates.completions[0], { finish_date: '2026-07-17', extension_calendar_days: 5 })
    const built = await told('collapsed', ...contract)
    // the opening is a milestone, whose day has two times in no file
    t.match(built.simulations[0], { earlier_working_days: 9, finish: '2026-07-15T17:00' })
    t.match(built.events, [
      { id: 'E3', earlier_working_days: 0 },
      { id: 'E2', earlier_working_days: 4 },
      { id: 'E1', earlier_working_days: 5 },
    ])
    const body = { ...CLAIM_SCHEDULES.compared, delay_events: CLAIM_EVENTS }
    const sent = join(folder, 'claim.json')
    writeFileSync(sent, JSON.stringify(body))
    const { data } = JSON.parse((await sis(['run', 'collapsed-as-built', sent, '--json'])).out)
    t.strictSame(data.by_party_working_days, built.by_party_working_days, 'as by the schedules of the request')
  },
)
