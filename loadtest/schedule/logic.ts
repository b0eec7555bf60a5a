/**
 * The relations of a schedule, laid so that they cannot form a cycle: every link runs forward in `order`. Without
 * defects every task but the start and the finish of the project has a predecessor that holds its start and a
 * successor that takes its finish.
 */
import { LINK_UNKNOWN, type LinkColumns } from '../../shared/contract/schedule/columns.ts'
import { RELATION_TYPES, type RelationType } from '../../shared/contract/schedule/fields.ts'
import { integerOf, pickWeighted, type Stream, stream } from './draws.ts'
import {
  FINISH_ROW,
  type Layout,
  marginRow,
  PHASE_COMPLETE_ROW,
  roleIndex,
  START_ROW,
  summaryPackageRow,
  typeIndex,
  visibilityRow,
} from './layout.ts'
import type { Defects } from './plan.ts'
import { LAST_STAGES, PHASES, STAGES } from './stages.ts'

export interface Logic {
  /** By successor row; the links of a row in the order they were laid. */
  readonly links: LinkColumns
  /** Rows that take part in the passes (all but summaries and supervision), predecessors first. */
  readonly order: Uint32Array
}

export const FS = RELATION_TYPES.indexOf('FS')
export const SS = RELATION_TYPES.indexOf('SS')
export const FF = RELATION_TYPES.indexOf('FF')
export const SF = RELATION_TYPES.indexOf('SF')

/** A gang goes through at most so many areas, so that a million tasks do not take a thousand years. */
const AREAS_PER_GANG_MAX = 4
/** A milestone of the whole project waits for at most so many areas. */
const AREAS_PER_MILESTONE_MAX = 64

class LinkList {
  successor = new Uint32Array(1024)
  predecessor = new Int32Array(1024)
  type = new Uint8Array(1024)
  lagDays = new Float64Array(1024)
  count = 0

  push(successor: number, predecessor: number, type: number, lagDays: number): void {
    if (this.count === this.successor.length) this.grow()
    this.successor[this.count] = successor
    this.predecessor[this.count] = predecessor
    this.type[this.count] = type
    this.lagDays[this.count++] = lagDays
  }

  private grow(): void {
    const length = this.count * 2
    const { successor, predecessor, type, lagDays } = this
    ;(this.successor = new Uint32Array(length)).set(successor)
    ;(this.predecessor = new Int32Array(length)).set(predecessor)
    ;(this.type = new Uint8Array(length)).set(type)
    ;(this.lagDays = new Float64Array(length)).set(lagDays)
  }

  /** Counting sort by successor, stable. */
  columns(taskCount: number, keep: (link: number) => boolean): LinkColumns {
    const start = new Uint32Array(taskCount + 1)
    for (let link = 0; link < this.count; link++) if (keep(link)) start[this.successor[link] + 1]++
    for (let row = 0; row < taskCount; row++) start[row + 1] += start[row]
    const next = start.slice(0, taskCount)
    const kept = start[taskCount]
    const task = new Int32Array(kept)
    const type = new Uint8Array(kept)
    const lagDays = new Float64Array(kept)
    for (let link = 0; link < this.count; link++) {
      if (!keep(link)) continue
      const at = next[this.successor[link]]++
      task[at] = this.predecessor[link]
      type[at] = this.type[link]
      lagDays[at] = this.lagDays[link]
    }
    return { start, task, type, lagDays }
  }
}

/** Lag of the link about to be laid, by its type and its number. */
function lagMaker(seed: number, leadShare: number): (type: number, link: number) => number {
  const kindDraw = stream(seed, 'lag kind')
  const sizeDraw = stream(seed, 'lag size')
  const lagShare: Record<RelationType, number> = { FS: 0.1, SS: 0.75, FF: 0.6, SF: 1 }
  return (type, link) => {
    const kind = kindDraw(link)
    if (kind < lagShare[RELATION_TYPES[type]]) return integerOf(sizeDraw(link), 1, 5)
    return type === FS && kind > 1 - leadShare ? -integerOf(sizeDraw(link), 1, 3) : 0
  }
}

/** Order of areas in a stage: some gangs go through the areas backwards, so that links run against the input order. */
const isBackwards = (stage: number): boolean => stage % 3 === 1

/** What the steps of laying the links share. */
interface Laying {
  readonly layout: Layout
  readonly lay: (successor: number, predecessor: number, type: number) => void
  readonly tailOf: (area: number, stage: number) => number
  /** Rows in an order that no link runs against; the first `count` are filled. */
  readonly order: { readonly rows: Uint32Array; count: number }
}

const DRAWS = [
  'previous',
  'back',
  'primary type',
  'second',
  'second row',
  'second type',
  'ladder',
  'other',
  'other row',
  'gang',
]

export function makeLogic(seed: number, layout: Layout, defects: Defects): Logic {
  const { areaCount, taskCount, packageEnd } = layout
  const stageCount = STAGES.length
  const list = new LinkList()
  const lagOf = lagMaker(seed, defects.leads)
  const laying: Laying = {
    layout,
    lay: (successor, predecessor, type) => list.push(successor, predecessor, type, lagOf(type, list.count)),
    tailOf: (area, stage) => packageEnd[area * stageCount + stage] - 1,
    order: { rows: new Uint32Array(taskCount), count: 0 },
  }
  const { order } = laying
  const draw = Object.fromEntries(DRAWS.map(name => [name, stream(seed, `link/${name}`)])) as Record<string, Stream>
  order.rows[order.count++] = START_ROW
  for (let stage = 0; stage < stageCount; stage++)
    for (let i = 0; i < areaCount; i++) layPackage(laying, draw, isBackwards(stage) ? areaCount - 1 - i : i, stage)
  layAreaEnds(laying)
  layMilestones(laying)
  order.rows[order.count++] = FINISH_ROW
  laySupervision(layout, list)
  return { links: withDefects(seed, layout, defects, list), order: order.rows.subarray(0, order.count) }
}

/** What a package waits for, and the chain inside it with side branches, ladders and links from the packages before. */
function layPackage(
  { layout, lay, tailOf, order }: Laying,
  draw: Readonly<Record<string, Stream>>,
  area: number,
  stage: number,
): void {
  const { areaCount, packageFirst, packageEnd } = layout
  const stageCount = STAGES.length
  const gangCount = Math.ceil(areaCount / AREAS_PER_GANG_MAX)
  const milestone = typeIndex('milestone')
  const first = packageFirst[area * stageCount + stage]
  const end = packageEnd[area * stageCount + stage]
  const row = STAGES[stage]
  for (const before of row.after) lay(first, tailOf(area, before), FS)
  const gangFrom = isBackwards(stage) ? area + gangCount : area - gangCount
  const hasGang = gangFrom >= 0 && gangFrom < areaCount && draw.gang(first) < 0.8
  if (row.phase >= 2 && hasGang) lay(first, tailOf(gangFrom, stage), FS)
  if (row.after.length === 0) lay(first, START_ROW, FS)
  const taken = new Uint8Array(end - first)
  for (let r = first; r < end; r++) {
    order.rows[order.count++] = r
    if (r === first) continue
    const back = draw.previous(r) < 0.4 ? 1 : integerOf(draw.back(r), 1, 7)
    const primary = Math.max(first, r - back)
    const isPlain = layout.type[r] === milestone || layout.type[primary] === milestone
    const primaryType = !isPlain && draw['primary type'](r) < 0.1 ? SS : FS
    lay(r, primary, primaryType)
    if (primaryType === FS) taken[primary - first] = 1
    else if (draw.ladder(r) < 0.6) {
      lay(r, primary, FF)
      taken[primary - first] = 1
    }
    if (r - first >= 2 && draw.second(r) < 0.3) {
      const second = integerOf(draw['second row'](r), first, r - 1)
      const type = pickWeighted([0.68, 0.08, 0.2, 0.04], draw['second type'](r))
      if (second !== primary) {
        lay(r, second, type)
        if (type === FS || type === FF) taken[second - first] = 1
      }
    }
    if (row.after.length > 0 && draw.other(r) < 0.15) {
      const before = row.after[r % row.after.length]
      const from = packageFirst[area * stageCount + before]
      lay(r, integerOf(draw['other row'](r), from, tailOf(area, before)), FS)
    }
  }
  // what no row of the package has taken over ends in its last row
  for (let r = first; r < end - 1; r++) if (taken[r - first] === 0) lay(end - 1, r, FS)
}

/** The rows beside the packages of an area, and what the finish waits for. */
function layAreaEnds({ layout, lay, tailOf, order }: Laying): void {
  const stageOf = (code: string): number => STAGES.findIndex(stage => stage.code === code)
  for (let area = 0; area < layout.areaCount; area++) {
    const visibility = visibilityRow(layout, area)
    const summaryPackage = summaryPackageRow(layout, area)
    const margin = marginRow(layout, area)
    lay(visibility, tailOf(area, stageOf('EQP')), FS)
    lay(summaryPackage, tailOf(area, stageOf('FND')), FS)
    for (const stage of LAST_STAGES) lay(margin, tailOf(area, stage), FS)
    lay(margin, visibility, FS)
    lay(margin, summaryPackage, FS)
    lay(FINISH_ROW, margin, FS)
    order.rows[order.count++] = visibility
    order.rows[order.count++] = summaryPackage
    order.rows[order.count++] = margin
  }
}

function layMilestones({ layout, lay, tailOf, order }: Laying): void {
  const tailStage = (phase: number): number => STAGES.findLastIndex(stage => stage.phase === phase)
  for (let phase = 0; phase < PHASES.length; phase++) {
    const complete = PHASE_COMPLETE_ROW + phase
    for (let area = 0; area < Math.min(layout.areaCount, AREAS_PER_MILESTONE_MAX); area++)
      lay(complete, tailOf(area, tailStage(phase)), FS)
    lay(FINISH_ROW, complete, FS)
    order.rows[order.count++] = complete
  }
}

/** The links that are left, open ends taken out and links from unknown tasks put in. */
function withDefects(seed: number, layout: Layout, defects: Defects, list: LinkList): LinkColumns {
  const work = roleIndex('work')
  const openDraw = stream(seed, 'defect/open end')
  const danglingDraw = stream(seed, 'defect/dangling')
  for (let row = 0; row < layout.taskCount; row++)
    if (layout.role[row] === work && danglingDraw(row) < defects.danglingIds) list.push(row, LINK_UNKNOWN, FS, 0)
  const isOpen = (row: number, side: 'start' | 'finish'): boolean => {
    if (row === LINK_UNKNOWN || layout.role[row] !== work) return false
    const share = openDraw(row)
    return side === 'start' ? share < defects.openEnds / 2 : share >= defects.openEnds / 2 && share < defects.openEnds
  }
  return list.columns(
    layout.taskCount,
    link => !isOpen(list.successor[link], 'start') && !isOpen(list.predecessor[link], 'finish'),
  )
}

/** Level of effort hangs between the first and the last row of its phase in its area and drives nothing. */
function laySupervision(layout: Layout, list: LinkList): void {
  const supervision = roleIndex('supervision')
  for (let row = 0; row < layout.taskCount; row++) {
    if (layout.role[row] !== supervision) continue
    list.push(row, layout.underFirst[row], SS, 0)
    list.push(row, layout.underEnd[row] - 1, FF, 0)
  }
}
