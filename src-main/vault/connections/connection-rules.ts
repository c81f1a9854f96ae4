import type { Connection, ConnectionKey } from '../../../shared/contract/connections.ts'
import { readPublicKey } from '../../crypto/session-token-seal.ts'
import { namingPublicKeyFaults } from '../../service/public-key-faults.ts'
import type { StoredConnection } from './connection-store.ts'

/** Renders a connection for the user of the given side. */
export function renderConnection(side: StoredConnection): Connection {
  const common = {
    integration_data: side.integration_data,
    delegation_token: side.delegation_token,
    delegation_role: side.delegation_role,
    created_at: side.created_at,
  }
  return {
    own: {
      ...common,
      id: side.id,
      encrypted_recipient_name: side.encrypted_recipient_name,
      connection_type: side.connection_type,
      user_id: side.user_id,
      user_type: side.user_type,
      user_public_key: side.user_public_key,
      user_keypair_external_id: side.user_keypair_external_id,
    },
    the_other_user: {
      ...common,
      id: side.other_id,
      connection_type: side.other_connection_type,
      user_id: side.other_user_id,
      user_type: side.other_user_type,
      user_public_key: side.other_user_public_key,
      user_keypair_external_id: side.other_user_keypair_external_id,
    },
  }
}

/** @throws {ServiceError} `invalid_public_key` if nobody could encrypt with the key */
export function requireUsableKey({ public_key }: ConnectionKey): void {
  namingPublicKeyFaults(() => readPublicKey(public_key), 'public_key.public_key')
}
