/** What the resource analysis says beside its four parts, one row each, in the order they are listed. */
import type { FindingRow } from '../../check/finding-rows.ts'
import { WORDS } from './words.ts'

export const RESOURCE_FINDING_ROWS = {
  none: {
    code: 'RESOURCE_NONE',
    severity: 'info',
    title: WORDS.resourceFindingRows.noneTitle,
    description: () => WORDS.resourceFindingRows.noneDescription,
  },
  notPlaced: {
    code: 'RESOURCE_NOT_PLACED',
    severity: 'medium',
    title: WORDS.resourceFindingRows.notPlacedTitle,
    description: count => WORDS.resourceFindingRows.notPlacedDescription(count),
    advice: {
      title: WORDS.resourceFindingRows.notPlacedAdviceTitle,
      description: WORDS.resourceFindingRows.notPlacedAdviceDescription,
    },
  },
  onVisibilityTask: {
    code: 'RESOURCE_ON_VISIBILITY_TASK',
    severity: 'low',
    title: WORDS.resourceFindingRows.onVisibilityTaskTitle,
    description: count => WORDS.resourceFindingRows.onVisibilityTaskDescription(count),
    advice: {
      title: WORDS.resourceFindingRows.onVisibilityTaskAdviceTitle,
      description: WORDS.resourceFindingRows.onVisibilityTaskAdviceDescription,
    },
  },
  datesComputed: {
    code: 'RESOURCE_DATES_COMPUTED',
    severity: 'info',
    title: WORDS.resourceFindingRows.datesComputedTitle,
    description: count => WORDS.resourceFindingRows.datesComputedDescription(count),
    advice: {
      title: WORDS.resourceFindingRows.datesComputedAdviceTitle,
      description: WORDS.resourceFindingRows.datesComputedAdviceDescription,
    },
  },
  datesMoved: {
    code: 'RESOURCE_DATES_MOVED',
    severity: 'info',
    title: WORDS.resourceFindingRows.datesMovedTitle,
    description: count => WORDS.resourceFindingRows.datesMovedDescription(count),
    advice: {
      title: WORDS.resourceFindingRows.datesMovedAdviceTitle,
      description: WORDS.resourceFindingRows.datesMovedAdviceDescription,
    },
  },
  limitsAssumed: {
    code: 'RESOURCE_LIMIT_ASSUMED',
    severity: 'info',
    title: WORDS.resourceFindingRows.limitsAssumedTitle,
    description: count => WORDS.resourceFindingRows.limitsAssumedDescription(count),
    advice: {
      title: WORDS.resourceFindingRows.limitsAssumedAdviceTitle,
      description: WORDS.resourceFindingRows.limitsAssumedAdviceDescription,
    },
  },
  anchorToday: {
    code: 'RESOURCE_ANCHOR_TODAY',
    severity: 'info',
    title: WORDS.resourceFindingRows.anchorTodayTitle,
    description: () => WORDS.resourceFindingRows.anchorTodayDescription,
  },
  notUsed: {
    code: 'RESOURCE_NOT_USED',
    severity: 'info',
    title: WORDS.resourceFindingRows.notUsedTitle,
    description: count => WORDS.resourceFindingRows.notUsedDescription(count, count === 1),
  },
  tasksNotListed: {
    code: 'RESOURCE_TASKS_NOT_LISTED',
    severity: 'info',
    title: WORDS.resourceFindingRows.tasksNotListedTitle,
    description: count => WORDS.resourceFindingRows.tasksNotListedDescription(count),
  },
} as const satisfies Record<string, FindingRow>
