import type { ChallengePurpose } from '../../../shared/contract/srp-values.ts'
import type { SrpChallenge } from '../../crypto/srp-server.ts'
import { hashToken } from '../../crypto/token.ts'

const CHALLENGE_LIFETIME_MS = 5 * 60 * 1000
/** The number of challenges, of about 2 KiB each. Clients answer within seconds. */
const MAX_CHALLENGES = 16_384

/** Identifies an open challenge. `srp_a` is the canonical A. */
interface ChallengeKey {
  readonly username: string
  readonly purpose: ChallengePurpose
  readonly srp_a: string
}

/**
 * Open SRP challenges. They are held only in memory, because an expected proof is as good as a login. Beyond {@link
 * MAX_CHALLENGES} the oldest of all is dropped.
 *
 * Times are monotonic, in milliseconds.
 */
export type ChallengeBook = ReturnType<typeof createChallengeBook>

interface OpenChallenge {
  readonly username: string
  /** Computes the expected proof. */
  readonly computeProof: () => string
  readonly expiresAtMs: number
}

export function createChallengeBook() {
  /** Oldest first. */
  const challenges = new Map<string, OpenChallenge>()

  return {
    /** Adds a challenge. Its proof is computed only when it is taken. */
    open(challenge: ChallengeKey & Pick<SrpChallenge, 'expectedProof'>, nowMs: number) {
      dropExpired(nowMs)
      const name = nameOf(challenge)
      challenges.delete(name)
      const [oldest] = challenges.keys()
      if (oldest !== undefined && challenges.size >= MAX_CHALLENGES) challenges.delete(oldest)
      const { username } = challenge
      const computeProof = () => challenge.expectedProof
      challenges.set(name, { username, computeProof, expiresAtMs: nowMs + CHALLENGE_LIFETIME_MS })
    },

    /** Removes the challenge, so that it serves only one attempt, and returns its expected proof. */
    take(key: ChallengeKey, nowMs: number) {
      dropExpired(nowMs)
      const name = nameOf(key)
      const taken = challenges.get(name)
      challenges.delete(name)
      return taken?.computeProof()
    },

    /** Drops all challenges of a username. */
    forget(username: string) {
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

/** A digest of the key, because A is long. */
function nameOf({ username, purpose, srp_a }: ChallengeKey): string {
  return hashToken(`${purpose} ${srp_a} ${username}`).toString('base64')
}
