import { type TextStream, widthOf } from './text-stream.ts'

/** One line on a terminal that says what is going on; nothing where standard error is no terminal. */
export interface Progress {
  say(words: string): void
  clear(): void
}

export function progressOn(stream: TextStream): Progress {
  if (!stream.isTTY) return { say() {}, clear() {} }
  const erase = '\r\x1b[K'
  return {
    say: words => stream.write(`${erase}${words.slice(0, widthOf(stream) - 1)}`),
    clear: () => stream.write(erase),
  }
}
