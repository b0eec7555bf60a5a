/**
 * The schedule beside the answer of analysis_cpm in the client of an agent: what the tool said, the finish, and the chart of the page. The client
 * lends the call: the view asks it for the tasks and reaches no network itself.
 */
import { ALL, type Choice, testOf } from './activities/choice.ts'
import { columnsOf } from './activities/columns.ts'
import { Grid } from './activities/grid.ts'
import { rowsOf } from './activities/rows.ts'
import { Host, type HostListener, type ToolResult } from './agent-host.ts'
import { h } from './dom/element.ts'
import { Chart } from './gantt/chart.ts'
import type { LoadedFile } from './loaded.ts'
import { scheduleOf } from './schedule/columns.ts'
import { momentText } from './schedule/moment.ts'
import type { CpmData, Envelope } from './schedule/replies.ts'
import { isSummary, ON_LONGEST_PATH } from './schedule/schedule.ts'
import { agentApp as T } from './texts/agent-app.ts'
import { TEXT } from './texts.ts'
import { figure } from './views/figure.ts'
import { taskPanel } from './views/task-panel.ts'

/** Tasks that a client carries through two messages without being felt. */
const TASKS_MAX = 5_000
const TOOL = 'analysis_cpm'
/** What has room in the window of a client. */
const COLUMNS: ReadonlySet<string> = new Set(['id', 'name', 'start', 'finish', 'float'])

const root = h('main', { class: 'agent-app' }, h('p', { class: 'note' }, T.waiting))
document.body.append(root)

let args: Readonly<Record<string, unknown>> = {}

const listener: HostListener = {
  input: given => {
    args = given
  },
  result: result => void show(result),
  cancelled: () => root.replaceChildren(h('p', { class: 'note' }, T.cancelled)),
  context: ({ theme }) => {
    if (theme !== undefined) document.documentElement.dataset.theme = theme
  },
}
const host = new Host(listener)

const textsOf = ({ content = [] }: ToolResult): string[] => content.flatMap(({ text }) => text ?? [])

async function show(result: ToolResult): Promise<void> {
  if (result.isError === true) {
    root.replaceChildren(...textsOf(result).map(text => h('p', {}, text)))
    return
  }
  const said = result.structuredContent as unknown as Envelope<Partial<CpmData>> | undefined
  const lead = h('p', { class: 'lead' }, said?.summary ?? textsOf(result)[0] ?? '')
  const count = said?.metadata?.task_count ?? 0
  if (count > TASKS_MAX) {
    root.replaceChildren(lead, h('p', { class: 'note' }, T.tooLarge(count, TASKS_MAX)))
    return
  }
  root.replaceChildren(lead, h('p', { class: 'note' }, T.drawing))
  try {
    root.replaceChildren(lead, ...drawn(await wholeReply()))
  } catch (error) {
    root.replaceChildren(lead, h('p', { class: 'note', role: 'alert' }, T.notDrawn((error as Error).message)))
  }
}

/** The same call again, answered in full. */
async function wholeReply(): Promise<Envelope<CpmData>> {
  const { output: _, options, ...schedule } = args
  const asked = {
    ...schedule,
    options: { ...(options as object | undefined), include_task_details: true, include_network_details: true },
    output: { detail: 'full' },
  }
  const answer = await host.ask<ToolResult>('tools/call', { name: TOOL, arguments: asked })
  if (answer.isError === true || answer.structuredContent === undefined)
    throw new Error(textsOf(answer)[0] ?? 'no result')
  return answer.structuredContent as unknown as Envelope<CpmData>
}

function drawn(cpm: Envelope<CpmData>): Node[] {
  const { data, ...envelope } = cpm
  const schedule = scheduleOf(data, envelope.metadata.import?.[0]?.format)
  const loaded: LoadedFile = {
    ...{
      name: '',
      file: new Blob(),
      baseline: undefined,
      resultPaths: {},
      withBaseline: undefined,
      hadOwnBaseline: false,
    },
    schedule,
    analysed: { cpm: { ...envelope, data }, dcma: null, score: null },
  }
  const panel = h('aside', { class: 'panel', tabindex: -1, 'aria-live': 'polite', 'aria-label': TEXT.gantt.details })
  const columns = columnsOf(loaded, undefined)
  const shown = columns.filter(({ key }) => COLUMNS.has(key)).map(column => ({ ...column, pixels: column.width }))
  let choice: Choice = ALL
  const change = (changed: Partial<Choice>): void => {
    choice = { ...choice, ...changed }
    grid.show(shown, choice, false)
    const test = testOf(schedule, choice, columns, data.near_critical_days)
    chart.show(rowsOf(schedule, columns, choice, test), new Set(choice.folded), false)
  }
  const grid = new Grid(schedule, {
    ordered: sort => change({ sort, isDescending: choice.sort === sort && !choice.isDescending }),
    moved: () => {},
    resized: () => {},
    filtered: () => {},
  })
  const chart = new Chart(loaded, grid, undefined, {
    chosen: task => {
      panel.replaceChildren(...(task < 0 ? [] : [taskPanel(loaded, columns, task, go, () => {})]))
      if (task >= 0) tellModel(loaded, task)
    },
    folded: key => {
      const { folded } = choice
      change({ folded: folded.includes(key) ? folded.filter(each => each !== key) : [...folded, key] })
    },
    opened: () => panel.focus(),
    divided: () => {},
  })
  const go = (task: number): void => chart.choose(task)
  const draw = (isPath: boolean): void =>
    change(isPath ? { show: 'longest', group: 'none', sort: 'start', isDescending: false } : ALL)
  const path = schedule.marks.reduce(
    (sum, marks, task) => sum + ((marks & ON_LONGEST_PATH) !== 0 && !isSummary(schedule, task) ? 1 : 0),
    0,
  )
  const onlyPath = h('input', { type: 'checkbox', onchange: () => draw(onlyPath.checked) })
  onlyPath.checked = path > 0
  draw(path > 0)
  const { project_finish_date: finish, project_duration_days: days, data_date: dataDate } = data
  return [
    h(
      'dl',
      { class: 'figures' },
      figure(T.finish, finish === null ? TEXT.gantt.day(days) : momentText(finish), '', 'finish'),
      figure(T.dataDate, momentText(dataDate.date), '', 'data-date'),
      figure(T.longest, T.tasks(path), ''),
    ),
    h('div', { class: 'tools' }, h('label', {}, onlyPath, h('span', {}, T.onlyLongest))),
    h('div', { class: 'split' }, chart.element, panel),
  ]
}

/** What the user looks at, for the next answer of the model. A client that keeps no such context refuses, which changes nothing here. */
function tellModel({ schedule }: LoadedFile, task: number): void {
  const text = `The user looks at the task ${JSON.stringify(schedule.ids[task])} of the schedule.`
  host.ask('ui/update-model-context', { content: [{ type: 'text', text }] }).catch(() => {})
}

new ResizeObserver(() =>
  host.tell('ui/notifications/size-changed', {
    width: document.documentElement.scrollWidth,
    height: Math.ceil(root.getBoundingClientRect().height),
  }),
).observe(root)
void host.begin(listener).catch(() => {})
