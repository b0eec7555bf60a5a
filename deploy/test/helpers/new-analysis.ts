/** A fifteenth analysis with all its pieces, as the README of shared/contract/analysis has it, and its lines in the two lists. */

const NAME = 'task-count'
const PROMISE = `shared/contract/analysis/${NAME}`
const METHOD = `compute/engine/analysis/${NAME}`
export const ROWS = 'shared/contract/analysis/analyses.ts'
export const METHODS = 'compute/engine/methods.ts'

/** Text by path. */
export type Files = ReadonlyMap<string, string>

const PIECES: Files = new Map([
  [
    `${PROMISE}/request.ts`,
    `import { fields, flag, scheduleRequest } from '../../endpoint/request-fields.ts'

export const TaskCountRequest = scheduleRequest(1, 'No effect.', { include_details: flag('Add the ids.', false), fields })
`,
  ],
  [
    `${PROMISE}/data.ts`,
    `import Type from 'typebox'
import { countOf } from '../../endpoint/data/members.ts'

export const TaskCountData = Type.Object({ task_count: countOf('Tasks of the schedule.') })
`,
  ],
  [
    `${PROMISE}/row.ts`,
    `import { analysis } from '../../endpoint/analysis-row.ts'
import { planned } from '../../endpoint/examples/small-schedule.ts'
import { TaskCountData } from './data.ts'
import { TaskCountRequest } from './request.ts'

export const taskCountRow = analysis('health', '${NAME}', {
  request: TaskCountRequest,
  data: TaskCountData,
  mainTable: 'summary',
  input: 'tolerant',
  summary: 'Count of tasks',
  description: 'How many tasks there are.',
  example: planned,
  sandboxRequest: ({ statused }) => statused,
  toolDescription: {
    title: 'Count of tasks',
    answers: 'How many tasks are there?',
    use: 'To count.',
    needs: 'tasks.',
    returns: 'task_count.',
    taskFields: ['task_type'],
  },
})
`,
  ],
  [
    `${METHOD}/analyser.ts`,
    `import type { TaskCountRequest } from '../../../../shared/contract/analysis/${NAME}/request.ts'
import { optionsOf } from '../../result/options.ts'
import type { Analyser } from '../../result/result.ts'

export const taskCountAnalyser: Analyser = input => {
  const { include_details } = optionsOf<typeof TaskCountRequest>(input)
  return { findings: [], recommendations: [], data: { task_count: input.taskCount, with_details: include_details === true } }
}
`,
  ],
  [
    `${METHOD}/summary.ts`,
    `import { numberAt } from '../../summary/read-plain.ts'
import type { SummarySentences } from '../../summary/sentences.ts'

export const taskCountSummary: SummarySentences = data => [\`\${numberAt(data, 'task_count') ?? 0} tasks.\`]
`,
  ],
  [
    `${METHOD}/ranking.ts`,
    `import type { Ranking } from '../../summary/ranking.ts'

export const taskCountRanking: Ranking = { 'data.tasks': [['total_float_days', 'smallest']] }
`,
  ],
  [
    `${METHOD}/method.ts`,
    `import type { Method } from '../../check/method.ts'
import { taskCountAnalyser } from './analyser.ts'
import { taskCountRanking } from './ranking.ts'
import { taskCountSummary } from './summary.ts'

export const taskCount: Method = {
  analyser: taskCountAnalyser,
  checks: [],
  gates: [],
  summary: taskCountSummary,
  ranking: taskCountRanking,
}
`,
  ],
])

/** The file with a line before the first one that begins so. */
function inserted(text: string, before: string, line: string): string {
  const at = text.indexOf(`\n${before}`)
  if (at < 0) throw new Error(`no line begins with ${before}`)
  return `${text.slice(0, at + 1)}${line}\n${text.slice(at + 1)}`
}

/** All files that a new analysis adds or changes. read: the text of a file of the tree. */
export function newAnalysis(read: (path: string) => string): Files {
  const rows = inserted(read(ROWS), 'import', `import { taskCountRow } from './${NAME}/row.ts'`)
  const methods = inserted(read(METHODS), 'import', `import { taskCount } from './analysis/${NAME}/method.ts'`)
  return new Map([
    ...PIECES,
    [ROWS, inserted(rows, '  scoreRow,', '  taskCountRow,')],
    [METHODS, inserted(methods, "  'health.score':", `  'health.${NAME}': taskCount,`)],
  ])
}

/** What is taken away of it, one piece at a time: a whole file, or what stands in a file between two texts. */
export interface Removal {
  readonly what: string
  readonly path: string
  /** The lines that begin so, members of an object; absent: the file. */
  readonly line?: string
}

const members = (path: string, names: readonly string[], indent = '  '): Removal[] =>
  names.map(name => ({ what: `${path} without ${name}`, path, line: `${indent}${name}` }))

export const REMOVALS: readonly Removal[] = [
  ...[...PIECES.keys()].map(path => ({ what: `no ${path}`, path })),
  ...members(`${PROMISE}/row.ts`, [
    'request:',
    'data:',
    'input:',
    'summary:',
    'description:',
    'example:',
    'sandboxRequest:',
  ]),
  ...members(`${PROMISE}/row.ts`, ['title:', 'answers:', 'use:', 'needs:', 'returns:', 'taskFields:'], '    '),
  ...members(`${METHOD}/method.ts`, ['analyser:', 'checks:', 'gates:', 'summary:', 'ranking:']),
  { what: 'no line in the list of rows', path: ROWS, line: '  taskCountRow,' },
  { what: 'no line in the list of methods', path: METHODS, line: `  'health.${NAME}':` },
]

export function without(files: Files, { path, line }: Removal): Files {
  const left = new Map(files)
  if (line === undefined) {
    left.delete(path)
    return left
  }
  const text = files.get(path)!
  const at = text.indexOf(`\n${line}`)
  if (at < 0) throw new Error(`${path} has no line that begins with ${line}`)
  const end = text.indexOf('\n', at + 1)
  return left.set(path, text.slice(0, at) + text.slice(end))
}
