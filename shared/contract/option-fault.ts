/** What is wrong with options that parseArgs of Node refuses, as a sentence that names the one that may be meant. */
import { nearest } from './did-you-mean.ts'

/** known: names of the options, without their dashes. elsewhere: how another program calls some of them. */
export function optionFault(
  error: unknown,
  known: readonly string[],
  elsewhere: Readonly<Partial<Record<string, string>>> = {},
): string {
  const { code, message } = error as NodeJS.ErrnoException
  const unknown = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? /'(-[^']+)'/.exec(message)?.[1] : undefined
  // Node names the option with its short form and its kind of value: "-o, --output <value>"
  const named = /^Option '(?:-\w, )?(--?[\w-]+)/.exec(message)?.[1]
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE' && named !== undefined)
    return message.includes('does not take') ? `${named} takes no value.` : `${named} needs a value after it.`
  if (unknown === undefined) return message
  const name = unknown.replace(/^-+/, '')
  const near = elsewhere[name] ?? nearest(name, known)
  return `${unknown} is no option.${near === undefined ? '' : ` Is --${near} meant?`}`
}
