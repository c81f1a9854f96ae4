import type { NewEvent } from '../../service/emitted-events.ts'
import type { StoredConnection } from './connection-store.ts'

/** The event goes to the user of this side. */
export function connectionCreated(side: StoredConnection, invitationId: string | null): NewEvent {
  return connectionEvent(side, {
    event_type: 'create',
    name: 'connection.created',
    value: {
      connection_id: side.id,
      invitation_id: invitationId,
      user_id: side.other_user_id,
      encrypted_user_name: side.encrypted_recipient_name,
    },
  })
}

/** The events go to the users of both sides. */
export function connectionDeleted(side: BothSides): NewEvent[] {
  return bothEnds(side).map((end) =>
    connectionEvent(end, {
      event_type: 'delete',
      name: 'connection.deleted',
      value: { connection_id: end.id, user_id: end.other_user_id },
    }),
  )
}

/** The events go to the users of both sides. */
export function connectionUpdated(side: BothSides, role: string | null): NewEvent[] {
  return bothEnds(side).map((end) =>
    connectionEvent(end, {
      event_type: 'update',
      name: 'connection.updated',
      value: { connection_id: end.id, role },
    }),
  )
}

function bothEnds(side: BothSides) {
  return [
    { id: side.id, user_id: side.user_id, other_user_id: side.other_user_id },
    { id: side.other_id, user_id: side.other_user_id, other_user_id: side.user_id },
  ]
}

type BothSides = Pick<StoredConnection, 'id' | 'user_id' | 'other_id' | 'other_user_id'>

function connectionEvent(
  { id, user_id }: Pick<StoredConnection, 'id' | 'user_id'>,
  what: Pick<NewEvent, 'event_type' | 'name' | 'value'>,
): NewEvent {
  return { ...what, user_id, eventable_type: 'Connection', eventable_id: id }
}
