/** Help of the operator's commands, written from the commands themselves. */
import type { Command } from './command.ts'

const CALL = 'npm run --silent admin --'

export function help(commands: readonly Command[]): string {
  const lines = commands.map(command => [usage(command), command.summary] as const)
  return [`${CALL} <command> [--help]`, '', ...columns(lines)].join('\n')
}

export function commandHelp(command: Command): string {
  const options = Object.entries(command.options).map(
    ([name, { value, meaning }]) => [`--${name}${value ? ` <${value}>` : ''}`, meaning] as const,
  )
  const head = [`${CALL} ${usage(command)}${options.length > 0 ? ' [options]' : ''}`, '', command.summary]
  return [...head, ...(options.length > 0 ? ['', ...columns(options)] : [])].join('\n')
}

const usage = ({ name, operands }: Command): string => [name, ...operands.map(operand => `<${operand}>`)].join(' ')

function columns(lines: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...lines.map(([left]) => left.length))
  return lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
