import type { Migration } from '../migrate.ts'

export const eventCounts: Migration = {
  number: 80,
  name: 'event counts',
  up(connection) {
    connection.exec(/* sql */ `
      CREATE INDEX events_by_type ON events (user_id, event_type, event_time, id);

      -- Kept by triggers, because every page of events shows how many there are, and counting 100,000 takes 10 ms.
      CREATE TABLE event_counts (
        user_id TEXT NOT NULL,
        event_type TEXT NOT NULL,
        events_count INTEGER NOT NULL,    -- rows of events
        PRIMARY KEY (user_id, event_type)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO event_counts SELECT user_id, event_type, count(*) FROM events GROUP BY user_id, event_type;
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
    `)
  },
}
