/*
 * Internationalized host names (RFC 5890 to 5893). What the language knows of Unicode decides which characters a name may
 * have; its URL parser, which is in the window and in Node, decides about joiners and about each label that runs from right
 * to left, and encodes.
 */

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i
/** Characters that count as a dot (RFC 3490, 3.1). */
const DOTS = /[.\u3002\uff0e\uff61]/
const MAX_LABEL = 63
const MAX_NAME = 253

/** A host name of RFC 1123. A label that begins with `xn--` must be one of an internationalized name. */
export function isHostname(text: string): boolean {
  const labels = text.split('.')
  if (text.length > MAX_NAME || !labels.every((label) => LABEL.test(label))) return false
  return !labels.some(isAceLabel) || isIdnHostname(text)
}

/** RFC 5890, 2.3.2.3: each label is one of RFC 1123, or internationalized, in either of its two forms. */
export function isIdnHostname(text: string): boolean {
  if (text.length > 2 * MAX_NAME) return false // in UTF-16 units; counted below in the encoded form
  const written = text.split(DOTS)
  const labels = written.map((label) => (isAceLabel(label) ? decodePunycode(label.slice(4).toLowerCase()) : label))
  if (!labels.every((label) => label !== undefined && label !== '' && isLabel(label))) return false
  if (RIGHT_TO_LEFT.test(labels.join('.')) && !labels.every((label) => mayStandBeside(label ?? ''))) return false
  const encoded = encodedLabels(labels.join('.'))
  if (encoded === undefined || encoded.join('.').length > MAX_NAME) return false
  return encoded.every((label, index) => label.length <= MAX_LABEL && isWrittenSo(label, written[index] ?? ''))
}

function isAceLabel(label: string): boolean {
  return /^xn--/i.test(label)
}

/** What was written encoded must be what encoding gives, and no label of letters alone. */
function isWrittenSo(encoded: string, written: string): boolean {
  return !isAceLabel(written) || encoded === written.toLowerCase()
}

function isLabel(label: string): boolean {
  if (/^[ -~]*$/.test(label)) return LABEL.test(label)
  if (/^-|^..--|-$|^\p{M}/u.test(label) || label.normalize('NFC') !== label) return false
  const isInContext = !BROKEN_CONTEXTS.some((broken) => broken.test(label))
  return isInContext && Array.from(label).every((character) => isAllowed(character)) && joinersFit(label)
}

/* RFC 5892, 2 and 3, in the order there. */

const ALLOWED_EXCEPTIONS = /[\u00df\u03c2\u06fd\u06fe\u0f0b\u3007\u00b7\u0375\u05f3\u05f4\u30fb\u200c\u200d]/u
const REFUSED_EXCEPTIONS = /[\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b]/u
/** The one script of which the folded letters are the large ones. */
const [LARGE_CHEROKEE, SMALL_CHEROKEE] = [/[\u13a0-\u13f5]/u, /[\u13f8-\u13fd\uab70-\uabbf]/u]
const IGNORABLE =
  /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Noncharacter_Code_Point}\u20d0-\u20ff\u{1d100}-\u{1d24f}]/u
const OLD_HANGUL = /[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/u
const LETTER_OR_DIGIT = /[\p{Ll}\p{Lo}\p{Lm}\p{Mn}\p{Mc}\p{Nd}-]/u

function isAllowed(character: string): boolean {
  if (ALLOWED_EXCEPTIONS.test(character) || LARGE_CHEROKEE.test(character)) return true
  if ([REFUSED_EXCEPTIONS, SMALL_CHEROKEE, IGNORABLE, OLD_HANGUL].some((set) => set.test(character))) return false
  return isStable(character) && LETTER_OR_DIGIT.test(character)
}

/** Folding changes nothing. Dotless i is the one letter whose capital is that of another one. */
function isStable(character: string): boolean {
  const folded = character === '\u0131' ? character : character.toUpperCase().toLowerCase()
  return folded.normalize('NFKC') === character
}

/** RFC 5892, appendix A.3 to A.9: where a character stands that needs others beside it. */
const BROKEN_CONTEXTS: readonly RegExp[] = [
  /(?<!l)\u00b7|\u00b7(?!l)/u,
  /\u0375(?!\p{Script=Greek})/u,
  /(?<!\p{Script=Hebrew})[\u05f3\u05f4]/u,
  /^(?=.*\u30fb)(?!.*[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}])/u,
  /[\u0660-\u0669].*[\u06f0-\u06f9]|[\u06f0-\u06f9].*[\u0660-\u0669]/u,
]
const JOINERS = /[\u200c\u200d]/g

/** RFC 5892, appendix A.1 and A.2, of each joiner by itself: the parser looks at the first only. */
function joinersFit(label: string): boolean {
  return [...label.matchAll(JOINERS)].every(({ 0: joiner, index }) => {
    const [before, after] = [label.slice(0, index), label.slice(index + 1)].map((part) => part.replace(JOINERS, ''))
    return encodedLabels(`${before}${joiner}${after}`) !== undefined
  })
}

/* RFC 5893, 2: in a name that has such a character no label may begin with a digit, or end with a mark of its own. */

const RIGHT_TO_LEFT = /[\u0590-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

function mayStandBeside(label: string): boolean {
  return RIGHT_TO_LEFT.test(label) || /^\p{L}(?:.*[\p{L}\p{Nd}])?\p{M}*$/u.test(label)
}

/** Behind each name a label is put that is none of an address: the parser takes `1.2` for one. */
function encodedLabels(name: string): readonly string[] | undefined {
  const address = `http://${name}.a`
  return URL.canParse(address) ? new URL(address).hostname.split('.').slice(0, -1) : undefined
}

/* RFC 3492, 5 and 6.1. */
const [BASE, T_MIN, T_MAX, SKEW, DAMP] = [36, 1, 26, 38, 700]
const DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Undefined for what encodes nothing: a label of letters alone has no such form. */
function decodePunycode(text: string): string | undefined {
  const hyphen = text.lastIndexOf('-')
  const characters = Array.from(text.slice(0, Math.max(0, hyphen)))
  const rest = Array.from(text.slice(hyphen + 1), (digit) => DIGITS.indexOf(digit))
  if (text.length > MAX_LABEL || rest.length === 0 || rest.includes(-1)) return undefined
  let [at, code, place, bias] = [0, 128, 0, 72]
  while (at < rest.length) {
    const before = place
    for (let k = BASE, weight = 1; ; k += BASE) {
      const digit = rest[at]
      if (digit === undefined) return undefined
      at += 1
      place += digit * weight
      const threshold = Math.min(T_MAX, Math.max(T_MIN, k - bias))
      if (digit < threshold) break
      weight *= BASE - threshold
    }
    const length = characters.length + 1
    bias = adapted(place - before, length, before === 0)
    code += Math.floor(place / length)
    if (code > 0x10ffff) return undefined
    place %= length
    characters.splice(place, 0, String.fromCodePoint(code))
    place += 1
  }
  return characters.join('')
}

// eslint-disable-next-line max-params -- as in RFC 3492
function adapted(delta: number, length: number, isFirst: boolean): number {
  let left = Math.floor(delta / (isFirst ? DAMP : 2))
  left += Math.floor(left / length)
  let k = 0
  for (; left > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) left = Math.floor(left / (BASE - T_MIN))
  return k + Math.floor(((BASE - T_MIN + 1) * left) / (left + SKEW))
}
