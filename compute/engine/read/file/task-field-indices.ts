/** Indices of the task fields that the readers of P6 files fill beside the dates. */
import { fieldIndex } from '../columns-builder.ts'

export const F = {
  id: fieldIndex('id'),
  name: fieldIndex('name'),
  type: fieldIndex('task_type'),
  percent: fieldIndex('percent_complete'),
  physical: fieldIndex('physical_percent_complete'),
  constraint: fieldIndex('constraint_type'),
  constraint2: fieldIndex('secondary_constraint_type'),
  forecastStart: fieldIndex('forecast_start'),
  forecastFinish: fieldIndex('forecast_finish'),
}
