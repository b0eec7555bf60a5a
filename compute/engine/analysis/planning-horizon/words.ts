/** What this analysis says to its readers, by the check or sentence that says it. Texts of several analyses are in engine/check and engine/wording. */
import { LONG_DURATION_DAYS } from '../../check/limits.ts'
import { plural } from '../../wording/plural.ts'

export const WORDS = {
  placingFindings: {
    noStatusDate: (originDay: string | null) =>
      `Without a status date the windows begin on ${originDay}, the earliest incomplete start; whether work is overdue cannot be told.`,
    cycle: 'the dependencies form a cycle, so no early dates exist',
    noAnchor: 'no date of the schedule anchors early dates',
    undated: (undatedCount: number, why: string) =>
      `${plural(undatedCount, 'incomplete task has', 'incomplete tasks have')} no start, and ${why}; no window holds them.`,
    noStatusDateTitle: 'No status date',
    undatedTitle: 'Work without a start',
  },
  planningHorizonSummary: {
    windows: (
      window: string | undefined,
      until: string | undefined,
      tasks: number,
      planningPackages: number,
      detail: string | undefined,
    ) =>
      `${window}${until === undefined ? '' : ` until ${until}`} ${plural(tasks, 'task')} and ${plural(planningPackages, 'planning package')}${detail === undefined ? '' : `, ${detail} % of the work detailed`}`,
    remainingTitle: 'Remaining work',
    emptyTitle: 'Months without work',
  },
  source: {
    message:
      'The guide asks for detail in the near term and says how long that usually is; it gives neither shares nor weights.',
  },
  near: {
    message:
      'Near tasks: incomplete work of a duration above 0, begun or starting by the end of the near window, overdue work included; no planning packages, level of effort, summaries and milestones.',
  },
  packages: {
    message: 'Planning packages and summary level planning packages',
  },
  keepingShare: {
    message: 'No task lies in the near window.',
  },
  nearDetail: {
    title: 'Detail of the near term',
    formula: `Near tasks of ${LONG_DURATION_DAYS} days or less / near tasks.`,
    adviceTitle: 'Detail the near term',
    adviceDescription: 'Break down the long work of the near window into tasks that progress can be measured by.',
    message: (count: number, longDurationDays: string) =>
      `${plural(count, 'near task is', 'near tasks are')} longer than ${longDurationDays}.`,
    one: 'near task short enough',
    many: 'near tasks short enough',
  },
  packageConversion: {
    title: 'Conversion of planning packages',
    population: (packages: string) => `${packages}, incomplete.`,
    formula: 'Those begun or starting by the end of the near window / those.',
    noPackages: 'The schedule has no open planning packages.',
    message: (hitCount: number) =>
      `${plural(hitCount, 'planning package is', 'planning packages are')} due within the near window.`,
  },
  nearLogic: {
    title: 'Logic of the near term',
    population: (near: string) =>
      `${near} One open start and one open finish of the schedule are exempt as the ends of the project.`,
    formula: 'Near tasks with a predecessor and a successor / near tasks.',
    one: 'near task linked at both ends',
    many: 'near tasks linked at both ends',
    message: (found: number) => `${plural(found, 'near task has', 'near tasks have')} an open end.`,
  },
  nearResources: {
    title: 'Resources of the near term',
    population: (near: string) => `${near} Schedule margin and visibility tasks carry no resources and are left out.`,
    formula:
      'Near tasks with a resource or a budget / near tasks; not applicable where no task of the schedule has any.',
    one: 'near task with a resource or a budget',
    many: 'near tasks with a resource or a budget',
    adviceTitle: 'Assign the near term',
    adviceDescription: 'Name the resource or the budget of each before it starts, beginning with what starts first.',
    message: (count: number) => `${plural(count, 'near task has', 'near tasks have')} neither a resource nor a budget.`,
    notLoaded: 'The schedule is not resource-loaded.',
  },
  packageIntegrity: {
    title: 'Integrity of planning packages',
    population: (packages: string) => `${packages}, complete ones included.`,
    formula: (shortPackageDays: number) =>
      `Those with percent complete, actual dates or (options.include_ev_validation) earned value, or of ${shortPackageDays} day or less / those.`,
    adviceTitle: 'Plan before you perform',
    adviceDescription: 'Turn packages that earn progress, or last a day, into tasks.',
    noPackages: 'The schedule has no planning packages.',
    shortOnes: (isShort: number) => `, ${plural(isShort, 'lasts', 'last')} a day or less`,
    message: (performing: number, shortOnes: string) =>
      `${plural(performing, 'planning package has', 'planning packages have')} progress${shortOnes}.`,
  },
  needsWindows: {
    message:
      'requires status_date or a start of some incomplete task; the windows have nowhere to begin, or nothing to hold',
  },
  openPackages: {
    message: 'Incomplete planning packages and summary level planning packages.',
  },
  shareOfPackages: {
    none: 'The schedule has no open planning packages.',
  },
  nearPackages: {
    title: 'Planning packages in the near window',
    formula: 'Those begun or starting by the end of the near window / those.',
    message: (count: number) =>
      `${plural(count, 'planning package lies', 'planning packages lie')} in the near window.`,
  },
  overduePackages: {
    title: 'Planning packages past their start',
    worst: (date: string, statusDay: string, date2: string) =>
      `start ${date}, ${statusDay} before the status date ${date2}`,
    adviceTitle: 'Convert the overdue planning packages',
    adviceDescription: 'Break each down into tasks now, or move it to the start that is meant.',
    formula: 'Those not started, with a start before the status date / those.',
    message: (count: number) =>
      `${plural(count, 'planning package is', 'planning packages are')} past the planned start and not begun.`,
  },
  longNearTasks: {
    title: 'Long tasks in the near window',
    adviceTitle: 'Break down the long tasks of the near term',
    adviceDescription: 'Cut each into steps of a reporting period or two, with a result that can be seen.',
    formula: `Near tasks longer than ${LONG_DURATION_DAYS} days / near tasks.`,
    message: (hitCount: number, longDurationDays: string) =>
      `${plural(hitCount, 'near task is', 'near tasks are')} longer than ${longDurationDays}.`,
    none: 'No task lies in the near window.',
  },
  farDetail: {
    title: 'Detail far ahead without planning packages',
    adviceTitle: 'Plan the far term in packages',
    adviceDescription:
      'Roll short work of the far window up into planning packages, to be detailed when it comes near.',
    population: 'Remaining work in days; schedules without a planning package.',
    formula: (shortFarDays: number, shortFarPercent: number) =>
      `Remaining work of tasks in the far window of ${shortFarDays} days or less / all remaining work; reported above ${shortFarPercent} percent.`,
    message: (percent: number, shortFarDays: string, shortFarPercent: number) =>
      `${percent} % of the remaining work is tasks of ${shortFarDays} or less in the far window; reported above ${shortFarPercent} %.`,
    hasPackages: 'The schedule has planning packages.',
  },
} as const
