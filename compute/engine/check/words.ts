/**
 * Texts that checks of several analyses share: advice, findings, the worst of what was found, and the sentences of a scored result.
 * Texts of gates are in gate-rows.ts, names of documents in documents.ts, texts of one analysis in its own words.ts.
 */
import { plural } from '../wording/plural.ts'
import { someOf } from '../wording/shares.ts'
import { ADVICE_WORDS } from './advice-words.ts'

export const WORDS = {
  advice: ADVICE_WORDS,
  coverage: {
    evaluated: (share: string) => `${share} evaluated`,
    skipped: (reasons: readonly string[]) => `Skipped: ${reasons.join('; ')}`,
    inapplicable: (titles: string) => `Not applicable: ${titles}`,
  },
  size: {
    nouns: {
      tasks: ['task', 'tasks'],
      links: ['link', 'links'],
      values: ['value', 'values'],
      components: ['part', 'parts'],
      percent: ['task', 'tasks'],
      ratio: ['task', 'tasks'],
      days: ['day', 'days'],
    },
    daysOff: (value: number, noun: readonly [one: string, many: string]) => `${plural(value, ...noun)} off`,
  },
  scored: {
    noScore: (name: string, note: string) => `${name}: ${note}`,
    score: (name: string, lead: string, score: number, grade: string | null, capNote: string) =>
      `${name}: ${lead}score ${score}, grade ${grade}${capNote}.`,
    capNote: (scoreBefore: number, gates: string) => ` (capped, ${scoreBefore} otherwise: ${gates})`,
    checksLead: (passed: number, failed: number, informing: readonly string[]) =>
      `${[
        plural(passed, 'check passes', 'checks pass'),
        `${failed} ${failed === 1 ? 'fails' : 'fail'}`,
        ...(informing.length === 0
          ? []
          : [`${informing.length} only ${informing.length === 1 ? 'informs' : 'inform'} (${informing.join(', ')})`]),
      ].join(', ')}; `,
    noCheck: 'no check could be decided.',
    noComponent: 'nothing could be scored.',
    checkNoun: 'check',
    componentNoun: 'component',
    disclaimer: 'Indicators, not verdicts.',
    finish: (movement: string) => `Against its baseline the job finishes ${movement}.`,
  },
  gates: {
    withoutScore: (reason: string) => `No score is given: ${reason}.`,
    cap: (scoreMax: number, reason: string) => `The score is capped at ${scoreMax}: ${reason}.`,
    noLinks: (count: number) => `None of ${plural(count, 'task')} is linked with another.`,
    cycle: (taskCount: number, path: string) =>
      `The dependencies of ${plural(taskCount, 'task')} form a cycle: ${path}. Checks that need the critical path were skipped.`,
    criticalFindings: (codes: readonly string[]) =>
      `${plural(codes.length, 'finding is', 'findings are')} critical: ${codes.join(', ')}.`,
    coverage: (evaluated: number, total: number, weightPercent: number, need: string) =>
      `${evaluated} of ${plural(total, 'check')} could be evaluated, ${weightPercent} % of their weight; ${need}.`,
    scoreNeeds: (percent: number) => `a score needs at least ${percent} %`,
    uncappedNeeds: (percent: number) => `a score without a cap needs at least ${percent} %`,
    nothingToCheck: {
      title: 'Repeat the analysis when there is more to check',
      description:
        'No data are missing: the checks that were not evaluated need work, links or dates that the schedule does not have yet.',
    },
    lateFinish: (movement: string, task: string, share: string, length: string, limitPercent: number) =>
      `The job finishes ${movement}, with ${task}: ${share} of the ${length} of the job, limit ${limitPercent} %.`,
    byFloatTitle: 'Beyond its dates by total float',
    finishesLast: 'the open task that finishes last',
    mustFinishBy: (date: string) => `which must finish by ${date}`,
    computed: 'computed',
    supplied: 'supplied',
    lateFloat: (
      task: string,
      which: string,
      source: string,
      float: string,
      share: string,
      left: string,
      finish: string,
      limitPercent: number,
    ) =>
      `${task}, ${which}, has a ${source} total float of ${float}: ${share} of the ${left} that are left to ${finish}, limit ${limitPercent} %.`,
    reportedFinish: (date: string) => `the reported finish ${date}`,
    computedFinish: (date: string) => `the computed finish ${date}`,
    lateMiddle: (count: number, openCount: number, middle: string, least: string, task: string, limit: string) =>
      `${someOf(count, openCount, 'open task', ['has', 'have'])} a total float of ${middle} or less, the least ${least} (${task}); no date tells which is last or how much is left, limit ${limit}.`,
  },
  needs: {
    statusDate: 'requires status_date',
    cpm: 'requires a critical path; the dependencies form a cycle',
    knownBaseline:
      'requires baseline dates, which P6 keeps in a project of its own: send the file as P6 XML exported with its baseline project, or the dates with the tasks',
    predecessors: 'requires predecessors; no task has one',
    baselineFinish: 'requires a baseline: no task has baseline_finish',
  },
  missedTasks: {
    performanceTasks:
      'Tasks and planning packages, complete ones included: no milestones, summaries, level of effort, margin or visibility tasks',
    population: (tasks: string) => `${tasks}; with a baseline finish on or before the status date.`,
    formula:
      'Due tasks that finished after their baseline finish, or are unfinished with a finish or the status date after it, or are gone / due tasks, deleted ones included.',
    noun: ['due task', 'due tasks'],
    message: (count: number) => `${plural(count, 'task')} finished late or ${count === 1 ? 'is' : 'are'} late.`,
    deleted: (count: number) =>
      `${plural(count, 'due task is', 'due tasks are')} not in the schedule any more and ${count === 1 ? 'counts' : 'count'} as due.`,
  },
  execution: (complete: number, due: number, unbaselined: number, deleted: number) => {
    const gone =
      deleted === 0 ? '' : `, ${deleted} of which ${deleted === 1 ? 'is' : 'are'} not in the schedule any more`
    const also =
      unbaselined === 0
        ? ''
        : `, and ${plural(unbaselined, 'task without a baseline counts', 'tasks without a baseline count')} as due`
    return `${plural(complete, 'task is', 'tasks are')} complete; ${plural(due, 'task was', 'tasks were')} due by the baseline${gone}${also}.`
  },
  hardConstraints: (count: number) => `${plural(count, 'task has', 'tasks have')} a hard constraint.`,
  historyNotEarlier: {
    title: 'Snapshots on or after the status date',
    description: (count: number) =>
      `${plural(count, 'snapshot is', 'snapshots are')} dated on or after the status date and left out.`,
  },
  source: {
    definition: (page: string) => `definition of this service, ${page}`,
    builtOn: (documents: string) => `, built on ${documents}`,
  },
  reversedDates: (pair: string, finish: string, days: string, start: string) =>
    `${pair} finish ${finish}, ${days} before its start ${start}`,
  worst: {
    worst: 'Worst',
    example: 'Example',
    most: 'Most',
    least: 'Least',
    longest: 'Longest',
    latest: 'Latest',
    task: (label: string, task: string, text: string) => `${label}: ${task}, ${text}.`,
    exampleTask: (task: string) => `Example: ${task}.`,
    lag: (from: string, to: string, type: string, isLead: boolean, days: string) =>
      `Largest: ${from} to ${to} (${type}), a ${isLead ? 'lead' : 'lag'} of ${days}.`,
    startOverdue: (start: string, days: string, statusDate: string) =>
      `not started, its start ${start} lies ${days} before the status date ${statusDate}`,
    finishOverdue: (finish: string, days: string, statusDate: string) =>
      `unfinished, its finish ${finish} lies ${days} before the status date ${statusDate}`,
    futureActual: (actual: string, days: string, statusDate: string) =>
      `its actual date ${actual} lies ${days} after the status date ${statusDate}`,
    undatedConstraint: (type: string) => `${type} without a date`,
    noSuccessor: 'no successor',
    noPredecessor: 'no predecessor',
    neither: 'neither predecessor nor successor',
    totalFloat: (days: string) => `total float ${days}`,
    duration: (days: string, isBaseline: boolean) => `${isBaseline ? 'baseline duration ' : ''}${days}`,
    slip: (isComplete: boolean, movement: string) => `${isComplete ? 'finished' : 'unfinished,'} ${movement}`,
  },
} as const
