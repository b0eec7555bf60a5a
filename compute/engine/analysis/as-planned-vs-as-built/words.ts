/** What this analysis says to its readers, by the check or sentence that says it. Texts of several analyses are in engine/check and engine/wording. */
import { plural } from '../../wording/plural.ts'

export const WORDS = {
  asBuiltFindingRows: {
    lateTitle: 'Finished later than planned',
    lateDescription: (count: number) => `The last of ${plural(count, 'task')} ends after the latest planned finish.`,
    concurrentTitle: 'Concurrent delay',
    concurrentDescription: 'Tasks of the owner and of the contractor held the finish on the same days.',
    concurrentDetail: (concurrent: string, gross: string, policy: string) =>
      `${concurrent} of the delay of ${gross}; by the policy ${policy} the entitlement says what they earn, and its table what they would earn by the others.`,
    concurrentAdviceTitle: 'Settle what concurrent days earn',
    concurrentAdviceDescription: 'Look up what the contract says of concurrent delay, and choose the policy by it.',
    tiedTitle: 'Paths that end together',
    tiedAdviceTitle: 'Judge which path drove the work',
    tiedAdviceDescription:
      'Dates cannot tell which of several paths that end together held the work; records of the site can.',
    tiedDescription: (count: number) =>
      `${plural(count, 'task is', 'tasks are')} on paths that tie with the one shown; all of them count in whose the days are.`,
    noPlanTitle: 'No planned dates',
    noPlanDescription: (count: number) =>
      `None of ${plural(count, 'task')} has a planned finish; nothing can be compared.`,
    noPlanAdviceTitle: 'Send the plan',
    noPlanAdviceDescription:
      'Give a baseline_schedule with planned dates, or baseline_start and baseline_finish of the tasks.',
    outOfSequenceTitle: 'Built out of sequence',
    outOfSequenceDescription: (count: number) =>
      `${plural(count, 'step')} of the controlling path began before the predecessor allowed.`,
    outOfSequenceAdviceTitle: 'Check the logic against the work',
    outOfSequenceAdviceDescription: 'Links that the work did not keep to make the controlling path doubtful.',
    noLinksTitle: 'No links',
    noLinksDescription: (count: number) =>
      `None of ${plural(count, 'task')} is linked with another; the controlling path was skipped.`,
    noLinksAdviceTitle: 'Send the links',
    noLinksAdviceDescription: 'With predecessors the delay is told step by step.',
    noActualsTitle: 'No actual dates',
    noActualsDescription: (count: number) =>
      `None of ${plural(count, 'task')} has an actual date; the controlling path was skipped, the rest is a projection.`,
    noActualsAdviceTitle: 'Send actual dates',
    noActualsAdviceDescription: 'actual_start and actual_finish tell what was built.',
    undatedTitle: 'Pairs without dates',
    undatedDescription: (count: number, isOneCount: boolean) =>
      `${plural(count, 'task of both schedules lacks', 'tasks of both schedules lack')} a finish in one of them and ${isOneCount ? 'has' : 'have'} no finish delay.`,
    undatedAdviceTitle: 'Date the pairs without a finish',
    undatedAdviceDescription: 'Send a planned or baseline finish there, and an actual or forecast finish here.',
    unplannedTitle: 'Tasks that were not planned',
    unplannedDescription: (count: number) =>
      `${plural(count, 'task is', 'tasks are')} not in the plan; on the path such a task counts with its whole time.`,
    unplannedAdviceTitle: 'Account for the tasks that were not planned',
    unplannedAdviceDescription: 'Name the change that added each, or send the planned task under the same id.',
    deletedTitle: 'Planned tasks that are gone',
    deletedDescription: (count: number) =>
      `${plural(count, 'planned task is', 'planned tasks are')} not in the current schedule.`,
    notComparedTitle: 'Too many ids to compare',
    notComparedDescription: (count: number) =>
      `${plural(count, 'task')} may resemble more planned ids than can be compared in the time of a call; of these only equal ids were matched.`,
    notComparedAdviceTitle: 'Match the tasks by id',
    notComparedAdviceDescription: 'Keep the planned ids in the current schedule, and send match_strategy id.',
    noCategoryTitle: 'No delay categories',
    noCategoryDescription: (count: number) =>
      `None of ${plural(count, 'task')} on the controlling path has a delay_category; entitlement was left out.`,
  },
  summaryOf: {
    unknown: 'The delay is not known: the plan or the current schedule has no finish date.',
    finish: (verb: string, when: string, how: string) =>
      `By its dates the project ${verb} ${when}${how}. Indicators, not verdicts.`,
    noPairs: (why: string) => `The delay is not known. ${why}`,
    isToFinish: 'is to finish',
    finished: 'finished',
    asPlanned: (span: string) => `as planned, ${span}`,
    onDaysOff: (days: string, wall: string, isLater: boolean) => `${days} (${wall}) ${isLater ? 'later' : 'earlier'}`,
    moved: (moved: string, span: string) => `${moved} than planned, ${span}`,
    controllingPath: (tasks: number) => `; the controlling path has ${plural(tasks, 'task')}`,
  },
  disclaimer: {
    message:
      'Observational comparison of dates (AACE 29R-03 MIP 3.1 and 3.2). The controlling path is indicative, the figures are indicators, not verdicts on liability.',
  },
  skipMessages: {
    noPairs: 'Skipped: no task of the plan is one of the current schedule.',
    noPlan: 'Skipped: the plan or the current schedule has no finish date.',
    noActuals: 'Skipped: no task has an actual date.',
    noLinks: 'Skipped: no task is linked with another.',
  },
  asPlannedVsAsBuiltSummary: {
    finishes: (
      planned: string,
      isIsFinishProjected: boolean,
      asBuiltFinishDate: string | undefined,
      grossDelayDays: string,
    ) =>
      `Planned finish ${planned}, ${isIsFinishProjected ? 'projected' : 'as-built'} finish ${asBuiltFinishDate ?? 'unknown'}: ${grossDelayDays} gross.`,
    largestSteps: 'Largest steps of the controlling path',
  },
  schedules: {
    baseline: 'the baseline schedule',
    current: 'the current schedule',
  },
} as const
