import { computed } from 'vue'
import type { ForwardedAs } from '../../../shared/contract/workbench-forward.ts'
import type { ListedSession } from '../../../shared/contract/keystore-lists.ts'
import { keystoreListOperations } from '../../../shared/contract/keystore-lists.ts'
import { keystoreSessionOperations } from '../../../shared/contract/keystore-sessions.ts'
import { vaultSessionOperations } from '../../../shared/contract/vault-sessions.ts'
import { asUser, callService } from '../../api/call.ts'
import { text } from '../../i18n/i18n.ts'
import { useActor } from '../../session/use-actor.ts'
import { isGone, useRemovableRows } from '../../session/use-held-removal.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { accessPlace } from './access-place.ts'

export type IssuingPart = ListedSession['issued_by']

/** A session that was just started; its token is stored nowhere else. */
export interface StartedSession {
  readonly token: string
  readonly validTill: string
}

/** The running sessions of an actor, with functions to start and end them. `name` is the actor's name in messages. */
export function useSessions(actor: string, name: () => string) {
  const user = asUser(actor)
  const { value, failure, busy, reload } = useLoaded(() => readSessions(user), {
    whose: useActor(actor),
    kept: `sessions ${actor}`,
  })
  const { rows: sessions, remove: end } = useRemovableRows({
    rows: () => value.value?.sessions,
    idOf: ({ id }) => id,
    removal: ({ id }) => ({
      text: text('access.sessions.ended', { name: name() }),
      link: accessPlace(actor, 'sessions'),
      send: () => callService(user, keystoreListOperations.sessionsIdDelete, { params: { id } }),
      refused: (reason) => text('access.sessions.endFailed', { reason }),
    }),
    reload,
  })
  /** The window signs a user in to vault and key-store, so two sessions are its own. */
  const windowIds = computed(() => idsOf(value.value))
  const others = computed(() => (sessions.value ?? []).filter(({ id }) => !windowIds.value.has(id)))

  /**
   * Ends every session except those of this window, including sessions that started since the list was read. One by
   * one, because "all but the current one" would keep only one of the window's two.
   *
   * @returns how many ended
   * @throws {CallError} at the first that could not be ended
   */
  async function endOthers(): Promise<number> {
    const now = await readSessions(user)
    const kept = idsOf(now)
    const ending = now.sessions.filter(({ id }) => !kept.has(id))
    try {
      for (const { id } of ending) await endNow(id)
    } finally {
      void reload()
    }
    return ending.length
  }

  async function endNow(id: string): Promise<void> {
    try {
      await callService(user, keystoreListOperations.sessionsIdDelete, { params: { id } })
    } catch (error) {
      if (!isGone(error)) throw error
    }
  }

  /** @throws {CallError} */
  async function startLimited(part: IssuingPart, seconds: number): Promise<StartedSession> {
    const request = { body: { valid_for: seconds } }
    const { session } =
      part === 'vault'
        ? await callService(user, vaultSessionOperations.sessionLimitedInTimePost, request)
        : await callService(user, keystoreSessionOperations.sessionLimitedInTimePost, request)
    void reload()
    return { token: session.session_authentication_string, validTill: session.valid_till }
  }

  return { sessions, others, windowIds, failure, busy, reload, end, endOthers, startLimited }
}

type ReadSessions = Awaited<ReturnType<typeof readSessions>>

async function readSessions(user: ForwardedAs) {
  const [{ sessions }, vault, keystore] = await Promise.all([
    callService(user, keystoreListOperations.sessionsGet, {}),
    callService(user, vaultSessionOperations.sessionGet, {}),
    callService(user, keystoreSessionOperations.sessionGet, {}),
  ])
  return { sessions, own: { vault, keystore } }
}

function idsOf(read: ReadSessions | undefined): ReadonlySet<string> {
  const tokens = [read?.own.vault.user_access_token, read?.own.keystore.user_access_token]
  return new Set(tokens.flatMap((token) => (token ? [token.id] : [])))
}
