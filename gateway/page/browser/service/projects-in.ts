/** Projects of a file of P6 that has several, to choose from: by the IDs that the service takes. None where the file is read by the service alone. */
const BYTES_MAX = 20_000_000
const TABLE = /^%T\tPROJECT\r?$/m
const LINES = /\r?\n/

/** As P6 writes: in UTF-8, or in the code page of its machine. */
function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function ofXer(text: string): string[] {
  const table = TABLE.exec(text)
  if (table === null) return []
  const [, fields = '', ...rows] = text.slice(table.index).split(LINES)
  const at = fields.split('\t').indexOf('proj_short_name')
  const end = rows.findIndex(row => !row.startsWith('%R'))
  return at < 0 ? [] : rows.slice(0, end < 0 ? undefined : end).flatMap(row => row.split('\t')[at] ?? [])
}

function ofXml(text: string): string[] {
  const { documentElement: root } = new DOMParser().parseFromString(text, 'text/xml')
  const children = (of: Element, name: string): Element[] => [...of.children].filter(each => each.localName === name)
  return children(root, 'Project').flatMap(project => children(project, 'Id')[0]?.textContent ?? [])
}

export async function projectsIn(file: Blob): Promise<readonly string[]> {
  if (file.size > BYTES_MAX) return []
  const text = textOf(await file.arrayBuffer())
  const found = text.startsWith('ERMHDR') ? ofXer(text) : text.includes('<APIBusinessObjects') ? ofXml(text) : []
  return found.filter(id => id !== '')
}
