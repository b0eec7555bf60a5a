/** What a program gives that the types forbid: named before anything is read, since a caller in JavaScript has no compiler. */
import { nearest } from '../../shared/contract/did-you-mean.ts'

/** A view of memory: of another realm it is no instance of this Uint8Array. */
export function checkBytes(value: unknown, name: string): void {
  if (ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === '[object Uint8Array]') return
  const hint = typeof value === 'string' ? '; readFileSync(path) gives those of a file' : ''
  throw new TypeError(`${name} must be the bytes of a schedule in a Uint8Array, not ${kindOf(value)}${hint}.`)
}

export function checkFiles(value: unknown, name: string): void {
  if (!Array.isArray(value)) throw new TypeError(`${name} must be a list of files, not ${kindOf(value)}.`)
  value.forEach((file, i) => {
    checkBytes(file, `${name}[${i}]`)
  })
}

export function checkName(value: unknown, name: string, known: readonly string[]): void {
  if (known.includes(value as string)) return
  const near = nearest(String(value), known)
  const hint = near === undefined ? `one of ${known.join(', ')}` : `did you mean ${near}?`
  throw new TypeError(`${name} has no ${JSON.stringify(value) ?? 'undefined'}: ${hint}`)
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  return typeof value === 'object' ? `a ${value.constructor?.name ?? 'object'}` : `a ${typeof value}`
}
