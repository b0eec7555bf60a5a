/** Why one task has a resource before another does, in words: the question that a planner asks next of every wait. */
import type { PriorityField } from '../../../../shared/contract/schedule/resources.ts'
import { compareNumbers } from '../../ids/id-order.ts'
import { isPin } from '../../kind/constraint-types.ts'
import { NOT_STARTED } from '../../kind/states.ts'
import type { Wait } from '../../levelling/explain.ts'
import { isByHand } from '../../levelling/from-columns.ts'
import { GREATEST_FIRST, type RankedField, type Ranking } from '../../levelling/priority.ts'
import { mostOf, neededOf } from '../../levelling/problem.ts'
import { listed } from '../../wording/tasks.ts'
import type { Levelling } from './analyser.ts'
import type { Printed } from './printed.ts'

/** YYYY-MM-DD. */
const DATE_LENGTH = 10
/** Names, and parts of one task, in a sentence. */
export const NAMED_MAX = 3

/** Why a task stays, as an aside and as what is said of it. */
export function stateOf({ columns, prepared: { input } }: Levelling, i: number): keyof typeof STATES {
  if (input.state[i] !== NOT_STARTED) return 'in progress'
  if (isPin(input.constraint[i])) return 'mandatory date'
  return isByHand(columns, i) ? 'scheduled by hand' : 'priority 1000'
}
export const STATES = {
  'in progress': 'is in progress',
  'mandatory date': 'has a mandatory date',
  'scheduled by hand': 'is scheduled by hand',
  'priority 1000': 'has priority 1000',
} as const

const FIELD_WORDS: Readonly<Partial<Record<PriorityField, string>>> = { successors: 'number of successors' }

const wordOf = (by: PriorityField): string => FIELD_WORDS[by] ?? by.replaceAll('_', ' ')

/** By Microsoft Project's rules it is the ID, a row; by that of P6 100 comes before 96. */
const idWord = ({ isByRow, isByText }: Ranking): string => (isByRow ? 'ID' : isByText ? 'id as text' : 'id')

const DATES = /_(?:start|finish)$/

/** "late finish (earliest first), then id" */
export function orderText({ terms, ranking }: Levelling): string {
  const fields = terms.map(({ by, isDescending = GREATEST_FIRST.has(by) }) => {
    if (by === 'id') return `${idWord(ranking)}${isDescending ? ' (last first)' : ''}`
    const [least, most] = DATES.test(by) ? ['earliest', 'latest'] : ['smallest', 'greatest']
    return `${wordOf(by)} (${isDescending ? most : least} first)`
  })
  return `${fields.join(', then ')}${terms.some(({ by }) => by === 'id') ? '' : `, then ${idWord(ranking)}`}`
}

/** Who goes first, of a schedule in which some task waits: "Order: late finish (earliest first), then id." */
export function orderSentence(levelling: Levelling): string {
  const { levelled, scheme } = levelling
  const order = orderText(levelling)
  if (!levelled.isOfRule) return `Order: the best that was found; the search began with ${order}.`
  return `Order${scheme === 'parallel' ? ' of the tasks that can start' : ''}: ${order}.`
}

/** Values of those that come first, and of the activity itself: days alone where they tell them apart. */
function fieldTexts(
  field: RankedField,
  a: number,
  shown: readonly number[],
  printed: Printed,
): { readonly texts: string[]; readonly own: string } {
  const texts = shown.map(each => printed.value(field, each))
  const own = printed.value(field, a)
  if (!printed.isByClock) return { texts, own }
  const ownDay = own.slice(0, DATE_LENGTH)
  const isByDay = texts.every(each => each.slice(0, DATE_LENGTH) !== ownDay)
  const said = (text: string): string =>
    text.includes('T') ? (isByDay ? text.slice(0, DATE_LENGTH) : printed.spoken(text)) : text
  return { texts: texts.map(said), own: said(own) }
}

/** "late finish (2026-03-04 against 2026-03-09)" */
function fieldText(field: RankedField, a: number, b: number, printed: Printed): string {
  const { texts, own } = fieldTexts(field, a, [b], printed)
  return `${wordOf(field.by)} (${texts[0]} against ${own})`
}

/** Why another activity has a resource before this one does. */
type Precedence =
  /** It comes first by a field of the order. */
  | { readonly kind: 'field'; readonly field: RankedField }
  /** Its place is its id, or row. */
  | { readonly kind: 'id' }
  /** It has its turn, and this one only when its predecessor `behind` had its own, and that one when `last` had, which comes later in the order. */
  | { readonly kind: 'turn'; readonly behind: number; readonly last: number }
  /**
   * It could start before this one; it fits where this one does not; it needs more than there ever is and looks for no room; work that waits for no resource follows it;
   * the search put it there.
   */
  | { readonly kind: 'earlier' | 'fits' | 'never' | 'followed' | 'search' }
  /** It waits for nobody: "in progress". */
  | { readonly kind: 'stays'; readonly words: string }

function precedenceOf(levelling: Levelling, a: number, byLogic: number, b: number, resource: number): Precedence {
  const { model, levelled, ranking, scheme } = levelling
  const { fixed, follows, task } = model.problem
  if (fixed[b] === 1) return { kind: 'stays', words: stateOf(levelling, task[b]) }
  if (follows[b] === 1) return { kind: 'stays', words: 'waits for no resource' }
  if (!levelled.isOfRule) return { kind: 'search' }
  if (scheme === 'parallel' && levelled.placing.start[b] < byLogic) return { kind: 'earlier' }
  if (ranking.rank[b] < ranking.rank[a]) {
    const field = ranking.fields.find(
      ({ values }) => values[a] !== values[b] && !(Number.isNaN(values[a]) && Number.isNaN(values[b])),
    )
    return field === undefined ? { kind: 'id' } : { kind: 'field', field }
  }
  if (scheme === 'parallel')
    return { kind: neededOf(model.problem, b, resource) > mostOf(model.problem, resource) ? 'never' : 'fits' }
  const behind = lastBefore(levelling, a, b)
  if (behind < 0) return { kind: 'followed' }
  let last = behind
  // what goes with work that waits for no resource stands before all others: then its predecessors say no more
  for (let next = behind; next >= 0 && ranking.rank[next] < ranking.rank[b]; ) {
    next = lastBefore(levelling, next, b)
    if (next >= 0) last = next
  }
  return { kind: 'turn', behind, last }
}

/** Of the predecessors of a that had their turn after b the last; -1: none had. */
function lastBefore({ model, levelled }: Levelling, a: number, b: number): number {
  const { linkStart, predecessor } = model.problem
  const { turn } = levelled.explained
  let found = -1
  for (let k = linkStart[a]; k < linkStart[a + 1]; k++)
    if (turn[predecessor[k]] > turn[found < 0 ? b : found]) found = predecessor[k]
  return found
}

/** "A (2026-03-04), B (2026-03-05), C (2026-03-05) and 5 more (E ends last), which come first by late finish (its own: 2026-03-09)" */
export function heldBy(
  levelling: Levelling,
  a: number,
  { resource, holders, holderCount, lastHolder }: Wait,
  printed: Printed,
): string {
  const shown = holders.slice(0, NAMED_MAX)
  const byLogic = levelling.levelled.explained.byActivity[a]?.byLogic ?? Number.NEGATIVE_INFINITY
  const reasons = shown.map(b => precedenceOf(levelling, a, byLogic, b, resource))
  const last =
    lastHolder === undefined || holderCount <= NAMED_MAX || shown.includes(lastHolder)
      ? ''
      : ` (${printed.name(lastHolder)} ends last)`
  const [first] = reasons
  const isOne = reasons.every(
    reason =>
      reason.kind === first.kind &&
      (reason.kind !== 'field' || first.kind !== 'field' || reason.field === first.field) &&
      (reason.kind !== 'stays' || first.kind !== 'stays' || reason.words === first.words),
  )
  const ofField = isOne && first?.kind === 'field' ? fieldTexts(first.field, a, shown, printed) : undefined
  const isEven = ofField === undefined || ofField.texts.every(text => text === ofField.texts[0])
  const named = shown.map((b, n) => {
    if (!isEven) return `${printed.name(b)} (${ofField.texts[n]})`
    const words = isOne && first.kind !== 'stays' ? '' : ` (${asideOf(levelling, reasons[n], a, b, printed)})`
    return `${printed.name(b)}${words}`
  })
  const clause = isEven
    ? isOne
      ? clauseOf(levelling, first, a, shown, holderCount === 1, printed)
      : ''
    : `, which come first by ${wordOf((first as { field: RankedField }).field.by)} (its own: ${ofField.own})`
  return `${listed(named, holderCount)}${last}${clause}`
}

/** Why some come before a: "id (same priority)"; as text where their numbers say otherwise. */
function idText({ ranking, columns, model }: Levelling, a: number, shown: readonly number[]): string {
  const { fields, isByText } = ranking
  const { task } = model.problem
  const same = fields.length === 0 ? '' : ` (same ${fields.map(({ by }) => wordOf(by)).join(', ')})`
  const isOdd = isByText && shown.some(b => compareNumbers(columns.id, task[b], task[a]) > 0)
  return `${idWord({ ...ranking, isByText: isOdd })}${same}`
}

/** "240 Windows, which comes later in the order" */
function turnText({ behind, last }: Extract<Precedence, { kind: 'turn' }>, printed: Printed): string {
  const through = last === behind ? '' : `, and that one after ${printed.name(last)}`
  return `${printed.name(behind)}${through}, which comes later in the order`
}

/** Of one of several that come first for different reasons. */
function asideOf(levelling: Levelling, reason: Precedence, a: number, b: number, printed: Printed): string {
  switch (reason.kind) {
    case 'stays':
      return reason.words
    case 'field':
      return fieldText(reason.field, a, b, printed)
    case 'id':
      return idText(levelling, a, [b])
    case 'turn':
      return `placed before ${printed.name(reason.behind)}, which this task follows`
    case 'earlier':
      return 'could start earlier'
    case 'fits':
      return 'fits into the room there is'
    case 'never':
      return 'needs more than the limit and waits for no room'
    case 'followed':
      return 'what follows it waits for no resource'
    case 'search':
      return 'first in the best order found'
  }
}

/** Of all of them at once. */
function clauseOf(
  levelling: Levelling,
  reason: Precedence,
  a: number,
  shown: readonly number[],
  isAlone: boolean,
  printed: Printed,
): string {
  const comes = `, which ${isAlone ? 'comes' : 'come'} first`
  switch (reason.kind) {
    case 'stays':
      return ''
    case 'field':
      return `${comes} by ${fieldText(reason.field, a, shown[0], printed)}`
    case 'id':
      return `${comes} by ${idText(levelling, a, shown)}`
    case 'turn':
      return `${comes}: ${printed.name(a)} is placed after its predecessor ${turnText(reason, printed)}`
    case 'earlier':
      return ', which could start earlier'
    case 'fits':
      return `, which ${isAlone ? 'fits' : 'fit'} into room that is too little for ${printed.name(a)}`
    case 'never':
      return `, which ${isAlone ? 'needs' : 'need'} more than the limit and ${isAlone ? 'waits' : 'wait'} for no room`
    case 'followed':
      return `${comes}, since what follows ${isAlone ? 'it' : 'them'} waits for no resource`
    case 'search':
      return `${comes} in the best order that was found`
  }
}
