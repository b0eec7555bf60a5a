/**
 * Sentences of the engine name what a request calls things, since most of its readers send requests. Who reads them on the page sends none: there they name
 * the controls of the page, and fields in words.
 */

const PHRASES: readonly (readonly [RegExp, string])[] = [
  [
    /no task has baseline_finish \(health\/checks and reports also take it out of baseline_schedule, a baseline beside the schedule\)/g,
    'no task has a baseline finish; drop the baseline file beside this one',
  ],
  [
    /Send the baseline as baseline_schedule: before the file on the command line, on the page by "Use as the baseline"\./g,
    'Drop the baseline beside this file and choose "Use as the baseline" under Changes.',
  ],
  [/\bSay in mapping\.\w+/g, 'Say under "Where fields come from"'],
  [/\bsay in mapping\.\w+/g, 'say under "Where fields come from"'],
  [/ ?\bGive constants\.\w+, one of ([^.]+)\./g, ' One of $1.'],
  [/ ?\bGive constants\.\w+, ([^.]+)\./g, ' Enter $1.'],
  [/( is cut at \d+ characters\.) Give constants\.\w+\./g, '$1 Enter a shorter one in its field.'],
  [/ ?\bGive constants\.\w+\./g, ''],
  [/let options\.shorten_ids make them/g, 'mark "Shorten IDs that are too long"'],
  [
    /The request does not say all of how to level, and the schedule does \(leveling_options\)/g,
    'Where nothing is chosen above, the schedule says how to level',
  ],
  [
    /Send options\.rule or options\.priority_order for another order, options\.within_float_only for another bound/g,
    'Choose another order under "Who comes first", another bound with "Within total float only"',
  ],
  [/ \(options\.within_float_only\)/g, ''],
  [/ or give options\.schedules_max, with which/g, ' or choose a number under "Schedules at most", with which'],
  [/: send target_finish_date\b/g, '; the project has no date that it must finish by'],
  [/ \(options\.near_critical_threshold\)/g, ''],
  [/ \(options\.contract\.completion_date\)/g, ''],
]

/** Members of a task and of a request that sentences name, which are read as they are spelt. */
const NAMES =
  /\b(?:(?:actual|baseline|early|late|planned|forecast)_(?:start|finish)|(?:remaining_|baseline_)?duration_days|(?:physical_)?percent_complete(?:_type)?|(?:secondary_)?constraint_(?:type|date)|expected_finish|suspend_date|resume_date|external_early_start|external_late_finish|(?:total|free)_float_days|total_float|float_rationale|task_type|wbs_code|wbs_name|parent_id|calendar_id|organization_code|delay_category|earned_value|budgeted_cost|approval_required|approval_status|manually_scheduled|custom_field_map|row_number|resource_dependent|leveling_(?:delay_days|priority|can_split)|on_longest_path|lag_days|finish_milestone|start_milestone|project_start|schedule_margin|planning_package)\b/g

const OTHER_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bstatus_date\b/g, 'a data date'],
  [/\bbaseline_schedule\b/g, 'a baseline file'],
  [/\bschedule_history\b/g, 'earlier updates'],
]

const QUOTED = /("[^"]*")/

const inWords = (text: string): string =>
  OTHER_WORDS.reduce((known, [name, words]) => known.replace(name, words), text).replace(NAMES, name =>
    name.replaceAll('_', ' '),
  )

/** What stands in quotes is of the file. */
export const plainWords = (sentence: string): string =>
  sentence.includes('_') || sentence.includes('.')
    ? PHRASES.reduce((known, [phrase, words]) => known.replace(phrase, words), sentence)
        .split(QUOTED)
        .map((part, n) => (n % 2 === 1 ? part : inWords(part)))
        .join('')
        .trim()
    : sentence
