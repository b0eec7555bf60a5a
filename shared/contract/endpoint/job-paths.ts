/** Paths of one job, for rows, replies and callbacks. */
export const JOB_PATH = '/api/v1/jobs/{job_id}'
export const RESULT_PATH = `${JOB_PATH}/result`

export const jobPath = (jobId: string): string => JOB_PATH.replace('{job_id}', jobId)
export const resultPath = (jobId: string): string => RESULT_PATH.replace('{job_id}', jobId)
