/**
 * How other tools write our words: the codes of P6's export (XER), the names that P6 and Microsoft Project show, and those of
 * MPXJ, which differ from them by blanks and case alone. Letters and digits count, in either case, so "Start No Earlier Than",
 * START_NO_EARLIER_THAN and "start-no-earlier-than" are one spelling.
 *
 * P6 has two constraints that put a start on a date. "Start On" (CS_MSO) holds it both ways as far as the logic lets it; "Mandatory
 * Start" (CS_MANDSTART) holds it whatever the logic says. They are SO and MSO, "Finish On" and "Mandatory Finish" FO and MFO.
 */
import type { ConstraintType, PercentType, RelationType, TaskType } from './fields.ts'

/** Our word -> the other spellings of it. */
export type Aliases<Word extends string = string> = { readonly [word in Word]?: readonly string[] }

export const CONSTRAINT_ALIASES: Aliases<ConstraintType> = {
  ASAP: ['As Soon As Possible'],
  ALAP: ['CS_ALAP', 'As Late As Possible'],
  SNET: ['CS_MSOA', 'Start On or After', 'Start No Earlier Than'],
  SNLT: ['CS_MSOB', 'Start On or Before', 'Start No Later Than'],
  FNET: ['CS_MEOA', 'Finish On or After', 'Finish No Earlier Than'],
  FNLT: ['CS_MEOB', 'Finish On or Before', 'Finish No Later Than'],
  MSO: ['CS_MANDSTART', 'Mandatory Start', 'Must Start On'],
  MFO: ['CS_MANDFIN', 'Mandatory Finish', 'Must Finish On'],
  SO: ['CS_MSO', 'Start On'],
  FO: ['CS_MEO', 'Finish On'],
}

/** The code of P6's export (XER) for a constraint; undefined: as soon as possible, which has none. */
export const p6ConstraintCode = (word: string): string | undefined =>
  CONSTRAINT_ALIASES[word as ConstraintType]?.find(spelling => spelling.startsWith('CS_'))

/** P6's words for leveling priorities as numbers of Microsoft Project, after MPXJ: 1000, never leveled, is none of P6. */
export const P6_LEVELING_PRIORITIES = { Top: 900, High: 600, Normal: 500, Low: 400, Lowest: 100 } as const

/** The word that a number is nearest to; of none, the middle one. */
export function p6LevelingPriority(priority: number): string {
  let nearest = 'Normal'
  let least = Number.POSITIVE_INFINITY
  for (const [word, value] of Object.entries(P6_LEVELING_PRIORITIES)) {
    const distance = Math.abs(priority - value)
    if (distance < least) [nearest, least] = [word, distance]
  }
  return nearest
}

export const TASK_TYPE_ALIASES: Aliases<TaskType> = {
  task: ['TT_Task', 'Task Dependent', 'TT_Rsrc', 'Resource Dependent'],
  start_milestone: ['TT_Mile', 'Start Milestone'],
  finish_milestone: ['TT_FinMile', 'Finish Milestone'],
  loe: ['TT_LOE', 'Level of Effort'],
  summary: ['TT_WBS', 'WBS Summary'],
}

export const PERCENT_TYPE_ALIASES: Aliases<PercentType> = {
  duration: ['CP_Drtn'],
  physical: ['CP_Phys'],
  units: ['CP_Units'],
}

export const RELATION_ALIASES: Aliases<RelationType> = {
  FS: ['PR_FS', 'Finish to Start', 'FINISH_START'],
  SS: ['PR_SS', 'Start to Start', 'START_START'],
  FF: ['PR_FF', 'Finish to Finish', 'FINISH_FINISH'],
  SF: ['PR_SF', 'Start to Finish', 'START_FINISH'],
}

/** For the descriptions of fields: every spelling, by our word. */
export const aliasSentence = (aliases: Aliases): string =>
  `Understood as well: ${Object.entries(aliases)
    .map(([word, others]) => `${others!.join(', ')} = ${word}`)
    .join('; ')}.`
