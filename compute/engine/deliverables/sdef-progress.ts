/** PRED and PROG: the links of activities; their dates, floats and costs. */
import { DAY_ABSENT, LINK_UNKNOWN } from '../../../shared/contract/schedule/columns.ts'
import { COMPUTED } from './facts.ts'
import { DAYS_MAX, DUST, type SdefFile } from './sdef-file.ts'
import { shortId } from './sdef-lines.ts'

const COST_MAX = 999_999_999.99
/** By the codes of the column: FS, SS, FF; SF has none. */
const LINK_TYPES = ['C', 'S', 'F', undefined] as const

export function links(sdef: SdefFile): void {
  const { calendars, facts, notes } = sdef.source
  const { start, task, type, lagDays } = facts.columns.links
  const { elapsedLags } = facts.columns
  const backwards = sdef.missing(
    'PRED',
    'type',
    'cannot_be_written',
    'Links from start to finish have no letter, and UFGS 01 32 01.00 10 forbids them.',
    'Replace them by other links.',
  )
  const away = notes.change('PRED', 'predecessor_id', 'Links of summaries are left out, as these have no record.')
  const elapsed = notes.change('PRED', 'lag', 'Lags round the clock are written as the work days that they mostly are.')
  const lags = sdef.days('PRED', 'lag')
  for (const s of sdef.tasks) {
    for (let k = start[s]; k < start[s + 1]; k++) {
      const p = task[k]
      if (p === LINK_UNKNOWN) continue
      if (sdef.has[p] === 0) {
        away.add(s)
        continue
      }
      const letter = LINK_TYPES[type[k]]
      if (letter === undefined) {
        backwards.add(s)
        continue
      }
      const set = sdef.lines.begin('PRED')
      set('activity_id', shortId(sdef.ids(s)))
      set('predecessor_id', shortId(sdef.ids(p)))
      set('type', letter)
      if (elapsedLags[k] === 1) elapsed.add(s)
      const { week } = calendars.specs[calendars.ofTask[p]]
      const share = elapsedLags[k] === 1 ? week.filter(shifts => shifts.length > 0).length / 7 : 1
      set('lag', lags(lagDays[k] * share, s))
    }
  }
  openStarts(sdef)
}

function openStarts(sdef: SdefFile): void {
  const { start } = sdef.source.facts.columns.links
  const heads = sdef.tasks.filter(i => start[i] === start[i + 1])
  if (heads.length < 2) return
  const open = sdef.missing(
    'PRED',
    'predecessor_id',
    'flagged',
    'Activities have no predecessor; UFGS 01 32 01.00 10 wants one such activity.',
    'Link them.',
  )
  for (const i of heads) open.add(i)
}

export function progress(sdef: SdefFile): void {
  const { facts, mapping, notes } = sdef.source
  const { columns } = facts
  const { actualStart, actualFinish, budgetedCost, assignments } = columns
  const costs = { own: mapping.of('cost'), toDate: mapping.of('cost_to_date'), stored: mapping.of('stored_material') }
  const uncosted = sdef.missing(
    'PROG',
    'cost',
    'flagged',
    'Activities have no cost: 0.00 is written.',
    'Load them with cost, or say in mapping.cost where it stands. RMS wants the sum to be the contract amount.',
  )
  const over = sdef.missing(
    'PROG',
    'cost_to_date',
    'flagged',
    'The cost to date is more than the cost.',
    'Correct the actual costs.',
  )
  const future = sdef.missing(
    'PROG',
    'actual_start',
    'flagged',
    'Actual dates lie after the data date.',
    'Correct them.',
  )
  const unstarted = sdef.missing(
    'PROG',
    'actual_start',
    'flagged',
    'Finished activities have no actual start.',
    'Give it.',
  )
  const left = sdef.days('PROG', 'remaining_duration')
  const floats = notes.change(
    'PROG',
    'total_float',
    'Part days of float are left out: whole work days are written, never more than there are.',
  )
  const wide = notes.change('PROG', 'total_float', `Floats beyond ${DAYS_MAX} work days are written as ${DAYS_MAX}.`)
  const dates = (['early_start', 'early_finish', 'late_start', 'late_finish'] as const).map((field, n) => ({
    field,
    days: [facts.earlyStart, facts.earlyFinish, facts.lateStart, facts.lateFinish][n],
    missing: sdef.missing(
      'PROG',
      field,
      'rejected',
      'There is no date, and none can be computed.',
      'Give status_date or the dates of the tasks.',
    ),
  }))
  for (const i of sdef.tasks) {
    const set = sdef.lines.begin('PROG')
    set('activity_id', shortId(sdef.ids(i)))
    const [begun, ended] = [actualStart[i], actualFinish[i]]
    if (begun !== DAY_ABSENT) set('actual_start', sdef.date('PROG', 'actual_start', begun, i))
    if (ended !== DAY_ABSENT) {
      if (begun === DAY_ABSENT) unstarted.add(i)
      set('actual_finish', sdef.date('PROG', 'actual_finish', ended, i))
    }
    if (facts.statusDay !== DAY_ABSENT && Math.max(begun, ended) > facts.statusDay) future.add(i)
    const isFinished = facts.isFinished(i)
    set('remaining_duration', isFinished ? '0' : left(facts.remainingDays[i], i))
    let [assigned, spent, isAssigned] = [0, 0, false]
    for (let a = assignments?.start[i] ?? 0; a < (assignments?.start[i + 1] ?? 0); a++) {
      const [budget, actual] = [assignments!.budgetedCost[a] ?? Number.NaN, assignments!.actualCost[a] ?? Number.NaN]
      if (budget >= 0) [assigned, isAssigned] = [assigned + budget, true]
      if (actual >= 0) spent += actual
    }
    const mapped = costs.own?.(i)
    const cost =
      mapped !== undefined
        ? Number(mapped)
        : budgetedCost[i] >= 0
          ? budgetedCost[i]
          : isAssigned
            ? assigned
            : Number.NaN
    if (Number.isNaN(cost)) uncosted.add(i)
    else notes.source('PROG', 'cost', mapped === undefined ? 'file' : 'mapping')
    const toDate = Number(costs.toDate?.(i) ?? spent)
    if (toDate > (cost || 0) + 0.005) over.add(i)
    set('cost', sdef.decimal('PROG', 'cost', cost || 0, 2, COST_MAX, i))
    set('cost_to_date', sdef.decimal('PROG', 'cost_to_date', toDate, 2, COST_MAX, i))
    set('stored_material', sdef.decimal('PROG', 'stored_material', Number(costs.stored?.(i) ?? 0), 2, COST_MAX, i))
    for (const { field, days, missing } of dates) {
      const day = days.values[i]
      if (day === DAY_ABSENT) missing.add(i)
      else {
        notes.source('PROG', field, days.from[i] === COMPUTED ? 'computed' : 'file')
        set(field, sdef.date('PROG', field, day, i))
      }
    }
    const float = facts.totalFloat.values[i]
    if (isFinished || Number.isNaN(float)) continue
    const whole = Math.floor(float + DUST)
    if (Math.abs(whole - float) > DUST) floats.add(i)
    if (Math.abs(whole) > DAYS_MAX) wide.add(i)
    notes.source('PROG', 'total_float', facts.totalFloat.from[i] === COMPUTED ? 'computed' : 'file')
    set('float_sign', whole < 0 ? '-' : '+')
    set('total_float', String(Math.min(Math.abs(whole), DAYS_MAX)))
  }
}
