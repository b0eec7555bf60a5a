/** What is looked at: a file, a view or a part of it, a filter and an activity; and the address that leads there. */
import { ALL, type Choice } from './activities/choice.ts'
import { idsNamed, type LoadedFile } from './loaded.ts'
import type { OpenedFiles } from './opened-files.ts'
import { fileKey, goTo, type Place, placeOf, type View } from './place.ts'
import { membersOfLevelling, takeLevelling } from './views/level-state.ts'

export class Position {
  loaded: LoadedFile | undefined
  view: View = 'overview'
  part = ''
  choice: Choice = ALL
  /** Index of the chosen activity, -1 = none. */
  chosen = -1

  choose(file: LoadedFile | undefined): void {
    this.loaded = file
    this.choice = ALL
    this.chosen = -1
  }

  chooseTask(id: string): void {
    this.chosen = id === '' ? -1 : (this.loaded?.schedule.ids.indexOf(id) ?? -1)
  }

  /** Where the address says; undefined: it names no view. */
  inAddress(state: unknown): Place | undefined {
    return placeOf(location.hash, state, title => idsNamed(this.loaded, title))
  }

  arrive(files: OpenedFiles, state: unknown): void {
    const { file } = this.inAddress(state)!
    const found = files.all.find(each => fileKey(each.analysed.cpm.metadata.input_sha256) === file)
    this.choose(found ?? files.last)
    // what a filter names is looked up in the file
    const { view, part, task, choice, level } = this.inAddress(state)!
    this.view = view === 'compare' && files.all.length < 2 ? 'overview' : view
    this.part = part
    this.choice = choice
    this.chooseTask(task)
    // of another file it is not
    if (view === 'levelling' && found !== undefined) takeLevelling(found, level)
  }

  /** isStep: one can go back to where one was. */
  write(isStep: boolean): void {
    const { schedule, analysed } = this.loaded!
    goTo(
      {
        view: this.view,
        part: this.view === 'audits' ? this.part : '',
        file: fileKey(analysed.cpm.metadata.input_sha256),
        task: schedule.ids[this.chosen] ?? '',
        choice: this.choice,
        level: membersOfLevelling(this.loaded!),
      },
      isStep,
    )
  }
}
