import type { NewEvent } from '../../service/emitted-events.ts'

export function sessionCreated(userId: string, sessionId: string): NewEvent {
  return sessionEvent(userId, sessionId, {
    event_type: 'create',
    name: 'session.created',
    value: { session_type: 'token' },
  })
}

export function sessionResumed(userId: string, sessionId: string): NewEvent {
  return sessionEvent(userId, sessionId, { event_type: 'new_session', name: 'session.resumed' })
}

export function sessionDeleted(userId: string, sessionId: string): NewEvent {
  return sessionEvent(userId, sessionId, { event_type: 'delete', name: 'session.deleted' })
}

function sessionEvent(
  userId: string,
  sessionId: string,
  what: Pick<NewEvent, 'event_type' | 'name' | 'value'>,
): NewEvent {
  return { ...what, user_id: userId, eventable_type: 'AccessToken', eventable_id: sessionId }
}
