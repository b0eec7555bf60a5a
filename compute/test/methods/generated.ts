/** The parts of the pages that rows of the code already hold, between markers. `npm run readme` writes them; a test compares. */
import { type AnalysisId, analyses, isAnalysisId } from '../../../shared/contract/analysis/analyses.ts'
import { METHOD_IDS, type WorkId } from '../../../shared/contract/catalogue/catalogue.ts'
import { methodName } from '../../../shared/contract/endpoint/method-pages.ts'
import { AS_BUILT_FINDING_ROWS } from '../../engine/analysis/as-planned-vs-as-built/findings.ts'
import { FIELDS } from '../../engine/analysis/checks/fields/fields.ts'
import { showCatalogues } from '../../engine/analysis/checks/show-catalogues.ts'
import { COLLAPSE_FINDING_ROWS } from '../../engine/analysis/collapsed-as-built/findings.ts'
import { CPM_FINDINGS } from '../../engine/analysis/cpm/findings.ts'
import { EVENT_FINDING_ROWS } from '../../engine/analysis/delay-analysis/event-findings.ts'
import { DELAY_FINDING_ROWS } from '../../engine/analysis/delay-analysis/own-findings.ts'
import { HISTORY_FINDING_ROWS } from '../../engine/analysis/history/findings.ts'
import { LEVELLING_FINDING_ROWS } from '../../engine/analysis/levelling/findings.ts'
import { RESOURCE_FINDING_ROWS } from '../../engine/analysis/resources/findings.ts'
import { IMPACT_FINDING_ROWS } from '../../engine/analysis/time-impact/findings.ts'
import { WHAT_IF_FINDING_ROWS } from '../../engine/analysis/what-if/findings.ts'
import type { FindingRow } from '../../engine/check/finding-rows.ts'
import type { CatalogueRow } from '../../engine/check/method.ts'
import { DOCUMENTS, referenceText, type Source } from '../../engine/check/source.ts'
import { GRADE_LOWEST, GRADES } from '../../engine/check/verdict.ts'
import { PARTICIPATION } from '../../engine/kind/participation.ts'
import { METHODS } from '../../engine/methods.ts'
import { COMMON_PAGE, pageFile } from './pages.ts'
import { SIDE_BY_SIDE_HEAD, sideBySideRows } from './side-by-side.ts'

const cell = (text: string): string => text.replaceAll('|', '\\|')

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.map(cell).join(' | ')} |`).join('\n')

const OPERATORS: Readonly<Record<string, string>> = { '<=': 'at most', '>=': 'at least', '<': 'below', '>': 'above' }
const UNITS: Readonly<Record<string, string>> = { percent: ' %', ratio: '' }

/** "5 %", "0 tasks", "1 day". */
const amount = (value: number, unit: string): string =>
  `${value}${UNITS[unit] ?? ` ${value === 1 ? unit.slice(0, -1) : unit}`}`

/** "at most 5 %"; a row without a bound only informs. */
function limitText({ operator, threshold, unit }: CatalogueRow): string {
  if (operator === null || threshold === null) return 'informs'
  return `${OPERATORS[operator] ?? operator} ${amount(threshold, unit)}`
}

const severityText = ({ severity }: CatalogueRow): string => (typeof severity === 'string' ? severity : 'graded')

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

function sourceLine({ references, reason }: Source): string {
  const documents = references.map(referenceText).join('; ')
  if (reason === undefined) return sentence(documents)
  return `Definition of this service. ${sentence(reason)}${documents === '' ? '' : ` Built on ${documents}.`}`
}

function details(row: CatalogueRow): string {
  const { code, title, population, formula, needs, source } = row
  const lines = [
    `Population: ${sentence(population)}`,
    `Value: ${sentence(formula)}`,
    ...(needs.length === 0 ? [] : [`Skipped without: ${needs.map(({ message }) => message).join('; ')}.`]),
    `Source: ${sourceLine(source)}`,
  ]
  return [`### ${code}`, '', `${sentence(title)}`, '', ...lines.map(line => `- ${line}`)].join('\n')
}

/** One column more for what only some families have. */
function checksText(rows: readonly CatalogueRow[]): string {
  const hasWeights = rows.some(({ weight }) => weight !== undefined)
  const profiles = Object.keys(rows.find(row => row.profiles !== undefined)?.profiles ?? {})
  const head = ['check', 'looks for']
  head.push(...(profiles.length > 0 ? profiles.map(name => `limit, ${name}`) : ['passes']), 'severity')
  if (hasWeights) head.push('weight', 'score 0 at')
  const body = rows.map(row => {
    const limits = profiles.map(name => limitText({ ...row, threshold: row.profiles![name]! }))
    const cells = [`[${row.code}](#${row.code.toLowerCase()})`, row.title]
    cells.push(...(profiles.length > 0 ? limits : [limitText(row)]), severityText(row))
    if (hasWeights) cells.push(String(row.weight ?? '-'), row.zero === undefined ? '-' : amount(row.zero, row.unit))
    return cells
  })
  return [table(head, body), ...rows.map(details)].join('\n\n')
}

const gatesText = (id: AnalysisId): string =>
  table(
    ['gate', 'holds when', 'score at most', 'since'],
    METHODS[id].gates.map(({ code, condition, scoreMax, reason }) => [
      code,
      condition,
      scoreMax === null ? 'no score' : String(scoreMax),
      reason,
    ]),
  )

const analysesText = (): string =>
  table(
    ['method', 'call', 'what it tells'],
    analyses.map(({ id, path, description = '' }) => [
      `[${methodName(id)}](${methodName(id)}/README.md)`,
      `\`POST ${path}\``,
      description,
    ]),
  )

const YES = 'yes'
const NO = 'no'

/** "yes, not in 6, 8; 10 denominator only" */
const inUse = (
  takesPart: boolean,
  notIn: readonly (number | string)[],
  denominatorIn: readonly number[] = [],
): string => {
  if (!takesPart) return NO
  const away = notIn.length === 0 ? '' : `, not in ${notIn.join(', ')}`
  return `${YES}${away}${denominatorIn.length === 0 ? '' : `, in ${denominatorIn.join(', ')} denominator only`}`
}

const kindsText = (): string =>
  table(
    ['kind', 'passes', '14 points', 'DECM (E)', 'demand', 'performance'],
    Object.entries(PARTICIPATION).map(([kind, row]) => [
      `\`${kind}\``,
      row.passes ? YES : NO,
      inUse(row.dcma14, row.dcma14NotInPoints, row.dcma14NotCountedIn),
      inUse(row.decm, row.decmNotInChecks),
      !row.demand ? NO : row.leveling ? YES : `${YES}, never moved`,
      row.performance ? YES : NO,
    ]),
  )

const gradesText = (): string =>
  table(
    ['grade', 'score'],
    [...GRADES.map(({ grade, scoreMin }) => [grade, `${scoreMin} or more`]), [GRADE_LOWEST, 'below that']],
  )

const documentsText = (): string =>
  table(
    ['cited as', 'document', 'publisher', 'year'],
    Object.values(DOCUMENTS).map(document => [
      document.name,
      `[${document.title}](${document.url})`,
      document.publisher,
      'year' in document ? String(document.year) : '-',
    ]),
  )

type Parts = Readonly<Record<string, string>>

/** Findings that are no checks, by the analysis that tells them. */
const FINDINGS_OF_ANALYSES: Readonly<Partial<Record<AnalysisId, Readonly<Record<string, FindingRow<never>>>>>> = {
  'analysis.cpm': CPM_FINDINGS,
  'analysis.resources': RESOURCE_FINDING_ROWS,
  'analysis.what-if': WHAT_IF_FINDING_ROWS,
  'forensics.time-impact': { ...IMPACT_FINDING_ROWS, ...EVENT_FINDING_ROWS },
  'forensics.collapsed-as-built': { ...COLLAPSE_FINDING_ROWS, ...EVENT_FINDING_ROWS },
  'forensics.history': HISTORY_FINDING_ROWS,
  'analysis.levelling': LEVELLING_FINDING_ROWS,
  'forensics.as-planned-vs-as-built': { ...AS_BUILT_FINDING_ROWS, ...EVENT_FINDING_ROWS },
  'forensics.delay-analysis': { ...DELAY_FINDING_ROWS, ...EVENT_FINDING_ROWS },
}
/** So many of what it counts, in the example of a finding. */
const EXAMPLE_COUNT = 2

const findingsText = (rows: Readonly<Record<string, FindingRow<never>>>): string =>
  table(
    ['finding', 'severity', 'about', 'for example'],
    Object.values(rows).map(({ code, severity, title, description }) => [
      `\`${code}\``,
      severity,
      title,
      description(EXAMPLE_COUNT, undefined as never),
    ]),
  )

const cataloguesText = (): string =>
  table(
    ['catalogue', 'checks', 'measured', 'need other data', 'asked', 'withdrawn', 'version'],
    showCatalogues().map(({ id, version, coverage }) => [
      `\`${id}\``,
      ...[coverage.total, coverage.measured, coverage.needs, coverage.asked, coverage.withdrawn].map(String),
      version,
    ]),
  )

const metricsText = (): string =>
  Object.entries(FIELDS)
    .map(([name, fields]) =>
      [
        `Of ${name}:`,
        '',
        table(
          ['field', 'kind', 'what it is'],
          fields.map(each => [`\`${each.name}\``, each.kind, each.about]),
        ),
      ].join('\n'),
    )
    .join('\n\n')

function partsOf(id: WorkId): Parts {
  if (!isAnalysisId(id)) return {}
  const { checks, gates } = METHODS[id]
  const findings = FINDINGS_OF_ANALYSES[id]
  return {
    ...(findings === undefined ? {} : { findings: findingsText(findings) }),
    ...(checks.length === 0 ? {} : { checks: checksText(checks) }),
    ...(gates.length === 0 ? {} : { gates: gatesText(id) }),
    ...(id === 'health.checks' ? { catalogues: cataloguesText(), metrics: metricsText() } : {}),
    ...(id === 'forensics.delay-analysis' ? { 'side-by-side': table(SIDE_BY_SIDE_HEAD, sideBySideRows()) } : {}),
  }
}

/** What is generated on each page, by its file. */
export const generatedParts = (): ReadonlyMap<string, Parts> =>
  new Map([
    [COMMON_PAGE, { methods: analysesText(), kinds: kindsText(), grades: gradesText(), documents: documentsText() }],
    ...METHOD_IDS.map(id => [pageFile(id), partsOf(id)] as const),
  ])

/** A page with its parts as the rows have them now. */
export function withParts(page: string, parts: Parts): string {
  let text = page
  for (const [name, part] of Object.entries(parts)) {
    const [begin, end] = [`<!-- table: ${name} -->\n`, `<!-- end: ${name} -->`]
    const from = text.indexOf(begin)
    const to = text.indexOf(end)
    if (from < 0 || to < from) throw new Error(`the page has no place for ${name}: ${begin.trim()} ... ${end}`)
    text = `${text.slice(0, from + begin.length)}\n${part}\n\n${text.slice(to)}`
  }
  return text
}
