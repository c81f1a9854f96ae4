import type { Migration } from '../migrate.ts'

/** Marks data-encryption keys that values may depend on, even if nothing refers to them any more. */
export const keptDataKeys: Migration = {
  number: 360,
  name: 'kept data keys',
  up(connection) {
    connection.exec(/* sql */ `
      -- 1: a vault user names it as private_dek_external_id, or the metadata of a key pair as the key of its agent, or
      -- they once did; it is not deleted alone.
      ALTER TABLE data_encryption_keys ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;
      UPDATE data_encryption_keys SET kept = 1
        WHERE EXISTS (SELECT 1 FROM users LEFT JOIN keystore_users ON vault_user_id = users.id
            WHERE lower(private_dek_external_id) = data_encryption_keys.id
              AND (user_type <> 'human' OR keystore_users.id = data_encryption_keys.keystore_user_id))
          OR EXISTS (SELECT 1 FROM key_pairs WHERE key_pairs.keystore_user_id = data_encryption_keys.keystore_user_id
            AND lower(json_extract(metadata, '$.data_encryption_key_id')) = data_encryption_keys.id);

      -- The old one, too: it may have been stored only after it was named. A person names the own keys alone; that of an
      -- agent lies in the key store of a member.
      CREATE TRIGGER keep_private_key AFTER UPDATE OF private_dek_external_id ON users
      WHEN old.private_dek_external_id IS NOT new.private_dek_external_id BEGIN
        UPDATE data_encryption_keys SET kept = 1
        WHERE id IN (lower(old.private_dek_external_id), lower(new.private_dek_external_id)) AND (
          new.user_type <> 'human'
          OR keystore_user_id = (SELECT id FROM keystore_users WHERE vault_user_id = new.id));
      END;
      CREATE TRIGGER keep_agent_key AFTER INSERT ON key_pairs BEGIN
        UPDATE data_encryption_keys SET kept = 1
        WHERE id = lower(json_extract(new.metadata, '$.data_encryption_key_id'))
          AND keystore_user_id = new.keystore_user_id;
      END;
      CREATE TRIGGER keep_renamed_agent_key AFTER UPDATE OF metadata ON key_pairs BEGIN
        UPDATE data_encryption_keys SET kept = 1
        WHERE keystore_user_id = new.keystore_user_id AND id IN (
          lower(json_extract(old.metadata, '$.data_encryption_key_id')),
          lower(json_extract(new.metadata, '$.data_encryption_key_id')));
      END;
    `)
  },
}
