/** Projects of P6 XML, and which of its baselines is read with the project. */
import type { Refusal } from '../../../../../shared/contract/errors.ts'
import { refuseFile } from '../file-schedule.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import { chooseProject, type FileProject, listedProjects } from '../p6/p6-project.ts'
import type { P6Words } from '../p6/p6-words.ts'
import { NO_CHILD, type XmlCursor, type XmlMark } from '../xml/xml-cursor.ts'
import { numberOf } from '../xml/xml-values.ts'
import { E } from './element-names.ts'

const PROJECTS_MAX = 100_000

export interface P6Project extends FileProject {
  readonly mark: XmlMark
  readonly isBaseline: boolean
  /** NaN = not said. */
  readonly objectId: number
  readonly originalId: number
  readonly id: string
  readonly name: string
}

/** The Project or BaselineProject that the cursor has opened; its lists are only counted. */
export function scanProject(xml: XmlCursor, isBaseline: boolean): P6Project {
  const mark = xml.mark()
  let objectId = Number.NaN
  let originalId = Number.NaN
  let id = ''
  let name = ''
  let taskCount = 0
  for (let child = xml.child(); child !== NO_CHILD; child = xml.child()) {
    if (child === E.Activity) taskCount++
    if (child === E.ObjectId) objectId = number(xml)
    else if (child === E.OriginalProjectObjectId) originalId = number(xml)
    else if (child === E.Id) id = text(xml)
    else if (child === E.Name) name = text(xml)
    else xml.skip()
  }
  const names = [id, String(objectId), name]
  const shown = `${JSON.stringify(id.slice(0, 100))}, id ${objectId}`
  return { mark, isBaseline, objectId, originalId, id, name, names, shown, taskCount, isExported: false }
}

export function projectOf(
  all: readonly P6Project[],
  wanted: string | undefined,
  words: P6Words,
  warnings: ImportWarnings,
): P6Project | Refusal {
  const projects = all.filter(({ isBaseline }) => !isBaseline).slice(0, PROJECTS_MAX)
  if (projects.length === 0)
    return refuseFile(['body', 'Project'], 'missing', 'The file has no project: there is no element Project in it.')
  const baselines = all.filter(({ isBaseline }) => isBaseline)
  return chooseProject(projects, baselines, wanted, words, warnings)
}

/** The baseline that the project names, else the only one that was made of it; a baseline has none. */
export function baselineOf(all: readonly P6Project[], project: P6Project, currentId: number): P6Project | undefined {
  if (project.isBaseline) return undefined
  const baselines = all.filter(({ isBaseline }) => isBaseline)
  const own = baselines.filter(({ originalId }) => originalId === project.objectId)
  return baselines.find(({ objectId }) => objectId === currentId) ?? (own.length === 1 ? own[0] : undefined)
}

/** Says which baseline was read and which were not, and how a comparison gets at them. */
export function reportBaselines(
  all: readonly P6Project[],
  project: P6Project,
  baseline: P6Project | undefined,
  warnings: ImportWarnings,
): void {
  if (project.isBaseline) return
  if (baseline !== undefined)
    warnings.add(
      'baseline_read',
      `The file has the baseline ${listedProjects([baseline])}: its dates and durations were read as baseline_start, baseline_finish and baseline_duration_days of the activities with the same id. ${compareWith(baseline)}`,
    )
  const left = all.filter(each => each.isBaseline && each !== baseline && each.taskCount > 0)
  const [first] = left
  if (first === undefined) return
  const why = baseline === undefined ? 'since the project does not name one of them' : 'beside the one that was read'
  warnings.add(
    'baselines_left_out',
    `The file has baselines that were not read, ${why}: ${listedProjects(left)}. ${compareWith(first)}`,
    left.length,
  )
}

const compareWith = ({ id, objectId }: P6Project): string =>
  `To compare the whole schedules, send the same file as baseline_schedule too, with baseline_schedule.project=${Number.isNaN(objectId) ? id.slice(0, 100) : objectId}.`

function number(xml: XmlCursor): number {
  xml.text()
  return numberOf(xml)
}

function text(xml: XmlCursor): string {
  xml.text()
  return xml.string().slice(0, 500)
}
