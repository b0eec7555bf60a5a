/** Options of the baseline comparison with which its result has every block. */
export const EVERY_BLOCK = {
  include_logic_changes: true,
  include_oos_impact: true,
  include_trends: true,
  include_evms_trends: true,
  include_forecast_trends: true,
  include_chart_data: true,
}
