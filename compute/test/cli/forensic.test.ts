/** sis history, time-impact and collapsed: updates in any order, events from a file. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
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
