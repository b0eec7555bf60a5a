/** KEY_RECORD_DAYS for commands that end keys; where the configuration has mistakes its default. */
import { readEnvironment } from '../../shared/process/environment.ts'

export function keyRecordDays(): { readonly recordDays?: number } {
  const environment = readEnvironment()
  return environment.ok ? { recordDays: environment.config.keyRecordDays } : {}
}
