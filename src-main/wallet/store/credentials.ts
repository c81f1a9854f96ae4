import { ServiceError } from '../../../shared/contract/errors.ts'
import type { CredentialSource, WalletCredential } from '../../../shared/contract/workbench-wallet.ts'
import type { Candidate } from '../../../shared/presentation-exchange/candidate.ts'
import { openWalletText, sealWalletText } from '../../crypto/wallet-seal.ts'
import { isoTime } from '../../service/ports.ts'
import type { z } from 'zod'
import type { WalletOwner, WalletPorts } from './wallet-ports.ts'
import { factsOf, periodOf, titleOf } from './credential-facts.ts'
import { readHeld } from './read-held.ts'
import { readImport } from './read-import.ts'
import type { StoredCredential } from './wallet-store.ts'

/** A decrypted credential of a wallet. */
export interface HeldCredential {
  readonly id: string
  /** The object, compact JWT or SD-JWT, as received. */
  readonly raw: unknown
  readonly candidate: Candidate
  readonly facts: StoredCredential
}

export interface NewCredential {
  readonly raw: unknown
  readonly source: z.infer<typeof CredentialSource>
  readonly verified: WalletCredential['verified']
  /** The name of the issuer, from itself, for formats that do not say it. */
  readonly issuer_name?: string
}

export type Credentials = ReturnType<typeof credentialsOf>

/** The credentials of a wallet, which are stored sealed. */
export function credentialsOf(ports: WalletPorts, owner: WalletOwner) {
  const { store, clock, newId, checkCredential, schemaTitle } = ports
  const { ownerId } = owner
  return { list, held, open, add, importText, remove }

  function list(): readonly WalletCredential[] {
    return store.credentials(ownerId).map(shown)
  }

  /** Newest first. */
  function held(): readonly HeldCredential[] {
    return store.credentials(ownerId).map(opened)
  }

  /** @throws {ServiceError} `not_found`; {CryptoError} if it cannot be decrypted */
  function open(id: string): { readonly credential: WalletCredential; readonly held: HeldCredential } {
    const stored = find(id)
    return { credential: shown(stored), held: opened(stored) }
  }

  /** @throws {ServiceError} `credential_invalid` */
  function add(credentials: readonly NewCredential[]): readonly WalletCredential[] {
    const stored = credentials.map(storedForm)
    store.addCredentials(stored)
    return stored.map(shown)
  }

  /**
   * @param refuseIfClosed called after all credentials are checked, which takes a while; throws if none may be added any more
   * @throws {ServiceError} `credential_invalid`
   */
  async function importText(text: string, refuseIfClosed: () => void): Promise<readonly WalletCredential[]> {
    const checked: NewCredential[] = []
    for (const { raw, source } of readImport(text)) checked.push({ raw, source, verified: await checkCredential(raw) })
    refuseIfClosed()
    return add(checked)
  }

  /** @throws {ServiceError} `not_found` */
  function remove(id: string): void {
    store.removeCredential(ownerId, find(id).id)
  }

  function storedForm({ raw, source, verified, issuer_name }: NewCredential): StoredCredential {
    const candidate = readHeld(raw)
    if (candidate === undefined) throw new ServiceError('credential_invalid', 'This cannot be read as a credential.')
    const id = newId()
    const facts = factsOf(candidate)
    return {
      id,
      owner_id: ownerId,
      ...facts,
      issuer_name: facts.issuer_name ?? issuer_name ?? null,
      source,
      verified,
      added_at: isoTime(clock.nowMs()),
      sealed_raw: sealWalletText(owner.keys().dataEncryptionKey, { part: 'credential', id }, JSON.stringify(raw)),
    }
  }

  function opened(stored: StoredCredential): HeldCredential {
    const { id, sealed_raw } = stored
    const raw: unknown = JSON.parse(openWalletText(owner.keys(), { part: 'credential', id }, sealed_raw))
    const candidate = readHeld(raw)
    if (candidate === undefined) throw new Error(`the stored credential ${id} is none`)
    return { id, raw, candidate, facts: stored }
  }

  function find(id: string): StoredCredential {
    const stored = store.findCredential(ownerId, id)
    if (stored === undefined) throw new ServiceError('not_found', 'This wallet has no such credential.')
    return stored
  }

  function shown({ owner_id: _owner, sealed_raw: _raw, ...facts }: StoredCredential): WalletCredential {
    return {
      ...facts,
      title: titleOf(facts.types, facts.schema === null ? undefined : schemaTitle(facts.schema)),
      period: periodOf(facts, clock.nowMs()),
    }
  }
}
