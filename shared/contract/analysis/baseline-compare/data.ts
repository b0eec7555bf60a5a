/** `data` of POST /api/v1/forensics/baseline-compare. Its blocks are in baseline-compare/. */
import Type from 'typebox'
import { componentData } from '../../endpoint/data/component-data.ts'
import { scoreMembers } from '../../endpoint/data/health-data.ts'
import { CLOSED, dateOrNull } from '../../endpoint/data/members.ts'
import { CalendarUsed, DataDateUsed } from '../cpm/data.ts'
import { ChartData } from './data/charts.ts'
import { SpiT } from './data/earned-schedule.ts'
import { Bei, Cei, CriticalBei } from './data/execution.ts'
import { Matching, ProjectFinish } from './data/finish.ts'
import { LogicDrift, OosImpact } from './data/logic.ts'
import { EvmsTrends, ForecastStability, Statuses, Trends } from './data/trends.ts'
import { TaskVariance, Variance } from './data/variance.ts'

const Component = componentData({
  zero: Type.Number({
    description: 'Value at which the score is 0. At 1 (or 100 percent) the score is 100; between them it is linear.',
  }),
})

export const BaselineCompareData = Type.Object(
  {
    components: Type.Array(Component, {
      minItems: 4,
      maxItems: 4,
      description: 'BEI, critical BEI, SPI(t), on track.',
    }),
    ...scoreMembers,
    weight_evaluated: Type.Number({ description: 'Sum of the weights of the evaluated components.' }),
    status_date: dateOrNull('Status date of current_schedule.'),
    baseline_date: dateOrNull(
      'Baseline date of baseline_schedule: a label, or its data date if it holds actual dates before it. Null if none is given.',
    ),
    data_date: DataDateUsed,
    calendar: CalendarUsed,
    matching: Matching,
    bei: Bei,
    critical_bei: CriticalBei,
    spi_t: SpiT,
    variance: Variance,
    project_finish: ProjectFinish,
    cei: Cei,
    statuses: Statuses,
    task_variances: Type.Optional(
      Type.Array(TaskVariance, { description: 'One entry per pair of tasks, in the order of the current schedule.' }),
    ),
    logic_drift: Type.Optional(LogicDrift),
    oos_impact: Type.Optional(OosImpact),
    trends: Type.Optional(Trends),
    evms_trends: Type.Optional(EvmsTrends),
    forecast_stability: Type.Optional(ForecastStability),
    chart_data: Type.Optional(ChartData),
  },
  { ...CLOSED, $id: 'BaselineCompareData', description: 'Result of the baseline comparison.' },
)
