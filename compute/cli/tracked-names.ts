/**
 * Names of members of sis compare in its two analyses: the delay analysis has the oldest file as its baseline, change tracking as the first of its
 * history. On the command line they are those of the delay analysis.
 */
const [BASELINE, HISTORY] = ['baseline_schedule', 'schedule_history']
const [BASELINE_DATE, SNAPSHOT_DATE] = ['baseline_date', 'snapshot_date']

/** NAME=VALUE of --set as change tracking takes it. */
export const asTracked = (pair: string): string =>
  pair
    .replace(/^schedule_history\.(\d+)\./, (_, place) => `${HISTORY}.${Number(place) + 1}.`)
    .replace(`${BASELINE}.${BASELINE_DATE}=`, `${BASELINE}.${SNAPSHOT_DATE}=`)
    .replace(/^baseline_schedule\./, `${HISTORY}.0.`)

/** A line about a refusal of change tracking in the names of the command line. */
export const asCompared = (line: string): string =>
  line
    .replaceAll(/\bschedule_history\.(\d+)\b/g, (_, place) =>
      Number(place) === 0 ? BASELINE : `${HISTORY}.${Number(place) - 1}`,
    )
    .replaceAll(`${BASELINE}.${SNAPSHOT_DATE}`, `${BASELINE}.${BASELINE_DATE}`)
