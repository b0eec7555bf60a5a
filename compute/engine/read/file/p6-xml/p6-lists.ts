/**
 * The lists of P6 XML, element by element to the mapper. They may stand in any order, so rows that name activities, resources or codes are kept until all is
 * read. Keys are ObjectIds.
 */
import { CODE_VALUE_LENGTH_MAX } from '../../../../../shared/contract/schedule/codes.ts'
import type { BadValues } from '../bad-values.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import { looseNumber } from '../loose-numbers.ts'
import { NumberList } from '../number-list.ts'
import { LINK, TASK } from '../p6/p6-fields.ts'
import { type LinkRow, type OtherP6Task, otherTaskOf } from '../p6/p6-links.ts'
import type { P6Schedule } from '../p6/p6-schedule.ts'
import { TASKS_MAX } from '../p6/p6-tasks.ts'
import { ElementSlots } from '../xml/element-slots.ts'
import { KeptRows } from '../xml/kept-rows.ts'
import { knownFlag } from '../xml/single-values.ts'
import { NO_CHILD, type XmlCursor } from '../xml/xml-cursor.ts'
import { numberOf } from '../xml/xml-values.ts'
import { E } from './element-names.ts'
import { A, FIELD_VALUES, L, O, PLANS, R, RATED, S, W } from './list-elements.ts'

const TEXT_LENGTH_MAX = 1_000

/** ObjectIds as the numbers 0, 1, 2 ... */
class ObjectIds {
  readonly #numbers = new Map<number, number>()
  get size(): number {
    return this.#numbers.size
  }
  has(id: number): boolean {
    return this.#numbers.has(id)
  }
  /** -1 = it has none. */
  find(id: number): number {
    return this.#numbers.get(id) ?? -1
  }
  /** Number of an id, which is the next one where it has none; -1 = it is no id. */
  numberOf(id: number): number {
    const found = this.find(id)
    if (found >= 0 || !Number.isInteger(id)) return found
    this.#numbers.set(id, this.#numbers.size)
    return this.#numbers.size - 1
  }
}

/** 29 of 0.29, which times 100 is a little less. */
const percentOf = (share: number): number => Math.round(1e10 * share) / 1e8

const keyText = (id: number): string => (Number.isNaN(id) ? '' : String(id))

export class P6Lists implements LinkRow {
  readonly records: Readonly<Record<keyof typeof PLANS, ElementSlots>>
  /** ObjectId to the row of the activity. */
  readonly rows = new ObjectIds()
  /** There are more activities than any schedule has. */
  isTooLong = false
  readonly #xml: XmlCursor
  readonly #warnings: ImportWarnings
  readonly #bad: BadValues
  readonly #wbs = new ObjectIds()
  readonly #resources = new ObjectIds()
  readonly #rates: KeptRows
  readonly #assignments: KeptRows
  readonly #links: KeptRows
  /** Activity codes of rows: entry k of each. */
  readonly #codes = { row: new NumberList(), value: new NumberList() }
  /** User-defined fields of rows, in the same way. */
  readonly #fields = { row: new NumberList(), type: new NumberList() }
  readonly #fieldTexts: string[] = []
  /** Activities of other projects of the file. */
  readonly #others = new Map<string, OtherP6Task>()
  #calendarId = Number.NaN
  #calendar = -1
  /** The project whose links are added. */
  #projectId = Number.NaN

  constructor(xml: XmlCursor, warnings: ImportWarnings, bad: BadValues) {
    this.#xml = xml
    this.#warnings = warnings
    this.#bad = bad
    const slots = (list: keyof typeof PLANS, placeOf: () => string): ElementSlots =>
      new ElementSlots(PLANS[list], bad, placeOf)
    const keyIn = (list: keyof typeof PLANS, slot: number): string => keyText(this.records[list].values[slot])
    this.records = {
      task: slots('task', () => this.taskAt.place()),
      wbs: slots('wbs', () => `WBS ${keyIn('wbs', W.id)}`),
      resource: slots('resource', () => this.resourceAt.place()),
      rate: slots('rate', () => 'ResourceRate'),
      assignment: slots('assignment', () => `the assignment of activity ${keyIn('assignment', S.activity)}`),
      link: slots('link', () => this.rowPlace()),
      other: slots('other', () => `activity ${keyIn('other', O.id)}`),
    }
    const { length } = xml.bytes
    this.#rates = new KeptRows(PLANS.rate, length)
    this.#assignments = new KeptRows(PLANS.assignment, length)
    this.#links = new KeptRows(PLANS.link, length)
  }

  readonly taskAt = {
    place: (): string => `activity ${JSON.stringify(this.records.task.text(TASK.T.id))}`,
    key: (): string => keyText(this.records.task.values[A.id]),
  }
  readonly resourceAt = {
    place: (): string => `resource ${this.resourceAt.key()}`,
    key: (): string => keyText(this.records.resource.values[R.id]),
  }

  /** Fills slots from the element that the cursor has opened. `takeOther`: whether a child without a slot was read. */
  #fill(slots: ElementSlots, takeOther: (name: number) => boolean = TAKES_NOTHING): void {
    const xml = this.#xml
    slots.clear()
    for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted())
      if (!slots.take(xml, name) && !takeOther(name)) xml.skip()
  }

  /** The Activity that is open; one that names another project is passed over. */
  readActivity(projectId: number, { tasks, calendars }: P6Schedule): void {
    const slots = this.records.task
    const codeCount = this.#codes.row.count
    const fieldCount = this.#fieldTexts.length
    const row = tasks.count
    this.#fill(slots, this.#takeOfActivity)
    const { values } = slots
    const isForeign = !Number.isNaN(values[A.project]) && !Number.isNaN(projectId) && values[A.project] !== projectId
    const isNew = !isForeign && Number.isInteger(values[A.id]) && !this.rows.has(values[A.id])
    this.isTooLong ||= isNew && row === TASKS_MAX
    for (const slot of [TASK.V.physical, TASK.V.units]) values[slot] = percentOf(values[slot])
    if (isNew && !this.isTooLong && tasks.add(this.#wbs.numberOf(values[A.wbs]), this.#calendarOf(calendars))) {
      this.rows.numberOf(values[A.id])
      this.#bad.settle(row)
      return
    }
    this.#bad.settle(-1)
    if (!isForeign) tasks.leftOut.add(-1, this.taskAt.place)
    for (const list of [this.#codes.row, this.#codes.value]) list.count = codeCount
    for (const list of [this.#fields.row, this.#fields.type]) list.count = fieldCount
    this.#fieldTexts.length = fieldCount
  }

  #calendarOf(calendars: P6Schedule['calendars']): number {
    const id = this.records.task.values[A.calendar]
    if (!Object.is(id, this.#calendarId)) {
      this.#calendarId = id
      this.#calendar = calendars.numberOf(keyText(id))
    }
    return this.#calendar
  }

  readonly #takeOfActivity = (name: number): boolean => {
    if (name === E.Code) this.#readCode()
    else if (name === E.UDF) this.#readField()
    else return false
    return true
  }

  /** Row of the activity that is read, when it is kept. */
  get #nextRow(): number {
    return this.rows.size
  }

  #readField(): void {
    const xml = this.#xml
    let type = Number.NaN
    let text = ''
    for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
      if (name === E.TypeObjectId) type = this.#number()
      else if (FIELD_VALUES.has(name)) {
        xml.text()
        text ||= xml.string().slice(0, CODE_VALUE_LENGTH_MAX + 1)
      } else xml.skip()
    }
    if (text === '') return
    this.#fields.row.push(this.#nextRow)
    this.#fields.type.push(type)
    this.#fieldTexts.push(text)
  }

  #readCode(): void {
    let value = Number.NaN
    const xml = this.#xml
    for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
      if (name === E.ValueObjectId) value = this.#number()
      else xml.skip()
    }
    this.#codes.row.push(this.#nextRow)
    this.#codes.value.push(value)
  }

  #number(): number {
    this.#xml.text()
    return numberOf(this.#xml)
  }

  readWbs({ wbs }: P6Schedule): void {
    const slots = this.records.wbs
    this.#fill(slots)
    this.#bad.settle(-1)
    wbs.add(this.#wbs.numberOf(slots.values[W.id]), this.#wbs.numberOf(slots.values[W.parent]))
  }

  readResource({ resources }: P6Schedule): void {
    const slots = this.records.resource
    this.#fill(slots)
    this.#bad.settle(-1)
    const id = slots.values[R.id]
    if (!Number.isInteger(id) || this.#resources.has(id)) return
    this.#resources.numberOf(id)
    resources.add(keyText(slots.values[R.calendar]))
  }

  readRate(): void {
    this.#keep(this.records.rate, this.#rates)
  }

  /** A ResourceAssignment, or an ActivityExpense, which has no resource. */
  readAssignment(): void {
    this.#keep(this.records.assignment, this.#assignments, this.#takeDrives)
  }

  #keep(slots: ElementSlots, rows: KeptRows, takeOther?: (name: number) => boolean): void {
    this.#fill(slots, takeOther)
    this.#bad.settle(-1)
    rows.keep(slots)
  }

  readonly #takeDrives = (name: number): boolean => {
    if (name !== E.DrivingActivityDatesFlag) return false
    const field = 'ResourceAssignment.DrivingActivityDatesFlag'
    this.records.assignment.values[S.drives] = knownFlag(this.#xml, this.#warnings, field, 1)
    return true
  }

  readLink(): void {
    this.#keep(this.records.link, this.#links)
  }

  /** A Relationship that stands in another project: kept where one of its ends is an activity of this one. */
  readForeignLink(): void {
    const slots = this.records.link
    this.#fill(slots)
    this.#bad.settle(-1)
    if (this.rows.has(slots.values[L.predecessor]) !== this.rows.has(slots.values[L.successor])) this.#links.keep(slots)
  }

  /** An Activity of another project; those of the project itself are passed over. */
  readOther(): void {
    const slots = this.records.other
    this.#fill(slots)
    this.#bad.settle(-1)
    const id = slots.values[O.id]
    const key = keyText(id)
    if (Number.isInteger(id) && !this.rows.has(id) && !this.#others.has(key))
      this.#others.set(key, otherTaskOf(slots, keyText(slots.values[O.calendar])))
  }

  readCodeType({ codes }: P6Schedule): void {
    const [key, name] = this.#named(E.ObjectId, E.Name)
    codes.addType(key, name)
  }

  readFieldType({ codes }: P6Schedule): void {
    const [key, title] = this.#named(E.ObjectId, E.Title)
    codes.addField(key, title)
  }

  readCode({ codes }: P6Schedule): void {
    const [key, text, type] = this.#named(E.ObjectId, E.CodeValue, E.CodeTypeObjectId)
    codes.addValue(key, type, text)
  }

  /** The key, the text and the other key of an element of a few children. */
  #named(keyName: number, textName: number, otherName = -2): [key: string, text: string, other: string] {
    const xml = this.#xml
    let [key, text, other] = ['', '', '']
    for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
      if (name === keyName) key = keyText(this.#number())
      else if (name === otherName) other = keyText(this.#number())
      else if (name === textName) {
        xml.text()
        text = xml.string().slice(0, TEXT_LENGTH_MAX)
      } else xml.skip()
    }
    return [key, text, other]
  }

  /** When all is read: what was kept, to the mapper, but for the links. */
  giveRows({ resources, codes }: P6Schedule): void {
    const { rate, assignment } = this.records
    for (let k = 0; k < this.#rates.count; k++) {
      this.#rates.take(k, rate)
      resources.addRate(this.#resources.find(rate.values[RATED]))
    }
    for (let k = 0; k < this.#assignments.count; k++) {
      this.#assignments.take(k, assignment)
      const { values } = assignment
      const task = this.rows.find(values[S.activity])
      if (task < 0) {
        const id = values[S.activity]
        if (!Number.isNaN(id) && !this.#others.has(keyText(id))) resources.noteTaskless()
        continue
      }
      const resource = this.#resources.find(values[S.resource])
      // expenses, and roles that nobody fills yet, name none
      if (resource < 0 && !Number.isNaN(values[S.resource])) resources.noteUnknown()
      resources.assign(task, resource, values[S.drives])
    }
    for (let k = 0; k < this.#codes.row.count; k++) codes.give(this.#codes.row.at(k), keyText(this.#codes.value.at(k)))
    for (const [k, text] of this.#fieldTexts.entries())
      codes.giveField(this.#fields.row.at(k), keyText(this.#fields.type.at(k)), text)
  }

  /** The links, when everything else is settled. */
  giveLinks(schedule: P6Schedule, projectId: number): ReturnType<ReturnType<P6Schedule['settle']>['finish']> {
    this.#projectId = projectId
    const links = schedule.settle(this)
    const { link } = this.records
    for (let k = 0; k < this.#links.count; k++) {
      this.#links.take(k, link)
      const { values } = link
      const lag = link.text(LINK.T.lag).trim()
      links.add(
        this.rows.find(values[L.successor]),
        this.rows.find(values[L.predecessor]),
        lag === '' ? 0 : looseNumber(lag),
      )
    }
    return links.finish(this.#others)
  }

  // what is asked of the link that is read
  rowPlace(): string {
    return `a link to the activity with ObjectId ${this.records.link.values[L.successor]}`
  }
  place(): string {
    return `Relationship from ObjectId ${this.keyOf(true)} to ${this.keyOf(false)}`
  }
  keyOf(isPredecessor: boolean): string {
    return String(this.records.link.values[isPredecessor ? L.predecessor : L.successor])
  }
  isOwn(isPredecessor: boolean): boolean {
    const project = this.records.link.values[isPredecessor ? L.predecessorProject : L.successorProject]
    return Number.isNaN(project) || project === this.#projectId
  }
  noteBadLag(task: number): void {
    const [field, word] = ['Relationship.Lag', this.records.link.text(LINK.T.lag)]
    this.#warnings.addUnknown({ code: 'lag_unreadable', field, word, place: this.rowPlace(), task, readAs: '0' })
  }
}

const TAKES_NOTHING = (): boolean => false
