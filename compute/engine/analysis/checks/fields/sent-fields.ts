/** Values of a task as it was sent: its columns, its kind and its state. */
import {
  CONSTRAINT_TYPES,
  DAY_COLUMNS,
  type DayColumn,
  TASK_FIELDS,
  TASK_TYPES,
} from '../../../../../shared/contract/schedule/fields.ts'
import { textAt } from '../../../../../shared/contract/schedule/text.ts'
import { bestFinish, bestStart } from '../../../calendar/best-dates.ts'
import { needsKnownBaseline } from '../../../check/needs.ts'
import {
  isLoe,
  isMilestoneType,
  isPlanningPackage,
  isSummary,
  SCHEDULE_VISIBILITY,
  taskTypeCode,
} from '../../../kind/participation.ts'
import { isHard } from '../../../metrics/constraints.ts'
import { COMPLETE, IN_PROGRESS, measuredPhysical, NOT_STARTED } from '../../../population/progress.ts'
import { isLoaded, isMilestoneTask } from '../../../population/task-states.ts'
import { namedVisible } from '../../dcma-decm/checks/visibility-check.ts'
import { type At, type Field, isDay, NONE, noneWithout, ofDay, ofFlag, ofNumber, ofText, ofWord } from './field.ts'
import { CodedTexts } from './mapping.ts'
import { dayAt, Missing } from './measured.ts'

/** Fields that are a column of the schedule as it was sent. */
const fieldAbout = (column: string): string => TASK_FIELDS.find(field => field.column === column)!.description
const PLAIN_DAYS: readonly DayColumn[] = DAY_COLUMNS.filter(
  column =>
    !['earlyStart', 'earlyFinish', 'lateStart', 'lateFinish', 'externalEarlyStart', 'externalLateFinish'].includes(
      column,
    ),
)
/** Of several fields of a column, the one that takes all. */
export const nameOf = (column: string): string => TASK_FIELDS.findLast(field => field.column === column)!.name
const plainDays = PLAIN_DAYS.map(column =>
  ofDay(nameOf(column), fieldAbout(column), ({ columns, isBaselineKnown }) =>
    !isBaselineKnown && (column === 'baselineStart' || column === 'baselineFinish')
      ? new Missing(needsKnownBaseline.message.replace(/^requires /, ''))
      : i => dayAt(columns[column][i]),
  ),
)

const NUMBER_COLUMNS = [
  'percentComplete',
  'physicalPercentComplete',
  'remainingDurationDays',
  'budgetedCost',
  'earnedValue',
  'levelingDelayDays',
  'levelingPriority',
  'rowNumber',
] as const
const plainNumbers = NUMBER_COLUMNS.map(column =>
  ofNumber(
    nameOf(column),
    fieldAbout(column),
    ({ columns }) =>
      i =>
        columns[column][i],
    column === 'levelingDelayDays' || column === 'levelingPriority' ? NONE : {},
  ),
)

const CODED = ['wbsCode', 'wbsName', 'organizationCode', 'calendarId', 'parentId'] as const
const coded = CODED.map(column =>
  ofText(nameOf(column), fieldAbout(column), ({ columns }) => {
    const texts = new CodedTexts(columns[column])
    return i => texts.at(i)
  }),
)

const enumText =
  (values: readonly string[], column: Uint8Array): At<string> =>
  i =>
    values[column[i] - 1] ?? ''

const kindFlag = (name: string, about: string, test: (kind: number) => boolean): Field =>
  ofFlag(
    name,
    about,
    ({ tasks: { kind } }) =>
      i =>
        test(kind[i]),
  )
const stateFlag = (name: string, about: string, test: (state: number) => boolean): Field =>
  ofFlag(
    name,
    about,
    ({ tasks: { state } }) =>
      i =>
        test(state[i]),
  )

export const MARGIN = taskTypeCode('schedule_margin')

const kinds: readonly Field[] = [
  kindFlag('is_summary', 'a summary', isSummary),
  kindFlag('is_loe', 'level of effort', isLoe),
  ofFlag(
    'is_milestone',
    'a milestone: by its type, or a task whose duration is 0',
    ({ tasks }) =>
      i =>
        isMilestoneTask(tasks, i),
  ),
  ofFlag(
    'is_typed_milestone',
    'a milestone by its type, whatever its duration',
    ({ columns }) =>
      i =>
        isMilestoneType(columns.taskType[i]),
  ),
  kindFlag('is_planning_package', 'a planning package, or one at summary level', isPlanningPackage),
  kindFlag('is_slpp', 'a planning package at summary level', kind => kind === taskTypeCode('slpp')),
  kindFlag('is_margin', 'schedule margin', kind => kind === MARGIN),
  kindFlag('is_visibility', 'a schedule visibility task', kind => kind === SCHEDULE_VISIBILITY),
  ofFlag(
    'is_named_visibility',
    'its name has the word SVT, or schedule visibility',
    ({ columns }) => {
      const named = namedVisible(columns.name, columns.taskCount)
      return i => named[i] === 1
    },
    noneWithout('name'),
  ),
  stateFlag('is_complete', 'complete', state => state === COMPLETE),
  stateFlag('is_incomplete', 'not complete', state => state !== COMPLETE),
  stateFlag('is_in_progress', 'in progress', state => state === IN_PROGRESS),
  stateFlag('is_not_started', 'not started', state => state === NOT_STARTED),
]

const own: readonly Field[] = [
  ofText(
    'id',
    'id',
    ({ columns }) =>
      i =>
        textAt(columns.id, i),
  ),
  ofText(
    'name',
    'name',
    ({ columns }) =>
      i =>
        textAt(columns.name, i),
  ),
  ofWord(TASK_TYPES, 'type', 'task_type as it was sent; task where none was', ({ columns }) => {
    const read = enumText(TASK_TYPES, columns.taskType)
    return i => read(i) || 'task'
  }),
  ofWord(
    CONSTRAINT_TYPES,
    'constraint_type',
    'constraint_type',
    ({ columns }) => enumText(CONSTRAINT_TYPES, columns.constraintType),
    NONE,
  ),
  ofWord(
    CONSTRAINT_TYPES,
    'secondary_constraint_type',
    'secondary_constraint_type',
    ({ columns }) => enumText(CONSTRAINT_TYPES, columns.secondaryConstraintType),
    NONE,
  ),
  ofNumber(
    'given_duration_days',
    'duration_days as it was sent',
    ({ columns }) =>
      i =>
        columns.durationDays[i],
  ),
  ofNumber(
    'baseline_duration_days',
    'baseline_duration_days as it was sent',
    ({ columns }) =>
      i =>
        columns.baselineDurationDays[i],
  ),
  ofNumber(
    'measured_physical_percent',
    'physical_percent_complete of tasks whose progress it measures; none where percent_complete_type is another',
    ({ columns }) => {
      const measured = measuredPhysical(columns)
      return i => measured[i]
    },
    { name: 'physical_percent_complete' },
  ),
  ofNumber(
    'id_length',
    'signs of the id',
    ({ columns }) =>
      i =>
        textAt(columns.id, i).length,
  ),
  ofFlag(
    'has_hard_constraint',
    'MSO, MFO, SO, FO, SNLT or FNLT',
    ({ columns }) =>
      i =>
        isHard(columns, i),
    noneWithout('constraintType'),
  ),
  ofNumber(
    'resource_count',
    'resources named',
    ({ columns: { resources } }) =>
      i =>
        resources.start[i + 1] - resources.start[i],
    noneWithout('resources'),
  ),
  ofFlag(
    'is_loaded',
    'has a resource or a budget',
    ({ columns }) =>
      i =>
        isLoaded(columns, i),
    noneWithout('resources', 'budgetedCost'),
  ),
  ofFlag(
    'has_float_rationale',
    'custom_field_map has a rationale of the float',
    ({ columns }) =>
      i =>
        columns.floatRationale[i] === 1,
    noneWithout('floatRationale'),
  ),
  ofDay('status_date', 'status date of the request', ({ statusDay }) =>
    isDay(statusDay) ? () => statusDay : new Missing('status_date'),
  ),
  ofDay(
    'start',
    'actual start, else forecast start, else planned start',
    ({ columns }) =>
      i =>
        dayAt(bestStart(columns, i)),
  ),
  ofDay(
    'finish',
    'actual finish, else forecast finish, else planned finish',
    ({ columns }) =>
      i =>
        dayAt(bestFinish(columns, i)),
  ),
]

export const SENT_FIELDS: readonly Field[] = [...own, ...kinds, ...plainDays, ...plainNumbers, ...coded]
