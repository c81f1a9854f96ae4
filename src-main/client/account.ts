import type { Call, Send } from '../../shared/contract/caller.ts'
import { callOver, CallError } from '../../shared/contract/caller.ts'
import { keystoreOperations, vaultOperations } from '../../shared/contract/index.ts'
import { ServiceError } from '../../shared/contract/errors.ts'
import type { KeyPair } from '../crypto/key-pair.ts'
import { wipeKeyPair } from '../crypto/key-pair.ts'
import type { DataEncryptionKey, KeyEncryptionKey } from '../crypto/keys.ts'
import { wipe } from '../crypto/keys.ts'

/** Access tokens of both parts; they stay in the main process. */
export interface AccountTokens {
  readonly vault: string
  readonly keystore: string
}

/** What a signed-in user's client holds unlocked. */
export interface UnlockedKeys {
  readonly keyEncryptionKey: KeyEncryptionKey
  /** Of slot values and connection names. */
  readonly dataEncryptionKey: DataEncryptionKey
  readonly loginKeyPair: KeyPair
}

/** One signed-in user: calls the service in the user's name and holds the user's keys until they are wiped. */
export interface Account {
  readonly username: string
  readonly vaultUserId: string
  /** Fingerprint of the login key pair, in groups of four. */
  readonly keyFingerprint: string
  /** Calls with this user's token. @throws {CallError} with the service's errors */
  readonly call: Call
  /** The same for any operation id, with failures as data. */
  readonly send: Send
  /** @throws {ServiceError} `user_locked` once the keys are wiped. */
  keys(): UnlockedKeys
  /** Wipes, then ends both sessions at the service. */
  signOut(): Promise<void>
  /** Overwrites the keys at once; every later call is refused with `user_locked`. */
  wipe(): void
  /** Runs `work` when the keys are wiped, so that what was unlocked with them goes too; at once if they are gone. */
  whenWiped(work: () => void): void
}

/** Binds keys and tokens to a caller. */
export function openAccount(
  send: Send,
  user: { readonly username: string; readonly vaultUserId: string },
  tokens: AccountTokens,
  unlocked: UnlockedKeys,
): Account {
  let held: { readonly tokens: AccountTokens; readonly keys: UnlockedKeys } | undefined = { tokens, keys: unlocked }
  const wipedToo: (() => void)[] = []
  const keyFingerprint = readableFingerprint(unlocked.loginKeyPair.kid)
  const sendAsUser: Send = async (request) => sendWith(hold().tokens)(request)
  const call = callOver(sendAsUser)

  return {
    ...user,
    keyFingerprint,
    call,
    send: sendAsUser,
    keys: () => hold().keys,
    signOut,
    wipe: wipeAll,
    whenWiped(work) {
      if (held === undefined) work()
      else wipedToo.push(work)
    },
  }

  function hold() {
    if (held === undefined) throw new ServiceError('user_locked', 'sign in first: the keys of this user are locked')
    return held
  }

  async function signOut(): Promise<void> {
    const callOnceMore = callOver(sendWith(hold().tokens))
    wipeAll() // the keys do not wait for the disk
    await endSession(() => callOnceMore(vaultOperations.sessionDelete, {}))
    await endSession(() => callOnceMore(keystoreOperations.sessionDelete, {}))
  }

  function sendWith(tokens: AccountTokens): Send {
    return async (request) => {
      const token = request.operation.startsWith('keystore.') ? tokens.keystore : tokens.vault
      return send({ ...request, headers: { ...request.headers, authorization: token } })
    }
  }

  function wipeAll(): void {
    if (held === undefined) return
    const { keys } = held
    held = undefined
    wipe(keys.keyEncryptionKey, keys.dataEncryptionKey)
    wipeKeyPair(keys.loginKeyPair)
    for (const work of wipedToo.splice(0)) work()
  }
}

/** A session that is gone already is as good as one that was ended. */
async function endSession(end: () => Promise<unknown>): Promise<void> {
  try {
    await end()
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'unauthorized')) throw error
  }
}

/** `HC3C H2sx SVk` */
export function readableFingerprint(kid: string): string {
  return kid.replace(/.{4}(?=.)/g, '$& ')
}
