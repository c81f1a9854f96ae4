import { CREDENTIALS_V1, CREDENTIALS_V2 } from '../../../src-main/exchange/registries/context-registry.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { HOLDER, ISSUER } from '../../support/exchange/definitions.ts'
import type { PublishedSuite } from '../../support/published/published-parties.ts'

/** How a document is signed: linked data of four suites by their published libraries, and what jose signs. */
export type Signing = PublishedSuite | 'JsonWebSignature2020' | 'JWT'

/** Checks that warn of an honest document and are right to, as `check code`. */
export const WARNINGS = {
  /** It names nobody it is about. */
  unbound: 'warn credential.holder holder_not_bound',
  /** The exchange applies no schemas of that type. */
  schemaType: 'warn credential.schema schema_type_unsupported',
  /** Its only type is `VerifiableCredential`. */
  untyped: 'warn credential.shape type_missing',
  /** A direction of writing or a key of an index, which linked data does not sign. */
  layout: 'warn credential.terms unsigned_member',
  /** What is presented answers nothing. */
  unused: 'warn submission.extra credential_unused',
} as const
type Warning = (typeof WARNINGS)[keyof typeof WARNINGS]

/** A presentation that honest parties made: what they write, and how they sign it. */
export interface HonestDocument {
  /** Family and shape; no two have the same. */
  readonly name: string
  readonly credentials: readonly JsonObject[]
  /** Of each credential: one, or two that stand side by side. */
  readonly proofs: readonly Signing[]
  /** The second proof is that of the holder, who signs as well. */
  readonly isCosigned: boolean
  /** Of a proof that jose makes: members of it besides those it needs. */
  readonly proofMembers: JsonObject
  /** A single proof stands in a list. */
  readonly isProofListed: boolean
  /** Where the presentation says what it answers: beside it, inside it, or inside and of nothing. */
  readonly submission: 'beside' | 'inside' | 'empty'
  /** Members of the presentation. */
  readonly presentation: JsonObject
  readonly warnings: readonly Warning[]
  /** Whether a definition asks for its values; false where the statements do not keep them apart. */
  readonly isAsked: boolean
}

export type ShapeOptions = Partial<Omit<HonestDocument, 'name' | 'credentials'>> & {
  /** Presented beside the credential of the shape. */
  readonly beside?: readonly JsonObject[]
}

/** Name of the shape, members of its credential, and what else is to be known. */
export type Shape = readonly [name: string, members: JsonObject, options?: ShapeOptions]

export interface Family extends ShapeOptions {
  readonly model: 1 | 2
  /** Besides that of the data model. */
  readonly contexts?: readonly string[]
  /** Besides `VerifiableCredential`. */
  readonly type?: string
}

let written = 0

/** A credential of the issuer about the holder. */
export function aCredential({ model, contexts = [], type }: Family, members: JsonObject): JsonObject {
  written += 1
  const credential = {
    '@context': [model === 1 ? CREDENTIALS_V1 : CREDENTIALS_V2, ...contexts],
    id: `urn:uuid:00000000-0000-4000-9000-${String(written).padStart(12, '0')}`,
    type: ['VerifiableCredential', ...(type === undefined ? [] : [type])],
    issuer: ISSUER,
    ...(model === 1 ? { issuanceDate: '2026-01-01T00:00:00Z' } : { validFrom: '2026-01-01T00:00:00Z' }),
    credentialSubject: { id: HOLDER },
    ...members,
  }
  return JSON.parse(JSON.stringify(credential)) as JsonObject // without what a shape leaves out
}

const USUAL = {
  isCosigned: false,
  proofMembers: {},
  isProofListed: false,
  submission: 'beside',
  presentation: {},
  warnings: [],
  isAsked: true,
} as const

/** Documents of one family, each named after its shape. */
export function family(name: string, common: Family, shapes: readonly Shape[]): readonly HonestDocument[] {
  const proofs = [common.model === 1 ? 'Ed25519Signature2020' : 'eddsa-rdfc-2022'] as const
  return shapes.map(([shape, members, options = {}]) => {
    const { model: _model, contexts: _contexts, type: _type, ...usual } = common
    const { beside = [], ...rest } = { ...USUAL, proofs, ...usual, ...options }
    return { ...rest, name: `${name} › ${shape}`, credentials: [aCredential(common, members), ...beside] }
  })
}

/** The member for a credential about the holder. */
export const about = (members: JsonObject): JsonObject => ({ credentialSubject: { id: HOLDER, ...members } })
