import { analysis } from '../../endpoint/analysis-row.ts'
import { WhatIfData } from './data.ts'
import { example, sandboxRequest } from './examples.ts'
import { WhatIfRequest } from './request.ts'
import { toolDescription } from './tool.ts'

export const whatIfRow = analysis('analysis', 'what-if', {
  request: WhatIfRequest,
  data: WhatIfData,
  mainTable: 'alternatives',
  isFurther: true,
  input: 'strict',
  syncLimit: 'cpmSyncTaskCountMax',
  summary: 'What-if',
  description: 'Finish, longest path, float and constraints with changes of a schedule; a search for earlier finishes.',
  example,
  sandboxRequest,
  toolDescription,
})
