/** Projects of a P6 file, and which one is read: the requested one, else the only one with activities. */
import type { Refusal } from '../../../../../shared/errors.ts'
import { refuseFile } from '../file-schedule.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import { listedProjects } from '../listed-projects.ts'
import { MAIN_PROJECT_READ, mainProject } from '../main-project.ts'
import { NO_CHILD, type XmlCursor, type XmlMark } from '../xml/xml-cursor.ts'
import { numberOf } from '../xml/xml-values.ts'
import { E } from './element-names.ts'

const PROJECTS_MAX = 100_000

export interface P6Project {
  readonly mark: XmlMark
  readonly isBaseline: boolean
  /** NaN = not said. */
  readonly objectId: number
  readonly originalId: number
  readonly id: string
  readonly name: string
  readonly activityCount: number
}

/** The Project or BaselineProject that the cursor has opened; its lists are only counted. */
export function scanProject(xml: XmlCursor, isBaseline: boolean): P6Project {
  const mark = xml.mark()
  let objectId = Number.NaN
  let originalId = Number.NaN
  let id = ''
  let name = ''
  let activityCount = 0
  for (let child = xml.child(); child !== NO_CHILD; child = xml.child()) {
    if (child === E.Activity) activityCount++
    if (child === E.ObjectId) objectId = number(xml)
    else if (child === E.OriginalProjectObjectId) originalId = number(xml)
    else if (child === E.Id) id = text(xml)
    else if (child === E.Name) name = text(xml)
    else xml.skip()
  }
  return { mark, isBaseline, objectId, originalId, id, name, activityCount }
}

export function chooseProject(
  all: readonly P6Project[],
  wanted: string | undefined,
  warnings: ImportWarnings,
): P6Project | Refusal {
  const projects = all.filter(({ isBaseline }) => !isBaseline).slice(0, PROJECTS_MAX)
  const [first] = projects
  if (first === undefined)
    return refuseFile(['body', 'Project'], 'missing', 'The file has no project: there is no element Project in it.')
  const withTasks = projects.filter(({ activityCount }) => activityCount > 0)
  if (wanted !== undefined && wanted !== '') {
    const isWanted = ({ id, objectId, name }: P6Project): boolean =>
      id === wanted || String(objectId) === wanted || name === wanted
    const named = projects.filter(isWanted)
    const same = wanted.trim().toLowerCase()
    const found =
      named.find(({ activityCount }) => activityCount > 0) ??
      named[0] ??
      projects.find(({ id }) => id.trim().toLowerCase() === same) ??
      all.find(each => each.isBaseline && isWanted(each))
    if (found !== undefined) return found
    const list = listed(withTasks.length > 0 ? withTasks : projects)
    const words = `No project of the file has the id or name ${JSON.stringify(wanted.slice(0, 100))}; it has ${list}.`
    return refuseFile(['query', 'project'], 'enum', words)
  }
  if (withTasks.length <= 1) return withTasks[0] ?? first
  const main = mainProject(withTasks, taskCountOf)
  if (main !== undefined) {
    warnings.add('projects_left_out', `${MAIN_PROJECT_READ}: ${listed(withTasks.filter(project => project !== main))}.`)
    return main
  }
  const words = `The file has several projects; choose one by ?project=: ${listed(withTasks)}.`
  return refuseFile(['query', 'project'], 'missing', words)
}

const nameOf = ({ id, objectId }: P6Project): string => `${JSON.stringify(id.slice(0, 100))}, id ${objectId}`
const taskCountOf = ({ activityCount }: P6Project): number => activityCount
const listed = (list: readonly P6Project[]): string => listedProjects(list, nameOf, taskCountOf)

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
      `The file has the baseline ${listed([baseline])}: its dates and durations were read as baseline_start, baseline_finish and baseline_duration_days of the activities with the same id. ${compareWith(baseline)}`,
    )
  const left = all.filter(each => each.isBaseline && each !== baseline && each.activityCount > 0)
  const [first] = left
  if (first === undefined) return
  const why = baseline === undefined ? 'since the project does not name one of them' : 'beside the one that was read'
  warnings.add(
    'baselines_left_out',
    `The file has baselines that were not read, ${why}: ${listed(left)}. ${compareWith(first)}`,
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
