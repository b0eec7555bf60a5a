/** Where in the page one is: view, file, activity and filter. It stands in the address, so that Back, reload and a bookmark lead there; what is too long for it, in the history beside it. */
import { ALL, type Choice, type Only, SHOWS } from './activities/choice.ts'
import { membersOf, settings } from './settings.ts'
import { isOfLevelling, type Members } from './views/level-state.ts'

export const VIEWS = ['overview', 'activities', 'plots', 'levelling', 'compare', 'audits', 'deliverables'] as const
export type View = (typeof VIEWS)[number]

export interface Place {
  readonly view: View
  /** What of the view, where it has parts. */
  readonly part: string
  /** The first characters of the hash of its content; '' = the latest. */
  readonly file: string
  /** ID of the chosen activity, '' = none. */
  readonly task: string
  readonly choice: Choice
  /** What levelling is told. */
  readonly level: Members
}

/** What the browser keeps beside an address. */
interface Beside {
  readonly only?: Only | undefined
  readonly folded?: readonly string[]
  readonly scroll?: number
}

const FILE_LENGTH = 12
export const fileKey = (sha256: string): string => sha256.slice(0, FILE_LENGTH)

/** Before the key of a column. */
const WHERE = 'where.'

function addressOf({ view, part, file, task, choice, level }: Place): string {
  const { text, show, ahead, from, until, where, only, group, sort, isDescending } = choice
  const members: readonly (readonly [string, string])[] = [
    ['view', view],
    ['file', file],
    ['part', part],
    ['task', task],
    ['text', text],
    ['show', show === ALL.show ? '' : show],
    ['ahead', ahead === 0 ? '' : String(ahead)],
    ['from', from],
    ['until', until],
    ['only', only?.title ?? ''],
    ['group', group === ALL.group ? '' : group],
    ['sort', sort === '' ? '' : `${isDescending ? '-' : ''}${sort}`],
    ...Object.entries(where).map(([key, condition]) => [`${WHERE}${key}`, condition] as const),
  ]
  const ofView = view === 'activities' ? members : [...members.slice(0, 3), ...(view === 'levelling' ? level : [])]
  const known = [...ofView, ...membersOf(settings())]
  return `#${new URLSearchParams(known.filter(([, value]) => value !== '').map(each => [...each]))}`
}

/** idsOf: the activities of a filter that has a title alone, as in a bookmark. undefined: the address names no view. */
export function placeOf(hash: string, state: unknown, idsOf: (title: string) => readonly string[]): Place | undefined {
  const given = new URLSearchParams(hash.replace(/^#/, ''))
  const view = VIEWS.find(each => each === given.get('view'))
  if (view === undefined) return undefined
  const beside = (state ?? {}) as Beside
  const of = (name: string): string => given.get(name) ?? ''
  const title = of('only')
  const only = beside.only?.title === title ? beside.only : { title, ids: title === '' ? [] : idsOf(title) }
  const where = [...given].filter(([name]) => name.startsWith(WHERE))
  const sort = of('sort')
  const choice: Choice = {
    text: of('text'),
    show: SHOWS.find(each => each === of('show')) ?? ALL.show,
    ahead: Math.max(0, Math.trunc(Number(of('ahead'))) || 0),
    from: of('from'),
    until: of('until'),
    where: Object.fromEntries(where.map(([name, condition]) => [name.slice(WHERE.length), condition])),
    only: title === '' || only.ids.length === 0 ? undefined : only,
    group: of('group') || ALL.group,
    sort: sort.replace(/^-/, ''),
    isDescending: sort.startsWith('-'),
    folded: beside.folded ?? [],
  }
  const level = [...given].filter(([name]) => isOfLevelling(name))
  return { view, part: of('part'), file: of('file'), task: of('task'), choice, level }
}

/** Browsers write no more addresses than some in a second. */
const WAIT_MS = 200
let waiting = 0

/** isStep: one can go back to where one was. */
export function goTo(place: Place, isStep: boolean): void {
  clearTimeout(waiting)
  if (!isStep) {
    waiting = window.setTimeout(() => write(place, false), WAIT_MS)
    return
  }
  // where one comes back to is as far down as it was
  history.replaceState({ ...(history.state as Beside | null), scroll: scrollY }, '')
  if (addressOf(place) !== location.hash) write(place, true)
}

/** What was not written yet is of a place that was left. */
globalThis.addEventListener?.('popstate', () => clearTimeout(waiting))

function write(place: Place, isStep: boolean): void {
  const { only, folded } = place.choice
  const put = isStep ? history.pushState : history.replaceState
  try {
    put.call(history, { only, folded } satisfies Beside, '', addressOf(place))
  } catch {
    // more activities than a browser keeps in its history
    put.call(history, {}, '', addressOf(place))
  }
}

export const scrollOf = (state: unknown): number => (state as Beside | null)?.scroll ?? 0
