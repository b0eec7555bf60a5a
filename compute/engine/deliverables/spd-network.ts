/** Links, and the outline above the tasks. */
import { SPD_RELATIONS } from '../../../shared/contract/deliverables/spd-fields.ts'
import { LINK_UNKNOWN } from '../../../shared/contract/schedule/columns.ts'
import { textsOf } from './facts.ts'
import { rounded, type SpdPackage } from './spd-package.ts'

export function links(spd: SpdPackage): void {
  const { calendars, facts, notes } = spd.source
  const { start, task, type, lagDays } = facts.columns.links
  const { elapsedLags, id, setting } = facts.columns
  const part = spd.part('TaskRelationships')
  const elapsed = notes.change(
    'TaskRelationships',
    'LagDuration',
    'Lags round the clock are written in calendar days, and name no calendar.',
  )
  const rule = setting?.rules.lagCalendar ?? 'predecessor'
  for (let s = 0; s < facts.taskCount; s++)
    for (let k = start[s]; k < start[s + 1]; k++) {
      const p = task[k]
      if (p === LINK_UNKNOWN) continue
      part.open()
      part.textOf('PredecessorTaskID', id, p)
      part.textOf('SuccessorTaskID', id, s)
      part.text('RelationshipTypeID', SPD_RELATIONS[type[k]])
      part.number('LagDuration', rounded(lagDays[k]))
      if ((elapsedLags[k] === 1 && lagDays[k] !== 0) || rule === '24_hour') {
        if (lagDays[k] !== 0) elapsed.add(s)
      } else {
        const calendar = rule === 'project' ? calendars.defaultIndex : calendars.ofTask[rule === 'successor' ? s : p]
        part.text('LagCalendarID', spd.calendarId(calendar))
      }
      part.close()
    }
}

export function outline(spd: SpdPackage): void {
  const { facts, notes } = spd.source
  const { id, parentId } = facts.columns
  const part = spd.part('TaskOutlineStructure')
  const parents = textsOf(parentId.values)
  const rowOf = new Map<string, number>()
  for (let i = 0; i < facts.taskCount; i++) rowOf.set(spd.ids(i), i)
  const parent = Int32Array.from({ length: facts.taskCount }, (_, i) =>
    parentId.codes[i] > 0 ? (rowOf.get(parents(parentId.codes[i] - 1)) ?? -1) : -1,
  )
  const levels = levelsOf(
    parent,
    notes.change('TaskOutlineStructure', 'ParentTaskID', 'Tasks that are above themselves stand at level 1.'),
  )
  for (let i = 0; i < facts.taskCount; i++) {
    part.open()
    part.textOf('TaskID', id, i)
    part.number('Level', levels[i])
    if (levels[i] > 1) part.textOf('ParentTaskID', id, parent[i])
    part.close()
  }
}

/** 1 at the top; tasks that are above themselves are at the top. */
function levelsOf(parent: Int32Array, cyclic: { add: (task: number) => void }): Uint32Array {
  const levels = new Uint32Array(parent.length)
  const path: number[] = []
  const isOnPath = new Uint8Array(parent.length)
  for (let first = 0; first < parent.length; first++) {
    let i = first
    while (i >= 0 && levels[i] === 0 && isOnPath[i] === 0) {
      isOnPath[i] = 1
      path.push(i)
      i = parent[i]
    }
    let level = 0
    if (i >= 0 && levels[i] > 0) level = levels[i]
    if (i >= 0 && levels[i] === 0) cyclic.add(path.at(-1)!)
    for (let at = path.pop(); at !== undefined; at = path.pop()) {
      level++
      levels[at] = level
      isOnPath[at] = 0
    }
  }
  return levels
}
