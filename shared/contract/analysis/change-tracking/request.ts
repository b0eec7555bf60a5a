/** Request body of POST /api/v1/forensics/change-tracking. */
import Type from 'typebox'
import { optionWords } from '../../endpoint/comparison-fields.ts'
import { choice, fields, flag, includeEvValidation, nonNegative } from '../../endpoint/request-fields.ts'
import { CategoryMapping } from '../../schedule/category-mapping.ts'
import { Calendar, CurrentSchedule, OneOf, ScheduleHistory, TimeZone } from '../../schedule/containers.ts'

export const COMPARISON_MODES = ['sequential', 'baseline_anchored', 'latest', 'first_last'] as const

const CHANGE_CATEGORIES = [
  'baseline',
  'actual',
  'forecast',
  'logic',
  'resource',
  'progress',
  'calendar',
  'options',
  'all',
] as const

export const ChangeTrackingRequest = Type.Object({
  current_schedule: CurrentSchedule,
  schedule_history: ScheduleHistory(true, 1),
  calendar: Type.Optional(Calendar),
  time_zone: Type.Optional(TimeZone),
  category_mapping: Type.Optional(CategoryMapping),
  options: Type.Optional(
    Type.Object(
      {
        comparison_mode: choice(COMPARISON_MODES, 'Which pairs of statuses are compared.', 'sequential'),
        change_categories: Type.Optional(
          Type.Array(OneOf(CHANGE_CATEGORIES, { description: 'Category of changes.' }), {
            description: 'Categories of changes to list; default all.',
          }),
        ),
        include_impact_analysis: flag('Add the impact of the changes on the finish.', true),
        include_trends: flag('Add the counts per pair of statuses.', false),
        include_details: flag('List all changes, including minor and expected ones.', false),
        materiality_thresholds: Type.Optional(
          Type.Object({
            date_change_days: Type.Optional(
              Type.Integer({
                minimum: 0,
                default: 5,
                description: 'Smallest material change of a date, in days.',
                'x-unit': 'days',
              }),
            ),
            progress_change_pct: nonNegative(
              'Smallest decrease of progress that is flagged, in percentage points.',
              5,
              'percent',
            ),
          }),
        ),
        include_ev_validation: includeEvValidation,
        fields,
      },
      optionWords,
    ),
  ),
})
