/** Makers of the arguments of tools: schemas whose words an agent is shown. */
import Type, { type TProperties } from 'typebox'
import { calendarMembers } from '../../schedule/calendars.ts'
import { Calendar, statusDate } from '../../schedule/containers.ts'
import { taskList } from '../../schedule/task.ts'

export const TEXT_MAX = 256

const said = (description: string | undefined) => (description === undefined ? {} : { description })

export const oneOf = <const Word extends string>(values: readonly Word[], description?: string) =>
  Type.Unsafe<Word>({ type: 'string', enum: [...values], ...said(description) })

export const text = (description?: string, maxLength = TEXT_MAX) => Type.String({ maxLength, ...said(description) })

export const integer = (minimum: number, maximum: number, description?: string) =>
  Type.Integer({ minimum, maximum, ...said(description) })

/** A schedule as every analysis of one takes it, and further members. */
export const scheduleWith = <Members extends TProperties>(members: Members) =>
  Type.Object({
    tasks: taskList(1),
    status_date: Type.Optional(statusDate('Data date.')),
    calendar: Type.Optional(Calendar),
    ...calendarMembers,
    ...members,
  })
