/** Tasks of the XML of Microsoft Project: each to the slots of the keeper. */

import type { ColumnsBuilder } from '../../columns-builder.ts'
import type { BadValues } from '../bad-values.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import { TaskKeeper } from '../ms-project/task-keeper.ts'
import { BASELINE_NUMBER, BASELINE_SLOTS, TASK_SLOTS } from '../ms-project/task-slots.ts'
import { ElementSlots, SlotPlan } from '../xml/element-slots.ts'
import { NO_CHILD, type XmlCursor } from '../xml/xml-cursor.ts'
import { readGivenField } from './custom-field-reader.ts'
import { E } from './element-names.ts'
import { LinkReader } from './link-reader.ts'

// The children of a Task and of its Baseline that are read.

const TASK_PLAN = new SlotPlan(E, TASK_SLOTS)
const BASELINE_PLAN = new SlotPlan(E, BASELINE_SLOTS)

export class TaskReader {
  readonly keeper: TaskKeeper
  readonly #xml: XmlCursor
  readonly #links: LinkReader
  readonly #slots: ElementSlots
  /** The baseline that is read, and the one that counts. */
  #baseline: ElementSlots
  #wantedBaseline: ElementSlots

  constructor(xml: XmlCursor, builder: ColumnsBuilder, warnings: ImportWarnings, bad: BadValues) {
    this.#xml = xml
    const place = (): string => this.keeper.place
    const placeOfBaseline = (): string => `${place()}, Baseline`
    this.#slots = new ElementSlots(TASK_PLAN, bad, place)
    this.#baseline = new ElementSlots(BASELINE_PLAN, bad, placeOfBaseline)
    this.#wantedBaseline = new ElementSlots(BASELINE_PLAN, bad, placeOfBaseline)
    this.keeper = new TaskKeeper(builder, warnings, bad, this.#slots, this.#wantedBaseline)
    this.#links = new LinkReader(xml, warnings, place, this.keeper.links)
  }

  /** The element Tasks that the cursor has opened. */
  readTasks(): void {
    const xml = this.#xml
    for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
      if (name === E.Task) this.#readTask()
      else xml.skip()
    }
  }

  #readTask(): void {
    const xml = this.#xml
    const slots = this.#slots
    const { keeper } = this
    keeper.begin()
    for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
      if (slots.take(xml, name)) continue
      if (name === E.PredecessorLink) this.#links.read(keeper.rows.count)
      else if (name === E.ExtendedAttribute || name === E.OutlineCode)
        readGivenField(xml, keeper.customFields, keeper.rows.count)
      else if (name === E.Baseline) this.#readBaseline()
      else xml.skip()
    }
    keeper.end()
  }

  #readBaseline(): void {
    const xml = this.#xml
    const baseline = this.#baseline
    baseline.clear()
    for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) if (!baseline.take(xml, name)) xml.skip()
    // 0 is the baseline, 1 to 10 are saved beside it
    if (baseline.values[BASELINE_NUMBER] > 0 || this.keeper.hasBaseline) return
    this.keeper.hasBaseline = true
    this.keeper.baseline = baseline
    this.#baseline = this.#wantedBaseline
    this.#wantedBaseline = baseline
  }
}
