/** What differs between the resources of two statuses: who is at work on a task and with how much, and what the schedules say of each resource. */
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import type { ResourceLimitSpan, ResourceSpec } from '../../../../shared/contract/schedule/resources.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { changeOf, type SettingChange } from '../../compare/setting-changes.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { zeros } from '../../ids/short-arrays.ts'

const UNITS_TOLERANCE = 1e-6

/** Compares tasks by earlier and later index; the dictionaries of resources are matched once. */
export class ResourceComparer {
  readonly #was: ScheduleColumns
  readonly #is: ScheduleColumns
  /** Later code of each earlier one. */
  readonly #codeNow: Int32Array
  /** Last later task that has the resource, plus 1. */
  readonly #marked: Uint32Array
  /** Units a day by later code, of the tasks at hand. */
  readonly #units: Float64Array

  constructor(was: ScheduleColumns, is: ScheduleColumns) {
    const codes = new Map<string, number>()
    for (let code = 0; code + 1 < is.resources.values.offsets.length; code++)
      codes.set(textAt(is.resources.values, code), code)
    this.#was = was
    this.#is = is
    this.#codeNow = Int32Array.from(
      { length: Math.max(0, was.resources.values.offsets.length - 1) },
      (_, code) => codes.get(textAt(was.resources.values, code)) ?? NO_MATCH,
    )
    this.#marked = zeros(Uint32Array, codes.size)
    this.#units = zeros(Float64Array, codes.size)
  }

  differ(j: number, i: number): boolean {
    const [was, is] = [this.#was.resources, this.#is.resources]
    const [wasStart, wasEnd] = [was.start[j], was.start[j + 1]]
    const [isStart, isEnd] = [is.start[i], is.start[i + 1]]
    if (wasEnd - wasStart !== isEnd - isStart) return true
    for (let n = isStart; n < isEnd; n++) this.#marked[is.codes[n]] = i + 1
    for (let n = wasStart; n < wasEnd; n++) {
      const code = this.#codeNow[was.codes[n]]
      if (code === NO_MATCH || this.#marked[code] !== i + 1) return true
    }
    return false
  }

  /** Units a day of some resource, where both tasks have the same ones. */
  unitsDiffer(j: number, i: number, scale: number): boolean {
    // as many an hour, of a material, are others a day where the day has other hours
    return this.#unitsDifferBy(1, j, i) && (scale === 1 || this.#unitsDifferBy(1 / scale, j, i))
  }

  #unitsDifferBy(factor: number, j: number, i: number): boolean {
    const [was, is] = [this.#was.assignments, this.#is.assignments]
    if (was === undefined || is === undefined || was.unitsPerDay.length === 0 || is.unitsPerDay.length === 0)
      return false
    const units = this.#units
    let isOther = false
    for (let n = is.start[i]; n < is.start[i + 1]; n++) units[is.resource[n]] += unitsOf(is.unitsPerDay, n)
    for (let n = was.start[j]; n < was.start[j + 1]; n++) {
      const code = this.#codeNow[was.resource[n]]
      if (code !== NO_MATCH) units[code] -= factor * unitsOf(was.unitsPerDay, n)
    }
    for (let n = is.start[i]; n < is.start[i + 1]; n++) {
      if (Math.abs(units[is.resource[n]]) > UNITS_TOLERANCE) isOther = true
      units[is.resource[n]] = 0
    }
    for (let n = was.start[j]; n < was.start[j + 1]; n++) {
      const code = this.#codeNow[was.resource[n]]
      if (code === NO_MATCH) continue
      if (Math.abs(units[code]) > UNITS_TOLERANCE) isOther = true
      units[code] = 0
    }
    return isOther
  }
}

/** What is not said is one unit a day. */
const unitsOf = (units: Float64Array, n: number): number => (Number.isNaN(units[n]) ? 1 : units[n])

/** Changes of what the schedules say of resources that both describe, by id, else by name. */
export function resourceChanges(before: ScheduleColumns, after: ScheduleColumns): SettingChange[] {
  const [was, is] = [before.resourceSpecs ?? [], after.resourceSpecs ?? []]
  const byName = new Map(was.flatMap(spec => (spec.name === null ? [] : [[spec.name, spec] as const])))
  const byId = new Map(was.map(spec => [spec.id, spec]))
  const calendarOf = ({ setting }: ScheduleColumns, { calendar }: ResourceSpec): string | null => {
    const spec = setting?.calendars[calendar]
    return spec === undefined ? null : (spec.name ?? spec.id)
  }
  return is.flatMap(now => {
    const old = byId.get(now.id) ?? (now.name === null ? undefined : byName.get(now.name))
    if (old === undefined) return []
    const resource = (from: string | null, to: string | null) => ({
      resource: { id: now.id, name: now.name ?? now.id, before: from, after: to },
    })
    const [from, to] = [calendarOf(before, old), calendarOf(after, now)]
    const limits = [limitsText(old.limits), limitsText(now.limits)] as const
    return [
      ...(from === to ? [] : [changeOf('resource_calendar', resource(from, to))]),
      ...(limits[0] === limits[1] ? [] : [changeOf('resource_limits', resource(...limits))]),
      ...(old.type === now.type ? [] : [changeOf('resource_type', resource(old.type, now.type))]),
    ]
  })
}

const limitsText = (limits: readonly ResourceLimitSpan[] | undefined): string | null =>
  limits === undefined ? null : limits.map(spanText).join('; ')

function spanText({ from, to, unitsPerDay }: ResourceLimitSpan): string {
  const units = Number.isFinite(unitsPerDay) ? `${unitsPerDay} a day` : 'no limit'
  return `${units}${from === undefined ? '' : ` from ${formatDay(from)}`}${to === undefined ? '' : ` to ${formatDay(to)}`}`
}
