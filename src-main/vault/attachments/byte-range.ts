import { ServiceError } from '../../../shared/contract/errors.ts'

/** Bytes of a file, both ends included; `last` is one less than `first` where there are none. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/

/**
 * Reads `bytes=a-b`, `bytes=a-` or `bytes=-n`. A range that cannot be read is refused and not ignored: who asks for a
 * part and gets the whole decrypts the wrong bytes.
 *
 * @param text undefined: the whole file
 * @throws {ServiceError} `range_not_satisfiable`
 */
export function readRange(text: string | undefined, size: number): ByteRange {
  if (text === undefined) return { first: 0, last: size - 1 }
  const [, from = '', to = ''] = RANGE.exec(text.trim()) ?? []
  const range = from === '' ? endOf(to, size) : { first: Number(from), last: to === '' ? size - 1 : Number(to) }
  if (range === undefined || range.first > range.last || range.first >= size) {
    throw new ServiceError('range_not_satisfiable', `The file has ${size} bytes; ask for one range of them.`)
  }
  return { first: range.first, last: Math.min(range.last, size - 1) }
}

function endOf(count: string, size: number): ByteRange | undefined {
  if (count === '') return undefined
  return { first: Math.max(0, size - Number(count)), last: Number(count) === 0 ? -1 : size - 1 }
}
