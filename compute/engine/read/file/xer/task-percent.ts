/** Percent complete of the units: labour and equipment together, done of done and still to do. */
export function percentOf(
  actualWork: number,
  remainingWork: number,
  actualEquipment: number,
  remainingEquipment: number,
): number {
  const done = (actualWork || 0) + (actualEquipment || 0)
  const whole = done + (remainingWork || 0) + (remainingEquipment || 0)
  return whole > 0 ? (100 * done) / whole : 0
}
