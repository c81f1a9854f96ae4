import type { Call, Send } from '../../../shared/contract/caller.ts'
import { callOver, CallError } from '../../../shared/contract/caller.ts'
import { keystoreOperations, vaultOperations } from '../../../shared/contract/index.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import type { KeyPair } from '../../crypto/key-pair.ts'
import { wipeKeyPair } from '../../crypto/key-pair.ts'
import type { DataKeys } from '../../crypto/data-keys.ts'
import type { KeyEncryptionKey } from '../../crypto/keys.ts'
import { wipe } from '../../crypto/keys.ts'

/** Access tokens; they stay in the main process. */
export interface AccountTokens {
  readonly vault: string
  /** Null for the agent of an organization or service: it has no key store, and its members keep its keys. */
  readonly keystore: string | null
}

/** What the client of any actor holds unlocked: the keys of slot values and connection names. */
export type UnlockedKeys = DataKeys

/** What a signed-in person's client holds unlocked. */
export interface PersonKeys extends UnlockedKeys {
  readonly keyEncryptionKey: KeyEncryptionKey
  readonly loginKeyPair: KeyPair
}

/** One signed-in actor: calls the service in its name and holds its keys until they are wiped. */
export interface Account<Keys extends UnlockedKeys = UnlockedKeys> {
  readonly vaultUserId: string
  /** Fingerprint of the key pair the actor logs in with, in groups of four. */
  readonly keyFingerprint: string
  /** Calls with this user's token. @throws {CallError} with the service's errors */
  readonly call: Call
  /** The same for any operation id, with failures as data. @throws {ServiceError} `forbidden` to the key store of an agent */
  readonly send: Send
  /** @throws {ServiceError} `user_locked` once the keys are wiped. */
  keys(): Keys
  /** Wipes, then ends the sessions at the service. */
  signOut(): Promise<void>
  /** Overwrites the keys at once; every later call is refused with `user_locked`. */
  wipe(): void
  /** Runs `work` when the keys are wiped, so that what was unlocked with them goes too; at once if they are gone. */
  whenWiped(work: () => void): void
}

/** The account of somebody with a key store of their own. */
export type PersonAccount = Account<PersonKeys>

/** What makes an account. */
export interface AccountParts<Keys extends UnlockedKeys> {
  readonly vaultUserId: string
  readonly keyFingerprint: string
  readonly tokens: AccountTokens
  readonly keys: Keys
  /** Overwrites them. */
  readonly wipeKeys: (keys: Keys) => void
}

/** The account of a person. */
export function openPersonAccount(
  send: Send,
  parts: Pick<AccountParts<PersonKeys>, 'vaultUserId' | 'tokens' | 'keys'>,
): PersonAccount {
  return openAccount(send, {
    ...parts,
    keyFingerprint: readableFingerprint(parts.keys.loginKeyPair.kid),
    wipeKeys({ keyEncryptionKey, dataEncryptionKey, formerDataKeys = [], loginKeyPair }) {
      wipe(keyEncryptionKey, dataEncryptionKey, ...formerDataKeys)
      wipeKeyPair(loginKeyPair)
    },
  })
}

/** Binds keys and tokens to a caller. */
export function openAccount<Keys extends UnlockedKeys>(send: Send, parts: AccountParts<Keys>): Account<Keys> {
  const { vaultUserId, keyFingerprint, wipeKeys } = parts
  let held: Pick<typeof parts, 'tokens' | 'keys'> | undefined = parts
  const wipedToo: (() => void)[] = []
  const sendAsUser: Send = async (request) => sendWith(hold().tokens)(request)
  const call = callOver(sendAsUser)

  return {
    vaultUserId,
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
    if (held === undefined) throw new ServiceError('user_locked', 'Sign in first: the keys of this user are locked.')
    return held
  }

  async function signOut(): Promise<void> {
    const { tokens } = hold()
    const callOnceMore = callOver(sendWith(tokens))
    wipeAll() // the keys do not wait for the disk
    await endSession(() => callOnceMore(vaultOperations.sessionDelete, {}))
    if (tokens.keystore !== null) await endSession(() => callOnceMore(keystoreOperations.sessionDelete, {}))
  }

  function sendWith(tokens: AccountTokens): Send {
    return async (request) => {
      const token = request.operation.startsWith('keystore.') ? tokens.keystore : tokens.vault
      if (token === null)
        throw new ServiceError('forbidden', 'An organization has no key store; its members keep its keys.')
      return send({ ...request, headers: { ...request.headers, authorization: token } })
    }
  }

  function wipeAll(): void {
    if (held === undefined) return
    const { keys } = held
    held = undefined
    wipeKeys(keys)
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
