/** The children of a Task and of its Baseline that are read. */
import { BASELINE_SLOTS, TASK_SLOTS } from '../ms-project/task-slots.ts'
import { SlotPlan } from '../xml/element-slots.ts'
import { E } from './element-names.ts'

export const TASK_PLAN = new SlotPlan(E, TASK_SLOTS)
export const BASELINE_PLAN = new SlotPlan(E, BASELINE_SLOTS)
