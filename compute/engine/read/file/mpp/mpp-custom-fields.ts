/** Custom fields of tasks of an .mpp. */
import type { WorkMeter } from '../../../../../shared/contract/schedule/work-meter.ts'
import type { CustomFields } from '../ms-project/custom-fields.ts'
import type { MppFile } from './mpp-file.ts'
import type { RowFields } from './row-fields.ts'

export class CustomValues {
  constructor(_file: MppFile, _fields: RowFields, _into: CustomFields, _meter: WorkMeter) {}
  give(_row: number, _record: number, _task: number): void {}
}
