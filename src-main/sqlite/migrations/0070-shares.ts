import type { Migration } from '../migrate.ts'

const SHARES = /* sql */ `
  CREATE TABLE shares (
    id TEXT PRIMARY KEY NOT NULL,        -- UUID version 7, as all ids
    owner_id TEXT NOT NULL,              -- who created the original
    sender_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,    -- the owner, or somebody who passes it on
    recipient_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    item_id TEXT NOT NULL REFERENCES items (id) ON DELETE CASCADE,      -- the original
    slot_id TEXT,                        -- the original slot, when only one is shared
    public_key TEXT NOT NULL,            -- of the recipient, as it was when the share was made
    keypair_external_id TEXT,
    encrypted_dek TEXT,                  -- null: the recipient encrypted the values again under an own key
    sharing_mode TEXT NOT NULL,          -- owner, anyone
    acceptance_required TEXT NOT NULL,   -- acceptance_not_required, acceptance_required, accepted, rejected
    terms TEXT,
    expires_at TEXT,                     -- ISO 8601 UTC with milliseconds, as all times
    created_at TEXT NOT NULL,
    values_in_copy INTEGER NOT NULL      -- 1: the values are in the slots of the recipient's copy; 0: in share_values
  ) STRICT;
  CREATE INDEX shares_of_item ON shares (item_id, recipient_id);
  CREATE INDEX shares_received ON shares (recipient_id, created_at, id);
  CREATE INDEX shares_sent ON shares (sender_id, created_at, id);
  CREATE INDEX shares_between ON shares (sender_id, recipient_id);
  CREATE INDEX shares_of_owner ON shares (owner_id);
  CREATE INDEX shares_that_expire ON shares (expires_at) WHERE expires_at IS NOT NULL;

  -- Values of shares whose recipient may not read them yet, or reads the item through another share.
  CREATE TABLE share_values (
    share_id TEXT NOT NULL REFERENCES shares (id) ON DELETE CASCADE,
    slot_id TEXT NOT NULL,               -- the original slot
    encrypted_value TEXT,                -- cipher text; null: the slot is empty
    encrypted_value_verification_key TEXT, -- cipher text
    value_verification_hash TEXT,        -- of the owner
    PRIMARY KEY (share_id, slot_id)
  ) STRICT, WITHOUT ROWID;

  -- One copy per recipient and original.
  CREATE UNIQUE INDEX copies_of_item ON items (original_id, user_id) WHERE original_id IS NOT NULL;
  CREATE INDEX views_of_item ON events (eventable_id, user_id, event_time) WHERE name = 'item.viewed';
`

const CLIENT_TASKS = /* sql */ `
  CREATE TABLE client_tasks (
    id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, -- whose clients do the work
    state TEXT NOT NULL,                 -- todo, in_progress, done, failed
    work_type TEXT NOT NULL,
    target_id TEXT NOT NULL,             -- item or connection that the work is about
    additional_options TEXT NOT NULL,    -- JSON object
    report TEXT NOT NULL,                -- JSON object, written by clients
    last_state_transition_at TEXT,       -- null until the first change
    created_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX client_tasks_of_user ON client_tasks (user_id, created_at, id);
  CREATE INDEX client_tasks_of_target ON client_tasks (target_id);
  CREATE INDEX client_tasks_in_progress ON client_tasks (last_state_transition_at) WHERE state = 'in_progress';
`

export const shares: Migration = {
  number: 70,
  name: 'shares',
  up(connection) {
    connection.exec(SHARES + CLIENT_TASKS)
  },
}
