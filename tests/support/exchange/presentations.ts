import { createHash, createPrivateKey, sign } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { encodeBase58 } from '../../../src-main/crypto/base58.ts'
import { canonicalJson } from '../../../shared/presentation-exchange/canonical-json.ts'
import { canonicalText } from '../../../src-main/exchange/proofs/canonical-text.ts'
import { jsonLdOver } from '../../../src-main/exchange/proofs/json-ld.ts'
import {
  contextRegistry,
  CREDENTIALS_V1,
  CREDENTIALS_V2,
} from '../../../src-main/exchange/registries/context-registry.ts'
import { HOLDER_SEED, ISSUER_SEED } from '../../vectors/presentation-vectors.ts'
import { HOLDER, ISSUER, LICENCE_SCHEMA } from './definitions.ts'
import { REWRITING_CONTEXT, REWRITING_CONTEXT_DOCUMENT } from './rewritings.ts'

export const LICENCE_CONTEXT = 'https://contexts.example/licence'
export const SUBMISSION_CONTEXT = 'https://identity.foundation/presentation-exchange/submission/v1'
export const DATA_INTEGRITY_CONTEXT = 'https://w3id.org/security/data-integrity/v2'
export const STATUS_LIST_CONTEXT = 'https://w3id.org/vc/status-list/2021/v1'
export const STATUS_LIST = 'https://status.example/1'
/** Gives another name to a member that has one. */
export const ADDED_CONTEXT = 'https://contexts.example/added'
export const NOW = '2026-02-01T00:00:00.000Z'
const CREATED = '2026-01-31T23:59:00Z'

/** Gives a name of the context of rewritings to something else. */
export const OTHER_LEVEL = 'https://contexts.example/other-level'
/** Gives another name to a type. */
export const SYNONYM = 'https://contexts.example/synonym'
/** Give other names to what that context names, and its names to others. */
export const OTHER_NAMES = 'https://contexts.example/other-names'
export const SWAPPED_NAMES = 'https://contexts.example/swapped-names'

/** Contexts that a test workspace imported. */
export const IMPORTED_CONTEXTS: ReadonlyMap<string, JsonObject> = new Map([
  [
    LICENCE_CONTEXT,
    {
      '@context': {
        '@protected': true,
        DrivingLicenceCredential: 'https://terms.example/DrivingLicenceCredential',
        category: 'https://terms.example/category',
        number: 'https://terms.example/number',
      },
    },
  ],
  // The second data model has these terms in its own context; a credential of the first one brings them along.
  [
    'https://contexts.example/bitstring',
    {
      '@context': {
        BitstringStatusListEntry: {
          '@id': 'https://www.w3.org/ns/credentials/status#BitstringStatusListEntry',
          '@context': {
            id: '@id',
            type: '@type',
            statusPurpose: 'https://www.w3.org/ns/credentials/status#statusPurpose',
            statusListIndex: 'https://www.w3.org/ns/credentials/status#statusListIndex',
            statusListCredential: {
              '@id': 'https://www.w3.org/ns/credentials/status#statusListCredential',
              '@type': '@id',
            },
          },
        },
      },
    },
  ],
  [REWRITING_CONTEXT, REWRITING_CONTEXT_DOCUMENT],
  [ADDED_CONTEXT, { '@context': { seniority: 'https://terms.example/rewritings#level' } }],
  [
    SYNONYM,
    {
      '@context': {
        '@version': 1.1,
        Trusted: 'https://terms.example/rewritings#TestCredential',
        level: 'https://terms.example/rewritings#level',
      },
    },
  ],
  [
    OTHER_NAMES,
    {
      '@context': {
        '@vocab': 'https://terms.example/rewritings#',
        lv: 'https://terms.example/rewritings#level',
        t: { '@id': 'https://terms.example/rewritings#tags', '@container': '@set' },
        deg: 'https://terms.example/rewritings#degree',
        state: { '@id': 'https://terms.example/rewritings#state', '@type': '@id' },
        steps: { '@id': 'https://terms.example/rewritings#steps', '@container': '@list' },
      },
    },
  ],
  [
    SWAPPED_NAMES,
    {
      '@context': {
        level: 'https://terms.example/rewritings#label',
        label: 'https://terms.example/rewritings#level',
        grade: 'https://terms.example/rewritings#count',
        degree: 'https://terms.example/rewritings#pupil',
        Degree: {
          '@id': 'https://terms.example/rewritings#Degree',
          '@context': {
            label: 'https://terms.example/rewritings#grade',
            mark: 'https://terms.example/rewritings#label',
          },
        },
      },
    },
  ],
  [
    OTHER_LEVEL,
    {
      '@context': { level: 'https://terms.example/rewritings#points', Banned: 'https://terms.example/rewritings#Fine' },
    },
  ],
  ['https://contexts.example/conflict', { '@context': { category: 'https://terms.example/other' } }],
])

const CONTEXTS = contextRegistry({ find: (url) => IMPORTED_CONTEXTS.get(url) })
const JSON_LD = jsonLdOver(CONTEXTS)

export interface Party {
  readonly did: string
  readonly seed: Uint8Array
}

export const THE_ISSUER: Party = { did: ISSUER, seed: ISSUER_SEED }
export const THE_HOLDER: Party = { did: HOLDER, seed: HOLDER_SEED }

export function aLicence(members: JsonObject = {}): JsonObject {
  return {
    '@context': [CREDENTIALS_V1, LICENCE_CONTEXT],
    id: 'urn:uuid:00000000-0000-4000-8000-000000000001',
    type: ['VerifiableCredential', 'DrivingLicenceCredential'],
    issuer: { id: ISSUER },
    issuanceDate: '2026-01-01T00:00:00Z',
    expirationDate: '2036-01-01T00:00:00Z',
    credentialSubject: { id: HOLDER, category: 'B' },
    credentialSchema: { id: LICENCE_SCHEMA, type: 'JsonSchemaValidator2018' },
    ...members,
  }
}

export function aSubmission(definition_id: string, members: JsonObject = {}): JsonObject {
  return {
    id: 'urn:uuid:00000000-0000-4000-8000-000000000002',
    definition_id,
    descriptor_map: [{ id: 'licence', path: '$.verifiableCredential[0]', format: 'ldp_vc' }],
    ...members,
  }
}

export function aPresentation(
  credentials: readonly unknown[],
  presentation_submission: JsonObject,
  members: JsonObject = {},
): JsonObject {
  return {
    '@context': [CREDENTIALS_V1, SUBMISSION_CONTEXT],
    type: ['VerifiablePresentation', 'PresentationSubmission'],
    holder: HOLDER,
    verifiableCredential: credentials,
    presentation_submission,
    ...members,
  }
}

/** Index 9 is set. */
export function aStatusList(bytes = 131_072 / 8): JsonObject {
  const bits = Buffer.alloc(bytes)
  bits[1] = 0x40
  return {
    '@context': [CREDENTIALS_V1, STATUS_LIST_CONTEXT],
    id: STATUS_LIST,
    type: ['VerifiableCredential', 'StatusList2021Credential'],
    issuer: ISSUER,
    issuanceDate: '2026-01-01T00:00:00Z',
    credentialSubject: {
      id: `${STATUS_LIST}#list`,
      type: 'StatusList2021',
      statusPurpose: 'revocation',
      encodedList: gzipSync(bits).toString('base64url'),
    },
  }
}

export const ED25519_2018_CONTEXT = 'https://w3id.org/security/suites/ed25519-2018/v1'

/** A list of data model 2.0 with the same bits. */
export function aBitstringList(members: JsonObject = {}): JsonObject {
  const { credentialSubject, issuanceDate: _issued, ...list } = aStatusList()
  const { encodedList, ...subject } = credentialSubject as JsonObject
  return {
    ...list,
    '@context': [CREDENTIALS_V2, ED25519_2018_CONTEXT],
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    validFrom: '2026-01-01T00:00:00Z',
    validUntil: '2026-03-01T00:00:00Z',
    credentialSubject: { ...subject, type: 'BitstringStatusList', encodedList: `u${String(encodedList)}` },
    ...members,
  }
}

export function aStatusEntry(index: number, members: JsonObject = {}): JsonObject {
  return {
    id: `${STATUS_LIST}#${index}`,
    type: 'StatusList2021Entry',
    statusPurpose: 'revocation',
    statusListIndex: String(index),
    statusListCredential: STATUS_LIST,
    ...members,
  }
}

/** With a proof of Ed25519Signature2018. What cannot be read as JSON-LD gets a signature over nothing. */
export async function signed(sent: JsonObject, by: Party, options: JsonObject = {}): Promise<JsonObject> {
  const document = asSent(sent)
  const proof = asSent({
    type: 'Ed25519Signature2018',
    created: CREATED,
    verificationMethod: `${by.did}#${by.did.slice('did:key:'.length)}`,
    proofPurpose: 'assertionMethod',
    ...options,
  })
  const hashes = await Promise.all([{ ...proof, '@context': document['@context'] }, document].map(hashOf))
  const header = Buffer.from('{"alg":"EdDSA","b64":false,"crit":["b64"]}').toString('base64url')
  const signature = sign(null, Buffer.concat([Buffer.from(`${header}.`), ...hashes]), privateKeyOf(by.seed))
  return { ...document, proof: { ...proof, jws: `${header}..${signature.toString('base64url')}` } }
}

/** With a proof of eddsa-jcs-2022. */
export function signedAsWritten(document: JsonObject, { did, seed }: Party): JsonObject {
  const proof = {
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-jcs-2022',
    created: CREATED,
    verificationMethod: `${did}#${did.slice('did:key:'.length)}`,
    proofPurpose: 'assertionMethod',
    '@context': document['@context'],
  }
  const hashes = [proof, document].map((one) => createHash('sha256').update(canonicalJson(one)).digest())
  const proofValue = `z${encodeBase58(sign(null, Buffer.concat(hashes), privateKeyOf(seed)))}`
  return { ...document, proof: { ...proof, proofValue } }
}

/** Members that a test left out are not there. */
function asSent(document: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(document)) as JsonObject
}

async function hashOf(document: JsonObject): Promise<Buffer> {
  const quads = await JSON_LD.statementsOf(document).then(
    (said) => said.quads,
    () => [],
  )
  return createHash('sha256')
    .update(await canonicalText(quads))
    .digest()
}

export function privateKeyOf(seed: Uint8Array) {
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
  return createPrivateKey({ key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' })
}
