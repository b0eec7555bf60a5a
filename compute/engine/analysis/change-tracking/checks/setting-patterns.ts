/** Patterns in calendars and scheduling options: CT13, CT14, CT15. */

import { EPSILON_DAYS } from '../../../calendar/snap.ts'
import type { CheckOutcome } from '../../../check/check.ts'
import { counted, NO_HITS } from '../../../check/findings.ts'
import { taskCalendars } from '../../../clock/calendars.ts'
import { NO_MATCH } from '../../../ids/match-ids.ts'
import { NOT_STARTED } from '../../../population/progress.ts'
import type { Severity } from '../../../result/result.ts'
import { inDays } from '../../../wording/days.ts'
import { plural } from '../../../wording/numbers.ts'
import { capital } from '../../../wording/tasks.ts'
import { categoryOf, type SettingImpact } from '../setting-impact.ts'
import { settingText } from '../show-settings.ts'
import { hitsOfAfter, isOpen, type PairContext, type PatternRow, patternRow } from './context.ts'

/** Time that is made by rewriting the plan hides delay; time that is taken away delays what nobody's work delayed. */
const byDirection = ({ evidence }: CheckOutcome): Severity =>
  (evidence as { finish_days: number }).finish_days < -EPSILON_DAYS ? 'high' : 'medium'

const hasCalendars = ({ before, after }: PairContext): boolean =>
  before.columns.setting !== undefined && after.columns.setting !== undefined

const openCount = (pair: PairContext): number => {
  const { takesPart, taskCount } = pair.after.network
  let count = 0
  for (let i = 0; i < taskCount; i++) if (takesPart[i] === 1 && isOpen(pair, i)) count++
  return count
}

const noCalendars = (): CheckOutcome => counted(NO_HITS, 0, 'requires calendars in both statuses')

const movementText = (isEarlier: boolean, days: string) =>
  isEarlier ? `brought the finish ${days} forward` : `moved the finish by ${days}`

const movement = (days: number, pair: PairContext): string =>
  movementText(days < 0, inDays(Math.abs(days), pair.offsetBasis))

const namesOf = (pair: PairContext, each: readonly SettingImpact[]): string[] =>
  each.map(impact => settingText(pair, impact.change))

const calendarEffect = patternRow({
  code: 'CT13',
  title: 'Changed calendars move the finish',
  severity: byDirection,
  population: 'Incomplete tasks of the later status.',
  formula:
    'Those in a calendar that was changed, or in another one than before, where that together moves the finish: earlier is high, later medium.',
  needs: [],
  advice: {
    title: 'Justify the changed working time',
    description:
      'Name the agreement or the order behind each change of a calendar, and show the finish in the earlier calendars beside the new one.',
  },
  run: pair => {
    if (!hasCalendars(pair)) return noCalendars()
    const { each, calendarDays, reassignedCount } = pair.settings
    const evidence = { finish_days: calendarDays }
    const changes = each.filter(({ change }) => categoryOf(change) === 'calendar')
    if (changes.length + reassignedCount === 0)
      return counted(NO_HITS, openCount(pair), 'No working time was changed.', evidence)
    if (!(Math.abs(calendarDays) > EPSILON_DAYS))
      return counted(
        NO_HITS,
        openCount(pair),
        `${plural(changes.length, 'change of calendars', 'changes of calendars')} and ${plural(reassignedCount, 'task')} in another calendar than before do not move the finish.`,
        evidence,
      )
    const moving = changes.filter(({ days }) => Math.abs(days) > EPSILON_DAYS)
    const { reassigned } = pair.setting.difference
    const hits = new Set((moving.length > 0 ? moving : changes).flatMap(({ reached }) => [...reached]))
    for (const [i, calendar] of reassigned.entries()) if (calendar !== NO_MATCH && isOpen(pair, i)) hits.add(i)
    const names = [
      ...namesOf(pair, moving),
      ...(reassignedCount === 0 ? [] : [`${plural(reassignedCount, 'task')} in another calendar than before`]),
    ]
    const message = `${capital(names.join('; '))}. ${(changes.length + reassignedCount) === 1 ? 'It' : 'Together with all changes of calendars they'} ${movement(calendarDays, pair)}.`
    return counted(
      hitsOfAfter(
        pair,
        [...hits].sort((a, b) => a - b),
      ),
      openCount(pair),
      message,
      evidence,
    )
  },
})

const pastRewritten = patternRow({
  code: 'CT14',
  title: 'Past working time changed',
  severity: 'medium',
  population: 'Tasks of the later status that have started.',
  formula: 'Those in a calendar whose days before the earlier status date have other working time.',
  needs: [],
  advice: {
    title: 'Explain the calendar days that had passed',
    description:
      'Keep the days that had passed as they were: they decide how long the work that was done took, and how late it was.',
  },
  run: pair => {
    const { after, settings } = pair
    if (!hasCalendars(pair)) return noCalendars()
    const started: number[] = []
    for (let i = 0; i < after.network.taskCount; i++)
      if (after.network.takesPart[i] === 1 && after.prepared.input.state[i] !== NOT_STARTED) started.push(i)
    const past = settings.each.filter(({ change }) => change.pastDayCount > 0)
    const calendars = taskCalendars(after.columns, after.columns.setting!)
    const touched = new Set(past.map(({ change }) => change.calendarAfter))
    const hits = started.filter(i => touched.has(calendars[i]))
    const dayCount = past.reduce((sum, { change }) => sum + change.pastDayCount, 0)
    const message =
      dayCount === 0
        ? 'No day before the earlier status date has other working time.'
        : `${plural(dayCount, 'calendar day')} before the earlier status date in ${plural(touched.size, 'calendar')} have other working time: ${namesOf(pair, past).join('; ')}.`
    return counted(hits.length === 0 ? NO_HITS : hitsOfAfter(pair, hits), started.length, message, { days: dayCount })
  },
})

const optionsChanged = patternRow({
  code: 'CT15',
  title: 'Scheduling options changed',
  severity: byDirection,
  population: 'Incomplete tasks of the later status.',
  formula: 'Those that the changed options move: high where they together bring the finish forward, else medium.',
  needs: [],
  advice: {
    title: 'Justify the changed scheduling options',
    description:
      'Compare updates that were computed by the same options, or show the finish by the earlier ones beside the new one.',
  },
  run: pair => {
    if (!hasCalendars(pair)) return noCalendars()
    const { each, optionDays } = pair.settings
    const evidence = { finish_days: optionDays }
    const options = each.filter(({ change }) => change.kind === 'option')
    if (options.length === 0) return counted(NO_HITS, openCount(pair), 'No scheduling option was changed.', evidence)
    const hits = [...new Set(options.flatMap(({ reached }) => [...reached]))].sort((a, b) => a - b)
    const message = `${capital(namesOf(pair, options).join('; '))}. ${options.length === 1 ? 'It' : 'Together they'} ${movement(optionDays, pair)}.`
    return counted(hits.length === 0 ? NO_HITS : hitsOfAfter(pair, hits), openCount(pair), message, evidence)
  },
})

export const SETTING_PATTERNS = [calendarEffect, pastRewritten, optionsChanged] as const satisfies readonly PatternRow[]
