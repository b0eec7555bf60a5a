/** ACTV and UNIT: what an activity is, its codes, and its quantities. */
import type { MappedField } from '../../../shared/contract/deliverables/mapping.ts'
import { SDEF_MAPPED } from '../../../shared/contract/deliverables/sdef-request.ts'
import { DAY_ABSENT } from '../../../shared/contract/schedule/columns.ts'
import { ASAP, FNLT, FO, MFO, MSO, NO_CONSTRAINT, SNET, SO } from '../kind/constraint-types.ts'
import { isLoe } from '../kind/participation.ts'
import type { SdefFile } from './sdef-file.ts'
import { ascii, ID_CHARACTERS_MAX, isPrintable, NAME_CHARACTERS_MAX, shortId } from './sdef-lines.ts'

const QUANTITY_MAX = 99_999_999.9999
const STARTS: readonly number[] = [SNET, MSO, SO]
const FINISHES: readonly number[] = [FNLT, MFO, FO]

const CODES = ['responsibility', 'work_area', 'modification', 'bid_item', 'phase', 'category', 'feature'] as const
const WIDTHS: Readonly<Record<(typeof CODES)[number], number>> = {
  responsibility: 4,
  work_area: 4,
  modification: 6,
  bid_item: 6,
  phase: 2,
  category: 1,
  feature: 30,
}
/** Without these a reviewer asks. */
const CODES_EXPECTED: readonly string[] = ['responsibility', 'work_area', 'bid_item', 'feature']

const isWrittenConstraint = (code: number): boolean => STARTS.includes(code) || FINISHES.includes(code)
const isWritable = (id: string): boolean => id.length <= ID_CHARACTERS_MAX && isPrintable(id)

export function activities(sdef: SdefFile): void {
  const { calendars, facts, mapping, notes } = sdef.source
  const { columns } = facts
  const codes = CODES.map(field => ({
    field,
    mappedOf: mapping.of(field),
    width: WIDTHS[field],
    missing: codeMissing(sdef, field),
  }))
  const workers = mapping.of('workers_per_day')
  const long = sdef.missing(
    'ACTV',
    'activity_id',
    'cannot_be_written',
    `Ids are longer than ${ID_CHARACTERS_MAX} characters, or have others than printable ASCII.`,
    'Give the activities ids of at most 10 characters, as UFGS 01 32 01.00 10 asks, say in mapping.activity_id where such ids stand, or let options.shorten_ids make them.',
  )
  const twice = sdef.missing(
    'ACTV',
    'activity_id',
    'cannot_be_written',
    'Ids stand for several activities.',
    'Give each activity an id of its own.',
  )
  const shorter = notes.change(
    'ACTV',
    'activity_id',
    `Ids longer than ${ID_CHARACTERS_MAX} characters, or with others than printable ASCII, are written shorter: shortened has both.`,
  )
  const ids = new Set<string>()
  const nameless = sdef.missing('ACTV', 'description', 'flagged', 'Activities have no name.', 'Name them.')
  const cutName = notes.change('ACTV', 'description', `Names are cut at ${NAME_CHARACTERS_MAX} characters.`)
  const foreign = notes.change(
    'ACTV',
    'description',
    'Letters beyond ASCII lose their accents or become question marks.',
  )
  const equal = sdef.missing(
    'ACTV',
    'description',
    'flagged',
    `Descriptions are equal in their first ${NAME_CHARACTERS_MAX} characters.`,
    'Begin the names differently.',
  )
  const lostConstraint = notes.change(
    'ACTV',
    'constraint_type',
    'Constraints other than a start no earlier (ES) or a finish no later (LF) are left blank.',
  )
  const second = notes.change('ACTV', 'constraint_type', 'The second constraint is left out: an activity has one.')
  const undated = notes.change('ACTV', 'constraint_date', 'A constraint without a date is left blank.')
  // the first that has it, until another one has it, too
  const seen = new Map<string, number>()
  const lengths = sdef.days('ACTV', 'duration')
  for (const i of sdef.tasks) {
    const set = sdef.lines.begin('ACTV')
    const id = sdef.ids(i)
    if (!isWritable(id)) long.add(i)
    else if (ids.has(id)) twice.add(i)
    ids.add(id)
    if (sdef.shortened.has(sdef.longId(i))) shorter.add(i)
    set('activity_id', shortId(id))
    const name = sdef.names(i).trim()
    const text = ascii(name)
    if (text !== name) foreign.add(i)
    if (text.length > NAME_CHARACTERS_MAX) cutName.add(i)
    const shown = text.slice(0, NAME_CHARACTERS_MAX).trimEnd()
    if (shown === '') nameless.add(i)
    else {
      const first = seen.get(shown)
      if (first !== undefined && first >= 0) equal.add(first)
      if (first !== undefined) equal.add(i)
      seen.set(shown, first === undefined ? i : -1)
    }
    set('description', shown)
    set('duration', lengths(facts.durationDays[i], i))
    const first = columns.constraintType[i]
    const other = columns.secondaryConstraintType[i]
    const [type, day] =
      isWrittenConstraint(first) || other === NO_CONSTRAINT
        ? [first, columns.constraintDate[i]]
        : [other, columns.secondaryConstraintDate[i]]
    if (isWrittenConstraint(type) && day !== DAY_ABSENT) {
      set('constraint_date', sdef.date('ACTV', 'constraint_date', day, i))
      set('constraint_type', STARTS.includes(type) ? 'ES' : 'LF')
    } else if (isWrittenConstraint(type)) undated.add(i)
    else if (type !== NO_CONSTRAINT && type !== ASAP) lostConstraint.add(i)
    if (other !== NO_CONSTRAINT && other !== ASAP && first !== NO_CONSTRAINT && first !== ASAP) second.add(i)
    set('calendar_code', sdef.codeOfCalendar[calendars.ofTask[i]])
    if (isLoe(columns.taskType[i])) set('hammock', 'Y')
    const crew = workers?.(i)
    if (crew !== undefined) set('workers_per_day', sdef.whole('ACTV', 'workers_per_day', Number(crew), i))
    for (const { field, mappedOf, width, missing } of codes) {
      const value = ascii(mappedOf?.(i)?.trim() ?? '')
      if (value === '') missing.add(i)
      else {
        notes.source('ACTV', field, 'mapping')
        set(field, value.slice(0, width))
      }
    }
  }
}

function codeMissing(sdef: SdefFile, field: string) {
  const isExpected = CODES_EXPECTED.includes(field)
  const mapped: MappedField = SDEF_MAPPED.find(({ name }) => name === field)!
  return sdef.missing(
    'ACTV',
    field,
    isExpected ? 'flagged' : 'accepted',
    'Activities have no value.',
    `Say in mapping.${field} where it stands, or give the activities the code ${mapped.code}.`,
  )
}

export function units(sdef: SdefFile): void {
  const { mapping, notes } = sdef.source
  const [total, perUnit, toDate, unit] = ['total_quantity', 'cost_per_unit', 'quantity_to_date', 'unit_of_measure'].map(
    field => mapping.of(field),
  )
  if (total === undefined) return
  for (const i of sdef.tasks) {
    const quantity = total(i)
    if (quantity === undefined) continue
    const set = sdef.lines.begin('UNIT')
    set('activity_id', shortId(sdef.ids(i)))
    set('total_quantity', sdef.decimal('UNIT', 'total_quantity', Number(quantity), 4, QUANTITY_MAX, i))
    set('cost_per_unit', sdef.decimal('UNIT', 'cost_per_unit', Number(perUnit?.(i) ?? 0), 4, QUANTITY_MAX, i))
    set('quantity_to_date', sdef.decimal('UNIT', 'quantity_to_date', Number(toDate?.(i) ?? 0), 4, QUANTITY_MAX, i))
    set('unit_of_measure', ascii(unit?.(i) ?? '').slice(0, 3))
    notes.source('UNIT', 'total_quantity', 'mapping')
  }
}
