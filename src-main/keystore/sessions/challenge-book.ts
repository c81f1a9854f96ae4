import type { ChallengePurpose } from '../../../shared/contract/srp-values.ts'
import type { SrpChallenge } from '../../crypto/srp-server.ts'
import { tooManyRequests } from '../../service/rate-limiter.ts'

const CHALLENGE_LIFETIME_MS = 5 * 60 * 1000
/** More than the limit of challenges a second lets both senders open while one lives. */
const MAX_CHALLENGES = 32_768

/** Names an open challenge. `srp_a` is the canonical A. */
interface ChallengeKey {
  readonly username: string
  readonly purpose: ChallengePurpose
  readonly srp_a: string
}

/**
 * Open SRP challenges. In memory only: an expected proof is as good as a login, and a restart costs a client one repeated
 * call. None gives way to another: if strangers could push out the challenge of a username by asking for more, they could
 * keep its owner from ever logging in. How many there are is bounded by how many may be asked for in a second.
 *
 * Times are those of a clock that nobody can set, in milliseconds.
 */
export interface ChallengeBook {
  /** @throws {ServiceError} `too_many_requests` when there are 32,768 */
  open(challenge: ChallengeKey & Pick<SrpChallenge, 'expectedProof'>, nowMs: number): void
  /** Takes the challenge for this A out of the book, so that it serves one attempt; answers its expected proof. */
  take(key: ChallengeKey, nowMs: number): string | undefined
  /** Drops all challenges of a username. */
  forget(username: string): void
}

interface OpenChallenge {
  readonly username: string
  readonly expectedProof: string
  readonly expiresAtMs: number
}

export function createChallengeBook(): ChallengeBook {
  /** Oldest first. */
  const challenges = new Map<string, OpenChallenge>()

  return {
    open({ expectedProof, ...key }, nowMs) {
      dropExpired(nowMs)
      const name = nameOf(key)
      challenges.delete(name)
      const [oldest] = challenges.values()
      if (oldest !== undefined && challenges.size >= MAX_CHALLENGES) {
        throw tooManyRequests('open challenges', oldest.expiresAtMs - nowMs)
      }
      const { username } = key
      challenges.set(name, { username, expectedProof, expiresAtMs: nowMs + CHALLENGE_LIFETIME_MS })
    },

    take(key, nowMs) {
      dropExpired(nowMs)
      const name = nameOf(key)
      const taken = challenges.get(name)
      challenges.delete(name)
      return taken?.expectedProof
    },

    forget(username) {
      for (const [name, challenge] of challenges) if (challenge.username === username) challenges.delete(name)
    },
  }

  function dropExpired(nowMs: number): void {
    for (const [name, { expiresAtMs }] of challenges) {
      if (expiresAtMs > nowMs) return
      challenges.delete(name)
    }
  }
}

/** Neither a purpose nor a hexadecimal number has a blank in it. */
function nameOf({ username, purpose, srp_a }: ChallengeKey): string {
  return `${purpose} ${srp_a} ${username}`
}
