// Proves docs/contract/window.md, Presenting.

import { describe, expect, it } from 'vitest'
import type { PictureCell } from './matrix-picture.ts'
import { countsOf, matrixPicture, PICTURE } from './matrix-picture.ts'

const COLOURS = {
  ground: 'white',
  text: 'black',
  quiet: 'gray',
  green: 'green',
  greenGround: 'honeydew',
  red: 'red',
  redGround: 'mistyrose',
}
const TEXTS = { title: 'What was broken', summary: '1 of 2' }
const cell = (title: string, look: PictureCell['look'] = 'green'): PictureCell => ({ title, said: 'What came', look })

function read(svg: string): Document {
  const document = new DOMParser().parseFromString(svg, 'image/svg+xml')
  expect(document.querySelector('parsererror')).toBeNull()
  return document
}

const boxes = (document: Document) =>
  [...document.querySelectorAll('rect[rx]')].map((one) =>
    Object.fromEntries(['x', 'y', 'width', 'height'].map((name) => [name, Number(one.getAttribute(name))])),
  )

it('every scenario is counted once, also those that did not run', () => {
  expect(countsOf([cell('a'), cell('b', 'red'), cell('c', 'none'), cell('d')])).toEqual({
    scenarios: 4,
    as_expected: 2,
    red: 1,
    not_run: 1,
  })
})

describe('the matrix as a picture', () => {
  it('names every scenario, with a mark beside the colour, and a word where it is not green', () => {
    const svg = matrixPicture(
      [{ label: 'Proofs', cells: [cell('Expired'), cell('Foreign key', 'red'), cell('Late', 'none')] }],
      TEXTS,
      COLOURS,
    )
    const texts = [...read(svg).querySelectorAll('text')].map(({ textContent }) => textContent)
    for (const text of ['What was broken', '1 of 2', 'Proofs', 'Expired', 'Foreign key', '✓', '✗', '–'])
      expect(texts).toContain(text)
    expect(texts.filter((text) => text === 'What came')).toHaveLength(2)
  })

  it.each([1, 5, 6, 44, 120])('fits a slide with %i scenarios, and none lies over another', (count) => {
    const cells = Array.from({ length: count }, (_, index) => cell(`A scenario with a long name, number ${index}`))
    const halves = [cells.slice(0, Math.ceil(count / 2)), cells.slice(Math.ceil(count / 2))].filter(
      ({ length }) => length,
    )
    const document = read(
      matrixPicture(
        halves.map((some) => ({ label: 'Group', cells: some })),
        TEXTS,
        COLOURS,
      ),
    )
    const found = boxes(document)
    expect(found).toHaveLength(count)
    expect(new Set(found.map(({ x, y }) => `${x} ${y}`)).size).toBe(count)
    for (const { x = 0, y = 0, width = 0, height = 0 } of found) {
      expect(x + width).toBeLessThanOrEqual(PICTURE.width)
      expect(y + height).toBeLessThanOrEqual(PICTURE.height)
      expect(height).toBeGreaterThan(0)
    }
  })

  it('keeps a long name within its cell, also in a wide type', () => {
    const name = 'Same presentation to the same request'
    const document = read(matrixPicture([{ label: 'Time', cells: [cell(name)] }], TEXTS, COLOURS))
    const said = [...document.querySelectorAll('text')].find(({ textContent }) => textContent === name)
    const { x = 0, width = 0 } = boxes(document)[0] ?? {}

    // A bold letter of DejaVu Sans, which Linux has, is 0.62 of its height wide in such names.
    const end = Number(said?.getAttribute('x')) + name.length * Number(said?.getAttribute('font-size')) * 0.62
    expect(end).toBeLessThan(x + width)
  })

  it('takes texts as they are, and cuts what does not fit', () => {
    const svg = matrixPicture([{ label: '<script>', cells: [cell('A & B '.repeat(60))] }], TEXTS, COLOURS)
    const texts = [...read(svg).querySelectorAll('text')].map(({ textContent }) => textContent)
    expect(texts).toContain('<script>')
    expect(read(svg).querySelector('script')).toBeNull()
    expect(texts.some((text) => text.endsWith('…'))).toBe(true)
  })
})
