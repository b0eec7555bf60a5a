/** The parts of a form by what they are for: schedules, named as the places of the row, and members of the request. */
import { nearest } from '../../../../shared/contract/did-you-mean.ts'
import type { ValidationFaults } from '../../../../shared/contract/schema/validation-faults.ts'
import type { Shape } from '../body-plan.ts'
import { type Container, isRoot, type Place, placeOf } from './containers.ts'
import type { FormPart } from './multipart.ts'

export interface SchedulePart {
  readonly part: FormPart
  readonly container: Container
  readonly place: Place
}

export interface MemberPart {
  readonly part: FormPart
  readonly place: Place
  /** undefined: no member of the request, but what is said of a file. */
  readonly shape: Shape | undefined
}

interface SortedParts {
  readonly schedules: readonly SchedulePart[]
  readonly members: readonly MemberPart[]
}

/** Another name of the part of a request that is one schedule. */
const SCHEDULE = 'schedule'
/** What a part may say of files: the same as ?project= and ?encoding=, of one file where it stands behind its name. */
const FILE_OPTIONS = ['project', 'encoding']

const NAME_SHOWN_MAX = 60
export const shownName = ({ name }: FormPart): string => JSON.stringify(name.slice(0, NAME_SHOWN_MAX))

export function sortParts(
  parts: readonly FormPart[],
  root: Shape,
  containers: readonly Container[],
  faults: ValidationFaults,
): SortedParts {
  const schedules: SchedulePart[] = []
  const members: MemberPart[] = []
  const counts = new Map<string, number>()
  const canonical = (name: string): string => (name === SCHEDULE && containers.some(isRoot) ? 'tasks' : name)
  const fault = (part: FormPart, words: string): void =>
    faults.add([part.name.slice(0, NAME_SHOWN_MAX)], 'value', `The part ${shownName(part)} ${words}`)
  const others: { readonly part: FormPart; readonly name: string }[] = []
  for (const part of parts) {
    const steps = part.name.split('.')
    const name = [canonical(steps[0]!), ...steps.slice(1)].join('.')
    const container = containers.find(each => each.name === name)
    const count = counts.get(name) ?? 0
    if (isLeftEmpty(part, container)) continue
    counts.set(name, count + 1)
    if (count > 0 && container?.isRepeated !== true) fault(part, 'comes more than once.')
    else if (container === undefined) others.push({ part, name })
    else if (part.bytes.length === 0) fault(part, 'is empty.')
    else schedules.push({ part, container, place: placeOf(container, count) })
  }
  for (const { part, name } of others) {
    const found = memberAt(name, root, containers, counts)
    if (found !== undefined) members.push({ part, ...found })
    else if (faults.isFull) fault(part, 'is not known here.')
    else {
      // what reaches into a schedule may name a member of it
      const whole = wholeObjectText(part, name, outer =>
        containers.some(each => each.name === outer) ? undefined : memberAt(outer, root, containers, counts)?.shape,
      )
      fault(part, `is not known here. ${whole ?? takenBy(root, containers, name)}`)
    }
  }
  return { schedules, members }
}

/** As browsers send a field that nobody filled in. */
const isLeftEmpty = ({ bytes, fileName }: FormPart, container: Container | undefined): boolean =>
  bytes.length === 0 && (fileName === '' || (fileName === undefined && container === undefined))

/** "options", "current_schedule.status_date", "schedule_history.0.snapshot_date". */
function memberAt(
  name: string,
  root: Shape,
  containers: readonly Container[],
  counts: ReadonlyMap<string, number>,
): Omit<MemberPart, 'part'> | undefined {
  const steps = name.split('.')
  const last = steps.at(-1)!
  const known = (shape: Shape, place: Place): Omit<MemberPart, 'part'> | undefined => {
    const member = shape.members?.get(last)
    if (member === undefined && !FILE_OPTIONS.includes(last)) return undefined
    return { place: [...place, last], shape: member }
  }
  if (steps.length === 1) return known(root, [])
  const container = containers.find(each => each.name === steps[0])
  if (container === undefined || last === 'tasks' || steps.length !== (container.isRepeated ? 3 : 2)) return undefined
  const index = container.isRepeated ? Number(steps[1]) : 0
  if (container.isRepeated && !(Number.isInteger(index) && index >= 0 && index < (counts.get(container.name) ?? 0)))
    return undefined
  return known(container.shape, placeOf(container, index))
}

/** Steps of the longest name that memberAt knows: one of more steps must not cost more, as a hostile one has thousands. */
const STEPS_MAX = 3

const VALUE_SHOWN_MAX = 40
const VALUE_LEFT_OUT = '...'

/** How to write what reaches into an object, such as "options.near_term_days", in words. undefined: the name does not. */
function wholeObjectText(
  part: FormPart,
  name: string,
  shapeAt: (name: string) => Shape | undefined,
): string | undefined {
  const steps = name.split('.')
  for (let count = Math.min(STEPS_MAX, steps.length - 1); count > 0; count--) {
    const object = steps.slice(0, count).join('.')
    const known = shapeAt(object)?.members
    if (known === undefined) continue
    const members = [...known.keys()]
    const sent = steps.slice(count).join('.')
    const [member, value] = known.has(sent)
      ? [sent, shownValue(part)]
      : [nearest(sent, members) ?? members[0]!, VALUE_LEFT_OUT]
    const example = `${object}={${JSON.stringify(member)}:${value}}`
    return `Send ${object} as one part that is a JSON object, such as ${example}. Members of ${object}: ${members.join(', ')}.`
  }
  return undefined
}

/** As it stands in JSON, where it is short. */
function shownValue({ bytes }: FormPart): string {
  const text = bytes.toString().trim()
  if (text === '' || text.length > VALUE_SHOWN_MAX) return VALUE_LEFT_OUT
  try {
    JSON.parse(text)
    return text
  } catch {
    return JSON.stringify(text)
  }
}

/** What a call takes, in words. */
function takenBy(root: Shape, containers: readonly Container[], name: string): string {
  const schedules = containers.map(each =>
    isRoot(each) ? 'schedule (or tasks)' : each.isRepeated ? `${each.name} (repeated)` : each.name,
  )
  const members = [...(root.members?.keys() ?? [])].filter(name => containers.every(each => each.name !== name))
  const names = [...containers.map(({ name }) => name), SCHEDULE, ...members]
  const near = nearest(name, names)
  const meant = near === undefined ? '' : `Did you mean ${near}? `
  return `${meant}Schedules: ${schedules.join(', ')}. Other parts: ${members.join(', ')}; and of the files ${FILE_OPTIONS.join(', ')}.`
}
