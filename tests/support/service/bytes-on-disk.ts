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
  return filesHolding(
    directory,
    texts.map((text) => [text, tellingForms(text)]),
  )
}

/** Files below a directory that hold a key in any form, as "path: name of the key". */
export function filesTellingKeys(directory: string, keys: ReadonlyMap<string, Uint8Array>): readonly string[] {
  return filesHolding(
    directory,
    [...keys].map(([name, key]) => [name, formsOfBytes(Buffer.from(key))]),
  )
}

function filesHolding(directory: string, sought: readonly (readonly [string, readonly Buffer[]])[]): readonly string[] {
  const nameOf = new Map(sought.flatMap(([name, forms]) => forms.map((form) => [form, name])))
  const search = searchFor([...nameOf.keys()])
  return filesBelow(directory).flatMap((path) => {
    const names = new Set(search(readFileSync(path)).map((form) => nameOf.get(form)))
    return sought.flatMap(([name]) => (names.has(name) ? [`${relative(directory, path)}: ${name}`] : []))
  })
}

/** Bytes by which a form is recognized before it is compared. */
const START = 4

/**
 * Looks for many forms in one pass: there are thousands, and files of many megabytes.
 *
 * @param forms each of at least four bytes
 */
function searchFor(forms: readonly Buffer[]): (content: Buffer) => readonly Buffer[] {
  const byStart = Map.groupBy(forms, (form) => form.readUInt32LE(0))
  const mayBegin = new Uint8Array(2 ** 16)
  for (const start of byStart.keys()) mayBegin[start & 0xffff] = 1
  return (content) => {
    const found = new Set<Buffer>()
    for (let at = 0; at + START <= content.length; at += 1) {
      if (mayBegin[(content[at] ?? 0) | ((content[at + 1] ?? 0) << 8)] === 0) continue
      for (const form of byStart.get(content.readUInt32LE(at)) ?? []) {
        if (content.subarray(at, at + form.length).equals(form)) found.add(form)
      }
    }
    return [...found]
  }
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
