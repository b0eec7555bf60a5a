/** The share of what Microsoft Project stored that the passes reproduce, over the files of ../shared/data/project_files/mspdi. */
import t from 'tap'
import { projectFiles } from '../project-files.ts'
import { agreementOf, type Counts, FIELDS } from './agreement.ts'
import { msSchedule } from './mspdi-files.ts'

/** Reached when this was written: 97.36, 100, 100, 97.41, 97.41 % of 2,314. What is missing contradicts itself in the files (README.md of the rules). */
const LEAST_PERCENT = { total_float: 97.3, early_start: 100, early_finish: 100, late_start: 97.4, late_finish: 97.4 }

const files = projectFiles('mspdi')

t.test('stored values of Microsoft Project', { skip: files === undefined && 'no project files here' }, async t => {
  const total = Object.fromEntries(FIELDS.map(field => [field, { stored: 0, equal: 0 }])) as Counts
  for (const file of files ?? []) {
    const schedule = msSchedule(file)
    if (schedule === undefined) continue
    const { counts } = agreementOf(schedule)
    for (const field of FIELDS) {
      total[field].stored += counts[field].stored
      total[field].equal += counts[field].equal
    }
  }
  for (const [field, least] of Object.entries(LEAST_PERCENT)) {
    const { stored, equal } = total[field as keyof Counts]
    const percent = (100 * equal) / stored
    t.ok(percent >= least, `${field}: ${equal} of ${stored}, ${percent.toFixed(2)} %`)
  }
})
