import type { VerifierRequest, VerifierRequestDetail } from '../../../shared/contract/verifier-requests.ts'
import { startHttpServer } from '../service/http-server.ts'
import { aSubscriptionKey } from '../service/subscription-keys.ts'
import { CARD_QUERY } from './foreign-wallet.ts'

/** What our verifier tells a wallet. */
interface Told {
  readonly valid?: boolean
  readonly errors?: readonly { readonly check?: string; readonly code?: string; readonly error?: string }[]
}

/** Our verifier, served on this computer, and a desk that asks. */
export async function openOurDesk() {
  const server = await startHttpServer()
  server.clock.advanceMs(Date.now() - server.clock.nowMs()) // wallets of others look at the clock of the computer
  const headers = { ...aSubscriptionKey(server).headers, 'content-type': 'application/json' }

  async function ask(wish: object = {}): Promise<VerifierRequest> {
    const body = JSON.stringify({ presentation_definition: { dcql_query: CARD_QUERY }, ...wish })
    const reply = await fetch(`${server.url}/verifier/requests`, { method: 'POST', headers, body })
    if (reply.status !== 201) throw new Error(await reply.text())
    return ((await reply.json()) as { request: VerifierRequest }).request
  }

  async function read({ id }: Pick<VerifierRequest, 'id'>): Promise<VerifierRequestDetail> {
    const reply = await fetch(`${server.url}/verifier/requests/${id}`, { headers })
    return ((await reply.json()) as { request: VerifierRequestDetail }).request
  }

  return { server, headers, ask, read }
}

/** Status and verdict of a reply: `valid`, or the checks and codes that failed, or the code of a refusal. */
export function verdictIn(status: number, body: unknown): readonly unknown[] {
  const { valid, errors = [] } = body as Told // ours, in JSON
  if (valid === true) return [status, 'valid']
  return [status, ...errors.map(({ check, code, error }) => error ?? `${check ?? ''} ${code ?? ''}`)]
}

/** The same of a reply as it came. */
export async function verdictOf(reply: Response): Promise<readonly unknown[]> {
  return verdictIn(reply.status, await reply.json())
}
