/** The findings of POST /api/v1/forensics/delay-analysis, one row each, in the order they are listed. */
import type { FindingRow } from '../../check/finding-rows.ts'
import { lastTaskRow } from '../../compare/last-task.ts'
import { noPairsRow } from '../../compare/no-pairs.ts'
import { WORDS } from './words.ts'

export const END_CHANGED = lastTaskRow('DELAY_END_CHANGED')

export const DELAY_FINDING_ROWS = {
  noPairs: noPairsRow({ byIds: true }),
  moved: {
    code: 'DELAY_FINISH_MOVED',
    severity: 'medium',
    title: WORDS.delayFindingRows.movedTitle,
    description: count => WORDS.delayFindingRows.movedDescription(count),
  },
  finishesApart: {
    code: 'DELAY_FINISH_DIFFERS',
    severity: 'medium',
    title: WORDS.delayFindingRows.finishesApartTitle,
    description: count => WORDS.delayFindingRows.finishesApartDescription(count),
    advice: {
      title: WORDS.delayFindingRows.finishesApartAdviceTitle,
      description: WORDS.delayFindingRows.finishesApartAdviceDescription,
    },
  },
  dateMode: {
    code: 'DELAY_DATE_MODE',
    severity: 'medium',
    title: WORDS.delayFindingRows.dateModeTitle,
    description: count => WORDS.delayFindingRows.dateModeDescription(count),
    advice: {
      title: WORDS.delayFindingRows.dateModeAdviceTitle,
      description: WORDS.delayFindingRows.dateModeAdviceDescription,
    },
  },
  undated: {
    code: 'DELAY_NO_FINISH',
    severity: 'medium',
    title: WORDS.delayFindingRows.undatedTitle,
    description: count => WORDS.delayFindingRows.undatedDescription(count),
    advice: {
      title: WORDS.delayFindingRows.undatedAdviceTitle,
      description: WORDS.delayFindingRows.undatedAdviceDescription,
    },
  },
  concurrent: {
    code: 'DELAY_CONCURRENT',
    severity: 'medium',
    title: WORDS.delayFindingRows.concurrentTitle,
    description: count => WORDS.delayFindingRows.concurrentDescription(count),
    advice: {
      title: WORDS.delayFindingRows.concurrentAdviceTitle,
      description: WORDS.delayFindingRows.concurrentAdviceDescription,
    },
  },
  unequal: {
    code: 'DELAY_CONCURRENT_UNEQUAL',
    severity: 'medium',
    title: WORDS.delayFindingRows.unequalTitle,
    description: count => WORDS.delayFindingRows.unequalDescription(count),
    advice: {
      title: WORDS.delayFindingRows.unequalAdviceTitle,
      description: WORDS.delayFindingRows.unequalAdviceDescription,
    },
  },
  unattributed: {
    code: 'DELAY_UNATTRIBUTED',
    severity: 'medium',
    title: WORDS.delayFindingRows.unattributedTitle,
    description: count => WORDS.delayFindingRows.unattributedDescription(count, count === 1),
    advice: {
      title: WORDS.delayFindingRows.unattributedAdviceTitle,
      description: WORDS.delayFindingRows.unattributedAdviceDescription,
    },
  },
  noTask: {
    code: 'DELAY_NO_TASK',
    severity: 'medium',
    title: WORDS.delayFindingRows.noTaskTitle,
    description: count => WORDS.delayFindingRows.noTaskDescription(count),
    advice: {
      title: WORDS.delayFindingRows.noTaskAdviceTitle,
      description: WORDS.delayFindingRows.noTaskAdviceDescription,
    },
  },
  noCategory: {
    code: 'DELAY_NO_CATEGORY',
    severity: 'low',
    title: WORDS.delayFindingRows.noCategoryTitle,
    description: () => WORDS.delayFindingRows.noCategoryDescription,
    advice: {
      title: WORDS.delayFindingRows.noCategoryAdviceTitle,
      description: WORDS.delayFindingRows.noCategoryAdviceDescription,
    },
  },
  scopeWithLogic: {
    code: 'DELAY_SCOPE_WITH_LOGIC',
    severity: 'low',
    title: WORDS.delayFindingRows.scopeWithLogicTitle,
    description: count => WORDS.delayFindingRows.scopeWithLogicDescription(count),
  },
  revisionOwnerless: {
    code: 'DELAY_REVISION_WITHOUT_CATEGORY',
    severity: 'medium',
    title: WORDS.delayFindingRows.revisionOwnerlessTitle,
    description: count => WORDS.delayFindingRows.revisionOwnerlessDescription(count),
    advice: {
      title: WORDS.delayFindingRows.revisionOwnerlessAdviceTitle,
      description: WORDS.delayFindingRows.revisionOwnerlessAdviceDescription,
    },
  },
  historyChanged: {
    code: 'DELAY_HISTORY_CHANGED',
    severity: 'medium',
    title: WORDS.delayFindingRows.historyChangedTitle,
    description: count => WORDS.delayFindingRows.historyChangedDescription(count),
    advice: {
      title: WORDS.delayFindingRows.historyChangedAdviceTitle,
      description: WORDS.delayFindingRows.historyChangedAdviceDescription,
    },
  },
  revisionOrder: {
    code: 'DELAY_REVISION_ORDER',
    severity: 'info',
    title: WORDS.delayFindingRows.revisionOrderTitle,
    description: count => WORDS.delayFindingRows.revisionOrderDescription(count),
  },
  ofOneDate: {
    code: 'DELAY_SCHEDULES_OF_ONE_DATE',
    severity: 'info',
    title: WORDS.delayFindingRows.ofOneDateTitle,
    description: count => WORDS.delayFindingRows.ofOneDateDescription(count),
  },
  pacing: {
    code: 'DELAY_POSSIBLE_PACING',
    severity: 'info',
    title: WORDS.delayFindingRows.pacingTitle,
    description: count => WORDS.delayFindingRows.pacingDescription(count),
    advice: {
      title: WORDS.delayFindingRows.pacingAdviceTitle,
      description: WORDS.delayFindingRows.pacingAdviceDescription,
    },
  },
} as const satisfies Record<string, FindingRow>
