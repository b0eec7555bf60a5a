/** Table and bars as one element: a space that scrolls, in it the table that stays in sight, and a canvas with the bars; the selection in it, and how mouse and keyboard use it. */
import type { Grid } from '../activities/grid.ts'
import type { Row } from '../activities/rows.ts'
import { h } from '../dom/element.ts'
import type { LoadedFile } from '../loaded.ts'
import type { Schedule } from '../schedule/schedule.ts'
import { TEXT } from '../texts.ts'
import { draw } from './draw.ts'
import { FIELDS_HEIGHT, HEAD_HEIGHT, ROW_HEIGHT, SCROLLBAR_ROOM, tableRoom, wordsRoom } from './layout.ts'
import { type Palette, readPalette } from './palette.ts'
import { spanOf } from './span.ts'
import { PIXELS_PER_MINUTE_MAX, PIXELS_PER_MINUTE_MIN, type TimeScale } from './time-scale.ts'

interface ChartListener {
  /** A task was chosen; -1: none is any more. */
  chosen(task: number): void
  folded(key: string): void
  opened(): void
  /** The table has this room now. */
  divided(room: number): void
}

const ZOOM_STEP = 1.5
const DIVIDER_STEP = 24
/** Browsers place nothing beyond some 30 million pixels. */
const WIDTH_MAX = 16_000_000

export class Chart {
  readonly element: HTMLElement
  #loaded: LoadedFile
  #before: Schedule | undefined
  readonly #listener: ChartListener
  readonly #canvas = h('canvas', { 'aria-hidden': 'true' })
  readonly #space = h('div', { class: 'space' })
  readonly #grid: Grid
  readonly #divider = h('div', {
    class: 'divider',
    role: 'separator',
    tabindex: 0,
    'aria-orientation': 'vertical',
    'aria-label': TEXT.activities.resize,
  })
  readonly #scroller: HTMLElement
  readonly #observer = new ResizeObserver(() => this.#resized())
  readonly #scheme = matchMedia('(prefers-color-scheme: dark)')
  readonly #print = matchMedia('print')
  readonly #recolour = () => {
    this.#palette = undefined
    this.redraw()
  }
  /** Before a page is printed there is no time for a frame. */
  readonly #printed = () => {
    this.#palette = undefined
    this.#resized()
  }
  #palette: Palette | undefined
  #rows: readonly Row[] = []
  /** By task; -1 = it has none. */
  #rowOf = new Int32Array(0)
  #folded: ReadonlySet<string> = new Set()
  #hasFields = false
  #chosen = -1
  #current = -1
  #scale: TimeScale
  /** Room of the table, as it was chosen. */
  #chosenRoom: number | undefined
  #isQueued = false
  /** The whole project was in sight when the size was last chosen. */
  #isFitted = false

  constructor(loaded: LoadedFile, grid: Grid, room: number | undefined, listener: ChartListener) {
    this.#loaded = loaded
    this.#listener = listener
    this.#grid = grid
    this.#chosenRoom = room
    this.#scale = { ...spanOf(loaded), pixelsPerMinute: 0 }
    this.#space.append(grid.element)
    this.#scroller = h('div', { class: 'scroller' }, this.#space)
    this.element = h('div', { class: 'chart' }, this.#canvas, this.#scroller, this.#divider)
    this.#scroller.tabIndex = -1
    this.#scroller.addEventListener('scroll', () => this.redraw(), { passive: true })
    this.#scroller.addEventListener('click', event => this.#clicked(event))
    this.#scroller.addEventListener('wheel', event => this.#wheeled(event), { passive: false })
    grid.table.addEventListener('keydown', event => this.#pressed(event))
    // the frame is drawn where the keyboard is
    grid.table.addEventListener('focus', () => this.redraw())
    grid.table.addEventListener('blur', () => this.redraw())
    this.#divider.addEventListener('pointerdown', event => this.#divide(event))
    this.#divider.addEventListener('keydown', ({ key }) => {
      const way = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0
      if (way !== 0) this.#setRoom(this.#room + way * DIVIDER_STEP)
    })
    this.#scheme.addEventListener('change', this.#recolour)
    this.#print.addEventListener('change', this.#printed)
    this.#observer.observe(this.element)
  }

  dispose(): void {
    this.#observer.disconnect()
    this.#scheme.removeEventListener('change', this.#recolour)
    this.#print.removeEventListener('change', this.#printed)
  }

  get chosen(): number {
    return this.#chosen
  }

  /** The schedule with changes that are tried, and what it was before them. */
  use(loaded: LoadedFile, before: Schedule | undefined): void {
    this.#loaded = loaded
    this.#before = before
    const { from, until } = spanOf(loaded)
    const scale = this.#scale
    this.#scale = { ...scale, from: Math.min(from, scale.from), until: Math.max(until, scale.until) }
  }

  /** hasFields: below the titles of the columns. */
  show(rows: readonly Row[], folded: ReadonlySet<string>, hasFields: boolean): void {
    const framed = this.#rows[this.#current]
    this.#rows = rows
    this.#folded = folded
    this.#hasFields = hasFields
    const rowOf = new Int32Array(this.#loaded.schedule.taskCount).fill(-1)
    for (let i = 0; i < rows.length; i++) if (rows[i]!.task >= 0) rowOf[rows[i]!.task] = i
    this.#rowOf = rowOf
    // the frame stays with what it was around, wherever that is now
    const key = framed?.group?.key
    if (key !== undefined) this.#current = rows.findIndex(({ group }) => group?.key === key)
    else if (framed !== undefined) this.#current = rowOf[framed.task] ?? -1
    if (this.#scale.pixelsPerMinute > 0) this.#layOut()
    else this.#measure()
  }

  /** Chooses a task and brings it into sight. */
  choose(task: number): void {
    this.#chosen = task
    const row = this.#rowOf[task] ?? -1
    if (row >= 0) {
      this.#current = row
      this.#scrollToRow(row, true)
      const start = this.#loaded.schedule.start[task]!
      if (!Number.isNaN(start)) this.#scrollToTime(start)
    }
    this.#listener.chosen(task)
    this.redraw()
  }

  fit(): void {
    const { from, until } = this.#scale
    this.#zoomTo((this.#chartWidth - wordsRoom(this.#chartWidth)) / (until - from), from)
    this.#scroller.scrollLeft = 0
    this.#isFitted = true
  }

  zoom(steps: number): void {
    const middle = this.#timeAt(this.#room + this.#chartWidth / 2)
    this.#zoomTo(this.#scale.pixelsPerMinute * ZOOM_STEP ** steps, middle)
  }

  goTo(minutes: number): void {
    this.#scrollToTime(minutes, true)
  }

  redraw(): void {
    if (this.#isQueued) return
    this.#isQueued = true
    requestAnimationFrame(() => {
      this.#isQueued = false
      this.#draw()
    })
  }

  /** Of the table. */
  get #room(): number {
    return tableRoom(this.#scroller.clientWidth, this.#grid.edges, this.#chosenRoom)
  }

  get #rowsTop(): number {
    return HEAD_HEIGHT + (this.#hasFields ? FIELDS_HEIGHT : 0)
  }

  get #chartWidth(): number {
    return Math.max(50, this.#scroller.clientWidth - this.#room)
  }

  #timeAt(x: number): number {
    return this.#scale.from + (x - this.#room + this.#scroller.scrollLeft) / this.#scale.pixelsPerMinute
  }

  /** Keeps `minutes` where it is on the screen. */
  #zoomTo(wanted: number, minutes: number): void {
    this.#isFitted = false
    const { from, until } = this.#scale
    const most = Math.min(PIXELS_PER_MINUTE_MAX, WIDTH_MAX / (until - from))
    const pixelsPerMinute = Math.min(most, Math.max(PIXELS_PER_MINUTE_MIN, wanted))
    const x = (minutes - from) * this.#scale.pixelsPerMinute - this.#scroller.scrollLeft
    this.#scale = { from, until, pixelsPerMinute }
    this.#measure()
    this.#scroller.scrollLeft = (minutes - from) * pixelsPerMinute - x
  }

  #measure(): void {
    const { from, until, pixelsPerMinute } = this.#scale
    const height = this.#rows.length * ROW_HEIGHT + this.#rowsTop
    this.#space.style.height = `${height}px`
    // a short schedule leaves no empty room below it
    this.element.style.setProperty('--content', `${height + SCROLLBAR_ROOM}px`)
    this.#space.style.width = `${this.#room + (until - from) * pixelsPerMinute}px`
    this.redraw()
  }

  /** There is no time for another frame. */
  #resized(): void {
    this.#layOut()
    this.#draw()
  }

  /** Draws in the next frame. */
  #layOut(): void {
    // first: bars that were wider than their room have a bar to scroll by, which takes of the height
    if (this.#scale.pixelsPerMinute === 0 || this.#isFitted) this.fit()
    const ratio = devicePixelRatio || 1
    const { clientHeight } = this.#scroller
    const [room, width] = [this.#room, this.#chartWidth]
    const [pixelWidth, pixelHeight] = [Math.round(width * ratio), Math.round(clientHeight * ratio)]
    // a canvas that is given a size is empty, even where it is the same
    if (this.#canvas.width !== pixelWidth) this.#canvas.width = pixelWidth
    if (this.#canvas.height !== pixelHeight) this.#canvas.height = pixelHeight
    this.#canvas.style.left = `${room}px`
    this.#canvas.style.width = `${width}px`
    this.#canvas.style.height = `${clientHeight}px`
    this.#grid.element.style.width = `${room}px`
    this.#grid.element.style.height = `${clientHeight}px`
    this.#grid.element.style.setProperty('--rows-top', `${this.#rowsTop}px`)
    this.#divider.style.left = `${room - 4}px`
    this.#divider.setAttribute('aria-valuenow', String(Math.round((100 * room) / this.#scroller.clientWidth)))
    this.#measure()
  }

  #draw(): void {
    const context = this.#canvas.getContext('2d', { alpha: false })
    if (context === null || this.#scale.pixelsPerMinute === 0) return
    const ratio = devicePixelRatio || 1
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    this.#palette ??= readPalette(this.element)
    const { scrollTop, scrollLeft, clientHeight } = this.#scroller
    const current = document.activeElement === this.#grid.table ? this.#current : -1
    const first = Math.max(0, Math.floor(scrollTop / ROW_HEIGHT) - 1)
    const last = Math.min(this.#rows.length - 1, Math.ceil((scrollTop + clientHeight - this.#rowsTop) / ROW_HEIGHT))
    this.#grid.draw({
      rows: this.#rows,
      first,
      last,
      scrollTop,
      chosen: this.#chosen,
      current,
      folded: this.#folded,
    })
    draw(
      context,
      {
        loaded: this.#loaded,
        before: this.#before,
        rows: this.#rows,
        scale: this.#scale,
        scrollTop,
        scrollLeft,
        width: this.#chartWidth,
        height: clientHeight,
        rowsTop: this.#rowsTop,
        palette: this.#palette,
        chosen: this.#chosen,
        current,
      },
      this.#rowOf,
    )
  }

  #divide(event: PointerEvent): void {
    event.preventDefault()
    this.#divider.setPointerCapture(event.pointerId)
    const left = this.#scroller.getBoundingClientRect().left
    const move = (at: PointerEvent): void => this.#setRoom(at.clientX - left)
    this.#divider.addEventListener('pointermove', move)
    this.#divider.addEventListener('pointerup', () => this.#divider.removeEventListener('pointermove', move), {
      once: true,
    })
  }

  /** The keyboard goes to the first activity that is shown. */
  enter(): void {
    this.#grid.table.focus({ preventScroll: true })
    this.#move(this.#rows.findIndex(({ task }) => task >= 0))
  }

  #setRoom(room: number): void {
    this.#chosenRoom = room
    this.#resized()
    this.#listener.divided(this.#room)
  }

  #clicked(event: MouseEvent): void {
    const box = this.#scroller.getBoundingClientRect()
    const y = event.clientY - box.top - this.#rowsTop + this.#scroller.scrollTop
    const element = (event.target as Element).closest<HTMLElement>('[data-row]')
    const at = element === null ? Math.floor(y / ROW_HEIGHT) : Number(element.dataset.row)
    const row = this.#rows[at]
    if (element === null && event.clientY - box.top < this.#rowsTop) return
    this.#grid.table.focus({ preventScroll: true })
    if (row === undefined) return
    this.#current = at
    if (row.group !== undefined) this.#listener.folded(row.group.key)
    if (row.task >= 0) this.#pick(row.task)
  }

  #pick(task: number): void {
    this.#chosen = task
    this.#listener.chosen(task)
    this.redraw()
  }

  #wheeled(event: WheelEvent): void {
    if (!event.ctrlKey) return
    event.preventDefault()
    const at = this.#timeAt(event.clientX - this.#scroller.getBoundingClientRect().left)
    this.#zoomTo(this.#scale.pixelsPerMinute * 1.002 ** -event.deltaY, at)
  }

  #pressed(event: KeyboardEvent): void {
    if (event.target !== this.#grid.table) return
    const page = Math.max(1, Math.floor((this.#scroller.clientHeight - this.#rowsTop) / ROW_HEIGHT) - 1)
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -this.#rows.length,
      End: this.#rows.length,
    }
    const row = this.#rows[this.#current]
    const move = moves[event.key]
    if (move !== undefined) this.#move(this.#current + move)
    else if (event.key === '+' || event.key === '=') this.zoom(1)
    else if (event.key === '-') this.zoom(-1)
    else if (event.key === 'Enter') this.#listener.opened()
    else if ((event.key === 'ArrowLeft' || event.key === 'ArrowRight') && row?.group !== undefined) {
      if (this.#folded.has(row.group.key) === (event.key === 'ArrowRight')) this.#listener.folded(row.group.key)
    } else if (event.key === 'ArrowLeft') this.#scroller.scrollLeft -= 80
    else if (event.key === 'ArrowRight') this.#scroller.scrollLeft += 80
    else return
    event.preventDefault()
  }

  #move(wanted: number): void {
    const row = Math.max(0, Math.min(this.#rows.length - 1, wanted))
    const found = this.#rows[row]
    if (found === undefined) return
    this.#current = row
    this.#scrollToRow(row, false)
    this.#pick(found.task)
  }

  #scrollToRow(row: number, isCentred: boolean): void {
    const room = this.#scroller.clientHeight - this.#rowsTop
    const top = row * ROW_HEIGHT
    const { scrollTop } = this.#scroller
    if (top >= scrollTop && top + ROW_HEIGHT <= scrollTop + room) return
    if (isCentred) this.#scroller.scrollTop = top - room / 2
    else this.#scroller.scrollTop = top < scrollTop ? top : top + ROW_HEIGHT - room
  }

  #scrollToTime(minutes: number, isCentred = false): void {
    const x = (minutes - this.#scale.from) * this.#scale.pixelsPerMinute
    const { scrollLeft } = this.#scroller
    if (!isCentred && x >= scrollLeft && x <= scrollLeft + this.#chartWidth * 0.8) return
    this.#scroller.scrollLeft = x - this.#chartWidth / 3
  }
}
