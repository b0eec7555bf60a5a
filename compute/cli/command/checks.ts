/** sis checks: a catalogue of checks, public or one's own, with exit codes for CI. */
import type { AnalysisId } from '../../../shared/contract/analysis/analyses.ts'
import { DELIVERED_NAMES } from '../../../shared/contract/deliverables/rows.ts'
import { CATALOGUE_IDS, isMappedName } from '../../../shared/contract/endpoint/data/catalogue-words.ts'
import { fileBytes } from '../disk.ts'
import { FORM_OPTIONS, type Options, READ_OPTIONS } from '../options.ts'
import { type Command, type Context, type Envelope, EXIT, UsageError } from '../outcome.ts'
import { mappedMembers } from '../request.ts'
import { type Layout, table } from '../terminal.ts'
import { exitCode, limitLine, runAnalysis, scoreLimit, showResult } from './analysis-command.ts'

const ID: AnalysisId = 'health.checks'

interface CheckShown {
  readonly code: string
  readonly title: string
  readonly status: string
  readonly message: string
  readonly needs: string | null
  readonly task_ids: readonly string[]
  readonly baseline_task_ids: readonly string[]
}

interface ChecksShown {
  readonly catalogue: { readonly code: string; readonly version: string; readonly sha256: string }
  readonly checks: readonly CheckShown[]
  readonly practices: readonly {
    readonly code: string
    readonly title: string
    readonly proposed_step: number | null
    readonly is_open: boolean
  }[]
}

export const checks: Command = {
  usage: 'checks [BASELINE [UPDATE...]] FILE --catalogue NAME [--mapping JSON]',
  about: 'a catalogue of checks, public or your own, with --fail-under and --fail-on for CI',
  options: [...READ_OPTIONS, 'catalogue', 'mapping', 'fail-under', 'fail-on', ...FORM_OPTIONS],
  async run(context) {
    const { paths, options, layout } = context
    if (paths.length === 0) throw new UsageError('sis checks takes a file; a baseline may stand before it.')
    const limit = scoreLimit(options)
    const codes = failOn(options)
    const set = [...mappingOf(context), ...(options.set ?? []), ...catalogueOf(options)]
    const reply = await runAnalysis({ ...context, options: { ...options, set } }, ID, paths)
    const { envelope } = reply
    const { checks: all, catalogue } = envelope.data as unknown as ChecksShown
    const faults = failedOf(codes, all)
    showResult(context, ID, reply, {
      // which rules these were: the same hash, the same conditions and limits
      before: () => ['', `${catalogue.code} ${catalogue.version}, sha256 ${catalogue.sha256}`],
      shown: inOrder(envelope, all),
      after: () => [
        ...practicesView(envelope, layout),
        ...limitLine(limit, envelope),
        ...faults.map(({ code, status }) => `${code}, --fail-on: ${status.replace('_', ' ')}`),
      ],
    })
    return faults.length > 0 ? EXIT.belowLimit : exitCode(limit, [envelope])
  },
}

/** What failed comes first; what could not be answered stands behind, one line for each thing that it needs, so that it can be given. */
function inOrder(envelope: Envelope, all: readonly CheckShown[]): Envelope {
  const of = (...statuses: string[]): CheckShown[] => all.filter(({ status }) => statuses.includes(status))
  const withTasks = (check: CheckShown): CheckShown => ({ ...check, message: `${check.message}${firstTasks(check)}` })
  const needy = Map.groupBy(of('skipped', 'cannot'), ({ status, needs, message }) => `${status} ${needs ?? message}`)
  const groups = [...needy.values()].map(group => ({
    ...group[0]!,
    code: `${group.length}`,
    title: group[0]!.needs === null ? group[0]!.message : `need ${group[0]!.needs}`,
    message: group.map(({ code }) => code).join(', '),
  }))
  const byStatus = (status: string) => groups.filter(group => group.status === status)
  const withdrawn = of('withdrawn').map(({ code }) => code)
  const checks = [
    ...of('fail', 'warning').map(withTasks),
    ...of('info', 'pass', 'not_applicable', 'asked'),
    ...byStatus('skipped'),
    ...byStatus('cannot'),
    ...(withdrawn.length === 0
      ? []
      : [
          {
            ...all[0]!,
            status: 'withdrawn',
            code: `${withdrawn.length}`,
            title: 'by their owner',
            message: withdrawn.join(', '),
          },
        ]),
  ]
  return { ...envelope, data: { ...envelope.data, checks } }
}

const TASKS_SHOWN_MAX = 5

/** A baseline task that the current schedule lacks is found nowhere else. */
function firstTasks({ task_ids, baseline_task_ids }: CheckShown): string {
  const some = (words: string, ids: readonly string[]): string =>
    ids.length === 0
      ? ''
      : ` ${words} ${ids.slice(0, TASKS_SHOWN_MAX).join(', ')}${ids.length > TASKS_SHOWN_MAX ? ' and others' : ''}.`
  return some('First:', task_ids) + some('Of the baseline:', baseline_task_ids)
}

/** A name of a public catalogue, or a file of one's own, as members of the request. */
function catalogueOf({ catalogue }: Options): string[] {
  if (catalogue === undefined) return []
  const isName = (CATALOGUE_IDS as readonly string[]).includes(catalogue)
  if (isName) return [`options.catalogue=${catalogue}`]
  return ['options.catalogue=own', `own_catalogue=${ownOf(catalogue)}`]
}

/** Its text, as it is: whatever is wrong in it has its place in the file. */
function ownOf(file: string): string {
  try {
    const text = fileBytes(file).toString('utf8')
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return text
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${file} is no JSON: ${error.message}`)
    throw new UsageError(
      `--catalogue takes ${CATALOGUE_IDS.join(', ')}, or a file of JSON; ${file} is neither. ${(error as Error).message}`,
    )
  }
  throw new UsageError(`${file} holds no catalogue: an object with id, version and checks.`)
}

/** The file of --mapping is that of sis deliver: what no check reads of it is left out, and told. Parts that --set gives stand beside it. */
function mappingOf({ options, note }: Context): string[] {
  const { mapping = {} } = mappedMembers(options.mapping)
  const unread = Object.keys(mapping).filter(name => !isMappedName(name) && DELIVERED_NAMES.has(name))
  if (unread.length > 0) note(`No check reads ${unread.join(', ')} of ${options.mapping}, so they were left out.`)
  return Object.entries(mapping)
    .filter(([name]) => !unread.includes(name))
    .map(([name, value]) => `mapping.${name}=${JSON.stringify(value)}`)
}

function failOn({ 'fail-on': text }: Options): string[] {
  if (text === undefined) return []
  const codes = text.split(',').flatMap(code => (code.trim() === '' ? [] : [code.trim()]))
  // a variable that CI does not set would open the gate
  if (codes.length === 0) throw new UsageError('--fail-on names no check.')
  return codes
}

/** A check that was not answered does not pass, either: in CI, silence is no proof. */
function failedOf(codes: readonly string[], all: readonly CheckShown[]): CheckShown[] {
  return codes.flatMap(code => {
    const found = all.find(each => each.code === code)
    if (found === undefined)
      throw new UsageError(`--fail-on names ${code}; the catalogue has ${all.map(each => each.code).join(', ')}.`)
    return found.status === 'pass' || found.status === 'not_applicable' ? [] : [found]
  })
}

function practicesView({ data }: Envelope, layout: Layout): string[] {
  const { practices } = data as unknown as ChecksShown
  if (practices.length === 0) return []
  return [
    '',
    'Proposed steps, 1 not met to 5 fully met; an auditor sets them:',
    ...table(
      practices.map(({ code, title, proposed_step: step, is_open: isOpen }) => [
        { text: code },
        { text: title },
        { text: `${step ?? 'open'}${isOpen && step !== null ? ', questions open' : ''}` },
      ]),
      layout,
    ),
  ]
}
