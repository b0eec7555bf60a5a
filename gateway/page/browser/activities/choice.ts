/** What of the activities is shown and how: all of it can be kept in the history of the browser. */

import { MINUTES_PER_DAY, minutesOf } from '../schedule/moment.ts'
import { isCritical, ON_LONGEST_PATH, type Schedule } from '../schedule/schedule.ts'
import { TEXT } from '../texts.ts'
import type { ActivityColumn } from './columns.ts'

export const SHOWS = ['all', 'critical', 'near', 'longest', 'open'] as const
export type Show = (typeof SHOWS)[number]

/** Activities that something else names: a check, a finding, a change, a bar of a chart. */
export interface Only {
  readonly title: string
  readonly ids: readonly string[]
}

export interface Choice {
  readonly text: string
  readonly show: Show
  /** Weeks from the data date, 0 = any time. */
  readonly ahead: number
  /** Days as YYYY-MM-DD, '' = none: in work on one of them. */
  readonly from: string
  readonly until: string
  /** Conditions by the keys of columns. */
  readonly where: Readonly<Record<string, string>>
  readonly only: Only | undefined
  /** `tree`, `none` or the key of a column. */
  readonly group: string
  /** Key of a column, '' = as the tree or the file has them. */
  readonly sort: string
  readonly isDescending: boolean
  /** Keys of groups that are folded. */
  readonly folded: readonly string[]
}

export const ALL: Choice = {
  text: '',
  show: 'all',
  ahead: 0,
  from: '',
  until: '',
  where: {},
  only: undefined,
  group: 'tree',
  sort: '',
  isDescending: false,
  folded: [],
}

/** What leaves tasks out is undone; order and groups stay. */
export const unfiltered = (choice: Choice): Choice => ({
  ...ALL,
  group: choice.group,
  sort: choice.sort,
  isDescending: choice.isDescending,
})

const DAYS_PER_WEEK = 7

type Test = (task: number) => boolean
const ALWAYS: Test = () => true

const OPERATORS: Readonly<Record<string, (order: number) => boolean>> = {
  '>=': order => order >= 0,
  '<=': order => order <= 0,
  '>': order => order > 0,
  '<': order => order < 0,
  '=': order => order === 0,
}

/** A condition of one column: a text that is in it, or a comparison. Dates compare as they are written by the service. */
export function conditionOf(column: ActivityColumn, given: string): Test {
  const condition = given.trim()
  if (condition === '') return ALWAYS
  if (condition.startsWith('!')) {
    const turned = conditionOf(column, condition.slice(1))
    return task => !turned(task)
  }
  const { number } = column
  const text = column.iso ?? column.text
  const dots = condition.lastIndexOf('..')
  if (dots > 0 && dots < condition.length - 2) {
    const from = conditionOf(column, `>=${condition.slice(0, dots)}`)
    const until = conditionOf(column, `<=${condition.slice(dots + 2)}`)
    return task => from(task) && until(task)
  }
  const [, sign = '', wanted = ''] = /^(>=|<=|>|<|=)?\s*(.*)$/s.exec(condition)!
  const holds = OPERATORS[sign]
  if (number !== undefined) {
    const value = TEXT.counting.readNumber(wanted)
    const test = holds ?? OPERATORS['=']!
    return task => !Number.isNaN(number(task)) && test(Math.round((number(task) - value) * 100))
  }
  const lower = (column.iso === undefined ? wanted : TEXT.counting.readDate(wanted)).toLowerCase()
  if (holds === undefined) return task => text(task).toLowerCase().includes(lower)
  if (sign === '=') return task => text(task).toLowerCase() === lower
  return task => {
    // the last day belongs to it, whatever the time
    const own = text(task).toLowerCase()
    const part = sign === '<=' || sign === '>' ? own.slice(0, lower.length) : own
    return own !== '' && holds(part < lower ? -1 : part > lower ? 1 : 0)
  }
}

/** Entry i: 1 = a level of wbsCodes[i] is called so. A level that all have in common, which is the project, does not count. */
function groupsNamed({ wbsNames }: Schedule, wanted: string): Uint8Array {
  const top = wbsNames[0]?.[0]
  const from = wbsNames.every(names => names[0] === top) ? 1 : 0
  return Uint8Array.from(wbsNames, names =>
    wanted !== '' && names.some((name, level) => level >= from && name.toLowerCase().includes(wanted)) ? 1 : 0,
  )
}

function textTest(schedule: Schedule, text: string): Test {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return ALWAYS
  const { ids, names, wbs } = schedule
  const inGroups = groupsNamed(schedule, wanted)
  return task =>
    ids[task]!.toLowerCase().includes(wanted) ||
    names[task]!.toLowerCase().includes(wanted) ||
    inGroups[wbs[task]!] === 1
}

function showTest(schedule: Schedule, show: Show, nearDays: number): Test {
  const { marks, state, totalFloatDays } = schedule
  if (show === 'critical') return task => isCritical(schedule, task)
  if (show === 'longest') return task => (marks[task]! & ON_LONGEST_PATH) !== 0
  if (show === 'open') return task => state[task] !== 2
  if (show === 'near')
    return task => state[task] !== 2 && totalFloatDays[task]! > 0 && totalFloatDays[task]! <= nearDays
  return ALWAYS
}

/** In work in the time: it starts before its end and finishes after its begin; of a look-ahead without what is complete. */
function timeTest({ start, finish, state, dataDate }: Schedule, { ahead, from, until }: Choice): Test {
  if (ahead > 0) {
    const end = dataDate + ahead * DAYS_PER_WEEK * MINUTES_PER_DAY
    return task => state[task] !== 2 && start[task]! < end && finish[task]! >= dataDate
  }
  if (from === '' && until === '') return ALWAYS
  const [begin, end] = [minutesOf(from || null), minutesOf(until || null, true)]
  return task => !(start[task]! >= end) && !(finish[task]! <= begin && start[task]! < begin)
}

/** nearDays: largest total float of what is near critical. */
export function testOf(schedule: Schedule, choice: Choice, columns: readonly ActivityColumn[], nearDays: number): Test {
  const tests = [
    textTest(schedule, choice.text),
    showTest(schedule, choice.show, nearDays),
    timeTest(schedule, choice),
    ...columns.filter(({ key }) => choice.where[key]).map(column => conditionOf(column, choice.where[column.key]!)),
  ]
  if (choice.only !== undefined) {
    const ids = new Set(choice.only.ids)
    tests.push(task => ids.has(schedule.ids[task]!))
  }
  const asked = tests.filter(test => test !== ALWAYS)
  if (asked.length < 2) return asked[0] ?? ALWAYS
  return task => asked.every(test => test(task))
}
