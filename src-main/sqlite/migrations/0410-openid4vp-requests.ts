import type { Migration } from '../migrate.ts'

/** Requests of the verifier are also answered by OpenID4VP wallets, those made before included. */
export const openid4vpRequests: Migration = {
  number: 410,
  name: 'requests for OpenID4VP wallets',
  up: (connection) =>
    void connection.exec(/* sql */ `
      -- decentralized_identifier or redirect_uri
      ALTER TABLE verifier_requests ADD COLUMN client_id_prefix TEXT NOT NULL DEFAULT 'decentralized_identifier';
      -- of what is asked for: presentation_exchange or dcql
      ALTER TABLE verifier_requests ADD COLUMN query_language TEXT NOT NULL DEFAULT 'presentation_exchange';
      -- JSON object: the definition or query as it stands in the link; null where the wallet fetches it
      ALTER TABLE verifier_requests ADD COLUMN asked TEXT;
      -- where it came in: presentations or response
      ALTER TABLE verifier_attempts ADD COLUMN door TEXT NOT NULL DEFAULT 'presentations';
      UPDATE verifier_requests SET query_language = 'dcql' WHERE definition_id IN
        (SELECT id FROM presentation_definitions WHERE json_type(definition, '$.dcql_query') = 'object');
    `),
}
