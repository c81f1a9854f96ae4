import { computed } from 'vue'
import { connectionOperations } from '../../../shared/contract/connections.ts'
import { invitationOperations } from '../../../shared/contract/invitations.ts'
import type { ConnectionRow, InvitationRow } from '../../../shared/contract/workbench-sharing.ts'
import { workbenchPeopleOperations } from '../../../shared/contract/workbench-sharing.ts'
import { asUser } from '../../api/as.ts'
import { call, callService } from '../../api/call.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { text } from '../../i18n/i18n.ts'
import { useActor } from '../../session/use-actor.ts'
import { useHeldRemoval } from '../../session/use-held-removal.ts'
import { useVaultChanges } from '../../session/use-vault-changes.ts'
import { peoplePlace } from './people-place.ts'

/** The connections of an actor by name, and how to end them: with Undo, because all shares between the two end too. */
export function useConnections(actor: string) {
  const { look } = useActor(actor)
  const {
    value,
    removed,
    remove: hold,
    ...reading
  } = useFollowedList(actor, async () => {
    const { rows } = await call(workbenchPeopleOperations.connectionRows, { params: { user_id: actor }, query: {} })
    return rows
  })
  const rows = computed(() => value.value?.filter(({ connection_id }) => !removed.value.has(connection_id)))

  function remove(going: readonly ConnectionRow[]): void {
    hold(
      ...going.map(({ connection_id: id, name }) => ({
        id,
        text: text('people.removal.connection', { name, actor: look.value.name }),
        link: peoplePlace(actor, 'connections'),
        send: () => callService(asUser(actor), connectionOperations.connectionsIdDelete, { params: { id } }),
        refused: (reason: string) => text('people.removal.connectionFailed', { name, reason }),
      })),
    )
  }

  return { rows, remove, ...reading }
}

/** The invitations an actor sent, newest first, and how to cancel those that nobody used yet. */
export function useInvitations(actor: string) {
  const { look } = useActor(actor)
  const {
    value,
    removed,
    remove: hold,
    ...reading
  } = useFollowedList(actor, async () => {
    const { rows } = await call(workbenchPeopleOperations.invitationRows, { params: { user_id: actor } })
    return rows
  })
  const rows = computed(() => value.value?.filter(({ id }) => !removed.value.has(id)))

  function cancel(going: readonly InvitationRow[]): void {
    hold(
      ...going.map(({ id, name }) => ({
        id,
        text: text('people.removal.invitation', { name, actor: look.value.name }),
        link: peoplePlace(actor, 'invitations'),
        send: () => callService(asUser(actor), invitationOperations.invitationsIdDelete, { params: { token: id } }),
        refused: (reason: string) => text('people.removal.invitationFailed', { name, reason }),
      })),
    )
  }

  return { rows, cancel, ...reading }
}

/** Something that is read when the user is there, again after every change, and dropped when the user is locked. */
function useFollowedList<Row>(actor: string, read: () => Promise<readonly Row[]>) {
  const loaded = useLoaded(read, { whose: useActor(actor) })
  const { removed, remove } = useHeldRemoval(() => void loaded.reload())
  useVaultChanges(actor, () => void loaded.reload())
  return { ...loaded, removed, remove }
}
