/** Plots of one file, and of several. */
import { number } from './counting.ts'

export const plots = {
  float: 'Total float',
  band: (from: string, to: string) => `${from} to ${to}`,
  floatNote: 'Open tasks by their total float in days.',
  starts: 'Starts by month',
  finishes: 'Finishes by month',
  monthsNote: 'Tasks without summaries and level of effort. In a long project several months are one bar.',
  curve: 'Work over time, in per cent of all',
  curveNote: (weight: string, plan: string): string => `${weight} ${plan}`,
  weights: {
    budgeted_cost: 'Each task counts by its budgeted cost.',
    duration_days: 'Each task counts by its duration, since none has a cost.',
  },
  plans: {
    baseline: 'The plan is the baseline.',
    none: 'The file has no baseline, so nothing is drawn as a plan. Drop the baseline beside it to compare.',
    file: (name: string) => `The plan is the dates of ${name}, which is the baseline.`,
    planned:
      'The file has no baseline, so there is no plan to be ahead of or behind: its planned dates move with each update of the schedule. Drop the baseline beside it to compare.',
  },
  tasks: 'Tasks',
  open: (what: string) => `show the activities of ${what}`,
  floatOf: (band: string) => `Total float ${band} days`,
  inWork: (date: string) => `In work on ${date}`,
  planned: { baseline: 'Plan (baseline)', planned: 'Planned dates of the file' },
  actual: 'Actual',
  forecast: 'Forecast',
  earned: 'Earned',
  load: 'Demand against capacity',
  loadWaiting: 'Asking for the demand …',
  loadNote: (from: string) =>
    `Days of one person or machine full time, of a material its quantity, of the open tasks by period${from === '' ? '' : `, from ${from} on`}. The capacity is the limits of the resources with work in the period, as the file has them; a person without one counts as one. A period in which one has no limit shows none.`,
  noLoad: 'No open task names a resource.',
  resource: 'Resource',
  allResources: (count: number) => `All people and machines of ${number(count)} together`,
  demand: 'Demand',
  capacity: 'Capacity',
  updates: 'BEI and CPLI over the updates',
  updatesNote:
    'Baseline execution index and critical path length index of each file; DCMA asks for at least 0.95 of both.',
  least: 'Least',
  undated: 'The schedule has no dates, so there are no months.',
}
