/** The chart and its tools. */
import { few, number } from './counting.ts'

export const gantt = {
  levels: 'Levels',
  allLevels: 'All',
  level: (level: number) => `${level} of the tree`,
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Whole project',
  dataDate: 'Go to the data date',
  legend: {
    bar: 'Work to do',
    done: 'Done',
    critical: 'Critical (also a line below)',
    longest: 'Longest path (outlined)',
    float: 'Total float',
    baseline: 'Baseline',
    before: 'Before the changes (tried)',
    milestone: 'Milestone',
    dataDate: 'Data date',
  },
  none: 'No task fits.',
  allFolded: (count: number) => `All tasks lie in ${few(count, 'folded group', 'folded groups')}.`,
  table: 'The same as a table',
  details: 'Details of the task',
  /** On the lines of dates. */
  quarter: (n: number) => `Q${n}`,
  decade: (year: string) => `${year}s`,
  day: (n: number) => `day ${number(n)}`,
  drag: (days: string) => `drag ${days} d`,
}
