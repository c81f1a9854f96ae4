/** A cell of the picture: one scenario. */
export interface PictureCell {
  readonly title: string
  /** The result in a word or two. */
  readonly said: string
  readonly look: 'green' | 'red' | 'none'
}

export interface PictureGroup {
  readonly label: string
  readonly cells: readonly PictureCell[]
}

/** Counts scenarios by result, for the picture and the file. */
export function countsOf(cells: readonly PictureCell[]) {
  const count = (look: PictureCell['look']): number => cells.filter((cell) => cell.look === look).length
  return { scenarios: cells.length, as_expected: count('green'), red: count('red'), not_run: count('none') }
}

interface PictureTexts {
  readonly title: string
  readonly summary: string
}

/** The colours of the style sheet, because the file has to look the same without it. */
export type PictureColours = Readonly<
  Record<'ground' | 'text' | 'quiet' | 'green' | 'greenGround' | 'red' | 'redGround', string>
>

/** The shape of a slide. */
export const PICTURE = { width: 1600, height: 900 } as const

const MARGIN = 40
const HEAD = 84
const GAP = 8
const LABEL = 24
const COLUMNS = 4
/** Relative to the font size: the width of a letter in wide bold type, and the height of a line. */
const LETTER = 0.64
const LINE = 1.25
/** The space for a mark to the left of a text. */
const INDENT = 38
const MARKS = { green: '✓', red: '✗', none: '–' } as const
const FONT = 'system-ui, -apple-system, Segoe UI, Roboto, Arial, sans-serif'

/**
 * Draws all scenarios in the shape of a slide; the height of rows depends on their number. Besides colours there are
 * marks, and unexpected results have a text.
 */
export function matrixPicture(groups: readonly PictureGroup[], texts: PictureTexts, colours: PictureColours): string {
  const rows = groups.reduce((sum, { cells }) => sum + Math.ceil(cells.length / COLUMNS), 0)
  const room = PICTURE.height - MARGIN * 2 - HEAD - groups.length * LABEL
  const rowHeight = Math.min(84, Math.floor(room / Math.max(1, rows)))
  const width = (PICTURE.width - MARGIN * 2 - GAP * (COLUMNS - 1)) / COLUMNS
  const longest = Math.max(1, ...groups.flatMap(({ cells }) => cells.map(({ title }) => title.length)))
  const size = Math.max(9, Math.min(20, (rowHeight - GAP) / 1.8, (width - INDENT - 8) / (longest * LETTER)))
  const parts: string[] = [
    textAt({ x: MARGIN, y: MARGIN + 30, size: 34, colour: colours.text, weight: 700 }, texts.title),
    textAt({ x: MARGIN, y: MARGIN + 62, size: 20, colour: colours.quiet }, texts.summary),
  ]
  let y = MARGIN + HEAD
  for (const { label, cells } of groups) {
    parts.push(textAt({ x: MARGIN, y: y + 15, size: 15, colour: colours.quiet, weight: 600 }, label))
    y += LABEL
    for (const [index, cell] of cells.entries()) {
      const column = index % COLUMNS
      if (index > 0 && column === 0) y += rowHeight
      parts.push(cellAt({ x: MARGIN + column * (width + GAP), y, width, height: rowHeight - GAP, size }, cell, colours))
    }
    y += rowHeight
  }
  const shape = `width="${PICTURE.width}" height="${PICTURE.height}" viewBox="0 0 ${PICTURE.width} ${PICTURE.height}"`
  const ground = `<rect width="100%" height="100%" fill="${colours.ground}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${shape} font-family="${FONT}">${ground}${parts.join('')}</svg>\n`
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly size: number
}

/** Expected results have only a mark; others have a text below the title. */
function cellAt(
  { x, y, width, height, size }: Box,
  { title, said, look }: PictureCell,
  colours: PictureColours,
): string {
  const colour = { green: colours.green, red: colours.red, none: colours.quiet }[look]
  const fill = { green: colours.greenGround, red: colours.redGround, none: colours.ground }[look]
  const lines = look === 'green' ? [title] : [title, said]
  const letters = lines.length === 1 ? size : Math.min(size, height / (lines.length * LINE))
  const perLine = Math.max(2, Math.floor((width - INDENT - 8) / (letters * LETTER)))
  const first = y + height / 2 - ((lines.length - 1) * letters * LINE) / 2 + letters * 0.36
  const texts = lines.map((line, index) => {
    const look = { colour: index === 0 ? colours.text : colour, weight: index === 0 ? 600 : 400 }
    return textAt({ ...look, x: x + INDENT, y: first + index * letters * LINE, size: letters }, cut(line, perLine))
  })
  const box = `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`
  return [
    `<rect ${box} rx="6" fill="${fill}" stroke="${colour}"/>`,
    textAt({ x: x + 12, y: y + height / 2 + size * 0.45, size: size * 1.2, colour, weight: 700 }, MARKS[look]),
    ...texts,
  ].join('')
}

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`

interface Place {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly colour: string
  readonly weight?: number
}

function textAt({ x, y, size, colour, weight = 400 }: Place, text: string): string {
  const at = `x="${round(x)}" y="${round(y)}" font-size="${round(size)}"`
  return `<text ${at} font-weight="${weight}" fill="${colour}">${escaped(text)}</text>`
}

const round = (value: number): number => Math.round(value * 10) / 10

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
