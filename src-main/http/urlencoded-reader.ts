import { ServiceError } from '../../shared/contract/errors.ts'

const MAX_FIELDS = 100
/** How many characters of a name a message shows. */
const SHOWN_LENGTH = 60

/**
 * Reads a form (WHATWG URL, 5.1) as an object whose members are texts, with at most 100 fields, each only once. Other
 * text sent as a form is refused, because readers would interpret it differently.
 *
 * @throws {ServiceError} `bad_request`
 */
export function readUrlencoded(text: string): Readonly<Record<string, string>> {
  if (/^\s*[{["]/.test(text)) throw refused('The body is JSON but was sent as a form: send it as application/json.')
  const pairs = text.split('&', MAX_FIELDS + 1)
  if (pairs.length > MAX_FIELDS) throw refused(`The form has more than ${MAX_FIELDS} fields.`)
  const fields = new Map<string, string>()
  for (const pair of pairs) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decode(equals === -1 ? pair : pair.slice(0, equals), 'A name of the form')
    if (name === '__proto__') throw refused('A field of the form must not be named __proto__.')
    if (fields.has(name)) throw refused(`The form gives ${shown(name)} twice.`)
    fields.set(name, equals === -1 ? '' : decode(pair.slice(equals + 1), `The field ${shown(name)} of the form`))
  }
  return Object.fromEntries(fields)
}

function decode(text: string, subject: string): string {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch (cause) {
    throw refused(`${subject} is not UTF-8 in percent encoding.`, cause)
  }
}

function shown(name: string): string {
  return JSON.stringify(name.slice(0, SHOWN_LENGTH))
}

export function refused(message: string, cause?: unknown): ServiceError {
  return new ServiceError('bad_request', message, { cause })
}
