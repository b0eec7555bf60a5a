/**
 * What of a file is read otherwise than it says: its project, where it has several, and its data date; and whether it was levelled here. It stands in the type of the file, so that it goes
 * wherever the file goes: into workers, into the store of the browser, into every request (body.ts).
 */
export interface Reading {
  /** '' = as the service chooses. */
  readonly project: string
  /** YYYY-MM-DD; '' = as the file says. */
  readonly statusDate: string
  /** It is no file of another tool: this page levelled it. */
  readonly isLevelled: boolean
}

export const AS_FILE: Reading = { project: '', statusDate: '', isLevelled: false }

const TYPE = /^application\/x-schedule;project=([0-9a-f]*);date=([-0-9]*)(;levelled)?$/
const UNIT_LENGTH = 4

/** Browsers write types in small letters. */
const packed = (text: string): string =>
  Array.from({ length: text.length }, (_, i) => text.charCodeAt(i).toString(16).padStart(UNIT_LENGTH, '0')).join('')

const unpacked = (text: string): string =>
  (text.match(/.{4}/g) ?? []).map(unit => String.fromCharCode(Number.parseInt(unit, 16))).join('')

export function readAs(file: Blob, { project, statusDate, isLevelled }: Reading): Blob {
  const isAsFile = project === '' && statusDate === '' && !isLevelled
  const more = isLevelled ? ';levelled' : ''
  return new Blob([file], {
    type: isAsFile ? '' : `application/x-schedule;project=${packed(project)};date=${statusDate}${more}`,
  })
}

export function readingOf({ type }: Blob): Reading {
  const [, project = '', statusDate = '', levelled] = TYPE.exec(type) ?? []
  return { project: unpacked(project), statusDate, isLevelled: levelled !== undefined }
}
