/**
 * Random schedules by P6's rules, with calendars, lags, constraints and progress of every kind: what is written holds against the validator, which was written from the
 * rules of the formats, and is written alike twice. RANDOM_SCHEDULES: how many.
 */
import t from 'tap'
import { SPD_DATE_FAULTS } from '../../../../shared/contract/deliverables/spd-fields.ts'
import { DELIVERABLES } from '../../../../shared/contract/endpoint/deliverable-formats.ts'
import { validateFile } from '../../../engine/deliverables/validate/validate.ts'
import { random } from '../../helpers/random.ts'
import { randomSchedule } from '../clock/random-network.ts'
import { bytesOf, deliveredOf, inputOf, REQUESTS } from './delivered.ts'

const SCHEDULES = Number(process.env.RANDOM_SCHEDULES ?? 60)

for (const { name } of DELIVERABLES) {
  t.test(`random schedules as ${name}`, async t => {
    let written = 0
    for (let seed = 1; seed <= SCHEDULES; seed++) {
      const input = inputOf(randomSchedule(random(seed)), REQUESTS[name])
      const made = deliveredOf(name, input)
      if (made.file === null) {
        const reasons = made.missing.filter(({ effect }: { effect: string }) => effect === 'cannot_be_written')
        if (reasons.length === 0) t.fail(`seed ${seed}: ${JSON.stringify(made.missing)}`)
        continue
      }
      written++
      const { faults, format } = validateFile(bytesOf(made))!
      if (format !== name) t.fail(`seed ${seed} is taken for ${format}`)
      if (faults.count('error') > 0) t.fail(`seed ${seed}: ${JSON.stringify(faults.list[0])}`)
      // what the validator says of dates was told before
      for (const text of name === 'ipmdar-spd' ? Object.values(SPD_DATE_FAULTS) : []) {
        const told = made.missing.find(({ reason }: { reason: string }) => reason === text)?.rows ?? 0
        const found = faults.list.find(fault => fault.text === text)?.count ?? 0
        if (told !== found) t.fail(`seed ${seed}: ${told} told, ${found} found: ${text}`)
      }
      if (deliveredOf(name, input).file.sha256 !== made.file.sha256) t.fail(`seed ${seed} is written otherwise`)
    }
    t.ok(written > (name === 'usace-sdef' ? 0.05 : 0.9) * SCHEDULES, `${written} of ${SCHEDULES} were written`)
  })
}
