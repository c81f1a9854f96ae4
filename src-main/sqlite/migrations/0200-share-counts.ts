import type { Migration } from '../migrate.ts'

export const shareCounts: Migration = {
  number: 200,
  name: 'share counts',
  up(connection) {
    connection.exec(/* sql */ `
      -- Kept by triggers, because every page of received shares says how many there are and how many wait.
      CREATE TABLE share_counts (
        recipient_id TEXT NOT NULL,
        acceptance_required TEXT NOT NULL,
        shares_count INTEGER NOT NULL,    -- rows of shares
        PRIMARY KEY (recipient_id, acceptance_required)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO share_counts
        SELECT recipient_id, acceptance_required, count(*) FROM shares GROUP BY recipient_id, acceptance_required;
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
    `)
  },
}
