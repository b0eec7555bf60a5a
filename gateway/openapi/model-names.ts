/** Names of the models in generated clients: nouns made from the members of the service's own schemas, so simple rules suffice. */

/** task_variances -> TaskVariances */
export const memberName = (member: string): string =>
  member
    .split(/[^A-Za-z0-9]+/)
    .map(word => (word === '' ? '' : word[0]!.toUpperCase() + word.slice(1)))
    .join('')

/** What one item of a list is called: Categories -> Category, Statuses -> Status, TaskVariances -> TaskVariance. */
export function singular(name: string): string {
  if (/ies$/.test(name) && !/Series$/.test(name)) return name.replace(/ies$/, 'y')
  if (/(?:us|s|x|ch|sh)es$/.test(name) && !/[^aeiou]ses$/.test(name)) return name.replace(/es$/, '')
  return /[^s]s$/.test(name) && !/(?:us|is)$/.test(name) ? name.slice(0, -1) : name
}

/** The shortest name that is free: base and the innermost member, then with the members around it, then with a number. */
export function joinedName(base: string, path: readonly string[], isFree: (name: string) => boolean): string {
  for (let count = 1; count <= path.length; count++) {
    const name = base + path.slice(-count).join('')
    if (isFree(name)) return name
  }
  for (let number = 2; ; number++) {
    const name = `${base}${path.join('')}${number}`
    if (isFree(name)) return name
  }
}
