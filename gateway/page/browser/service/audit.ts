/** An audit or a catalogue of checks over one schedule, or the history of several: requested when it is opened. */
import { CATALOGUE_IDS, type CatalogueId } from '../../../../shared/contract/endpoint/data/catalogue-words.ts'
import type { AuditReply } from '../schedule/audit-replies.ts'
import { analyse } from './analyse.ts'
import { bodyOf, isJson } from './body.ts'
import type { CallContext } from './call.ts'
import { appendSchedule, formOf } from './comparison.ts'
import { isLarge } from './expected-size.ts'
import type { DatedFile, Progress } from './messages.ts'

const OWN = ['logic', 'progress', 'risk', 'resources', 'history', 'decm'] as const
const CATALOGUE = 'catalogue:'
export type AuditId = (typeof OWN)[number] | `${typeof CATALOGUE}${CatalogueId}`
export const AUDITS: readonly AuditId[] = [...OWN, ...CATALOGUE_IDS.map((id): AuditId => `${CATALOGUE}${id}`)]
export const OWN_CATALOGUE: AuditId = 'catalogue:own'

const PATHS = {
  logic: 'api/v1/health/logic-audit',
  progress: 'api/v1/health/progress-audit',
  risk: 'api/v1/health/schedule-risk-index',
  resources: 'api/v1/analysis/resources',
  history: 'api/v1/forensics/history',
  decm: 'api/v1/health/dcma-decm',
} as const satisfies Record<(typeof OWN)[number], string>
const CHECKS = 'api/v1/health/checks'

export interface AuditRequest {
  readonly id: AuditId
  /** In the order of their data dates; the last one is looked at, the others are its history, for what looks at one. */
  readonly files: readonly DatedFile[]
  /** The file that is the baseline, for a catalogue. */
  readonly baseline: DatedFile | undefined
  /** The file of a customer, and answers to what only people know, by the ids of checks. */
  readonly catalogue: object | undefined
  readonly answers: Readonly<Record<string, string>>
  /** What a catalogue finds in codes. */
  readonly mapping?: object | undefined
  /** Largest total float of what is near critical, in days; undefined: as the service says. */
  readonly nearDays?: number | undefined
  /** Limits of single checks, by their codes, in the place of those published. */
  readonly limits?: Readonly<Record<string, number>>
}

const isOwn = (id: AuditId): id is (typeof OWN)[number] => Object.hasOwn(PATHS, id)

/** What compares with the statuses before. */
export const hasHistory = (id: AuditId): boolean => id === 'history' || id === 'decm' || isCatalogue(id)

export const isCatalogue = (id: AuditId): boolean => !isOwn(id)

type Members = Readonly<Record<string, object>>

/** A schedule, with its baseline and the statuses before it as schedules of their own. */
export async function besideOthers(
  file: Blob,
  baseline: DatedFile | undefined,
  before: readonly DatedFile[],
  options: object,
  more: Members,
): Promise<() => FormData> {
  const others = [...(baseline === undefined ? [] : [baseline]), ...before]
  const [made, ...areOwn] = await Promise.all([bodyOf(file), ...others.map(each => isJson(each.file))])
  return () => {
    const body = made()
    const form = body instanceof FormData ? body : new FormData()
    if (body !== form) form.append('schedule', new Blob([body as string], { type: 'application/json' }), 'schedule')
    for (const [name, value] of Object.entries(more)) form.append(name, JSON.stringify(value))
    form.append('options', JSON.stringify(options))
    others.forEach((each, n) => {
      const isBaseline = each === baseline
      const i = n - (baseline === undefined ? 0 : 1)
      const name = isBaseline ? 'baseline_schedule' : 'schedule_history'
      const prefix = isBaseline ? name : `${name}.${i}`
      appendSchedule(form, each.file, areOwn[n]!, name, prefix)
      // our own form has its data date outside of what is the baseline here
      if ((isBaseline && areOwn[n]!) || !each.isStated)
        form.append(`${prefix}.${isBaseline ? 'baseline' : 'snapshot'}_date`, each.dataDate)
    })
    return form
  }
}

/** Throws Refused. */
export async function audit(
  { id, files, baseline, catalogue, answers, mapping, nearDays, limits = {} }: AuditRequest,
  context: CallContext,
  onProgress: (progress: Progress) => void,
): Promise<AuditReply> {
  const isHistory = id === 'history'
  const { file, dataDate } = files.at(-1)!
  const looked = [...files.map(each => each.file), ...(baseline === undefined ? [] : [baseline.file])]
  const large = await isLarge(...looked)
  const path = isOwn(id) ? PATHS[id] : CHECKS
  const options = {
    // the one analysis that has it among its options
    ...(id === 'progress' && dataDate !== '' ? { status_date: dataDate } : {}),
    ...(id === 'history' || id === 'risk' || id === 'resources' ? {} : { include_details: true }),
    ...(id === 'risk' && nearDays !== undefined ? { near_critical_float_threshold: nearDays } : {}),
    ...(id === 'decm' && Object.keys(limits).length > 0 ? { custom_thresholds: limits } : {}),
    ...(isOwn(id) ? {} : { catalogue: id.slice(CATALOGUE.length) }),
  }
  const more = {
    ...(id === OWN_CATALOGUE && catalogue !== undefined ? { own_catalogue: catalogue } : {}),
    ...(Object.keys(answers).length === 0 ? {} : { answers }),
    ...(mapping === undefined ? {} : { mapping }),
  }
  const body = isHistory
    ? await formOf(files, options)
    : looked.length === 1
      ? await bodyOf(file).then(made => () => made(options, more))
      : await besideOthers(file, baseline, files.slice(0, -1), options, more)
  return (await analyse({ path, body, isLarge: large }, context, onProgress)) as AuditReply
}
