/** Views that are made of the files alone, each by its name. */
import type { LoadedFile, Shell } from '../loaded.ts'
import type { View } from '../place.ts'
import { auditsView } from './audits.ts'
import { deliverablesView } from './deliverables.ts'
import { levellingView } from './levelling.ts'
import { overviewView } from './overview.ts'
import { plotsView } from './plots.ts'

export function viewOf(
  view: Exclude<View, 'activities' | 'compare'>,
  loaded: LoadedFile,
  all: readonly LoadedFile[],
  shell: Shell,
): HTMLElement {
  switch (view) {
    case 'overview':
      return overviewView(loaded, shell)
    case 'plots':
      return plotsView(loaded, all, shell)
    case 'audits':
      return auditsView(loaded, all, shell)
    case 'deliverables':
      return deliverablesView(loaded, all, shell)
    case 'levelling':
      return levellingView(loaded, shell)
  }
}
