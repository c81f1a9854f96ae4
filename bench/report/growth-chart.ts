import type { Row } from '../measure.ts'
import { LIST_MS } from '../row-goals.ts'
import { rounded, titleOf } from './figures.ts'

/** Where things stand, in pixels. */
const WIDTH = 800
const LEFT = 300
const RIGHT = 660
const TOP = 64
const LINE = 26
const BOTTOM = 34
/** What the scale of milliseconds begins and ends with, at least. */
const LEAST_MS = 0.01
const MOST_MS = 10

/** Colours for either theme; it brings its own ground, so that it can be read on a page of the other one. */
const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #1f2328 }
  .ground { fill: #ffffff; stroke: #d1d9e0 } .quiet { fill: #59636e } .grid { stroke: #d1d9e0 }
  .goal { stroke: #b35900; stroke-dasharray: 4 3 } .goal-text { fill: #b35900 }
  .span { stroke: #8c959f; stroke-width: 2 } .dot { stroke: #0a56b8; stroke-width: 2 }
  .few { fill: #ffffff } .between { fill: #86b6ef } .many { fill: #0a56b8 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc } .ground { fill: #0d1117; stroke: #3d444d } .quiet { fill: #9198a1 } .grid { stroke: #2a313a }
    .goal { stroke: #f0a35e } .goal-text { fill: #f0a35e } .span { stroke: #656c76 } .dot { stroke: #79b8ff }
    .few { fill: #0d1117 } .between { fill: #2f6fb8 } .many { fill: #79b8ff }
  }`

const KINDS = ['few', 'between', 'many'] as const

type Grown = Pick<Row, 'name'> & Required<Pick<Row, 'growth'>>

/** One line for each list, the slowest first, with a dot for each number of rows over a logarithmic scale of milliseconds. */
export function growthChart(rows: readonly Row[]): string {
  const lists = rows
    .flatMap(({ name, growth }): Grown[] => (growth === undefined ? [] : [{ name, growth }]))
    .sort((one, other) => slowest(other) - slowest(one))
  const most = Math.max(MOST_MS, ...lists.map(slowest))
  const height = TOP + lists.length * LINE + BOTTOM
  const bottom = height - BOTTOM
  const x = (milliseconds: number): number => {
    const part = Math.log(Math.max(milliseconds, LEAST_MS) / LEAST_MS) / Math.log(most / LEAST_MS)
    return Math.round(LEFT + part * (RIGHT - LEFT))
  }
  const counts = lists[0]?.growth.map((point) => point.rows.toLocaleString('en')) ?? []
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title">
<title id="title">Milliseconds that each list takes with ${counts.join(', ')} rows of one user</title>
<style>${STYLE}
</style>
<rect class="ground" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="6"/>
${legend(counts)}
${ticks(most)
  .map(
    (tick) =>
      `<line class="grid" x1="${x(tick)}" x2="${x(tick)}" y1="${TOP}" y2="${bottom}"/>${text(x(tick), bottom + 20, `${tick} ms`, 'middle', 'quiet')}`,
  )
  .join('\n')}
<line class="goal" x1="${x(LIST_MS)}" x2="${x(LIST_MS)}" y1="${TOP - 6}" y2="${bottom}"/>${text(x(LIST_MS), TOP - 12, `goal ${LIST_MS} ms`, 'middle', 'goal-text')}
${lists.map((list, index) => listLine(list, TOP + LINE * (index + 0.5), x)).join('\n')}
</svg>
`
}

function slowest({ growth }: Grown): number {
  return Math.max(...growth.map(({ milliseconds }) => milliseconds))
}

/** Powers of ten. */
function ticks(most: number): readonly number[] {
  const powers = Math.floor(Math.log10(most)) - Math.log10(LEAST_MS)
  return Array.from({ length: Math.floor(powers) + 1 }, (_, power) => Number((LEAST_MS * 10 ** power).toPrecision(1)))
}

function legend(counts: readonly string[]): string {
  return counts
    .map((count, index) => {
      const left = 24 + index * 130
      return `${dot(left, 28, index)}${text(left + 12, 32, `${count} rows`, 'start', 'quiet')}`
    })
    .join('\n')
}

function listLine({ name, growth }: Grown, y: number, x: (milliseconds: number) => number): string {
  const [first, last] = [growth[0], growth.at(-1)].map((point) => point?.milliseconds ?? NaN) as [number, number]
  const places = growth.map(({ milliseconds }) => x(milliseconds))
  const span = `<line class="span" x1="${Math.min(...places)}" x2="${Math.max(...places)}" y1="${y}" y2="${y}"/>`
  const dots = places.map((place, index) => dot(place, y, index)).join('')
  const says = `${rounded(first)} → ${rounded(last)} ms`
  return `${text(LEFT - 14, y + 4, titleOf(name), 'end')}${span}${dots}${text(WIDTH - 14, y + 4, says, 'end', 'quiet')}`
}

function dot(x: number, y: number, index: number): string {
  return `<circle class="dot ${KINDS[index] ?? 'many'}" cx="${x}" cy="${y}" r="5"/>`
}

// eslint-disable-next-line max-params -- where, what, and how it looks
function text(x: number, y: number, says: string, anchor: 'start' | 'middle' | 'end', kind = ''): string {
  return `<text${kind === '' ? '' : ` class="${kind}"`} x="${x}" y="${y}" text-anchor="${anchor}">${escaped(says)}</text>`
}

function escaped(says: string): string {
  return says.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
