/**
 * The columns of the Standard Data Exchange Format (ER 1-1-11 of the U.S. Army Corps of Engineers, as MPXJ 16.10.0 reads and writes it), a row each: the writer, the
 * reader and the validator are made from these rows.
 */

/** text: left. number: whole, right. decimal: right, with so many places. date: DDMMMYY. flag: one of `values`. dates: up to fifteen. */
type SdefKind = 'text' | 'number' | 'decimal' | 'date' | 'flag' | 'dates'

export interface SdefField {
  readonly name: string
  /** Columns, counted from 1, both included. */
  readonly from: number
  readonly to: number
  readonly kind: SdefKind
  readonly decimals?: number
  readonly values?: readonly string[]
  readonly isRequired?: true
}

const field = (
  name: string,
  from: number,
  to: number,
  kind: SdefKind,
  more: Pick<SdefField, 'decimals' | 'values' | 'isRequired'> = {},
): SdefField => ({ name, from, to, kind, ...more })

const required = { isRequired: true } as const
const id = field('activity_id', 6, 15, 'text', required)

/** In the order of the file; END has no columns. */
export const SDEF_RECORDS = {
  VOLM: [field('disk_number', 6, 7, 'number')],
  PROJ: [
    field('data_date', 6, 12, 'date', required),
    field('project_id', 14, 17, 'text', required),
    field('project_name', 19, 66, 'text'),
    field('contractor', 68, 103, 'text'),
    field('arrow_or_precedence', 105, 105, 'flag', { values: ['A', 'P'], isRequired: true }),
    field('contract_number', 107, 112, 'text', required),
    field('project_start', 114, 120, 'date', required),
    field('project_finish', 122, 128, 'date', required),
  ],
  CLDR: [
    field('calendar_code', 6, 6, 'text', required),
    field('work_days', 8, 14, 'text', required),
    field('description', 16, 45, 'text'),
  ],
  HOLI: [field('calendar_code', 6, 6, 'text', required), field('dates', 8, 126, 'dates', required)],
  ACTV: [
    id,
    field('description', 17, 46, 'text'),
    field('duration', 48, 50, 'number', required),
    field('constraint_date', 52, 58, 'date'),
    field('constraint_type', 60, 61, 'flag', { values: ['ES', 'LF'] }),
    field('calendar_code', 63, 63, 'text', required),
    field('hammock', 65, 65, 'flag', { values: ['Y'] }),
    field('workers_per_day', 67, 69, 'number'),
    field('responsibility', 71, 74, 'text'),
    field('work_area', 76, 79, 'text'),
    field('modification', 81, 86, 'text'),
    field('bid_item', 88, 93, 'text'),
    field('phase', 95, 96, 'text'),
    field('category', 98, 98, 'text'),
    field('feature', 100, 129, 'text'),
  ],
  PRED: [
    id,
    field('predecessor_id', 17, 26, 'text', required),
    field('type', 28, 28, 'flag', { values: ['C', 'S', 'F'], isRequired: true }),
    field('lag', 30, 33, 'number', required),
  ],
  UNIT: [
    id,
    field('total_quantity', 17, 29, 'decimal', { decimals: 4 }),
    field('cost_per_unit', 31, 43, 'decimal', { decimals: 4 }),
    field('quantity_to_date', 45, 57, 'decimal', { decimals: 4 }),
    field('unit_of_measure', 59, 61, 'text'),
  ],
  PROG: [
    id,
    field('actual_start', 17, 23, 'date'),
    field('actual_finish', 25, 31, 'date'),
    field('remaining_duration', 33, 35, 'number', required),
    field('cost', 37, 48, 'decimal', { decimals: 2 }),
    field('cost_to_date', 50, 61, 'decimal', { decimals: 2 }),
    field('stored_material', 63, 74, 'decimal', { decimals: 2 }),
    field('early_start', 76, 82, 'date', required),
    field('early_finish', 84, 90, 'date', required),
    field('late_start', 92, 98, 'date', required),
    field('late_finish', 100, 106, 'date', required),
    field('float_sign', 108, 108, 'flag', { values: ['+', '-'] }),
    field('total_float', 110, 112, 'number'),
  ],
} as const satisfies Readonly<Record<string, readonly SdefField[]>>

export type SdefRecord = keyof typeof SDEF_RECORDS
export const SDEF_RECORD_NAMES = Object.keys(SDEF_RECORDS) as readonly SdefRecord[]
export const SDEF_WIDTH = 132
/** Of HOLI: dates of one line, eight columns each. */
export const SDEF_HOLIDAYS_PER_LINE = 15
export const SDEF_MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const
