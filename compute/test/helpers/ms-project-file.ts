/** A file of Microsoft Project out of plain values, and what the reader makes of it. */
import { readMsProjectXml } from '../../engine/read/file/ms-project-xml/read-ms-project-xml.ts'
import { bytesOf, readable, tasksOf, warningsOf, type XmlValue, xmlOf } from '../engine/read/file/xml/plain-schedule.ts'

export type Values = { readonly [name: string]: XmlValue }

export const DAY = {
  WorkingTime: [
    { FromTime: '08:00:00', ToTime: '12:00:00' },
    { FromTime: '13:00:00', ToTime: '17:00:00' },
  ],
}

/** Days of the week, Sunday = 1, with the times of those that are worked. */
export const weekDays = (working: readonly number[], times: Values = DAY): Values => ({
  WeekDay: [1, 2, 3, 4, 5, 6, 7].map(type =>
    working.includes(type) ? { DayType: type, DayWorking: 1, WorkingTimes: times } : { DayType: type, DayWorking: 0 },
  ),
})

/** A calendar of Monday to Friday. */
export const STANDARD: Values = {
  UID: 1,
  Name: 'Standard',
  IsBaseCalendar: 1,
  BaseCalendarUID: -1,
  WeekDays: weekDays([2, 3, 4, 5, 6]),
}

export const PROPERTIES: Values = {
  SaveVersion: 14,
  Name: 'bridge.xml',
  Title: 'Bridge',
  ScheduleFromStart: 1,
  StartDate: '2026-03-02T08:00:00',
  FinishDate: '2026-03-31T17:00:00',
  CriticalSlackLimit: 2,
  CalendarUID: 1,
  MinutesPerDay: 480,
  HonorConstraints: 0,
  StatusDate: '2026-03-06T17:00:00',
}

export const fileOf = (tasks: readonly Values[], over: Values = {}): Uint8Array =>
  bytesOf(
    `<?xml version="1.0" encoding="UTF-8"?><Project xmlns="http://schemas.microsoft.com/project">${xmlOf({
      ...PROPERTIES,
      Calendars: { Calendar: [STANDARD] },
      Tasks: { Task: tasks },
      ...over,
    })}</Project>`,
  )

export const task = (UID: number, over: Values = {}): Values => ({
  UID,
  ID: UID,
  OutlineLevel: 1,
  Duration: 'PT8H0M0S',
  DurationFormat: 7,
  ...over,
})

/** `over` replaces members of the project, also its calendars or tasks. */
export const read = (tasks: readonly Values[], over: Values = {}) => readable(readMsProjectXml(fileOf(tasks, over)))

/** Tasks as the reader has them, as plain values without what is absent. */
export const tasks = (...args: Parameters<typeof read>) => tasksOf(read(...args).columns)

export const first = (...args: Parameters<typeof read>) => tasks(...args)[0]!

/** How often each warning was given. */
export const warnings = (rows: readonly Values[], over: Values = {}) => warningsOf(readMsProjectXml(fileOf(rows, over)))

export const calendars = (list: readonly Values[], rows: readonly Values[] = [task(1)], over: Values = {}) =>
  read(rows, { Calendars: { Calendar: list }, ...over }).members.calendars as Record<string, unknown>[]

/** The week of STANDARD, as a request has it. */
export const WEEK = Object.fromEntries(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((name, d) => [
    name,
    d < 5
      ? [
          ['08:00', '12:00'],
          ['13:00', '17:00'],
        ]
      : [],
  ]),
)
