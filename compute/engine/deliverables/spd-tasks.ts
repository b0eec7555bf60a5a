/** Tasks and their custom fields, as the dataset has them. */
import type { Effect } from '../../../shared/contract/deliverables/data.ts'
import { SPD_OTHER_TECHNIQUES } from '../../../shared/contract/deliverables/spd-fields.ts'
import { codeEntries, codeNames } from '../../../shared/contract/schedule/codes.ts'
import { TASK_TYPES } from '../../../shared/contract/schedule/fields.ts'
import { isLoe, isSummary } from '../kind/participation.ts'
import { isMilestoneTask, keptTextsOf, textsOf } from './facts.ts'
import { clean } from './record-part.ts'
import { isCleanId, type SpdPackage } from './spd-package.ts'

const SUBTYPES: Readonly<Record<string, string>> = {
  schedule_margin: 'SCHEDULE_MARGIN',
  schedule_visibility: 'SCHEDULE_VISIBILITY_TASK',
}
const LEVELS: Readonly<Record<string, string>> = {
  slpp: 'SUMMARY_LEVEL_PLANNING_PACKAGE',
  planning_package: 'PLANNING_PACKAGE',
}

export function tasks(spd: SpdPackage): void {
  const { facts, mapping, notes } = spd.source
  const { columns } = facts
  const part = spd.part('Tasks')
  const names = textsOf(columns.name)
  const [wbs, obs] = [keptTextsOf(columns.wbsCode.values), keptTextsOf(columns.organizationCode.values)]
  const mapped = (field: string) => mapping.of(field)
  const plain = [
    'ControlAccountID',
    'WorkPackageID',
    'IMPElementID',
    'SOWReference',
    'SubcontractorReference',
    'Comments',
  ].map(field => ({ field, mappedOf: mapped(field) }))
  const [wbsOf, obsOf, subtypeOf, levelOf, techniqueOf, otherOf] = [
    'WBSElementID',
    'OBSElementID',
    'TaskSubtypeID',
    'TaskPlanningLevelID',
    'EarnedValueTechniqueID',
    'OtherEarnedValueTechnique',
  ].map(mapped)
  const badId = spd.missing(
    'Tasks',
    'ID',
    'cannot_be_written',
    'Ids have letters beyond printable ASCII, or blanks at an end or side by side.',
    'Give the tasks other ids.',
  )
  const nameless = spd.missing('Tasks', 'Name', 'flagged', 'Tasks have no name: their id is written.', 'Name them.')
  const equal = spd.missing('Tasks', 'Name', 'flagged', 'Names of tasks are equal.', 'Name them differently.')
  const cleaned = notes.change('Tasks', 'Name', 'Tabs, line ends and double blanks become one blank.')
  const missingOf = (field: string, effect: Effect) =>
    spd.missing('Tasks', field, effect, 'Tasks have no value.', `Say in mapping.${field} where it stands.`)
  const missing = {
    WBSElementID: missingOf('WBSElementID', 'flagged'),
    EarnedValueTechniqueID: missingOf('EarnedValueTechniqueID', 'flagged'),
    ControlAccountID: missingOf('ControlAccountID', 'flagged'),
    WorkPackageID: missingOf('WorkPackageID', 'flagged'),
  }
  const noOther = spd.missing(
    'Tasks',
    'OtherEarnedValueTechnique',
    'rejected',
    'The technique is OTHER_DISCRETE or FIXED_X_Y, and no words say which.',
    'Say in mapping.OtherEarnedValueTechnique where they stand.',
  )
  const needless = notes.change(
    'Tasks',
    'OtherEarnedValueTechnique',
    'Words beside another technique than OTHER_DISCRETE or FIXED_X_Y are left out.',
  )
  const seen = new Set<string>()
  for (let i = 0; i < facts.taskCount; i++) {
    const code = columns.taskType[i]
    const type = TASK_TYPES[code - 1] ?? 'task'
    const id = spd.ids(i)
    if (!isCleanId(id)) badId.add(i)
    const sent = names(i)
    const name = clean(sent)
    if (name !== sent.trim()) cleaned.add(i)
    if (name === '') nameless.add(i)
    else if (seen.has(name)) equal.add(i)
    seen.add(name)
    part.open()
    part.text('ID', id)
    part.text('Name', name === '' ? id : name)
    const isWork = !isSummary(code)
    part.text(
      'TaskTypeID',
      isSummary(code) ? 'SUMMARY' : isLoe(code) ? 'HAMMOCK' : isMilestoneTask(columns, i) ? 'MILESTONE' : 'ACTIVITY',
    )
    const subtype = subtypeOf?.(i) ?? SUBTYPES[type]
    if (subtype !== undefined) part.text('TaskSubtypeID', subtype)
    part.text('TaskPlanningLevelID', levelOf?.(i) ?? LEVELS[type] ?? 'ACTIVITY')
    const put = (field: string, value: string | undefined, source: 'file' | 'mapping'): boolean => {
      const text = clean(value ?? '')
      if (text === '') return false
      part.text(field, text)
      notes.source('Tasks', field, source)
      return true
    }
    const element = wbsOf?.(i)
    if (
      !put(
        'WBSElementID',
        element ?? textOf(columns.wbsCode.codes[i], wbs),
        element === undefined ? 'file' : 'mapping',
      ) &&
      isWork
    )
      missing.WBSElementID.add(i)
    const organization = obsOf?.(i)
    put(
      'OBSElementID',
      organization ?? textOf(columns.organizationCode.codes[i], obs),
      organization === undefined ? 'file' : 'mapping',
    )
    for (const { field, mappedOf } of plain)
      if (
        !put(field, mappedOf?.(i), 'mapping') &&
        isWork &&
        (field === 'ControlAccountID' || field === 'WorkPackageID')
      )
        missing[field].add(i)
    const technique = techniqueOf?.(i) ?? (isLoe(code) ? 'LEVEL_OF_EFFORT' : undefined)
    if (!put('EarnedValueTechniqueID', technique, techniqueOf?.(i) === undefined ? 'file' : 'mapping') && isWork)
      missing.EarnedValueTechniqueID.add(i)
    const words = clean(otherOf?.(i) ?? '')
    if (SPD_OTHER_TECHNIQUES.includes(technique ?? '')) {
      if (!put('OtherEarnedValueTechnique', words, 'mapping')) noOther.add(i)
    } else if (words !== '') needless.add(i)
    part.close()
  }
}

export function customFields(spd: SpdPackage): void {
  const { customFields, facts, notes } = spd.source
  const { codes } = facts.columns
  const wanted = new Set(customFields)
  for (const name of codeNames(codes)) {
    if (wanted.has(name) || spd.source.mapping.of(name as never) !== undefined) continue
    const about = `${JSON.stringify(name)} is not among options.custom_fields and is not written.`
    notes.change('TaskCustomFieldDefinitions', 'Name', about).add()
  }
  if (customFields.length === 0) return
  const [definitions, values] = [spd.part('TaskCustomFieldDefinitions'), spd.part('TaskCustomFieldValues')]
  const several = notes.change(
    'TaskCustomFieldValues',
    'Value',
    'A task has several values of one code: the first is written.',
  )
  const idOf = new Map(customFields.map((name, n) => [name, `CF${n + 1}`]))
  for (const [name, id] of idOf) {
    definitions.open()
    definitions.text('ID', id)
    definitions.text('Name', clean(name) || id)
    definitions.close()
  }
  const entries = codeEntries(codes).map(([name, value]) => ({ id: idOf.get(name), value: clean(value) }))
  const written = new Set<string>()
  for (let i = 0; i < facts.taskCount; i++) {
    written.clear()
    for (let k = codes.start[i] ?? 0; k < (codes.start[i + 1] ?? 0); k++) {
      const { id, value } = entries[codes.codes[k]]
      if (id === undefined) continue
      if (written.has(id)) {
        several.add(i)
        continue
      }
      written.add(id)
      values.open()
      values.textOf('TaskID', facts.columns.id, i)
      values.text('CustomFieldID', id)
      values.text('Value', value)
      values.close()
    }
  }
}

const textOf = (code: number, values: (index: number) => string): string | undefined =>
  code > 0 ? values(code - 1) : undefined
