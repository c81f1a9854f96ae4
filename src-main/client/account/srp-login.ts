import type { Call } from '../../../shared/contract/caller.ts'
import { CallError } from '../../../shared/contract/caller.ts'
import { keystoreOperations } from '../../../shared/contract/index.ts'
import type { ChallengePurpose } from '../../../shared/contract/srp-values.ts'
import type { AccountKeys } from '../../crypto/secret-string.ts'
import { answerSrpChallenge, createSrpVerifier, startSrpLogin } from '../../crypto/srp-client.ts'

/** Creates the key-store account. An account that exists already is fine: the login decides whether it is ours. */
export async function createKeystoreUser(call: Call, account: AccountKeys): Promise<void> {
  const verifier = createSrpVerifier(identityOf(account))
  try {
    await call(keystoreOperations.srpUsersPost, { body: { username: account.username, ...verifier } })
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'username_taken')) throw error
  }
}

/**
 * Logs in to the key-store (docs/contract/client-crypto.md, Logging in).
 *
 * @returns the key-store access token
 * @throws {CallError} `login_failed`, `too_many_requests`
 */
export async function logInWithSrp(call: Call, account: AccountKeys): Promise<string> {
  const proof = await provePassphrase(call, account, 'login')
  const { session } = await call(keystoreOperations.srpSessionPost, { body: { username: account.username, ...proof } })
  return session.session_authentication_string
}

/**
 * Asks for a challenge and answers it; the proof serves this purpose, once.
 *
 * @throws {CallError} `too_many_requests`
 */
export async function provePassphrase(
  call: Call,
  account: AccountKeys,
  purpose: ChallengePurpose,
): Promise<{ readonly srp_a: string; readonly srp_m: string }> {
  const login = startSrpLogin()
  const { srp_a } = login
  const body = { username: account.username, srp_a, ...(purpose !== 'login' && { purpose }) }
  const { challenge } = await call(keystoreOperations.srpChallengesPost, { body })
  const { srp_m } = answerSrpChallenge(login, identityOf(account), challenge)
  return { srp_a, srp_m }
}

export function identityOf({ username, srpPassword }: AccountKeys) {
  return { username, password: srpPassword }
}
