import { shortenedFileName } from '../../../shared/shortened-file-name.ts'
import { withoutHiding } from '../../../shared/hidden-characters.ts'
import { i18n } from '../../i18n/i18n.ts'

const MOST_CHARACTERS = 40

/**
 * A file name to show: characters that could hide its ending are replaced by a mark, and a long name is shortened in
 * the middle.
 */
export function shownFileName(name: string, most = MOST_CHARACTERS): string {
  const characters = Array.from(withoutHiding(name, '\ufffd'))
  if (characters.length <= most) return characters.join('')
  const end = Math.min(16, Math.floor(most / 2))
  return `${characters.slice(0, most - end - 1).join('')}…${characters.slice(-end).join('')}`
}

/** Names of devices on Windows, whatever the extension. */
const DEVICES = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])\s*(?:\.|$)/i

/**
 * A file name that is valid on every system: without controls, path characters and Windows device names, and not too
 * long. A long one keeps its extension and whole characters.
 */
export function savedFileName(name: string): string {
  // Removes joiners, too: Chromium would save a `_` in their place.
  const plain = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[/\\:*?"<>|]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  const short = shortenedFileName(DEVICES.test(plain) ? `_${plain}` : plain)
  return short === '' ? 'file' : short
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** A number of bytes in a readable unit. */
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
