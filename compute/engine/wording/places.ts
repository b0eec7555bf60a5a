/** Schedules of a request in sentences, by where they stand in it. */

/** "current schedule", "baseline schedule", "snapshot 2" of schedule_history.1; of anything else what it is called. */
export function scheduleName(place: string): string {
  const [container, index] = place.split('.')
  if (container === 'schedule_history' && index !== undefined) return `snapshot ${Number(index) + 1}`
  return place.replace('_', ' ')
}

/** The same within a sentence: "the current schedule", "snapshot 2". */
export const theSchedule = (place: string): string =>
  place.endsWith('_schedule') ? `the ${scheduleName(place)}` : scheduleName(place)

/** At the beginning of a sentence. */
export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
