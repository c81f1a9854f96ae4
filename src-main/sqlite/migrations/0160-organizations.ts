import type { Migration } from '../migrate.ts'

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
`

const MEMBERS = /* sql */ `
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
`

export const organizations: Migration = {
  number: 160,
  name: 'organizations',
  up(connection) {
    connection.exec(ORGANIZATIONS + MEMBERS)
  },
}
