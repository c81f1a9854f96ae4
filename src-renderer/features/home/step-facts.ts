import type { RouteLocationRaw } from 'vue-router'
import { verifierRequestOperations } from '../../../shared/contract/verifier-requests.ts'
import { workbenchItemOperations } from '../../../shared/contract/workbench-items.ts'
import { walletOperations } from '../../../shared/contract/workbench-wallet.ts'
import { call, callService } from '../../api/call.ts'

/** What there is for the first steps of a user. What is missing makes a step impossible, or is made first. */
export interface StepFacts {
  /** The password that was changed last. */
  readonly password: RouteLocationRaw | undefined
  /** A request that waits, in a wallet that holds something; or the one that is open in it. */
  readonly answering: RouteLocationRaw | undefined
  /** The answer that was accepted last, which can be sent again with something broken. */
  readonly accepted: RouteLocationRaw | undefined
}

/** As the templates of the system call it. */
const PASSWORD_LABEL = 'Password'

export async function readStepFacts(actor: string, signal?: AbortSignal): Promise<StepFacts> {
  const params = { user_id: actor }
  const [{ rows }, { credentials, open_run, runs }, link] = await Promise.all([
    call(
      workbenchItemOperations.itemRows,
      { params, query: { template: PASSWORD_LABEL, own: true, limit: 1 } },
      signal,
    ),
    call(walletOperations.walletGet, { params }, signal),
    waitingLink(),
  ])
  const accepted = runs.find(({ state }) => state === 'accepted')
  return {
    password: rows[0] && { name: 'items', params: { actor, id: rows[0].id, mode: '' } },
    answering:
      open_run !== null || (credentials.length > 0 && link !== undefined)
        ? walletWith(actor, open_run === null ? link : undefined)
        : undefined,
    accepted: accepted && { name: 'wallet', params: { actor, tab: 'runs', id: accepted.id } },
  }
}

/** The newest request that somebody wants answered. */
export async function waitingLink(definition_id?: string): Promise<string | undefined> {
  const query = { state: 'waiting', made_by: 'people' as const, per_page: 1, ...(definition_id && { definition_id }) }
  const { listVerifierRequests } = verifierRequestOperations
  return (await callService({ as: 'subscription' }, listVerifierRequests, { query })).requests[0]?.deep_link
}

/** The wallet with a request opened in it. */
export function walletWith(actor: string, link: string | undefined): RouteLocationRaw {
  return { name: 'wallet', params: { actor, tab: null, id: null }, query: link === undefined ? {} : { link } }
}
