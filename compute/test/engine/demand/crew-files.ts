/** The project of units.test.ts as P6 and Microsoft Project write it: a crew of three twice, concrete, and half a person twice. */

import { fileOf, task } from '../../helpers/ms-project-file.ts'
import { bytesOf, type XmlValue, xmlOf } from '../read/file/xml/plain-schedule.ts'

type Values = { readonly [name: string]: XmlValue }

const SPACE = 'http://xmlns.oracle.com/Primavera/P6/V18.1/API/BusinessObjects'
const WORK = [
  { Start: '08:00:00', Finish: '11:59:00' },
  { Start: '13:00:00', Finish: '16:59:00' },
]
const NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const activity = (ObjectId: number, Id: string): Values => ({
  ...{ ObjectId, Id, ProjectObjectId: 1, Type: 'Task Dependent', Status: 'Not Started', CalendarObjectId: 1 },
  ...{ PercentCompleteType: 'Duration', PlannedDuration: '40.0', RemainingDuration: '40.0' },
})
const assigned = (ActivityObjectId: number, ResourceObjectId: number, perHour: number, left: number): Values => ({
  ...{ ObjectId: 10 * ActivityObjectId + ResourceObjectId, ActivityObjectId, ResourceObjectId, ProjectObjectId: 1 },
  ...{ PlannedUnits: left, RemainingUnits: left, PlannedUnitsPerTime: perHour, RemainingUnitsPerTime: perHour },
})

export const CREW_P6_XML = bytesOf(
  `<?xml version="1.0" encoding="UTF-8"?><APIBusinessObjects xmlns="${SPACE}">${xmlOf({
    Calendar: {
      ...{ ObjectId: 1, Name: 'Five', HoursPerDay: '8.0', IsDefault: 1 },
      StandardWorkWeek: {
        StandardWorkHours: NAMES.map((DayOfWeek, d) =>
          d > 0 && d < 6 ? { DayOfWeek, WorkTime: WORK } : { DayOfWeek },
        ),
      },
    },
    Resource: [
      { ObjectId: 1, Id: 'C', Name: 'Crew', ResourceType: 'Labor', CalendarObjectId: 1, MaxUnitsPerTime: 9 },
      { ObjectId: 2, Id: 'M', Name: 'Concrete', ResourceType: 'Material' },
      { ObjectId: 3, Id: 'H', Name: 'Half', ResourceType: 'Labor', CalendarObjectId: 1, MaxUnitsPerTime: 1 },
    ],
    ResourceRate: [
      { ObjectId: 1, ResourceObjectId: 1, MaxUnitsPerTime: 6, EffectiveDate: '2026-01-01T00:00:00' },
      { ObjectId: 2, ResourceObjectId: 1, MaxUnitsPerTime: 4, EffectiveDate: '2026-03-04T00:00:00' },
    ],
    Project: {
      ...{ ObjectId: 1, Id: 'CREW', ActivityDefaultCalendarObjectId: 1 },
      ...{ DataDate: '2026-03-02T08:00:00', PlannedStartDate: '2026-03-02T08:00:00' },
      Activity: [activity(1, 'A'), activity(2, 'B')],
      ResourceAssignment: [
        assigned(1, 1, 3, 120),
        assigned(2, 1, 3, 120),
        assigned(1, 2, 2.5, 100),
        assigned(1, 3, 0.5, 20),
        assigned(2, 3, 0.5, 20),
      ],
    },
  })}</APIBusinessObjects>`,
)

const work = (TaskUID: number, ResourceUID: number, Units: number, hours: number): Values => ({
  ...{ UID: 10 * TaskUID + ResourceUID, TaskUID, ResourceUID, Units },
  ...{ Work: `PT${hours}H0M0S`, RemainingWork: `PT${hours}H0M0S` },
})

export const CREW_MSPDI = fileOf(
  [
    task(1, { Name: 'A', Duration: 'PT40H0M0S', RemainingDuration: 'PT40H0M0S' }),
    task(2, { Name: 'B', Duration: 'PT40H0M0S', RemainingDuration: 'PT40H0M0S' }),
  ],
  {
    StatusDate: '2026-03-02T08:00:00',
    StartDate: '2026-03-02T08:00:00',
    Resources: {
      Resource: [
        {
          ...{ UID: 1, Name: 'Crew', Type: 1, MaxUnits: 6 },
          AvailabilityPeriods: {
            AvailabilityPeriod: [
              { AvailableTo: '2026-03-03T23:59:00', AvailableUnits: 6 },
              { AvailableFrom: '2026-03-04T00:00:00', AvailableUnits: 4 },
            ],
          },
        },
        { UID: 2, Name: 'Concrete', Type: 0, MaxUnits: 1 },
        { UID: 3, Name: 'Half', Type: 1, MaxUnits: 1 },
      ],
    },
    Assignments: {
      Assignment: [
        work(1, 1, 3, 120),
        work(2, 1, 3, 120),
        work(1, 2, 100, 100),
        work(1, 3, 0.5, 20),
        work(2, 3, 0.5, 20),
      ],
    },
  },
)

/** Begun in February and then left: Microsoft Project keeps its dates, which lie before the status date. */
export const OVERDUE_MSPDI = fileOf(
  [
    task(1, {
      ...{ Name: 'A', Duration: 'PT40H0M0S', ActualDuration: 'PT8H0M0S', RemainingDuration: 'PT32H0M0S' },
      ...{ PercentComplete: 20, ActualStart: '2026-02-09T08:00:00' },
      ...{ Start: '2026-02-09T08:00:00', Finish: '2026-02-13T17:00:00' },
    }),
  ],
  {
    StatusDate: '2026-03-16T08:00:00',
    StartDate: '2026-02-02T08:00:00',
    Resources: { Resource: [{ UID: 1, Name: 'Crew', Type: 1, MaxUnits: 2 }] },
    Assignments: {
      Assignment: [{ UID: 1, TaskUID: 1, ResourceUID: 1, Units: 2, Work: 'PT80H0M0S', RemainingWork: 'PT64H0M0S' }],
    },
  },
)
