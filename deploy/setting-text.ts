/** The default of a setting in documents. A default that depends on the machine is stated as a rule, not as the number of this machine. */
import { type Machine, settings } from '../shared/config/config.ts'

export type Setting = ReturnType<typeof settings>[number]

const NO_MACHINE: Machine = { coreCount: 0, memoryBytes: 0 }

const FOLLOWS_MACHINE: Readonly<Record<string, string>> = {
  WORKER_THREADS: 'number of cores',
  JOB_THREADS: 'number of cores, at least 2',
  INLINE_JOB_BYTES: '32768 with one or two cores, else 0',
  BYTES_IN_FLIGHT_MAX: 'half of the memory',
}

export const documentedSettings = (): readonly Setting[] => settings(NO_MACHINE)

/** The value, when the default is one; else the rule, or undefined for none. */
export function defaultOf({ env, default: value }: Setting): { value: string } | { rule: string } | undefined {
  const rule = FOLLOWS_MACHINE[env]
  if (rule !== undefined) return { rule }
  return value === undefined ? undefined : { value: String(value) }
}
