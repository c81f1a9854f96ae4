import { timingSafeEqual } from 'node:crypto'
import { ServiceError } from '../../../shared/contract/errors.ts'
import { hashToken, newSecretToken } from '../../crypto/token.ts'

/** The number of windows at the same time; one more ends the token of the oldest. */
const MAX_WINDOWS = 32

/** Lets a browser's window in: a start code, good once, is exchanged for a token that lives as long as this process. */
export type WindowSessions = ReturnType<typeof createWindowSessions>

/** @param elapsedMs real time in milliseconds; the clock of a workspace can be moved, this one cannot */
export function createWindowSessions(elapsedMs: () => number) {
  let codes: readonly StartCode[] = []
  let tokenHashes: Buffer[] = []
  let commandHash: Buffer | undefined

  return {
    /**
     * @param lifetimeMs how long the code is valid; undefined until it is used, for a code that a person copies from the
     *   start line
     * @param whenOver called once, when the code was used or has expired, so that its holder can drop it
     */
    issueCode(lifetimeMs: number | undefined, whenOver: () => void = () => undefined) {
      const code = newSecretToken()
      const issued = { hash: hashToken(code), usableUntilMs: elapsedMs() + (lifetimeMs ?? Infinity), whenOver }
      codes = [...codes, issued]
      if (lifetimeMs !== undefined) setTimeout(() => drop([issued]), lifetimeMs + 1).unref()
      return code
    },
    /** @throws {ServiceError} `unauthorized` for a wrong, late or used code */
    exchangeCode(code: string) {
      const hash = hashToken(code)
      const known = codes.find((entry) => timingSafeEqual(entry.hash, hash))
      drop(codes.filter((entry) => entry === known || entry.usableUntilMs < elapsedMs()))
      if (known === undefined || known.usableUntilMs < elapsedMs()) {
        throw new ServiceError('unauthorized', 'This start code is wrong, used or too old; start the program again.', {
          extraInfo: { reason: 'token_invalid' },
        })
      }
      const token = newSecretToken()
      tokenHashes = [...tokenHashes.slice(1 - MAX_WINDOWS), hashToken(token)]
      return token
    },
    /** A token only for the commands of this program; it replaces the previous one. */
    issueCommandToken() {
      const token = newSecretToken()
      commandHash = hashToken(token)
      return token
    },
    isCommandToken: (token: string) => commandHash !== undefined && timingSafeEqual(commandHash, hashToken(token)),
    isWindowToken(token: string) {
      const hash = hashToken(token)
      return tokenHashes.reduce((found, known) => timingSafeEqual(known, hash) || found, false)
    },
  }

  /** Removes codes that are still known, and calls `whenOver` once. */
  function drop(ended: readonly StartCode[]): void {
    const leaving = codes.filter((entry) => ended.includes(entry))
    codes = codes.filter((entry) => !leaving.includes(entry))
    for (const { whenOver } of leaving) whenOver()
  }
}

/**
 * Lets a window in by the `Authorization` header it sends.
 *
 * @param isOtherwiseKnown tokens that are let in besides those of windows
 * @throws {ServiceError} `unauthorized`
 */
export function requireWindow(
  sessions: Pick<WindowSessions, 'isWindowToken'>,
  authorization = '',
  isOtherwiseKnown: (token: string) => boolean = () => false,
): void {
  const token = /^Bearer ([\w-]{1,128})$/.exec(authorization)?.[1]
  if (token !== undefined && (sessions.isWindowToken(token) || isOtherwiseKnown(token))) return
  throw new ServiceError('unauthorized', 'Only the window of this program may call this.', {
    extraInfo: { reason: token === undefined ? 'token_missing' : 'token_invalid' },
  })
}

interface StartCode {
  readonly hash: Buffer
  readonly usableUntilMs: number
  readonly whenOver: () => void
}
