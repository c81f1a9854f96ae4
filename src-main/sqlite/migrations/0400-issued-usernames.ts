import type { Migration } from '../migrate.ts'

/** Usernames say by themselves when they were issued (src-main/crypto/issued-username.ts); no row is kept for one. */
export const issuedUsernames: Migration = {
  number: 400,
  name: 'issued usernames',
  up: (connection) => void connection.exec('DROP TABLE reserved_usernames'),
}
