/** Links of a file of Microsoft Project, under their successors. */
import type { ImportWarnings } from '../import-warnings.ts'
import { isFormat } from '../ms-project/duration-formats.ts'
import type { LinkRows } from '../ms-project/task-rows.ts'
import { knownFlag, knownNumber } from '../xml/single-values.ts'
import { NO_CHILD, type XmlCursor } from '../xml/xml-cursor.ts'
import { numberOf } from '../xml/xml-values.ts'
import { E } from './element-names.ts'

/** Finish to start, and days: what a link is that does not say. */
const TYPE_DEFAULT = 1
const TYPE_MAX = 3
const LAG_FORMAT_DEFAULT = 7
const isType = (type: number): boolean => Number.isInteger(type) && type >= 0 && type <= TYPE_MAX

const TYPE = { field: 'PredecessorLink.Type', readAs: `${TYPE_DEFAULT}, finish to start`, code: 'link_type_unknown' }
const LAG = { field: 'PredecessorLink.LinkLag', readAs: '0', code: 'lag_unreadable' }
const LAG_FORMAT = { field: 'PredecessorLink.LagFormat', readAs: `${LAG_FORMAT_DEFAULT}, days of working time` }

export class LinkReader {
  readonly #rows: LinkRows
  readonly #xml: XmlCursor
  readonly #warnings: ImportWarnings
  readonly #placeOf: () => string

  /** `placeOf`: the successor, in words. */
  constructor(xml: XmlCursor, warnings: ImportWarnings, placeOf: () => string, rows: LinkRows) {
    this.#rows = rows
    this.#xml = xml
    this.#warnings = warnings
    this.#placeOf = placeOf
  }

  /** The PredecessorLink that the cursor has opened. */
  read(successorRow: number): void {
    const xml = this.#xml
    const warnings = this.#warnings
    let uid = Number.NaN
    let type = TYPE_DEFAULT
    let lag = 0
    let format = LAG_FORMAT_DEFAULT
    let isCross = false
    for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
      if (name === E.PredecessorUID) {
        xml.text()
        uid = numberOf(xml)
      } else if (name === E.Type) type = knownNumber(xml, warnings, TYPE, isType, TYPE_DEFAULT, this.#placeOf)
      else if (name === E.LinkLag) lag = knownNumber(xml, warnings, LAG, Number.isFinite, 0, this.#placeOf)
      else if (name === E.LagFormat)
        format = knownNumber(xml, warnings, LAG_FORMAT, isFormat, LAG_FORMAT_DEFAULT, this.#placeOf)
      else if (name === E.CrossProject) isCross = knownFlag(xml, warnings, 'PredecessorLink.CrossProject', 0) === 1
      else xml.skip()
    }
    this.#rows.push(successorRow, uid, isCross, type, lag, format)
  }
}
