/**
 * Against the order: late dates, floats, marks of links and the longest path at once, O(n + m). When a task is met, all its successors have told what they
 * need of it; then its own links are measured once, and again to hand on what is known by then.
 */
import { COMPLETE, LINK_DRIVING, LINK_VIOLATED, NOT_STARTED } from './codes.ts'
import { AS_LATE } from './constraint.ts'
import { EPSILON_DAYS, isWhole, snap, snapped } from './grid.ts'
import { latestFinish, neededFinish, totalFloatOf } from './late.ts'
import { fromFinish, latestByLink, relationFloat, toStart } from './relation.ts'

/**
 * Whether unfinished work reaches through complete work to what follows it: it was finished out of sequence, and retained logic lets its successors wait
 * for the work behind it.
 */
function isPassed<P extends PassPlan>(plan: P, s: u32): bool {
  return plan.earlyFinish[s] > plan.dataDate + EPSILON_DAYS
}

/** Complete ends are measured by their reported dates and the lag as given, no later than the data date where they finished. */
function reportedFloat<P extends ReversePlan>(plan: P, k: u32, p: u32, toBegin: f64, toEnd: f64): f64 {
  const finish = Math.min(plan.reportedFinish[p], plan.dataDate)
  return snap(relationFloat(plan.type[k], plan.reportedStart[p], finish, plan.givenLag[k], toBegin, toEnd))
}

/** Days between what the two ends of link k offer to links: of complete ends the points that the forward pass gives them. */
function offeredFloat<P extends PassPlan>(plan: P, k: u32, p: u32, s: u32): f64 {
  const type = plan.type[k]
  const from = fromFinish(type) ? plan.earlyFinish : plan.earlyStart
  const to = toStart(type) ? plan.earlyStart : plan.earlyFinish
  return snap(to[s] - from[p] - plan.lag[k])
}

/** Complete work has no free float; its predecessors have what it leaves them before incomplete work behind it moves. */
function passOn<P extends ReversePlan>(plan: P, s: u32, beyond: f64): void {
  const free = plan.free
  const last = plan.start[s + 1]
  for (let k = plan.start[s]; k < last; k++) {
    const p = plan.task[k]
    const left = offeredFloat(plan, k, p, s) + beyond
    if (left < free[p]) free[p] = left
  }
}

/**
 * First look at the links into s: the latest finish they allow their predecessors, given its late dates, and what its dates leave between their ends; the
 * least of it.
 */
export function measureLinks<P extends ReversePlan>(
  plan: P,
  s: u32,
  linkFloat: F64s,
  toBegin: f64,
  toEnd: f64,
  lateStart: f64,
  lateFinish: f64,
): f64 {
  const task = plan.task
  const type = plan.type
  const lag = plan.lag
  const remaining = plan.remaining
  const late = plan.late
  const state = plan.state
  const earlyStart = plan.earlyStart
  const earlyFinish = plan.earlyFinish
  const last = plan.start[s + 1]
  let least: f64 = Infinity
  for (let k = plan.start[s]; k < last; k++) {
    const p = task[k]
    const relation = type[k]
    const days = lag[k]
    late[p] = plan.lesser(late[p], latestByLink(relation, lateStart, lateFinish, days, remaining[p]))
    let between: f64
    if (state[p] === COMPLETE && !isPassed(plan, p)) between = reportedFloat(plan, k, p, toBegin, toEnd)
    else {
      const offers = fromFinish(relation) ? earlyFinish : earlyStart
      between = (toStart(relation) ? toBegin : toEnd) - offers[p] - days
      if (!isWhole(between)) between = snapped(between)
    }
    linkFloat[k] = between
    least = plan.lesser(least, between)
  }
  return least
}

/** Whether a task ends with the project or leads to its end: complete ones, by their reported finish, where none is incomplete. */
function findPath<P extends ReversePlan>(plan: P, s: u32, isComplete: bool): bool {
  const finish = plan.projectFinish - EPSILON_DAYS
  const isAllComplete = plan.isAllComplete
  const endsProject =
    isAllComplete || isComplete ? isAllComplete && plan.reportedFinish[s] >= finish : plan.earlyFinish[s] >= finish
  const isOnPath = endsProject || plan.onPath[s] !== 0
  plan.onPath[s] = isOnPath ? 1 : 0
  if (isOnPath && !isComplete) plan.countOnPath()
  return isOnPath
}

/**
 * Second look: which of the links drive s, which is or is not on the longest path, and the free float that they leave their predecessors once it was moved by
 * `shift`; of complete work no float is left to them here.
 */
function settleLinks<P extends ReversePlan>(
  plan: P,
  s: u32,
  linkFloat: F64s,
  linkMarks: U8s,
  least: f64,
  isOnPath: bool,
  isComplete: bool,
  shift: f64,
): void {
  const task = plan.task
  const state = plan.state
  const free = plan.free
  const onPath = plan.onPath
  const isDriven = least <= EPSILON_DAYS
  const hands: u8 = isOnPath ? 1 : 0
  const last = plan.start[s + 1]
  for (let k = plan.start[s]; k < last; k++) {
    const p = task[k]
    const between = linkFloat[k]
    const drives: u8 = isDriven && between - least <= EPSILON_DAYS ? 1 : 0
    const violated: u8 = between < -EPSILON_DAYS ? LINK_VIOLATED : 0
    onPath[p] = onPath[p] | (drives & hands)
    linkMarks[k] = (drives * LINK_DRIVING) | violated
    if (isComplete) continue
    const leaves = (state[p] === COMPLETE ? offeredFloat(plan, k, p, s) : between) + shift
    free[p] = plan.lesser(free[p], leaves)
  }
}

/** Late dates, floats and paths of the places end - 1 down to from; those behind them have theirs. */
export function reverse<P extends ReversePlan>(plan: P, end: u32, from: u32): void {
  for (let at = end; at > from; ) {
    at--
    const s = plan.order[at]
    const linkFloat = plan.linkFloatOf(s)
    const linkMarks = plan.linkMarksOf(s)
    const state = plan.state[s]
    const isComplete = state === COMPLETE
    const counts = !plan.isOverride || state === NOT_STARTED
    const earlyStart = plan.earlyStart[s]
    const earlyFinish = plan.earlyFinish[s]
    const left = plan.remaining[s]
    const needed = neededFinish(plan, s, isComplete)
    const latest = latestFinish(plan, s, left, needed)
    const latestStart = snap(latest - left)
    const handsOn = counts && !(isComplete && latest === Infinity)
    const asReported = isComplete && !isPassed(plan, s)
    const least = measureLinks(
      plan,
      s,
      linkFloat,
      asReported ? plan.reportedStart[s] : earlyStart,
      asReported ? plan.reportedFinish[s] : earlyFinish,
      handsOn ? latestStart : Infinity,
      handsOn ? latest : Infinity,
    )
    const isOnPath = findPath(plan, s, isComplete)
    let free: f64 = NaN
    let shift: f64 = 0
    let total: f64 = NaN
    if (isComplete) {
      const beyond = plan.free[s]
      if (beyond !== Infinity && counts) passOn(plan, s, beyond)
    } else {
      free = plan.free[s]
      // no successor left: the project finish is the only limit
      free = Math.max(0, free === Infinity ? snap(plan.projectFinish - earlyFinish) : free)
      if ((plan.effects[plan.constraint[s]] & AS_LATE) !== 0 && free > 0) {
        shift = free
        free = 0
        plan.shift(s, shift)
      }
      total = totalFloatOf(plan, s, left, needed, latest)
      if (shift > 0) total = snap(total - shift)
    }
    if (isComplete ? !asReported : counts)
      settleLinks(plan, s, linkFloat, linkMarks, least, isOnPath, isComplete, shift)
    else {
      const last = plan.start[s + 1]
      for (let k = plan.start[s]; k < last; k++) linkMarks[k] = 0
    }
    plan.critical[s] = total <= EPSILON_DAYS ? 1 : 0
    plan.finish(
      s,
      state !== NOT_STARTED ? plan.reportedStart[s] : snap(earlyStart + shift),
      isComplete ? plan.reportedFinish[s] : snap(earlyFinish + shift),
      isComplete ? NaN : latestStart,
      isComplete ? NaN : latest,
      total,
      free,
    )
  }
}
