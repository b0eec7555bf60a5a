import { analysis } from '../../endpoint/analysis-row.ts'
import type { SandboxSchedules } from '../../endpoint/examples/sandbox-schedules.ts'
import { statused } from '../../endpoint/examples/small-schedule.ts'
import { CONSTRAINT, FORECAST, NETWORK, PLANNED, RESOURCES } from '../../endpoint/tool-fields.ts'
import { ResourceData } from './data.ts'
import { ResourceAnalysisRequest } from './request.ts'

export const resourcesRow = analysis('analysis', 'resources', {
  request: ResourceAnalysisRequest,
  data: ResourceData,
  mainTable: 'resources',
  input: 'strict',
  tier: 'starter',
  summary: 'Resource analysis',
  description: 'Demand profiles, over-allocation, leveling candidates and a composite risk.',
  typeName: 'ResourceAnalysis',
  example: {
    ...statused,
    resource_availability: [{ resource: 'Crew 1', capacity_per_day: 1 }],
    options: { period_size_days: 7 },
  },
  sandboxRequest: ({ statused }: SandboxSchedules): object => ({
    ...statused,
    resource_availability: [{ resource: 'Site crew', capacity_per_day: 2 }],
    options: { include_resource_curves: true },
  }),
  toolDescription: {
    title: 'Resource analysis',
    answers:
      'Who is overloaded, when, what could move? Demand against capacity, over-allocations, leveling candidates.',
    use: 'To move them: analysis_levelling. Is near work staffed: health_planning_horizon.',
    needs:
      'resource or resources, duration_days, dates or predecessors; resource_availability, else 1 unit a day each.',
    returns: 'over_allocations, leveling_candidates with float, histogram.',
    taskFields: [
      ...NETWORK,
      'remaining_duration_days',
      ...PLANNED,
      'actual_start',
      ...FORECAST,
      ...CONSTRAINT,
      'total_float_days',
      ...RESOURCES,
    ],
    membersShown: ['must_finish_by'],
  },
})
