import type { Migration } from '../migrate.ts'

/** A member who loses the right to act as the agent could otherwise come back by an invitation made before. */
export const agentInvitations: Migration = {
  number: 210,
  name: 'agent invitations',
  up(connection) {
    connection.exec(/* sql */ `
      -- Invitations of agents, with the member in whose session of the agent they were made.
      CREATE TABLE agent_invitations (
        invitation_id TEXT PRIMARY KEY NOT NULL REFERENCES invitations (id) ON DELETE CASCADE,
        organization_member_id TEXT NOT NULL REFERENCES organization_members (id) ON DELETE CASCADE
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX agent_invitations_by_member ON agent_invitations (organization_member_id);
    `)
  },
}
