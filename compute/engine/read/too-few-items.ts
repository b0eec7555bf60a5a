/** What is said of a list that is too short. */
export const tooFewItems = (name: string | number | undefined, least: number, count: number): string =>
  `${name} must have at least ${least} ${least === 1 ? 'item' : 'items'}, not ${count}.`
