import { keystoreListOperations } from '../../../shared/contract/keystore-lists.ts'
import { workbenchUserOperations } from '../../../shared/contract/workbench-users.ts'
import { asUser, call, callService } from '../../api/call.ts'
import { text } from '../../i18n/i18n.ts'
import { useActor } from '../../session/use-actor.ts'
import { useRemovableRows } from '../../session/use-held-removal.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { accessPlace } from './access-place.ts'

/** The input for a new login key. */
export interface NewLoginKey {
  readonly label: string
  /** ISO time; null: it does not expire. */
  readonly expireAt: string | null
  /** Null for the passphrase stored in the workspace. */
  readonly passphrase: string | null
}

/** The login keys of an actor, with functions to make and delete them. `name` is the actor's name in messages. */
export function useLoginKeys(actor: string, name: () => string) {
  const user = asUser(actor)
  const { value, failure, busy, reload } = useLoaded(
    async () => (await callService(user, keystoreListOperations.loginKeysGet, {})).login_keys,
    { whose: useActor(actor), kept: `login-keys ${actor}` },
  )
  const { rows: loginKeys, remove } = useRemovableRows({
    rows: () => value.value,
    idOf: ({ id }) => id,
    removal: ({ id, label }) => ({
      text: text('access.loginKeys.deleted', { label, name: name() }),
      link: accessPlace(actor, 'login-keys'),
      send: () => callService(user, keystoreListOperations.loginKeysIdDelete, { params: { id } }),
      refused: (reason) => text('access.loginKeys.deleteFailed', { reason }),
    }),
    reload,
  })

  /** @param passphrase null for the stored one @returns the key, which is answered only once. @throws {CallError} */
  async function create({ label, expireAt, passphrase }: NewLoginKey): Promise<string> {
    const { login_key } = await call(workbenchUserOperations.loginKeyMake, {
      params: { user_id: actor },
      body: { passphrase, label, expire_at: expireAt },
    })
    void reload()
    return login_key
  }

  return { loginKeys, failure, busy, reload, remove, create }
}
