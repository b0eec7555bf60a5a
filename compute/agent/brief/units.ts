/** What the days of a result are, in one text: an answer without its unit is no answer. */
import type { AnalysisResult } from '../../engine/result/result.ts'
import { dayBasis, offsetBasis } from '../../engine/wording/days.ts'

type Mode = Parameters<typeof dayBasis>[0]

/** undefined: the result names no calendar. */
export function unitsOf({ calendar }: AnalysisResult['data']): string | undefined {
  const mode = (calendar as { readonly mode?: Mode } | null | undefined)?.mode
  if (mode === undefined) return undefined
  const own = mode === 'task_calendars' ? ' of the calendar of each task' : ''
  const [floats, movements] = [dayBasis(mode), offsetBasis(mode)]
  return floats === movements && own === ''
    ? `all days are ${floats} days`
    : `floats and durations: ${floats} days${own}; movements, delays and drag: ${movements} days`
}
