import type { Migration } from '../migrate.ts'

const ACCOUNTS = /* sql */ `
  CREATE TABLE users (
    id TEXT PRIMARY KEY NOT NULL,        -- vault user id, UUID version 7
    user_type TEXT NOT NULL,             -- human, organization_agent, service_agent
    full_name TEXT,
    email TEXT NOT NULL DEFAULT '',      -- '' when unknown
    country TEXT,                        -- two-letter code
    timezone TEXT,
    accepted_terms INTEGER NOT NULL DEFAULT 0,
    login_public_key TEXT,               -- exactly as received; null for agents and child users
    login_key_fingerprint TEXT UNIQUE,   -- 64 hex digits; equal for the same key with other line ends
    private_dek_external_id TEXT,        -- id of the main data-encryption key in the key-store
    joined_at TEXT NOT NULL,             -- ISO 8601 UTC with milliseconds, as all times
    onboarded_at TEXT,                   -- when private_dek_external_id was first set
    queued_for_deletion_after TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX users_by_deletion ON users (queued_for_deletion_after) WHERE queued_for_deletion_after IS NOT NULL;

  CREATE TABLE keystore_users (
    id TEXT PRIMARY KEY NOT NULL,        -- key-store user id, UUID version 7
    username TEXT UNIQUE,                -- null for users without SRP login
    srp_salt TEXT,                       -- hex
    srp_verifier TEXT,                   -- hex, 512 digits
    vault_user_id TEXT UNIQUE REFERENCES users (id) ON DELETE SET NULL,
    created_at TEXT NOT NULL,
    queued_for_deletion_after TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX keystore_users_by_deletion ON keystore_users (queued_for_deletion_after)
    WHERE queued_for_deletion_after IS NOT NULL;

  CREATE TABLE reserved_usernames (
    username TEXT PRIMARY KEY NOT NULL,
    expires_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE sessions (
    token_hash BLOB PRIMARY KEY NOT NULL, -- SHA-256 of the access token; the token itself is nowhere
    id TEXT NOT NULL UNIQUE,
    issued_by TEXT NOT NULL,              -- vault or keystore
    vault_user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
    keystore_user_id TEXT REFERENCES keystore_users (id) ON DELETE CASCADE,
    valid_from TEXT NOT NULL,
    valid_till TEXT NOT NULL,
    client_identifier TEXT,               -- User-Agent at login
    timezone TEXT,
    -- passphrase, public_key, login_key, session (made in another one) or member (of an agent); null: not known
    opened_by TEXT,
    -- The session it was made in, with which it ends; null for one that somebody logged in to.
    parent_session_id TEXT REFERENCES sessions (id) ON DELETE CASCADE,
    delegation_token TEXT                 -- by which it was made, and with which it ends; null for the others
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sessions_by_vault_user ON sessions (vault_user_id);
  CREATE INDEX sessions_by_keystore_user ON sessions (keystore_user_id);
  CREATE INDEX sessions_by_parent ON sessions (parent_session_id) WHERE parent_session_id IS NOT NULL;
  CREATE INDEX sessions_by_delegation ON sessions (delegation_token) WHERE delegation_token IS NOT NULL;

  -- What a change of passphrase replaced, until the first login with the new one.
  CREATE TABLE replaced_passphrases (
    keystore_user_id TEXT PRIMARY KEY NOT NULL REFERENCES keystore_users (id) ON DELETE CASCADE,
    sealed BLOB NOT NULL,      -- under the local key: salt, verifier and wrapped key-encryption key
    kept_till TEXT NOT NULL    -- ISO 8601 UTC with milliseconds; it cannot be restored from then on
  ) STRICT, WITHOUT ROWID;

  -- When somebody came last, for the number of active users; written at most once per user and day.
  CREATE TABLE session_uses (
    user_id TEXT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    last_used_on TEXT NOT NULL           -- UTC day, YYYY-MM-DD
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE admission_tokens (
    token_hash BLOB PRIMARY KEY NOT NULL, -- SHA-256 of the 40 hex digits
    id TEXT NOT NULL UNIQUE,
    sealed_token BLOB NOT NULL,           -- under the local key: the same unused token is answered again
    keystore_user_id TEXT UNIQUE REFERENCES keystore_users (id) ON DELETE CASCADE, -- null: made by the operator
    used_by TEXT,                         -- vault user it admitted
    created_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE login_keys (
    key_hash BLOB PRIMARY KEY NOT NULL,   -- SHA-256
    id TEXT NOT NULL UNIQUE,
    keystore_user_id TEXT NOT NULL REFERENCES keystore_users (id) ON DELETE CASCADE,
    label TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expire_at TEXT                        -- null: does not expire
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX login_keys_by_user ON login_keys (keystore_user_id);

  CREATE TABLE subscription_keys (
    key_hash BLOB PRIMARY KEY NOT NULL,   -- SHA-256
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    created_at TEXT NOT NULL,
    last_used_at TEXT,                    -- to the minute; null: not yet
    purpose TEXT,                         -- window, verifier; null: of another program
    sealed_key BLOB                       -- of own keys: the key under the local key
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX subscription_keys_by_purpose ON subscription_keys (purpose) WHERE purpose IS NOT NULL;

  CREATE TABLE failed_attempts (
    key TEXT NOT NULL,                    -- what was tried, for example srp:<username>
    at_ms INTEGER NOT NULL                -- milliseconds since 1970
  ) STRICT;
  CREATE INDEX failed_attempts_by_key ON failed_attempts (key, at_ms);

  -- Somebody as an issuer names them. An account in a part comes with the first call of that part.
  CREATE TABLE oidc_identities (
    id TEXT PRIMARY KEY NOT NULL,        -- UUID version 7; id of the session of every call with such a token
    issuer TEXT NOT NULL,                -- iss, exactly
    subject TEXT NOT NULL,               -- sub, exactly
    keystore_user_id TEXT REFERENCES keystore_users (id) ON DELETE SET NULL,
    vault_user_id TEXT REFERENCES users (id) ON DELETE SET NULL,
    carried_over INTEGER NOT NULL,       -- 0 or 1: whether it took over a user that was there before
    created_at TEXT NOT NULL,            -- of its first token; ISO 8601 UTC with milliseconds
    UNIQUE (issuer, subject)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX oidc_identities_by_subject ON oidc_identities (subject);
  CREATE INDEX oidc_identities_by_keystore_user ON oidc_identities (keystore_user_id);
  CREATE INDEX oidc_identities_by_vault_user ON oidc_identities (vault_user_id);

  -- Once both accounts are gone nothing is left to remember of somebody.
  CREATE TRIGGER forget_oidc_identity AFTER UPDATE ON oidc_identities
  WHEN new.keystore_user_id IS NULL AND new.vault_user_id IS NULL BEGIN
    DELETE FROM oidc_identities WHERE id = new.id;
  END;
`

const KEYS = /* sql */ `
  CREATE TABLE key_encryption_keys (
    keystore_user_id TEXT PRIMARY KEY NOT NULL REFERENCES keystore_users (id) ON DELETE CASCADE, -- one per user
    id TEXT NOT NULL UNIQUE,                      -- UUID version 7; stays when the key is wrapped anew
    serialized_key_encryption_key TEXT NOT NULL,  -- under the passphrase-derived key; opaque here
    created_at TEXT NOT NULL                      -- ISO 8601 UTC with milliseconds
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE data_encryption_keys (
    id TEXT PRIMARY KEY NOT NULL,
    keystore_user_id TEXT NOT NULL REFERENCES keystore_users (id) ON DELETE CASCADE,
    serialized_data_encryption_key TEXT NOT NULL, -- under the key-encryption key; opaque here
    created_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX data_encryption_keys_by_user ON data_encryption_keys (keystore_user_id);

  CREATE TABLE passphrase_derivation_artefacts (
    keystore_user_id TEXT PRIMARY KEY NOT NULL REFERENCES keystore_users (id) ON DELETE CASCADE, -- one per user
    id TEXT NOT NULL UNIQUE,
    derivation_artefacts TEXT NOT NULL,           -- URL-safe Base64
    verification_artefacts TEXT NOT NULL,         -- URL-safe Base64
    created_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE key_pairs (
    id TEXT PRIMARY KEY NOT NULL,
    keystore_user_id TEXT NOT NULL REFERENCES keystore_users (id) ON DELETE CASCADE,
    public_key TEXT NOT NULL,                     -- exactly as received
    encrypted_serialized_key TEXT NOT NULL,       -- private key under the key-encryption key; opaque here
    metadata TEXT NOT NULL,                       -- JSON object
    created_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX key_pairs_by_user ON key_pairs (keystore_user_id);

  CREATE TABLE key_pair_identifiers (
    keystore_user_id TEXT NOT NULL REFERENCES keystore_users (id) ON DELETE CASCADE,
    external_identifier TEXT NOT NULL,            -- chosen by the client; unique per user
    key_pair_id TEXT NOT NULL REFERENCES key_pairs (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,                     -- place in the list as sent, from 0
    PRIMARY KEY (keystore_user_id, external_identifier)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX key_pair_identifiers_by_pair ON key_pair_identifiers (key_pair_id, ordinal);
`

const EVENTS = /* sql */ `
  CREATE TABLE events (
    id TEXT PRIMARY KEY NOT NULL,     -- UUID version 7
    parent_id TEXT,                   -- event that caused this one
    user_id TEXT NOT NULL,            -- user in whose feed it is
    creator TEXT NOT NULL,            -- 'system', or the id of the caller
    eventable_type TEXT NOT NULL,     -- kind of record it is about
    eventable_id TEXT NOT NULL,       -- the record; it may be gone
    event_type TEXT NOT NULL,         -- create, update, delete, …
    name TEXT NOT NULL,               -- dotted key, for example item.created
    label TEXT,                       -- label of the record at that time
    value TEXT,                       -- JSON object with details, never cipher text or keys
    event_time TEXT NOT NULL          -- ISO 8601 UTC with milliseconds
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX events_by_user ON events (user_id, event_time, id);
  CREATE INDEX views_of_item ON events (eventable_id, user_id, event_time) WHERE name = 'item.viewed';
  CREATE INDEX events_by_type ON events (user_id, event_type, event_time, id);
  CREATE TRIGGER count_event AFTER INSERT ON events BEGIN
    INSERT INTO event_counts (user_id, event_type, events_count) VALUES (new.user_id, new.event_type, 1)
    ON CONFLICT (user_id, event_type) DO UPDATE SET events_count = events_count + 1;
  END;
  CREATE TRIGGER discount_event AFTER DELETE ON events BEGIN
    UPDATE event_counts SET events_count = events_count - 1
    WHERE user_id = old.user_id AND event_type = old.event_type;
    DELETE FROM event_counts
    WHERE user_id = old.user_id AND event_type = old.event_type AND events_count = 0;
  END;
  -- Events of organizations, their services and members: few among all of a user.
  -- Details of clients may be nested deeper than SQLite reads; those are of no organization.
  CREATE INDEX events_by_organization ON events
    (user_id, iif(json_valid(value), json_extract(value, '$.organization_id'), NULL), event_time, id)
    WHERE iif(json_valid(value), json_extract(value, '$.organization_id'), NULL) IS NOT NULL;

  -- Kept by triggers, because every page of events shows how many there are, and counting 100,000 takes 10 ms.
  CREATE TABLE event_counts (
    user_id TEXT NOT NULL,
    event_type TEXT NOT NULL,
    events_count INTEGER NOT NULL,    -- rows of events
    PRIMARY KEY (user_id, event_type)
  ) STRICT, WITHOUT ROWID;
`

const CATALOGUE = /* sql */ `
  CREATE TABLE seeds (
    name TEXT PRIMARY KEY NOT NULL,      -- data set that was put in once; never again, even if deleted since
    applied_at TEXT NOT NULL             -- ISO 8601 UTC with milliseconds, as all times
  ) STRICT, WITHOUT ROWID;

  -- Not WITHOUT ROWID: large content in such a tree would slow every search down.
  CREATE TABLE images (
    id TEXT PRIMARY KEY NOT NULL,
    filename TEXT NOT NULL,
    content_type TEXT NOT NULL,          -- what the bytes are, not what the sender said
    digest TEXT NOT NULL,                -- SHA-256 of the bytes, lower-case hex; part of the address
    created_at TEXT NOT NULL,
    content BLOB NOT NULL                -- last, so that a list does not read it
  ) STRICT;
  CREATE INDEX images_in_order ON images (created_at, id);

  CREATE TABLE classification_schemes (
    id TEXT PRIMARY KEY NOT NULL,        -- UUID version 7, as all ids
    name TEXT NOT NULL UNIQUE,           -- machine name
    label TEXT NOT NULL,
    description TEXT,
    owned_by_user INTEGER NOT NULL,      -- 1: every user makes own nodes (tags); 0: nodes are global
    created_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE classification_nodes (
    id TEXT PRIMARY KEY NOT NULL,
    scheme_id TEXT NOT NULL REFERENCES classification_schemes (id),
    user_id TEXT REFERENCES users (id) ON DELETE CASCADE, -- whose tag; null: global
    name TEXT NOT NULL,                  -- machine name
    label TEXT NOT NULL,
    description TEXT,
    ordinal INTEGER NOT NULL DEFAULT 0,
    background_color TEXT,
    created_at TEXT NOT NULL,
    label_translations TEXT,             -- JSON: label by locale in lower case
    image_id TEXT REFERENCES images (id)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX global_nodes_by_name ON classification_nodes (scheme_id, name) WHERE user_id IS NULL;
  CREATE UNIQUE INDEX tags_by_name ON classification_nodes (user_id, scheme_id, name) WHERE user_id IS NOT NULL;
  CREATE INDEX nodes_in_order ON classification_nodes (created_at, id);
  CREATE INDEX nodes_by_image ON classification_nodes (image_id) WHERE image_id IS NOT NULL;

  CREATE TABLE item_templates (
    id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT REFERENCES users (id) ON DELETE CASCADE, -- null: system template
    name TEXT NOT NULL,                  -- machine name
    label TEXT NOT NULL,
    description TEXT,
    ordinal INTEGER NOT NULL DEFAULT 0,
    visible INTEGER NOT NULL DEFAULT 1,  -- 0 or 1
    background_color TEXT,
    status TEXT NOT NULL DEFAULT 'public', -- users see public ones only
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    label_translations TEXT,             -- as of nodes
    image_id TEXT REFERENCES images (id)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX system_templates_by_name ON item_templates (name) WHERE user_id IS NULL;
  CREATE UNIQUE INDEX user_templates_by_name ON item_templates (user_id, name) WHERE user_id IS NOT NULL;
  CREATE INDEX templates_in_order ON item_templates (created_at, id);
  CREATE INDEX templates_by_image ON item_templates (image_id) WHERE image_id IS NOT NULL;

  CREATE TABLE template_slots (
    item_template_id TEXT NOT NULL REFERENCES item_templates (id) ON DELETE CASCADE,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,                  -- machine name
    label TEXT NOT NULL,
    description TEXT,
    ordinal INTEGER NOT NULL DEFAULT 0,
    visible INTEGER NOT NULL DEFAULT 1,  -- 0 or 1
    required INTEGER NOT NULL DEFAULT 0, -- 0 or 1
    slot_type_name TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    label_translations TEXT,             -- as of nodes
    PRIMARY KEY (item_template_id, ordinal, created_at, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE template_classifications (
    item_template_id TEXT NOT NULL REFERENCES item_templates (id) ON DELETE CASCADE,
    node_id TEXT NOT NULL REFERENCES classification_nodes (id),
    PRIMARY KEY (item_template_id, node_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX template_classifications_by_node ON template_classifications (node_id);
`

/** What is in uploaded files and folders. The bytes lie beside the database, in files that the rows name. */
const FILES = /* sql */ `
  -- A file of blocks, as cipher text: one of the two of an attachment, a thumbnail, or a file of a folder.
  CREATE TABLE blobs (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- shown to clients as blob_id; never given a second time
    blob_key TEXT NOT NULL UNIQUE,       -- random; part of the address it is uploaded to
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, -- who uploads it
    filename TEXT NOT NULL,              -- a label as it was sent; nothing on the disk is named after it
    content_type TEXT NOT NULL,          -- as declared
    byte_size INTEGER NOT NULL,          -- as declared
    stored_size INTEGER,                 -- bytes of the joined blocks; null: they were not joined yet
    committed_at TEXT,                   -- when they were joined, ISO 8601 UTC with milliseconds
    is_linked INTEGER NOT NULL,          -- 0 or 1: whether it belongs to an attachment, thumbnail or folder
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX blobs_by_user ON blobs (user_id);
  CREATE INDEX blobs_not_linked ON blobs (created_at) WHERE is_linked = 0;

  CREATE TABLE blob_blocks (
    blob_id INTEGER NOT NULL REFERENCES blobs (id) ON DELETE CASCADE,
    block_id TEXT NOT NULL,              -- as its uploader calls it
    first_byte INTEGER,                  -- place in the file; null: the blocks were not joined yet
    byte_size INTEGER NOT NULL,
    sha256 BLOB NOT NULL,                -- of the bytes, compared whenever they are read
    file_name TEXT NOT NULL UNIQUE,      -- random; where the bytes lie
    PRIMARY KEY (blob_id, block_id)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX blob_blocks_in_order ON blob_blocks (blob_id, first_byte) WHERE first_byte IS NOT NULL;

  -- Files whose row went; they are deleted once that is durable.
  CREATE TABLE removed_block_files (file_name TEXT PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TRIGGER remove_block_file AFTER DELETE ON blob_blocks BEGIN
    INSERT OR IGNORE INTO removed_block_files (file_name) VALUES (old.file_name);
  END;

  CREATE TABLE attachments (
    id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, -- who uploaded it
    byte_size INTEGER NOT NULL DEFAULT 0, -- as uploaded, for sums of what users keep
    filename TEXT NOT NULL DEFAULT '',
    content_type TEXT NOT NULL DEFAULT 'application/octet-stream',
    main_blob_id INTEGER REFERENCES blobs (id),
    artifact_blob_id INTEGER REFERENCES blobs (id), -- null: uploaded in one piece
    created_at TEXT NOT NULL DEFAULT '',
    -- Since when no slot links to it; '' since a change that was just made, null while one does.
    unlinked_since TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX attachments_by_user ON attachments (user_id);
  CREATE INDEX attachments_in_order ON attachments (user_id, created_at, id);
  CREATE INDEX attachments_unlinked ON attachments (unlinked_since) WHERE unlinked_since IS NOT NULL;
  CREATE INDEX attachments_by_main_blob ON attachments (main_blob_id) WHERE main_blob_id IS NOT NULL;
  CREATE INDEX attachments_by_artifact_blob ON attachments (artifact_blob_id) WHERE artifact_blob_id IS NOT NULL;
  CREATE TRIGGER delete_blobs_of_attachment AFTER DELETE ON attachments BEGIN
    DELETE FROM blobs WHERE id IN (old.main_blob_id, old.artifact_blob_id);
  END;

  CREATE TABLE thumbnails (
    id TEXT PRIMARY KEY NOT NULL,
    attachment_id TEXT NOT NULL REFERENCES attachments (id) ON DELETE CASCADE,
    size_type TEXT NOT NULL,
    blob_id INTEGER NOT NULL REFERENCES blobs (id),
    created_at TEXT NOT NULL,
    UNIQUE (attachment_id, size_type)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX thumbnails_by_blob ON thumbnails (blob_id);
  CREATE TRIGGER delete_blob_of_thumbnail AFTER DELETE ON thumbnails BEGIN
    DELETE FROM blobs WHERE id = old.blob_id;
  END;

  CREATE TABLE attachments_folders (
    id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, -- whose folder
    byte_size INTEGER NOT NULL DEFAULT 0, -- of all files in it
    created_at TEXT NOT NULL DEFAULT '',
    unlinked_since TEXT                  -- as of attachments
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX attachments_folders_by_user ON attachments_folders (user_id);
  CREATE INDEX attachments_folders_in_order ON attachments_folders (user_id, created_at, id);
  CREATE INDEX attachments_folders_unlinked ON attachments_folders (unlinked_since) WHERE unlinked_since IS NOT NULL;

  CREATE TABLE attachments_folder_files (
    folder_id TEXT NOT NULL REFERENCES attachments_folders (id) ON DELETE CASCADE,
    name TEXT NOT NULL,                  -- a label as it was sent
    blob_id INTEGER NOT NULL REFERENCES blobs (id),
    PRIMARY KEY (folder_id, name)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX attachments_folder_files_by_blob ON attachments_folder_files (blob_id);
  CREATE TRIGGER delete_blob_of_folder_file AFTER DELETE ON attachments_folder_files BEGIN
    DELETE FROM blobs WHERE id = old.blob_id;
  END;
`

const ITEMS = /* sql */ `
  CREATE TABLE items (
    id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, -- in whose vault the record is
    owner_id TEXT NOT NULL,              -- who created the original
    original_id TEXT,                    -- the original, where this is a duplicate
    share_id TEXT,                       -- share that made the duplicate
    item_template_id TEXT NOT NULL,      -- may be another user's template, gone with that user
    item_template_label TEXT NOT NULL,   -- its label when the item was made; labels do not change
    name TEXT NOT NULL,                  -- machine name
    label TEXT NOT NULL,
    description TEXT,
    ordinal INTEGER NOT NULL,
    visible INTEGER NOT NULL,            -- 0 or 1
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX items_of_user ON items (user_id, created_at, id);
  CREATE INDEX items_of_user_by_name ON items (user_id, name, created_at, id);
  CREATE INDEX items_by_template ON items (item_template_id, user_id, created_at, id);
  CREATE INDEX duplicates_of_user ON items (user_id, created_at, id) WHERE user_id <> owner_id;
  -- One copy per recipient and original.
  CREATE UNIQUE INDEX copies_of_item ON items (original_id, user_id) WHERE original_id IS NOT NULL;

  -- The key keeps the slots of an item together and in the order in which they are shown.
  CREATE TABLE slots (
    item_id TEXT NOT NULL REFERENCES items (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,                  -- machine name; not unique within the item
    label TEXT NOT NULL,
    description TEXT,
    visible INTEGER NOT NULL,            -- 0 or 1
    required INTEGER NOT NULL,           -- 0 or 1
    slot_type_name TEXT NOT NULL,
    encrypted_value TEXT,                -- serialized cipher text, never clear text
    encrypted_value_verification_key TEXT, -- cipher text; duplicates only
    value_verification_hash TEXT,        -- hex HMAC-SHA-256; duplicates only
    attachment_id TEXT REFERENCES attachments (id),
    attachments_folder_id TEXT REFERENCES attachments_folders (id),
    original_id TEXT,                    -- the original slot, where this is a duplicate
    creator TEXT,                        -- system, user, or null for a clone of a user template's slot
    updated_at TEXT NOT NULL,
    PRIMARY KEY (item_id, ordinal, created_at, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX slots_by_attachment ON slots (attachment_id) WHERE attachment_id IS NOT NULL;
  CREATE INDEX slots_by_folder ON slots (attachments_folder_id) WHERE attachments_folder_id IS NOT NULL;

  CREATE TABLE classifications (
    item_id TEXT NOT NULL REFERENCES items (id) ON DELETE CASCADE,
    slot_id TEXT REFERENCES slots (id) ON DELETE CASCADE, -- null: the item itself is classified
    node_id TEXT NOT NULL REFERENCES classification_nodes (id),
    user_id TEXT NOT NULL                -- in whose vault the item is
  ) STRICT;
  CREATE UNIQUE INDEX classifications_of_item ON classifications (item_id, ifnull(slot_id, ''), node_id);
  CREATE INDEX classifications_of_slot ON classifications (slot_id) WHERE slot_id IS NOT NULL;
  CREATE INDEX classifications_by_node ON classifications (node_id, user_id, item_id);
  CREATE TRIGGER count_classification AFTER INSERT ON classifications BEGIN
    INSERT INTO classification_counts (node_id, user_id, classifications_count)
    VALUES (new.node_id, new.user_id, 1)
    ON CONFLICT (node_id, user_id) DO UPDATE SET classifications_count = classifications_count + 1;
  END;
  CREATE TRIGGER discount_classification AFTER DELETE ON classifications BEGIN
    UPDATE classification_counts SET classifications_count = classifications_count - 1
    WHERE node_id = old.node_id AND user_id = old.user_id;
    DELETE FROM classification_counts
    WHERE node_id = old.node_id AND user_id = old.user_id AND classifications_count = 0;
  END;

  -- Kept by triggers, because it is shown with every node and counting a well-filled node takes milliseconds.
  CREATE TABLE classification_counts (
    node_id TEXT NOT NULL REFERENCES classification_nodes (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL,
    classifications_count INTEGER NOT NULL, -- rows of classifications
    PRIMARY KEY (node_id, user_id)
  ) STRICT, WITHOUT ROWID;
`

/** Slots go in many ways, most of them by cascades; a trigger sees each. It knows no time, so it writes ''. */
const LINKS_OF_SLOTS = [
  { column: 'attachment_id', table: 'attachments', name: 'attachment' },
  { column: 'attachments_folder_id', table: 'attachments_folders', name: 'folder' },
]
  .map(
    ({ column, table, name }) => /* sql */ `
  CREATE TRIGGER link_${name}_of_new_slot AFTER INSERT ON slots WHEN new.${column} IS NOT NULL BEGIN
    UPDATE ${table} SET unlinked_since = NULL WHERE id = new.${column};
  END;
  CREATE TRIGGER link_${name}_of_slot AFTER UPDATE OF ${column} ON slots WHEN new.${column} IS NOT NULL BEGIN
    UPDATE ${table} SET unlinked_since = NULL WHERE id = new.${column};
  END;
  CREATE TRIGGER unlink_${name}_of_gone_slot AFTER DELETE ON slots WHEN old.${column} IS NOT NULL BEGIN
    UPDATE ${table} SET unlinked_since = ''
    WHERE id = old.${column} AND NOT EXISTS (SELECT 1 FROM slots WHERE ${column} = old.${column});
  END;
  CREATE TRIGGER unlink_${name}_of_slot AFTER UPDATE OF ${column} ON slots
  WHEN old.${column} IS NOT NULL AND new.${column} IS NOT old.${column} BEGIN
    UPDATE ${table} SET unlinked_since = ''
    WHERE id = old.${column} AND NOT EXISTS (SELECT 1 FROM slots WHERE ${column} = old.${column});
  END;
`,
  )
  .join('')

const PEOPLE = /* sql */ `
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
  CREATE INDEX connections_by_delegation ON connections (delegation_token) WHERE delegation_token IS NOT NULL;

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
  CREATE INDEX invitations_by_delegation ON invitations (delegation_token) WHERE delegation_token IS NOT NULL;

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

/** Acting for somebody else: delegations of the key-store, offers of them in the vault, and child users. */
const DELEGATIONS = /* sql */ `
  CREATE TABLE delegations (
    delegation_token TEXT PRIMARY KEY NOT NULL, -- UUID version 4; whoever knows it may claim the delegation
    account_owner_id TEXT NOT NULL REFERENCES keystore_users (id) ON DELETE CASCADE,
    delegate_id TEXT REFERENCES keystore_users (id) ON DELETE CASCADE, -- null until it was claimed
    delegation_role TEXT NOT NULL,       -- owner, admin, reader: the same as in the connection that carries the token
    claimed_at TEXT,                     -- ISO 8601 UTC with milliseconds
    expire_at TEXT NOT NULL,             -- it cannot be claimed from then on
    verification_attempted_at TEXT,      -- when signature and public key were both there
    verified INTEGER NOT NULL,           -- 0 or 1: the signature is one of the public key
    delegate_public_key TEXT,            -- exactly as received
    delegate_signature TEXT,
    is_connection_key INTEGER,           -- 1: the key is sealed to the public key; 0: under the delegate's own; null: none
    account_owner_kek TEXT,              -- the account owner's key-encryption key for the delegate; opaque here
    created_at TEXT NOT NULL,
    CHECK ((is_connection_key IS NULL) = (account_owner_kek IS NULL)),
    CHECK ((claimed_at IS NULL) = (delegate_id IS NULL))
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX delegations_by_account_owner ON delegations (account_owner_id);
  CREATE INDEX delegations_by_delegate ON delegations (delegate_id) WHERE delegate_id IS NOT NULL;

  -- Users without a login of their own; the row goes when such a user gets one.
  CREATE TABLE child_users (
    user_id TEXT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    keys_stored_at TEXT,                 -- null: its keys are not in the key-store yet, and nobody can use it
    created_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX child_users_without_keys ON child_users (created_at) WHERE keys_stored_at IS NULL;

  -- The offer of a delegation to somebody who is connected already; it goes with the connection.
  CREATE TABLE delegation_invitations (
    id TEXT PRIMARY KEY NOT NULL,        -- UUID version 7
    inviting_user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    inviting_user_connection_id TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
    invited_user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    invited_user_connection_id TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
    delegation_token TEXT NOT NULL,
    delegation_role TEXT NOT NULL,
    state TEXT NOT NULL,                 -- new, accepted, rejected, deleted
    created_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX delegation_invitations_sent ON delegation_invitations (inviting_user_id, created_at, id);
  CREATE INDEX delegation_invitations_received ON delegation_invitations (invited_user_id, created_at, id);
  CREATE INDEX delegation_invitations_of_connection ON delegation_invitations (inviting_user_connection_id);
  CREATE INDEX delegation_invitations_of_other_side ON delegation_invitations (invited_user_connection_id);
  CREATE INDEX delegation_invitations_by_token ON delegation_invitations (delegation_token);
`

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
  CREATE TRIGGER count_share AFTER INSERT ON shares BEGIN
    INSERT INTO share_counts (recipient_id, acceptance_required, shares_count)
    VALUES (new.recipient_id, new.acceptance_required, 1)
    ON CONFLICT (recipient_id, acceptance_required) DO UPDATE SET shares_count = shares_count + 1;
  END;
  CREATE TRIGGER discount_share AFTER DELETE ON shares BEGIN
    UPDATE share_counts SET shares_count = shares_count - 1
    WHERE recipient_id = old.recipient_id AND acceptance_required = old.acceptance_required;
    DELETE FROM share_counts
    WHERE recipient_id = old.recipient_id AND acceptance_required = old.acceptance_required AND shares_count = 0;
  END;
  CREATE TRIGGER count_answered_share AFTER UPDATE OF acceptance_required ON shares
  WHEN old.acceptance_required <> new.acceptance_required BEGIN
    UPDATE share_counts SET shares_count = shares_count - 1
    WHERE recipient_id = old.recipient_id AND acceptance_required = old.acceptance_required;
    DELETE FROM share_counts
    WHERE recipient_id = old.recipient_id AND acceptance_required = old.acceptance_required AND shares_count = 0;
    INSERT INTO share_counts (recipient_id, acceptance_required, shares_count)
    VALUES (new.recipient_id, new.acceptance_required, 1)
    ON CONFLICT (recipient_id, acceptance_required) DO UPDATE SET shares_count = shares_count + 1;
  END;
  -- Shares that wait are few among many: their pages are read without the others.
  CREATE INDEX shares_that_wait ON shares (recipient_id, created_at, id)
    WHERE acceptance_required = 'acceptance_required';

  -- Values of shares whose recipient may not read them yet, or reads the item through another share.
  CREATE TABLE share_values (
    share_id TEXT NOT NULL REFERENCES shares (id) ON DELETE CASCADE,
    slot_id TEXT NOT NULL,               -- the original slot
    encrypted_value TEXT,                -- cipher text; null: the slot is empty
    encrypted_value_verification_key TEXT, -- cipher text
    value_verification_hash TEXT,        -- of the owner
    PRIMARY KEY (share_id, slot_id)
  ) STRICT, WITHOUT ROWID;

  -- Kept by triggers, because every page of received shares says how many there are and how many wait.
  CREATE TABLE share_counts (
    recipient_id TEXT NOT NULL,
    acceptance_required TEXT NOT NULL,
    shares_count INTEGER NOT NULL,    -- rows of shares
    PRIMARY KEY (recipient_id, acceptance_required)
  ) STRICT, WITHOUT ROWID;

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

const ORGANIZATIONS = /* sql */ `
  CREATE TABLE organizations (
    id TEXT PRIMARY KEY NOT NULL,          -- UUID version 7, as all ids
    name TEXT NOT NULL,
    description TEXT,
    url TEXT,
    email TEXT,
    public_key TEXT NOT NULL,              -- tokens of the agent are sealed to it; exactly as received
    status TEXT NOT NULL,                  -- requested, validated, rejected
    requestor_id TEXT REFERENCES users (id) ON DELETE SET NULL,     -- null: deleted since
    validated_by_id TEXT REFERENCES users (id) ON DELETE SET NULL,  -- in whose session it was reviewed
    agent_id TEXT UNIQUE REFERENCES users (id),                     -- null until validated
    validated_at TEXT,                     -- ISO 8601 UTC with milliseconds, as all times
    rejection_reason TEXT,
    created_at TEXT NOT NULL,
    -- Kept by triggers: every page of members shows them, however many members there are.
    members_count INTEGER NOT NULL DEFAULT 0,
    owners_count INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX organizations_by_status ON organizations (status, created_at, id);
  CREATE INDEX organizations_by_requestor ON organizations (requestor_id, status, created_at, id);
  CREATE INDEX organizations_by_reviewer ON organizations (validated_by_id) WHERE validated_by_id IS NOT NULL;

  CREATE TABLE organization_services (
    id TEXT PRIMARY KEY NOT NULL,
    organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    description TEXT,
    contract TEXT,                         -- any JSON
    public_key TEXT NOT NULL,              -- as of an organization
    status TEXT NOT NULL,                  -- requested, validated, rejected
    requestor_id TEXT REFERENCES users (id) ON DELETE SET NULL,     -- the member who asked for it
    validated_by_id TEXT REFERENCES users (id) ON DELETE SET NULL,
    agent_id TEXT UNIQUE REFERENCES users (id),
    validated_at TEXT,
    rejection_reason TEXT,
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX services_of_organization ON organization_services (organization_id, status, created_at, id);
  CREATE INDEX services_by_status ON organization_services (status, created_at, id);
  CREATE INDEX services_by_requestor ON organization_services (requestor_id) WHERE requestor_id IS NOT NULL;
  CREATE INDEX services_by_reviewer ON organization_services (validated_by_id) WHERE validated_by_id IS NOT NULL;

  CREATE TABLE organization_members (
    id TEXT PRIMARY KEY NOT NULL,          -- organization_member_id
    organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    role TEXT NOT NULL,                    -- owner, admin
    created_at TEXT NOT NULL,
    UNIQUE (organization_id, user_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX members_of_organization ON organization_members (organization_id, created_at, id, user_id, role);
  CREATE INDEX members_by_role ON organization_members (organization_id, role, created_at, id, user_id);
  CREATE INDEX memberships_of_user ON organization_members (user_id);
  CREATE TRIGGER count_member AFTER INSERT ON organization_members BEGIN
    UPDATE organizations SET members_count = members_count + 1, owners_count = owners_count + (new.role = 'owner')
    WHERE id = new.organization_id;
  END;
  CREATE TRIGGER recount_member AFTER UPDATE OF role ON organization_members BEGIN
    UPDATE organizations SET owners_count = owners_count + (new.role = 'owner') - (old.role = 'owner')
    WHERE id = new.organization_id;
  END;
  CREATE TRIGGER discount_member AFTER DELETE ON organization_members BEGIN
    UPDATE organizations SET members_count = members_count - 1, owners_count = owners_count - (old.role = 'owner')
    WHERE id = old.organization_id;
  END;

  -- Sessions of agents, with the member who opened them: they end with the right to open them.
  CREATE TABLE agent_sessions (
    session_id TEXT PRIMARY KEY NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    organization_member_id TEXT NOT NULL REFERENCES organization_members (id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX agent_sessions_by_member ON agent_sessions (organization_member_id);

  -- Invitations of agents, with the member in whose session of the agent they were made: a member who loses the right
  -- to act as the agent could otherwise come back by one of them.
  CREATE TABLE agent_invitations (
    invitation_id TEXT PRIMARY KEY NOT NULL REFERENCES invitations (id) ON DELETE CASCADE,
    organization_member_id TEXT NOT NULL REFERENCES organization_members (id) ON DELETE CASCADE,
    -- By which delegation the session was made in which the invitation was made; null for the others. A delegate may
    -- have made it in an owner's place, and it ends with the delegation.
    delegation_token TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX agent_invitations_by_member ON agent_invitations (organization_member_id);
  CREATE INDEX agent_invitations_by_delegation ON agent_invitations (delegation_token)
    WHERE delegation_token IS NOT NULL;
`

const OPERATOR = /* sql */ `
  CREATE TABLE operator_events (
    id TEXT PRIMARY KEY NOT NULL,        -- UUID version 7
    name TEXT NOT NULL,                  -- dotted key, for example organization.validated
    subject_type TEXT NOT NULL,
    subject_id TEXT NOT NULL,            -- of a record that may be gone since
    subject_label TEXT,                  -- its name or label at that time
    user_id TEXT,                        -- in whose session it was done; the user may be gone since
    note TEXT,                           -- reason of a rejection
    event_time TEXT NOT NULL             -- ISO 8601 UTC with milliseconds
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX operator_events_in_order ON operator_events (event_time, id);
  CREATE TRIGGER operator_events_do_not_change BEFORE UPDATE ON operator_events BEGIN
    SELECT raise(ABORT, 'what the operator did stays as it was written');
  END;
  CREATE TRIGGER operator_events_stay BEFORE DELETE ON operator_events BEGIN
    SELECT raise(ABORT, 'what the operator did stays as it was written');
  END;
`

const EXCHANGE = /* sql */ `
  CREATE TABLE presentation_definitions (
    id TEXT PRIMARY KEY NOT NULL,         -- UUID version 7
    definition TEXT NOT NULL,             -- JSON as it is answered, with the id; never changes
    created_by_key TEXT NOT NULL,         -- id of the subscription key, which may be gone since
    created_at TEXT NOT NULL,
    previous_id TEXT                      -- what it was made from in the editor
  ) STRICT;
  CREATE INDEX presentation_definitions_by_key ON presentation_definitions (created_by_key);

  CREATE TABLE accepted_presentations (
    digest BLOB PRIMARY KEY NOT NULL,     -- SHA-256 of the signature as text
    holder TEXT NOT NULL,
    submission_id TEXT,                   -- as the holder chose it; null when no definition was asked for
    expires_at TEXT NOT NULL,             -- from then on it is forgotten
    UNIQUE (holder, submission_id)
  ) STRICT;
  CREATE INDEX accepted_presentations_by_end ON accepted_presentations (expires_at);

  CREATE TABLE verifications (
    id TEXT PRIMARY KEY NOT NULL,         -- UUID version 7, as answered
    verified_at TEXT NOT NULL,
    digest BLOB,                          -- as above; null without a signature
    holder TEXT,
    definition_id TEXT,                   -- as it was sent, so it may name nothing
    valid INTEGER NOT NULL,               -- 0 or 1
    codes TEXT NOT NULL                   -- JSON list: codes of the checks that failed
  ) STRICT;
  CREATE INDEX verifications_by_time ON verifications (verified_at);

  CREATE TABLE registry_entries (
    kind TEXT NOT NULL,                   -- contexts, schemas, did-documents, status-lists
    key TEXT NOT NULL,                    -- URL or DID
    document TEXT NOT NULL,               -- JSON, or a compact JWT, as it was imported
    sha256 BLOB NOT NULL,                 -- of the document in UTF-8
    source TEXT NOT NULL,                 -- imported, demo_issuer
    added_at TEXT NOT NULL,               -- also when it was replaced
    PRIMARY KEY (kind, key)
  ) STRICT;

  CREATE TABLE trusted_issuers (
    id TEXT PRIMARY KEY NOT NULL,         -- UUID version 7
    did TEXT NOT NULL,
    name TEXT NOT NULL,
    schemas TEXT,                         -- JSON list of URLs; null: all
    types TEXT,                           -- JSON list; null: all
    valid_from TEXT,                      -- ISO 8601 with a zone
    valid_until TEXT
  ) STRICT, WITHOUT ROWID;
`

const VERIFIER = /* sql */ `
  CREATE TABLE verifier_requests (
    id TEXT PRIMARY KEY NOT NULL,         -- 128 random bits as URL-safe Base64
    name TEXT,
    definition_id TEXT NOT NULL,          -- as the exchange knows it
    definition_name TEXT,
    state TEXT NOT NULL,                  -- waiting, fetched, rejected, verified, expired or cancelled
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    first_fetched_at TEXT,
    answered_at TEXT,                     -- when the last presentation was judged
    closed_at TEXT,                       -- when it became verified, expired or cancelled; null while it is open
    binding TEXT NOT NULL,                -- if_present, required or ignored
    max_age_seconds INTEGER,
    max_attempts INTEGER NOT NULL,
    attempt_count INTEGER NOT NULL,       -- presentations that were judged
    fetch_count INTEGER NOT NULL,         -- times the definition was fetched
    refusal_count INTEGER NOT NULL,       -- presentations that were refused without being judged
    trusted_issuers TEXT,                 -- JSON list; null: the list of the exchange
    policy TEXT NOT NULL,                 -- JSON object: check to level
    wallet_scheme TEXT NOT NULL,
    on_valid TEXT NOT NULL,               -- JSON object: what is done after a valid answer
    on_valid_result TEXT,                 -- JSON object: how that ended; null while it has not run
    scenario TEXT                         -- id of the scenario it was made for; null: somebody wants it answered
  ) STRICT;
  CREATE INDEX verifier_requests_in_order ON verifier_requests (created_at, id);
  CREATE INDEX verifier_requests_by_definition ON verifier_requests (definition_id, created_at, id);
  CREATE INDEX verifier_requests_by_end ON verifier_requests (expires_at) WHERE closed_at IS NULL;
  CREATE INDEX verifier_requests_by_closing ON verifier_requests (closed_at) WHERE closed_at IS NOT NULL;
  CREATE INDEX verifier_requests_of_scenarios ON verifier_requests (created_at, id) WHERE scenario IS NOT NULL;

  CREATE TABLE verifier_attempts (
    id TEXT PRIMARY KEY NOT NULL,         -- UUID version 7
    request_id TEXT NOT NULL REFERENCES verifier_requests (id) ON DELETE CASCADE,
    received_at TEXT NOT NULL,
    remote TEXT,                          -- address it came from, or what the wallet calls itself
    bytes INTEGER NOT NULL,               -- length of the presentation as JSON in UTF-8
    http_status INTEGER NOT NULL,
    valid INTEGER,                        -- 0 or 1; null when it was not judged
    error TEXT,                           -- code of the refusal when it was not judged
    sealed_verification BLOB,             -- the answer of the exchange, under the local key
    sealed_presentation BLOB              -- as it was sent, under the local key; null when it was deleted
  ) STRICT;
  CREATE INDEX verifier_attempts_of_request ON verifier_attempts (request_id, id);

  CREATE TABLE verifier_request_steps (
    request_id TEXT NOT NULL REFERENCES verifier_requests (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,              -- 1 for the first
    at TEXT NOT NULL,
    kind TEXT NOT NULL,                   -- created, definition_fetched, presentation_received, ...
    http_status INTEGER,
    bytes INTEGER,
    duration_ms REAL,
    attempt_id TEXT,
    detail TEXT,                          -- a code or a short fact
    PRIMARY KEY (request_id, number)
  ) STRICT, WITHOUT ROWID;
`

const WALLETS = /* sql */ `
  CREATE TABLE wallet_holder_keys (
    id TEXT PRIMARY KEY NOT NULL,         -- UUID version 7
    owner_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    did TEXT NOT NULL,
    algorithm TEXT NOT NULL,              -- Ed25519, P-256, secp256k1, RSA
    sealed_secret TEXT NOT NULL,          -- envelope under the owner's data encryption key
    created_at TEXT NOT NULL,
    is_default INTEGER NOT NULL           -- 0 or 1
  ) STRICT;
  CREATE INDEX wallet_holder_keys_by_owner ON wallet_holder_keys (owner_id, id);
  CREATE UNIQUE INDEX wallet_default_keys ON wallet_holder_keys (owner_id) WHERE is_default = 1;

  CREATE TABLE wallet_credentials (
    id TEXT PRIMARY KEY NOT NULL,         -- UUID version 7, in the order in which they came in
    owner_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    format TEXT NOT NULL,                 -- ldp_vc, jwt_vc
    credential_id TEXT,                   -- as the credential calls itself
    types TEXT NOT NULL,                  -- JSON list
    issuer TEXT,
    issuer_name TEXT,
    subject TEXT,
    schema TEXT,
    issued TEXT,                          -- both times as the credential writes them
    expires TEXT,
    source TEXT NOT NULL,                 -- issued, imported, recorded
    added_at TEXT NOT NULL,
    verified TEXT,                        -- JSON: whether it was valid when it came in, and what was wrong
    sealed_raw TEXT NOT NULL              -- envelope under the owner's data encryption key
  ) STRICT;
  CREATE INDEX wallet_credentials_by_owner ON wallet_credentials (owner_id, id);

  CREATE TABLE wallet_runs (
    id TEXT PRIMARY KEY NOT NULL,         -- UUID version 7
    owner_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    state TEXT NOT NULL,                  -- choosing, accepted, not_accepted, refused, failed
    started_at TEXT NOT NULL,
    ended_at TEXT,
    request_id TEXT,                      -- of our own verifier
    definition TEXT,                      -- JSON: id, name and purpose
    profile TEXT,                         -- bound, plain, jwt
    broken TEXT,                          -- id of the scenario that was applied
    in_matrix INTEGER NOT NULL,           -- 1: made by running scenarios
    sealed_run TEXT NOT NULL              -- envelope under the owner's data encryption key
  ) STRICT;
  CREATE INDEX wallet_runs_by_owner ON wallet_runs (owner_id, in_matrix, id);
  CREATE UNIQUE INDEX wallet_open_runs ON wallet_runs (owner_id) WHERE state = 'choosing';

  CREATE TABLE issuer_keys (
    issuer_id TEXT NOT NULL,              -- harbour-registry, pop-up-issuer
    algorithm TEXT NOT NULL,              -- EdDSA, ES256, RS256
    did TEXT NOT NULL,                    -- did:key of the public key
    sealed_secret BLOB NOT NULL,          -- the private key under the local key
    created_at TEXT NOT NULL,
    PRIMARY KEY (issuer_id, algorithm)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE issued_credentials (
    id TEXT PRIMARY KEY NOT NULL,         -- UUID version 7
    credential_id TEXT NOT NULL,          -- id inside the credential
    issuer_id TEXT NOT NULL,
    issuer_did TEXT NOT NULL,             -- of the key that signed
    algorithm TEXT NOT NULL,
    schema TEXT NOT NULL,                 -- URL
    subject TEXT NOT NULL,                -- DID
    user_id TEXT,                         -- user of the workspace whose wallet got it
    format TEXT NOT NULL,                 -- ldp_vc, jwt_vc
    issued TEXT NOT NULL,                 -- as in the credential, whole seconds in UTC
    expires TEXT,                         -- null: it does not end
    status TEXT,                          -- active, suspended, revoked; null: without a status entry
    status_index INTEGER,                 -- in both lists of issuer_did; 0 to 131071
    listed INTEGER NOT NULL               -- 0: issued only to try something
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX issued_credentials_by_index ON issued_credentials (issuer_did, status_index);
  CREATE INDEX issued_credentials_listed ON issued_credentials (listed, id);

  CREATE TABLE wallet_scenario_runs (
    id TEXT PRIMARY KEY NOT NULL,         -- UUID version 7
    owner_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    started_at TEXT NOT NULL,
    ended_at TEXT NOT NULL,
    row_count INTEGER NOT NULL,           -- scenarios that were run
    as_expected INTEGER NOT NULL,
    red INTEGER NOT NULL,                 -- those of which something else came than must
    rows TEXT NOT NULL                    -- JSON list: what came of each
  ) STRICT;
  CREATE INDEX wallet_scenario_runs_by_owner ON wallet_scenario_runs (owner_id, id);
`

const WORKBENCH = /* sql */ `
  CREATE TABLE workbench_users (
    id TEXT PRIMARY KEY NOT NULL,         -- id within the workspace, UUID version 7
    username TEXT NOT NULL UNIQUE,        -- of the key-store account
    vault_user_id TEXT,                   -- null until the vault account exists
    full_name TEXT NOT NULL,
    email TEXT NOT NULL,                  -- '' when unknown
    user_type TEXT NOT NULL,              -- human, organization_agent, service_agent
    colour INTEGER NOT NULL,              -- position in the list of actor colours, from 0
    key_fingerprint TEXT,                 -- of the login key pair; null before it exists
    registered INTEGER NOT NULL,          -- 0: registration was interrupted and goes on at the next sign-in
    sealed_secret_string BLOB NOT NULL,   -- under the local key
    sealed_passphrase BLOB,               -- under the local key; null: asked for at every sign-in
    created_at TEXT NOT NULL,
    published_format INTEGER NOT NULL DEFAULT 0 CHECK (published_format IN (0, 1)) -- 1: as published clients keep it
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE workbench_agents (
    id TEXT PRIMARY KEY NOT NULL,         -- id within the workspace, UUID version 7
    vault_user_id TEXT NOT NULL,
    full_name TEXT NOT NULL,              -- of the organization or service
    organization_id TEXT NOT NULL,
    service_id TEXT,                      -- null: the organization itself
    through_user_id TEXT NOT NULL         -- who opened it last, with a key of the own key store
      REFERENCES workbench_users (id) ON DELETE CASCADE,
    colour INTEGER NOT NULL,              -- position in the list of actor colours, from 0
    key_fingerprint TEXT NOT NULL,        -- of the public key of the organization or service
    created_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX workbench_agents_of ON workbench_agents (organization_id, ifnull(service_id, ''));
  CREATE INDEX workbench_agents_through ON workbench_agents (through_user_id);

  -- Accounts of others that users of the workspace act for.
  CREATE TABLE workbench_delegations (
    id TEXT PRIMARY KEY NOT NULL,         -- id within the workspace, UUID version 7
    vault_user_id TEXT NOT NULL,          -- of the account owner
    full_name TEXT NOT NULL,
    connection_id TEXT NOT NULL,          -- the delegate's side
    role TEXT NOT NULL,
    child INTEGER NOT NULL CHECK (child IN (0, 1)),
    through_user_id TEXT NOT NULL         -- the delegate
      REFERENCES workbench_users (id) ON DELETE CASCADE,
    colour INTEGER NOT NULL,              -- position in the list of actor colours, from 0
    key_fingerprint TEXT NOT NULL,        -- of the account owner's key of the connection
    created_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX workbench_delegations_of ON workbench_delegations (through_user_id, connection_id);

  CREATE TABLE workbench_settings (
    name TEXT PRIMARY KEY NOT NULL,       -- operator_password_hash: SHA-256
    value BLOB NOT NULL
  ) STRICT, WITHOUT ROWID;
`

/** All tables of the first version that is released; the steps before it, of which it keeps the last number, never were. */
export const baseline: Migration = {
  number: 330,
  name: 'baseline',
  up(connection) {
    connection.exec(
      [
        ACCOUNTS,
        KEYS,
        EVENTS,
        CATALOGUE,
        FILES,
        ITEMS,
        LINKS_OF_SLOTS,
        PEOPLE,
        DELEGATIONS,
        SHARES,
        ORGANIZATIONS,
        OPERATOR,
        EXCHANGE,
        VERIFIER,
        WALLETS,
        WORKBENCH,
      ].join('\n'),
    )
  },
}
