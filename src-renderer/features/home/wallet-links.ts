import type { RouteLocationRaw } from 'vue-router'
import { verifierRequestOperations } from '../../../shared/contract/verifier-requests.ts'
import { walletOperations } from '../../../shared/contract/workbench-wallet.ts'
import { call, CallError, callService } from '../../api/call.ts'

/** The wallet with the newest request that waits for an answer; the wallet alone where none waits. */
export async function waitingRequestPlace(actor: string): Promise<RouteLocationRaw> {
  const link = await orNothing(async () => {
    const query = { state: 'waiting', per_page: 1 }
    const { requests } = await callService({ as: 'subscription' }, verifierRequestOperations.listVerifierRequests, {
      query,
    })
    return requests[0]?.deep_link
  })
  return { name: 'wallet', params: { actor, tab: null, id: null }, query: link === undefined ? {} : { link } }
}

/** The answer that was accepted last, to be sent again with something broken; the wallet alone where there is none. */
export async function acceptedRunPlace(actor: string): Promise<RouteLocationRaw> {
  const id = await orNothing(async () => {
    const { runs } = await call(walletOperations.walletGet, { params: { user_id: actor } })
    return runs.find(({ state }) => state === 'accepted')?.id
  })
  return { name: 'wallet', params: { actor, tab: id === undefined ? null : 'runs', id: id ?? null } }
}

/** The wallet says itself why it cannot be read. */
async function orNothing(read: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof CallError || error instanceof TypeError) return undefined
    throw error
  }
}
