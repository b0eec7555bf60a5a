/** The schedule data sets of a CPP upload to PARS: DS04, DS05, DS06, DS19 and DS20. The baseline, where one is sent, is a second full schedule with dates and floats of its own. */
import { type ZipPart, zipOf } from '../write/xlsx/zip.ts'
import { type Build, joinedBytes } from './deliverable.ts'
import { PARS_SETS, ParsPackage, type Sent } from './pars-package.ts'
import { calendars, links, resources } from './pars-sets.ts'
import { tasks } from './pars-tasks.ts'

export const buildPars: Build = source => {
  const pars = new ParsPackage(source)
  const sent: Sent[] = []
  if (source.baselineFacts !== undefined) sent.push(pars.sent('BL', source.baselineFacts, source.baselineCalendars!))
  else
    pars
      .missing(
        'DS04',
        'schedule_type',
        'flagged',
        'There is no baseline: rows BL are missing.',
        'Send the baseline as baseline_schedule.',
      )
      .add()
  sent.push(pars.sent('FC', source.facts, source.calendars))
  for (const each of sent) {
    tasks(pars, each)
    links(pars, each)
    resources(pars, each)
  }
  calendars(pars)
  const parts: ZipPart[] = []
  const records: { readonly table: string; readonly rows: number }[] = []
  for (const table of PARS_SETS) {
    const { count } = pars.part(table)
    const part = pars.part(table).finish()
    if (count === 0) continue
    parts.push(part)
    records.push({ table, rows: count })
  }
  return { records, write: () => ({ name: `${pars.stem}.zip`, bytes: joinedBytes(zipOf(parts)) }) }
}
