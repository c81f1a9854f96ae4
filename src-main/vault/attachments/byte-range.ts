import { ServiceError } from '../../../shared/contract/errors.ts'

/** Bytes of a file, both ends included; `last` is one less than `first` where there are none. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

const RANGES = /^bytes=(.*)$/is
const RANGE = /^(\d*)-(\d*)$/

/**
 * Reads `bytes=a-b`, `bytes=a-` or `bytes=-n` (RFC 9110, 14.1.2). What counts in another unit, or asks for several ranges,
 * is ignored, as 14.2 says or permits. Everything else that names no bytes of the file is refused and not ignored: who
 * asks for a part and gets the whole decrypts the wrong bytes.
 *
 * @returns undefined where the whole file is to be answered
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
