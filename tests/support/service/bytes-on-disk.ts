import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/*
 * Looks for a text in files as anything might have written it: in the encodings programs use, and in the three
 * alignments base64 has.
 */

const TEXT_ENCODINGS = ['utf8', 'utf16le'] as const

/** Shorter pieces of base64 turn up in random bytes by chance. */
const MIN_BASE64 = 12

/** Every form of a text that would give it away: as text, in hex, in base64 and base64url at any alignment. */
export function tellingForms(text: string): readonly Buffer[] {
  const raw = [...TEXT_ENCODINGS.map((encoding) => Buffer.from(text, encoding)), bigEndian(text)]
  return raw.flatMap(formsOfBytes)
}

/** Every form of bytes that would give them away: as they are, in hex, in base64 and base64url at any alignment. */
export function formsOfBytes(bytes: Buffer): readonly Buffer[] {
  const coded = [bytes.toString('hex'), bytes.toString('hex').toUpperCase(), ...base64Of(bytes)]
  return [bytes, ...coded.map((form) => Buffer.from(form, 'latin1'))]
}

/** Files below a directory that hold one of the texts in any form, as "path: text". */
export function filesTelling(directory: string, texts: readonly string[]): readonly string[] {
  return filesBelow(directory).flatMap((path) => {
    const content = readFileSync(path)
    return texts
      .filter((text) => tellingForms(text).some((form) => content.includes(form)))
      .map((text) => `${relative(directory, path)}: ${text}`)
  })
}

/** Files below a directory that hold a key in any form, as "path: name of the key". */
export function filesTellingKeys(directory: string, keys: ReadonlyMap<string, Uint8Array>): readonly string[] {
  return filesBelow(directory).flatMap((path) => {
    const content = readFileSync(path)
    return [...keys]
      .filter(([, key]) => formsOfBytes(Buffer.from(key)).some((form) => content.includes(form)))
      .map(([name]) => `${relative(directory, path)}: ${name}`)
  })
}

export function filesBelow(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

function bigEndian(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16()
}

/** What stays the same of the base64 of the bytes, whatever stands before and after them. */
function base64Of(bytes: Buffer): readonly string[] {
  return [0, 1, 2]
    .map((before) => {
      const padded = Buffer.concat([Buffer.alloc(before), bytes])
      const whole = padded.subarray(0, padded.length - (padded.length % 3)).toString('base64')
      return whole.slice(before === 0 ? 0 : 4)
    })
    .filter((form) => form.length >= MIN_BASE64)
    .flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')])
}
