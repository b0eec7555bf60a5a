/** What this analysis says to its readers, by the check or sentence that says it. Texts of several analyses are in engine/check and engine/wording. */
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { ADVICE_WORDS } from '../../check/advice-words.ts'
import { HIGH_FLOAT_DAYS } from '../../check/limits.ts'
import { dateText } from '../../wording/days.ts'
import { plural } from '../../wording/plural.ts'
import { someOf } from '../../wording/shares.ts'

export const WORDS = {
  thresholdFaults: {
    msg: (threshold: number) => `must be a finite number of 0 or more, is ${threshold}`,
    unknown: (known: string, code: string) => `must be one of ${known}, is ${code}`,
  },
  unknownExempt: {
    wordsTitle: 'Exempt ids that no task has',
    wordsDescription: (unknownCount: number, field: string, isOneUnknownCount: boolean) =>
      `${plural(unknownCount, 'id', 'ids')} of ${field} ${isOneUnknownCount ? 'is' : 'are'} the id of no task.`,
  },
  incomplete: {
    message: 'Incomplete tasks and milestones, level of effort included, no summaries',
  },
  discrete: {
    message: 'Incomplete tasks and milestones without level of effort and summaries',
  },
  needsHistory: {
    message: 'requires schedule_history',
  },
  changeAdvice: {
    title: (isStart: boolean) => `Explain the changed actual ${isStart ? 'starts' : 'finishes'}`,
    lostAction: (word: string) => `restore the ${word} that was reported, or record why the report was wrong`,
    laterAction: (word: string) =>
      `check the ${word} against the site diary of the earlier report, and record who corrected it`,
    earlierAction: (word: string) => `show the record of the earlier day, or restore the ${word} that was reported`,
    lost: (word: string) => [`lost its actual ${word}`, `lost their actual ${word}`] as const,
    later: (word: string) => [`has its actual ${word} moved later`, `have their actual ${word} moved later`] as const,
    earlier: (word: string) =>
      [`has its actual ${word} moved earlier`, `have their actual ${word} moved earlier`] as const,
    takenBack: (was: string) => `${was} before, taken back now`,
    moved: (was: string, is: string, moved: string) => `${was} before, ${is} now, ${moved}`,
    changed: (count: number, words: readonly [one: string, many: string]) =>
      `${plural(count, ...words)} from what was reported before.`,
  },
  reported: {
    message: 'Tasks and milestones, no summaries, for which an earlier snapshot reports',
  },
  changedStarts: {
    title: 'Changed actual starts',
    population: (reported: string) => `${reported} an actual start; matched by id.`,
    formula: 'Those whose actual start differs now, or is gone / all such.',
    one: 'actual start differs',
    many: 'actual starts differ',
  },
  changedFinishes: {
    title: 'Changed actual finishes',
    population: (reported: string) => `${reported} an actual finish; matched by id.`,
    formula: 'Those whose actual finish differs now, or is gone / all such.',
    one: 'actual finish differs',
    many: 'actual finishes differ',
  },
  riding: {
    title: 'Forecasts riding the status date',
    population: (incomplete: string) => `${incomplete}.`,
    formula:
      'Those whose forecast (else planned) start, not started, or finish, unfinished, is the status date or the day after it, now and in the status before / all such. Without a dated snapshot: now, with its baseline date before the status date.',
    adviceTitle: 'Forecast the work anew',
    message: (hitCount: number) => `${plural(hitCount, 'task rides', 'tasks ride')} the status date.`,
    notStarted: {
      found: ['has not started', 'have not started'],
      action: ADVICE_WORDS.riding.notStarted,
    },
    inProgress: {
      found: ['is in progress', 'are in progress'],
      action: ADVICE_WORDS.riding.inProgress,
    },
  },
  danglingLogic: {
    title: 'Dangling logic',
    population: (discrete: string) =>
      `${discrete}; one side exempt: start_task_ids and finish_task_ids, without a list the end of the project.`,
    formula:
      'Those with an open start (milestone: no predecessor; task: no FS or SS predecessor) or an open finish (milestone: no successor; task: no FS or FF successor) / all such.',
    message: (hitCount: number, startCount: number, finishCount: number) =>
      `${plural(hitCount, 'task dangles', 'tasks dangle')}: ${plural(startCount, 'open start')}, ${plural(finishCount, 'open finish', 'open finishes')}.`,
  },
  lags: {
    title: 'Lags',
    population: (incomplete: string) => `${incomplete}.`,
    formula: 'Those with a predecessor link of positive lag / all such. Leads are listed, not counted.',
    message: (hitCount: number) => `${plural(hitCount, 'task has a lag before it', 'tasks have a lag before them')}.`,
  },
  summaryLogic: {
    title: 'Logic on summary tasks',
    population: 'Summary tasks.',
    formula: 'Summaries with a predecessor or a successor, each once.',
  },
  drivingLoe: {
    title: 'Level of effort drives discrete work',
    population: 'Incomplete level-of-effort tasks.',
    formula: 'Incomplete LOE with a successor that is no LOE / incomplete LOE.',
    message: (hitCount: number) =>
      `${plural(hitCount, 'level-of-effort task leads', 'level-of-effort tasks lead')} to discrete work.`,
  },
  hardConstraints: {
    title: 'Hard constraints',
    population: (incomplete: string) => `${incomplete}.`,
    formula: 'Those with MSO, MFO, SO, FO, SNLT or FNLT / all such.',
    message: (hitCount: number) => `${plural(hitCount, 'task has', 'tasks have')} a hard constraint.`,
  },
  needsFloat: {
    message: 'requires total_float_days or a critical path; the dependencies form a cycle',
  },
  highFloat: {
    title: 'Rationale of high float',
    population: (discrete: string) =>
      `${discrete}, without schedule margin; of them those with high float where rationales are given.`,
    formula: `Where custom_field_map gives float_rationale or float_justification: high-float tasks (total float above ${HIGH_FLOAT_DAYS}) without one / high-float tasks. Else, as a proxy: high-float tasks / all such. The official test is manual.`,
    adviceTitle: 'Explain or link the high float',
    bound: (days: string) => `a total float above ${days}`,
    withoutRationale: (bound: string) => `${bound} and no rationale for it`,
  },
  criticalPath: {
    title: "Critical path of the schedule's tool",
    population:
      'Incomplete tasks of the longest path of the test network, which has no hard constraint and no must-finish date; the rate is per incomplete task.',
    formula:
      "Those not on the tool's path: supplied total float above the least supplied one of the longest path as scheduled, and above 0; without supplied floats the computed ones, likewise.",
    adviceTitle: 'Reconcile the critical path',
    adviceDescription: 'Recalculate the schedule, then compare calendars and constraints.',
    message: (hitCount: number, pathCount: number, isDegraded: boolean) =>
      `${someOf(hitCount, pathCount, 'task on the longest path', ['is', 'are'], 'tasks on the longest path')} not critical by ${isDegraded ? 'computed' : 'supplied'} float.`,
  },
  outOfSequence: {
    title: 'Out of sequence',
    population:
      'Links from incomplete discrete tasks and milestones to tasks other than summaries and level of effort.',
    formula:
      'Links whose successor has started (SS, SF: before the predecessor has; FF, SF: has finished), or starts or finishes before the predecessor and a positive lag allow. The same day is no violation, a lead no excuse.',
    adviceTitle: 'Settle what runs out of sequence',
    worst: 'begun or finished before its links allow',
    message: (count: number, state: number, dates: number) =>
      `${plural(count, 'link is', 'links are')} out of sequence: ${state} by progress, ${dates} by dates.`,
    byProgress: {
      found: [
        'has progress that its unfinished predecessors forbid',
        'have progress that their unfinished predecessors forbid',
      ],
      action: 'report the predecessors that are done, or replace the links that the work did not keep to',
    },
    byDates: {
      found: ['is dated before its predecessors allow', 'are dated before their predecessors allow'],
      action: 'calculate the schedule again, so that the dates follow the links',
    },
    early: (days: string) => `${days} before its links allow`,
  },
  all: {
    message: 'Tasks and milestones, level of effort and complete ones included, no summaries',
  },
  baselineDates: {
    title: 'Baseline dates',
    population: (all: string) => `${all}.`,
    formula: 'Those that lack a baseline start or finish / all such.',
    adviceTitle: 'Baseline every task',
    message: (count: number) => `${plural(count, 'task lacks', 'tasks lack')} a baseline date.`,
    halfBaselined: {
      found: ['has one baseline date of two', 'have one baseline date of two'],
      action: 'send the other as it was approved',
    },
    begun: {
      found: ['has begun without a baseline', 'have begun without a baseline'],
      action: 'send the dates of the change that approved the work',
    },
    open: {
      found: ['is open work without a baseline', 'are open work without a baseline'],
      action: 'send baseline_start and baseline_finish as approved, before the work begins',
    },
  },
  startedWithoutStart: {
    title: 'Actual starts of work in progress',
    population: (all: string) => `${all}; with a percent complete above 0 and below 100.`,
    formula: 'Those without an actual start / all such.',
    adviceTitle: 'Report the actual starts',
    message: (count: number) => `${plural(count, 'task in progress has', 'tasks in progress have')} no actual start.`,
    shown: (percent: number, start: number) =>
      start === DAY_ABSENT ? `${percent} % complete` : `${percent} % complete, start ${dateText(start)} as scheduled`,
    startAhead: ADVICE_WORDS.startAhead,
    startDue: {
      found: ['has progress without an actual start', 'have progress without an actual start'],
      action: 'report the day on which the work began',
    },
  },
  completeWithoutFinish: {
    title: 'Actual finishes of complete work',
    population: (all: string) => `${all}; with a percent complete of 100.`,
    formula: 'Those without an actual finish / all such.',
    adviceTitle: 'Report the actual finishes',
    message: (count: number) => `${plural(count, 'complete task has', 'complete tasks have')} no actual finish.`,
    shown: (finish: number) =>
      finish === DAY_ABSENT ? 'no finish scheduled either' : `finish ${dateText(finish)} as scheduled`,
    ...ADVICE_WORDS.completeWithoutFinish,
  },
  futureActuals: {
    title: 'Actual dates in the future',
    population: (all: string) => `${all}; with an actual start or finish.`,
    formula: 'Those with an actual date after the status date / all such.',
    adviceTitle: 'Correct the actual dates',
    message: (count: number) => `${plural(count, 'task has', 'tasks have')} an actual date after the status date.`,
    finished: {
      found: ['is reported as finished in the future', 'are reported as finished in the future'],
      action: 'move the date to forecast_finish while work is left, else correct it',
    },
    begunWithProgress: {
      found: [
        'is reported as begun in the future and has progress',
        'are reported as begun in the future and have progress',
      ],
      action: 'correct the start to the day on which the work began, or send the later status date',
    },
    begun: {
      found: ['is reported as begun in the future', 'are reported as begun in the future'],
      action: 'move the date to forecast_start, since the work has not begun',
    },
  },
  pastForecasts: {
    title: 'Forecast dates in the past',
    population: (incomplete: string) => `${incomplete}.`,
    formula:
      'Those not started with a forecast (else planned) start before the status date, or unfinished with such a finish.',
    message: (hitCount: number) => `${plural(hitCount, 'task has', 'tasks have')} a forecast before the status date.`,
  },
  visibilityTasks: {
    title: 'Schedule visibility tasks',
    population: 'Tasks and milestones, complete ones included, no summaries; the rate is per incomplete task.',
    formula:
      'Tasks of type schedule_visibility with a resource, a budget, or (options.include_ev_validation) earned value; tasks of another type named SVT or "schedule visibility".',
    adviceTitle: 'Keep visibility tasks free of budget',
    message: (loaded: number, hitCount: number) =>
      `${plural(loaded, 'visibility task is', 'visibility tasks are')} loaded, ${hitCount} not marked as such.`,
    loaded: {
      found: ['is a visibility task with a resource or a budget', 'are visibility tasks with a resource or a budget'],
      action: 'move these to the task that does the work, or give the task its true type',
    },
    notMarked: {
      found: ['is named as a visibility task and not marked', 'are named as visibility tasks and not marked'],
      action: 'set task_type to schedule_visibility',
    },
  },
  scopeFaults: {
    msg: (scope: string, built: string) => `${scope} is not implemented; send ${built}`,
  },
} as const
