/** Values of a task as DS04 of a PARS package has them, so that the checks of its receiver judge what would be delivered by the same mapping. */
import { checkName, MAPPED_FIELDS } from '../../../../../shared/contract/endpoint/data/catalogue-words.ts'
import { cent, ParsValues } from '../../../deliverables/pars-values.ts'
import { type At, CYCLE, countedAlike, type Field, ofNumber, ofText, words } from './field.ts'
import { mappedValues } from './mapping.ts'
import { deliveredFacts, type Measured, Missing } from './measured.ts'

const made = new WeakMap<Measured, ParsValues>()

function valuesOf(of: Measured): ParsValues {
  const known = made.get(of)
  if (known !== undefined) return known
  const { columns, mapping } = of
  const mappedOf = (field: string) => {
    const read = mappedValues(columns, mapping, checkName(field))?.at as At<string> | undefined
    return read && ((task: number) => read(task) || undefined)
  }
  const values = new ParsValues(columns, mappedOf, deliveredFacts(of))
  made.set(of, values)
  return values
}

const text = (
  name: string,
  about: string,
  textOf: (values: ParsValues, i: number) => string | undefined,
  absence = {},
): Field =>
  ofText(
    name,
    about,
    of => {
      const values = valuesOf(of)
      return i => textOf(values, i) ?? ''
    },
    absence,
  )

/** In percent; what stands in the package is a part of 1. */
const percent = (name: string, what: string, shareOf: (values: ParsValues, i: number) => number): Field =>
  ofNumber(name, `${what} of DS04 of PARS, in percent`, of => {
    const values = valuesOf(of)
    return of.network.cpm === undefined ? CYCLE : i => cent(100 * shareOf(values, i))
  })

export const DELIVERED_FIELDS: readonly Field[] = [
  text('pars_type', 'type of DS04 of PARS: TD, RD, LOE, SM, FM or WS', (values, i) => values.type(i)),
  text('pars_description', 'description of DS04 of PARS: the name, else the id', (values, i) => values.description(i)),
  ofNumber('pars_description_words', 'words of pars_description', of => {
    const values = valuesOf(of)
    return i => words(values.description(i))
  }),
  ofNumber('same_pars_description_count', 'tasks with this pars_description, capitals or not', of => {
    const values = valuesOf(of)
    return countedAlike(of.columns.taskCount, i => values.description(i).toLowerCase())
  }),
  text('pars_wbs', 'WBS_ID of DS04 of PARS: mapping.wbs_id, else wbs_code', (values, i) => values.wbs(i), {
    name: 'wbs_code',
  }),
  text(
    'percent_type',
    `${MAPPED_FIELDS.percent_type}: mapping.percent_type, else percent_complete_type, else physical where there is a physical percent`,
    (values, i) => values.percentType(i),
  ),
  percent('pc_duration', 'PC_duration', (values, i) => values.durationShare(i)),
  percent('pc_physical', 'PC_physical', (values, i) => values.physicalShare(i)),
  percent('pc_units', 'PC_units', (values, i) => values.unitsShare(i)),
  ofText(
    'pars_evt',
    `${MAPPED_FIELDS.evt}: mapping.evt, else A for level of effort and K for planning packages`,
    of => {
      const values = valuesOf(of)
      if (!of.mapping.has('evt')) return new Missing(`mapping.evt (${MAPPED_FIELDS.evt})`)
      return i => values.technique(i) ?? ''
    },
  ),
]
