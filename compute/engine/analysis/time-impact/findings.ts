/** The findings of POST /api/v1/forensics/time-impact about its events, one row each, in the order they are listed. */
import type { AdvisedFinding, Named } from '../../check/advised-finding.ts'
import { type FindingRow, seek, seekIn } from '../../check/finding-rows.ts'
import { otherWorkRow } from '../../compare/no-pairs.ts'
import type { MovedId } from '../../compare/same-work.ts'
import { plural } from '../../wording/numbers.ts'
import { listed } from '../../wording/tasks.ts'
import type { Impact } from './impact.ts'
import type { EventFlag } from './placing.ts'

interface FindingContext {
  readonly impacts: readonly Impact[]
  /** Events that a later base has from its data date on. */
  readonly goesOn: readonly string[]
  readonly moved: readonly MovedId[]
}

const NAMED_MAX = 3

const idsOf = (impacts: readonly Impact[]): string =>
  listed(
    impacts.slice(0, NAMED_MAX).map(({ placed }) => String(placed.event.id)),
    impacts.length,
  )

/** What an inserted event that moves nothing met. */
function whyNot({ usesFloat, heldBack }: Impact): string {
  if (usesFloat) return 'float took it up'
  return heldBack.length > 0 ? 'held back' : 'other work ends as late'
}

/** Events with tasks to name, and these. */
const named = (tasksOf: (impact: Impact) => readonly string[]) => ({
  find: ({ impacts }: FindingContext) => ({ count: impacts.filter(each => tasksOf(each).length > 0).length }),
  detail: ({ impacts }: FindingContext) => {
    const found = impacts.filter(each => tasksOf(each).length > 0)
    const tasks = [...new Set(found.flatMap(tasksOf))]
    return `Events: ${idsOf(found)}. Tasks: ${listed(tasks.slice(0, NAMED_MAX), tasks.length)}.`
  },
})

/** What is not inserted moves nothing either, but meets nothing. */
const isTakenUp = ({ movement, shown }: Impact): boolean => movement.workingDays === 0 && shown.modelled_as !== 'none'

/** Events with that flag. */
const flagged = (flag: EventFlag) => ({
  find: ({ impacts }: FindingContext) => ({ count: impacts.filter(({ flags }) => flags.includes(flag)).length }),
  detail: ({ impacts }: FindingContext) => `Events: ${idsOf(impacts.filter(({ flags }) => flags.includes(flag)))}.`,
})

export const IMPACT_FINDING_ROWS = {
  none: {
    code: 'IMPACT_NO_EVENTS',
    severity: 'info',
    title: 'No events',
    description: () => 'The request has no delay_events, so nothing was inserted and nothing moves.',
    advice: {
      title: 'Send the events',
      description: 'Send delay_events with party, started and a fragnet, or days and task_ids.',
    },
    find: ({ impacts }) => ({ count: impacts.length === 0 ? 1 : 0 }),
  },
  otherWork: seekIn(
    otherWorkRow('IMPACT_ID_OF_OTHER_WORK', { isFollowed: true }),
    ({ moved }: FindingContext) => moved,
  ),
  late: {
    code: 'IMPACT_BASE_AFTER_EVENT',
    severity: 'high',
    title: 'Bases that are later than their events',
    description: count =>
      `${plural(count, 'event began', 'events began')} before the data date of the schedule it was inserted into, which may hold its effect already.`,
    advice: {
      title: 'Send the update before each event',
      description: 'Add to schedule_history the last accepted update before the event, or a baseline.',
    },
    ...flagged('before_data_date'),
  },
  twice: {
    code: 'IMPACT_SAME_WORK_AND_TIME',
    severity: 'medium',
    title: 'Events on the same work at the same time',
    description: count =>
      `${plural(count, 'event shares', 'events share')} tasks and days with another. In one base the days of events without a fragnet go in once, with the event that began first, and the range of each has the other orders; fragnets go in as they stand, and events of other bases in full.`,
    advice: {
      title: 'Part the days of the events',
      description:
        'Give each event its own days, or make them one; days of both parties on the same work are one delay.',
    },
    ...flagged('same_work_and_time'),
  },
  modelless: {
    code: 'IMPACT_NO_MODEL',
    severity: 'medium',
    title: 'Events that nothing models',
    description: count =>
      `${plural(count, 'event has', 'events have')} neither a fragnet nor days, so nothing was inserted.`,
    advice: { title: 'Model the events', description: 'Give a fragnet, or days (or ended) and task_ids.' },
    ...flagged('no_days'),
  },
  elsewhere: {
    code: 'IMPACT_TASK_NOT_IN_BASE',
    severity: 'high',
    title: 'Events on tasks that their base does not have',
    description: count =>
      `${plural(count, 'event names', 'events name')} tasks that another schedule has and its base has not, so ${count === 1 ? 'it was' : 'they were'} not inserted.`,
    advice: {
      title: 'Send a base with these tasks',
      description: 'Add to schedule_history an update from before the event that has them, or name tasks of the base.',
    },
    ...flagged('task_not_in_base'),
  },
  elsewhereInPart: {
    code: 'IMPACT_SOME_TASKS_NOT_IN_BASE',
    severity: 'medium',
    title: 'Events of which the base does not have all tasks',
    description: count =>
      `${plural(count, 'event names', 'events name')} tasks that ${count === 1 ? 'its base does' : 'their bases do'} not have: ${count === 1 ? 'it was' : 'they were'} inserted without these.`,
    ...named(({ unknown }) => unknown),
  },
  finished: {
    code: 'IMPACT_TASKS_FINISHED',
    severity: 'high',
    title: 'Events on tasks that are complete',
    description: count =>
      `${plural(count, 'event names', 'events name')} tasks that are complete in ${count === 1 ? 'its base' : 'their bases'}. Nothing delays a complete task any more, so only other tasks wait; an event without any moves 0 days.`,
    advice: {
      title: 'Check which work the events delayed',
      description: 'Correct the dates or the tasks of the events, or send the last update before each.',
    },
    ...flagged('finished_tasks'),
  },
  afterwards: {
    code: 'IMPACT_AFTER_FINISH',
    severity: 'high',
    title: 'Events after the finish of their base',
    description: count =>
      `${plural(count, 'event begins', 'events begin')} after the day on which all work of ${count === 1 ? 'its base' : 'their bases'} ends, so ${count === 1 ? 'it was' : 'they were'} not inserted: 0 days.`,
    advice: {
      title: 'Send an update with work left',
      description: 'Send the last update before the event, in which the work that it delayed is still to come.',
    },
    ...flagged('after_finish'),
  },
  doneByPlan: {
    code: 'IMPACT_DONE_BY_PLAN',
    severity: 'high',
    title: 'Events on work that ends before them',
    description: count =>
      `${plural(count, 'event names', 'events name')} work that by ${count === 1 ? 'its base' : 'their bases'} ends before the event begins, so it delays none of that.`,
    advice: {
      title: 'Send an update from just before the event',
      description: 'In it the work that the event delayed is still to come; or name the work that follows.',
    },
    ...flagged('done_by_plan'),
  },
  standstill: {
    code: 'IMPACT_STANDS_STILL',
    severity: 'medium',
    title: 'Events on work that stands still anyway',
    description: count =>
      `${plural(count, 'event names', 'events name')} started work that by ${count === 1 ? 'its base' : 'their bases'} does not go on before a later day (suspended, or waiting for its links). Of the days before it nothing is added, since the base has their effect.`,
    advice: {
      title: 'Check what stopped the work',
      description: 'If the event is what the base shows, send the update from before it; else give a fragnet.',
    },
    ...flagged('stands_still'),
  },
  inBase: {
    code: 'IMPACT_WORK_IN_BASE',
    severity: 'info',
    title: 'Events whose work the base has already',
    description: count =>
      `${plural(count, 'event is', 'events are')} work that ${count === 1 ? 'its base has' : 'their bases have'} already. It was taken out of the base and put in with the event, so that it counts once.`,
    ...flagged('in_base'),
  },
  goesOn: {
    code: 'IMPACT_EVENTS_GO_ON',
    severity: 'info',
    title: 'Events that go on in a later base',
    description: count =>
      `${plural(count, 'event goes', 'events go')} on at the data date of a later base, which tells what was lost so far and not that the work still stands. That base has the days from its data date on, so that the events which follow meet them; they count once, as moved by the event in its own base.`,
    find: ({ goesOn }) => ({ count: goesOn.length }),
    detail: ({ goesOn }) => `Events: ${listed(goesOn.slice(0, NAMED_MAX), goesOn.length)}.`,
  },
  fragnetDays: {
    code: 'IMPACT_FRAGNET_DAYS',
    severity: 'medium',
    title: 'Fragnets of other days than their events',
    description: count =>
      `${plural(count, 'fragnet adds', 'fragnets add')} other days to the base than the event took. The fragnet counts; an absolute duration fits one base alone.`,
    advice: {
      title: 'Fit each fragnet to its base',
      description:
        'Give the duration that the work has in this base plus the days of the event, or leave out the fragnet.',
    },
    find: flagged('fragnet_days_differ').find,
    detail: ({ impacts }) => {
      const found = impacts.filter(({ flags }) => flags.includes('fragnet_days_differ'))
      const told = found
        .slice(0, NAMED_MAX)
        .map(({ placed, shown, ownDays }) => `${placed.event.id} (fragnet ${shown.fragnet_days}, event ${ownDays})`)
      return `Events: ${listed(told, found.length)}.`
    },
  },
  expected: {
    code: 'IMPACT_EXPECTED_FINISH',
    severity: 'medium',
    title: 'Events beyond expected finishes',
    description: count =>
      `${plural(count, 'event moves', 'events move')} work beyond its expected finish, which would have swallowed ${count === 1 ? 'it' : 'them'}. For that expected finishes are removed from the base: each task keeps what its own leaves of it, so that the base has the same dates.`,
    advice: {
      title: 'Check what is left of the work',
      description: 'Give the remaining duration by the records, and send the base without the expected finish.',
    },
    ...named(({ passed }) => passed),
  },
  heldBack: {
    code: 'IMPACT_HELD_BACK',
    severity: 'high',
    title: 'Events that a date holds back',
    description: count =>
      `${plural(count, 'event asks', 'events ask')} for later dates of work that keeps its own whatever its links say, so that some of the effect shows nowhere.`,
    advice: {
      title: 'Compare without the dates that hold',
      description: 'Send the base without the constraint of these tasks, or with work begun ahead of its links mended.',
    },
    ...named(({ heldBack }) => heldBack),
  },
  without: {
    code: 'IMPACT_NO_EFFECT',
    severity: 'info',
    title: 'Events that do not move the finish',
    description: count => `${plural(count, 'event moves', 'events move')} the project finish by 0 days.`,
    find: ({ impacts }) => ({ count: impacts.filter(isTakenUp).length }),
    detail: ({ impacts }) => {
      const found = impacts.filter(isTakenUp)
      const told = found.slice(0, NAMED_MAX).map(each => `${each.placed.event.id} (${whyNot(each)})`)
      return `Events: ${listed(told, found.length)}.`
    },
  },
} as const satisfies Record<string, FindingRow<FindingContext>>

const ROWS: readonly FindingRow<FindingContext>[] = Object.values(IMPACT_FINDING_ROWS)

export const impactFindings = (
  impacts: readonly Impact[],
  goesOn: readonly string[],
  moved: readonly MovedId[],
  columns: Named,
): AdvisedFinding[] => seek(ROWS, { impacts, goesOn, moved }, columns)
