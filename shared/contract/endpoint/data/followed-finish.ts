/** How a comparison says which finish it follows where the task that ends last is not the same in its schedules. */
import Type from 'typebox'
import { OneOf } from '../../schedule/containers.ts'
import { CLOSED, daysOrNull, objectOrNull } from './members.ts'
import { taskIdOrNull, taskIds } from './named.ts'

/** last_task: the finish of each whole schedule is compared. */
export const FOLLOWED_BY = ['last_task', 'last_common_milestone', 'last_common_finish'] as const
const END_CHANGES = ['deleted', 'added', 'replaced'] as const

/** `figures`: the members that follow the named task instead of the whole schedule. */
export const FollowedFinish = (figures: string) =>
  objectOrNull(
    Type.Object(
      {
        by: OneOf(FOLLOWED_BY, {
          description:
            'last_common_milestone: the last milestone with predecessors that all schedules have (added work: one that ended last before). last_common_finish: there is none, or nothing leads to the work that was added, so the common task that finishes last. last_task: the whole schedules, since work was added behind a task that is no milestone, or no common task has a finish.',
        }),
        id: taskIdOrNull('Task that is followed; null if the whole schedules are.'),
        tied_task_ids: taskIds(
          'Tasks that end with it in the first and in the last schedule, at most 20, by id: their finish is followed alike.',
        ),
        days: daysOrNull('Days by which the finish that is followed moved; positive = later.'),
        change: OneOf(END_CHANGES, { description: 'What happened to the task that ends last.' }),
        reason: Type.String({ description: 'What changed, what is followed and why.' }),
        last_tasks: Type.Array(
          Type.Object({ schedule: Type.String(), id: taskIdOrNull('Null without a finish.') }, CLOSED),
          {
            description: 'Task that ends last in each schedule, earliest first: a milestone before others, then by id.',
          },
        ),
        whole_days: daysOrNull(
          'Days by which the finish of the whole schedule moved, from its last task to its last task.',
        ),
        other_task_id: taskIdOrNull('Common task that finishes last, where another finish is followed.'),
        other_days: daysOrNull('Days by which that finish moved.'),
      },
      {
        ...CLOSED,
        description: `Finish that ${figures} follow where the task that ends last was deleted, added or replaced. Null if it was not.`,
      },
    ),
  )
