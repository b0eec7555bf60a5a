/** When it ends, what is wrong, what was not looked at. */
import { FORMAT_TITLES } from '../../../../shared/contract/schedule/file-formats.ts'
import type { CalendarMode } from '../schedule/replies.ts'
import type { TakeAlong } from '../service/take-along.ts'
import { few, number } from './counting.ts'

export const overview = {
  takes: (length: string) => `The project takes ${length}.`,
  spans: {
    calendar_days: days => few(days, 'calendar day', 'calendar days'),
    working_days: days => few(days, 'working day', 'working days'),
    custom: days => few(days, 'day of the given calendar', 'days of the given calendar'),
    task_calendars: days =>
      few(days, 'calendar day, its first and last included', 'calendar days, the first and the last included'),
  } satisfies Record<CalendarMode, (days: number) => string>,
  andHours: (days: string, hours: number, hoursPerDay: number) =>
    `${days} and ${few(hours, 'hour', 'hours')} (of ${number(hoursPerDay)} in a day)`,
  paths: (longest: number, near: number, most: number) =>
    `${few(longest, 'activity is', 'activities are')} on the longest path, ${number(near)} near critical (total float above 0 and up to ${few(most, 'day', 'days')}).`,
  nearAndCritical: (count: number) =>
    `${few(count, 'of these is', 'of these are')} critical as well, since the file itself counts more float than 0 as critical.`,
  finish: 'Finish as computed',
  stored: 'Finish in the file',
  noStored: 'The file stores no dates of another tool.',
  same: 'the same day',
  apart: (days: number) =>
    `${few(Math.abs(days), 'calendar day', 'calendar days')} ${days > 0 ? 'later' : 'earlier'} than in the file`,
  dataDate: 'Data date',
  inferred: 'inferred: the file has none',
  fromStart: 'the file has none: computed from the start of the project',
  noDataDate: 'None',
  tasks: 'Tasks',
  links: 'Links',
  counts: (complete: number, active: number, open: number) =>
    `${number(complete)} complete, ${number(active)} in progress, ${number(open)} to do`,
  critical: 'Critical',
  criticalNote: (open: number, done: number, least: number) =>
    `${number(open)} open ${done === 0 ? '' : `and ${number(done)} finished `}on the longest path${Number.isFinite(least) ? `; least total float ${few(least, 'day', 'days')}` : ''}`,
  margin: (must: string, days: number) =>
    `${few(Math.abs(days), 'calendar day', 'calendar days')} ${days < 0 ? 'after' : 'before'} the day it must finish by, ${must}`,
  marginOf: (task: string, must: string, days: number) =>
    `${few(Math.abs(days), 'calendar day', 'calendar days')} after ${must}, the latest day that the file allows ${task}`,
  projects: (count: number) => `The file has ${few(count, 'project', 'projects')}. Shown is`,
  leftOut: (count: number) => `${few(count, 'thing of the file was', 'things of the file were')} left out or guessed.`,
  leftOutAll: 'Read which',
  health: 'Health',
  noScore: 'no grade',
  healthNote: 'by its own checks; the grade of the DCMA 14 points is beside them',
  dcma: 'DCMA 14 points',
  dcmaNote: (passed: number, failed: number, skipped: number) =>
    `${number(passed)} passed, ${number(failed)} failed, ${number(skipped)} skipped for missing data`,
  checking: 'The checks are being computed …',
  dcmaNone: 'The assessment gave no answer for this file.',
  agreement: 'Agreement with the tool that made the file',
  agreementNote: 'Open tasks whose stored value we compute, too. Differences are in working days, ours less theirs.',
  notStored: 'not in the file',
  pathNote:
    'Of finished work the tool marks more: our longest path has it only as far back as its actual dates hold what follows.',
  agreementHead: ['Value', 'Compared', 'The same', 'Largest difference', 'At'] as const,
  fields: {
    longest_path: 'Longest path',
    total_float_days: 'Total float',
    early_start: 'Early start',
    early_finish: 'Early finish',
    late_start: 'Late start',
    late_finish: 'Late finish',
  },
  findings: 'Findings',
  findingsNote:
    'A count can differ from that of a check above: each counts tasks of its own, with or without milestones, level of effort and finished work. What it counts over stands where it opens and on its method page.',
  noFindings: 'Nothing was found.',
  skipped: 'What was not checked, and why',
  read: 'What was read',
  calendarModes: {
    calendar_days: 'calendar days',
    working_days: 'working days',
    custom: 'days of the given calendar',
    task_calendars: 'the calendars of the tasks',
  },
  calendar: 'Counted in',
  format: 'Format',
  formats: FORMAT_TITLES,
  takeAlong: 'Take along:',
  save: {
    workbook: 'Workbook (XLSX)',
    whole: 'Report of all analyses (HTML)',
    report: 'Critical path (HTML)',
    checks: 'DCMA 14 report (HTML)',
    chart: 'Gantt (SVG)',
  } satisfies Record<TakeAlong, string>,
  notSaved: (why: string) => `It could not be made. ${why}`,
  warnings: 'Left out or guessed',
}
