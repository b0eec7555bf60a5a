/** What this analysis says to its readers, by the check or sentence that says it. Texts of several analyses are in engine/check and engine/wording. */
import { HIGH_FLOAT_DAYS, LONG_DURATION_DAYS } from '../../check/limits.ts'
import { PERFORMANCE_TASKS } from '../../check/missed-tasks.ts'
import { plural } from '../../wording/plural.ts'

export const WORDS = {
  measure:
    'It counts the points that pass, however narrowly one fails; the health score weighs how large the share of each fault is, so the two grades can differ.',
  dcma14PointSummary: {
    message: (cpli: number, criticalPathLengthDays: string, totalFloatDays: string, basis: string) =>
      `Critical path length index ${cpli}: ${criticalPathLengthDays} of path with a float of ${totalFloatDays}, measured by ${basis}.`,
  },
  missedTasks: {
    title: 'Missed tasks',
  },
  executionIndex: {
    title: 'Baseline execution index',
    population: `${PERFORMANCE_TASKS}.`,
    formula:
      'BEI = complete tasks / (tasks with a baseline finish on or before the status date, deleted ones of schedule_history included + tasks without one).',
    adviceTitle: 'Catch up with the baseline',
    adviceDescription: 'Finish due tasks, and baseline those that have none.',
  },
  t14: {
    message: 'Incomplete tasks: no milestones, summaries or level of effort.',
  },
  l14: {
    message:
      'Predecessor links of incomplete tasks whose ends both take part in the network: no links from or to summaries.',
    ofSummaries: (count: number) =>
      `${plural(count, 'link from or to a summary drives', 'links from or to summaries drive')} dates by the rules of Microsoft Project and ${count === 1 ? 'is' : 'are'} not counted here.`,
  },
  openEnds: {
    title: 'Logic',
    population: (t14: string) => `${t14} One open start and one open finish are exempt as the ends of the project.`,
    formula: 'Those with no predecessor or no successor / incomplete tasks.',
    message: (hitCount: number, startCount: number, finishCount: number) =>
      `${plural(hitCount, 'task has', 'tasks have')} an open end: ${startCount} without a predecessor, ${finishCount} without a successor.`,
  },
  leads: {
    title: 'Leads',
    formula: 'Links with a negative lag / links.',
    message: (hitCount: number) => `${plural(hitCount, 'link has', 'links have')} a lead.`,
  },
  lags: {
    title: 'Lags',
    formula: 'Links with a positive lag / links. No lag is waived for being short.',
    message: (hitCount: number) => `${plural(hitCount, 'link has', 'links have')} a lag.`,
  },
  relationTypes: {
    title: 'Relationship types',
    formula: 'FS links / links.',
    message: (otherCount: number) => `${plural(otherCount, 'link is', 'links are')} not finish-to-start.`,
  },
  hardConstraints: {
    title: 'Hard constraints',
    formula: 'Those with MSO, MFO, SO, FO, SNLT or FNLT / incomplete tasks. SNET and ALAP are not hard.',
  },
  pathTest: {
    title: 'Critical path test',
    population:
      'The first incomplete task of the longest path that drives by its finish (FS, FF), and the task where the incomplete work ends. Tasks and milestones that drive by their start alone are passed over: a delay of their finish delays nothing.',
    formula: (delayDays: number) =>
      `Days by which the end misses a delay of ${delayDays} days put on that task. Only a pin of the end itself is lifted.`,
    adviceTitle: 'Let delays reach the end',
    adviceDescription: (pins: number, byHand: number) =>
      [
        pins === 0
          ? undefined
          : `Replace the ${pins === 1 ? 'pin' : 'pins'} of ${plural(pins, 'incomplete task')} where it absorbs a delay.`,
        byHand === 0
          ? undefined
          : `Let the links date the ${plural(byHand, 'incomplete task')} that ${byHand === 1 ? 'is' : 'are'} scheduled by hand.`,
        'Link the path through to the last task.',
      ]
        .filter(each => each !== undefined)
        .join(' '),
    byHand: 'Every incomplete task of the critical path is scheduled by hand, so no link of it could carry a delay.',
    byCalendars: 'The end follows it link by link; the difference is days off of the other calendars on the way.',
    noNetwork: (t14Count: number) =>
      `There is no network: none of ${plural(t14Count, 'incomplete task')} is linked with another.`,
    nothingOpen: 'Nothing on the critical path is incomplete.',
    moved: (delayDays: string, task: string, task2: string, movedDays: string) =>
      `A delay of ${delayDays} on ${task} moves the end, ${task2}, by ${movedDays}.`,
  },
  pathLength: {
    title: 'Critical path length index',
    population: 'The critical path from the data date to the project finish, and the float of its last task.',
    formula:
      'CPLI = (CPL + TFc) / CPL; CPL = days from the data date to the project finish; TFc against target_finish_date, else a late date of the end (a constraint, must_finish_by), else the supplied float of the last task, then with the length to the finish stated beside it, else its baseline finish.',
    figures: (pathDays: string, task: string, end: string, floatDays: string, measuredBy: string) =>
      `${pathDays} remain to the end, ${task}${end}, with a float of ${floatDays} (measured by ${measuredBy}).`,
    computedEnd: (date: string) => `, computed for ${date}`,
    statedEnd: (date: string) => `, stated for ${date}`,
    stated: (index: number, pathDays: string, floatDays: string) =>
      ` The dates that the schedule states give the index ${index}: ${pathDays} with a float of ${floatDays}.`,
    lateDate: 'the late date that the end has',
    mustFinishBy: (date: string) => `the required finish ${date}`,
    message:
      'The end has no target, no late date and no baseline, so its float is 0 by construction: send target_finish_date.',
  },
  needsFloat: {
    message: 'requires total_float_days or a critical path; the dependencies form a cycle',
  },
  highFloat: {
    title: 'High float',
    population:
      'Incomplete tasks without milestones, summaries, level of effort and schedule margin; total float as supplied, else computed.',
    formula: `Those with a total float above ${HIGH_FLOAT_DAYS} days / such tasks.`,
    bound: (days: string) => `a total float above ${days}`,
  },
  negativeFloat: {
    title: 'Negative float',
    population:
      'Incomplete tasks without milestones, summaries and level of effort; total float as supplied, else computed.',
    formula: 'Those with a total float below 0 / such tasks.',
  },
  highDuration: {
    title: 'High duration',
    population:
      'Incomplete tasks without milestones, summaries, level of effort and schedule margin; planning packages are part of the whole, and none is counted as long.',
    formula: `Those with a baseline duration, else duration, above ${LONG_DURATION_DAYS} days / such tasks.`,
    message: (hitCount: number, longDurationDays: string) =>
      `${plural(hitCount, 'task is', 'tasks are')} longer than ${longDurationDays}.`,
  },
  invalidDates: {
    title: 'Invalid dates',
    population:
      'Incomplete tasks without milestones, summaries and level of effort for dates in the past, all tasks but summaries for actual dates in the future; each task once.',
    formula:
      'Incomplete tasks not started with a forecast (else planned) start before the status date, or unfinished with such a finish; tasks with an actual date after it. The rate is per incomplete task.',
    message: (hitCount: number) =>
      `${plural(hitCount, 'task has', 'tasks have')} dates on the wrong side of the status date.`,
  },
  resources: {
    title: 'Resources',
    population:
      'Incomplete tasks of a day or more without milestones, summaries, level of effort, schedule margin, planning packages and visibility tasks.',
    formula: 'Such tasks without a resource and without a budget / such tasks.',
    message: (hitCount: number) => `${plural(hitCount, 'task has', 'tasks have')} neither a resource nor a budget.`,
    notLoaded: 'The schedule is not resource-loaded.',
  },
} as const
