/** Every text of the page, in English, a file for each view: another language is another folder of this form. */

import { activities } from './texts/activities.ts'
import { check } from './texts/check.ts'
import { compare } from './texts/compare.ts'
import { number } from './texts/counting.ts'
import { gantt } from './texts/gantt.ts'
import { levelling } from './texts/levelling.ts'
import { overview } from './texts/overview.ts'
import { plots } from './texts/plots.ts'
import { access, start, where } from './texts/start.ts'
import { table } from './texts/table.ts'
import { task } from './texts/task.ts'
import { failure, progress } from './texts/waiting.ts'
import { whatIf } from './texts/what-if.ts'

export const TEXT = {
  title: 'Schedule Intelligence Service',
  skip: 'Skip to the content',
  views: 'Views',
  tabs: { overview: 'Overview', activities: 'Activities', compare: 'Changes', plots: 'Plots', levelling: 'Levelling' },
  files: {
    label: 'File that is shown',
    add: 'Add a file to compare',
    noBaseline: (name: string, why: string) => `The baseline could not be used for ${name}. ${why}`,
    same: (name: string, open: string) => `${name} has the same content as ${open}, which is open already.`,
  },
  number,
  start,
  where,
  access,
  progress,
  failure,
  overview,
  check,
  activities,
  gantt,
  task,
  plots,
  levelling,
  table,
  compare,
  whatIf,
}
