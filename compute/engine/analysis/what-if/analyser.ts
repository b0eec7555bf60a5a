/**
 * POST /api/v1/analysis/what-if: finishes, paths and floats of a schedule without and with changes, and a search for an earlier finish. Changes are applied and
 * computed by compute/engine/edits; this file reads what is asked and says what came out.
 */
import { WhatIfData } from '../../../../shared/contract/analysis/what-if/data.ts'
import type { WhatIfRequest } from '../../../../shared/contract/analysis/what-if/request.ts'
import type { Lever } from '../../../../shared/contract/analysis/what-if/words.ts'
import type { Refusal, ValidationFault } from '../../../../shared/contract/errors.ts'
import { showCalendar } from '../../calendar/choice.ts'
import { findingsIn, withAdvice } from '../../check/advised-finding.ts'
import { showDataDate } from '../../cpm/data-date.ts'
import { projectFinishOf, showMovement } from '../../edits/finish-moves.ts'
import { PassMeter } from '../../edits/pass-meter.ts'
import { type Computed, computed, isComputed } from '../../edits/recomputed.ts'
import { Trials } from '../../edits/trials.ts'
import { NO_MATCH, tasksOfIds } from '../../ids/match-ids.ts'
import { fieldsetOf, isFieldset, keepFields } from '../../result/fieldset.ts'
import { type BodyOf, dateOrNull, optionsOf, refuseInvalid } from '../../result/options.ts'
import type { Analyser, ResultValue } from '../../result/result.ts'
import { networkFindings } from '../../supplied/supplied-findings.ts'
import { plural } from '../../wording/numbers.ts'
import {
  type AlternativeResult,
  type AskedAlternative,
  alternativeOf,
  type BaseOutcome,
  checkedAlternative,
} from './alternative.ts'
import { whatIfFindings } from './findings.ts'
import { outcomeOf, showOutcome, showOwnBroken } from './outcome.ts'
import { moveLimits, type SearchResult, search } from './search.ts'
import { summarise, targetMet } from './summarise.ts'

/** Passes for effects of single changes. */
const EFFECTS_MAX = 200
/** Why a lever had no move. */
const NOT_TRIED: Readonly<Record<Lever, string>> = {
  overlap: 'No FS link with work to overlap lies on a longest path.',
  crash: 'No unfinished task of a longest path can be shortened.',
  calendar: 'No task of a longest path can move to a calendar with more work.',
  remove_constraint: 'No constraint drives a longest path.',
  resequence: 'No FS link between two tasks not begun lies on a longest path.',
}
const NO_CALENDARS = 'The schedule has no calendars of its own.'

type Body = BodyOf<typeof WhatIfRequest>

export const whatIfAnalyser: Analyser = (input, { checkpoint = () => {}, isSubmission, progress }) => {
  const fieldset = fieldsetOf(input, WhatIfData)
  if (!isFieldset(fieldset)) return fieldset
  const columns = input.schedules.get('tasks')!
  const body = input.params as Body
  const options = optionsOf<typeof WhatIfRequest>(input)
  const asked = askedIn(body, options.include_tasks === true)
  const meter = new PassMeter([columns], typeof body.search?.limits?.max_steps === 'number')
  const passesMax = meter.passesLeft(columns)
  if (asked.length > passesMax) return tooMuch(columns.taskCount, asked.length, passesMax)
  const { status_date, calendar, must_finish_by } = input.params
  const base = computed({ columns, members: { status_date, calendar, must_finish_by } })
  if (!isComputed(base)) return base
  checkpoint(true)
  const limits = body.search ? moveLimits(body.search, base) : undefined
  if (limits !== undefined && 'unknownCalendar' in limits)
    return refuseInvalid([
      {
        loc: ['body', 'search', 'limits', 'calendar_id'],
        msg: `No calendar of the schedule has the id ${JSON.stringify(limits.unknownCalendar)}.`,
        type: 'unknown',
      },
    ])
  const outcome: BaseOutcome = {
    ...outcomeOf(base),
    finish: projectFinishOf(base),
    trials: new Trials(base),
    limitDays: options.float_limit_days ?? 0,
    milestones: options.milestones ?? [],
  }
  const budget = { left: Math.min(EFFECTS_MAX, passesMax - asked.length), meter }
  if (isSubmission) {
    // a hundred alternatives are a hundred passes before the 202, and the job makes them
    const all = allOf(asked, outcome, meter, each => {
      checkpoint(true)
      return checkedAlternative(each, outcome, meter)
    })
    if ('code' in all) return all
    checkpoint()
  }
  const results = allOf(asked, outcome, meter, each => alternativeOf(each, outcome, budget, () => checkpoint(true)))
  if ('code' in results) return results
  checkpoint()
  const searched =
    body.search && limits !== undefined
      ? search(base, body.search, limits, meter, { checkpoint: () => checkpoint(), progress })
      : undefined
  const advised = [
    ...whatIfFindings({ base, results, isSearched: searched !== undefined }),
    ...networkFindings(
      columns,
      { missing: base.prepared.durationMissing },
      { prepared: base.prepared, result: base.result },
      base.choice,
    ),
  ]
  const data = {
    calendar: showCalendar(base.choice),
    data_date: showDataDate(base.prepared),
    float_limit_days: outcome.limitDays,
    base: showOutcome(outcome, outcome.finish, outcome.limitDays, showOwnBroken(outcome)),
    alternatives: results.map(({ shown }) => shown),
    search: searched === undefined ? null : showSearch(searched, base),
    changed_tasks: options.include_tasks === true ? (results[0]?.tasks ?? []) : undefined,
  }
  return {
    summary: summarise(outcome, asked, results, searched),
    findings: findingsIn(advised),
    recommendations: withAdvice([], advised, null),
    data: keepFields(data, fieldset),
    asSent: new Set(searched?.options.map(({ changes }) => changes as unknown as ResultValue)),
    namesOfIds: new Map(results.flatMap(({ names }) => [...names])),
  }
}

/** Of each alternative, or all that is refused of them. */
function allOf<Made extends Pick<AlternativeResult, 'milestonesFound'>>(
  asked: readonly AskedAlternative[],
  base: BaseOutcome,
  meter: PassMeter,
  make: (each: AskedAlternative) => Made | Refusal,
): readonly Made[] | Refusal {
  const results: Made[] = []
  const faults: ValidationFault[] = []
  for (const each of asked) {
    const result = make(each)
    if (!('code' in result)) results.push(result)
    else if (result.faults === undefined || meter.isSpent) return result
    else faults.push(...result.faults)
  }
  if (faults.length === 0) faults.push(...unknownMilestones(base, results))
  return faults.length === 0 ? results : refuseInvalid(faults)
}

/** Those of `changes` first. */
function askedIn(body: Body, hasTasks: boolean): readonly AskedAlternative[] {
  const { changes, alternatives } = body as {
    readonly changes?: AskedAlternative['changes']
    readonly alternatives?: readonly { readonly name?: string; readonly changes: AskedAlternative['changes'] }[]
  }
  const alone = changes === undefined ? [] : [{ name: 'changes', changes, place: ['changes'] }]
  const named = (alternatives ?? []).map((each, n) => ({
    name: each.name ?? String(n + 1),
    changes: each.changes,
    place: ['alternatives', n, 'changes'],
  }))
  // as many rows as the schedule has, and no more
  return [...alone, ...named].map((each, n) => ({ ...each, hasTasks: hasTasks && n === 0 }))
}

const tooMuch = (taskCount: number, count: number, most: number): Refusal =>
  refuseInvalid([
    {
      loc: ['body', 'alternatives'],
      msg: `${plural(count, 'alternative')} of ${plural(taskCount, 'task')} are too many for one request: at most ${most} of a schedule of this size.`,
      type: 'length',
    },
  ])

/** Ids that neither the schedule nor any alternative has. */
function unknownMilestones(
  { milestones, computed: base }: BaseOutcome,
  results: readonly Pick<AlternativeResult, 'milestonesFound'>[],
) {
  const missing = new Set(milestones.keys())
  for (const [n, task] of tasksOfIds(base.schedule.columns, milestones).entries())
    if (task !== NO_MATCH) missing.delete(n)
  for (const { milestonesFound } of results) for (const n of milestonesFound) missing.delete(n)
  return Array.from(missing, n => ({
    loc: ['body', 'options', 'milestones', n],
    msg: `No task of the schedule or of an alternative has the id ${JSON.stringify(milestones[n])}.`,
    type: 'unknown',
  }))
}

const showSearch = (result: SearchResult, { schedule }: Computed): ResultValue => ({
  target_finish: dateOrNull(result.targetDay),
  target_met: targetMet(result),
  steps: result.steps,
  ended_by: result.endedBy,
  not_tried: result.notTried.map(lever => ({
    lever,
    reason: lever === 'calendar' && schedule.columns.setting === undefined ? NO_CALENDARS : NOT_TRIED[lever],
  })),
  options: result.options.map(option => ({
    project_finish: option.finish,
    ...showMovement(option.movement),
    meets_target: option.meetsTarget,
    negative_float_count: option.negativeCount,
    move_count: option.moves.length,
    changed_days: option.changedDays,
    moves: option.moves.map(({ lever, task, text, changedDays }) => ({
      lever,
      id: task,
      text,
      changed_days: changedDays,
    })),
    changes: option.changes as unknown as ResultValue,
  })),
  options_left_out: result.optionsLeftOut,
})
