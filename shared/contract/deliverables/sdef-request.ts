/** What a mapping can fill of the Standard Data Exchange Format, and its constants. */
import type { ConstantField, MappedField } from './mapping.ts'

/** Codes by the names that UFGS 01 32 01.00 10 gives them in P6; those of costs and quantities by names of ours, under which SDEF is read. */
export const SDEF_MAPPED = [
  { name: 'activity_id', about: 'Id of at most 10 characters, unique. Absent: the id of the task.', charactersMax: 10 },
  { name: 'workers_per_day', about: 'Workers per day, a whole number.', code: 'WRKP', isNumber: true },
  { name: 'responsibility', about: 'Responsible party, 4 characters.', code: 'RESP', charactersMax: 4 },
  { name: 'work_area', about: 'Area of work, 4 characters.', code: 'AREA', charactersMax: 4 },
  { name: 'modification', about: 'Modification or claim, 6 characters.', code: 'MODF', charactersMax: 6 },
  { name: 'bid_item', about: 'Bid item, 6 characters.', code: 'BIDI', charactersMax: 6 },
  { name: 'phase', about: 'Phase of work, 2 characters.', code: 'PHAS', charactersMax: 2 },
  { name: 'category', about: 'Category of work, 1 character.', code: 'CATW', charactersMax: 1 },
  { name: 'feature', about: 'Feature of work, 30 characters.', code: 'FOW', charactersMax: 30 },
  { name: 'cost', about: 'Cost of the activity. Absent: its budgeted cost.', isNumber: true },
  {
    name: 'cost_to_date',
    about: 'Cost so far. Absent: the actual cost of its resources.',
    code: 'COST_TO_DATE',
    isNumber: true,
  },
  { name: 'stored_material', about: 'Value of stored material.', code: 'STORED_MATERIAL', isNumber: true },
  { name: 'total_quantity', about: 'Total quantity, for a UNIT record.', code: 'UNIT_TOTAL', isNumber: true },
  { name: 'cost_per_unit', about: 'Cost per unit, for a UNIT record.', code: 'UNIT_COST', isNumber: true },
  { name: 'quantity_to_date', about: 'Quantity to date, for a UNIT record.', code: 'UNIT_TO_DATE', isNumber: true },
  {
    name: 'unit_of_measure',
    about: 'Unit of measure, 3 characters, for a UNIT record.',
    code: 'UNIT_OF_MEASURE',
    charactersMax: 3,
  },
] as const satisfies readonly MappedField[]

export const SDEF_CONSTANTS = [
  { name: 'project_id', about: 'Project id. Absent: that of the file.', charactersMax: 4 },
  { name: 'project_name', about: 'Project name. Absent: that of the file.', charactersMax: 48 },
  { name: 'contractor', about: 'Name of the contractor.', charactersMax: 36 },
  { name: 'contract_number', about: 'Contract number.', charactersMax: 6 },
  {
    name: 'project_start',
    about: 'Notice to proceed. Absent: the planned start of the project in the file, or else the earliest start.',
    kind: 'date',
  },
  {
    name: 'project_finish',
    about: 'Contract completion. Absent: must_finish_by, or else the latest finish.',
    kind: 'date',
  },
] as const satisfies readonly ConstantField[]
