import { faultyFieldsError, ServiceError } from '../../../shared/contract/errors.ts'
import type { ChallengePurpose } from '../../../shared/contract/srp-values.ts'
import { CryptoError } from '../../crypto/crypto-error.ts'
import type { ServerSecretKey } from '../../crypto/keys.ts'
import { canonicalSrpPublic, createSrpChallenge, fakeSrpAccount, isExpectedProof } from '../../crypto/srp-server.ts'
import type { SrpAccount, SrpChallenge } from '../../crypto/srp-server.ts'
import type { AttemptLimiter } from '../../service/attempt-limiter.ts'
import type { CallOrigin, PublicCall } from '../../service/call.ts'
import type { AccountStore, KeystoreAccount } from '../accounts/account-store.ts'
import type { ChallengeBook } from './challenge-book.ts'

/** The limit of failed proofs of one kind of sender under one username. */
export const SRP_ATTEMPTS = { limit: 10, windowMs: 15 * 60 * 1000 }

/** A client's proof of a passphrase: the A of its challenge, and M1. */
interface SentProof {
  readonly username: string
  readonly srp_a: string
  readonly srp_m: string
}

/** An account with a passphrase. */
type PassphraseAccount = KeystoreAccount & SrpAccount & { readonly username: string }

/** Issues challenges and checks proofs of passphrases. */
export interface Proofs {
  /**
   * Issues a challenge. This needs no limit, because it stores and reveals nothing.
   *
   * @throws {ServiceError} `srp_value_invalid`
   */
  challenge(
    call: PublicCall,
    request: { readonly username: string; readonly srp_a: string; readonly purpose: ChallengePurpose },
  ): Pick<SrpChallenge, 'challenge_salt' | 'challenge_b'>
  /**
   * Checks a proof of the passphrase, or of the replaced one for `restore_passphrase`. A challenge allows one attempt.
   * The first proof of a new passphrase makes its change final.
   *
   * @throws {ServiceError} `login_failed`, `too_many_requests`, `srp_value_invalid`
   */
  accept(call: PublicCall, proof: SentProof, purpose: ChallengePurpose): KeystoreAccount
  /** The account of a user who can prove a passphrase. @throws {ServiceError} `forbidden` */
  accountOf(keystoreUserId: string): PassphraseAccount
}

interface ProofDependencies {
  readonly accounts: Pick<AccountStore, 'findByUsername' | 'findById'>
  /** Replaced passphrases that can be restored. */
  readonly kept: {
    find(keystoreUserId: string, now: string): SrpAccount | undefined
    forget(keystoreUserId: string): void
  }
  readonly challenges: Pick<ChallengeBook, 'open' | 'take'>
  readonly failedProofs: (origin: CallOrigin) => AttemptLimiter
  /** Derives salts and verifiers of made-up accounts. */
  readonly serverSecret: ServerSecretKey
}

export function createProofs(dependencies: ProofDependencies): Proofs {
  const { accounts, kept, challenges, failedProofs, serverSecret } = dependencies
  /** The proofs that a call has taken, in case it is retried after a full disk. */
  const takenProofs = new WeakMap<PublicCall, Map<string, string | undefined>>()
  return {
    challenge(call, { username, srp_a, purpose }) {
      const challenge = withSrpErrors(() => createSrpChallenge(accountToProve(call, username, purpose), srp_a))
      // Not copied, because that would compute the proof.
      challenges.open(Object.assign(challenge, { username, purpose }), call.elapsedMs)
      return challenge
    },

    accept(call, { username, srp_a, srp_m }, purpose) {
      const failures = failedProofs(call.origin)
      failures.refuseWhenExhausted(username, call.nowMs)
      const canonicalA = withSrpErrors(() => canonicalSrpPublic(srp_a))
      const expectedProof = take(call, { username, purpose, srp_a: canonicalA })
      if (expectedProof === undefined) throw loginFailed()
      const account = existing(call, username, purpose)
      if (account === undefined || !isExpectedProof(expectedProof, srp_m)) {
        // Unknown usernames count as well, because the limit would otherwise reveal which ones exist.
        const isKnown = accounts.findByUsername(username) !== undefined
        call.countFailedAttempt(() => {
          failures.recordFailure(username, call.nowMs, { isKnown })
        })
        throw loginFailed()
      }
      if (purpose !== 'restore_passphrase') kept.forget(account.id)
      return account
    },

    accountOf(keystoreUserId) {
      const account = accounts.findById(keystoreUserId)
      if (account !== undefined && hasPassphrase(account)) return account
      throw new ServiceError('forbidden', 'This user has no passphrase login.')
    },
  }

  function take(call: PublicCall, key: Parameters<ChallengeBook['take']>[0]): string | undefined {
    const ofCall = takenProofs.get(call) ?? new Map<string, string | undefined>()
    const name = JSON.stringify(key)
    if (!ofCall.has(name)) takenProofs.set(call, ofCall.set(name, challenges.take(key, call.elapsedMs)))
    return ofCall.get(name)
  }

  /** The account for a challenge, or a fake that is always the same for a username. */
  function accountToProve(call: PublicCall, username: string, purpose: ChallengePurpose): SrpAccount {
    const account = accounts.findByUsername(username)
    if (purpose === 'restore_passphrase') {
      const former = account === undefined ? undefined : kept.find(account.id, call.now)
      // This fake must differ from that of the login, because equal salts would reveal that the username does not
      // exist.
      return former ?? fakeSrpAccount(serverSecret, `replaced\0${username}`)
    }
    return account !== undefined && hasPassphrase(account) ? account : fakeSrpAccount(serverSecret, username)
  }

  function existing(call: PublicCall, username: string, purpose: ChallengePurpose): KeystoreAccount | undefined {
    const account = accounts.findByUsername(username)
    if (account === undefined || purpose !== 'restore_passphrase') return account
    return kept.find(account.id, call.now) === undefined ? undefined : account
  }
}

function hasPassphrase(account: KeystoreAccount): account is PassphraseAccount {
  return account.username !== null && account.srp_salt !== null && account.srp_verifier !== null
}

/** One answer for every cause, so that it reveals nothing about usernames. */
export function loginFailed(): ServiceError {
  return new ServiceError(
    'login_failed',
    'The login failed: unknown user, wrong proof, or an expired challenge or key.',
  )
}

function withSrpErrors<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (cause) {
    if (!(cause instanceof CryptoError)) throw cause
    throw faultyFieldsError([{ path: 'srp_a', code: 'srp_value_invalid', rule: 'is not a value of the SRP group' }])
  }
}
