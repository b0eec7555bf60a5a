/** What the engine says to whoever sends requests, as the page says it. */
import t from 'tap'
import { TASK_FIELDS } from '../../../shared/contract/schedule/fields.ts'
import { plainWords } from '../../page/browser/texts/plain-words.ts'

const IN_WORDS: readonly (readonly [sentence: string, shown: string])[] = [
  [
    'requires a baseline: no task has baseline_finish (health/checks and reports also take it out of baseline_schedule, a baseline beside the schedule)',
    'requires a baseline: no task has a baseline finish; drop the baseline file beside this one',
  ],
  [
    'The schedule does not say it. Send the baseline as baseline_schedule: before the file on the command line, on the page by "Use as the baseline".',
    'The schedule does not say it. Drop the baseline beside this file and choose "Use as the baseline" under Changes.',
  ],
  [
    'Tasks have no value. Say in mapping.CAM where it stands.',
    'Tasks have no value. Say under "Where fields come from" where it stands.',
  ],
  [
    'No schedule says it. Give constants.ContractorIDCodeTypeID, one of DUNS, CAGE.',
    'No schedule says it. One of DUNS, CAGE.',
  ],
  [
    'The field may be left out. Give constants.EVMSAcceptanceDate, yyyy-mm-dd.',
    'The field may be left out. Enter yyyy-mm-dd.',
  ],
  [
    '"PSFVA-UP04" is cut at 4 characters. Give constants.project_id.',
    '"PSFVA-UP04" is cut at 4 characters. Enter a shorter one in its field.',
  ],
  [
    'Neither the request nor the schedule says it. Give constants.PARSID.',
    'Neither the request nor the schedule says it.',
  ],
  [
    'The request does not say all of how to level, and the schedule does (leveling_options): what its planner told Primavera P6 last.',
    'Where nothing is chosen above, the schedule says how to level: what its planner told Primavera P6 last.',
  ],
  [
    'Send it as a job, which has more time; or give options.schedules_max, with which the same schedule has the same answer.',
    'Send it as a job, which has more time; or choose a number under "Schedules at most", with which the same schedule has the same answer.',
  ],
  ['requires status_date', 'requires a data date'],
]

t.test('sentences name controls of the page and words of planners', async t => {
  for (const [sentence, shown] of IN_WORDS) t.equal(plainWords(sentence), shown)
  for (const { name } of TASK_FIELDS) t.notMatch(plainWords(`Tasks have no ${name}.`), '_', `${name} is spelt in words`)
})

t.test('what is of the file stays as it is', async t => {
  for (const text of [
    '1 link of "total_float" is cut.',
    'A_1 Foundation is late.',
    'Values of TASK.cstr_type are none that are known here.',
    'The project takes 12.5 days.',
  ])
    t.equal(plainWords(text), text)
})
