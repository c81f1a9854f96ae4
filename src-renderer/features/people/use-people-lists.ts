import { connectionOperations } from '../../../shared/contract/connections.ts'
import { invitationOperations } from '../../../shared/contract/invitations.ts'
import type { ConnectionRow, InvitationRow } from '../../../shared/contract/workbench-sharing.ts'
import { workbenchPeopleOperations } from '../../../shared/contract/workbench-sharing.ts'
import { asUser, call, callService } from '../../api/call.ts'
import { text } from '../../i18n/i18n.ts'
import { useActing } from '../../session/acting.ts'
import { useActor } from '../../session/use-actor.ts'
import type { Removal } from '../../session/use-held-removal.ts'
import { useRemovableRows } from '../../session/use-held-removal.ts'
import { useVaultReading } from '../../session/use-vault-changes.ts'
import { peoplePlace } from './people-place.ts'

/** The connections of an actor by name. Ending them has Undo, because all shares between the two end too. */
export function useConnections(actor: string) {
  const { look } = useActor(actor)
  return useFollowedList(actor, {
    what: 'connected',
    read: async () => {
      const { rows } = await call(workbenchPeopleOperations.connectionRows, { params: { user_id: actor }, query: {} })
      return rows
    },
    idOf: ({ connection_id }: ConnectionRow) => connection_id,
    removal: ({ connection_id: id, name }) => ({
      text: text('people.removal.connection', { name, actor: look.value.name }),
      link: peoplePlace(actor, 'connections'),
      send: () => callService(asUser(actor), connectionOperations.connectionsIdDelete, { params: { id } }),
      refused: (reason) => text('people.removal.connectionFailed', { name, reason }),
    }),
  })
}

/** Plain connections with people: those of parents, members, services and delegates have another purpose already. */
const isPlain = ({ connection_type, user_type }: ConnectionRow): boolean =>
  connection_type === null && user_type === 'human'

/** The people of plain connections as choices, recent actors first. */
export function usePersonChoices() {
  const { recentFirst } = useActing()
  return (rows: readonly ConnectionRow[]) =>
    recentFirst(rows.filter(isPlain), (one, user) => one.user_id === user.vault_user_id).map(
      ({ connection_id: value, name: label }) => ({ value, label }),
    )
}

/** The invitations an actor sent, newest first, with a function to cancel unused ones. */
export function useInvitations(actor: string) {
  const { look } = useActor(actor)
  return useFollowedList(actor, {
    what: 'invitations',
    read: async () => (await call(workbenchPeopleOperations.invitationRows, { params: { user_id: actor } })).rows,
    idOf: ({ id }: InvitationRow) => id,
    removal: ({ id, name }) => ({
      text: text('people.removal.invitation', { name, actor: look.value.name }),
      link: peoplePlace(actor, 'invitations'),
      send: () => callService(asUser(actor), invitationOperations.invitationsIdDelete, { params: { token: id } }),
      refused: (reason) => text('people.removal.invitationFailed', { name, reason }),
    }),
  })
}

interface FollowedList<Row> {
  readonly what: string
  readonly read: () => Promise<readonly Row[]>
  readonly idOf: (row: Row) => string
  readonly removal: (row: Row) => Omit<Removal, 'id'>
}

function useFollowedList<Row>(actor: string, { what, read, ...how }: FollowedList<Row>) {
  const { value, ...loaded } = useVaultReading(actor, read, { kept: `${what} ${actor}` })
  return { ...loaded, ...useRemovableRows({ ...how, rows: () => value.value, reload: loaded.reload }) }
}
