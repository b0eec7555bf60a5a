/** The findings of POST /api/v1/forensics/as-planned-vs-as-built, one row each, in the order they are listed. */
import type { FindingRow } from '../../check/finding-rows.ts'
import { lastTaskRow } from '../../compare/last-task.ts'
import { noPairsRow } from '../../compare/no-pairs.ts'
import { WORDS } from './words.ts'

export const AS_BUILT_FINDING_ROWS = {
  noPairs: noPairsRow({ byIds: false }),
  endChanged: lastTaskRow('APAB_END_CHANGED'),
  late: {
    code: 'APAB_GROSS_DELAY',
    severity: 'medium',
    title: WORDS.asBuiltFindingRows.lateTitle,
    description: count => WORDS.asBuiltFindingRows.lateDescription(count),
  },
  concurrent: {
    code: 'APAB_CONCURRENT',
    severity: 'medium',
    title: WORDS.asBuiltFindingRows.concurrentTitle,
    description: () => WORDS.asBuiltFindingRows.concurrentDescription,
    advice: {
      title: WORDS.asBuiltFindingRows.concurrentAdviceTitle,
      description: WORDS.asBuiltFindingRows.concurrentAdviceDescription,
    },
  },
  tied: {
    code: 'APAB_TIED_PATHS',
    severity: 'info',
    title: WORDS.asBuiltFindingRows.tiedTitle,
    description: count => WORDS.asBuiltFindingRows.tiedDescription(count),
    advice: {
      title: WORDS.asBuiltFindingRows.tiedAdviceTitle,
      description: WORDS.asBuiltFindingRows.tiedAdviceDescription,
    },
  },
  noPlan: {
    code: 'APAB_NO_PLAN',
    severity: 'medium',
    title: WORDS.asBuiltFindingRows.noPlanTitle,
    description: count => WORDS.asBuiltFindingRows.noPlanDescription(count),
    advice: {
      title: WORDS.asBuiltFindingRows.noPlanAdviceTitle,
      description: WORDS.asBuiltFindingRows.noPlanAdviceDescription,
    },
  },
  outOfSequence: {
    code: 'APAB_OUT_OF_SEQUENCE',
    severity: 'medium',
    title: WORDS.asBuiltFindingRows.outOfSequenceTitle,
    description: count => WORDS.asBuiltFindingRows.outOfSequenceDescription(count),
    advice: {
      title: WORDS.asBuiltFindingRows.outOfSequenceAdviceTitle,
      description: WORDS.asBuiltFindingRows.outOfSequenceAdviceDescription,
    },
  },
  noLinks: {
    code: 'APAB_NO_LINKS',
    severity: 'low',
    title: WORDS.asBuiltFindingRows.noLinksTitle,
    description: count => WORDS.asBuiltFindingRows.noLinksDescription(count),
    advice: {
      title: WORDS.asBuiltFindingRows.noLinksAdviceTitle,
      description: WORDS.asBuiltFindingRows.noLinksAdviceDescription,
    },
  },
  noActuals: {
    code: 'APAB_NO_ACTUALS',
    severity: 'low',
    title: WORDS.asBuiltFindingRows.noActualsTitle,
    description: count => WORDS.asBuiltFindingRows.noActualsDescription(count),
    advice: {
      title: WORDS.asBuiltFindingRows.noActualsAdviceTitle,
      description: WORDS.asBuiltFindingRows.noActualsAdviceDescription,
    },
  },
  undated: {
    code: 'APAB_UNMATCHED_DATES',
    severity: 'low',
    title: WORDS.asBuiltFindingRows.undatedTitle,
    description: count => WORDS.asBuiltFindingRows.undatedDescription(count, count === 1),
    advice: {
      title: WORDS.asBuiltFindingRows.undatedAdviceTitle,
      description: WORDS.asBuiltFindingRows.undatedAdviceDescription,
    },
  },
  unplanned: {
    code: 'APAB_UNPLANNED_TASKS',
    severity: 'info',
    title: WORDS.asBuiltFindingRows.unplannedTitle,
    description: count => WORDS.asBuiltFindingRows.unplannedDescription(count),
    advice: {
      title: WORDS.asBuiltFindingRows.unplannedAdviceTitle,
      description: WORDS.asBuiltFindingRows.unplannedAdviceDescription,
    },
  },
  deleted: {
    code: 'APAB_DELETED_TASKS',
    severity: 'info',
    title: WORDS.asBuiltFindingRows.deletedTitle,
    description: count => WORDS.asBuiltFindingRows.deletedDescription(count),
  },
  notCompared: {
    code: 'APAB_SIMILAR_IDS_SKIPPED',
    severity: 'low',
    title: WORDS.asBuiltFindingRows.notComparedTitle,
    description: count => WORDS.asBuiltFindingRows.notComparedDescription(count),
    advice: {
      title: WORDS.asBuiltFindingRows.notComparedAdviceTitle,
      description: WORDS.asBuiltFindingRows.notComparedAdviceDescription,
    },
  },
  noCategory: {
    code: 'APAB_NO_CATEGORY',
    severity: 'info',
    title: WORDS.asBuiltFindingRows.noCategoryTitle,
    description: count => WORDS.asBuiltFindingRows.noCategoryDescription(count),
  },
} as const satisfies Record<string, FindingRow>
