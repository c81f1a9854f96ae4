import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'

/**
 * A source of documents of this workspace. Registries answer synchronously and never access a network, so verification
 * does not either.
 */
export interface Registry<Entry> {
  readonly find: (key: string) => Entry | undefined
}

/** DID documents imported by the user, by DID (docs/contract/exchange.md, Proofs: keys). */
export type DidRegistry = Registry<JsonObject>

/** JSON Schemas by the URL that a credential names (docs/contract/exchange.md, Registries: schemas). */
export type SchemaRegistry = Registry<unknown>

/** A status list credential, an object or a JWT, and when it was imported or signed here. */
export interface HeldStatusList {
  readonly credential: unknown
  readonly held_since: string
}

/** Status lists by URL (docs/contract/exchange.md, Registries: status lists). */
export type StatusListRegistry = Registry<HeldStatusList>

/**
 * What issuers publish their keys in, by the URL of the issuer: JWT VC Issuer Metadata or a bare JWK Set
 * (docs/contract/exchange.md, Registries: issuer metadata).
 */
export type IssuerMetadataRegistry = Registry<JsonObject>

/**
 * Certificates that chains may end in, each in Base64 of its DER: all of one subject, by the subject as
 * `X509Certificate` writes it (docs/contract/exchange.md, Registries: trust anchors).
 */
export type TrustAnchorRegistry = Registry<readonly string[]>
