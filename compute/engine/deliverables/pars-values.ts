/**
 * What DS04 of PARS says of the tasks of a schedule: one home for the writer and for the checks of the receiver, which so judge what would be written.
 * Percents are parts of 1.
 */

import { PARS_TASK_FIELDS } from '../../../shared/contract/deliverables/pars-request.ts'
import { p6ConstraintCode } from '../../../shared/contract/schedule/aliases.ts'
import { DAY_ABSENT, LINK_UNKNOWN, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import {
  CONSTRAINT_TYPES,
  PERCENT_TYPES,
  type PercentType,
  TASK_TYPES,
} from '../../../shared/contract/schedule/fields.ts'
import { specsByCode } from '../../../shared/contract/schedule/resources.ts'
import { FINISH_MILESTONE, isLoe, isSummary, START_MILESTONE } from '../kind/participation.ts'
import { type Days, type Facts, isMilestoneTask, keptTextsOf, textsOf } from './facts.ts'
import type { ValueOf } from './mapping.ts'
import { clean } from './record-part.ts'

/** A multiple of 0.01. */
export const cent = (value: number): number => Math.round(value * 100) / 100 + 0

/** Code of true in a column. */
const DEPENDENT = 2
const MAPPED = ['WBS_ID', 'subtype', 'milestone_level', 'EVT', 'PC_type', 'CAM'] as const
type Mapped = Readonly<Record<(typeof MAPPED)[number], ValueOf | undefined>>
/** Types of resources whose units are no work. */
const NO_WORK: readonly (string | undefined)[] = ['material', 'cost']

const fieldOf = (name: string) => PARS_TASK_FIELDS.find(field => field.name === name)!
export const DESCRIPTION_CHARACTERS_MAX = fieldOf('description').max

export class ParsValues {
  readonly #columns: ScheduleColumns
  readonly #facts: Facts | undefined
  readonly #mapped: Mapped
  readonly #idOf: (i: number) => string
  readonly #nameOf: (i: number) => string
  readonly #wbsOf: (code: number) => string
  readonly #organizationOf: (code: number) => string
  #hasSuccessor: Uint8Array | undefined
  #isWork: readonly boolean[] | undefined

  /** mappedOf: the values of a field of DS04 by the mapping of the request. Without facts there are no percents and no dates. */
  constructor(columns: ScheduleColumns, mappedOf: (field: string) => ValueOf | undefined, facts?: Facts) {
    this.#columns = columns
    this.#facts = facts
    this.#idOf = textsOf(columns.id)
    this.#nameOf = textsOf(columns.name)
    this.#wbsOf = keptTextsOf(columns.wbsCode.values)
    this.#organizationOf = keptTextsOf(columns.organizationCode.values)
    this.#mapped = Object.fromEntries(MAPPED.map(field => [field, mappedOf(field)])) as Mapped
  }

  isMilestone(i: number): boolean {
    return isMilestoneTask(this.#columns, i)
  }

  type(i: number): 'WS' | 'LOE' | 'SM' | 'FM' | 'RD' | 'TD' {
    const columns = this.#columns
    const code = columns.taskType[i]
    if (isSummary(code)) return 'WS'
    if (isLoe(code)) return 'LOE'
    if (!this.isMilestone(i)) return columns.resourceDependent[i] === DEPENDENT ? 'RD' : 'TD'
    if (code === START_MILESTONE) return 'SM'
    if (code === FINISH_MILESTONE) return 'FM'
    // a milestone without a kind starts something where nothing leads to it
    const { start } = columns.links
    return start[i] === start[i + 1] && (this.#hasSuccessor ??= successorsOf(columns))[i] === 1 ? 'SM' : 'FM'
  }

  /** The name in full, '' = none. */
  name(i: number): string {
    return clean(this.#nameOf(i))
  }

  /** What has no name is called by its id. */
  description(i: number, name = this.name(i)): string {
    return (name || this.#idOf(i)).slice(0, DESCRIPTION_CHARACTERS_MAX)
  }

  isWbsMapped(i: number): boolean {
    return this.#mapped.WBS_ID?.(i) !== undefined
  }

  wbs(i: number): string | undefined {
    return this.#mapped.WBS_ID?.(i) ?? textOf(this.#columns.wbsCode.codes[i], this.#wbsOf)
  }

  subtype(i: number): string | undefined {
    return this.#mapped.subtype?.(i) ?? (this.#kind(i) === 'schedule_visibility' ? 'SVT' : undefined)
  }

  level(i: number): string | undefined {
    return this.#mapped.milestone_level?.(i)
  }

  manager(i: number): string | undefined {
    return this.#mapped.CAM?.(i) ?? textOf(this.#columns.organizationCode.codes[i], this.#organizationOf)
  }

  technique(i: number): string | undefined {
    const kind = this.#kind(i)
    return (
      this.#mapped.EVT?.(i) ?? (kind === 'loe' ? 'A' : kind === 'planning_package' || kind === 'slpp' ? 'K' : undefined)
    )
  }

  #kind(i: number): string {
    return TASK_TYPES[this.#columns.taskType[i] - 1] ?? 'task'
  }

  /** The early and late dates by their fields; where there is none, the current one: the receiver wants four dates of each task. */
  get dates(): readonly { readonly field: string; readonly days: Days; readonly current: Int32Array }[] {
    const { earlyStart, earlyFinish, lateStart, lateFinish, currentStart, currentFinish } = this.#facts!
    return [
      { field: 'ES_date', days: earlyStart, current: currentStart },
      { field: 'EF_date', days: earlyFinish, current: currentFinish },
      { field: 'LS_date', days: lateStart, current: currentStart },
      { field: 'LF_date', days: lateFinish, current: currentFinish },
    ]
  }

  percentType(i: number): PercentType {
    const { percentCompleteType, physicalPercentComplete } = this.#columns
    const mapped = PERCENT_TYPES.find(type => type === this.#mapped.PC_type?.(i))
    const own = PERCENT_TYPES[percentCompleteType[i] - 1]
    return mapped ?? own ?? (Number.isNaN(physicalPercentComplete[i]) ? 'duration' : 'physical')
  }

  durationShare(i: number): number {
    return this.#share(this.#facts!.durationPercent(i), i)
  }

  /** Of finished work that does not say it, all is done. */
  physicalShare(i: number): number {
    const percent = this.#columns.physicalPercentComplete[i]
    return this.#share(Number.isNaN(percent) && this.#facts!.isFinished(i) ? 100 : percent, i)
  }

  /** Of the work of people and equipment; where no assignment says it, the percent that is measured by units. */
  unitsShare(i: number): number {
    const columns = this.#columns
    const isWork = (this.#isWork ??= specsByCode(columns).map(spec => !NO_WORK.includes(spec?.type)))
    let [done, open] = [0, 0]
    const { assignments } = columns
    for (let a = assignments?.start[i] ?? 0; a < (assignments?.start[i + 1] ?? 0); a++) {
      if (isWork[assignments!.resource[a]] === false) continue
      done += assignments!.actualUnits[a] || 0
      open += assignments!.remainingUnits[a] || 0
    }
    if (done + open > 0) return this.#share((100 * done) / (done + open), i)
    return PERCENT_TYPES[columns.percentCompleteType[i] - 1] === 'units'
      ? this.#share(columns.percentComplete[i], i)
      : 0
  }

  /** 1 where all is done, and never there before. */
  #share(percent: number, i: number): number {
    const part = cent(Math.min(100, Math.max(0, percent || 0)) / 100)
    return part === 1 && !this.#facts!.isFinished(i) && percent < 100 ? 0.99 : part
  }

  /** The first constraint, else the second: DS04 has one. */
  constraint(i: number): { readonly type: string; readonly day: number; readonly hasSecond: boolean } | undefined {
    const columns = this.#columns
    const word = (code: number): string | undefined => p6ConstraintCode(CONSTRAINT_TYPES[code - 1] ?? '')
    const [first, second] = [word(columns.constraintType[i]), word(columns.secondaryConstraintType[i])]
    const type = first ?? second
    if (type === undefined) return undefined
    const day = first === undefined ? columns.secondaryConstraintDate[i] : columns.constraintDate[i]
    return { type, day: type === 'CS_ALAP' ? DAY_ABSENT : day, hasSecond: first !== undefined && second !== undefined }
  }
}

const textOf = (code: number, values: (index: number) => string): string | undefined =>
  code > 0 ? values(code - 1) : undefined

function successorsOf({ links, taskCount }: ScheduleColumns): Uint8Array {
  const has = new Uint8Array(taskCount)
  for (const p of links.task) if (p !== LINK_UNKNOWN) has[p] = 1
  return has
}
