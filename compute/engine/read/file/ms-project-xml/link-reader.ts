/** Links of a file of Microsoft Project, under their successors. Those to tasks of other files are left out. */
import type { ImportWarnings } from '../import-warnings.ts'
import { NO_CHILD, type XmlCursor } from '../xml/xml-cursor.ts'
import { flagOf, numberOf } from '../xml/xml-values.ts'
import { E } from './element-names.ts'
import { LinkRows } from './task-rows.ts'

/** Finish to start, and days: what a link is that does not say. */
const TYPE_DEFAULT = 1
const TYPE_MAX = 3
const LAG_FORMAT_DEFAULT = 7

export class LinkReader {
  readonly rows = new LinkRows()
  readonly #xml: XmlCursor
  readonly #warnings: ImportWarnings

  constructor(xml: XmlCursor, warnings: ImportWarnings) {
    this.#xml = xml
    this.#warnings = warnings
  }

  /** The PredecessorLink that the cursor has opened. */
  read(successorRow: number): void {
    const xml = this.#xml
    let uid = Number.NaN
    let type = TYPE_DEFAULT
    let lag = 0
    let format = LAG_FORMAT_DEFAULT
    let isCross = false
    for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
      if (name === E.PredecessorUID) uid = this.#number()
      else if (name === E.Type) type = this.#number()
      else if (name === E.LinkLag) lag = this.#number()
      else if (name === E.LagFormat) format = this.#number()
      else if (name === E.CrossProject) {
        xml.text()
        isCross = flagOf(xml) === 1
      } else xml.skip()
    }
    if (isCross) {
      const text = 'Links to tasks of other projects were left out: dates that they hold may come earlier.'
      this.#warnings.add('links_to_other_projects', text)
      return
    }
    if (!(Number.isInteger(type) && type >= 0 && type <= TYPE_MAX)) {
      this.#warnings.add('link_type_unknown', 'Links have a type that there is not; they were read as finish to start.')
      type = TYPE_DEFAULT
    }
    if (Number.isNaN(lag)) {
      this.#warnings.add('lag_unreadable', 'Lags of links could not be read and were taken as none.')
      lag = 0
    }
    this.rows.push(successorRow, uid, type, lag, format)
  }

  #number(): number {
    this.#xml.text()
    return numberOf(this.#xml)
  }
}
