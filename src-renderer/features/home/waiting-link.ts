import { verifierRequestOperations } from '../../../shared/contract/verifier-requests.ts'
import { CallError, callDesk } from '../../api/call.ts'

/** The deep link of the newest request that waits for an answer; undefined where there is none, or nobody says. */
export async function waitingLink(): Promise<string | undefined> {
  try {
    const query = { state: 'waiting', per_page: 1 }
    const { requests } = await callDesk(verifierRequestOperations.listVerifierRequests, { query })
    return requests[0]?.deep_link
  } catch (error) {
    if (error instanceof CallError || error instanceof TypeError) return undefined
    throw error
  }
}
