/** Exit codes, for scripts. */
export const EXIT = { ok: 0, belowLimit: 1, wrong: 2, defect: 3 } as const

export const EXIT_WORDS: Readonly<Record<keyof typeof EXIT, string>> = {
  ok: 'done',
  belowLimit: 'a score is below --fail-under',
  wrong: 'the command, the file or the service gave no result',
  defect: 'sis itself failed; please report what it prints',
}
