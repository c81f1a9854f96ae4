import type { Row } from '../measure.ts'
import { goalOf } from '../row-goals.ts'

/** How the page writes both sides of a row: in MiB, as rates, or how long one takes where that is long or the goal says so. */
export function sidesOf(row: Row): readonly [floor: string, product: string] {
  const write = writerFor(row)
  return [write(row.floorPerSecond), write(row.productPerSecond)]
}

const SECOND_MS = 1000
/** From here on a rate says more than how long one takes. */
const SHORT_PER_SECOND = 100

function writerFor({ name, unit, floorPerSecond, productPerSecond }: Row): (perSecond: number) => string {
  if (unit !== undefined) return (size) => `${rounded(size)} ${unit}`
  if (name.includes('MiB a second')) return (perSecond) => `${rounded(perSecond)} MiB/s`
  const figures = goalOf(name).map(({ of }) => of)
  const isRate = Math.min(floorPerSecond, productPerSecond) >= SHORT_PER_SECOND && !figures.includes('ms')
  return isRate || figures.includes('product/s') ? rateOf : (perSecond) => durationOf(SECOND_MS / perSecond)
}

export function rateOf(perSecond: number): string {
  return `${rounded(perSecond)}/s`
}

export function durationOf(milliseconds: number): string {
  return milliseconds < SECOND_MS ? `${rounded(milliseconds)} ms` : `${rounded(milliseconds / SECOND_MS)} s`
}

/** To two digits, or three where there are more before the point: what measuring again finds as well. */
export function rounded(value: number): string {
  return Number(value.toPrecision(value >= 100 ? 3 : 2)).toLocaleString('en', { maximumSignificantDigits: 3 })
}

/** Without what tells similar rows of the bench apart for whoever develops it. */
export function titleOf(name: string): string {
  return name
    .replace(/ \([PX]\d+\)$/, '')
    .replace(', MiB a second', '')
    .replace(', MiB', '')
}
