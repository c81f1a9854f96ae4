import { readDateTime } from '../../../shared/presentation-exchange/date-time.ts'
import { memberOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { jsonLdOver } from '../proofs/json-ld.ts'
import { contextRegistry } from '../registries/context-registry.ts'
import type { ContextRegistry } from '../registries/context-registry.ts'
import type { DidRegistry, SchemaRegistry, StatusListRegistry } from '../registries/registry.ts'
import { schemaValidatorOver } from '../registries/schema-validator.ts'
import type { TrustEntry } from '../registries/trust-list.ts'
import { isFailed, runRows } from './check-row.ts'
import { CREDENTIAL_ROWS } from './credential-checks.ts'
import { gatherCredential } from './gather.ts'
import type { World } from './gather.ts'

/** What the exchange of a workspace knows (contract 7). Each may be empty: then the checks say what is missing. */
export interface Registries {
  /** Besides the bundled ones. */
  readonly contexts: ContextRegistry
  readonly dids: DidRegistry
  readonly schemas: SchemaRegistry
  readonly statusLists: StatusListRegistry
  readonly trustList: () => readonly TrustEntry[]
}

/** @param trusted DIDs that are trusted in this verification, instead of the trust list */
export type VerifyingWorld = (now: string, trusted: readonly string[] | undefined) => World

/** Longest time of one verification (contract 13). */
const MAX_MS = 5000

/** Checks that a status list credential must pass itself (contract 7.5). */
const LIST_ROWS = CREDENTIAL_ROWS.filter(
  ({ check }) => !['credential.status', 'credential.schema', 'credential.holder'].includes(check),
)

/** Makes contexts and schemas ready once; the registries must not change under it. */
export function verifyingWorldOver(registries: Registries, elapsedMs: () => number): VerifyingWorld {
  const { dids, schemas, statusLists, trustList } = registries
  const contexts = contextRegistry(registries.contexts)
  const jsonLd = jsonLdOver(contexts)
  const validate = schemaValidatorOver(schemas)

  return (now, trusted) => {
    const moment = readDateTime(now)
    if (moment === undefined) throw new Error('the clock gives no time')
    const started = elapsedMs()
    const world: World = {
      contexts,
      jsonLd,
      dids,
      validate,
      statusLists,
      openList: (credential) => openList(credential, world),
      trust: trusted?.map((did) => ({ did, name: '' })) ?? trustList(),
      now: moment,
      isOverTime: () => elapsedMs() - started > MAX_MS,
    }
    return world
  }
}

/** The list in its normalised form when it holds as a credential. Lists about lists are not looked up. */
async function openList(credential: unknown, world: World): Promise<JsonObject | undefined> {
  const noLists: World = { ...world, statusLists: { find: () => undefined } }
  const facts = await gatherCredential({ index: 0, value: credential, location: [] }, noLists, true)
  const subject = { ...facts, now: world.now, holder: undefined, statuses: [] }
  const placeOf = () => ({ pointer: null, inner_pointer: null })
  const checks = runRows(LIST_ROWS, subject, { policy: {}, placeOf, earlier: [] })
  return checks.some(isFailed) || memberOf(facts.document, 'type') === undefined ? undefined : facts.document
}
