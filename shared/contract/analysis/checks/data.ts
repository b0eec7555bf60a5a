/** `data` of POST /api/v1/health/checks. */
import Type from 'typebox'
import { ANSWERS } from '../../endpoint/data/catalogue-words.ts'
import { CHECK_OPERATORS, CHECK_STATUSES, CHECK_UNITS } from '../../endpoint/data/check-data.ts'
import { reportedFinishMember, scoreMembers } from '../../endpoint/data/health-data.ts'
import { CLOSED, closed, countOf, dateOrNull, numberOrNull, textOrNull } from '../../endpoint/data/members.ts'
import { taskIds } from '../../endpoint/data/named.ts'
import { SEVERITIES } from '../../envelope.ts'
import { OneOf } from '../../schedule/containers.ts'
import { CalendarUsed } from '../cpm/data.ts'

export const CATALOGUE_STATUSES = [...CHECK_STATUSES, 'cannot', 'asked', 'withdrawn'] as const

const text = (description: string) => Type.String({ description })

const CheckOfCatalogue = closed(
  {
    code: text('Id of the check in its catalogue.'),
    title: text('Title.'),
    version: text('Version of the catalogue.'),
    source: text('Where the rule is from.'),
    tier: textOrNull('Class of the rule in its standard; null: it has none, or it is not published.'),
    status: OneOf(CATALOGUE_STATUSES, {
      description:
        'skipped: data are missing that the request could bring. cannot: data that no schedule has. asked: only people know. withdrawn: by its owner.',
    }),
    numerator: numberOrNull('Members of the population that the metric counts; null if it was not measured.'),
    denominator: numberOrNull('Size of the population; null if it was not measured.'),
    value: numberOrNull('Figure that is compared with the limit; null without one.'),
    unit: textOrNull('Unit of value; null if it was not measured.', CHECK_UNITS),
    threshold: numberOrNull('Limit of value; null if the check only informs.'),
    operator: textOrNull('It passes if `value operator threshold` is true.', CHECK_OPERATORS),
    severity: textOrNull('Severity of what was found; null if nothing was.', SEVERITIES),
    message: text('What was found, what is missing, or what is asked, in one sentence.'),
    population: textOrNull('Who is looked at, as conditions; null if it was not measured.'),
    metric: textOrNull('What is counted among them, as conditions, or the check of the service that it is.'),
    needs: textOrNull('What it could not be answered without; null: nothing is missing.'),
    reading: textOrNull('How the rule is read where its source leaves that open.'),
    answer: textOrNull('Your answer to what is asked; null: none.', ANSWERS),
    task_ids: taskIds('First ten tasks found by id; all, in input order, with options.include_details.'),
    baseline_task_ids: taskIds('The same of the baseline schedule.'),
    evidence: Type.Optional(Type.Unknown({ description: 'Evidence. Present with options.include_details.' })),
  },
  'A check of the catalogue.',
)

const coverage = {
  total: countOf('Checks of the catalogue.'),
  measured: countOf('Those that are counted where their data are there.'),
  answered: countOf('Those of them that this schedule answers.'),
  skipped: countOf('Those of them whose data are missing here.'),
  cannot: countOf('Those that need data which no schedule has; each says which.'),
  asked: countOf('Those that only people can answer.'),
  withdrawn: countOf('Those that their owner withdrew.'),
}

const PracticeData = closed(
  {
    code: text('Id of the practice.'),
    title: text('Title of the practice.'),
    characteristic: text('Characteristic that it belongs to.'),
    measured: countOf('Sub-questions with a limit that were measured.'),
    met: countOf('Those of them that are met.'),
    asked: countOf('Sub-questions that are asked.'),
    answered: countOf('Those of them with an answer.'),
    proposed_step: numberOrNull(
      'Proposal, 1 (not met) to 5 (fully met), from the share of measured and answered sub-questions that are met; null where none is. An auditor sets the step.',
    ),
    is_open: Type.Boolean({ description: 'True: sub-questions are unanswered, so the proposal may change.' }),
  },
  'A practice of the catalogue.',
)

export const ChecksData = Type.Object(
  {
    catalogue: closed(
      {
        code: text('Id of the catalogue.'),
        title: text('Title.'),
        version: text('Version.'),
        source: text('Where it can be read.'),
        sha256: text('Hash of the checks and their limits: two results with one hash were made by one catalogue.'),
      },
      'The catalogue that was run.',
    ),
    ...reportedFinishMember,
    ...scoreMembers,
    passed: countOf('Number of checks passed.'),
    failed: countOf('Number of checks failed. Score = 100 * passed / (passed + failed).'),
    not_applicable: countOf('Number of checks without anything to count.'),
    skipped: countOf('Number of checks skipped because data are missing.'),
    coverage: closed(coverage, 'How much of the catalogue was answered.'),
    checks: Type.Array(CheckOfCatalogue, { description: 'The checks in the order of the catalogue.' }),
    practices: Type.Array(PracticeData, { description: 'Of gao: the ten practices; else empty.' }),
    characteristics: Type.Array(
      closed(
        {
          title: text('Title.'),
          score: numberOrNull('Mean of the proposed steps of its practices; null while one has none.'),
          step: textOrNull('That mean in words; null without it.'),
        },
        'A characteristic: the mean of its practices.',
      ),
      { description: 'Of gao: the four characteristics; else empty.' },
    ),
    status_date: dateOrNull('As given in the request; null if absent.'),
    calendar: CalendarUsed,
    mapped_fields: Type.Array(Type.String(), { description: 'Fields of the mapping of the request.' }),
  },
  { ...CLOSED, $id: 'ChecksData', description: 'Result of a catalogue of checks.' },
)
