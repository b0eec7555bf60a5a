/** Every word of the report that is not of the result. */
import { withCommas } from '../wording/numbers.ts'

export const WORDS = {
  title: (analysis: string) => `${analysis}: report`,
  score: 'Score',
  grade: 'Grade',
  tasks: 'Tasks sent',
  findings: 'Findings',
  noFindings: 'There are no findings.',
  recommendations: 'What to do',
  formula: 'Formula',
  population: 'Counted over',
  source: 'Source',
  method: 'Method',
  found: (numerator: string, denominator: string) => `${numerator} of ${denominator}`,
  limit: (operator: string, threshold: string) => `limit ${operator} ${threshold}`,
  tasksConcerned: 'Tasks',
  more: (shown: number, count: number) => `${withCommas(shown)} of ${withCommas(count)} shown, all in the spreadsheet`,
  rows: (count: number) => (count === 1 ? '1 row' : `${withCommas(count)} rows`),
  columnsLeft: (count: number) => `${count} more columns in the workbook of this analysis`,
  values: 'Further values',
  yes: 'yes',
  no: 'no',
  engine: (version: string, api: string) => `Computed by engine ${version}, interface ${api}.`,
  input: (hash: string) => `Input ${hash}.`,
  spreadsheet:
    'Tables are cut. The same call answers the whole of them as a workbook (Accept: application/vnd.openxmlformats-officedocument.spreadsheetml.sheet).',
  wholeTitle: 'Schedule report',
  wholeSpreadsheet:
    'Tables are cut. The call of each analysis answers the whole of them as a workbook (Accept: application/vnd.openxmlformats-officedocument.spreadsheetml.sheet).',
  overview: 'Overview',
  contents: 'Contents',
  gravest: 'Gravest findings',
  analysis: 'Analysis',
  status: 'Status',
  inShort: 'In short',
  finish: 'Finish',
  dataDate: 'Data date',
  notRun: 'This analysis could not be made of the request.',
  gantt: 'Gantt chart',
  ganttAll: (count: number) => `${withCommas(count)} tasks, early dates.`,
  ganttPath: (shown: number, count: number) =>
    `${withCommas(shown)} of ${withCommas(count)} tasks that are critical or on the longest path, early dates.`,
  ganttFirst: (shown: number, count: number) =>
    `The first ${withCommas(shown)} of ${withCommas(count)} tasks, early dates.`,
  legend: {
    critical: 'critical or on the longest path',
    normal: 'other work',
    float: 'total float, to the late finish',
    milestone: 'milestone',
    dataDate: 'data date',
  },
  curve: { planned: 'Planned', actual: 'Actual', forecast: 'Forecast', earned: 'Earned' },
  sCurve: 'Progress over time',
  sCurveAbout: 'Share of the work at the end of each day: by the plan, as reported, and as computed for what is left.',
  months: {
    title: 'Starts and finishes by month',
    starts: 'Starts of tasks',
    finishes: 'Finishes of tasks',
  },
  load: {
    title: 'Demand against capacity',
    demand: 'Demand',
    over: 'Above the capacity',
    capacity: 'Capacity',
    of: (resource: string) => `Demand against capacity of ${resource}`,
    about: (shown: string, count: string) =>
      `${shown} of ${count} resources, those that are loaded most for their limit; days of one person or machine full time, or a quantity, by period.`,
  },
  day: (number: number) => `day ${number}`,
  windows: {
    title: 'What happened, window by window',
    about:
      'Figures of the analysis in sentences, without an opinion: what moved the finish, who held it when. The tables below have all of them.',
    window: (number: number) => `Window ${number}`,
    until: 'to',
    days: 'days',
    unit: (basis: string) => `${basis} days`,
    calendar: 'calendar days',
    working: 'working days of the project calendar',
    unknown:
      'How far the finish moved is not known: the two schedules have no task in common, or one of them no finish.',
    finish: 'The finish moved by',
    progress: 'By progress:',
    revisions: 'By revisions of the plan:',
    movedBy: 'Moved by:',
    revisedBy: 'Revisions that moved it most, each as the mean over all orders of the revisions:',
    alone: 'alone',
    untested: 'not tested alone',
    otherRevisions: (count: number) => (count === 1 ? '1 more revision' : `${withCommas(count)} more revisions`),
    nobody: 'its task has no delay category',
    ofEvents: (ids: string, isAll: boolean) =>
      `${ids.includes(',') ? 'events' : 'event'} ${ids}${isAll ? '' : '; the rest has no event and no delay category'}`,
    others: (count: number) => (count === 1 ? '1 more task' : `${withCommas(count)} more tasks`),
    both: 'Held by owner and contractor together:',
    noTask: 'Delay for which no task was found:',
    path: 'Tasks that moved the finish, or hold it at the end:',
    noHolder: 'no task found',
    ofWindow: 'Window',
    from: 'From',
    to: 'To',
    movedIn: (unit: string) => `The finish moved, ${unit}`,
    who: 'Who held the finish',
    what: 'What the days are',
    how: 'How they became theirs',
    party: 'Party',
    noParties: 'no party given',
    revisedTasks: 'Its revised tasks, the first by id',
    revisionsOf: (parties: string) => `held by revisions, too: ${parties}`,
    spans: (window: number) =>
      `Window ${window}: the days that moved the finish, and how they became those of who held them.`,
    beside: (window: number) =>
      `Window ${window}: parties whose revisions alone would have brought the finish as far as everything together did. They hold so many of its days, alone or beside those who lost them.`,
    more: (count: number) => `${withCommas(count)} more windows stand in the table.`,
    chart: (number: number, shown: number, count: number) =>
      `Window ${number}: who held the finish when${shown < count ? `, ${shown} of ${count}` : ''}.`,
    noParty: 'Of no task and no event a party was given.',
    colours:
      'Blue: owner; red: contractor; violet: both; green: of nobody (weather, force majeure); grey: no party given; pale: recovered.',
  },
  recompute: {
    title: 'How each figure is computed again',
    about:
      'The same schedules, sent to these calls with these options, answer the same figures; the input is the same if its SHA-256 is. The engine is named below.',
    call: 'Call',
    options: 'Options',
    input: 'SHA-256 of the input',
  },
  histogram: (title: string, count: number) => `${title}: ${withCommas(count)} tasks`,
  range: (from: string, to: string) => `${from} to <${to}`,
  below: (bound: string) => `< ${bound}`,
  from: (bound: string) => `\u2265 ${bound}`,
} as const

/** Columns whose spread over all rows is drawn, by sheet and column, with the title of the chart. */
export const HISTOGRAMS: readonly { readonly sheet: string; readonly column: string; readonly title: string }[] = [
  { sheet: 'tasks', column: 'total_float_days', title: 'Total float in days' },
  {
    sheet: 'task_variances',
    column: 'finish_variance_days',
    title: 'Finish against the baseline in days, later is positive',
  },
  { sheet: 'task_variances', column: 'finish_delay_days', title: 'Finish against the plan in days, later is positive' },
]

/** early_start_date -> Early start; total_float_days -> Total float (days); windows.by_category -> Windows, by category. */
export function labelOf(name: string): string {
  const unit = name.endsWith('_days') ? ' (days)' : name.endsWith('_pct') ? ' (%)' : ''
  if (name === 'id') return 'ID'
  const bare = name.replace(/_(?:days|pct)$|(?<=start|finish)_date$|\.date$/, '')
  const words = bare.replaceAll('.', ', ').replaceAll('_', ' ')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}${unit}`
}
