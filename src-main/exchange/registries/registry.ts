import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'

/**
 * What the exchange knows locally. Every registry answers from this workspace only and at once; none can reach a
 * network, so nothing built on one can.
 */
export interface Registry<Entry> {
  readonly find: (key: string) => Entry | undefined
}

/** DID documents imported by the user, by DID (docs/contract/exchange.md, Proofs: keys). */
export type DidRegistry = Registry<JsonObject>

/** JSON Schemas by the URL that a credential names (docs/contract/exchange.md, Registries: schemas). */
export type SchemaRegistry = Registry<unknown>

/** A status list credential, an object or a JWT, and when it came here or was signed here. */
export interface HeldStatusList {
  readonly credential: unknown
  readonly held_since: string
}

/** Status lists by URL (docs/contract/exchange.md, Registries: status lists). */
export type StatusListRegistry = Registry<HeldStatusList>
