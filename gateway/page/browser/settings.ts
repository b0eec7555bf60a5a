/** What a planner sets for all files: kept by the browser of this machine, and in the address, since it changes what is shown. */
import { keepUnder, keptUnder } from './dom/kept.ts'

export const CRITICAL_BY = ['float', 'longest'] as const
type CriticalBy = (typeof CRITICAL_BY)[number]
export const UNITS = ['days', 'hours'] as const
export type Unit = (typeof UNITS)[number]

export interface Settings {
  /** What is drawn and counted as critical: total float, or the longest path. */
  readonly criticalBy: CriticalBy
  /** Largest total float of what is critical by it, in days; undefined: as the service says. */
  readonly criticalDays: number | undefined
  /** Largest total float of what is near critical, in days; undefined: as the service says. */
  readonly nearDays: number | undefined
  /** In which durations and floats of the table are shown. */
  readonly unit: Unit
  /** Of a day that is shown as hours; undefined: those of the calendar of each task. */
  readonly hoursPerDay: number | undefined
  /** Of single checks of the DECM audit, by their codes, in the place of those published. */
  readonly limits: Readonly<Record<string, number>>
}

export const NONE_SET: Settings = {
  criticalBy: 'float',
  criticalDays: undefined,
  nearDays: undefined,
  unit: 'days',
  hoursPerDay: undefined,
  limits: {},
}
/** Of a day where no calendar says it. */
export const HOURS_PER_DAY = 8
const KEY = 'sis.settings'
const HOURS_MAX = 24
const NAMES = ['critical', 'float', 'near', 'unit', 'hours', 'limits'] as const

export const HOURS = { min: 0.5, max: HOURS_MAX } as const

/** "06A205a:5,06A504a:10" */
const LIMIT = /^(\w{1,20}):(\d{1,6}(?:\.\d{1,6})?)$/
const limitsIn = (text: unknown): Settings['limits'] =>
  Object.fromEntries(
    String(text ?? '')
      .split(',')
      .flatMap(each => {
        const [, code, value] = LIMIT.exec(each) ?? []
        return code === undefined ? [] : [[code, Number(value)]]
      }),
  )
const limitsText = (limits: Settings['limits']): string =>
  Object.entries(limits)
    .map(([code, value]) => `${code}:${value}`)
    .join()

const settingsIn = (of: (name: (typeof NAMES)[number]) => unknown): Settings => {
  const days = (given: unknown): number | undefined => {
    const value = Number(given ?? Number.NaN)
    return Number.isFinite(value) && value >= 0 ? value : undefined
  }
  const hours = days(of('hours'))
  return {
    criticalBy: CRITICAL_BY.find(each => each === of('critical')) ?? NONE_SET.criticalBy,
    criticalDays: days(of('float')),
    nearDays: days(of('near')),
    unit: UNITS.find(each => each === of('unit')) ?? NONE_SET.unit,
    hoursPerDay: hours === undefined ? undefined : Math.min(HOURS.max, Math.max(HOURS.min, hours)),
    limits: limitsIn(of('limits')),
  }
}

/** As members of an address and of what is kept; those that are not set are left out. */
export const membersOf = (own: Settings): (readonly [string, string])[] => {
  const members = [
    ['critical', own.criticalBy, NONE_SET.criticalBy],
    ['float', own.criticalDays, NONE_SET.criticalDays],
    ['near', own.nearDays, NONE_SET.nearDays],
    ['unit', own.unit, NONE_SET.unit],
    ['hours', own.hoursPerDay, NONE_SET.hoursPerDay],
    ['limits', limitsText(own.limits), ''],
  ] as const
  return members.filter(([, value, none]) => value !== none).map(([name, value]) => [name, String(value)])
}

let current: Settings | undefined

export function settings(): Settings {
  if (current === undefined) {
    const kept = keptUnder<Record<string, unknown>>(KEY)
    current = settingsIn(name => kept[name])
  }
  return current
}

/** What leads back, the last one last: of this page until it is left. */
const past: (() => void)[] = []
export const canUndo = (): boolean => past.length > 0
export const undoSetting = (): void => past.pop()?.()
export const undoable = (back: () => void): unknown => past.push(back)

export function set(changed: Partial<Settings>): void {
  const before = settings()
  undoable(() => keep(before))
  keep({ ...before, ...changed })
}

function keep(own: Settings): void {
  current = own
  keepUnder(KEY, Object.fromEntries(membersOf(own)))
}

/** What an address says wins over what is kept; one that says nothing leaves it. */
export function setByAddress(hash: string): void {
  const given = new URLSearchParams(hash.replace(/^#/, ''))
  if (NAMES.some(name => given.has(name))) current = settingsIn(name => given.get(name) ?? undefined)
}
