/** What a planner sets for all files: kept by the browser of this machine, and in the address, since it changes what is shown. */
export const CRITICAL_BY = ['float', 'longest'] as const
export type CriticalBy = (typeof CRITICAL_BY)[number]

export interface Settings {
  /** What is drawn and counted as critical: total float, or the longest path. */
  readonly criticalBy: CriticalBy
  /** Largest total float of what is near critical, in days; undefined: as the service says. */
  readonly nearDays: number | undefined
}

export const NONE_SET: Settings = { criticalBy: 'float', nearDays: undefined }
const KEY = 'sis.settings'

const settingsIn = (of: (name: string) => unknown): Settings => {
  const near = Number(of('near') ?? Number.NaN)
  return {
    criticalBy: CRITICAL_BY.find(each => each === of('critical')) ?? NONE_SET.criticalBy,
    nearDays: Number.isFinite(near) && near >= 0 ? near : undefined,
  }
}

/** As members of an address and of what is kept; those that are not set are left out. */
export const membersOf = ({ criticalBy, nearDays }: Settings): (readonly [string, string])[] => [
  ...(criticalBy === NONE_SET.criticalBy ? [] : [['critical', criticalBy] as const]),
  ...(nearDays === undefined ? [] : [['near', String(nearDays)] as const]),
]

let current: Settings | undefined

export function settings(): Settings {
  if (current === undefined) {
    let kept: Readonly<Record<string, unknown>> = {}
    try {
      kept = (JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown> | null) ?? {}
    } catch {} // nothing is kept here
    current = settingsIn(name => kept[name])
  }
  return current
}

export function set(changed: Partial<Settings>): void {
  current = { ...settings(), ...changed }
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(membersOf(current))))
  } catch {}
}

/** What an address says wins over what is kept; one that says nothing leaves it. */
export function setByAddress(hash: string): void {
  const given = new URLSearchParams(hash.replace(/^#/, ''))
  if (given.has('critical') || given.has('near')) current = settingsIn(name => given.get(name) ?? undefined)
}
