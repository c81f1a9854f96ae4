import type { ChallengePurpose } from '../../../shared/contract/srp-values.ts'
import type { SrpChallenge } from '../../crypto/srp-server.ts'
import { hashToken } from '../../crypto/token.ts'

const CHALLENGE_LIFETIME_MS = 5 * 60 * 1000
/** About 2 KiB each. A hundred strangers a second fill it in less than three minutes, a client answers in seconds. */
const MAX_CHALLENGES = 16_384

/** Identifies an open challenge. `srp_a` is the canonical A. */
interface ChallengeKey {
  readonly username: string
  readonly purpose: ChallengePurpose
  readonly srp_a: string
}

/**
 * Open SRP challenges. In memory only: an expected proof is as good as a login, and a restart costs a client one
 * repeated call. Nobody is refused one, and none is dropped for others of the same username: only beyond 16,384 the
 * oldest of all is.
 *
 * Times are monotonic, in milliseconds.
 */
export type ChallengeBook = ReturnType<typeof createChallengeBook>

interface OpenChallenge {
  readonly username: string
  /** Answers the expected proof. */
  readonly prove: () => string
  readonly expiresAtMs: number
}

export function createChallengeBook() {
  /** Oldest first. */
  const challenges = new Map<string, OpenChallenge>()

  return {
    /** Keeps a challenge, and reads its proof only when it is taken. */
    open(challenge: ChallengeKey & Pick<SrpChallenge, 'expectedProof'>, nowMs: number) {
      dropExpired(nowMs)
      const name = nameOf(challenge)
      challenges.delete(name)
      const [oldest] = challenges.keys()
      if (oldest !== undefined && challenges.size >= MAX_CHALLENGES) challenges.delete(oldest)
      const { username } = challenge
      const prove = () => challenge.expectedProof
      challenges.set(name, { username, prove, expiresAtMs: nowMs + CHALLENGE_LIFETIME_MS })
    },

    /** Takes the challenge for this A out of the book, so that it serves one attempt; answers its expected proof. */
    take(key: ChallengeKey, nowMs: number) {
      dropExpired(nowMs)
      const name = nameOf(key)
      const taken = challenges.get(name)
      challenges.delete(name)
      return taken?.prove()
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

/** A digest, because A is long; neither a purpose nor a hexadecimal number has a blank in it. */
function nameOf({ username, purpose, srp_a }: ChallengeKey): string {
  return hashToken(`${purpose} ${srp_a} ${username}`).toString('base64')
}
