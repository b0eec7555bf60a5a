/**
 * Whether the rest of a task in progress goes on where it does by itself, as after a stop that a planner entered, or because a link held it there
 * when Microsoft Project computed. The date is the same; what a link holds moves with the link.
 */
import { IN_PROGRESS } from '../../kind/states.ts'
import { type ClockedInput, calendarOf, momentsOf } from '../input.ts'
import { earlyPass, heldBy, restStart } from './forward.ts'
import type { Plan } from './plan.ts'

/** The plan without the resume dates that links explain. */
export function settledResumes(input: ClockedInput, plan: Plan): Plan {
  const { network, clock, state } = input
  const resume = plan.resume.slice()
  if (!resume.some(moment => !Number.isNaN(moment))) return plan
  const early = momentsOf(network.taskCount)
  const floors = new Float64Array(network.taskCount)
  earlyPass(input, plan, early, floors)
  for (const s of network.order) {
    if (state[s] !== IN_PROGRESS || !(resume[s] > Number.NEGATIVE_INFINITY)) continue
    const calendar = calendarOf(clock, s)
    const held = heldBy(input, plan, early, floors, s)
    if (Number.isFinite(held) && calendar.workAt(held) >= calendar.workAt(restStart(input, plan, s)))
      resume[s] = Number.NaN
  }
  return { ...plan, resume }
}
