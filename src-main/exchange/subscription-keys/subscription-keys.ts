import { phrase, ServiceError } from '../../../shared/contract/errors.ts'
import type { SubscriptionKeyRow } from '../../../shared/contract/workbench-exchange.ts'
import { foldCase } from '../../../shared/folded-text.ts'
import type { LocalKey } from '../../crypto/keys.ts'
import { openRecord, sealRecord } from '../../crypto/local-key.ts'
import { hashToken, newSecretToken } from '../../crypto/token.ts'
import type { Clock, IdSource, Log } from '../../service/ports.ts'
import { isoTime } from '../../service/ports.ts'
import type { OwnPurpose, StoredSubscriptionKey, SubscriptionKeyStore } from './subscription-key-store.ts'

interface SubscriptionKeysOptions {
  readonly store: SubscriptionKeyStore
  /** Seals the keys of this program, which it must send itself. */
  readonly localKey: LocalKey
  readonly clock: Clock
  readonly newId: IdSource
  /** Called after a key was added, removed, or used. */
  readonly onChange: () => void
  readonly log: Log
}

export type SubscriptionKeys = ReturnType<typeof createSubscriptionKeys>

const OWN_NAMES: Readonly<Record<OwnPurpose, string>> = {
  window: 'Vaultbench window',
  verifier: 'Verifier application',
  scenarios: 'Scenarios of the wallet',
}
const SEALED_KEY = 'subscription_keys.sealed_key'
const NOTE_USE_EVERY_MS = 60_000

/** The keys that callers of the exchange hold. Only hashes are kept of those of other programs. */
export function createSubscriptionKeys({ store, localKey, clock, newId, onChange, log }: SubscriptionKeysOptions) {
  const notedAtMs = new Map<string, number>()

  return { list, create, remove, own, noteUse }

  function list(): SubscriptionKeyRow[] {
    return store.list().map(shown)
  }

  /**
   * Makes a key for another program. It is answered this once.
   *
   * @throws {ServiceError} `name_taken`
   */
  function create(name: string): { readonly key: SubscriptionKeyRow; readonly subscription_key: string } {
    if (isTaken(name)) throw new ServiceError('name_taken', phrase`There is a subscription key named ${name} already.`)
    const { key, token } = add(name, null)
    onChange()
    return { key: shown({ ...key, definitions: 0 }), subscription_key: token }
  }

  /**
   * Calls with the key are refused from now on; definitions made with it stay.
   *
   * @throws {ServiceError} `not_found`, `forbidden` for a key of this program
   */
  function remove(id: string): void {
    const key = store.find(id)
    if (key === undefined) throw new ServiceError('not_found', 'There is no such subscription key.')
    if (key.purpose !== null)
      throw new ServiceError('forbidden', phrase`The key ${key.name} is used by this program itself.`)
    store.remove(id)
    notedAtMs.delete(id)
    onChange()
  }

  /** The key this program calls the exchange with for one purpose; made when it is asked for first. */
  function own(purpose: OwnPurpose): string {
    const stored = store.findOwn(purpose)
    if (stored === undefined) return add(freeName(OWN_NAMES[purpose]), purpose).token
    if (stored.sealed_key === null)
      throw new Error(`the own subscription key for the ${purpose} was stored without itself`)
    const place = { table: SEALED_KEY, id: stored.id }
    return Buffer.from(openRecord(localKey, place, stored.sealed_key)).toString('utf8')
  }

  /** Remembers that a key was used, at most once a minute: no call has to wait for a write of its own. */
  function noteUse(id: string, nowMs: number): void {
    const noted = notedAtMs.get(id)
    if (noted !== undefined && nowMs >= noted && nowMs - noted < NOTE_USE_EVERY_MS) return
    notedAtMs.set(id, nowMs)
    try {
      store.noteUse(id, isoTime(nowMs))
      onChange()
    } catch (fault) {
      log.error('the use of a subscription key could not be kept', fault) // the call itself can still be answered
    }
  }

  function add(
    name: string,
    purpose: OwnPurpose | null,
  ): { readonly key: StoredSubscriptionKey; readonly token: string } {
    const id = newId()
    const token = newSecretToken()
    const sealed = () => sealRecord(localKey, { table: SEALED_KEY, id }, Buffer.from(token, 'utf8'))
    const key: StoredSubscriptionKey = {
      id,
      name,
      key_hash: hashToken(token),
      created_at: isoTime(clock.nowMs()),
      last_used_at: null,
      purpose,
      sealed_key: purpose === null ? null : sealed(),
    }
    store.add(key)
    return { key, token }
  }

  function isTaken(name: string): boolean {
    const wanted = foldCase(name)
    return store.list().some((key) => foldCase(key.name) === wanted)
  }

  function freeName(name: string): string {
    if (!isTaken(name)) return name
    for (let number = 2; ; number += 1) if (!isTaken(`${name} ${number}`)) return `${name} ${number}`
  }
}

function shown(key: StoredSubscriptionKey & { readonly definitions: number }): SubscriptionKeyRow {
  const { id, name, created_at, last_used_at, purpose, definitions } = key
  return { id, name, created_at, last_used_at, own: purpose !== null, definitions }
}
