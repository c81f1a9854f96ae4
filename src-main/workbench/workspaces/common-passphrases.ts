import { ServiceError } from '../../../shared/contract/errors.ts'

/** A shorter text is as easy to guess repeated as alone. */
const TRIVIAL_UNIT_CHARACTERS = 4

/**
 * Refuses a passphrase that is among the first to be tried: in the list of zxcvbn-ts, such a word repeated, or a few
 * characters repeated. Capitals and surrounding spaces make no difference.
 *
 * @param parameter the member of the body it was sent in
 * @throws {ServiceError} `passphrase_too_common`, which does not repeat the passphrase
 */
export async function refuseCommonPassphrase(passphrase: string, parameter: string): Promise<void> {
  if (!isCommonPassphrase(passphrase, await commonPassphrases())) return
  throw new ServiceError(
    'passphrase_too_common',
    'This passphrase is among those that are tried first; choose another one.',
    { extraInfo: { parameter } },
  )
}

/** The rule, over a list of passphrases in small letters. */
export function isCommonPassphrase(passphrase: string, list: ReadonlySet<string>): boolean {
  const plain = passphrase.normalize('NFKC').trim().toLowerCase()
  if (list.has(plain)) return true
  const unit = repeatedUnit(plain).trim()
  return unit !== plain && (unit.length <= TRIVIAL_UNIT_CHARACTERS || list.has(unit))
}

/** The shortest text that gives this one when it is repeated; of one that repeats nothing, the text itself. */
function repeatedUnit(text: string): string {
  // The space at the end detects words that are repeated with spaces between them.
  const candidates = [text, `${text} `].map((one) => one.slice(0, (one + one).indexOf(one, 1)))
  return candidates.find((unit, index) => unit.length < text.length + index) ?? text
}

let list: Promise<ReadonlySet<string>> | undefined

/** Loaded when the first passphrase is made: half a megabyte that most starts do without. */
function commonPassphrases(): Promise<ReadonlySet<string>> {
  list ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return list
}
