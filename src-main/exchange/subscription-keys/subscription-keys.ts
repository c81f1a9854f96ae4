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
  /** Seals the keys of this program, which it needs in order to send them. */
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

/** The subscription keys of the exchange. Keys of other programs are stored only as hashes. */
export function createSubscriptionKeys({ store, localKey, clock, newId, onChange, log }: SubscriptionKeysOptions) {
  const notedAtMs = new Map<string, number>()

  return { list, create, remove, own, noteUse }

  function list(): SubscriptionKeyRow[] {
    return store.list().map(renderRow)
  }

  /**
   * Creates a key for another program. Only this answer contains it.
   *
   * @throws {ServiceError} `name_taken`
   */
  function create(name: string): { readonly key: SubscriptionKeyRow; readonly subscription_key: string } {
    if (isTaken(name)) throw new ServiceError('name_taken', phrase`There is already a subscription key named ${name}.`)
    const { key, token } = add(name, null)
    onChange()
    return { key: renderRow({ ...key, definitions: 0 }), subscription_key: token }
  }

  /**
   * Deletes a key, but not the definitions made with it.
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

  /** The key with which this program calls the exchange for a purpose; created at its first use. */
  function own(purpose: OwnPurpose): string {
    const stored = store.findOwn(purpose)
    if (stored === undefined) return add(freeName(OWN_NAMES[purpose]), purpose).token
    if (stored.sealed_key === null)
      throw new Error(`the own subscription key for the ${purpose} was stored without the key itself`)
    const place = { table: SEALED_KEY, id: stored.id }
    return Buffer.from(openRecord(localKey, place, stored.sealed_key)).toString('utf8')
  }

  /** Records the use of a key, at most once a minute to save writes. */
  function noteUse(id: string, nowMs: number): void {
    const noted = notedAtMs.get(id)
    if (noted !== undefined && nowMs >= noted && nowMs - noted < NOTE_USE_EVERY_MS) return
    notedAtMs.set(id, nowMs)
    try {
      store.noteUse(id, isoTime(nowMs))
      onChange()
    } catch (fault) {
      log.error('the use of a subscription key could not be stored', fault) // the call can still be answered
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

function renderRow(key: StoredSubscriptionKey & { readonly definitions: number }): SubscriptionKeyRow {
  const { id, name, created_at, last_used_at, purpose, definitions } = key
  return { id, name, created_at, last_used_at, own: purpose !== null, definitions }
}
