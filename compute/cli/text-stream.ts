/** Standard output or error, or what stands for it in a test. */
export interface TextStream {
  readonly isTTY?: boolean
  /** 0 where the terminal does not say, as under some CI systems and in a new pseudo-terminal. */
  readonly columns?: number
  write(text: string | Uint8Array): unknown
}

const WIDTH_UNKNOWN = 80
/** Nothing is laid out in less; the lines of a narrower terminal break there. */
const WIDTH_MIN = 20

export const widthOf = ({ columns }: TextStream): number => (columns ? Math.max(columns, WIDTH_MIN) : WIDTH_UNKNOWN)
