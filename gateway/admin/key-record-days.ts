/** KEY_RECORD_DAYS for commands that list or end keys; its default if the configuration has mistakes. */
import { readEnvironment } from '../../shared/process/environment.ts'

export function keyRecordDays(): { readonly recordDays?: number } {
  const environment = readEnvironment()
  return environment.ok ? { recordDays: environment.config.keyRecordDays } : {}
}
