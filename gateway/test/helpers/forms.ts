/** Forms as curl -F and browsers send them, and project files of our own to put into them. */
import { FILE_FIXTURES } from '../../sandbox/fixtures.ts'

export interface Part {
  readonly name: string
  readonly bytes: string | Uint8Array
  /** A file; '' = no file was chosen. */
  readonly file?: string
  readonly type?: string
}

const BOUNDARY = '------------------------d74496d66958873e'

/** Body and headers of a call. */
export function form(...parts: readonly Part[]): { body: Buffer; headers: Record<string, string> } {
  const pieces = parts.flatMap(({ name, bytes, file, type }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file === undefined ? '' : `; filename="${file}"`}\r\n`,
    type === undefined ? '\r\n' : `Content-Type: ${type}\r\n\r\n`,
    bytes,
    '\r\n',
  ])
  const body = Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map(piece => Buffer.from(piece as string)))
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } }
}

export const XER = Buffer.from(FILE_FIXTURES[0]!.bytes)

/** The project some weeks earlier, or by another name. */
export const xerWith = (from: string | RegExp, to: string): Buffer =>
  Buffer.from(XER.toString('latin1').replaceAll(from, to), 'latin1')

/** Two tasks in a calendar, as Microsoft Project writes them. */
export const MSPDI = Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Project xmlns="http://schemas.microsoft.com/project"><SaveVersion>14</SaveVersion><Name>plan</Name><StartDate>2026-03-02T08:00:00</StartDate>
<StatusDate>2026-03-02T08:00:00</StatusDate><CalendarUID>1</CalendarUID><MinutesPerDay>480</MinutesPerDay><MinutesPerWeek>2400</MinutesPerWeek>
<Calendars><Calendar><UID>1</UID><Name>Standard</Name><IsBaseCalendar>1</IsBaseCalendar><WeekDays>
${[2, 3, 4, 5, 6]
  .map(
    day =>
      `<WeekDay><DayType>${day}</DayType><DayWorking>1</DayWorking><WorkingTimes><WorkingTime><FromTime>08:00:00</FromTime><ToTime>12:00:00</ToTime></WorkingTime><WorkingTime><FromTime>13:00:00</FromTime><ToTime>17:00:00</ToTime></WorkingTime></WorkingTimes></WeekDay>`,
  )
  .join('')}
</WeekDays></Calendar></Calendars>
<Tasks><Task><UID>1</UID><ID>1</ID><Name>Dig</Name><Duration>PT16H0M0S</Duration><DurationFormat>7</DurationFormat><Start>2026-03-02T08:00:00</Start><Finish>2026-03-03T17:00:00</Finish></Task>
<Task><UID>2</UID><ID>2</ID><Name>Pour</Name><Duration>PT8H0M0S</Duration><DurationFormat>7</DurationFormat><Start>2026-03-04T08:00:00</Start><Finish>2026-03-04T17:00:00</Finish>
<PredecessorLink><PredecessorUID>1</PredecessorUID><Type>1</Type><LinkLag>0</LinkLag></PredecessorLink></Task></Tasks></Project>`)

/** The project as Primavera P6 writes it. */
export const PMXML = Buffer.from(`<?xml version="1.0" encoding="utf-8"?>
<APIBusinessObjects xmlns="http://xmlns.oracle.com/Primavera/P6/V19.12/API/BusinessObjects">
<Calendar><ObjectId>1</ObjectId><Name>Standard</Name><HoursPerDay>8</HoursPerDay><StandardWorkWeek>
${['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
  .map(
    (day, n) =>
      `<StandardWorkHours><DayOfWeek>${day}</DayOfWeek>${n % 6 === 0 ? '<WorkTime/>' : '<WorkTime><Start>08:00:00</Start><Finish>11:59:00</Finish></WorkTime><WorkTime><Start>13:00:00</Start><Finish>16:59:00</Finish></WorkTime>'}</StandardWorkHours>`,
  )
  .join('')}
</StandardWorkWeek></Calendar>
<Project><ObjectId>10</ObjectId><Id>PLAN</Id><Name>Plan</Name><ActivityDefaultCalendarObjectId>1</ActivityDefaultCalendarObjectId><PlannedStartDate>2026-03-02T08:00:00</PlannedStartDate><DataDate>2026-03-02T08:00:00</DataDate>
<Activity><ObjectId>1</ObjectId><Id>A</Id><Name>Dig</Name><Type>Task Dependent</Type><Status>Not Started</Status><CalendarObjectId>1</CalendarObjectId><PlannedDuration>16</PlannedDuration><RemainingDuration>16</RemainingDuration><PlannedStartDate>2026-03-02T08:00:00</PlannedStartDate><PlannedFinishDate>2026-03-03T17:00:00</PlannedFinishDate></Activity>
<Activity><ObjectId>2</ObjectId><Id>B</Id><Name>Pour</Name><Type>Task Dependent</Type><Status>Not Started</Status><CalendarObjectId>1</CalendarObjectId><PlannedDuration>8</PlannedDuration><RemainingDuration>8</RemainingDuration><PlannedStartDate>2026-03-04T08:00:00</PlannedStartDate><PlannedFinishDate>2026-03-04T17:00:00</PlannedFinishDate></Activity>
<Relationship><ObjectId>1</ObjectId><PredecessorActivityObjectId>1</PredecessorActivityObjectId><SuccessorActivityObjectId>2</SuccessorActivityObjectId><Type>Finish to Start</Type><Lag>0</Lag></Relationship>
</Project></APIBusinessObjects>`)
