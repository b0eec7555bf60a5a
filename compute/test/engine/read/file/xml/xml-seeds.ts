/** Small files of either XML format with one of everything that is read: what mutated files are made of. */

const working = (day: number): string =>
  `<WeekDay><DayType>${day}</DayType><DayWorking>1</DayWorking><WorkingTimes><WorkingTime><FromTime>08:00:00</FromTime><ToTime>12:00:00</ToTime></WorkingTime><WorkingTime><FromTime>13:00:00</FromTime><ToTime>17:00:00</ToTime></WorkingTime></WorkingTimes></WeekDay>`
const period = (from: string, to: string): string =>
  `<TimePeriod><FromDate>${from}T00:00:00</FromDate><ToDate>${to}T23:59:00</ToDate></TimePeriod>`
const task = (uid: number, level: number, rest: string): string =>
  `<Task><UID>${uid}</UID><ID>${uid}</ID><Name>Task ${uid} &amp; more</Name><Active>1</Active><Manual>0</Manual><OutlineLevel>${level}</OutlineLevel><WBS>1.${uid}</WBS><Start>2026-03-02T08:00:00</Start><Finish>2026-03-03T17:00:00</Finish><Duration>PT16H0M0S</Duration><DurationFormat>7</DurationFormat><TotalSlack>4800</TotalSlack><FreeSlack>0</FreeSlack><ConstraintType>0</ConstraintType>${rest}</Task>`
const link = (uid: number, type: number, lag: number, format: number): string =>
  `<PredecessorLink><PredecessorUID>${uid}</PredecessorUID><Type>${type}</Type><CrossProject>0</CrossProject><LinkLag>${lag}</LinkLag><LagFormat>${format}</LagFormat></PredecessorLink>`

export const MS_PROJECT_SEED = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Project xmlns="http://schemas.microsoft.com/project"><SaveVersion>14</SaveVersion><Name>bridge.xml</Name><ScheduleFromStart>1</ScheduleFromStart><StartDate>2026-03-02T08:00:00</StartDate><FinishDate>2026-03-31T17:00:00</FinishDate><CalendarUID>1</CalendarUID><MinutesPerDay>480</MinutesPerDay><StatusDate>2026-03-06T17:00:00</StatusDate>
<Calendars><Calendar><UID>1</UID><Name>Standard</Name><IsBaseCalendar>1</IsBaseCalendar><BaseCalendarUID>-1</BaseCalendarUID><WeekDays>${[2, 3, 4, 5, 6].map(working).join('')}<WeekDay><DayType>0</DayType><DayWorking>0</DayWorking>${period('2026-04-06', '2026-04-06')}</WeekDay></WeekDays><WorkWeeks><WorkWeek>${period('2026-06-01', '2026-06-30')}<WeekDays>${working(2)}</WeekDays></WorkWeek></WorkWeeks><Exceptions><Exception><EnteredByOccurrences>0</EnteredByOccurrences>${period('2026-01-01', '2030-12-31')}<Occurrences>5</Occurrences><Type>2</Type><Month>11</Month><MonthDay>25</MonthDay><DayWorking>0</DayWorking></Exception><Exception>${period('2026-05-01', '2026-06-30')}<Type>6</Type><Period>2</Period><DaysOfWeek>36</DaysOfWeek><DayWorking>0</DayWorking></Exception></Exceptions></Calendar><Calendar><UID>2</UID><Name>Crew</Name><IsBaseCalendar>0</IsBaseCalendar><BaseCalendarUID>1</BaseCalendarUID><WeekDays>${working(7)}</WeekDays></Calendar></Calendars>
<Tasks>${task(0, 0, '<Summary>1</Summary>')}${task(1, 1, '<Summary>1</Summary>')}${task(2, 2, `<CalendarUID>2</CalendarUID><PercentComplete>50</PercentComplete><ActualStart>2026-03-02T08:00:00</ActualStart><Stop>2026-03-02T17:00:00</Stop><Resume>2026-03-03T08:00:00</Resume><Baseline><Number>0</Number><Start>2026-03-02T08:00:00</Start><Finish>2026-03-03T17:00:00</Finish><Duration>PT16H0M0S</Duration></Baseline>`)}${task(3, 2, `<Milestone>1</Milestone><Deadline>2026-03-20T17:00:00</Deadline>${link(2, 1, 4800, 7)}`)}${task(4, 1, `<ConstraintDate>2026-03-09T08:00:00</ConstraintDate>${link(2, 3, 50, 19)}${link(3, 1, 14400, 8)}`)}</Tasks>
<Resources><Resource><UID>1</UID><Name><![CDATA[Crew <1>]]></Name><Type>1</Type><CalendarUID>2</CalendarUID></Resource></Resources><Assignments><Assignment><UID>1</UID><TaskUID>4</TaskUID><ResourceUID>1</ResourceUID></Assignment><Assignment><UID>2</UID><TaskUID>3</TaskUID><ResourceUID>-65535</ResourceUID></Assignment></Assignments></Project>
`

const hours = (day: string): string =>
  `<StandardWorkHours><DayOfWeek>${day}</DayOfWeek><WorkTime><Start>08:00:00</Start><Finish>11:59:00</Finish></WorkTime><WorkTime><Start>13:00:00</Start><Finish>16:59:00</Finish></WorkTime></StandardWorkHours>`
const activity = (objectId: number, rest: string): string =>
  `<Activity><ObjectId>${objectId}</ObjectId><Id>A${objectId}</Id><Name>Activity ${objectId}</Name><ProjectObjectId>1</ProjectObjectId><WBSObjectId>22</WBSObjectId><CalendarObjectId>10</CalendarObjectId><Type>Task Dependent</Type><Status>Not Started</Status><PlannedDuration>40.0</PlannedDuration><RemainingDuration>40.0</RemainingDuration><PlannedStartDate>2026-03-02T08:00:00</PlannedStartDate><PlannedFinishDate>2026-03-06T17:00:00</PlannedFinishDate>${rest}</Activity>`
const relation = (from: number, to: number, type: string, lag: number): string =>
  `<Relationship><Lag>${lag}</Lag><PredecessorActivityObjectId>${from}</PredecessorActivityObjectId><SuccessorActivityObjectId>${to}</SuccessorActivityObjectId><Type>${type}</Type></Relationship>`

export const P6_SEED = `<?xml version="1.0" encoding="UTF-8"?>
<APIBusinessObjects xmlns="http://xmlns.oracle.com/Primavera/P6/V18.1/API/BusinessObjects">
<Calendar><ObjectId>10</ObjectId><Name>Days</Name><HoursPerDay>8.0</HoursPerDay><IsDefault>1</IsDefault><StandardWorkWeek>${['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map(hours).join('')}<StandardWorkHours><DayOfWeek>Saturday</DayOfWeek></StandardWorkHours></StandardWorkWeek><HolidayOrExceptions><HolidayOrException><Date>2026-05-01T00:00:00</Date></HolidayOrException></HolidayOrExceptions></Calendar>
<ActivityCodeType><ObjectId>80</ObjectId><Name>Responsibility</Name></ActivityCodeType><ActivityCode><ObjectId>81</ObjectId><CodeTypeObjectId>80</CodeTypeObjectId><CodeValue>CIV</CodeValue></ActivityCode><Resource><ObjectId>5</ObjectId><Name>Crew</Name><CalendarObjectId>10</CalendarObjectId></Resource>
<Project><ObjectId>1</ObjectId><Id>BR</Id><Name>Bridge</Name><DataDate>2026-03-06T17:00:00</DataDate><PlannedStartDate>2026-03-02T08:00:00</PlannedStartDate><ActivityDefaultCalendarObjectId>10</ActivityDefaultCalendarObjectId>
<WBS><ObjectId>21</ObjectId><Code>BR</Code></WBS><WBS><ObjectId>22</ObjectId><ParentObjectId>21</ParentObjectId><Code>DECK</Code></WBS>
${activity(1, '<ActualStartDate>2026-03-02T08:00:00</ActualStartDate><PercentCompleteType>Physical</PercentCompleteType><PhysicalPercentComplete>0.5</PhysicalPercentComplete><Code><TypeObjectId>80</TypeObjectId><ValueObjectId>81</ValueObjectId></Code>')}${activity(2, '<PrimaryConstraintType>Start On or After</PrimaryConstraintType><PrimaryConstraintDate>2026-03-09T08:00:00</PrimaryConstraintDate>')}${activity(3, '<RemainingEarlyStartDate>2026-03-16T08:00:00</RemainingEarlyStartDate><RemainingEarlyFinishDate>2026-03-20T17:00:00</RemainingEarlyFinishDate>')}
${relation(1, 2, 'Finish to Start', 0)}${relation(2, 3, 'Start to Start', 16)}<ResourceAssignment><ActivityObjectId>2</ActivityObjectId><ResourceObjectId>5</ResourceObjectId><PlannedCost>100.5</PlannedCost></ResourceAssignment>
<ScheduleOptions><OutOfSequenceScheduleType>Retained Logic</OutOfSequenceScheduleType><RelationshipLagCalendar>Predecessor Activity Calendar</RelationshipLagCalendar></ScheduleOptions></Project>
<BaselineProject><ObjectId>9</ObjectId><OriginalProjectObjectId>1</OriginalProjectObjectId>${activity(901, '<StartDate>2026-03-02T08:00:00</StartDate><FinishDate>2026-03-06T17:00:00</FinishDate>')}</BaselineProject>
</APIBusinessObjects>
`
