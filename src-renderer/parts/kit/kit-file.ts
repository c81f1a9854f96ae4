import { machineName } from '../../../shared/contract/machine-name.ts'

/** A file of a kit: what another program calls the service with. */
export interface KitFile<Id extends string = string> {
  readonly id: Id
  readonly name: string
  readonly text: string
  readonly holdsSecret: boolean
}

export interface KitServer {
  readonly vault: string
  readonly keystore: string
  readonly exchange: string
}

/** Comments in files with the secret, and next to the subscription key. */
export interface KitNotes {
  readonly warning: string
  readonly subscriptionKey: string
}

/** Replaces a name that has no letter that a machine name can have. */
const NAMELESS = 'account'

/** The first part of the file names of a kit. */
export const kitStem = (name: string): string => machineName(name) || NAMELESS

/**
 * The file with the secret, which the others read it from. Without quotes, which not every reader of such files takes
 * away: no value has a character that needs them.
 *
 * @param secret a line of its own, as `ACCESS_TOKEN=…`
 */
export function environment(server: KitServer, secret: string, notes: KitNotes): string {
  return `${comment(notes.warning)}
VAULT_URL=${server.vault}
KEYSTORE_URL=${server.keystore}
EXCHANGE_URL=${server.exchange}
${secret}
${comment(notes.subscriptionKey)}
SUBSCRIPTION_KEY=
`
}

/** The lines of a shell script that take secrets to curl by its standard input. */
export const SHELL_SUBSCRIPTION = `subscription() {
  [ -z "$SUBSCRIPTION_KEY" ] || printf 'header = "Service-Subscription-Key: %s"\\n' "$SUBSCRIPTION_KEY"
}
`
export const SHELL_VAULT = `headers() { subscription; printf 'header = "Authorization: %s"\\n' "$ACCESS_TOKEN"; }
call_vault() { headers | curl -sS --config - "$VAULT_URL$@"; }
`

/** Makes a comment of one line: a name could otherwise end the comment and start a command. */
export function comment(text: string): string {
  return `# ${text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()}`
}
