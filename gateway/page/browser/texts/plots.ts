/** Plots of one file, and of several. */

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
  undated: 'The schedule has no dates, so there are no months.',
}
