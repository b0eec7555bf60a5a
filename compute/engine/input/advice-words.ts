/** What to do about each failed check of analysis/validate. */

const withArticle = (pair: string): string => `${pair === 'actual' ? 'an' : 'a'} ${pair}`

export const ADVICE_WORDS = {
  missingId: {
    title: 'Give every task an id',
    description: 'Nothing can link to a task without one; positions count from 0.',
  },
  duplicateId: {
    title: 'Make the ids unique',
    description: 'Rename the later tasks and the links meant for them: links reach only the first of an id.',
  },
  selfLoop: {
    title: 'Remove links of tasks to themselves',
    description: 'Take its own id out of the predecessors of each; no critical path exists before.',
  },
  cycle: {
    title: 'Break the cycles',
    description: 'Remove one link of each path printed; no critical path exists before.',
  },
  badDuration: {
    title: 'Correct the durations',
    negative: {
      found: ['has a negative duration', 'have a negative duration'],
      action: 'send the days of work, 0 for a milestone; time saved is a link with a lead, not a negative duration',
    },
    noNumber: {
      found: ['has a duration that is no number', 'have a duration that is no number'],
      action: 'send days as a JSON number, without quotes and without a unit',
    },
  },
  badPercent: {
    title: 'Correct the percents',
    above: {
      found: ['is above 100 %', 'are above 100 %'],
      action: 'set the percent to 100 with an actual finish; extra work is a task of its own',
    },
    below: {
      found: ['is below 0 %', 'are below 0 %'],
      action: 'set the percent to 0, or to the part of the work that is done',
    },
    noNumber: {
      found: ['has a percent that is no number', 'have a percent that is no number'],
      action: 'send a JSON number from 0 to 100, without quotes or a percent sign',
    },
  },
  badDate: {
    title: 'Correct the dates',
    otherwise: 'the dates',
    description: (values: string) => `Write ${values} as YYYY-MM-DD; a time behind the date is left aside.`,
  },
  unknownWord: {
    title: 'Use known types',
    otherwise: 'each word',
    description: (values: string) => `Replace ${values} by a constraint type or relation of the lists in the schema.`,
  },
  reversed: {
    title: 'Correct the reversed dates',
    baselineTitle: 'Correct the reversed baseline dates',
    found: (pair: string): readonly [one: string, many: string] => [
      `has ${withArticle(pair)} finish before its start`,
      `have ${withArticle(pair)} finish before their start`,
    ],
    actions: {
      planned:
        'exchange planned_start and planned_finish, or count planned_finish anew from the start and the duration',
      actual: 'take both days from the site diary; work ends on or after the day on which it began',
      forecast: 'ask the owner of the work for a new forecast of both dates',
      baseline: 'take both dates from the baseline that was approved',
    },
  },
  parentNoSummary: {
    title: 'Say which tasks are summaries',
    description:
      'Set task_type to summary where the work lies in the tasks below, and link those; else leave parent_id of the others empty.',
  },
  unparsableLink: {
    title: 'Rewrite the unreadable links',
    otherwise: 'each link',
    description: (links: string) => `Write ${links} as "A FS+2 d" or as {task_id, type, lag_days}.`,
  },
  wrongType: {
    title: 'Send every field in its type',
    otherwise: 'each value',
    description: (values: string) =>
      `Replace ${values} by the type that the schema of a task names; other calls refuse these values.`,
  },
  unknownPredecessor: {
    title: 'Complete the links',
    otherwise: 'predecessors',
    description: (links: string) =>
      `Send the missing ${links} along, or put an SNET constraint with the date in place of the link.`,
  },
  fileCalendar: {
    title: 'Complete the calendars',
    description: 'Export the file with all its calendars, or send calendars with the ids that tasks name.',
  },
  fileValue: {
    title: 'Correct the values',
    otherwise: 'the values',
    description: (values: string) => `Set ${values} in the tool that wrote the file, and export it anew.`,
  },
  summaryCircle: {
    title: 'Open the circle through the summaries',
    description: 'Replace links of summaries by links of the tasks under them that really wait for each other.',
  },
  fileRows: {
    title: 'Export the file anew',
    description: 'What was lost is not in any figure; export the whole file from its tool and compare the counts.',
  },
  dateAmbiguous: {
    title: 'Write the dates unambiguously',
    otherwise: 'the dates',
    description: (values: string) =>
      `Export ${values} with the year first, or check that the day stands first in them.`,
  },
  zonedMidnight: {
    title: 'Name the time zone',
    description: 'Send time_zone with the name of the place, such as Europe/Berlin or UTC, or send plain days.',
  },
  categoryUnmapped: {
    title: 'Complete the mapping',
    otherwise: 'the values',
    description: (values: string) => `Name a delay category for ${values} in category_mapping.`,
  },
  externalLink: {
    title: 'Export the linked projects together',
    description:
      'Schedule the project with its neighbours first, which leaves their dates in it, or export all of them in one file.',
  },
  duplicateLink: {
    title: 'Remove the duplicate links',
    otherwise: 'each pair of equal links',
    description: (links: string) => `Of ${links} keep the one with the lag that is meant.`,
  },
  constraintWithoutPartner: {
    title: 'Complete the constraints',
    dateAlone: {
      found: ['has a constraint_date and no constraint_type', 'have a constraint_date and no constraint_type'],
      action: 'send the type, SNET where nothing else is known, or remove the date',
    },
    typeAlone: {
      found: ['has a constraint_type and no constraint_date', 'have a constraint_type and no constraint_date'],
      action: 'send the date, or remove the constraint; only ASAP and ALAP need none',
    },
  },
  milestoneDuration: {
    title: 'Say which tasks are milestones',
    withDuration: {
      found: ['is a milestone with a duration', 'are milestones with a duration'],
      action: 'set the duration to 0 days, or the type to task where work is done',
    },
    withoutDuration: {
      found: ['is of type task with a duration of 0 days', 'are of type task with a duration of 0 days'],
      action: 'set task_type to milestone, or send the days of work',
    },
  },
  durationAgainstDates: {
    title: 'Reconcile durations and dates',
    longer: {
      found: ['has a duration longer than its planned dates', 'have a duration longer than their planned dates'],
      action: 'move planned_finish out, or send days where duration_days holds hours',
    },
    shorter: {
      found: ['has a duration shorter than its planned dates', 'have a duration shorter than their planned dates'],
      action: 'correct either, or name the calendar with the days on which no work is done between them',
    },
  },
  progress: {
    title: 'Reconcile progress and actual dates',
    finishWithoutStart: {
      found: ['has an actual finish and no actual start', 'have an actual finish and no actual start'],
      action: 'report the day on which the work began',
    },
    finishBelow100: {
      found: ['has an actual finish and less than 100 %', 'have an actual finish and less than 100 %'],
      action: 'set percent_complete to 100, or move the finish to forecast_finish while work is left',
    },
    completeWithoutFinish: {
      found: ['is at 100 % without an actual finish', 'are at 100 % without an actual finish'],
      action: 'report the day on which the work ended, or lower percent_complete to what is done',
    },
    progressWithoutStart: {
      found: ['has progress and no actual start', 'have progress and no actual start'],
      action: 'report the day on which the work began, or set percent_complete to 0',
    },
  },
  unknownTaskType: {
    title: 'Use known words',
    otherwise: 'each word',
    description: (values: string) =>
      `Replace ${values} by a word of the list of the field; an unknown task type is taken as task.`,
  },
  ambiguousId: {
    title: 'Rename the ambiguous ids',
    description: 'Take the relation off the end of each id, or link to it by {task_id, type, lag_days} alone.',
  },
  noDuration: {
    title: 'Supply durations',
    description: 'Send duration_days, or planned or baseline dates it can be taken from.',
  },
} as const
