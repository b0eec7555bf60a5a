/**
 * The tables of the IPMDAR Schedule Performance Dataset (DI-MGMT-81861, file format specification 1.0), a row each: names, values and keys as ClearPlan's public writer and the
 * draft of December 2019 have them. Which fields may be left out is partly inferred: what is marked here is what a receiver cannot do without.
 */
import { type TableRow, tableRow } from './table-fields.ts'

export const SPD_FILE_TYPE = 'IPMDAR_SCHEDULE_PERFORMANCE_DATASET/1.0'
export const SPD_FILE_TYPE_NAME = 'FileType.txt'

/** What is wrong with dates of a task: the writer lists it, the validator finds it. */
export const SPD_DATE_FAULTS = {
  afterStatus: 'Actual dates lie after the status date.',
  unbegun: 'Finished work needs an actual start.',
  beforeStatus: 'Unfinished work ends before the status date.',
} as const

/** The dataset has no field for the required finish of the project: it is a custom field of it. */
export const SPD_REQUIRED_FINISH = { id: 'MUST_FINISH_BY', name: 'Must Finish By' } as const

const SPD_TASK_TYPES = ['ACTIVITY', 'MILESTONE', 'SUMMARY', 'HAMMOCK'] as const
export const SPD_SUBTYPES = [
  'RISK_MITIGATION_TASK',
  'SCHEDULE_VISIBILITY_TASK',
  'SCHEDULE_MARGIN',
  'CONTRACTUAL_MILESTONE',
] as const
export const SPD_LEVELS = [
  'SUMMARY_LEVEL_PLANNING_PACKAGE',
  'CONTROL_ACCOUNT',
  'PLANNING_PACKAGE',
  'WORK_PACKAGE',
  'ACTIVITY',
] as const
export const SPD_TECHNIQUES = [
  'APPORTIONED_EFFORT',
  'LEVEL_OF_EFFORT',
  'MILESTONE',
  'FIXED_0_100',
  'FIXED_100_0',
  'FIXED_X_Y',
  'PERCENT_COMPLETE',
  'STANDARDS',
  'UNITS',
  'OTHER_DISCRETE',
] as const
/** Those beside which OtherEarnedValueTechnique stands. */
export const SPD_OTHER_TECHNIQUES: readonly string[] = ['OTHER_DISCRETE', 'FIXED_X_Y']
export const SPD_RELATIONS = ['FINISH_TO_START', 'START_TO_START', 'FINISH_TO_FINISH', 'START_TO_FINISH'] as const
const SPD_CONSTRAINTS = [
  'AS_LATE_AS_POSSIBLE',
  'MUST_START_ON',
  'SHOULD_START_ON',
  'MUST_FINISH_ON',
  'SHOULD_FINISH_ON',
  'START_NO_EARLIER_THAN',
  'FINISH_NO_EARLIER_THAN',
  'START_NO_LATER_THAN',
  'SHOULD_START_NO_LATER_THAN',
  'FINISH_NO_LATER_THAN',
  'SHOULD_FINISH_NO_LATER_THAN',
  'RESOURCE_LEVELING_START_DELAY',
  'RESOURCE_LEVELING_FINISH_DELAY',
  'DEADLINE',
] as const
export const SPD_ELEMENTS_OF_COST = ['LABOR', 'MATERIAL', 'OTHER_DIRECT_COSTS', 'SUBCONTRACT'] as const
export const SPD_WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

const flag = (values: readonly string[]): string => `flag ${values.join('|')}`
const amounts = ['Budget_AtCompletion', 'Estimate_ToComplete', 'Actual_ToDate']
  .flatMap(name => [`${name}_Dollars number`, `${name}_Hours number`])
  .join(',')

export const SPD_TABLES: readonly TableRow[] = [
  tableRow(
    'DatasetMetadata',
    'the contract and its period',
    `SecurityMarking! text 1.., DistributionStatement! text 1.., ReportingPeriodEndDate! date, ContractorName! text 1..,
    ContractorIDCodeTypeID! flag DUNS|DUNS_PLUS_4|CAGE, ContractorIDCode! text 1.., ContractorAddress_Street text, ContractorAddress_City text,
    ContractorAddress_State text, ContractorAddress_Country text, ContractorAddress_ZipCode text, PointOfContactName! text 1..,
    PointOfContactTitle! text 1.., PointOfContactTelephone! text 1.., PointOfContactEmail! text 1.., ContractName! text 1..,
    ContractNumber! text 1.., ContractType! text 1.., ContractTaskOrEffortName text, ProgramName! text 1.., ProgramPhase! text 1..,
    EVMSAccepted! bool, EVMSAcceptanceDate date`,
    { isSingle: true },
  ),
  tableRow(
    'SourceSoftwareMetadata',
    'the software that holds the data and that exported it',
    `Data_SoftwareName! text, Data_SoftwareVersion text, Data_SoftwareCompanyName text, Data_SoftwareComments text, Export_SoftwareName! text,
    Export_SoftwareVersion text, Export_SoftwareCompanyName text, Export_SoftwareComments text`,
    { isSingle: true },
  ),
  tableRow(
    'ProjectScheduleData',
    'the dates of the project',
    `StatusDate! date, CurrentStartDate! date, CurrentFinishDate! date, BaselineStartDate date, BaselineFinishDate date, ActualStartDate date,
    ActualFinishDate date, DurationUnitsID! flag DAYS|HOURS`,
    { isSingle: true },
  ),
  tableRow(
    'ProjectCustomFieldDefinitions',
    'custom fields of the project',
    'ID!* text 1.., Name! text 1.., Comments text',
  ),
  tableRow('ProjectCustomFieldValues', 'their values', 'CustomFieldID!* text 1.., Value! text'),
  tableRow('Calendars', 'calendars', 'ID!* text 1.., Name! text 1.., Comments text'),
  tableRow(
    'CalendarWorkshifts',
    'their weeks',
    `CalendarID!* text 1.., Ordinal!* int 1.., ${SPD_WEEKDAYS.map(day => `${day}WorkHours! number 0..24`).join(',')}`,
  ),
  tableRow(
    'CalendarExceptions',
    'their exceptions',
    'CalendarID!* text 1.., ExceptionDate!* date, WorkHours! number 0..24',
  ),
  tableRow(
    'Tasks',
    'tasks',
    `ID!* text 1.., Name! text 1.., TaskTypeID! ${flag(SPD_TASK_TYPES)}, TaskSubtypeID ${flag(SPD_SUBTYPES)}, TaskPlanningLevelID! ${flag(SPD_LEVELS)},
    WBSElementID text, OBSElementID text, ControlAccountID text, WorkPackageID text, IMPElementID text, SOWReference text, SubcontractorReference text,
    EarnedValueTechniqueID ${flag(SPD_TECHNIQUES)}, OtherEarnedValueTechnique text, SourceSubprojectReference text, SourceTaskReference text, Comments text`,
  ),
  tableRow(
    'TaskScheduleData',
    'dates of tasks',
    `TaskID!* text 1.., CalendarID text, CurrentDuration number, CurrentStartDate date, CurrentFinishDate date, EarlyStartDate date,
    EarlyFinishDate date, LateStartDate date, LateFinishDate date, FreeFloatDuration number, TotalFloatDuration number, OnCriticalPath bool,
    OnDrivingPath bool, BaselineDuration number, BaselineStartDate date, BaselineFinishDate date, StartVarianceDuration number,
    FinishVarianceDuration number, CalculatedPercentComplete number 0..100, PhysicalPercentComplete number 0..100, RemainingDuration number,
    ActualStartDate date, ActualFinishDate date`,
  ),
  tableRow(
    'TaskConstraints',
    'constraints',
    `TaskID!* text 1.., ConstraintTypeID!* ${flag(SPD_CONSTRAINTS)}, OtherConstraintType text, ConstraintDate date`,
  ),
  tableRow(
    'TaskRelationships',
    'links',
    `PredecessorTaskID!* text 1.., SuccessorTaskID!* text 1.., RelationshipTypeID!* ${flag(SPD_RELATIONS)}, LagDuration! number, LagCalendarID text`,
  ),
  tableRow('TaskOutlineStructure', 'outline', 'TaskID!* text 1.., Level! int 1.., ParentTaskID text'),
  tableRow('TaskCustomFieldDefinitions', 'custom fields of tasks', 'ID!* text 1.., Name! text 1.., Comments text'),
  tableRow('TaskCustomFieldValues', 'their values', 'TaskID!* text 1.., CustomFieldID!* text 1.., Value! text'),
  tableRow('Resources', 'resources', `ID!* text 1.., Name! text 1.., ElementOfCostID! ${flag(SPD_ELEMENTS_OF_COST)}`),
  tableRow(
    'ResourceAssignments',
    'assignments',
    `ResourceID!* text 1.., TaskID!* text 1.., ${amounts}, PhysicalPercentComplete number 0..100`,
  ),
  tableRow(
    'ResourceCustomFieldDefinitions',
    'custom fields of resources',
    'ID!* text 1.., Name! text 1.., Comments text',
  ),
  tableRow('ResourceCustomFieldValues', 'their values', 'ResourceID!* text 1.., CustomFieldID!* text 1.., Value! text'),
]

/** Fields that name a record of another table. */
export const SPD_REFERENCES: readonly (readonly [table: string, field: string, into: string])[] = [
  ['ProjectCustomFieldValues', 'CustomFieldID', 'ProjectCustomFieldDefinitions'],
  ['CalendarWorkshifts', 'CalendarID', 'Calendars'],
  ['CalendarExceptions', 'CalendarID', 'Calendars'],
  ['TaskScheduleData', 'TaskID', 'Tasks'],
  ['TaskScheduleData', 'CalendarID', 'Calendars'],
  ['TaskConstraints', 'TaskID', 'Tasks'],
  ['TaskRelationships', 'PredecessorTaskID', 'Tasks'],
  ['TaskRelationships', 'SuccessorTaskID', 'Tasks'],
  ['TaskRelationships', 'LagCalendarID', 'Calendars'],
  ['TaskOutlineStructure', 'TaskID', 'Tasks'],
  ['TaskOutlineStructure', 'ParentTaskID', 'Tasks'],
  ['TaskCustomFieldValues', 'TaskID', 'Tasks'],
  ['TaskCustomFieldValues', 'CustomFieldID', 'TaskCustomFieldDefinitions'],
  ['ResourceAssignments', 'TaskID', 'Tasks'],
  ['ResourceAssignments', 'ResourceID', 'Resources'],
  ['ResourceCustomFieldValues', 'ResourceID', 'Resources'],
  ['ResourceCustomFieldValues', 'CustomFieldID', 'ResourceCustomFieldDefinitions'],
]

/** TaskScheduleData calls its key so too: drafts and writers differ. */
export const SPD_KEY_ALIASES: Readonly<Record<string, string>> = { 'TaskScheduleData.ID': 'TaskID' }
