/** What this analysis says to its readers, by the check or sentence that says it. Texts of several analyses are in engine/check and engine/wording. */

import { plural } from '../../wording/plural.ts'
import { ofAll } from '../../wording/shares.ts'

export const WORDS = {
  resourceFindingRows: {
    noneTitle: 'No resources',
    noneDescription: 'No task has a resource; there is no demand and no score.',
    notPlacedTitle: 'Demand without a place in time',
    notPlacedDescription: (count: number) =>
      `${plural(count, 'task with a resource has', 'tasks with a resource have')} no dates or duration that would tell when they load it; the demand is too low.`,
    notPlacedAdviceTitle: 'Place the demand in time',
    notPlacedAdviceDescription: 'Send planned or forecast dates, or duration_days with predecessors, of each.',
    onVisibilityTaskTitle: 'Visibility tasks with resources',
    onVisibilityTaskDescription: (count: number) =>
      `${plural(count, 'visibility task carries', 'visibility tasks carry')} a resource; such tasks hold no work and were left out of the demand.`,
    onVisibilityTaskAdviceTitle: 'Move the resources off the visibility tasks',
    onVisibilityTaskAdviceDescription: 'Assign them to the task that does the work, or give the task its true type.',
    datesComputedTitle: 'Dates from the critical path',
    datesComputedDescription: (count: number) =>
      `${plural(count, 'task has', 'tasks have')} no start of their own; the computed early dates were taken.`,
    datesComputedAdviceTitle: 'Confirm the computed dates',
    datesComputedAdviceDescription:
      'Send planned_start or forecast_start where the work is not meant to begin as early as it can.',
    datesMovedTitle: 'Work later than its dates',
    datesMovedDescription: (count: number) =>
      `${plural(count, 'task is', 'tasks are')} loaded on the computed dates, since the dates of the schedule lie before the data date or before work that must come first.`,
    datesMovedAdviceTitle: 'Bring the dates up to date',
    datesMovedAdviceDescription: 'Reschedule the open work from the data date on, so that demand and dates agree.',
    limitsAssumedTitle: 'Limits that nobody stated',
    limitsAssumedDescription: (count: number) =>
      `${plural(count, 'over-allocated resource states', 'over-allocated resources state')} no limit; 1 unit per day was assumed.`,
    limitsAssumedAdviceTitle: 'State the limits',
    limitsAssumedAdviceDescription:
      'Send resource_availability, or resources with limits: a crew of four has 4 units per day.',
    anchorTodayTitle: 'Loading starts today',
    anchorTodayDescription:
      'Neither status_date nor any task gives a date, so the loading starts today; on another day all dates will differ.',
    notUsedTitle: 'Capacity of unused resources',
    notUsedDescription: (count: number, isOneCount: boolean) =>
      `${plural(count, 'resource')} of the request (resource_availability) ${isOneCount ? 'is' : 'are'} named by no task.`,
    tasksNotListedTitle: 'Over-allocation periods without their tasks',
    tasksNotListedDescription: (count: number) =>
      `${plural(count, 'period is', 'periods are')} given with the number of tasks only, since the lists would have no end.`,
  },
  resourceFindings: {
    limitsAssumedDetail: (names: string) => `Assumed for ${names}.`,
    notUsedDetail: (unusedNames: string) => `Unused: ${unusedNames}. Names are compared letter by letter.`,
  },
  availabilityOf: {
    msg: (from: string | null | undefined) => `must not be before from, which is ${from}`,
  },
  refuseBuckets: {
    message: (bucketsMax: number, count: number) => `must give at most ${bucketsMax} buckets, gives ${count}`,
  },
  refuseBucketRows: {
    message: (bucketRowsMax: number, count: number) =>
      `must give at most ${bucketRowsMax} buckets of all resources together, gives ${count}`,
  },
  resourcesSummary: {
    demand: (days: string, span: string) => `Demand over ${days}, ${span}.`,
    overAllocated: (
      resource: string | undefined,
      overAllocatedDays: string,
      peakDemand: number,
      peakDate: string | undefined,
      peakRatio: number,
    ) =>
      `${resource} on ${overAllocatedDays}, peak ${plural(peakDemand, 'unit')} on ${peakDate} (at most ${peakRatio} times its limit)`,
    overAllocatedTitle: 'Most over-allocated',
    moves: (moveCount: number, moves: string) =>
      `${plural(moveCount, 'move of a task', 'moves of tasks')} could level it, among them: ${moves}.`,
    move: (task: string, resource: string | undefined, days: string, effect: string) =>
      `${task} of ${resource} by ${days} (${effect})`,
  },
  needsResources: {
    message: 'requires resources: no task has one',
  },
  source: {
    message:
      'Planning tools call a resource over-allocated when its demand exceeds its units; no document weighs how much of that is how much risk.',
  },
  overAllocation: {
    title: 'Over-allocated days',
    population: 'Days from the anchor on which a resource with a limit is loaded, per resource.',
    worstDescribe: (name: string, overDays: number, loadedDays: number, basis: string) =>
      `Worst: ${name}, over-allocated on ${ofAll(overDays, loadedDays, `${basis} day`)} with work.`,
    formula: 'Days on which the demand exceeds the threshold times the limit / such days.',
    adviceTitle: 'Level the over-allocated resources',
    message: (over: number, resourceCount: number) =>
      `${plural(over, 'resource-day is', 'resource-days are')} over-allocated, in ${plural(resourceCount, 'period')}.`,
    critical: {
      found: ['is critical', 'are critical'],
      action: 'add to the resource on these days, or work longer; moving this work delays the project',
    },
    withFloat: {
      found: ['has float', 'have float'],
      action:
        'move the work within its float to days on which the resource is free, as the leveling candidates (leveling_candidates) tell',
    },
  },
  peakDemand: {
    title: 'Peak demand',
    figureName: 'Ratio of peak demand to limit',
    population: 'Days from the anchor on which a resource with a limit is loaded, per resource.',
    formula: 'Largest demand of a day / limit of that day.',
    adviceTitle: 'Flatten the peaks',
    message: (demand: number, values: string, isOneDemand: boolean, capacity: number, day: string) =>
      `At most ${plural(demand, 'unit')} of ${values} ${isOneDemand ? 'is' : 'are'} asked for on a day, of a limit of ${plural(capacity, 'unit')}, first on ${day}.`,
    critical: {
      found: ['of the peak day is critical', 'of the peak day are critical'],
      action: 'add to the resource for that day, or split the work over two shifts',
    },
    withFloat: {
      found: ['of the peak day has float', 'of the peak day have float'],
      action: 'start one after the other instead of side by side',
    },
  },
  criticalOverload: {
    title: 'Critical work on over-allocated resources',
    population: 'Critical incomplete tasks with a duration, no level of effort.',
    formula: 'Those at work on a day on which their resource is over-allocated / such tasks.',
    adviceTitle: 'Free the resources of the critical path',
    adviceDescription:
      'Move the other work of their resources to other days first: each day that this work waits delays the project.',
    message: (hitCount: number) =>
      `${plural(hitCount, 'critical task waits', 'critical tasks wait')} for an over-allocated resource.`,
  },
  unassigned: {
    title: 'Unassigned work',
    population: 'Incomplete tasks without milestones, level of effort and summaries.',
    formula: 'Those without a resource / such tasks.',
    adviceTitle: 'Assign the work',
    message: (hitCount: number) => `${plural(hitCount, 'task has', 'tasks have')} no resource.`,
    critical: {
      found: ['is critical', 'are critical'],
      action: 'name the crew or person now, since the finish of the project depends on this work',
    },
    inProgress: { found: ['is in progress', 'are in progress'], action: 'send the resource that does the work' },
    notStarted: {
      found: ['has not started', 'have not started'],
      action: 'name the resource before the work is due; until then its demand is missing from every profile',
    },
  },
  moveEffects: {
    none: 'moves no other task',
    consumes_float: 'uses float of its successors',
    delays_project: 'delays the project',
  },
} as const
