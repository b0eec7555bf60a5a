/** The named values of a task: as it was sent, of its network, shared with other tasks, and as the mapping of the request gives them. */
import { MAPPED_FIELDS, type MappedName } from '../../../../../shared/contract/endpoint/data/catalogue-words.ts'
import { textAt } from '../../../../../shared/contract/schedule/text.ts'
import { SCHEDULE_VISIBILITY } from '../../../kind/participation.ts'
import { DELIVERED_FIELDS } from './delivered-fields.ts'
import { type At, countedAlike, type Field, KNOWN, ofNumber, ofText, words } from './field.ts'
import { CodedTexts, mappedValues } from './mapping.ts'
import { type Measured, Missing } from './measured.ts'
import { NETWORK_FIELDS } from './network-fields.ts'
import { MARGIN, SENT_FIELDS } from './sent-fields.ts'

const BY_NAME = { name: 'name' }

const shared: readonly Field[] = [
  ofNumber('same_id_count', 'tasks with this id', ({ columns }) =>
    countedAlike(columns.taskCount, i => textAt(columns.id, i)),
  ),
  ofNumber(
    'same_name_count',
    'tasks with this name, capitals or not; none where it has no name',
    ({ columns }) => countedAlike(columns.taskCount, i => textAt(columns.name, i).toLowerCase() || undefined),
    BY_NAME,
  ),
  ofNumber(
    'same_short_name_count',
    'tasks whose name begins with the same 30 signs, capitals or not',
    ({ columns }) =>
      countedAlike(columns.taskCount, i => textAt(columns.name, i).slice(0, 30).toLowerCase() || undefined),
    BY_NAME,
  ),
  ofNumber(
    'name_word_count',
    'words of the name',
    ({ columns }) =>
      i =>
        words(textAt(columns.name, i)),
  ),
]

/** A level is a number, the others are texts. */
const NUMERIC: readonly MappedName[] = ['milestone_level', 'percent_units']

/** Of an assignment, or known without a mapping, too. */
const OTHERWISE: readonly MappedName[] = [
  'element_of_cost',
  'subtype',
  'subproject',
  'percent_type',
  'wbs_id',
  'responsibility',
]

const mapped = (Object.entries(MAPPED_FIELDS) as [MappedName, string][])
  .filter(([name]) => !OTHERWISE.includes(name))
  .map(([name, about]): Field => {
    const values = ({ columns, mapping }: Measured) =>
      mappedValues(columns, mapping, name) ?? new Missing(`mapping.${name} (${about})`)
    if (!NUMERIC.includes(name))
      return ofText(name, `mapping.${name}: ${about}`, of => {
        const made = values(of)
        return made instanceof Missing ? made : (made.at as At<string>)
      })
    return ofNumber(name, `mapping.${name}: ${about}`, of => {
      const made = values(of)
      return made instanceof Missing ? made : row => numberOf((made.at as At<string>)(row))
    })
  })

/** Words of the reasons that a mapping gives; none where there is no text. */
const wordCounts = mapped
  .filter(({ name, kind }) => kind === 'text' && (name.endsWith('_reason') || /justification|description/.test(name)))
  .map(({ name, make }) =>
    ofNumber(`${name}_words`, `words of ${name}; none without a text`, of => {
      const made = make(of)
      return made instanceof Missing ? made : row => words((made as At<string>)(row)) || Number.NaN
    }),
  )

/** Mapped fields that a rule reads where they are known, and does without where they are not. */
const known = (['evt', 'milestone_level', 'percent_units'] as const).map((name): Field => {
  const field = mapped.find(each => each.name === name)!
  const about = `${name} where a mapping gives it, else none`
  const make = (of: Measured) => {
    const made = field.make(of)
    return made instanceof Missing ? () => (field.kind === 'text' ? '' : Number.NaN) : made
  }
  return { name: `known_${name}`, kind: field.kind, about, make: make as Field['make'], absence: KNOWN }
})

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))

/** The subtype by the mapping, else by the types of tasks where any is margin or visibility. */
const subtypes: readonly Field[] = [
  ofText('subtype', 'SVT, ZBA or SM: mapping.subtype, else by task_type', of => {
    const { columns, mapping, tasks } = of
    const made = mappedValues(columns, mapping, 'subtype')?.at as At<string> | undefined
    const ofKind = (i: number): string =>
      tasks.kind[i] === SCHEDULE_VISIBILITY ? 'SVT' : tasks.kind[i] === MARGIN ? 'SM' : ''
    if (made !== undefined) return i => made(i) || ofKind(i)
    for (let i = 0; i < columns.taskCount; i++) if (ofKind(i) !== '') return ofKind
    return new Missing(`mapping.subtype (${MAPPED_FIELDS.subtype})`)
  }),
  ofText(
    'known_subtype',
    'the subtype where it is known, else none',
    of => {
      const made = subtypes[0].make(of)
      return made instanceof Missing ? () => '' : (made as At<string>)
    },
    KNOWN,
  ),
  ofText(
    'subproject',
    'mapping.subproject; none without it',
    ({ columns, mapping }) => {
      const made = mappedValues(columns, mapping, 'subproject')
      return made === undefined ? () => '' : (made.at as At<string>)
    },
    KNOWN,
  ),
]

const responsibility = ofText(
  'responsibility',
  `${MAPPED_FIELDS.responsibility}: mapping.responsibility, else the code RESP, else organization_code`,
  ({ columns, mapping }) => {
    const made = mappedValues(columns, mapping, 'responsibility')
    if (made !== undefined) return made.at as At<string>
    const texts = new CodedTexts(columns.organizationCode)
    return i => texts.at(i)
  },
)

export const PLAIN_TASK_FIELDS: readonly Field[] = [
  ...SENT_FIELDS,
  ...NETWORK_FIELDS,
  ...shared,
  ...mapped,
  ...DELIVERED_FIELDS,
  ...wordCounts,
  ...known,
  ...subtypes,
  responsibility,
]

/** The values of a field of this schedule, or what they need. */
export const numbers = (of: Measured, name: string): At<number> | Missing =>
  PLAIN_TASK_FIELDS.find(field => field.name === name)!.make(of) as At<number> | Missing
export const texts = (of: Measured, name: string): At<string> | Missing =>
  PLAIN_TASK_FIELDS.find(field => field.name === name)!.make(of) as At<string> | Missing
