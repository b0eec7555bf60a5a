/**
 * By the rules of P6 what follows the start of work in progress goes on no sooner than that work does, though nothing is left of the link: on Saturday
 * morning the finish moves to Monday, for days on which both ends may do what they planned. No party lost them. So inside a window such links let go,
 * and what they do to the finish of a schedule is a movement of its own, at its data date. What others hold of that work they still hold of what follows it.
 */
import { isByClock, momentAt, offsetAt } from '../../clock/input.ts'
import { rulesOf } from '../../clock/rules.ts'
import { type EarlyDates, forward } from '../../cpm/forward.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { copied } from '../../ids/short-arrays.ts'
import { fromFinish } from '../../passes/relation.ts'
import { IN_PROGRESS } from '../../population/progress.ts'
import { TIE_DAYS } from './idle.ts'

/** The forward pass of a status of this network without the links that let go, and that network; the status itself where none does. */
export function forwardLetGo({ network, clock }: CpmInput): (status: CpmInput, early: EarlyDates) => CpmInput {
  const { task, type, start, order } = network
  const isRunOut = clock && rulesOf({ clock }).isRunOut
  const fromStarts: { readonly s: number; readonly k: number }[] = []
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
    let free = over.filter(({ k }) => !held.has(k))
    // what is held itself holds others again: whether a link does follows from those before it in the order, so each pass settles more of them
    for (;;) {
      let now = status
      if (free.length > 0) {
        const lagDays = copied(status.lagDays)
        for (const { k } of free) lagDays[k] = Number.NEGATIVE_INFINITY
        now = { ...status, lagDays }
      }
      forward(now, early)
      const found = over.filter(({ k }) => !isHeld(now, early, task[k]))
      if (found.length === free.length && found.every((link, n) => link === free[n])) {
        const letGo = new Set(free)
        held = new Set(over.filter(link => !letGo.has(link)).map(({ k }) => k))
        return now
      }
      free = found
    }
  }
}

/** Whether the rest of p waits for more than its next working time. */
function isHeld(now: CpmInput, early: EarlyDates, p: number): boolean {
  if (!isByClock(now)) return false
  const { clock, dataDate } = now
  return early.start[p] > offsetAt(clock, rulesOf(now).inWork(now, p, momentAt(clock, dataDate))) + TIE_DAYS
}
