/**
 * Blocks as a Word document (Office Open XML, ECMA-376): cover, contents, headings, tables whose heads repeat, header and numbered pages. Drawings are tables of
 * their rows: Word shows SVG only beside a picture in pixels, which nothing here makes.
 */
import { SERVICE_TITLE } from '../../../../shared/contract/envelope.ts'
import type { Cell } from '../../write/sheets/sheet-visitor.ts'
import { ZipPart, zipOf } from '../../write/xlsx/zip.ts'
import { escaped, shortened } from '../markup.ts'
import { figureText } from '../table.ts'
import { WORDS } from '../words.ts'
import {
  type Block,
  type Column,
  type Cover,
  captionOf,
  type Document,
  type Logo,
  piecesOf,
  readable,
  shownRows,
  type Table,
} from './blocks.ts'
import { bytesOf } from './logo.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const NAMESPACES = `xmlns:w="${WORD}" xmlns:r="${OFFICE}" xmlns:wp="${DRAWING}/wordprocessingDrawing" xmlns:a="${DRAWING}/main" xmlns:pic="${DRAWING}/picture"`

/** Twentieths of a point. */
const PAPERS = { a4: { width: 11_906, height: 16_838 }, letter: { width: 12_240, height: 15_840 } } as const
const MARGIN = 850

/** What keeps a name apart from its sentence, where there is no markup for it. */
const [ISOLATE, END_ISOLATE] = ['\u2068', '\u2069']

const sentenceXml = (sentence: string): string =>
  piecesOf(sentence)
    .map((piece, n) => (n % 2 === 1 ? `${ISOLATE}${escaped(piece)}${END_ISOLATE}` : escaped(readable(piece))))
    .join('')

const run = (xml: string, properties = ''): string =>
  `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${xml}</w:t></w:r>`

const paragraph = (style: string, content: string, more = ''): string =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/>${more}</w:pPr>${content}</w:p>`

const said = (style: string, sentence: string): string => paragraph(style, run(sentenceXml(sentence)))

const PAGE_BREAK = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'

const CELL_CHARACTERS_MAX = 600

function cellText(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return figureText(cell)
  if (typeof cell === 'boolean') return cell ? WORDS.yes : WORDS.no
  return shortened(readable(cell), CELL_CHARACTERS_MAX)
}

function rowXml(cells: readonly string[], columns: readonly Column[], width: number, isHead: boolean): string {
  const shown = columns.map((column, c) => {
    const align = column.kind === 'number' ? '<w:jc w:val="right"/>' : ''
    const style = isHead ? 'TableHead' : 'TableText'
    return `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr>${paragraph(style, run(escaped(cells[c] ?? '')), align)}</w:tc>`
  })
  return `<w:tr><w:trPr><w:cantSplit/>${isHead ? '<w:tblHeader/>' : ''}</w:trPr>${shown.join('')}</w:tr>`
}

function tableXml(table: Table, pageWidth: number): string {
  const { columns } = table
  const width = Math.floor((pageWidth - 2 * MARGIN) / columns.length)
  const grid = columns.map(() => `<w:gridCol w:w="${width}"/>`)
  const head = rowXml(
    columns.map(({ label }) => label),
    columns,
    width,
    true,
  )
  const body = shownRows(table).map(row => rowXml(row.map(cellText), columns, width, false))
  return `${paragraph('Caption', run(sentenceXml(captionOf(table))), '<w:keepNext/>')}<w:tbl><w:tblPr><w:tblStyle w:val="Grid"/><w:tblW w:w="5000" w:type="pct"/></w:tblPr><w:tblGrid>${grid.join('')}</w:tblGrid>${head}${body.join('')}</w:tbl>${paragraph('Gap', '')}`
}

/** A number for each heading that the contents lead to. */
function headingXml({ level, text, anchor }: Extract<Block, { is: 'heading' }>, number: number): string {
  const words = run(sentenceXml(text))
  const mark =
    anchor === undefined
      ? words
      : `<w:bookmarkStart w:id="${number}" w:name="_s${number}"/>${words}<w:bookmarkEnd w:id="${number}"/>`
  return paragraph(`Heading${level}`, mark)
}

function blockXml(block: Block, number: number, pageWidth: number): string {
  switch (block.is) {
    case 'heading':
      return headingXml(block, number)
    case 'text':
      return said(block.kind === undefined ? 'Normal' : STYLE_OF[block.kind], block.text)
    case 'list':
      return block.items.map(item => paragraph('Item', run(`\u2022\u00a0${sentenceXml(item)}`))).join('')
    case 'table':
      return block.isOfBookAlone === true ? '' : tableXml(block, pageWidth)
    case 'figure':
      return block.rows === undefined ? '' : tableXml(block.rows, pageWidth)
    case 'break':
      return PAGE_BREAK
  }
}

const STYLE_OF = { lead: 'Lead', soft: 'Soft', limit: 'Limit' } as const

/** shown: until a program computes it. */
const field = (name: string, shown = '1'): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${name} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>${shown}</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`

/** Pages of the contents are known to who lays out: Word is to ask for them when it opens the document. */
const SETTINGS = `<w:settings xmlns:w="${WORD}"><w:updateFields w:val="true"/></w:settings>`

const contentsXml = (anchored: readonly string[]): string =>
  said('Contents', WORDS.contents) +
  anchored
    .map((words, n) =>
      paragraph(
        'Normal',
        `<w:hyperlink w:anchor="_s${n + 1}">${run(sentenceXml(words))}</w:hyperlink>${run('\u2003')}${field(`PAGEREF _s${n + 1} \\h`, '')}`,
      ),
    )
    .join('') +
  PAGE_BREAK

/** English metric units of a millimetre; a logo is at most so high. */
const EMU = 36_000
const LOGO_HEIGHT = 30
const LOGO_WIDTH = 70

function logoXml({ width, height }: Logo): string {
  const scale = Math.min(LOGO_HEIGHT / height, LOGO_WIDTH / width) * EMU
  const size = `cx="${Math.round(width * scale)}" cy="${Math.round(height * scale)}"`
  return paragraph(
    'Normal',
    `<w:r><w:drawing><wp:inline><wp:extent ${size}/><wp:docPr id="1" name="Logo"/><a:graphic><a:graphicData uri="${DRAWING}/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="Logo"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rIdLogo"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`,
  )
}

function coverXml({ title, subject, logo, facts, notice, signature }: Cover): string {
  const lines = facts.map(([name, value]) =>
    paragraph('Normal', `${run(`${escaped(name)}: `, '<w:b/>')}${run(sentenceXml(value))}`),
  )
  return [
    logo === undefined ? '' : logoXml(logo),
    said('Soft', SERVICE_TITLE),
    said('Title', title),
    said('Lead', subject),
    ...lines,
    said('Limit', notice),
    ...signature.map(words => said('Sign', words)),
    PAGE_BREAK,
  ].join('')
}

function documentXml(document: Document): string {
  const { width, height } = PAPERS[document.paper]
  const anchored: string[] = []
  const body = document.blocks.map(block => {
    if (block.is === 'heading' && block.anchor !== undefined) anchored.push(block.text)
    return blockXml(block, anchored.length, width)
  })
  const section = `<w:sectPr><w:headerReference w:type="default" r:id="rIdHeader"/><w:footerReference w:type="default" r:id="rIdFooter"/><w:footerReference w:type="first" r:id="rIdFooter"/><w:pgSz w:w="${width}" w:h="${height}"/><w:pgMar w:top="1134" w:right="${MARGIN}" w:bottom="1134" w:left="${MARGIN}" w:header="567" w:footer="567" w:gutter="0"/><w:titlePg/></w:sectPr>`
  return `<w:document ${NAMESPACES}><w:body>${coverXml(document.cover)}${contentsXml(anchored)}${body.join('')}${section}</w:body></w:document>`
}

const tabAt = ({ paper }: Document): string =>
  `<w:tabs><w:tab w:val="right" w:pos="${PAPERS[paper].width - 2 * MARGIN}"/></w:tabs>`

const headerXml = (document: Document): string =>
  `<w:hdr ${NAMESPACES}>${paragraph('Soft', `${run(sentenceXml(document.running.left))}<w:r><w:tab/></w:r>${run(sentenceXml(document.running.right))}`, tabAt(document))}</w:hdr>`

const footerXml = (document: Document): string =>
  `<w:ftr ${NAMESPACES}>${paragraph('Soft', `${run(sentenceXml(document.running.foot))}<w:r><w:tab/></w:r>${run('Page ')}${field('PAGE')}${run(' of ')}${field('NUMPAGES')}`, tabAt(document))}</w:ftr>`

/** size: in half points. */
const style = (id: string, size: number, paragraphs = '', letters = ''): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"${id === 'Normal' ? ' w:default="1"' : ''}><w:name w:val="${NAMES[id] ?? id}"/>${id === 'Normal' ? '' : '<w:basedOn w:val="Normal"/>'}<w:qFormat/><w:pPr>${paragraphs}</w:pPr><w:rPr>${letters}<w:sz w:val="${size}"/></w:rPr></w:style>`

/** Names that Word knows, so that its navigation finds the headings. */
const NAMES: Readonly<Record<string, string>> = {
  Heading1: 'heading 1',
  Heading2: 'heading 2',
  Title: 'Title',
  Caption: 'caption',
}

const space = (before: number, after: number): string => `<w:spacing w:before="${before}" w:after="${after}"/>`
const BORDERS = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
  .map(side => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="BBC3CC"/>`)
  .join('')

const STYLES = `<w:styles xmlns:w="${WORD}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/><w:lang w:val="en-GB"/></w:rPr></w:rPrDefault></w:docDefaults>${[
  style('Normal', 20, space(0, 80)),
  style('Title', 48, space(2_400, 120), '<w:b/>'),
  style('Contents', 30, space(0, 160), '<w:b/>'),
  style('Heading1', 30, `<w:keepNext/>${space(360, 120)}<w:outlineLvl w:val="0"/>`, '<w:b/>'),
  style('Heading2', 24, `<w:keepNext/>${space(240, 80)}<w:outlineLvl w:val="1"/>`, '<w:b/>'),
  style('Lead', 24, space(80, 120)),
  style('Soft', 16, space(0, 80), '<w:color w:val="5B6775"/>'),
  style(
    'Limit',
    20,
    `<w:pBdr><w:left w:val="single" w:sz="24" w:space="8" w:color="8A5A00"/></w:pBdr><w:shd w:val="clear" w:color="auto" w:fill="F5F7F9"/>${space(80, 120)}`,
  ),
  style('Item', 20, `${space(0, 40)}<w:ind w:left="340" w:hanging="227"/>`),
  style('Caption', 17, `<w:keepNext/>${space(120, 60)}`, '<w:color w:val="5B6775"/>'),
  style('TableHead', 15, space(20, 20), '<w:b/>'),
  style('TableText', 15, space(20, 20)),
  style('Gap', 12, space(0, 0)),
  style(
    'Sign',
    20,
    `<w:pBdr><w:top w:val="single" w:sz="4" w:space="4" w:color="1B2430"/></w:pBdr>${space(900, 0)}<w:ind w:right="5000"/>`,
  ),
].join(
  '',
)}<w:style w:type="table" w:styleId="Grid"><w:name w:val="Table Grid"/><w:tblPr><w:tblBorders>${BORDERS}</w:tblBorders><w:tblCellMar><w:left w:w="60" w:type="dxa"/><w:right w:w="60" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style></w:styles>`

const override = (path: string, type: string): string =>
  `<Override PartName="/${path}" ContentType="${TYPE}.${type}+xml"/>`
const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`

function part(path: string, content: string | Uint8Array): ZipPart {
  const made = new ZipPart(path)
  if (typeof content === 'string') made.sink.utf8(content)
  else made.sink.copy(content)
  made.finish()
  return made
}

export function documentDocx(document: Document): Uint8Array<ArrayBuffer>[] {
  const { logo, title } = document.cover
  const picture = logo === undefined ? undefined : `media/logo.${logo.type}`
  const xml = (path: string, content: string): ZipPart => part(path, XML + content)
  return zipOf([
    xml(
      '[Content_Types].xml',
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${logo === undefined ? '' : `<Default Extension="${logo.type}" ContentType="image/${logo.type}"/>`}${override('word/document.xml', 'document.main')}${override('word/styles.xml', 'styles')}${override('word/settings.xml', 'settings')}${override('word/header1.xml', 'header')}${override('word/footer1.xml', 'footer')}<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`,
    ),
    xml(
      '_rels/.rels',
      `<Relationships xmlns="${PACKAGE}/relationships">${relation('rId1', 'officeDocument', 'word/document.xml')}<Relationship Id="rId2" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
    ),
    xml(
      'docProps/core.xml',
      `<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${sentenceXml(title)}</dc:title></cp:coreProperties>`,
    ),
    xml(
      'word/_rels/document.xml.rels',
      `<Relationships xmlns="${PACKAGE}/relationships">${relation('rIdStyles', 'styles', 'styles.xml')}${relation('rIdSettings', 'settings', 'settings.xml')}${relation('rIdHeader', 'header', 'header1.xml')}${relation('rIdFooter', 'footer', 'footer1.xml')}${picture === undefined ? '' : relation('rIdLogo', 'image', picture)}</Relationships>`,
    ),
    xml('word/styles.xml', STYLES),
    xml('word/settings.xml', SETTINGS),
    xml('word/header1.xml', headerXml(document)),
    xml('word/footer1.xml', footerXml(document)),
    xml('word/document.xml', documentXml(document)),
    ...(logo === undefined ? [] : [part(`word/${picture}`, bytesOf(logo.base64))]),
  ])
}
