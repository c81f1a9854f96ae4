import { i18n } from '../../i18n/i18n.ts'

const MOST_CHARACTERS = 40

/** Controls of direction and of lines, with which the end of a name can be made to look like another one. */
const HIDING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/**
 * A file name as it is shown: what could hide its ending is replaced by a mark, and a long one is cut in the middle,
 * so that the ending stays.
 */
export function shownFileName(name: string, most = MOST_CHARACTERS): string {
  const characters = Array.from(name.replace(HIDING, '\ufffd'))
  if (characters.length <= most) return characters.join('')
  const end = Math.min(16, Math.floor(most / 2))
  return `${characters.slice(0, most - end - 1).join('')}…${characters.slice(-end).join('')}`
}

/** A name to save under: no controls, and nothing that a path is made of. */
export function savedFileName(name: string): string {
  const plain = name
    .replace(HIDING, '')
    .replace(/[/\\:*?"<>|]/g, '_')
    .replace(/^\.+/, '')
    .trim()
  return plain === '' ? 'file' : plain.slice(-200)
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** Bytes in the unit a person reads them in. */
export function bytesText(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000
    unit += 1
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1
  return `${value.toLocaleString(i18n.global.locale.value, { maximumFractionDigits: digits })} ${UNITS[unit]}`
}
