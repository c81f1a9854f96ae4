import type { Migration } from '../migrate.ts'

/** Invitations, share intents and offers record the delegation under which they were made, so that they end with it. */
export const madeByDelegation: Migration = {
  number: 340,
  name: 'made by delegation',
  up(connection) {
    connection.exec(/* sql */ `
      -- The delegation by which it was made, in the owner's place or in a session of an agent; null for the others.
      ALTER TABLE invitations ADD COLUMN made_by_delegation TEXT;
      ALTER TABLE share_intents ADD COLUMN made_by_delegation TEXT;
      ALTER TABLE delegation_invitations ADD COLUMN made_by_delegation TEXT;
      CREATE INDEX invitations_made_by_delegation ON invitations (made_by_delegation)
        WHERE made_by_delegation IS NOT NULL;
      CREATE INDEX share_intents_made_by_delegation ON share_intents (made_by_delegation)
        WHERE made_by_delegation IS NOT NULL;
      CREATE INDEX delegation_invitations_made_by_delegation ON delegation_invitations (made_by_delegation)
        WHERE made_by_delegation IS NOT NULL;

      -- Until now only invitations of agents said so, beside the member in whose session they were made.
      UPDATE invitations SET made_by_delegation =
          (SELECT delegation_token FROM agent_invitations WHERE invitation_id = invitations.id)
        WHERE id IN (SELECT invitation_id FROM agent_invitations WHERE delegation_token IS NOT NULL);
      DROP INDEX agent_invitations_by_delegation;
      ALTER TABLE agent_invitations DROP COLUMN delegation_token;
    `)
  },
}
