/** The ten practices of the GAO Schedule Assessment Guide, and the characteristics that they make up. */

export const CHARACTERISTICS = ['Comprehensive', 'Well constructed', 'Credible', 'Controlled'] as const

interface Practice {
  readonly id: string
  readonly title: string
  readonly characteristic: (typeof CHARACTERISTICS)[number]
  /** No file tells whether it is met. */
  readonly isAsked?: true
}

export const PRACTICES: readonly Practice[] = [
  { id: 'GAO-1', title: 'Capturing all activities', characteristic: 'Comprehensive' },
  { id: 'GAO-2', title: 'Sequencing all activities', characteristic: 'Well constructed' },
  { id: 'GAO-3', title: 'Assigning resources to all activities', characteristic: 'Comprehensive' },
  { id: 'GAO-4', title: 'Establishing the duration of all activities', characteristic: 'Comprehensive' },
  {
    id: 'GAO-5',
    title: 'Verifying that the schedule can be traced horizontally and vertically',
    characteristic: 'Credible',
  },
  { id: 'GAO-6', title: 'Confirming that the critical path is valid', characteristic: 'Well constructed' },
  { id: 'GAO-7', title: 'Ensuring reasonable total float', characteristic: 'Well constructed' },
  { id: 'GAO-8', title: 'Conducting a schedule risk analysis', characteristic: 'Credible', isAsked: true },
  { id: 'GAO-9', title: 'Updating the schedule using actual progress and logic', characteristic: 'Controlled' },
  { id: 'GAO-10', title: 'Maintaining a baseline schedule', characteristic: 'Controlled' },
]

/** "GAO-2" of "GAO-2.5". */
export const practiceOf = (checkId: string): string => checkId.slice(0, checkId.lastIndexOf('.'))
