/** The view inside an agent's client. */
export const agentApp = {
  waiting: 'Waiting for the result.',
  drawing: 'Asking for the tasks to draw.',
  tooLarge: (count: number, most: number) =>
    `The schedule has ${count.toLocaleString('en-US')} tasks; the chart here shows at most ${most.toLocaleString('en-US')}. The page of the service shows all.`,
  notDrawn: (why: string) => `The chart could not be drawn: ${why}`,
  cancelled: 'The call was cancelled.',
  finish: 'Finish',
  dataDate: 'Data date',
  longest: 'Longest path',
  tasks: (count: number) => (count === 1 ? '1 task' : `${count.toLocaleString('en-US')} tasks`),
  all: 'All tasks',
  onlyLongest: 'Longest path only',
}
