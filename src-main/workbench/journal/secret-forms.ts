/**
 * Recognizes secrets by the name of their member, or by the form of their value. Cipher text is not a secret here: the
 * service stores it anyway, and the inspector is there to show it.
 */

export const MASK = '[hidden]'

const SECRET_NAMES: ReadonlySet<string> = new Set([
  'authorization',
  'login_key',
  'private_key',
  'secret',
  'secret_string',
  'seed',
  'session_authentication_string',
  'sig',
  'srp_m',
  'srp_verifier',
  'token_value',
])
const SECRET_ENDINGS = /(?:^|_)(?:token|passphrase|password)$/

/** An access token, a raw key, a private key in PEM, a secret string, a JSON Web Token, or the signature of an address. */
const SECRET_FORMS =
  /(?:[vk]_[\w-]{43}|pdv1\.rk\.[a-z]{2,6}\.[\w-]+\.[\w-]+|-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,20}PRIVATE KEY-----)?|[123]\.[1-9A-HJ-NP-Za-km-z]{4,32}\.(?:[1-9A-HJ-NP-Za-km-z]{1,6}-){3,}[1-9A-HJ-NP-Za-km-z]{1,6}|eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*|(?<=[?&]sig=)[\w-]{20,})/
/** A secret has word boundaries: nothing is masked inside a longer run of the same characters, as in cipher text. */
const SECRET_VALUES = new RegExp(String.raw`(?<![\w-])${SECRET_FORMS.source}(?![\w-])`, 'g')

/** Texts shorter than this cannot have the form of a secret, so they are not searched. */
export const SHORTEST_SECRET = 20

/** Whether a member of this name holds a secret, whatever its value looks like. */
export function isSecretName(name: string): boolean {
  const lower = name.toLowerCase()
  const isOpen = lower === 'vp_token' || lower.startsWith('encrypted_')
  return SECRET_NAMES.has(lower) || (SECRET_ENDINGS.test(lower) && !isOpen)
}

/** Null, empty and structured values under a secret name are not masked: they help the reader and reveal nothing. */
export function isSecretMember(name: string, value: unknown): boolean {
  return isSecretName(name) && isSecretValue(value)
}

export function isSecretValue(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number'
}

/** Whether some part of a text has the form of a secret. */
export function hasSecretForm(text: string): boolean {
  return text.length >= SHORTEST_SECRET && text.search(SECRET_VALUES) !== -1
}

/** Masks secrets inside a text. */
export function maskText(text: string): string {
  return text.length < SHORTEST_SECRET ? text : text.replace(SECRET_VALUES, MASK)
}

/** The same in a body, where an SD-JWT keeps all but its signatures, without which nobody can use it. */
export function maskBodyText(text: string): string {
  if (text.length < SHORTEST_SECRET) return text
  return text.replace(SECRET_VALUES, (found, at: number) => {
    const isOfSdJwt = text[at - 1] === '~' || text[at + found.length] === '~'
    return isOfSdJwt && found.startsWith('eyJ') ? found.slice(0, found.lastIndexOf('.') + 1) + MASK : MASK
  })
}
