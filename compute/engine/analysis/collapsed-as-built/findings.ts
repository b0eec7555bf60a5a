/** The findings of POST /api/v1/forensics/collapsed-as-built about its events and networks, one row each, in the order they are listed. */
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import type { AdvisedFinding, Named } from '../../check/advised-finding.ts'
import { type FindingRow, seek, seekIn } from '../../check/finding-rows.ts'
import { otherWorkRow } from '../../compare/no-pairs.ts'
import type { MovedId } from '../../compare/same-work.ts'
import { COMPLETE } from '../../population/progress.ts'
import { plural } from '../../wording/numbers.ts'
import { listed } from '../../wording/tasks.ts'
import { hasTasks } from '../delay-analysis/event-findings.ts'
import { OUT_OF_SEQUENCE } from './as-built.ts'
import type { ExtractionFlag } from './extraction.ts'
import type { Simulation } from './simulation.ts'

interface FindingContext {
  readonly simulations: readonly Simulation[]
  readonly moved: readonly MovedId[]
}

const NAMED_MAX = 3

/** One that names no task at all is found of every method (event-findings.ts). */
const idsWith = ({ simulations }: FindingContext, flag: ExtractionFlag): string[] => [
  ...new Set(
    simulations.flatMap(({ steps }) =>
      steps
        .filter(({ parts }) => parts.flags.includes(flag) && hasTasks(parts.event))
        .map(({ parts }) => String(parts.event.id)),
    ),
  ),
]

/** Events with that flag. */
const flagged = (flag: ExtractionFlag) => ({
  find: (context: FindingContext) => ({ count: idsWith(context, flag).length }),
  detail(context: FindingContext) {
    const ids = idsWith(context, flag).sort()
    return `Events: ${listed(ids.slice(0, NAMED_MAX), ids.length)}.`
  },
})

/** How many tasks of the last network are not complete. */
const openOf = ({ simulations }: FindingContext): number => {
  const { network, prepared } = simulations.at(-1)!.asBuilt.of
  return network.order.filter(i => prepared.input.state[i] !== COMPLETE).length
}

export const COLLAPSE_FINDING_ROWS = {
  none: {
    code: 'COLLAPSE_NO_EVENTS',
    severity: 'info',
    title: 'No events',
    description: () => 'The request has no delay_events, so nothing was taken out.',
    advice: {
      title: 'Send the events',
      description: 'Send delay_events with party, started, ended and task_ids.',
    },
    find: ({ simulations }) => ({ count: simulations.every(({ steps }) => steps.length === 0) ? 1 : 0 }),
  },
  open: {
    code: 'COLLAPSE_OPEN_WORK',
    severity: 'medium',
    title: 'Work that is not as built',
    description: count =>
      `${plural(count, 'task')} of the last schedule ${count === 1 ? 'is' : 'are'} not complete: computed dates stand in for actual ones, so the finish is a forecast.`,
    find: context => ({ count: openOf(context) }),
  },
  sequence: {
    code: 'COLLAPSE_OUT_OF_SEQUENCE',
    severity: 'medium',
    title: 'Links that the work did not keep',
    description: count =>
      `${plural(count, 'link')} of the last schedule ${count === 1 ? 'was' : 'were'} not waited for: the successor keeps the lead that it had.`,
    advice: {
      title: 'Correct the logic of the as-built',
      description: 'Retype or remove links that the work did not follow, and give the records.',
    },
    find: ({ simulations }) => ({
      count: simulations.at(-1)!.asBuilt.role.filter(role => role === OUT_OF_SEQUENCE).length,
    }),
  },
  taskless: {
    code: 'COLLAPSE_NO_TASKS',
    severity: 'medium',
    title: 'Events whose tasks the network does not have',
    description: count =>
      `${plural(count, 'event names', 'events name')} no task that takes part in the as-built network, so nothing was taken out for ${count === 1 ? 'it' : 'them'}.`,
    advice: { title: 'Name tasks of the network', description: 'Name the tasks with dates that each event delayed.' },
    ...flagged('no_tasks'),
  },
  elsewhere: {
    code: 'COLLAPSE_TASK_NOT_IN_AS_BUILT',
    severity: 'high',
    title: 'Events on tasks that an as-built schedule does not have',
    description: count =>
      `${plural(count, 'event names', 'events name')} tasks that another schedule has and an as-built schedule has not, so nothing was taken from those.`,
    advice: {
      title: 'Name the tasks that took their place',
      description: 'Add to task_ids the tasks of the as-built schedule in which the delayed work was done.',
    },
    ...flagged('task_not_in_as_built'),
  },
  nothing: {
    code: 'COLLAPSE_NOTHING_EXTRACTED',
    severity: 'medium',
    title: 'Events beside the work of their tasks',
    description: count =>
      `${plural(count, 'event lies', 'events lie')} outside the time in which the tasks worked or waited, so nothing was taken out.`,
    advice: {
      title: 'Check dates and tasks',
      description: 'Compare the days of each event with the actual dates of its tasks.',
    },
    ...flagged('nothing_extracted'),
  },
  otherWork: seekIn(
    otherWorkRow('COLLAPSE_ID_OF_OTHER_WORK', { isFollowed: false }),
    ({ moved }: FindingContext) => moved,
  ),
  fragnet: {
    code: 'COLLAPSE_FRAGNET_NOT_FOUND',
    severity: 'low',
    title: 'Fragnets that are not in the schedule',
    description: count =>
      `${plural(count, 'event has', 'events have')} a fragnet of which no task is in the as-built schedule: the days of the event were taken from task_ids.`,
    ...flagged('fragnet_not_found'),
  },
  bridged: {
    code: 'COLLAPSE_BRIDGED',
    severity: 'info',
    title: 'Links over work that was taken out',
    description: count =>
      `${plural(count, 'task')} of the last schedule stood behind work that was taken out, and ${count === 1 ? 'follows' : 'follow'} without it what that work followed.`,
    find: ({ simulations }) => ({ count: simulations.at(-1)!.whole.bridges.size }),
    detail({ simulations }) {
      const { whole, asBuilt } = simulations.at(-1)!
      const { id } = asBuilt.of.schedule.columns
      const told = [...whole.bridges].map(
        ([s, bridges]) =>
          `${textAt(id, s)} behind ${listed([...new Set(bridges.map(({ p }) => textAt(id, p)))].sort(), bridges.length)}`,
      )
      return `Tasks: ${listed(told.sort().slice(0, NAMED_MAX), told.length)}.`
    },
  },
  ranOn: {
    code: 'COLLAPSE_RAN_ON',
    severity: 'medium',
    title: 'Events that ran on beyond the data date',
    description: count =>
      `${plural(count, 'event has', 'events have')} neither an end nor days, and work of ${count === 1 ? 'it' : 'them'} is open: the days up to the data date were taken out, and none of those to come.`,
    advice: {
      title: 'Give the end, or hold the days as they stand',
      description: 'Send ended once it is known; until then the days of such an event are those up to the data date.',
    },
    ...flagged('ran_on'),
  },
  twice: {
    code: 'COLLAPSE_SAME_WORK_AND_TIME',
    severity: 'medium',
    title: 'Events to take out of the same work at the same time',
    description: count =>
      `${plural(count, 'event shares', 'events share')} tasks and days with another. Such days go once, with whichever event goes first.`,
    ...flagged('same_work_and_time'),
  },
  without: {
    code: 'COLLAPSE_NO_EFFECT',
    severity: 'info',
    title: 'Events that held no finish',
    description: count => `Without ${plural(count, 'event')} alone the project would have finished on the same day.`,
    find: context => ({ count: idle(context).length }),
    detail(context) {
      const ids = idle(context)
      return `Events: ${listed(ids.slice(0, NAMED_MAX), ids.length)}.`
    },
  },
} as const satisfies Record<string, FindingRow<FindingContext>>

const idle = ({ simulations }: Pick<FindingContext, 'simulations'>): string[] =>
  [
    ...new Set(
      simulations.flatMap(({ steps }) =>
        steps.filter(({ alone }) => alone.workingDays === 0).map(({ parts }) => String(parts.event.id)),
      ),
    ),
  ].sort()

const ROWS: readonly FindingRow<FindingContext>[] = Object.values(COLLAPSE_FINDING_ROWS)

export const collapseFindings = (
  simulations: readonly Simulation[],
  moved: readonly MovedId[],
  columns: Named,
): AdvisedFinding[] => seek(ROWS, { simulations, moved }, columns)
