/*
 * Internationalized host names (RFC 5890 to 5893). Unicode properties of RegExp decide which characters are allowed. The URL
 * parser, in the window and in Node, encodes names and checks joiners and right-to-left labels.
 */

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i
/** Characters that count as a dot (RFC 3490, 3.1). */
const DOTS = /[.\u3002\uff0e\uff61]/
const MAX_LABEL = 63
const MAX_NAME = 253

/** A host name of RFC 1123. A label that begins with `xn--` must be a valid A-label. */
export function isHostname(text: string): boolean {
  const labels = text.split('.')
  if (text.length > MAX_NAME || !labels.every((label) => LABEL.test(label))) return false
  return !labels.some(isALabel) || isIdnHostname(text)
}

/** A host name of labels that are ASCII, A-labels or U-labels (RFC 5890, 2.3.2.3). */
export function isIdnHostname(text: string): boolean {
  if (text.length > 2 * MAX_NAME) return false // the exact limit is for the encoded name below
  const sentLabels = text.split(DOTS)
  const labels = sentLabels.map((label) => (isALabel(label) ? decodePunycode(label.slice(4).toLowerCase()) : label))
  if (!labels.every((label) => label !== undefined && label !== '' && isValidLabel(label))) return false
  if (RIGHT_TO_LEFT.test(labels.join('.')) && !labels.every((label) => isBidiLabel(label ?? ''))) return false
  const encoded = encodedLabels(labels.join('.'))
  if (encoded === undefined || encoded.join('.').length > MAX_NAME) return false
  return encoded.every((label, index) => label.length <= MAX_LABEL && encodesAs(sentLabels[index] ?? '', label))
}

/** Whether a label has the form of an A-label, which may still be invalid. */
function isALabel(label: string): boolean {
  return /^xn--/i.test(label)
}

/** Whether an A-label is the one that encoding gives; any other label may be encoded in any way. */
function encodesAs(sent: string, encoded: string): boolean {
  return !isALabel(sent) || encoded === sent.toLowerCase()
}

function isValidLabel(label: string): boolean {
  if (/^[ -~]*$/.test(label)) return LABEL.test(label)
  if (/^-|^..--|-$|^\p{M}/u.test(label) || label.normalize('NFC') !== label) return false
  if (CONTEXT_VIOLATIONS.some((violation) => violation.test(label))) return false
  return Array.from(label).every((character) => isAllowed(character)) && areJoinersValid(label)
}

/* RFC 5892, 2 and 3, in the order there. */

const ALLOWED_EXCEPTIONS = /[\u00df\u03c2\u06fd\u06fe\u0f0b\u3007\u00b7\u0375\u05f3\u05f4\u30fb\u200c\u200d]/u
const REFUSED_EXCEPTIONS = /[\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b]/u
/** Cherokee is the only script that folds to upper case. */
const [UPPER_CHEROKEE, LOWER_CHEROKEE] = [/[\u13a0-\u13f5]/u, /[\u13f8-\u13fd\uab70-\uabbf]/u]
const IGNORABLE =
  /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Noncharacter_Code_Point}\u20d0-\u20ff\u{1d100}-\u{1d24f}]/u
const OLD_HANGUL = /[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/u
const LETTER_OR_DIGIT = /[\p{Ll}\p{Lo}\p{Lm}\p{Mn}\p{Mc}\p{Nd}-]/u

function isAllowed(character: string): boolean {
  if (ALLOWED_EXCEPTIONS.test(character) || UPPER_CHEROKEE.test(character)) return true
  if ([REFUSED_EXCEPTIONS, LOWER_CHEROKEE, IGNORABLE, OLD_HANGUL].some((set) => set.test(character))) return false
  return isStable(character) && LETTER_OR_DIGIT.test(character)
}

/** Whether case folding changes nothing. The dotless i needs an exception, because its capital is that of `i`. */
function isStable(character: string): boolean {
  const folded = character === '\u0131' ? character : character.toUpperCase().toLowerCase()
  return folded.normalize('NFKC') === character
}

/** RFC 5892, appendix A.3 to A.9: characters without the neighbours that they require. */
const CONTEXT_VIOLATIONS: readonly RegExp[] = [
  /(?<!l)\u00b7|\u00b7(?!l)/u,
  /\u0375(?!\p{Script=Greek})/u,
  /(?<!\p{Script=Hebrew})[\u05f3\u05f4]/u,
  /^(?=.*\u30fb)(?!.*[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}])/u,
  /[\u0660-\u0669].*[\u06f0-\u06f9]|[\u06f0-\u06f9].*[\u0660-\u0669]/u,
]
const JOINERS = /[\u200c\u200d]/g

/** RFC 5892, appendix A.1 and A.2, with one joiner at a time, because the URL parser checks only the first. */
function areJoinersValid(label: string): boolean {
  return [...label.matchAll(JOINERS)].every(({ 0: joiner, index }) => {
    const [before, after] = [label.slice(0, index), label.slice(index + 1)].map((part) => part.replace(JOINERS, ''))
    return encodedLabels(`${before}${joiner}${after}`) !== undefined
  })
}

const RIGHT_TO_LEFT = /[\u0590-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Whether a label is allowed in a name with right-to-left characters (RFC 5893, 2). */
function isBidiLabel(label: string): boolean {
  return RIGHT_TO_LEFT.test(label) || /^\p{L}(?:.*[\p{L}\p{Nd}])?\p{M}*$/u.test(label)
}

/** Encodes a name with the URL parser. The label `a` is added, because the parser would read `1.2` as an IP address. */
function encodedLabels(name: string): readonly string[] | undefined {
  const address = `http://${name}.a`
  return URL.canParse(address) ? new URL(address).hostname.split('.').slice(0, -1) : undefined
}

/* RFC 3492, 5 and 6.1. */
const [BASE, T_MIN, T_MAX, SKEW, DAMP] = [36, 1, 26, 38, 700]
const DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Undefined if the text is not Punycode with at least one encoded character. */
function decodePunycode(text: string): string | undefined {
  const hyphen = text.lastIndexOf('-')
  const characters = Array.from(text.slice(0, Math.max(0, hyphen)))
  const rest = Array.from(text.slice(hyphen + 1), (digit) => DIGITS.indexOf(digit))
  if (text.length > MAX_LABEL || rest.length === 0 || rest.includes(-1)) return undefined
  let [at, code, position, bias] = [0, 128, 0, 72]
  while (at < rest.length) {
    const before = position
    for (let k = BASE, weight = 1; ; k += BASE) {
      const digit = rest[at]
      if (digit === undefined) return undefined
      at += 1
      position += digit * weight
      const threshold = Math.min(T_MAX, Math.max(T_MIN, k - bias))
      if (digit < threshold) break
      weight *= BASE - threshold
    }
    const length = characters.length + 1
    bias = adaptedBias(position - before, length, before === 0)
    code += Math.floor(position / length)
    if (code > 0x10ffff) return undefined
    position %= length
    characters.splice(position, 0, String.fromCodePoint(code))
    position += 1
  }
  return characters.join('')
}

// eslint-disable-next-line max-params -- as in RFC 3492
function adaptedBias(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2))
  rest += Math.floor(rest / length)
  let k = 0
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - T_MIN))
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW))
}
