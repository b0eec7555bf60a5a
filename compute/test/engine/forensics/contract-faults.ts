/** What every method's contract dates keep to: each day once, window by window and by every rule of the float. */
import type { Plain } from '../../helpers/analyse.ts'

/** Figures are printed to six decimals. */
const DIGIT = 2e-6
const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0)
const total = (members: Record<string, number>): number => sum(Object.values(members))

/** `contract_dates` of a result. */
export function contractFaults({ completions, float_owner }: Plain): string[] {
  const faults: string[] = []
  const dayOf = (date: string): number => Date.parse(date) / 86_400_000
  for (const row of completions) {
    const is = (name: string, a: number, b: number): void =>
      void (Math.abs(a - b) <= DIGIT || faults.push(`${row.id} ${name}: ${a}, ${b}`))
    const moved = row.margin_start_calendar_days - row.margin_calendar_days
    const [used, late] = [total(row.margin_used), total(row.late)]
    is('late', row.late_calendar_days, Math.max(0, dayOf(row.finish_date) - dayOf(row.completion_date)))
    is('margin', row.margin_calendar_days, dayOf(row.completion_date) - dayOf(row.finish_date))
    is('movement', used + late, Math.max(0, moved))
    is(
      'late by plan',
      late + row.planned_late_calendar_days + row.unexplained_late_calendar_days,
      row.late_calendar_days,
    )
    for (const holder of Object.keys(row.late)) {
      is(`${holder} windows`, sum(row.windows.map((each: Plain) => each.late[holder])), row.late[holder])
      is(`${holder} margin`, sum(row.windows.map((each: Plain) => each.margin_used[holder])), row.margin_used[holder])
      if (row.late[holder] < 0 || row.margin_used[holder] < 0) faults.push(`${holder} below 0`)
    }
    const [project, contractor, first] = row.by_float_owner
    is(
      'project',
      project.extension_calendar_days + project.liquidated_calendar_days + project.open_calendar_days,
      row.late_calendar_days,
    )
    is(
      'contractor',
      contractor.liquidated_calendar_days + contractor.open_calendar_days,
      Math.max(0, row.late_calendar_days - contractor.extension_calendar_days),
    )
    is('one rule', project.liquidated_calendar_days, first.liquidated_calendar_days)
    if (contractor.extension_calendar_days < project.extension_calendar_days) faults.push('shorter extension')
    // a contract counts dates, and no part of a day has money on it
    for (const each of row.by_float_owner) {
      const parts = ['extension', 'liquidated', 'open'].map(name => [name, each[`${name}_calendar_days`]] as const)
      for (const [name, days] of parts) {
        if (!Number.isInteger(days) || days < 0) faults.push(`${name} of ${days} days`)
        const apart = Math.abs(days - each[`exact_${name}_calendar_days`])
        // two parts of it are rounded: before the date and after it
        if (apart >= 2 || (row.rounding === 'none' && apart > 1e-3)) faults.push(`${name} ${apart} days off`)
      }
      if (each.extended_completion_date === null) continue
      const reached = dayOf(each.extended_completion_date) + each.liquidated_calendar_days + each.open_calendar_days
      is(
        'extended date and the days after it reach the finish',
        row.late_calendar_days > 0 ? Math.max(reached, dayOf(row.finish_date)) : 0,
        row.late_calendar_days > 0 ? reached : 0,
      )
    }
    const chosen = row.by_float_owner.find((each: Plain) => each.float_owner === float_owner)
    is('chosen', chosen.liquidated_calendar_days, row.liquidated_calendar_days)
  }
  return faults
}
