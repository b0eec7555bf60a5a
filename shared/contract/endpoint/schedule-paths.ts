/** Paths of schedules that are kept, for rows, replies and sentences. */
export const SCHEDULES_PATH = '/api/v1/schedules'
export const SCHEDULE_PATH = `${SCHEDULES_PATH}/{schedule_id}`
export const CONTENT_PATH = `${SCHEDULE_PATH}/content`

/** Member that stands in the place of `tasks`: the schedule is one that was sent before. */
export const HANDLE_MEMBER = 'schedule_id'

/** Member of a body that says where the schedule is, in the place of the schedule. */
export const SOURCE_MEMBER = 'source_url'

export const schedulePath = (scheduleId: string): string => SCHEDULE_PATH.replace('{schedule_id}', scheduleId)
