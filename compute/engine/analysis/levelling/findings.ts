/** The findings of levelling, one row each, in the order they are listed: what is still exceeded, what could not be levelled, what was assumed. */
import { nearest } from '../../../../shared/contract/did-you-mean.ts'
import { specsByCode } from '../../../../shared/contract/schedule/resources.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import type { AdvisedFinding } from '../../check/advised-finding.ts'
import { type FindingRow, seek } from '../../check/finding-rows.ts'
import { allHitsWhere } from '../../check/findings.ts'
import { isLoe } from '../../kind/participation.ts'
import { NEVER_ENOUGH, OUT_OF_FLOAT, STAYS } from '../../levelling/placing.ts'
import { plural } from '../../wording/numbers.ts'
import { capital, listed } from '../../wording/tasks.ts'
import type { Levelling } from './analyser.ts'
import { orderText } from './precedence.ts'

const NAMED_MAX = 3

const withFate = (fate: number): Pick<FindingRow<Levelling>, 'find'> => ({
  find: ({ levelled, model, columns }) =>
    allHitsWhere(columns.taskCount, i => levelled.placing.fate[model.activityOf[i]] === fate),
})

/** Names of resources that no task has, each with the one that was probably meant. */
export function unusedNames({ columns }: Pick<Levelling, 'columns'>, unused: readonly string[]): string {
  const known = new Set<string>()
  for (const [code, spec] of specsByCode(columns).entries())
    for (const name of [textAt(columns.resources.values, code), spec?.name]) if (name) known.add(name)
  const named = unused.slice(0, NAMED_MAX).map(name => {
    const meant = nearest(name, known)
    return meant === undefined ? name : `${name} (did you mean ${meant}?)`
  })
  return listed(named, unused.length)
}

/** A default that is sent is as if it was not. */
const SPLIT_DAYS_DEFAULT = 1
const OF_A_SEARCH = 'it counts with effort good or best'

/** Options that were sent and change nothing without another one. */
function withoutEffect({ options, wanted }: Levelling): string[] {
  const { float_kept_days, split_days_min, allow_splits, objective, schedules_max, effort } = options
  const isFast = (effort ?? 'fast') === 'fast'
  return [
    ...(float_kept_days && wanted.floatKept === undefined
      ? ['float_kept_days (it counts with within_float_only)']
      : []),
    ...(split_days_min && split_days_min !== SPLIT_DAYS_DEFAULT && allow_splits !== true
      ? ['split_days_min (it counts with allow_splits)']
      : []),
    ...(isFast && objective && objective !== 'earliest_finish' ? [`objective (${OF_A_SEARCH})`] : []),
    ...(isFast && schedules_max ? [`schedules_max (${OF_A_SEARCH})`] : []),
  ]
}

export const LEVELLING_FINDING_ROWS = {
  none: {
    code: 'LEVELLING_NO_LIMITS',
    severity: 'info',
    title: 'Nothing to level',
    description: () => 'No open task uses a resource that is to be levelled and has a limit, so no task was moved.',
    advice: {
      title: 'State resources and limits',
      description: 'Give tasks a resource, or assignments, and send resource_availability or resources with limits.',
    },
    find: ({ model }) => ({ count: model.problem.resources.length === 0 ? 1 : 0 }),
  },
  neverEnough: {
    code: 'LEVELLING_NEVER_ENOUGH',
    severity: 'high',
    title: 'Tasks that need more than there is',
    description: count =>
      `${plural(count, 'task needs', 'tasks need')} more of a resource than there ever is, or than there is for as long as they take.`,
    advice: {
      title: 'Raise the limit or lower the need',
      description:
        'No order of work can resolve these: give the resource more units, or the task fewer units and more days.',
    },
    ...withFate(NEVER_ENOUGH),
  },
  outOfFloat: {
    code: 'LEVELLING_OUT_OF_FLOAT',
    severity: 'medium',
    title: 'Tasks without room within their float',
    description: count =>
      `${plural(count, 'task stays', 'tasks stay')} over-allocated, since to find room would take more than the total float (options.within_float_only).`,
    advice: {
      title: 'Give these tasks room',
      description: 'Raise the limit for the days in question, or level beyond the float and see what it costs.',
    },
    ...withFate(OUT_OF_FLOAT),
  },
  stays: {
    code: 'LEVELLING_STAYS',
    severity: 'medium',
    title: 'Work that may not be moved exceeds a limit',
    description: count =>
      `${plural(count, 'task')} in progress, with a mandatory date, scheduled by hand or with priority 1000 ${count === 1 ? 'uses' : 'use'} more than the limit where ${count === 1 ? 'it stands' : 'they stand'}.`,
    advice: {
      title: 'Resolve what is fixed by hand',
      description: 'Give the work in progress fewer units, lift the mandatory date, or raise the limit for these days.',
    },
    ...withFate(STAYS),
  },
  endedByTime: {
    code: 'LEVELLING_ENDED_BY_TIME',
    severity: 'low',
    title: 'Search ended early',
    description: count =>
      `The search ended after ${plural(count, 'schedule')}, fewer than the effort makes, since its time was nearly over or it was told to finish: this is the best of them, and another run may find a better one.`,
    advice: {
      title: 'Give the search more time, or fewer schedules',
      description:
        'Send it as a job, which has more time; or give options.schedules_max, with which the same schedule has the same answer wherever it is levelled in time.',
    },
    find: ({ levelled }) => ({ count: levelled.endedBy === 'time' ? levelled.schedules : 0 }),
  },
  spread: {
    code: 'LEVELLING_SPREAD_EVENLY',
    severity: 'low',
    title: 'Work spread evenly over its task',
    description: count =>
      `${plural(count, 'task has', 'tasks have')} assignments with a rate of their own, several of one resource that each end with their work, or work at times in which its resource has no hours: the work left is spread evenly over the time in which it is done, so what is short may differ from the histogram of the tool.`,
    advice: {
      title: 'Compare the peaks of these tasks',
      description:
        'Where a peak matters, split the task where its crew changes, or give the assignments of the task its whole span.',
    },
    find: ({ columns, model }) => allHitsWhere(columns.taskCount, i => model.isSpread[i] === 1),
  },
  effort: {
    code: 'LEVELLING_EFFORT_LEFT_OUT',
    severity: 'info',
    title: 'Level of effort is not levelled',
    description: count =>
      `${plural(count, 'task')} of level of effort with resources ${count === 1 ? 'takes its' : 'take their'} dates from others; what ${count === 1 ? 'it uses' : 'they use'} is in no figure here.`,
    advice: {
      title: 'Count level of effort beside it',
      description: 'Lower the limits by what the level of effort takes, where it takes a share of the same people.',
    },
    find: ({ columns: { taskCount, taskType, resources } }) =>
      allHitsWhere(taskCount, i => isLoe(taskType[i]) && resources.start[i] < resources.start[i + 1]),
  },
  keptOut: {
    code: 'LEVELLING_RESOURCES_KEPT_OUT',
    severity: 'info',
    title: 'Resources that the schedule keeps out of levelling',
    description: count =>
      `${plural(count, 'resource')} with can_level false ${count === 1 ? 'was' : 'were'} not levelled, and may still be over-allocated.`,
    advice: {
      title: 'Name the resources to level them',
      description:
        'Give options.resources all that are to be levelled: those that it names are, whatever the schedule says.',
    },
    find: ({ columns, isAskedFor }) => {
      const names = specsByCode(columns)
        .flatMap((spec, code) =>
          spec?.canLevel === false && !isAskedFor(code) ? [textAt(columns.resources.values, code)] : [],
        )
        .sort()
      return { count: names.length, detail: `Kept out: ${listed(names.slice(0, NAMED_MAX), names.length)}.` }
    },
  },
  parts: {
    code: 'LEVELLING_PARTS_AS_TASKS',
    severity: 'info',
    title: 'Work that pauses comes back as several tasks',
    description: count =>
      `${plural(count, 'task pauses', 'tasks pause')}. No file that is written here has a pause in work that has not begun: in the levelled schedule each part is a task of its own, linked to the one before it.`,
    advice: {
      title: 'Know the parts by their ids',
      description:
        'The first part keeps the id, the second has ".2" behind it, and so on; cost and work are shared out by days.',
    },
    find: ({ columns: { taskCount }, model, levelled }) =>
      allHitsWhere(taskCount, i => levelled.placing.parts.has(model.activityOf[i])),
  },
  inOnePiece: {
    code: 'LEVELLING_DONE_IN_ONE_PIECE',
    severity: 'info',
    title: 'Tasks that could pause and do not',
    description: count =>
      `${plural(count, 'task')} with assignments that work in a part of ${count === 1 ? 'it is' : 'them are'} done in one piece, though work may pause: when those work is counted from the start of the task.`,
    find: ({ columns: { taskCount }, model }) => allHitsWhere(taskCount, i => model.isInOnePiece[i] === 1),
  },
  bySchedule: {
    code: 'LEVELLING_AS_THE_FILE_SAYS',
    severity: 'info',
    title: 'Levelled as the schedule itself says',
    description: () =>
      'The request does not say all of how to level, and the schedule does (leveling_options): what its planner told Primavera P6 last.',
    advice: {
      title: 'Say it in the request to level otherwise',
      description:
        'Send options.rule or options.priority_order for another order, options.within_float_only for another bound; late_finish mostly ends earlier than an order by priority.',
    },
    find: levelling => {
      const { fromSchedule, floatKept } = levelling.wanted
      const said = {
        priority_order: `The order of who goes first: ${orderText(levelling)}.`,
        within_float_only: 'Tasks are delayed within their total float alone.',
        float_kept_hours: `Of it ${plural(floatKept?.hours ?? 0, 'hour stays', 'hours stay')}.`,
      }
      return { count: fromSchedule.length, detail: fromSchedule.map(name => said[name]).join(' ') }
    },
  },
  notDone: {
    code: 'LEVELLING_TOLD_NOT_DONE',
    severity: 'low',
    title: 'What the schedule asks of levelling and is not done',
    description: count =>
      `leveling_options of the schedule ${count === 1 ? 'has a member' : 'have members'} that Primavera P6 reads and levelling here does not.`,
    advice: {
      title: 'Compare with P6 where it matters',
      description: 'P6 levels with them, so its dates may differ from those here.',
    },
    find: ({ columns: { setting }, wanted }) => {
      const {
        over_allocation_pct_max: over,
        levels_late_dates,
        other_projects_priority_max: others,
        left_out = [],
      } = setting?.leveling ?? {}
      const told = [
        // without a bound of float P6 does not read it
        ...(over && wanted.floatKept !== undefined
          ? [`limits hold, where P6 exceeds them by up to ${over} % when float is used up`]
          : []),
        ...(levels_late_dates === true
          ? ['late dates are those without levelling, where P6 levels them backward']
          : []),
        ...(typeof others === 'number'
          ? [`work in other projects (leveling priority ${others} or higher) is not counted`]
          : []),
        ...(left_out.length === 0 ? [] : [`not read: ${listed(left_out.slice(0, NAMED_MAX), left_out.length)}`]),
      ]
      return { count: told.length, detail: `${capital(told.join('; '))}.` }
    },
  },
  assumed: {
    code: 'LEVELLING_LIMIT_ASSUMED',
    severity: 'info',
    title: 'Limits that nobody stated',
    description: count =>
      `${plural(count, 'levelled resource states', 'levelled resources state')} no limit; 1 unit was assumed.`,
    advice: {
      title: 'State the limits',
      description:
        'Send resource_availability or limits of the resources, so that a crew of four is not levelled as one.',
    },
    find: ({ model, columns, limitOf }) => {
      const names = Array.from(model.resourceCode)
        .filter(code => limitOf(code).source === 'default')
        .map(code => textAt(columns.resources.values, code))
        .sort()
      return { count: names.length, detail: `Assumed for ${listed(names.slice(0, NAMED_MAX), names.length)}.` }
    },
  },
  unused: {
    code: 'LEVELLING_NOT_USED',
    severity: 'info',
    title: 'Resources that no task names',
    description: count => `${plural(count, 'resource')} of the request ${count === 1 ? 'is' : 'are'} named by no task.`,
    find: ({ columns, unknownResources, unusedLimits }) => {
      const names = [...new Set([...unknownResources, ...unusedLimits])].sort()
      return {
        count: names.length,
        detail: `Unused: ${unusedNames({ columns }, names)}. Names are compared letter by letter.`,
      }
    },
  },
  withoutEffect: {
    code: 'LEVELLING_OPTION_WITHOUT_EFFECT',
    severity: 'low',
    title: 'Options that change nothing here',
    description: count =>
      `${plural(count, 'option', 'options')} of the request ${count === 1 ? 'has' : 'have'} no effect without another.`,
    advice: {
      title: 'Send the other option too',
      description: 'Or leave these out: the result is the same without them.',
    },
    find: levelling => {
      const said = withoutEffect(levelling)
      return { count: said.length, detail: `Without effect: ${said.join(', ')}.` }
    },
  },
  cut: {
    code: 'LEVELLING_CUT_SHORT',
    severity: 'low',
    title: 'Gaps that were not looked for',
    description: () =>
      'The schedule is so large and so full that some tasks were put behind all others instead of into a gap: limits hold, but delays may be longer than they must.',
    find: ({ levelled }) => ({ count: levelled.placing.room.isCut ? 1 : 0 }),
  },
  today: {
    code: 'LEVELLING_ANCHOR_TODAY',
    severity: 'info',
    title: 'Work starts today',
    description: () =>
      'Neither status_date nor any task gives a date, so the schedule starts today; on another day all dates will differ.',
    find: ({ isDated, model }) => ({ count: isDated || model.problem.count === 0 ? 0 : 1 }),
  },
} as const satisfies Record<string, FindingRow<Levelling>>

const ROWS: readonly FindingRow<Levelling>[] = Object.values(LEVELLING_FINDING_ROWS)

export const levellingFindings = (levelling: Levelling): AdvisedFinding[] => seek(ROWS, levelling, levelling.columns)
