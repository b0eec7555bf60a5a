/** Plots of one file, and of several. */
import { number } from './counting.ts'

export const plots = {
  float: 'Total float',
  floatNote: 'Open tasks by their total float in days.',
  months: 'Starts and finishes by month',
  monthsNote: 'As computed, and as they were where the work has begun or ended.',
  curve: 'Finished tasks, in per cent of all',
  curveNote: 'Each task counts the same.',
  tasks: 'Tasks',
  starts: 'Starts',
  finishes: 'Finishes',
  actual: 'Finished',
  forecast: 'Forecast',
  planned: 'Baseline',
  load: 'Demand against capacity',
  loadWaiting: 'Asking for the demand …',
  loadNote: (from: string) =>
    `Resource-days of the open tasks by period${from === '' ? '' : `, from ${from} on`}. A resource whose capacity nobody gave is one a day.`,
  noLoad: 'No open task names a resource.',
  resource: 'Resource',
  allResources: (count: number) => `All ${number(count)} together`,
  demand: 'Demand',
  capacity: 'Capacity',
  updates: 'BEI and CPLI over the updates',
  updatesNote:
    'Baseline execution index and critical path length index of each file; DCMA asks for at least 0.95 of both.',
  least: 'Least',
  undated: 'The schedule has no dates, so there are no months.',
}
