/** Standard output or error, or what stands for it in a test. */
export interface TextStream {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string | Uint8Array): unknown
}
