/** Catalogue -> routes: the row for a method and a path. Only paths with a row are routed. */

import type { AnalysisRow } from '../../shared/contract/analysis/analyses.ts'
import { catalogue } from '../../shared/contract/catalogue/catalogue.ts'
import { editsApart, nearestBy } from '../../shared/contract/did-you-mean.ts'
import { asyncPath } from '../../shared/contract/endpoint/analysis-row.ts'
import { VALIDATE_DELIVERABLE_ID } from '../../shared/contract/endpoint/deliverable-formats.ts'
import { REPORT_ID } from '../../shared/contract/endpoint/paths.ts'
import type { RetiredRow, ServiceRow } from '../../shared/contract/endpoint/row.ts'
import type { ServiceId } from '../../shared/contract/endpoint/service.ts'
import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import { toolNamed } from '../../shared/contract/tools/agent-tools.ts'
import type { AnalysisTool, ServiceTool } from '../../shared/contract/tools/tool.ts'

// Suggests the path that an unknown one was probably meant to be. It compares what follows /api/v1, where most mistakes are, and then the last
// part alone: /cpm, /v1/analysis/cpm and /api/v1/analysis/cmp all lead to /api/v1/analysis/cpm.

const VERSIONED = /^\/(?:api(?:\/|$))?(?:v\d{1,3}(?:\/|$))?/
/** A longer path is like none. */
const LENGTH_MAX = 200

const partsOf = (path: string): string[] => path.replace(VERSIONED, '').split('/')
const isParameter = (part: string): boolean => part.startsWith('{')

/** undefined: none is near. Of several equally near ones the first. */
function nearPath(path: string, known: readonly string[]): string | undefined {
  if (path.length > LENGTH_MAX) return undefined
  const parts = partsOf(path.endsWith('/') ? path.slice(0, -1) : path)
  return (
    nearestBy(known, each => {
      const template = partsOf(each)
      if (template.length !== parts.length) return undefined
      // what stands for a parameter is of no interest
      const wanted = parts.map((part, i) => (isParameter(template[i]!) ? template[i] : part))
      return editsApart(wanted.join('/'), template.join('/'))
    }) ??
    nearestBy(known, each => {
      const last = partsOf(each).at(-1)!
      return isParameter(last) ? undefined : editsApart(parts.at(-1)!, last)
    })
  )
}

/** A row that is no analysis and runs as a job, too. */
export type JobRow = ServiceRow<ServiceId> & Required<Pick<ServiceRow, 'asyncTier'>>

/** The row is served as a job, too. */
export const hasJobs = <Row extends AnalysisRow | ServiceRow<ServiceId>>(
  row: Row,
): row is Row & Required<Pick<ServiceRow, 'asyncTier'>> => row.asyncTier !== undefined

/** A path and a method as they are declared. */
type Declared =
  /** tool: the one that the path names; else the path is that of the row. */
  | { readonly kind: 'analysis'; readonly row: AnalysisRow; readonly tool?: AnalysisTool }
  | { readonly kind: 'async'; readonly row: AnalysisRow | JobRow }
  /** tool: the one that the path names, where it is no analysis. */
  | { readonly kind: 'service'; readonly row: ServiceRow<ServiceId>; readonly tool?: ServiceTool }
  | { readonly kind: 'retired'; readonly row: RetiredRow }

export type Route = Declared & { readonly params: Params }

type Params = Readonly<Record<string, string>>

interface Entry {
  readonly template: string
  /** Route by method; '*' = every method. */
  readonly methods: Map<string, Declared>
}

const NO_PARAMS: Params = Object.freeze({})

const exact = new Map<string, Entry>()
/** Templates by number of segments. */
const templates = new Map<number, { readonly segments: readonly string[]; readonly entry: Entry }[]>()

function add(path: string, method: string, route: Declared): void {
  const segments = path.split('/')
  const isTemplate = path.includes('{')
  const list = templates.get(segments.length) ?? []
  let entry = isTemplate ? list.find(known => known.entry.template === path)?.entry : exact.get(path)
  if (entry === undefined) {
    entry = { template: path, methods: new Map() }
    if (isTemplate) templates.set(segments.length, [...list, { segments, entry }])
    else exact.set(path, entry)
  }
  if (entry.methods.has(method)) throw new Error(`two rows for ${method} ${path}`)
  entry.methods.set(method, route)
}

for (const row of catalogue) {
  if (row.kind === 'retired') add(row.path, '*', { kind: 'retired', row })
  else if (row.kind === 'service') {
    add(row.path, row.method, { kind: 'service', row })
    if (hasJobs(row)) add(asyncPath(row), row.method, { kind: 'async', row })
  } else {
    add(row.path, row.method, { kind: 'analysis', row })
    add(asyncPath(row), row.method, { kind: 'async', row })
  }
}

function matchTemplate(path: string): { entry: Entry; params: Params } | undefined {
  const parts = path.split('/')
  for (const { segments, entry } of templates.get(parts.length) ?? []) {
    const params: Record<string, string> = {}
    const matches = segments.every((segment, i) => {
      const part = parts[i]!
      if (!segment.startsWith('{')) return segment === part
      const value = decoded(part)
      if (value === undefined || value === '') return false
      params[segment.slice(1, -1)] = value
      return true
    })
    if (matches) return { entry, params }
  }
  return undefined
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/** Which stages a call goes through; see pipeline/table.ts. */
export type RouteClass = 'open' | 'address' | 'subject' | 'identified' | 'work' | 'load' | 'job'

export function classOf(route: Route): RouteClass {
  if (route.kind === 'async') return 'job'
  if (route.kind === 'analysis') return 'work'
  if (route.kind === 'retired') return 'open'
  const { row } = route
  if (row.isKept) return 'load'
  if (row.reader !== undefined || row.agent !== undefined) return 'work'
  if (row.identity === 'subject') return 'subject'
  if (row.identity !== 'none' && row.identity !== 'token') return 'identified'
  return row.meter === 'process' ? 'open' : 'address'
}

/** A worker reads the body; these calls are metered. */
export const hasWork = (route: Route): boolean => classOf(route) === 'work' || isSubmission(route)

/** Something is kept of the call: a job, or the schedule itself. It may carry an Idempotency-Key. */
export const isSubmission = (route: Route): boolean => classOf(route) === 'load' || classOf(route) === 'job'

/** The body is small, and read on the event loop. */
export const hasSmallBody = ({ kind, row }: Route): boolean =>
  kind === 'service' && row.body !== undefined && row.reader === undefined && row.agent === undefined

/** The body is a JSON-RPC message; which analysis it calls, if any, only a worker knows. */
export const isMessage = ({ kind, row }: Route): boolean => kind === 'service' && row.agent === 'message'

/** A call takes a unit of the month. */
export const isMetered = (route: Route): boolean =>
  serviceToolOf(route)?.isMetered ??
  (route.row.kind === 'analysis' || (route.row.kind === 'service' && route.row.meter === 'analysis'))

/** The tool that the path names, where it is no analysis. */
export const serviceToolOf = (route: Route): ServiceTool | undefined =>
  route.kind === 'service' ? route.tool : undefined

/** Several analyses of one body. */
export const isReport = ({ row }: Route): boolean => row.kind === 'service' && row.id === REPORT_ID

/** The body is no schedule: a worker looks at the file as it is. */
export const isExamined = ({ row }: Route): boolean => row.kind === 'service' && row.id === VALIDATE_DELIVERABLE_ID

/** A project file is a body like any other. Agents send JSON. */
export function takesFiles(route: Route): boolean {
  if (route.kind === 'service') return route.row.takesFiles === true
  return route.kind === 'async' || (route.kind === 'analysis' && route.tool === undefined)
}

/** Scripts of pages that are not trusted are refused. */
export const isOriginChecked = (route: Route): boolean =>
  route.kind === 'service' ? route.row.isOriginChecked === true : route.kind === 'analysis' && route.tool !== undefined

/** Path that a route is declared at; of an async variant its own. */
export const pathOf = ({ kind, row }: Route): string => (kind === 'async' ? asyncPath(row) : row.path)

/** The row whose body a worker reads; only routes that have work have one. */
export function workRow(route: Route): AnalysisRow | ServiceRow<ServiceId> {
  if (route.kind === 'retired') throw new Error('a retired path has no work')
  return route.row
}

/** Why a route that is declared is not served: moved, gone, or not built yet. */
export function unbuilt(route: Route): Refusal | undefined {
  if (route.kind === 'retired') {
    const { path, status, successor = '', hint = '' } = route.row
    return status === 308 ? refuse('path_retired', { path, successor }) : refuse('path_gone', { path, hint })
  }
  return route.row.pending ? refuse('not_implemented', { what: `${route.row.method} ${pathOf(route)}` }) : undefined
}

/** Longest part of a path that a refusal repeats. */
const ECHO_MAX = 200

/** template: the path as its row has it. */
export type RouteOutcome =
  | { readonly route: Route; readonly template: string }
  | { readonly refusal: Refusal; readonly allow?: string }

/** Paths that a caller may have meant: those that are served. */
let suggested: readonly string[] | undefined

function hintFor(path: string): string {
  suggested ??= [...new Set(servedRoutes().flatMap(({ method, path }) => (method === '*' ? [] : [path])))]
  const near = nearPath(path, suggested)
  return near === undefined ? '' : `Did you mean ${near}?`
}

/** HEAD is answered like GET, without the body. */
export function findRoute(method: string, path: string): RouteOutcome {
  const known = exact.get(path)
  const found = known === undefined ? matchTemplate(path) : { entry: known, params: NO_PARAMS }
  const shown = path.slice(0, ECHO_MAX)
  if (found === undefined) return { refusal: refuse('path_not_found', { path: shown, hint: hintFor(path) }) }
  const { methods } = found.entry
  const route = methods.get('*') ?? methods.get(method === 'HEAD' ? 'GET' : method)
  if (route !== undefined) return toTool({ ...route, params: found.params }, found.entry.template)
  const allow = [...methods.keys(), ...(methods.has('GET') ? ['HEAD'] : [])].sort().join(', ')
  return { refusal: refuse('method_not_allowed', { method: method.slice(0, 20), path: shown, allow }), allow }
}

/** A path that names a tool leads to the row of its analysis, whose pipeline it takes. */
function toTool(route: Route, template: string): RouteOutcome {
  if (route.kind !== 'service' || route.row.agent !== 'tool') return { route, template }
  const name = route.params.tool_name!
  const tool = toolNamed(name)
  if (tool === undefined)
    return { refusal: refuse('tool_not_found', { name: JSON.stringify(name.slice(0, ECHO_MAX)) }) }
  return tool.kind === 'service'
    ? { route: { ...route, tool }, template }
    : { route: { kind: 'analysis', row: tool.row, params: route.params, tool }, template }
}

/** Every method and path served, for the inventory test and OpenAPI. */
export function servedRoutes(): { readonly method: string; readonly path: string }[] {
  const all = [...exact.values(), ...[...templates.values()].flat().map(({ entry }) => entry)]
  return all.flatMap(entry => [...entry.methods.keys()].map(method => ({ method, path: entry.template })))
}
