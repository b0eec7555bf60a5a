import { analysis } from '../../endpoint/analysis-row.ts'
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { planned } from '../../endpoint/examples/small-schedule.ts'
import { BASELINED, RESOURCES } from '../../endpoint/tool-fields.ts'
import { LevellingData } from './data.ts'
import { LevellingRequest } from './request.ts'

export const levellingRow = analysis('analysis', 'levelling', {
  request: LevellingRequest,
  data: LevellingData,
  mainTable: 'delays',
  input: 'strict',
  searches: true,
  tier: 'starter',
  isFurther: true,
  summary: 'Resource levelling',
  description: 'Tasks delayed until no limit is exceeded: new dates, the reason of each delay, use before and after.',
  typeName: 'Levelling',
  example: {
    ...planned,
    resource_availability: [{ resource: 'Crew 1', capacity_per_day: 1 }],
    options: { rule: 'late_finish' },
  },
  sandboxRequest: ({ statused }: SandboxSchedules): object => ({
    ...statused,
    resource_availability: [{ resource: 'Site crew', capacity_per_day: 1 }],
    options: { effort: 'good' },
  }),
  toolDescription: {
    title: 'Levelling',
    answers: 'Which task waits for which resource, until when?',
    use: 'Overload: analysis_resources.',
    needs: 'the same.',
    returns: 'delays, unresolved, use.',
    taskFields: [...BASELINED, ...RESOURCES, 'total_float_days', 'name', 'wbs_code', 'deadline'],
  },
})
