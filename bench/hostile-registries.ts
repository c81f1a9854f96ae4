/** What a presentation may name of the registries, and bodies that name the worst of it as often as they can. */
import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { SignJWT } from 'jose'
import type { RegistryKind } from '../shared/contract/registries.ts'
import type { JsonObject } from '../shared/presentation-exchange/json.ts'
import { CREDENTIALS_V1 } from '../src-main/exchange/registries/context-registry.ts'
import { registryStore } from '../src-main/exchange/registries/registry-store.ts'
import type { Connection } from '../src-main/sqlite/database.ts'
import { HOLDER, ISSUER } from '../tests/support/exchange/definitions.ts'
import {
  aPresentation,
  aStatusEntry,
  aStatusList,
  aSubmission,
  privateKeyOf,
  signed,
  STATUS_LIST_CONTEXT,
  THE_HOLDER,
  THE_ISSUER,
} from '../tests/support/exchange/presentations.ts'
import type { HostileBody } from './hostile-bodies.ts'

const MEBIBYTE = 1024 * 1024
const LISTS = {
  zeros: 'https://status.example/zeros',
  random: 'https://status.example/random',
  million: 'https://status.example/million',
}
/** Of a pattern that only going back knows, over the value below. */
const SLOW = { properties: { id: { pattern: '^(?=did:)(\\w+:?)+$(?<=!)' } } }
const schemaUrl = (kind: 'quick' | 'slow', number: number) => `https://schemas.example/${kind}/${number}`
const MOST_SCHEMAS = 13
const LARGEST_KEY_BYTES = 1024

/** Holds what the bodies name. */
export async function holdForHostile(connection: Connection): Promise<void> {
  const store = registryStore(connection)
  const hold = (kind: RegistryKind, key: string, document: unknown) => {
    const text = typeof document === 'string' ? document : JSON.stringify(document)
    store.save({
      kind,
      key,
      text,
      sha256: new Uint8Array(32),
      source: 'imported',
      added_at: '2026-01-01T00:00:00.000Z',
    })
  }
  for (let number = 0; number < MOST_SCHEMAS; number += 1) {
    hold('schemas', schemaUrl('quick', number), { type: 'object' })
    hold('schemas', schemaUrl('slow', number), SLOW)
  }
  hold('status-lists', LISTS.zeros, await jwtList(LISTS.zeros, Buffer.alloc(16 * MEBIBYTE)))
  hold('status-lists', LISTS.random, await signed(listOf(LISTS.random, randomBytes(2.1 * MEBIBYTE)), THE_ISSUER))
  hold('status-lists', LISTS.million, await signed(listOf(LISTS.million, Buffer.alloc(125_000)), THE_ISSUER))
}

function listOf(id: string, bits: Buffer): JsonObject {
  const { credentialSubject, ...list } = aStatusList()
  const encodedList = gzipSync(bits).toString('base64url')
  return { ...list, id, credentialSubject: { ...(credentialSubject as JsonObject), id: `${id}#list`, encodedList } }
}

function jwtList(url: string, bits: Buffer): Promise<string> {
  const { id: _id, issuer: _issuer, issuanceDate: _date, ...vc } = listOf(url, bits)
  return new SignJWT({ iss: ISSUER, jti: url, nbf: 1_767_225_600, vc })
    .setProtectedHeader({ alg: 'EdDSA', kid: `${ISSUER}#${ISSUER.slice('did:key:'.length)}` })
    .sign(privateKeyOf(THE_ISSUER.seed))
}

async function presenting(credentials: readonly JsonObject[]): Promise<JsonObject> {
  const issued = await Promise.all(
    credentials.map((members) =>
      signed(
        {
          '@context': [CREDENTIALS_V1, STATUS_LIST_CONTEXT],
          type: ['VerifiableCredential'],
          issuer: ISSUER,
          issuanceDate: '2026-01-01T00:00:00Z',
          credentialSubject: { id: HOLDER },
          ...members,
        },
        THE_ISSUER,
      ),
    ),
  )
  return { presentation: await signed(aPresentation(issued, aSubmission('d1')), THE_HOLDER), options: OPTIONS }
}

const OPTIONS = { evaluate: 'none', replay: 'off' }
const times = <Value>(count: number, make: (index: number) => Value) => Array.from({ length: count }, (_, i) => make(i))
const schemas = (kind: 'quick' | 'slow', count: number, from = 0) =>
  times(count, (index) => ({ id: schemaUrl(kind, from + index), type: 'JsonSchemaValidator2018' }))

/** More imported schemas than a credential may name, as many as it may, and one of each of eight credentials. */
export async function manySchemas(): Promise<readonly HostileBody[]> {
  return [
    { name: '13 schemas', body: await presenting([{ credentialSchema: schemas('quick', MOST_SCHEMAS) }]) },
    {
      name: '3 times 4 schemas',
      body: await presenting(times(3, (index) => ({ credentialSchema: schemas('quick', 4, index * 4) }))),
    },
    { name: '3 times 1 schema', body: await presenting(times(3, () => ({ credentialSchema: schemas('quick', 1) }))) },
  ]
}

/**
 * Twelve slow schemas: of one credential, of three on the worker, and the two of each of three that stay here; and one behind
 * which 50 keys of the largest size wait.
 */
export async function slowSchemas(): Promise<readonly HostileBody[]> {
  return [
    { name: '50 large keys and a slow schema', body: largeKeys() },
    { name: '12 slow schemas', body: await presenting([{ credentialSchema: schemas('slow', 12) }]) },
    {
      name: '3 times 4 slow schemas',
      body: await presenting(times(3, (index) => ({ credentialSchema: schemas('slow', 4, index * 4) }))),
    },
    {
      name: '3 times 2 slow schemas',
      body: await presenting(times(3, (index) => ({ credentialSchema: schemas('slow', 2, index * 2) }))),
    },
  ]
}

/** Nobody needs the private key: a signature that does not hold takes as long. */
function largeKeys(): JsonObject {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const subject = { credentialSubject: { id: HOLDER }, credentialSchema: schemas('slow', 1) }
  const vc = { '@context': [CREDENTIALS_V1], type: ['VerifiableCredential'], ...subject }
  const modulus = Buffer.alloc(LARGEST_KEY_BYTES, 0xff)
  const signature = Buffer.alloc(LARGEST_KEY_BYTES, 1).toString('base64url')
  const verifiableCredential = times(50, (index) => {
    modulus.writeUInt16BE(0xff00 + index, 0)
    const key = part({ kty: 'RSA', e: 'AQAB', n: modulus.toString('base64url') })
    return `${part({ alg: 'RS256' })}.${part({ iss: `did:jwk:${key}`, nbf: 1, vc })}.${signature}`
  })
  return { presentation: { ...aPresentation([], aSubmission('d1')), verifiableCredential }, options: OPTIONS }
}

export async function largeLists(): Promise<readonly HostileBody[]> {
  const naming = (url: string, count: number) =>
    presenting([
      {
        credentialStatus: times(count, (index) =>
          aStatusEntry(index, { id: `${url}#${index}`, statusListCredential: url }),
        ),
      },
    ])
  return [
    { name: '4 entries of a JWT list of 16 MiB of zeros', body: await naming(LISTS.zeros, 4) },
    { name: '100 entries of it', body: await naming(LISTS.zeros, 100) },
    { name: '4 entries of a list of 2.9 MB of random bits', body: await naming(LISTS.random, 4) },
    { name: '100 entries of it', body: await naming(LISTS.random, 100) },
    { name: '4 entries of a list of a million', body: await naming(LISTS.million, 4) },
  ]
}

/** One that is honest, short enough for the service thread; one for the worker; and one with an imported schema. */
export async function honestPresentations(): Promise<readonly HostileBody[]> {
  const now = new Date().toISOString()
  const honest = (count: number, members: JsonObject = {}) =>
    presenting(times(count, (index) => ({ id: `urn:x:${now}:${index}`, ...members })))
  return [
    { name: 'short', body: await honest(1) },
    { name: 'long', body: await honest(5) },
    { name: 'with an imported schema', body: await honest(1, { credentialSchema: schemas('quick', 1) }) },
  ]
}
