/** Request body of POST /api/v1/health/checks. */
import Type, { type TSchema } from 'typebox'
import {
  ANSWERS,
  CATALOGUE_IDS,
  COUNTED,
  OWN_CHECKS_MAX,
  OWN_CONDITION_LENGTH_MAX,
  OWN_CONDITIONS_MAX,
  OWN_TEXT_LENGTH_MAX,
  SCHEDULES,
} from '../../endpoint/data/catalogue-words.ts'
import { fields, flag, includeRecommendations, mustFinishBy, scheduleRequest } from '../../endpoint/request-fields.ts'
import { fileQuery, tableQuery } from '../../endpoint/table-query.ts'
import { SEVERITIES } from '../../envelope.ts'
import { BaselineSchedule, Day, OneOf, ScheduleHistory } from '../../schedule/containers.ts'
import { MappingSource } from '../../schedule/mapping-source.ts'

const text = (description: string, maxLength = OWN_TEXT_LENGTH_MAX) =>
  Type.String({ minLength: 1, maxLength, description })

const conditions = (description: string, minItems: number): TSchema =>
  Type.Array(Type.String({ minLength: 1, maxLength: OWN_CONDITION_LENGTH_MAX }), {
    minItems,
    maxItems: OWN_CONDITIONS_MAX,
    description,
  })

/** A check of a customer, in the form of all catalogues. */
const OwnCheck = Type.Object(
  {
    id: text('Id, unique in the catalogue.', 60),
    title: Type.Optional(text('Title; absent: the id.', 200)),
    counts: Type.Optional(OneOf(COUNTED, { default: 'tasks', description: 'What it counts.' })),
    schedule: Type.Optional(OneOf(SCHEDULES, { default: 'current', description: 'Of which schedule.' })),
    population: Type.Optional(
      conditions(
        'Which of them it looks at: all of these hold ("is_incomplete", "type in task, milestone"). Absent: all.',
        0,
      ),
    ),
    metric: conditions(
      'Which of those it counts: all of these hold ("total_float_days > 44", "has_open_start or has_open_finish"); or the code of one check of the service, such as "DCMA-13".',
      1,
    ),
    limit: Type.Optional(
      text(
        'It passes while this holds of the count ("<= 3"), or of its share of the population ("<= 5 %"). Absent: it informs; of a code, the limit of that check.',
        40,
      ),
    ),
    severity: Type.Optional(OneOf(SEVERITIES, { default: 'medium', description: 'Severity of a failure.' })),
    text: Type.Optional(text('What to do about it.')),
    source: Type.Optional(text('Where the rule is from.', 200)),
  },
  { additionalProperties: false, description: 'A check: what it counts, among whom, and its limit.' },
)

const OwnCatalogue = Type.Object(
  {
    id: text('Id of the catalogue.', 60),
    title: Type.Optional(text('Title.', 200)),
    version: text('Version, as its owner counts.', 40),
    checks: Type.Array(OwnCheck, { minItems: 1, maxItems: OWN_CHECKS_MAX, description: 'The checks.' }),
  },
  {
    $id: 'OwnCatalogue',
    additionalProperties: false,
    description:
      'A catalogue of your own. It has no code: conditions over named fields. It is checked before anything is counted.',
  },
)

/** Query of both variants: a project file has no member for the catalogue. */
export const ChecksQuery = Type.Object({
  ...fileQuery,
  ...tableQuery,
  catalogue: Type.Optional(
    OneOf(CATALOGUE_IDS, {
      description: 'Catalogue of checks, in the place of options.catalogue; for bodies that are files.',
    }),
  ),
})

export const ChecksRequest = scheduleRequest(
  1,
  'Checks of dates and progress require it.',
  {
    catalogue: Type.Optional(
      OneOf(CATALOGUE_IDS, {
        description: 'Catalogue of checks. Absent: own, the member own_catalogue, where it is sent, else dcma-14.',
      }),
    ),
    include_details: flag('Add the ids of all tasks found, not only of the first ten.', false),
    include_recommendations: includeRecommendations,
    fields,
  },
  {
    ...mustFinishBy,
    baseline_schedule: Type.Optional(BaselineSchedule),
    schedule_history: Type.Optional(ScheduleHistory(false)),
    target_finish_date: Type.Optional(Day({ description: 'Required finish, for the path length index.' })),
    own_catalogue: Type.Optional(OwnCatalogue),
    mapping: Type.Optional(
      Type.Record(Type.String({ maxLength: 60 }), MappingSource, {
        description:
          'Fields that a check needs and that this schedule keeps in codes: {"milestone_level": {"code": "MS Level"}}. A check that misses one names it.',
      }),
    ),
    answers: Type.Optional(
      Type.Record(Type.String({ maxLength: 60 }), OneOf(ANSWERS, { description: 'Your answer.' }), {
        maxProperties: OWN_CHECKS_MAX,
        description: 'Your answers to what only people know, by the id of the check: {"GAO-8.1": "yes"}.',
      }),
    ),
  },
)
