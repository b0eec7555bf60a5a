/** Texts of the checks of a schedule's input, and of the findings about the request that every analysis repeats. */
import { plural } from '../wording/plural.ts'
import { ADVICE_WORDS } from './advice-words.ts'

const ALL_TASKS = 'All tasks.'
const ALL_LINKS = 'All links given.'
const CYCLE_POPULATION = 'All tasks; all parsed links count, those of summaries and level of effort included.'
const LINKED_WORK =
  'Tasks other than summaries and level of effort. A link to or from one of those does not count as a predecessor or a successor.'
const VALUES_OF = (fields: string) => `Values given of ${fields}.`

export const WORDS = {
  advice: ADVICE_WORDS,
  source:
    'It names what the other analyses of this service refuse, leave out or read otherwise than meant, so it follows from how they read a schedule.',
  example: (value: string, field: string | undefined, task: string) =>
    `Example: "${value}"${field === undefined ? '' : ` as ${field}`} of ${task}.`,
  exampleIn: (example: string, place: string) => `${example.slice(0, -1)} (${place}).`,
  examplePlace: (value: string, place: string) =>
    value === '' ? `Example: ${place}.` : `Example: "${value}" (${place}).`,

  missingId: {
    title: 'Missing id',
    population: ALL_TASKS,
    formula: 'Tasks whose id is absent or empty.',
    message: (count: number) => `${plural(count, 'task has', 'tasks have')} no id.`,
  },
  duplicateId: {
    title: 'Duplicate id',
    population: ALL_TASKS,
    formula: 'Tasks whose id an earlier task has; positions in the list count from 0.',
    message: (count: number) => `${plural(count, 'task repeats', 'tasks repeat')} the id of an earlier one.`,
  },
  ambiguousId: {
    title: 'Id that reads like a link',
    population: ALL_TASKS,
    formula:
      'Ids that end with FS, SS, FF or SF, a lag behind it or not, set off from the rest or with a task id before it.',
    message: (count: number, example: string | undefined) =>
      `${plural(count, 'id ends', 'ids end')} like the string form of a link${example === undefined ? '' : `, such as "${example}"`}.`,
  },
  selfLoop: {
    title: 'Link of a task to itself',
    population: CYCLE_POPULATION,
    formula: 'Tasks that name their own id as predecessor.',
    none: 'No task is its own predecessor.',
    message: (count: number, path: string) =>
      `${plural(count, 'task is its own predecessor', 'tasks are their own predecessors')}: ${path}.`,
  },
  cycle: {
    title: 'Dependency cycle',
    population: CYCLE_POPULATION,
    formula:
      'Tasks on a cycle of two or more; one shortest cycle is printed for each group of tasks that reach each other.',
    none: 'No task depends on itself through others.',
    message: (count: number, path: string) => `${plural(count, 'task lies', 'tasks lie')} on cycles: ${path}.`,
  },
  lostLinks: (lost: number, misread: number, total: number) =>
    `${[
      ...(lost === 0 ? [] : [plural(lost, 'link was lost', 'links were lost')]),
      ...(misread === 0 ? [] : [`${plural(misread, 'link has', 'links have')} a type or a lag that could not be read`]),
    ].join(', ')}, of ${plural(total, 'link')} in all.`,
  outOfRange: (count: number, [one, many]: readonly [one: string, many: string]) =>
    `${plural(count, `${one} is`, `${many} are`)} out of range or no number.`,
  badDuration: {
    title: 'Duration negative or not a number',
    population: VALUES_OF,
    formula: 'Durations below 0 or not finite numbers.',
    noun: ['duration', 'durations'],
  },
  badPercent: {
    title: 'Percent outside 0 to 100',
    population: VALUES_OF,
    formula: 'Percents below 0, above 100 or not finite numbers.',
    noun: ['percent', 'percents'],
  },
  badDate: {
    title: 'Bad date',
    population: 'All dates given.',
    noun: ['date', 'dates'],
    formula: (first: string, last: string) =>
      `Values that do not begin with a date YYYY-MM-DD from ${first} to ${last}.`,
    example: (field: string, text: string, id: string | undefined, place: string | undefined) =>
      `, first ${field} "${text}"${id === undefined ? '' : ` of task ${id}`}${place === undefined ? '' : ` (${place})`}`,
    message: (count: number, first: string, last: string, example: string) =>
      `${plural(count, 'date', 'dates')} cannot be read or ${count === 1 ? 'lies' : 'lie'} outside ${first} to ${last}${example}; taken as absent.`,
  },
  unknownWord: {
    title: 'Unknown constraint or relation type',
    population: 'Constraint types given, and links.',
    noun: ['type', 'types'],
    formula: 'Constraint types and relation types that are not in their lists.',
    message: (count: number) =>
      `${plural(count, 'type of a constraint or a link is', 'types of constraints or links are')} unknown.`,
  },
  wrongType: {
    title: 'Field of a wrong type',
    population: 'All tasks; a task may have several.',
    formula: 'Values of a JSON type or length that their field does not take, and which no other check names.',
    message: (count: number) => `${plural(count, 'value is', 'values are')} of a wrong type.`,
  },
  unknownTaskType: {
    title: 'Unknown task type, delay category or approval status',
    population: VALUES_OF,
    formula: 'Values that are not in their lists; an unknown task type is taken as task.',
    message: (count: number) =>
      `${plural(count, 'task type, delay category or approval status is', 'task types, delay categories and approval statuses are')} unknown.`,
  },
  finishBeforeStart: {
    title: 'Finish before start',
    population: 'Tasks with a start and a finish of one kind: planned, actual or forecast.',
    formula: 'Tasks of which a finish lies before the start of the same kind.',
    message: (count: number) => `${plural(count, 'task finishes before it starts', 'tasks finish before they start')}.`,
  },
  baselineReversed: {
    title: 'Baseline finish before its start',
    population: 'Tasks with a baseline start and a baseline finish.',
    formula:
      'Tasks whose baseline finish lies before their baseline start. No date of the schedule follows from them, so it stays valid.',
    message: (count: number) =>
      `${plural(count, 'baseline finish lies', 'baseline finishes lie')} before ${count === 1 ? 'its start' : 'their starts'}.`,
  },
  parentNoSummary: {
    title: 'Parent that is no summary',
    population: 'All tasks, where any of them names a parent_id.',
    formula:
      'Tasks that others name as parent_id and that are of another type than summary, or without a type and linked. Without a type and without links such a task is taken as a summary.',
    message: (count: number) =>
      `${plural(count, 'task has', 'tasks have')} others below ${count === 1 ? 'it and is' : 'them and are'} no summary, so the work counts twice.`,
  },
  constraintWithoutPartner: {
    title: 'Constraint without date, or date without constraint',
    population: 'Tasks with a constraint type or a constraint date.',
    formula: 'Constraint types other than ASAP and ALAP without constraint_date; constraint_date without a type.',
    message: (count: number) =>
      `${plural(count, 'task has', 'tasks have')} a constraint type without its date or a constraint date without a type.`,
  },
  milestoneDuration: {
    title: 'Milestone with a duration, or task without one',
    population: 'Milestones and tasks with duration_days.',
    formula: 'Milestones with a duration above 0; tasks of type task with a duration of 0, which count as milestones.',
    message: (count: number) =>
      `${plural(count, 'task is', 'tasks are')} a milestone by one field and not by the other.`,
  },
  durationAgainstDates: {
    title: 'Duration differs from the planned dates',
    population:
      'Tasks with a duration of 0 or more and planned dates in order; where tasks have calendars, not those whose planned start is their actual one, as files write the dates of started work over its plan.',
    formula: (toleranceDays: number) =>
      `Duration more than ${toleranceDays} day off the planned dates in the calendar of the task; without calendars, in each of calendar days, Monday to Friday, and the work days given.`,
    message: (count: number, isByTask: boolean) =>
      isByTask
        ? `${plural(count, 'duration does', 'durations do')} not fit the planned dates in the calendar of ${count === 1 ? 'its task' : 'their tasks'}.`
        : `${plural(count, 'duration fits', 'durations fit')} the planned dates in no calendar.`,
  },
  progressAgainstDates: {
    title: 'Actual dates and percent complete disagree',
    population: 'Tasks with an actual finish or a percent complete.',
    formula:
      'actual_finish without actual_start; actual_finish with percent_complete below 100; percent_complete of 100 without actual_finish, or above 0 without actual_start.',
    message: (count: number) => `${plural(count, 'task has', 'tasks have')} progress that its dates contradict.`,
  },
  noDuration: {
    title: 'Neither duration nor dates',
    population: 'Tasks other than milestones, summaries and level of effort.',
    formula: 'Tasks without duration_days and without a pair of planned or baseline dates to take it from.',
    message: (count: number) =>
      `${plural(count, 'task has', 'tasks have')} neither a duration nor dates that give one.`,
  },
  unparsableLink: {
    title: 'Link that cannot be read',
    population: ALL_LINKS,
    formula:
      'Strings that begin with a task id and a relation, sign or % but follow no form of a link; they are dropped.',
    message: (count: number) => `${plural(count, 'link names', 'links name')} a task but cannot be read.`,
  },
  unknownPredecessor: {
    title: 'Unknown predecessor',
    population: ALL_LINKS,
    formula: 'Links whose predecessor is the id of no task; in a file also those whose successor was not read.',
    message: (count: number) => `${plural(count, 'link names', 'links name')} a task that is not there.`,
  },
  duplicateLink: {
    title: 'Duplicate link',
    population: ALL_LINKS,
    formula: 'Links equal to an earlier one in predecessor, successor and type; the largest lag is kept.',
    message: (count: number) => `${plural(count, 'link repeats', 'links repeat')} an earlier one.`,
  },
  linkOnSummary: {
    title: 'Link on a summary',
    population: 'Summary tasks.',
    noun: ['summary', 'summaries'],
    formula: "Summaries with a predecessor or a successor; such links drive tasks by Microsoft Project's rules only.",
    message: (count: number) => `${plural(count, 'summary has', 'summaries have')} links.`,
  },
  summaryCircle: {
    title: 'Circle through a summary',
    population: 'Summary tasks of a schedule by the rules of Microsoft Project.',
    noun: ['summary', 'summaries'],
    formula: 'Linked summaries, where links of summaries close a circle with what lies under them.',
    none: 'No link of a summary closes a circle.',
    message: (count: number) =>
      `Links of ${plural(count, 'summary', 'summaries')} close a circle with what lies under the summaries, which Microsoft Project does not allow. So no link of a summary counts, and dates may be too early.`,
  },
  openEnds: {
    title: 'Open ends',
    population: LINKED_WORK,
    formula: 'Tasks without a predecessor or without a successor; a project has one of each by nature.',
    message: (starts: number, finishes: number) =>
      `${plural(starts, 'task has', 'tasks have')} no predecessor, ${finishes} no successor.`,
  },
  disconnected: {
    title: 'Disconnected parts',
    population: LINKED_WORK,
    formula: 'Parts of the network beside the largest one, no link between them.',
    message: (parts: number, largest: number) =>
      `The schedule falls into ${plural(parts, 'part')}; the largest has ${plural(largest, 'task')}.`,
  },
  calendarEvidence: {
    title: 'Calendar of the durations',
    population: (daysMin: number) =>
      `Tasks with a duration of ${daysMin} days or more and planned, else baseline, dates.`,
    formula:
      'Durations that fit their dates, give or take a day, only in another week than their own: every day or Monday to Friday. Their own is that of the calendar of the task, else the one given or guessed. Each duration counts once.',
    ofTasks: 'Durations count in the calendars of their tasks',
    days: (isGiven: boolean, week: string) => `Work days as ${isGiven ? 'given' : 'guessed'}: ${week}`,
    none: 'no duration has dates that show the work week',
    fits: (share: string, evidenceFor: number, evidenceAgainst: number) =>
      `${share}, ${evidenceFor === 1 ? 'fits its' : 'fit their'} dates, and ${plural(evidenceAgainst, 'duration fits', 'durations fit')} another week alone`,
    message: (days: string, fits: string) => `${days}; ${fits}.`,
  },

  fileCalendar: {
    title: 'Calendar that is not there or cannot be read',
    population: 'Tasks of a schedule with calendars, and the calendars of a file.',
    formula: 'Tasks whose calendar the schedule does not have; calendars of a file of which others had to be assumed.',
    noun: ['calendar', 'calendars'],
    message: (unknown: number, unreadable: number) =>
      [
        ...(unknown === 0
          ? []
          : [
              `${plural(unknown, 'task names a calendar', 'tasks name calendars')} that the schedule does not have; taken in its default calendar`,
            ]),
        ...(unreadable === 0
          ? []
          : [
              `${plural(unreadable, 'calendar has', 'calendars have')} no working time that could be read; a usual one was assumed, and dates depend on it`,
            ]),
      ].join('. ') + (unknown + unreadable === 0 ? 'Every calendar is there.' : '.'),
  },
  fileValue: {
    title: 'Value of the file that cannot be read',
    population:
      'Values of a file that belong to no field of a task: options, dates of the project, parts of calendars.',
    formula: 'Values that are none of those that the tool writes; read as absent or as the default of the tool.',
    message: (count: number) =>
      `${plural(count, 'value', 'values')} of the project, its options or its calendars could not be read.`,
  },
  fileRows: {
    title: 'Rows of the file that were lost or broken',
    population: 'Rows of a file.',
    formula: 'Rows left out, with too few or too many fields, or behind a cut; a file without its end counts as one.',
    message: (count: number) =>
      `${plural(count, 'row', 'rows')} of the file could not be read as written, or its end is missing.`,
  },
  dateAmbiguous: {
    title: 'Day and month that may be exchanged',
    population: 'Dates of a file that are not written as its tool writes them.',
    formula:
      'Dates with the year last and two numbers up to 12 before it, without points between them; the first was taken as the day.',
    message: (count: number) =>
      `${plural(count, 'date leaves', 'dates leave')} it open which number is the day; the first was taken.`,
  },
  zonedMidnight: {
    title: 'Dates with a zone read as local midnights',
    population: 'Dates of the request with a zone, where it names no time zone.',
    formula:
      'All of these dates, where each is the midnight (or the last minute of a day) of one place from one to five and a half hours east of Greenwich.',
    message: (count: number) =>
      `${plural(count, 'date has a zone and looks', 'dates have a zone and look')} like a local midnight, so the local day was taken, as the request names no time zone.`,
  },
  categoryUnmapped: {
    title: 'Value of a code without a delay category',
    population: 'Tasks with a value of the code that the request maps to the delay category.',
    formula: 'Tasks whose value the mapping does not name; they have no delay category.',
    message: (count: number) => `${plural(count, 'task has', 'tasks have')} a value that the mapping does not name.`,
  },
  externalLink: {
    title: 'Links to other projects without a date',
    population: 'All links of a file.',
    formula: 'Links to or from tasks of other projects for which the file has no date; they hold nothing here.',
    message: (count: number) =>
      `${plural(count, 'link leads', 'links lead')} to other projects and ${count === 1 ? 'holds' : 'hold'} nothing.`,
  },

  calendarUnknown: {
    title: 'Unknown calendars',
    description: (count: number) =>
      `${plural(count, 'task names a calendar', 'tasks name calendars')} that the schedule does not have; taken in its default calendar.`,
    advice: {
      title: 'Send the calendars that tasks name',
      description: 'Send each in calendars with the id that calendar_id has, or correct calendar_id.',
    },
    example: (id: string, task: string) => `Example: calendar_id ${id} of ${task}.`,
  },
  durationMissing: {
    title: 'Durations missing',
    description: (count: number) =>
      `${plural(count, 'task has', 'tasks have')} neither a positive duration nor dates that give one; taken as 0 days.`,
    advice: {
      title: 'Supply the missing durations',
      description: 'Send duration_days, or planned or baseline dates it can be taken from.',
    },
  },
  actualDates: {
    title: 'Actual dates computed as retained logic',
    description: (count: number) =>
      `The schedule asks for the rule actual_dates, which is computed as retained_logic. The two may differ at ${plural(count, 'task that was', 'tasks that were')} started out of sequence or ${count === 1 ? 'has' : 'have'} an actual date after the data date, and behind ${count === 1 ? 'it' : 'them'}.`,
    advice: {
      title: 'Compare the dates with those of P6',
      description:
        'Compare the dates of these tasks with those of P6, or schedule there by retained logic or progress override and send that.',
    },
  },
  calendarGuessed: {
    title: 'The calendar was guessed',
    calendarDays: 'calendar days',
    workingDays: 'working days',
    tasks: (daysMin: number): readonly [one: string, many: string] => [
      `task of ${daysMin} days or more`,
      `tasks of ${daysMin} days or more`,
    ],
    noEvidence: (daysMin: number) => `No task of ${daysMin} days or more has dates that show the work week.`,
    fits: (share: string, evidenceFor: number, evidenceAgainst: number) =>
      `${share}, ${evidenceFor === 1 ? 'has a duration that fits its' : 'have durations that fit their'} dates in that week, ${plural(evidenceAgainst, 'task')} in the next best week.`,
    dates: ['start or finish', 'starts and finishes'],
    datesOff: (share: string, datesOff: number) => ` ${share}, ${datesOff === 1 ? 'lies' : 'lie'} on its days off.`,
    description: (days: string, week: string, fits: string, off: string) =>
      `The request gives no calendar, so durations, lags and floats were taken as ${days}, ${week}, without holidays. ${fits}${off} Send calendar with work_days and holidays to be sure of dates and floats.`,
  },
  ignoredFields: {
    title: 'Members of the request were not read',
    didYouMean: (field: string, meant: string) => `${field} (did you mean ${meant}?)`,
    description: (count: number, fields: string) =>
      `${plural(count, 'member of the request has a name', 'members of the request have names')} that this analysis does not know, so the result leaves ${count === 1 ? 'it' : 'them'} out: ${fields}.`,
  },
  unreadOptions: {
    title: 'Scheduling options were not read',
    reasons: {
      calendars: (fields: string, isOne: boolean) =>
        `${fields} ${isOne ? 'is' : 'are'} read only beside calendars of the same schedule, and it has none, so the dates do not depend on ${isOne ? 'it' : 'them'}.`,
      p6: (fields: string) => `The rules of P6 do not read ${fields}.`,
      ms_project: (fields: string) => `The rules of Microsoft Project do not read ${fields}.`,
      from_finish: (fields: string) =>
        `${fields} alone moves no task: those that lie as late as they can need the constraint_type ALAP, and no task has it.`,
    },
  },
  percentFractions: {
    title: 'Percents that look like fractions',
    values: ['value lies', 'values lie'],
    description: (name: string, share: string, example: number, task: string, meant: number) =>
      `No ${name} of the request is above 1, and ${share} between 0 and 1, such as ${example} of task ${task}, which was read as ${example} %. If ${meant} % was meant, send percents from 0 to 100.`,
  },
} as const
