import type { SrpChallenge } from '../../crypto/srp-server.ts'

const CHALLENGE_LIFETIME_MS = 5 * 60 * 1000
const MAX_CHALLENGES_OF_USERNAME = 5
const MAX_CHALLENGES = 1000

/**
 * Open SRP challenges (key-store contract 6.1). In memory only: an expected proof is as good as a login, and a restart
 * costs a client one repeated call.
 */
export interface ChallengeBook {
  /** Opens a challenge; the oldest of the username, and the oldest of all, give way when there are too many. */
  open(username: string, challenge: Pick<SrpChallenge, 'srp_a' | 'expectedProof'>, nowMs: number): void
  /** Takes the challenge for this A out of the book, so that it serves one attempt; answers its expected proof. */
  take(username: string, canonicalSrpA: string, nowMs: number): string | undefined
  /** Drops all challenges of a username. */
  forget(username: string): void
}

interface OpenChallenge {
  readonly username: string
  readonly srp_a: string
  readonly expectedProof: string
  readonly expiresAtMs: number
}

export function createChallengeBook(): ChallengeBook {
  /** Oldest first. */
  let challenges: readonly OpenChallenge[] = []

  return {
    open(username, { srp_a, expectedProof }, nowMs) {
      const expiresAtMs = nowMs + CHALLENGE_LIFETIME_MS
      const others = openAt(nowMs).filter((other) => other.username !== username || other.srp_a !== srp_a)
      const kept = withoutOldest(others, MAX_CHALLENGES_OF_USERNAME, (other) => other.username === username)
      const room = withoutOldest(kept, MAX_CHALLENGES, () => true)
      challenges = [...room, { username, srp_a, expectedProof, expiresAtMs }]
    },

    take(username, canonicalSrpA, nowMs) {
      challenges = openAt(nowMs)
      const taken = challenges.find((one) => one.username === username && one.srp_a === canonicalSrpA)
      challenges = challenges.filter((one) => one !== taken)
      return taken?.expectedProof
    },

    forget(username) {
      challenges = challenges.filter((one) => one.username !== username)
    },
  }

  function openAt(nowMs: number): readonly OpenChallenge[] {
    return challenges.filter((one) => one.expiresAtMs > nowMs)
  }
}

/** Makes room for one more among those that count: drops the first of them when there are `limit`. */
function withoutOldest(
  challenges: readonly OpenChallenge[],
  limit: number,
  counts: (challenge: OpenChallenge) => boolean,
): readonly OpenChallenge[] {
  const counted = challenges.filter(counts)
  return counted.length < limit ? challenges : challenges.filter((one) => one !== counted[0])
}
