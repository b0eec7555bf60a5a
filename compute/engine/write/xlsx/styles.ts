/** The styles of cells, by name; a cell names one by its place. */
export const STYLES = ['plain', 'day', 'moment', 'head', 'typed'] as const
export type StyleName = (typeof STYLES)[number]

const DAY_FORMAT = 164
const MOMENT_FORMAT = 165

const FORMATS = {
  plain: '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  day: `<xf numFmtId="${DAY_FORMAT}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  moment: `<xf numFmtId="${MOMENT_FORMAT}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  head: '<xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/>',
  typed: '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/>',
} as const satisfies Record<StyleName, string>

export const STYLE_SHEET = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="2"><numFmt numFmtId="${DAY_FORMAT}" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="${MOMENT_FORMAT}" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE8EDF3"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${STYLES.length}">${STYLES.map(name => FORMATS[name]).join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
