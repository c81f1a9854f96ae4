import type { Row } from '../measure.ts'
import { durationOf, rateOf, sidesOf } from './figures.ts'

/** What the figures mean for somebody who uses them. @param rows by their names */
export function oneInstance(rows: ReadonlyMap<string, Row>): string {
  const say = (name: string, saying: (row: Row) => string): string => {
    const row = rows.get(name)
    return row === undefined ? '(not recorded)' : saying(row)
  }
  const rate = (name: string) => say(name, (row) => rateOf(row.productPerSecond))
  const memory = (name: string) => say(name, (row) => sidesOf(row)[1])
  const taking = (name: string, operations = 1) =>
    say(name, (row) => durationOf((operations * 1000) / row.productPerSecond))
  return `One process, on this machine:

- reads of an item over HTTP: ${rate('GET item with 4 slots over HTTP (P1)')}; new items, on the disk before they are answered:
  ${rate('POST item with 4 slots over HTTP (P2)')};
- presentations that a verifier sends to the exchange: ${rate('verify over HTTP with replay record (X3)')};
- a presentation from the link to the kept answer, the wallet included: ${taking('whole presentation, linked data')},
  as a JWT ${taking('whole presentation, JWT')};
- sharing 1,000 items with one person: ${taking('share 1,000 items x 4 slots to 1 (P6)', 1_000)};
- from the start to the first answer with 100,000 items: ${taking('start to first answer, 100,000 items (P9)')}; idle memory:
  ${memory('idle memory, MiB (P10)')}.

A team does not come near these rates. One thread answers all calls; how long others wait stands below. Whoever needs
more starts a second instance.`
}

/** Rests on docs/running.md and docs/security.md. */
export function sharedByATeam(): string {
  return `\`\`\`sh
export VAULTBENCH_OPERATOR_PASSWORD VAULTBENCH_SUBSCRIPTION_KEY # set by whatever keeps your secrets
npm run --silent serve -- --port 8080 --data /srv/vaultbench --require-subscription-key --data-size-limit 10000000000
\`\`\`

- **Reaching it.** It listens on 127.0.0.1 and ::1 alone. The simplest way in is a tunnel to the same port, which leaves
  every address right: \`ssh -N -L 8080:127.0.0.1:8080 HOST\`.
- **A TLS proxy** beside it must send \`Host: 127.0.0.1:8080\`, since other names are refused. Addresses in replies,
  as those of files and pictures, then begin with \`http://127.0.0.1:8080\`: let the proxy rewrite them. Forward \`/vault\`,
  \`/keystore\` and \`/exchange\`, never \`/workbench\` and the window. Wallets outside reach the verifier by its \`base_url\` ([exchange](contract/exchange.md), Verifier: settings).
- **What the proxy sees.** Tokens and names of items, never values: clients seal these. Keep no headers in its log.
- **Limits.** To the service everybody behind the proxy is one caller: ten wrong operator passwords in a minute keep the right
  one out as well, and 50 registrations begin in a second. Let the proxy limit attempts by address. Idle connections end for newcomers above 256, and \`--data-size-limit\` says how much the
  files of one user may take.
- **Disk.** The workspace that \`serve\` makes has no passphrase: its file is plain, though values in it are cipher text. Put the
  directory on an encrypted disk, readable for the service's own user alone.
- **Backup.** Once a day one is made in the directory itself. Copy one elsewhere while it runs, with
  \`npm run --silent backup -- /srv/vaultbench FILE\`; the file is plain too. After a restore everybody signs in again.
- **A new version.** Ctrl C or SIGTERM ends it in order. The next start backs up, then brings the database up to date.`
}
