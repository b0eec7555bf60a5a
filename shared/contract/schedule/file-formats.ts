/**
 * The formats of project files, a row each. Detection, media types, texts of the interface, of the tools, of the page and of the command line are made from
 * these rows. Beside its row a format that is read has a reader (compute/engine/read/file/readers.ts), one that is written a writer
 * (compute/engine/write/file/project-file.ts); neither compiles without.
 */

/** What the bytes of a format are known by. */
export type Signature =
  /** They begin with these; latin-1. */
  | { readonly bytes: string }
  /** As a text, in whatever encoding, they begin so. */
  | { readonly text: RegExp }
  /** XML with one of these root elements, which names this namespace or none at all; without a namespace any. */
  | { readonly roots: readonly string[]; readonly namespace?: string }
  /** A ZIP archive that has this file. */
  | { readonly archived: string }
  /** A compound file (OLE2) with one of these in its directory, or a text that begins so. */
  | { readonly entries: readonly string[]; readonly orText?: RegExp }

interface FormatRow {
  readonly name: string
  /** In lists: "P6 XML". */
  readonly label: string
  /** Beside its tool: "XML" of "Primavera P6". */
  readonly kind: string
  readonly tool: string
  readonly mediaType: string
  readonly extension: `.${string}`
  /** Others that files of this format go by. */
  readonly moreExtensions?: readonly `.${string}`[]
  readonly signature: Signature
  readonly isRead: boolean
  readonly isWritten: boolean
}

const FORMATS = [
  {
    name: 'xer',
    label: 'XER',
    kind: 'XER',
    tool: 'Primavera P6',
    mediaType: 'application/xer',
    extension: '.xer',
    signature: { text: /^(?:ERMHDR|%T[\t ])/ },
    isRead: true,
    isWritten: true,
  },
  {
    name: 'p6_xml',
    label: 'P6 XML',
    kind: 'XML',
    tool: 'Primavera P6',
    mediaType: 'application/vnd.primavera.p6+xml',
    extension: '.xml',
    signature: { roots: ['APIBusinessObjects', 'BusinessObjects'] },
    isRead: true,
    isWritten: true,
  },
  {
    name: 'ms_project_xml',
    label: 'Microsoft Project XML',
    kind: 'XML',
    tool: 'Microsoft Project',
    mediaType: 'application/vnd.ms-project+xml',
    extension: '.xml',
    signature: { roots: ['Project'], namespace: 'http://schemas.microsoft.com/project' },
    isRead: true,
    isWritten: true,
  },
  {
    name: 'mpp',
    label: 'Microsoft Project MPP',
    kind: 'MPP',
    tool: 'Microsoft Project',
    mediaType: 'application/vnd.ms-project',
    extension: '.mpp',
    moreExtensions: ['.mpt', '.mpx'],
    // of Project 98, 2000 to 2003, 2007, and 2010 to 2021; the text is its exchange format (.mpx)
    signature: { entries: ['   1', '   19', '   112', '   114'], orText: /^MPX[,;\t]/ },
    isRead: true,
    isWritten: false,
  },
  {
    name: 'sdef',
    label: 'SDEF',
    kind: 'SDEF',
    tool: 'the Corps of Engineers',
    mediaType: 'application/vnd.usace.sdef',
    extension: '.sdef',
    signature: { text: /^(?:VOLM|PROJ) [ 0-9]/ },
    isRead: true,
    isWritten: false,
  },
  {
    name: 'ipmdar_spd',
    label: 'IPMDAR SPD',
    kind: 'SPD',
    tool: 'IPMDAR',
    mediaType: 'application/vnd.ipmdar.spd+zip',
    extension: '.zip',
    signature: { archived: 'FileType.txt' },
    isRead: true,
    isWritten: false,
  },
] as const satisfies readonly FormatRow[]

type Row = (typeof FORMATS)[number]
type ReadFormat = Extract<Row, { isRead: true }>
export type WrittenFormat = Extract<Row, { isWritten: true }>
/** Name of a format that is read. */
export type FileFormat = ReadFormat['name']

export const READ_FORMATS: readonly ReadFormat[] = FORMATS.filter(row => row.isRead)
const isText = ({ signature }: ReadFormat): boolean => 'text' in signature || 'roots' in signature
/** What can be sent as text, and what by its bytes alone. */
export const TEXT_FORMATS: readonly ReadFormat[] = READ_FORMATS.filter(isText)
export const BINARY_FORMATS: readonly ReadFormat[] = READ_FORMATS.filter(row => !isText(row))
/** In the order of their names. */
export const WRITTEN_FORMATS: readonly WrittenFormat[] = FORMATS.filter(row => row.isWritten).toSorted((a, b) =>
  a.name < b.name ? -1 : 1,
)

const byName = (wordOf: (row: Row) => string) =>
  Object.fromEntries(FORMATS.map(row => [row.name, wordOf(row)])) as Readonly<Record<Row['name'], string>>

export const FILE_MEDIA_TYPES = byName(({ mediaType }) => mediaType)
/** "XER of Primavera P6" */
export const FORMAT_TITLES = byName(({ kind, tool }) => `${kind} of ${tool}`)
/** Those that a body may have. */
export const READ_MEDIA_TYPES: readonly string[] = READ_FORMATS.map(({ mediaType }) => mediaType)

/** "a, b or c", each once. */
function series(all: readonly string[], last: 'and' | 'or'): string {
  const words = [...new Set(all)]
  const before = words.slice(0, -1)
  return before.length === 0 ? words.join('') : `${before.join(', ')} ${last} ${words.at(-1)}`
}

/** "XER, P6 XML or Microsoft Project XML" */
export const formatSeries = (
  last: 'and' | 'or',
  rows: readonly Row[] = READ_FORMATS,
  wordOf = ({ label }: Row): string => label,
): string => series(rows.map(wordOf), last)

/** "XER or XML of Primavera P6, XML of Microsoft Project" */
export function readByTool(last: 'and' | 'or'): string {
  const kinds = Map.groupBy(READ_FORMATS, ({ tool }) => tool)
  return [...kinds]
    .map(
      ([tool, rows]) =>
        `${series(
          rows.map(({ kind }) => kind),
          last,
        )} of ${tool}`,
    )
    .join(', ')
}

/** Extensions of the files that are read, each once. */
export const READ_EXTENSIONS: readonly string[] = [
  ...new Set(READ_FORMATS.flatMap((row: FormatRow) => [row.extension, ...(row.moreExtensions ?? [])])),
]

export const FORM_MEDIA_TYPE = 'multipart/form-data'

/** Types that do not identify a project file; its first bytes do. */
export const SNIFFED_MEDIA_TYPES = [
  'application/octet-stream',
  'application/xml',
  'text/xml',
  'text/plain',
  'application/zip',
] as const
