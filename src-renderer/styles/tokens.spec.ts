// Proves docs/contract/window.md, Everywhere.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

// Read from disk: Vitest empties imported style sheets.
const tokens = readFileSync(`${import.meta.dirname}/tokens.css`, 'utf8')

type Scheme = 'light' | 'dark'
type Palette = ReadonlyMap<string, Readonly<Record<Scheme, string>>>

/** The colours of one block: `--name: light-dark(#light, #dark)`. */
function coloursIn(block: string): Palette {
  const pairs = block.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)
  return new Map([...pairs].map(([, name = '', light = '', dark = '']) => [name, { light, dark }]))
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of WCAG 2.2, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const blockOf = (selector: string): string => {
  const start = tokens.indexOf(`${selector} {`)
  return tokens.slice(start, tokens.indexOf('\n}', start))
}

const base = coloursIn(blockOf(':root'))
const highContrast = new Map([...base, ...coloursIn(blockOf("[data-theme='contrast']"))])
const backgrounds = ['canvas', 'surface', 'raised']
const softTones = ['accent', 'ok', 'warn', 'bad', 'info']
const texts = ['text', 'text-2', 'text-3', ...softTones]
const actors = [0, 1, 2, 3, 4, 5, 6, 7].map((index) => `actor-${index}`)

function ratio(palette: Palette, scheme: Scheme, pair: readonly [string, string]): number {
  const [one, other] = pair.map((name) => {
    const colour = palette.get(name)
    if (!colour) throw new Error(`tokens.css has no colour --${name}`)
    return colour[scheme]
  })
  return contrast(one ?? '', other ?? '')
}

describe.each(['light', 'dark'] as const)('tokens › %s', (scheme) => {
  it.each(texts)('%s is at least 4.9:1 on canvas, surface and raised', (text) => {
    for (const background of backgrounds) {
      expect(ratio(base, scheme, [text, background]), `${text} on ${background}`).toBeGreaterThanOrEqual(4.9)
    }
  })

  it.each(softTones)('%s is at least 4.9:1 on its own soft tone', (tone) => {
    expect(ratio(base, scheme, [tone, `${tone}-soft`])).toBeGreaterThanOrEqual(4.9)
  })

  it('the edge of inputs is at least 3.1:1 on every background', () => {
    for (const background of backgrounds) {
      expect(ratio(base, scheme, ['edge', background]), background).toBeGreaterThanOrEqual(3.1)
    }
  })

  it('text on accent is at least 4.9:1', () => {
    expect(ratio(base, scheme, ['on-accent', 'accent'])).toBeGreaterThanOrEqual(4.9)
  })

  it.each(actors)('%s is at least 6.3:1 on surface', (actor) => {
    expect(ratio(base, scheme, [actor, 'surface'])).toBeGreaterThanOrEqual(6.25) // 6.3 when rounded
  })

  it.each(actors)('%s is at least 3:1 wherever an icon in that colour stands', (actor) => {
    for (const background of [...backgrounds, 'accent-soft']) {
      expect(ratio(base, scheme, [actor, background]), `${actor} on ${background}`).toBeGreaterThanOrEqual(3)
    }
  })

  it.each(texts)('%s is at least 7:1 in high contrast', (text) => {
    for (const background of backgrounds) {
      expect(ratio(highContrast, scheme, [text, background]), `${text} on ${background}`).toBeGreaterThanOrEqual(7)
    }
  })
})
