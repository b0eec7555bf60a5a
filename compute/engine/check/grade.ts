/** From a measured value to a component's score, and from a score to its grade (/docs/methods#scores). */
import { roundScore } from '../wording/round.ts'

export const SCORE_MAX = 100

/** Lowest rounded score of each grade, best first; below the last: GRADE_LOWEST. */
export const GRADES = [
  { grade: 'A', scoreMin: 90 },
  { grade: 'B', scoreMin: 80 },
  { grade: 'C', scoreMin: 70 },
  { grade: 'D', scoreMin: 60 },
] as const
export const GRADE_LOWEST = 'F'

/** Grade of a score after caps; the score is rounded first, so that grade and printed score never disagree. */
export function gradeOf(score: number): string {
  const rounded = roundScore(score)
  return GRADES.find(row => rounded >= row.scoreMin)?.grade ?? GRADE_LOWEST
}

/** f(v; target, zero): 100 at or better than target, 0 at or beyond zero, linear between, whichever of the two is larger. */
export function scoreBetween(value: number, target: number, zero: number): number {
  const share = (value - zero) / (target - zero)
  return SCORE_MAX * Math.min(1, Math.max(0, share))
}
