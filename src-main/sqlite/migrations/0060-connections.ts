import type { Migration } from '../migrate.ts'

const CONNECTIONS = /* sql */ `
  -- Two rows for each connection, one for each side; they are made and deleted together.
  CREATE TABLE connections (
    id TEXT PRIMARY KEY NOT NULL,          -- of this side, UUID version 7, as all ids
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, -- whose side it is
    other_user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    other_id TEXT NOT NULL,                -- row of the other side
    encrypted_recipient_name TEXT,         -- name of the other user, encrypted by the user of this side
    user_public_key TEXT NOT NULL,         -- of the user of this side, exactly as received
    user_keypair_external_id TEXT,         -- that user's own id of the key pair
    connection_type TEXT,                  -- member, service: both sides; delegate: the delegate's side; null: plain
    integration_data TEXT,                 -- JSON object, the same on both sides
    delegation_token TEXT,                 -- same on both sides
    delegation_role TEXT,                  -- owner, admin, reader: same on both sides
    created_at TEXT NOT NULL,              -- ISO 8601 UTC with milliseconds, as all times
    UNIQUE (user_id, other_user_id),
    CHECK (user_id <> other_user_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX connections_of_user ON connections (user_id, created_at, id);
  CREATE INDEX connections_by_other_user ON connections (other_user_id);
`

const INVITATIONS = /* sql */ `
  CREATE TABLE invitations (
    id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, -- sender
    token_hash BLOB NOT NULL UNIQUE,       -- SHA-256 of the token
    sealed_token BLOB NOT NULL,            -- under the local key: the sender is shown the token again
    state TEXT NOT NULL,                   -- new, connected, rejected, accepted, cancelled, expired
    invited_user_id TEXT REFERENCES users (id) ON DELETE SET NULL, -- who used the token
    user_public_key TEXT NOT NULL,         -- sender's key for the connection, exactly as received
    keypair_external_id TEXT,              -- sender's own id of that key pair
    encrypted_recipient_name TEXT,         -- for the sender's side of the connection
    encrypted_sender_name TEXT,            -- for the recipient to read
    connection_type TEXT,                  -- member, service, delegate; null: plain
    integration_data TEXT,                 -- JSON object
    delegation_token TEXT,
    delegation_role TEXT,
    sender_to_recipient_data TEXT NOT NULL DEFAULT '{}', -- JSON object of texts
    recipient_to_sender_data TEXT NOT NULL DEFAULT '{}',
    -- From acceptance on, where the sender has to confirm; null before and otherwise.
    recipient_public_key TEXT,             -- exactly as received
    recipient_keypair_external_id TEXT,
    recipient_encrypted_name TEXT,         -- sender's name, encrypted by the recipient for the own side
    accept_shares INTEGER,                 -- 1: the recipient accepted the shares beforehand
    created_at TEXT NOT NULL,
    expire_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX invitations_of_user ON invitations (user_id, created_at, id);
  CREATE INDEX new_invitations_of_user ON invitations (user_id) WHERE state = 'new';
  CREATE INDEX new_invitations_by_expiry ON invitations (expire_at) WHERE state = 'new';
  CREATE INDEX invitations_by_invited_user ON invitations (invited_user_id) WHERE invited_user_id IS NOT NULL;

  -- A share that is made as soon as the invitation connects two users.
  CREATE TABLE share_intents (
    id TEXT PRIMARY KEY NOT NULL,
    invitation_id TEXT NOT NULL REFERENCES invitations (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL,                 -- who made it: the sender of the invitation
    item_id TEXT NOT NULL,                 -- as its maker sees it; it may be gone
    item_label TEXT NOT NULL,              -- label of the item at that time
    slot_id TEXT,                          -- null: the whole item
    slot_values TEXT NOT NULL,             -- JSON list of cipher texts by slot
    encrypted_dek TEXT NOT NULL,           -- share key under a key derived from a passphrase
    sharing_mode TEXT NOT NULL,            -- owner, anyone
    acceptance_required TEXT NOT NULL,     -- acceptance_required, acceptance_not_required
    terms TEXT,
    expires_at TEXT,                       -- of the share
    created_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX share_intents_by_invitation ON share_intents (invitation_id, created_at, id);
  CREATE INDEX share_intents_of_user ON share_intents (user_id, created_at, id);
`

export const connections: Migration = {
  number: 60,
  name: 'connections',
  up(connection) {
    connection.exec(CONNECTIONS + INVITATIONS)
  },
}
