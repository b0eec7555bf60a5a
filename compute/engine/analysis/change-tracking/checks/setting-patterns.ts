/** Patterns in calendars and scheduling options: CT13, CT14, CT15. */
import { EPSILON_DAYS } from '../../../calendar/snap.ts'
import type { CheckOutcome } from '../../../check/check.ts'
import { NO_HITS } from '../../../check/findings.ts'
import { counted } from '../../../check/outcomes.ts'
import { taskCalendars } from '../../../clock/calendars.ts'
import { NO_MATCH } from '../../../ids/match-ids.ts'
import { NOT_STARTED } from '../../../population/progress.ts'
import type { Severity } from '../../../result/result.ts'
import { inDays } from '../../../wording/days.ts'
import { categoryOf, type SettingImpact } from '../setting-impact.ts'
import { settingText } from '../show-settings.ts'
import { WORDS } from '../words.ts'
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

const noCalendars = (): CheckOutcome => counted(NO_HITS, 0, WORDS.settingPatterns.noCalendars)

const movement = (days: number, pair: PairContext): string =>
  WORDS.settingPatterns.movement(days < 0, inDays(Math.abs(days), pair.offsetBasis))

const namesOf = (pair: PairContext, each: readonly SettingImpact[]): string[] =>
  each.map(impact => settingText(pair, impact.change))

const calendarEffect = patternRow({
  code: 'CT13',
  title: WORDS.calendarEffect.title,
  severity: byDirection,
  population: WORDS.calendarEffect.population,
  formula: WORDS.calendarEffect.formula,
  needs: [],
  advice: { title: WORDS.calendarEffect.adviceTitle, description: WORDS.calendarEffect.adviceDescription },
  run: pair => {
    if (!hasCalendars(pair)) return noCalendars()
    const { each, calendarDays, reassignedCount } = pair.settings
    const evidence = { finish_days: calendarDays }
    const changes = each.filter(({ change }) => categoryOf(change) === 'calendar')
    if (changes.length + reassignedCount === 0)
      return counted(NO_HITS, openCount(pair), WORDS.calendarEffect.none, evidence)
    if (!(Math.abs(calendarDays) > EPSILON_DAYS))
      return counted(NO_HITS, openCount(pair), WORDS.calendarEffect.noEffect(changes.length, reassignedCount), evidence)
    const moving = changes.filter(({ days }) => Math.abs(days) > EPSILON_DAYS)
    const { reassigned } = pair.setting.difference
    const hits = new Set((moving.length > 0 ? moving : changes).flatMap(({ reached }) => [...reached]))
    for (const [i, calendar] of reassigned.entries()) if (calendar !== NO_MATCH && isOpen(pair, i)) hits.add(i)
    const names = [...namesOf(pair, moving), ...WORDS.calendarEffect.reassigned(reassignedCount)]
    const message = WORDS.calendarEffect.message(
      changes.length + reassignedCount,
      movement(calendarDays, pair),
      names.join('; '),
    )
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
  title: WORDS.pastRewritten.title,
  severity: 'medium',
  population: WORDS.pastRewritten.population,
  formula: WORDS.pastRewritten.formula,
  needs: [],
  advice: { title: WORDS.pastRewritten.adviceTitle, description: WORDS.pastRewritten.adviceDescription },
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
    const message = WORDS.pastRewritten.message(dayCount, touched.size, namesOf(pair, past).join('; '))
    return counted(hits.length === 0 ? NO_HITS : hitsOfAfter(pair, hits), started.length, message, { days: dayCount })
  },
})

const optionsChanged = patternRow({
  code: 'CT15',
  title: WORDS.optionsChanged.title,
  severity: byDirection,
  population: WORDS.optionsChanged.population,
  formula: WORDS.optionsChanged.formula,
  needs: [],
  advice: { title: WORDS.optionsChanged.adviceTitle, description: WORDS.optionsChanged.adviceDescription },
  run: pair => {
    if (!hasCalendars(pair)) return noCalendars()
    const { each, optionDays } = pair.settings
    const evidence = { finish_days: optionDays }
    const options = each.filter(({ change }) => change.kind === 'option')
    if (options.length === 0) return counted(NO_HITS, openCount(pair), WORDS.optionsChanged.none, evidence)
    const hits = [...new Set(options.flatMap(({ reached }) => [...reached]))].sort((a, b) => a - b)
    const message = WORDS.optionsChanged.message(
      options.length,
      namesOf(pair, options).join('; '),
      movement(optionDays, pair),
    )
    return counted(hits.length === 0 ? NO_HITS : hitsOfAfter(pair, hits), openCount(pair), message, evidence)
  },
})

export const SETTING_PATTERNS = [calendarEffect, pastRewritten, optionsChanged] as const satisfies readonly PatternRow[]
