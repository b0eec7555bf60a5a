/** Levelling in sentences: why a task starts later or pauses, why one stands where a limit is exceeded, and what all of it comes to. */
import { RELATION_TYPES } from '../../../../shared/contract/schedule/fields.ts'
import { type Delay, endingWaits, firstWait, type LowLimit, type Wait } from '../../levelling/explain.ts'
import { NEVER_ENOUGH, OUT_OF_FLOAT, PLACED } from '../../levelling/placing.ts'
import { mostOf, neededOf, startByLink, UNIT_PARTS } from '../../levelling/problem.ts'
import { inDays } from '../../wording/days.ts'
import { figure, plural, roundHalfAway } from '../../wording/numbers.ts'
import { listed } from '../../wording/tasks.ts'
import type { Levelling } from './analyser.ts'
import { unusedNames } from './findings.ts'
import { heldBy, NAMED_MAX, orderSentence, STATES, stateOf } from './precedence.ts'
import { type Printed, spoken } from './printed.ts'
import type { Shown } from './show.ts'
import { nameOf } from './use-by-period.ts'

/** Two decimals; of less one figure that counts. */
function shownUnits(parts: number): string {
  const units = roundHalfAway(parts / UNIT_PARTS, 2)
  return String(units === 0 ? Number((parts / UNIT_PARTS).toPrecision(1)) : units)
}
function unitsOf(parts: number, name: string): string {
  const units = shownUnits(parts)
  return `${units} ${units === '1' ? 'unit' : 'units'} of ${name}`
}

const namedTasks = (printed: Printed, activities: readonly number[], count: number): string =>
  listed(
    activities.slice(0, NAMED_MAX).map(a => printed.name(a)),
    count,
  )
const startText = (printed: Printed, moment: number, without: string): string => {
  const date = printed.start(moment)
  return date === null ? without : printed.spoken(date)
}
const finishText = (printed: Printed, moment: number, without: string): string => {
  const date = printed.finish(moment)
  return date === null ? without : printed.spoken(date)
}

interface DelayWords {
  readonly whole: number
  readonly byPredecessors: number
  readonly pauses: number
  readonly waits: readonly Wait[]
  readonly start: string | null
  readonly startBefore: string | null
}

export function delayText(
  levelling: Levelling,
  delay: Delay,
  { whole, byPredecessors, pauses, waits, start, startBefore }: DelayWords,
  printed: Printed,
): string {
  const { activity, drivers, parts } = delay
  const name = printed.name(activity)
  const instead = startBefore === null || startBefore === start ? '' : ` instead of ${printed.spoken(startBefore)}`
  const on = start === null ? '' : `, on ${printed.spoken(start)}${instead}`
  const later = `starts ${inDays(figure(whole), 'working')} later${printed.ownDays(activity)}${on}`
  const did = parts === undefined ? later : `${whole > 0 ? `${later} and ` : ''}${paused(parts, pauses, printed)}`
  const reasons: string[] = []
  if (byPredecessors > 0 || waits.length === 0)
    reasons.push(
      drivers.length === 0
        ? 'its links hold it'
        : `its ${drivers.length === 1 ? 'predecessor' : 'predecessors'} ${namedDrivers(levelling, delay, printed)} ${drivers.length === 1 ? 'is' : 'are'} delayed${waits.length === 0 ? since(levelling, delay, printed) : `, which adds ${inDays(figure(byPredecessors), 'working')}`}`,
    )
  const before = roomBefore(levelling, delay, waits, printed)
  if (before !== undefined) reasons.push(before)
  let said: Wait | undefined
  for (const wait of waits) {
    const isSame = said !== undefined && isHeldAlike(said, wait)
    if (!isSame) said = wait
    reasons.push(isSame ? lackBeside(levelling, activity, wait) : lack(levelling, activity, wait, waits, printed))
  }
  if (levelling.levelled.placing.fate[activity] === NEVER_ENOUGH) {
    const above = delay.waits.filter(wait => !waits.includes(wait)).map(({ resource }) => resource)
    const names = [...new Set([...above, ...neverEnoughOf(levelling, activity)])].map(r => nameOf(levelling, r))
    if (names.length > 0)
      reasons.push(
        `it stands above the limit of ${listed(names.slice(0, NAMED_MAX), names.length)}, which no wait can change`,
      )
  }
  return ended(`${name} ${did}: ${reasons.length === 1 ? reasons[0] : reasons.join('; ')}`)
}

/** A name that is cut ends a sentence itself. To ask for a character puts its pieces together: twenty thousand sentences in pieces are five times as much to keep. */
function ended(text: string): string {
  const sentence = text.endsWith('…') ? text : `${text}.`
  sentence.charCodeAt(0)
  return sentence
}

/** A task that could start, but not end, before the first lack: "it could start on 2026-03-02, but has only 6 working days before 2026-03-10 and takes 10 working days". */
function roomBefore(
  { model }: Levelling,
  { activity, byLogic, freeUntil, parts }: Delay,
  waits: readonly Wait[],
  printed: Printed,
) {
  if (waits.length === 0 || parts !== undefined || freeUntil === undefined) return undefined
  const room = figure(printed.workingDays(activity, byLogic, freeUntil))
  const { minutes, calendars, calendar } = model.problem
  const whole = figure(minutes[activity] / calendars[calendar[activity]].minutesPerDay)
  if (!(room > 0 && room < whole)) return undefined
  const [could, short] = [byLogic, freeUntil].map(moment => startText(printed, moment, ''))
  return `it could start${could === '' ? ' sooner' : ` on ${could}`}, but has only ${inDays(room, 'working')} before ${short === '' ? 'a resource is short' : short} and takes ${inDays(whole, 'working')}`
}

function paused(parts: readonly number[], pauses: number, printed: Printed): string {
  const spans: string[] = []
  for (let n = 0; n < Math.min(parts.length, 2 * NAMED_MAX); n += 2)
    spans.push(`${startText(printed, parts[n], '')} to ${finishText(printed, parts[n + 1], '')}`)
  return `pauses for ${inDays(figure(pauses), 'working')}, working ${listed(spans, parts.length / 2)}`
}

/**
 * "260 Ceramic (SF)": without a word of a link that is no finish to start a task that starts before its predecessor reads as an error. "22 Choose (by the link from 18 Study to
 * 24 Plan)": who opens the task in Microsoft Project finds no predecessor there.
 */
function namedDrivers({ model, levelled }: Levelling, { activity, drivers }: Delay, printed: Printed): string {
  const { linkStart, predecessor, linkType } = model.problem
  const shown = drivers.slice(0, NAMED_MAX).map(p => {
    let held = Number.NEGATIVE_INFINITY
    let [link, nth, count] = [-1, 0, 0]
    for (let k = linkStart[activity]; k < linkStart[activity + 1]; k++) {
      if (predecessor[k] !== p) continue
      const bound = startByLink(model.problem, levelled.placing, k, activity)
      if (bound > held) [held, link, nth] = [bound, k, count]
      count++
    }
    return { p, link, tie: printed.summaryLink(p, activity, link, nth) }
  })
  const named = shown.map(({ p, link, tie }, n) => {
    const words = [
      ...(linkType[link] === 0 ? [] : [RELATION_TYPES[linkType[link]]]),
      ...(tie === shown[n + 1]?.tie ? [] : tie),
    ]
    return `${printed.name(p)}${words.length === 0 ? '' : ` (${words.join(', ')})`}`
  })
  return listed(named, drivers.length)
}

/** ", since 1140 Wiring waits for Electricians" */
function since(levelling: Levelling, delay: Delay, printed: Printed): string {
  const first = firstWait(levelling.levelled.explained, delay)
  if (first === undefined) return ''
  const waits = endingWaits(first)
  const resources = waits.length === 1 ? [waits[0].resource] : [...new Set(waits.map(({ resource }) => resource))]
  const names = resources.map(r => nameOf(levelling, r))
  const isDriver = delay.drivers.length === 1 && first.activity === delay.drivers[0]
  const who = isDriver ? 'it' : namedTasks(printed, [first.activity], 1)
  return `, since ${who} waits for ${listed(names.slice(0, NAMED_MAX), names.length)}`
}

/** "it needs 2 units of Crew, and 1 unit is short from 2026-03-02 to 2026-03-04 because of A". `waits`: all of the task. */
function lack(levelling: Levelling, activity: number, wait: Wait, waits: readonly Wait[], printed: Printed): string {
  const { holderCount, neededParts, shortParts, hasGaps, eased, lowLimit } = wait
  const varies = holderCount > 1 || hasGaps || lowLimit?.isEven === false
  const causes = [
    ...(holderCount === 0 ? [] : [`of ${heldBy(levelling, activity, wait, printed)}`]),
    ...(lowLimit === undefined ? [] : [limited(nameOf(levelling, wait.resource), lowLimit, printed)]),
  ]
  const short = shownUnits(shortParts)
  const held = causes.length === 0 ? '' : ` because ${causes.join(' and because ')}`
  const isAlone = waits.every(each => each === wait || each.part !== wait.part)
  const tooShort = isAlone ? 'too short for its work' : 'that are too short for its work or lack another resource'
  const until = untilText(levelling, wait, printed)
  const less =
    eased === undefined
      ? ''
      : `, but no more than ${shownUnits(eased.parts)} from ${startText(printed, eased.from, 'the beginning')} on`
  const aside = `${until.aside}${less}${hasGaps ? `, with gaps ${tooShort}` : ''}`
  const over =
    shortParts > neededParts
      ? ` (${shownUnits(shortParts - neededParts)} of ${short === '1' ? 'it' : 'them'} by ${aboveLimit(levelling, wait, printed)})`
      : ''
  const span = `from ${startText(printed, wait.from, 'the beginning')} to ${until.text}`
  return `it needs ${unitsOf(neededParts, nameOf(levelling, wait.resource))}${whenAsked(levelling, activity, wait)}, and ${varies ? 'up to ' : ''}${short} ${short === '1' ? 'unit is' : 'units are'} short${over} ${span}${aside}${aside === '' || held === '' ? '' : ','}${held}`
}

/** When a task asks for a resource, where that is in a part of it: " from 2 working days after its start on". */
function whenAsked({ model }: Levelling, a: number, { need }: Wait): string {
  const { windows, minutes, calendars, calendar } = model.problem
  if (windows === undefined || windows.isPart[need] === 0) return ''
  const { minutesPerDay } = calendars[calendar[a]]
  const said = (from: number): string => inDays(figure(from / minutesPerDay), 'working')
  const from = windows.from[need]
  const until = Math.min(windows.until[need], from + windows.work[need])
  if (until >= minutes[a]) return from === 0 ? '' : ` from ${said(from)} after its start on`
  return from === 0
    ? ` for its first ${said(until)}`
    : ` for ${said(until - from)} from ${said(from)} after its start on`
}

/** Who stands above the limit of a resource, of those that hold it: "180 Slab, which stands above the limit". */
function aboveLimit(
  { model, levelled }: Levelling,
  { resource, holders, holderCount }: Wait,
  printed: Printed,
): string {
  const { problem } = model
  const { fate } = levelled.placing
  const most = mostOf(problem, resource)
  const above = holders.filter(b =>
    fate[b] === NEVER_ENOUGH ? neededOf(problem, b, resource) > most : fate[b] !== PLACED,
  )
  if (above.length === 0 || holders.length < holderCount) return 'work that stands above the limit'
  return `${namedTasks(printed, above, above.length)}, which ${above.length === 1 ? 'stands' : 'stand'} above the limit`
}

/** Resources of which an activity needs more than there ever is. */
function neverEnoughOf({ model }: Levelling, a: number): number[] {
  const { needStart, needResource } = model.problem
  const all = new Set(needResource.subarray(needStart[a], needStart[a + 1]))
  return [...all].filter(r => neededOf(model.problem, a, r) > mostOf(model.problem, r))
}

/** Two resources that the same work holds in the same time. */
const isHeldAlike = (a: Wait, b: Wait): boolean =>
  a.part === b.part &&
  a.from === b.from &&
  a.until === b.until &&
  a.hasGaps === b.hasGaps &&
  a.shortParts <= a.neededParts &&
  b.shortParts <= b.neededParts &&
  a.eased === undefined &&
  b.eased === undefined &&
  a.lowLimit === undefined &&
  b.lowLimit === undefined &&
  a.holderCount > 0 &&
  a.holderCount === b.holderCount &&
  a.lastHolder === b.lastHolder &&
  a.holders.every((each, n) => each === b.holders[n])

/** "it also needs 1 unit of Crane, of which 1 unit is short as long because of the same work" */
function lackBeside(levelling: Levelling, activity: number, wait: Wait): string {
  const { resource, neededParts, shortParts, holderCount, hasGaps } = wait
  const short = shownUnits(shortParts)
  const most = holderCount > 1 || hasGaps ? 'up to ' : ''
  return `it also needs ${unitsOf(neededParts, nameOf(levelling, resource))}${whenAsked(levelling, activity, wait)}, of which ${most}${short} ${short === '1' ? 'unit is' : 'units are'} short as long because of the same work`
}

/** Where a lack ends. Limits end behind the horizon, whoever works on. */
function untilText({ model, options }: Levelling, { resource, until }: Wait, printed: Printed) {
  const { horizon } = options
  if (typeof horizon === 'string' && until === model.problem.resources[resource].at.at(-1))
    return { text: horizon, aside: ', the last day that is levelled' }
  const day = printed.dayUpTo(until)
  return { text: day === undefined ? finishText(printed, until, 'the end') : `the end of ${day}`, aside: '' }
}

/** "the limit of Crew is 0 from 2026-03-02 to 2026-03-08": limits hold for days. */
function limited(name: string, { from, until, leastParts, isEven }: LowLimit, printed: Printed): string {
  const days = [printed.start(from), printed.finish(until - 1)].map(
    (date, n) => date?.slice(0, 10) ?? ['the beginning', 'the end'][n],
  )
  return `the limit of ${name} ${isEven ? 'is' : 'falls to'} ${shownUnits(leastParts)} ${isEven ? 'from' : 'between'} ${days[0]} ${isEven ? 'to' : 'and'} ${days[1]}`
}

/** What an unresolved task lacks: the resource of which it needs more than there ever is, else the last that had no room. */
export const shortest = ({ model }: Levelling, { waits }: Delay): Wait | undefined =>
  waits.find(({ resource, neededParts }) => neededParts > mostOf(model.problem, resource)) ?? waits.at(-1)

/** " less the 3 working days that are kept" */
function keptText({ wanted }: Levelling): string {
  const kept = figure(wanted.floatKept?.days ?? 0)
  return kept === 0 ? '' : ` less the ${inDays(kept, 'working')} that ${kept === 1 ? 'is' : 'are'} kept`
}

export function unresolvedText(levelling: Levelling, delay: Delay, printed: Printed): string {
  const { problem } = levelling.model
  const fate = levelling.levelled.placing.fate[delay.activity]
  const name = printed.name(delay.activity)
  const wait = shortest(levelling, delay)
  const asks = wait === undefined ? '' : unitsOf(wait.neededParts, nameOf(levelling, wait.resource))
  if (fate === NEVER_ENOUGH && wait !== undefined) {
    const most = mostOf(problem, wait.resource)
    const stands = 'it stands above that limit, where its links and its other resources put it'
    if (wait.neededParts > most) {
      const there = (limit: number): string =>
        `of which there ${limit === 0 ? 'is none' : `are never more than ${shownUnits(limit)}`}`
      const others = neverEnoughOf(levelling, delay.activity)
        .filter(r => r !== wait.resource)
        .map(r => {
          const needed = unitsOf(neededOf(problem, delay.activity, r), nameOf(levelling, r))
          return `${needed}, ${there(mostOf(problem, r))}`
        })
      const also = others.length === 0 ? '' : `; it also needs ${listed(others.slice(0, NAMED_MAX), others.length)}`
      const limits =
        others.length === 0
          ? 'that limit, where its links and its other resources'
          : 'these limits, where its links and its other resources'
      return `${name} needs ${asks}, ${there(most)}${also}; it stands above ${limits} put it.`
    }
    const isOne = shownUnits(wait.neededParts) === '1'
    const { lowLimit } = wait
    const limit = lowLimit === undefined ? '' : `, as ${limited(nameOf(levelling, wait.resource), lowLimit, printed)}`
    return `${name} needs ${asks}, which ${isOne ? 'is' : 'are'} never free for as long as it takes${limit}; ${stands}.`
  }
  return fate === OUT_OF_FLOAT
    ? `${name} has no room within its total float${keptText(levelling)}${wait === undefined ? '' : `: ${lack(levelling, delay.activity, wait, delay.waits, printed)}`}; it stands where its links put it.`
    : `${name} ${STATES[stateOf(levelling, problem.task[delay.activity])]} and may not be moved${wait === undefined ? ', and a resource that it uses has more to do than its limit' : `: ${lack(levelling, delay.activity, wait, delay.waits, printed)}`}.`
}

/** "The finish moves because 930 waits for Plasterers behind 960, the last of 3 waits that lead to it." */
function chainSentences(chain: Shown['finish_chain']): string[] {
  const waiting = chain.filter(({ resource }) => resource !== null)
  if (waiting.length === 0) return []
  const { task, resource, held_by } = waiting[0]
  const behind = held_by === null ? '' : ` behind ${held_by}`
  const of = waiting.length === 1 ? '' : `, the last of ${waiting.length} waits that lead to it`
  return [`The finish moves because ${task} waits for ${resource}${behind}${of}.`]
}

/** What the summary and the message say. */
export function summarise(shown: Shown, printed: Printed, levelling: Levelling): string {
  const { unknownResources, columns } = levelling
  const { moves_working_days, delayed_count, split_count, unresolved_count, finish_chain } = shown
  const [before, after] = [shown.finish_before, shown.finish_after].map(date => (date === null ? '' : spoken(date)))
  const sentences: string[] = []
  const { horizon } = shown.settings
  const upTo = horizon === null ? '' : ` up to ${horizon}`
  if (delayed_count === 0 && split_count === 0) {
    if (unresolved_count === 0)
      sentences.push(
        shown.resources.length === 0
          ? unknownResources.length > 0
            ? `No task names ${unusedNames({ columns }, unknownResources)}, so nothing was levelled.`
            : 'No open task uses a resource with a limit, so nothing was levelled.'
          : 'No resource has more to do than its limit, so no task was delayed.',
      )
  } else {
    const moved = [
      ...(delayed_count > 0 ? [plural(delayed_count, 'task starts later', 'tasks start later')] : []),
      ...(split_count > 0 ? [plural(split_count, 'task pauses', 'tasks pause')] : []),
    ].join(' and ')
    const aim = unresolved_count > 0 ? 'so that less is above the limits' : 'so that limits hold'
    sentences.push(
      moves_working_days > 0
        ? `${moved} ${aim}${upTo}, and the project finishes ${inDays(figure(moves_working_days), 'working')} later, on ${after}${after === before ? '' : ` instead of ${before}`}.`
        : `${moved} ${aim}${upTo}; the project finishes on ${after}, as before.`,
    )
    const bound = shown.lower_bound as {
      finish: string | null
      distance_working_days: number
      resource: string | null
    } | null
    if (bound !== null && moves_working_days > 0)
      sentences.push(
        bound.distance_working_days > 0
          ? `No schedule within these limits can finish before ${spoken(bound.finish ?? '')}, ${inDays(figure(bound.distance_working_days), 'working')} earlier (${bound.resource === null ? 'critical path' : `work of ${bound.resource}`}).`
          : 'No schedule within these limits finishes earlier.',
      )
    sentences.push(orderSentence(levelling))
  }
  if (moves_working_days > 0) sentences.push(...chainSentences(finish_chain), ...printed.dayNote())
  if (unresolved_count > 0)
    sentences.push(`${plural(unresolved_count, 'task stands', 'tasks stand')} where a limit is still exceeded.`)
  const { over_hours_before: hoursBefore, over_hours_after: hours, resources } = shown
  const changes =
    hours === hoursBefore
      ? `stays at ${figure(hours)}`
      : `${hours < hoursBefore ? 'falls' : 'rises'} from ${figure(hoursBefore)} hours to ${figure(hours)}`
  if (hours > 0) sentences.push(`Use above the limits ${changes} hours of one unit.`)
  const worse = resources.filter(row => row.over_hours_after > row.over_hours_before).map(({ resource }) => resource)
  if (worse.length > 0)
    sentences.push(`More above its limit than before: ${listed(worse.slice(0, NAMED_MAX), worse.length)}.`)
  return sentences.join(' ')
}
