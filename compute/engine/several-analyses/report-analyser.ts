/**
 * The report of several analyses: each is given what its own call would have been, and answers as it would have. One that cannot be made of
 * the request is listed with the reasons of its refusal; only when none can be made is the report refused.
 */
import { type AnalysisId, analysisRow } from '../../../shared/contract/analysis/analyses.ts'
import { SEVERITIES, statusOf } from '../../../shared/contract/envelope.ts'
import { detailOf, type Refusal, refuse, type ValidationFault } from '../../../shared/contract/errors.ts'
import { NOT_RUN } from '../../../shared/contract/report/report-data.ts'
import { CLAIM_METHODS, REPORT_DEFAULT, type ReportChoice } from '../../../shared/contract/report/report-query.ts'
import { inputSha256 } from '../../../shared/contract/schedule/frame.ts'
import { cycleIn } from '../graph/cycle-text.ts'
import {
  type Analyser,
  type AnalysisInput,
  type AnalysisResult,
  type Finding,
  isRefusal,
  type ResultValue,
} from '../result/result.ts'
import { replyMembers, resultMetadata } from '../write/envelope.ts'
import { derivedInput, takesPlan } from './derived-input.ts'
import { placeOf, sourcesOf } from './sources.ts'
import { WORDS } from './words.ts'

/** Findings of all analyses that stand in front: the gravest. */
const FINDINGS_MAX = 10
/** Reasons that are listed for an analysis that was not run. */
const REASONS_MAX = 5

/** Member of the input that names the analyses, as the query had them. */
const CHOSEN = 'analyses'

interface Ran {
  readonly id: AnalysisId
  readonly input: AnalysisInput
  readonly result: AnalysisResult
}

interface NotRan {
  readonly id: AnalysisId
  readonly refusal: Refusal
}

export const withChosen = (input: AnalysisInput, { analyses, kind, paper }: ReportChoice): AnalysisInput => ({
  ...input,
  params: { ...input.params, ...(analyses && { [CHOSEN]: analyses }), ...(kind && { kind }), ...(paper && { paper }) },
})

/** Units of the month that a report takes: one for each analysis that was run. */
export const unitCountOf = ({ data }: AnalysisResult): number => Object.keys(data.results as object).length

function reasonsOf(refusal: Refusal): string[] {
  const { faults, faultCount = 0 } = refusal
  if (faults === undefined) return [detailOf(refusal)]
  const reasons = faults.slice(0, REASONS_MAX).map(({ loc, msg }) => WORDS.reason(loc.slice(1).join('.'), msg))
  return faultCount > reasons.length ? [...reasons, WORDS.moreReasons(faultCount - reasons.length)] : reasons
}

function run(
  id: AnalysisId,
  input: AnalysisInput,
  analysers: Readonly<Record<AnalysisId, Analyser>>,
  context: Parameters<Analyser>[1],
): Ran | NotRan {
  const own = derivedInput(input, analysisRow(id))
  if ('code' in own) return { id, refusal: own }
  const result = analysers[id](own, context)
  return isRefusal(result) ? { id, refusal: result } : { id, input: own, result }
}

const hasRun = (one: Ran | NotRan): one is Ran => 'result' in one

const resultOf = ({ input, result }: Ran): ResultValue => {
  const { taskCount, ignoredFields, imports } = input
  const facts = { taskCount, ignoredFields, imports, inputSha256: inputSha256(input) }
  return { ...replyMembers(result), metadata: resultMetadata(facts) as ResultValue }
}

function entryOf(one: Ran | NotRan, sent: AnalysisInput): ResultValue {
  const title = analysisRow(one.id).summary
  if (!hasRun(one)) {
    const { code } = one.refusal
    const none = { score: null, grade: null, summary: null }
    const noCall = {
      ...{ path: analysisRow(one.id).path, options: null, input_sha256: null, baseline_dates: null },
      ...{ schedules: [], takes_events: false },
    }
    return { analysis: one.id, title, status: NOT_RUN, ...none, code, ...noCall, reasons: reasonsOf(one.refusal) }
  }
  const { findings, skipped, score = null, grade = null, summary = null } = one.result
  const status = statusOf(
    findings.map(({ severity }) => severity),
    skipped === true,
  )
  const { options } = one.input.params
  return {
    analysis: one.id,
    title,
    status,
    score,
    grade,
    summary,
    code: null,
    path: analysisRow(one.id).path,
    options: asJson(options),
    input_sha256: inputSha256(one.input),
    baseline_dates: takesPlan(sent, analysisRow(one.id)) ? 'baseline_schedule' : null,
    schedules: [...one.input.schedules.keys()].map(placeOf),
    takes_events: one.input.params.delay_events !== undefined,
    reasons: [],
  }
}

const asJson = (sent: unknown): string | null => (sent === undefined || sent === null ? null : JSON.stringify(sent))

/** Findings of all analyses, each code once, the gravest first. */
function gravest(ran: readonly Ran[]): Finding[] {
  const byCode = new Map<string, Finding>()
  for (const { result } of ran)
    for (const finding of result.findings) if (!byCode.has(finding.code)) byCode.set(finding.code, finding)
  const rank = ({ severity }: Finding): number => SEVERITIES.indexOf(severity)
  return [...byCode.values()].sort((a, b) => rank(a) - rank(b)).slice(0, FINDINGS_MAX)
}

/** None could be run: what each misses, by its place in the query. */
function refuseAll(all: readonly NotRan[]): Refusal {
  const faults = all.flatMap(({ id, refusal }): ValidationFault[] =>
    reasonsOf(refusal).map(reason => ({
      loc: ['query', CHOSEN, id],
      msg: WORDS.cannotRun(id, reason),
      type: refusal.code,
    })),
  )
  return { ...refuse('validation'), faults, faultCount: faults.length }
}

const hasTwoPlaces = ({ schedules }: AnalysisInput): boolean =>
  schedules.has('tasks') && schedules.has('current_schedule.tasks')

/** What would be refused has been. */
class Accepted extends Error {}

/** Runs until nothing can refuse the request any more. undefined: nothing did. */
function begun<Made>(work: (checkpoint: (mayRefuse?: boolean) => void) => Made): Made | undefined {
  try {
    return work((mayRefuse = false) => {
      if (!mayRefuse) throw new Accepted()
    })
  } catch (error) {
    if (error instanceof Accepted) return undefined
    throw error
  }
}

/**
 * What a job will take, before it is run: a unit for each analysis that can be made of the request. Each is begun, until it cannot refuse any more. The
 * refusal where none can be made.
 */
export const plannedUnits =
  (analysers: Readonly<Record<AnalysisId, Analyser>>) =>
  (input: AnalysisInput, today: number): { readonly unitCount: number } | Refusal => {
    if (hasTwoPlaces(input)) return twoPlaces()
    const chosen = requestedAnalyses(input)
    const missing = chosen.flatMap(id => {
      const one = begun(checkpoint => cyclic(id, input) ?? run(id, input, analysers, { today, checkpoint }))
      return one === undefined || hasRun(one) ? [] : [one]
    })
    return missing.length === chosen.length ? refuseAll(missing) : { unitCount: chosen.length - missing.length }
  }

/** Why a job of one analysis would fail because of its request. */
export const plannedRefusal =
  (analysers: Readonly<Record<AnalysisId, Analyser>>) =>
  (id: AnalysisId, input: AnalysisInput, today: number): Refusal | undefined => {
    const made = begun(checkpoint => analysers[id](input, { today, checkpoint, isSubmission: true }))
    return made !== undefined && isRefusal(made) ? made : undefined
  }

/** Cycles are looked for schedule by schedule, with a pass for each. */
function cyclic(id: AnalysisId, input: AnalysisInput): NotRan | undefined {
  const row = analysisRow(id)
  const own = row.input === 'strict' ? derivedInput(input, row) : undefined
  const refusal = own === undefined || 'code' in own ? undefined : cycleIn(own.schedules.values())
  return refusal && { id, refusal }
}

const requestedAnalyses = ({ params }: AnalysisInput): readonly AnalysisId[] =>
  (params[CHOSEN] as readonly AnalysisId[] | undefined) ?? REPORT_DEFAULT

function twoPlaces(): Refusal {
  const fault: ValidationFault = { loc: ['body', 'current_schedule'], msg: WORDS.twoPlaces, type: 'value' }
  return { ...refuse('validation'), faults: [fault], faultCount: 1 }
}

/** Of a claim that lacks methods: which, and why. */
function incompleteWords({ params }: AnalysisInput, missing: readonly NotRan[]): string[] {
  const methods = params.kind === 'claim' ? missing.filter(({ id }) => CLAIM_METHODS.includes(id)) : []
  if (methods.length === 0) return []
  const reasons = new Set(methods.flatMap(({ refusal }) => reasonsOf(refusal)))
  return [
    WORDS.incompleteClaim(
      methods.map(({ id }) => analysisRow(id).summary),
      [...reasons].slice(0, REASONS_MAX),
    ),
  ]
}

export const reportAnalyser =
  (analysers: Readonly<Record<AnalysisId, Analyser>>): Analyser =>
  (input, context) => {
    if (hasTwoPlaces(input)) return twoPlaces()
    const chosen = requestedAnalyses(input)
    let done = 0
    context.progress?.(() => ({ done, of: chosen.length, unit: 'analyses' }))
    const all = chosen.map(id => {
      context.checkpoint?.()
      const one = run(id, input, analysers, { ...context, progress: undefined })
      done++
      return one
    })
    const ran = all.filter(hasRun)
    const missing = all.filter(one => !hasRun(one)) as NotRan[]
    if (ran.length === 0) return refuseAll(missing)
    return {
      summary: [
        ...incompleteWords(input, missing),
        WORDS.summary(ran.length, missing.length, input.taskCount, input.schedules.size),
      ].join(' '),
      findings: gravest(ran),
      recommendations: [],
      skipped: missing.length > 0 || ran.some(({ result }) => result.skipped === true),
      data: {
        kind: (input.params.kind as string | undefined) ?? null,
        paper: (input.params.paper as string | undefined) ?? 'a4',
        commit: context.commit ?? null,
        cover: (input.params.cover as ResultValue | undefined) ?? null,
        layout: (input.params.layout as ResultValue | undefined) ?? null,
        options: asJson(input.params.options),
        delay_events: asJson(input.params.delay_events),
        sources: sourcesOf(input),
        analyses: all.map(one => entryOf(one, input)),
        results: Object.fromEntries(ran.map(one => [one.id, resultOf(one)])),
      },
    }
  }
