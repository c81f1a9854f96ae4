import type { RouteLocationRaw } from 'vue-router'
import { verifierRequestOperations } from '../../../shared/contract/verifier-requests.ts'
import { definitionOperations } from '../../../shared/contract/workbench-exchange.ts'
import { workbenchItemOperations } from '../../../shared/contract/workbench-items.ts'
import type { WalletCredential } from '../../../shared/contract/workbench-wallet.ts'
import { walletOperations } from '../../../shared/contract/workbench-wallet.ts'
import { listOf, memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import { call, callService } from '../../api/call.ts'

/** The facts about a user's first steps. Without one of them, a step is impossible, or creates it first. */
export interface StepFacts {
  /** The password that was changed last. */
  readonly password: RouteLocationRaw | undefined
  /** A link to the open run, or to a waiting request that the wallet can answer. */
  readonly answering: RouteLocationRaw | undefined
  /** The answer that was accepted last, which can be sent again with something broken. */
  readonly accepted: RouteLocationRaw | undefined
}

/** The label of a password in the system's templates. */
const PASSWORD_LABEL = 'Password'
/** The number of newest waiting requests to check. */
const MAX_CHECKED = 5

export async function readStepFacts(actor: string, signal?: AbortSignal): Promise<StepFacts> {
  const params = { user_id: actor }
  const [{ rows }, { credentials, open_run, runs }] = await Promise.all([
    call(
      workbenchItemOperations.itemRows,
      { params, query: { template: PASSWORD_LABEL, own: true, limit: 1 } },
      signal,
    ),
    call(walletOperations.walletGet, { params }, signal),
  ])
  const accepted = runs.find(({ state }) => state === 'accepted')
  return {
    password: rows[0] && { name: 'items', params: { actor, id: rows[0].id, mode: '' } },
    answering: open_run === null ? await answerable(actor, credentials, signal) : walletWith(actor, undefined),
    accepted: accepted && { name: 'wallet', params: { actor, tab: 'runs', id: accepted.id } },
  }
}

/** The wallet with the newest waiting request that its credentials can answer. */
async function answerable(
  actor: string,
  credentials: readonly WalletCredential[],
  signal: AbortSignal | undefined,
): Promise<RouteLocationRaw | undefined> {
  const usable = credentials.filter(({ period }) => period === 'current')
  if (usable.length === 0) return undefined
  const judged = new Map<string, boolean>()
  for (const { definition_id, deep_link } of await waitingRequests({ per_page: MAX_CHECKED })) {
    if (!judged.has(definition_id)) judged.set(definition_id, await holdsWhatIsAsked(definition_id, usable, signal))
    if (judged.get(definition_id) === true) return walletWith(actor, deep_link)
  }
  return undefined
}

/**
 * Decides by schema and types, which a wallet lists for its credentials. Requests without schema, or that can only be
 * partly answered, do not count: this must not promise what may be missing.
 */
async function holdsWhatIsAsked(
  definition_id: string,
  credentials: readonly WalletCredential[],
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { definition } = await call(definitionOperations.definitionOpen, { params: { definition_id } }, signal)
  const inputs = listOf(memberOf(definition, 'input_descriptors'))
  return inputs.length > 0 && inputs.every((input) => credentials.some((one) => isOfSchema(one, input)))
}

/** All required entries must match; if none is required, one is enough. */
function isOfSchema({ schema, types }: WalletCredential, input: unknown): boolean {
  const names = new Set([...types, schema])
  const entries = listOf(memberOf(input, 'schema'))
  const required = entries.filter((entry) => memberOf(entry, 'required') === true)
  const isNamed = (entry: unknown): boolean => names.has(textOf(memberOf(entry, 'uri')) ?? '')
  return required.length > 0 ? required.every(isNamed) : entries.some(isNamed)
}

/** The newest waiting request of a person. */
export async function waitingLink(definition_id: string): Promise<string | undefined> {
  return (await waitingRequests({ per_page: 1, definition_id }))[0]?.deep_link
}

async function waitingRequests(wanted: { readonly per_page: number; readonly definition_id?: string }) {
  const query = { state: 'waiting', made_by: 'people' as const, ...wanted }
  const { listVerifierRequests } = verifierRequestOperations
  return (await callService({ as: 'subscription' }, listVerifierRequests, { query })).requests
}

/** The address of the wallet with an open request. */
export function walletWith(actor: string, link: string | undefined): RouteLocationRaw {
  return { name: 'wallet', params: { actor, tab: null, id: null }, query: link === undefined ? {} : { link } }
}
