const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const ZERO_DIGIT = '1'

/** Base58 with the Bitcoin alphabet: every leading zero byte becomes one leading `1`. */
export function encodeBase58(bytes: Uint8Array): string {
  let value = BigInt(`0x0${Buffer.from(bytes).toString('hex')}`)
  let digits = ''
  for (; value > 0n; value /= 58n) digits = ALPHABET.charAt(Number(value % 58n)) + digits
  return ZERO_DIGIT.repeat(leadingCount(bytes, 0)) + digits
}

/** Reverses {@link encodeBase58}. @throws {SyntaxError} for a character that is not in the alphabet */
export function decodeBase58(text: string): Uint8Array {
  let value = 0n
  for (const character of text) value = value * 58n + BigInt(digitOf(character))
  const hex = value === 0n ? '' : value.toString(16)
  const significant = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
  return Buffer.concat([Buffer.alloc(leadingCount(text, ZERO_DIGIT)), significant])
}

function digitOf(character: string): number {
  const digit = ALPHABET.indexOf(character)
  if (digit === -1) throw new SyntaxError('not a base58 character')
  return digit
}

function leadingCount<Element>(sequence: ArrayLike<Element>, element: Element): number {
  let count = 0
  while (count < sequence.length && sequence[count] === element) count += 1
  return count
}
