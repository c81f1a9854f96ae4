/*
 * The parts of a text in the published format are URL-safe Base64 with padding. Artefacts are a version byte (`A` for a cipher
 * text, `K` for a key derivation) and a BSON document. Older clients wrote YAML instead, which can only be read here:
 *   ---
 *   iv: !binary |-
 *     AQEB…
 *   ad: none
 */
import { decodeBase64Url, encodeBase64UrlPadded } from '../base64url.ts'
import { CryptoError } from '../crypto-error.ts'
import { readBson, writeBson } from './bson.ts'
import type { BsonDocument, BsonValue } from './bson.ts'

export type ArtefactsVersion = 'A' | 'K'

const PADDING = /={1,2}$/
const YAML_START = '---'
const YAML_BINARY = /^!!?binary ?(?:\|-)?/
const LINE_ENDS = /[\r\n]+/
const WHOLE_NUMBER = /^\d{1,9}$/

export function writePart(bytes: Uint8Array): string {
  return encodeBase64UrlPadded(bytes)
}

/** Reads a part in either Base64 alphabet, with or without padding. @throws {CryptoError} `malformed_envelope` */
export function readPart(text: string): Uint8Array {
  try {
    return decodeBase64Url(text.replaceAll('+', '-').replaceAll('/', '_').replace(PADDING, ''))
  } catch (cause) {
    throw malformed(cause)
  }
}

export function writeArtefacts(version: ArtefactsVersion, document: BsonDocument): string {
  return writePart(Buffer.concat([Buffer.from(version, 'latin1'), writeBson(document)]))
}

/** @throws {CryptoError} `malformed_envelope`. */
export function readArtefacts(version: ArtefactsVersion, part: string): BsonDocument {
  const bytes = Buffer.from(readPart(part))
  const text = bytes.toString('latin1')
  if (text.startsWith(YAML_START)) return readYaml(text)
  if (!text.startsWith(version)) throw malformed()
  try {
    return readBson(bytes.subarray(1))
  } catch (cause) {
    throw malformed(cause)
  }
}

/** @throws {CryptoError} `malformed_envelope` if the artefact is missing or has another length */
export function binaryArtefact(document: BsonDocument, name: string, bytes?: number): Uint8Array {
  const value = document[name]
  if (!(value instanceof Uint8Array) || (bytes !== undefined && value.length !== bytes)) throw malformed()
  return value
}

export function malformed(cause?: unknown): CryptoError {
  return new CryptoError('malformed_envelope', 'not a value in the published format', { cause })
}

/** Reads only the flat documents that older clients wrote. */
function readYaml(text: string): BsonDocument {
  const entries: [name: string, value: string][] = []
  for (const line of text.split(LINE_ENDS).slice(1)) {
    const last = entries.at(-1)
    if (line.startsWith(' ') && last !== undefined) last[1] += line.trim()
    else entries.push(splitYamlLine(line))
  }
  return Object.fromEntries(entries.map(([name, value]) => [name, yamlValue(value)]))
}

function splitYamlLine(line: string): [name: string, value: string] {
  const [name = '', ...value] = line.split(':')
  return [name, value.join(':').trim()]
}

function yamlValue(text: string): BsonValue {
  if (YAML_BINARY.test(text)) return Buffer.from(text.replace(YAML_BINARY, ''), 'base64')
  return WHOLE_NUMBER.test(text) ? Number(text) : text
}
