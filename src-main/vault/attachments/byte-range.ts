import { ServiceError } from '../../../shared/contract/errors.ts'

/** A range of bytes of a file, including both ends; if it is empty, `last` is one less than `first`. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

const RANGES = /^bytes=(.*)$/is
const RANGE = /^(\d*)-(\d*)$/

/**
 * Reads `bytes=a-b`, `bytes=a-` or `bytes=-n` (RFC 9110, 14.1.2). Other units and lists of ranges are ignored, as 14.2
 * requires or permits. Any other invalid range is refused rather than ignored, because a client that gets the whole
 * file instead of a part decrypts the wrong bytes.
 *
 * @returns undefined for the whole file
 * @throws {ServiceError} `range_not_satisfiable`
 */
export function readRange(text: string | undefined, size: number): ByteRange | undefined {
  const [, set] = RANGES.exec(text?.trim() ?? '') ?? []
  if (set === undefined) return undefined
  const [one = '', ...others] = set
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (others.length > 0 && [one, ...others].every((part) => RANGE.test(part))) return undefined
  const [, from = '', to = ''] = (others.length === 0 && RANGE.exec(one)) || []
  const range = from === '' ? endOf(to, size) : { first: Number(from), last: to === '' ? size - 1 : Number(to) }
  if (range === undefined || range.first > range.last || range.first >= size) {
    throw new ServiceError('range_not_satisfiable', `The file has ${size} bytes; ask for one range of them.`, {
      headers: { 'Content-Range': `bytes */${size}` },
    })
  }
  return { first: range.first, last: Math.min(range.last, size - 1) }
}

function endOf(count: string, size: number): ByteRange | undefined {
  if (count === '') return undefined
  return { first: Math.max(0, size - Number(count)), last: Number(count) === 0 ? -1 : size - 1 }
}
