/** Numbers as a reader of English expects them. */
export const number = (value: number): string => value.toLocaleString('en-US')
export const few = (count: number, one: string, many: string): string => `${number(count)} ${count === 1 ? one : many}`
