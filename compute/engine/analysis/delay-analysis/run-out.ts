/**
 * By the rules of P6 what follows the start of work in progress goes on no sooner than that work does, though nothing is left of the link: on Saturday
 * morning the finish moves to Monday, for days on which both ends may do what they planned. No party lost them. So inside a window such links let go,
 * and what they do to the finish of a schedule is a movement of its own, at its data date. What others hold of that work they still hold of what follows it.
 */
import { isByClock, momentAt, offsetAt } from '../../clock/input.ts'
import { rulesOf } from '../../clock/rules.ts'
import { momentsOfDates } from '../../cpm/clocked-passes.ts'
import { type EarlyDates, forward } from '../../cpm/forward.ts'
import { type CpmInput, linksCount } from '../../cpm/input.ts'
import { copied } from '../../ids/short-arrays.ts'
import { fromFinish } from '../../passes/relation.ts'
import { COMPLETE, IN_PROGRESS } from '../../population/progress.ts'
import { TIE_DAYS } from './idle.ts'

interface FromStart {
  readonly s: number
  readonly k: number
}

/** The forward pass of a status of this network without the links that let go, and that network; the status itself where none does. */
export function forwardLetGo(
  { network, clock }: CpmInput,
  checkpoint: () => void,
): (status: CpmInput, early: EarlyDates) => CpmInput {
  const { task, type, start, order } = network
  const isRunOut = clock && rulesOf({ clock }).isRunOut
  const fromStarts: FromStart[] = []
  if (isRunOut !== undefined) {
    for (const s of order)
      for (let k = start[s]; k < start[s + 1]; k++) if (!fromFinish(type[k])) fromStarts.push({ s, k })
  }
  // most of what others hold on one morning they hold on the next
  let held = new Set<number>()
  return (status, early) => {
    const over =
      isRunOut !== undefined && isByClock(status)
        ? fromStarts.filter(({ s, k }) => status.state[task[k]] === IN_PROGRESS && isRunOut(status, s, k))
        : []
    let free: readonly FromStart[] = over.filter(({ k }) => !held.has(k))
    // what is held itself holds others again: whether a link does follows from those before it in the order, so each pass settles more of them, and a chain of them in one
    for (;;) {
      checkpoint()
      let now = status
      if (free.length > 0) {
        const lagDays = copied(status.lagDays)
        for (const { k } of free) lagDays[k] = Number.NEGATIVE_INFINITY
        now = { ...status, lagDays }
      }
      forward(now, early)
      const found = stillFree(status, early, over)
      if (found.length === free.length && found.every((link, n) => link === free[n])) {
        const letGo = new Set(free)
        held = new Set(over.filter(link => !letGo.has(link)).map(({ k }) => k))
        return now
      }
      free = found
    }
  }
}

/**
 * Those links, in the order of their successors, whose predecessor waits for no more than its next working time. What is held so holds its own
 * successors at once: by one pass per link of a chain, a long chain would cost the square of its length.
 */
function stillFree(status: CpmInput, early: EarlyDates, links: readonly FromStart[]): readonly FromStart[] {
  if (links.length === 0 || !isByClock(status)) return links
  const { clock, dataDate, network } = status
  const rules = rulesOf(status)
  const { start, finish } = momentsOfDates(status, early)
  const moments = { start: copied(start), finish }
  const goesOn = (i: number, from: number): number => rules.inWork(status, i, from)
  const held = new Map<number, boolean>()
  const isHeld = (p: number): boolean =>
    offsetAt(clock, moments.start[p]) > offsetAt(clock, goesOn(p, momentAt(clock, dataDate))) + TIE_DAYS
  return links.filter(({ s, k }) => {
    const p = network.task[k]
    const isPHeld = held.get(p) ?? isHeld(p)
    held.set(p, isPHeld)
    if (isPHeld && linksCount(status, s) && status.state[s] !== COMPLETE)
      moments.start[s] = Math.max(moments.start[s], goesOn(s, rules.startByLink(status, moments, s, k)))
    return !isPHeld
  })
}
