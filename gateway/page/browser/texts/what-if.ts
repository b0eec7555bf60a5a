/** What if: changes that are tried on the task panel, and alternatives. */
import { few, number } from './counting.ts'

const days = (count: number): string => few(Math.round(count * 100) / 100, 'day', 'days')

export const whatIf = {
  heading: 'What if',
  note: 'A change is tried at once and leaves the file as it is. Ctrl+Z takes it back.',
  complete: 'It is complete: no change of it moves anything.',
  expected: (finish: string) =>
    `Its duration is computed from the expected finish ${finish}: another duration moves nothing.`,
  duration: 'Duration, d',
  remaining: 'Remaining, d',
  constraint: 'Constraint',
  noConstraint: 'None',
  date: 'Date of the constraint',
  calendar: 'Calendar',
  lagOf: (id: string) => `Lag of the link with ${id}, days`,
  removeLink: (id: string) => `Remove the link with ${id}`,
  addPredecessor: 'Add a predecessor',
  addSuccessor: 'Add a successor',
  id: 'ID of the task',
  relation: 'Link',
  lag: 'Lag, d',
  add: 'Add',
  unknown: (id: string) => `No task has the ID ${id}.`,
  itself: 'A task cannot follow itself.',
  insert: 'Insert a task',
  where: 'Where',
  after: 'After it, before what follows',
  before: 'Before it, after what leads to it',
  name: 'Name',
  newName: 'New task',
  change: {
    duration: (task: string, from: string, to: number) => `${task}: duration ${from} d → ${number(to)} d`,
    remaining: (task: string, from: string, to: number) => `${task}: remaining ${from} d → ${number(to)} d`,
    constraint: (task: string, words: string) => `${task}: ${words}`,
    noConstraint: (task: string) => `${task}: no constraint`,
    calendar: (task: string, name: string) => `${task}: calendar ${name}`,
    link: (from: string, to: string, type: string, lag: number) =>
      `${from} → ${to}: ${type}${lag === 0 ? '' : ` ${lag > 0 ? '+' : ''}${days(lag)}`}`,
    unlink: (from: string, to: string, type: string) => `${from} → ${to}: no ${type} link`,
    add: (name: string, count: number) => `Inserted: ${name}, ${days(count)}`,
  },
  bar: 'What if: the schedule with changes',
  finish: (before: string, after: string) => `Finish ${before} → ${after}`,
  later: (working: number | null, calendar: number | null) => {
    const move = working || calendar || 0
    if (move === 0) return 'the finish stays'
    const way = move > 0 ? 'later' : 'earlier'
    const inWords = (count: number, one: string, many: string): string =>
      few(Math.abs(Math.round(count * 100) / 100), one, many)
    const counted = working === null ? '' : `${inWords(working, 'working day', 'working days')} ${way}`
    const other = calendar === null ? '' : inWords(calendar, 'calendar day', 'calendar days')
    return counted === '' ? `${other} ${way}` : other === '' ? counted : `${counted} (${other})`
  },
  noFinish: 'The schedule has no finish date.',
  float: (task: string, before: string, after: string) => `Total float of ${task}: ${before} d → ${after} d`,
  moved: (count: number) => (count === 0 ? 'No task moves.' : `${few(count, 'task moves', 'tasks move')}.`),
  lost: (count: number) => `Negative float by it: ${few(count, 'task', 'tasks')}`,
  broken: (count: number) => `Dates no longer met: ${few(count, 'task', 'tasks')}`,
  waiting: 'Computing …',
  failed: (why: string) => `It could not be computed. ${why}`,
  undo: 'Undo',
  redo: 'Redo',
  clear: 'Take all back',
  takeBack: (change: string) => `Take back: ${change}`,
  keep: 'Keep',
  keepAs: 'Name of the alternative',
  alternative: (n: number) => `Alternative ${number(n)}`,
  alternatives: 'Alternatives',
  head: ['Alternative', 'Changes', 'Finish', 'Working days', 'Calendar days', 'Tasks with negative float', ''] as const,
  asSent: 'As in the file',
  open: 'Open',
  drop: 'Forget',
  openOf: (name: string) => `Open ${name}`,
  dropOf: (name: string) => `Forget ${name}`,
  save: 'Save as',
  saving: 'Writing …',
  saved: 'Saved.',
  savedWith: (warnings: string) => `Saved. It cannot say all of it: ${warnings}.`,
  since: (day: string) =>
    `These changes were tried ${day === '' ? 'earlier' : `on ${day}`} and kept in this browser. The file is as it was.`,
  elsewhere: (count: number) =>
    `${few(count, 'change of this file is', 'changes of this file are')} tried; this view shows the file without. With it:`,
  carries:
    'A saved file has what the service reads of a schedule: activities, links, calendars, constraints, progress, values of codes, resources and assignments. It has no layouts, notes, documents or descriptions of code values of the original, and in P6 every activity gets the duration type Fixed Duration & Units: import it as a new project.',
  datesBefore: 'The dates in it are those before the changes until your tool schedules it (F9).',
  walkOf: 'Links and floats of links are those of the file; with the changes:',
}
