/** The schedule data sets of a CPP upload to PARS: DS04, DS05, DS06, DS19 and DS20. The baseline, where one is sent, is a second full schedule with dates and floats of its own. */
import { idMatcher } from '../ids/match-ids.ts'
import { type ZipPart, zipOf } from '../write/xlsx/zip.ts'
import { type Build, joinedBytes } from './deliverable.ts'
import { textsOf } from './facts.ts'
import { SEND_BASELINE } from './notes.ts'
import { PARS_SETS, ParsPackage, type Sent } from './pars-package.ts'
import { calendars, links, resources } from './pars-sets.ts'
import { tasks } from './pars-tasks.ts'

export const buildPars: Build = source => {
  const pars = new ParsPackage(source)
  // of different calendars of one name, that of the current schedule keeps it
  const current = pars.sent('FC', source.facts, source.calendars)
  const sent: Sent[] = []
  if (source.baselineFacts !== undefined) sent.push(pars.sent('BL', source.baselineFacts, source.baselineCalendars!))
  else
    pars.missing('DS04', 'schedule_type', 'flagged', 'There is no baseline: rows BL are missing.', SEND_BASELINE).add()
  noteWbsRoots(pars)
  const { mustFinishBy } = source.project
  if (mustFinishBy !== null)
    source.notes
      .change(
        'DS04',
        'constraint_date',
        `The required finish of the project, ${mustFinishBy}, has no place and is left out.`,
      )
      .add()
  sent.push(current)
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

/** Below the root of a WBS code, which P6 names after the project: another one in each monthly copy of it. */
const belowRoot = (code: string): string => code.slice(code.indexOf('.') + 1)

function noteWbsRoots(pars: ParsPackage): void {
  const { facts, baselineFacts, mapping } = pars.source
  if (baselineFacts === undefined || mapping.of('WBS_ID') !== undefined) return
  const [own, other] = [facts, baselineFacts].map(({ columns }) => {
    const values = textsOf(columns.wbsCode.values)
    return (i: number): string => (columns.wbsCode.codes[i] > 0 ? values(columns.wbsCode.codes[i] - 1) : '')
  })
  const tally = pars.missing(
    'DS04',
    'WBS_ID',
    'flagged',
    'WBS elements of BL and FC differ in their root alone, which P6 names after the project.',
    'Give both projects one id in P6, or say in mapping.WBS_ID where the element stands: "wbs:2.." leaves the root out.',
  )
  const partner = idMatcher(baselineFacts.columns)(facts.columns)
  for (const [i, j] of partner.entries()) {
    if (j < 0) continue
    const [now, was] = [own!(i), other!(j)]
    if (now !== was && now.includes('.') && was.includes('.') && belowRoot(now) === belowRoot(was)) tally.add(i)
  }
}
