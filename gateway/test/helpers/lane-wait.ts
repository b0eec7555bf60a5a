/** Setting of every gateway of a test: a busy machine is no overload. */
export const LANE_WAIT_MS = '60000'
