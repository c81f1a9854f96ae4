import type { Call, Send } from '../../../shared/contract/caller.ts'
import { callOver, CallError } from '../../../shared/contract/caller.ts'
import { keystoreOperations, vaultOperations } from '../../../shared/contract/index.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import type { ConnectionKeyPair } from '../../crypto/connection-key-pair.ts'
import { wipeConnectionKeyPair } from '../../crypto/connection-key-pair.ts'
import type { DataKeys } from '../../crypto/data-keys.ts'
import type { KeyEncryptionKey } from '../../crypto/keys.ts'
import { wipe } from '../../crypto/keys.ts'
import { readableKeyFingerprint } from './key-fingerprint.ts'

/** Access tokens; they stay in the main process. */
export interface AccountTokens {
  readonly vault: string
  /** Null for the agent of an organization or service: it has no key store, and its members keep its keys. */
  readonly keystore: string | null
}

/** The unlocked keys of any actor: for slot values and connection names. */
export type UnlockedKeys = DataKeys

/** The unlocked keys of an account with a key store: a person's own, or that of an account owner. */
export interface KeyStoreKeys extends UnlockedKeys {
  readonly keyEncryptionKey: KeyEncryptionKey
}

/** The unlocked keys of a signed-in person. */
export interface PersonKeys extends KeyStoreKeys {
  readonly loginKeyPair: ConnectionKeyPair
}

/** A signed-in actor: calls the service on its behalf, and has its keys until they are wiped. */
export interface Account<Keys extends UnlockedKeys = UnlockedKeys> {
  readonly vaultUserId: string
  /** Fingerprint of the key pair the actor logs in with, in groups of four. */
  readonly keyFingerprint: string
  /** Calls with this user's token. @throws {CallError} with the service's errors */
  readonly call: Call
  /**
   * Calls any operation by its id; failures are data. @throws {ServiceError} `forbidden` for an agent's key-store call
   */
  readonly send: Send
  /** @throws {ServiceError} `user_locked` once the keys are wiped. */
  keys(): Keys
  /** Wipes the keys, then ends the sessions at the service. */
  signOut(): Promise<void>
  /** Overwrites the keys immediately; every later call is refused with `user_locked`. */
  wipe(): void
  /** Runs `work` when the keys are wiped, to drop what was opened with them; immediately if they are gone already. */
  whenWiped(work: () => void): void
}

/** The account of somebody with a key store of their own. */
export type PersonAccount = Account<PersonKeys>

/** How an actor's calls reach the service, and how its sessions end. */
export interface CallRoute {
  readonly send: Send
  /** Ends the sessions at the service; the keys are wiped by then. */
  readonly end: () => Promise<void>
}

/** The parts of an account. */
export interface AccountParts<Keys extends UnlockedKeys> {
  readonly vaultUserId: string
  readonly keyFingerprint: string
  readonly way: CallRoute
  readonly keys: Keys
  /** Overwrites them. */
  readonly wipeKeys: (keys: Keys) => void
}

/** The account of a person. */
export function openPersonAccount(
  send: Send,
  { tokens, ...parts }: Pick<AccountParts<PersonKeys>, 'vaultUserId' | 'keys'> & { readonly tokens: AccountTokens },
): PersonAccount {
  return openAccount({
    ...parts,
    way: inOwnSessions(send, tokens),
    keyFingerprint: readableKeyFingerprint(parts.keys.loginKeyPair.publicKey),
    wipeKeys({ keyEncryptionKey, dataEncryptionKey, formerDataKeys = [], loginKeyPair }) {
      wipe(keyEncryptionKey, dataEncryptionKey, ...formerDataKeys)
      wipeConnectionKeyPair(loginKeyPair)
    },
  })
}

/** Calls with the tokens of a sign-in, one for each API, and ends them on sign-out. */
export function inOwnSessions(send: Send, tokens: AccountTokens): CallRoute {
  const sendAsUser: Send = async (request) => {
    const token = request.operation.startsWith('keystore.') ? tokens.keystore : tokens.vault
    if (token === null)
      throw new ServiceError('forbidden', 'An organization has no key store; its members keep its keys.')
    return send({ ...request, headers: { ...request.headers, authorization: token } })
  }
  const call = callOver(sendAsUser)
  return {
    send: sendAsUser,
    async end() {
      await endSession(() => call(vaultOperations.sessionDelete, {}))
      if (tokens.keystore !== null) await endSession(() => call(keystoreOperations.sessionDelete, {}))
    },
  }
}

/** Combines keys with a route to the service. */
export function openAccount<Keys extends UnlockedKeys>(parts: AccountParts<Keys>): Account<Keys> {
  const { vaultUserId, keyFingerprint, wipeKeys } = parts
  let held: Pick<typeof parts, 'way' | 'keys'> | undefined = parts
  const wipedToo: (() => void)[] = []
  const sendAsActor: Send = async (request) => hold().way.send(request)
  const call = callOver(sendAsActor)

  return {
    vaultUserId,
    keyFingerprint,
    call,
    send: sendAsActor,
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
    const { way } = hold()
    wipeAll() // the keys do not wait for the disk
    await way.end()
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
