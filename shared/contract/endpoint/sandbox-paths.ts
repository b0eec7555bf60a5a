/** Paths of the sample schedules, for rows and replies. */
export const SANDBOX_PATH = '/api/v1/sandbox/fixtures'
export const FIXTURE_PATH = `${SANDBOX_PATH}/{name}`

export const sandboxPath = (name: string): string => FIXTURE_PATH.replace('{name}', name)
