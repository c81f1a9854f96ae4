import type { RunStep, WalletRun } from '../../../shared/contract/workbench-wallet.ts'
import { declinePost } from '../openid4vp/form-answer.ts'
import type { WalletOwner, WalletPorts } from '../store/wallet-ports.ts'
import { failureOf, REMOTE_NOT_ALLOWED } from './fetch-definition.ts'
import { mayCall } from './link-facts.ts'
import { sendPost } from './post-answer.ts'

/**
 * Tells the verifier of an OpenID4VP request that the person declines, once. The refusal holds here whatever comes of it.
 *
 * @returns what happened, for the step of the run; nothing for a deep link, whose verifier is told nothing
 */
export async function sendDecline(
  run: WalletRun,
  { http, elapsedMs, reachOf }: Pick<WalletPorts, 'http' | 'elapsedMs' | 'reachOf'>,
  { userId }: Pick<WalletOwner, 'userId'>,
): Promise<Partial<RunStep>> {
  const { openid4vp, destination_url: url } = run
  if (openid4vp === null || url === null) return {}
  if (!mayCall(run, url, reachOf)) return { detail: REMOTE_NOT_ALLOWED.message }
  const started = elapsedMs()
  const called = { method: 'POST', url }
  try {
    const { http_status, bytes } = await sendPost(http, declinePost(url, openid4vp), userId)
    return { ...called, http_status, bytes, duration_ms: elapsedMs() - started }
  } catch (fault) {
    const failure = failureOf(fault)
    if (failure === undefined) throw fault
    return { ...called, detail: failure.message }
  }
}
