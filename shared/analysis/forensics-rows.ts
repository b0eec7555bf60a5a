/** The four comparisons of schedules. */
import { analysis } from '../endpoint/analysis-row.ts'
import { AsBuiltData } from './as-planned-vs-as-built/data.ts'
import { BaselineCompareData } from './baseline-compare/data.ts'
import { ChangeTrackingData } from './change-tracking/data.ts'
import { DelayAnalysisData } from './delay-analysis/data.ts'
import {
  AsPlannedVsAsBuiltRequest,
  BaselineCompareRequest,
  ChangeTrackingRequest,
  DelayAnalysisRequest,
} from './requests/forensics.ts'

const comparison = { input: 'strict', tier: 'starter' } as const

export const forensicsRows = [
  analysis('forensics', 'delay-analysis', {
    ...comparison,
    data: DelayAnalysisData,
    request: DelayAnalysisRequest,
    summary: 'Delay analysis',
    description: 'Delay per window, attributed along the controlling path, with entitlement and concurrency.',
  }),
  analysis('forensics', 'change-tracking', {
    ...comparison,
    data: ChangeTrackingData,
    request: ChangeTrackingRequest,
    summary: 'Change tracking',
    description: 'What changed between statuses, what it did to the finish, and patterns worth a question.',
  }),
  analysis('forensics', 'baseline-compare', {
    ...comparison,
    data: BaselineCompareData,
    request: BaselineCompareRequest,
    summary: 'Baseline comparison',
    description: 'BEI, critical BEI, SPI(t), variance severity and share of tasks on track.',
  }),
  analysis('forensics', 'as-planned-vs-as-built', {
    ...comparison,
    data: AsBuiltData,
    request: AsPlannedVsAsBuiltRequest,
    summary: 'As-planned versus as-built',
    description: 'Start and finish delay per task, gross delay, and its increments along the as-built path.',
  }),
]
