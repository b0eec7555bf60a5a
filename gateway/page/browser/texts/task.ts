/** The details of one task. */
import type { ConstraintType } from '../../../../shared/contract/schedule/fields.ts'
import type { Driver } from '../schedule/replies.ts'
import { few } from './counting.ts'

export const task = {
  none: 'Choose a task to see its dates, its links and what holds it.',
  /** In the words of the tool that made the file. */
  constraints: {
    p6: {
      ASAP: 'As Soon As Possible',
      ALAP: 'As Late As Possible',
      SNET: 'Start On or After',
      SNLT: 'Start On or Before',
      FNET: 'Finish On or After',
      FNLT: 'Finish On or Before',
      SO: 'Start On',
      FO: 'Finish On',
      MSO: 'Mandatory Start',
      MFO: 'Mandatory Finish',
    },
    ms_project: {
      ASAP: 'As Soon As Possible',
      ALAP: 'As Late As Possible',
      SNET: 'Start No Earlier Than',
      SNLT: 'Start No Later Than',
      FNET: 'Finish No Earlier Than',
      FNLT: 'Finish No Later Than',
      SO: 'Start On',
      FO: 'Finish On',
      MSO: 'Must Start On',
      MFO: 'Must Finish On',
    },
  } satisfies Record<'p6' | 'ms_project', Record<ConstraintType, string>>,
  days: (days: number) => few(Math.round(days * 100) / 100, 'day', 'days'),
  yes: 'on the critical path',
  longest: 'on the longest path',
  paths: 'Float paths to it',
  pathsNote:
    'Open tasks by the days they could slip until they move this one: 0 drives it. A number shows its tasks alone.',
  pathsHead: ['Days', 'Tasks', 'First'] as const,
  noPaths: 'No open task leads to it.',
  path: (days: string, name: string) => `${days} days of float to ${name}`,
  predecessors: 'Predecessors',
  successors: 'Successors',
  noLinks: 'None.',
  linkHead: ['Task', 'Link', 'Lag, d', 'Float', '', ''] as const,
  driving: 'drives',
  moved: (days: number, was: string, file: string) =>
    days === 0
      ? `It ends on the day that ${file} had.`
      : `It ends ${few(Math.abs(days), 'calendar day', 'calendar days')} ${days > 0 ? 'later' : 'earlier'} than in ${file}: ${was}.`,
  isNew: (file: string) => `${file} does not have it.`,
  expected: (finish: string, start: string) =>
    `Its expected finish ${finish} sets how long it takes: the work from its start ${start} until then, whatever duration was entered.`,
  expectedLeft: (finish: string, dataDate: string) =>
    `Its expected finish ${finish} sets what is left of it at the data date ${dataDate}, whatever remaining duration was entered.`,
  expectedPassed: (finish: string, ends: string) =>
    `Its expected finish ${finish} has passed by the time it can go on, so no work is left of it: it ends on ${ends}.`,
  expectedUnread: (finish: string) =>
    `It has an expected finish, ${finish}, which sets nothing: the file was scheduled without expected finish dates.`,
  walk: 'Why is it here?',
  drivers: {
    project_start: 'It starts with the project.',
    data_date: 'The data date holds it: no open work starts before.',
    constraint: 'Its constraint sets its dates.',
    link: 'Its links set its dates.',
  } satisfies Record<NonNullable<Driver>, string>,
  undriven: 'Nothing sets its dates any more: it is complete, or it follows the work it spans.',
  step: (relation: string, lag: string, name: string, dates: string) =>
    `driven by ${name} (${relation}${lag}), ${dates}`,
  followed: (relation: string, lag: string, name: string, dates: string) =>
    `finished; the last of its predecessors to let it go was ${name} (${relation}${lag}), ${dates}`,
  began: 'It is complete, and no link leads to it.',
  fromTo: (start: string, finish: string) => `${start} to ${finish}`,
  walkEnd: (count: number) => `${few(count, 'step', 'steps')} back to where the path begins`,
}
