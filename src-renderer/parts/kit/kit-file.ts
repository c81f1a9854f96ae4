import { machineName } from '../../../shared/contract/machine-name.ts'

/** A file of a kit that lets another program call the service. */
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

/** Replaces a name without any letter that is valid in a file name. */
const NAMELESS = 'account'

/** The first part of the file names of a kit. */
export const kitStem = (name: string): string => machineName(name) || NAMELESS

/**
 * The file with the secret, from which the others read it. Values are not quoted, because some readers of such files
 * keep the quotes; no value has a character that needs them.
 *
 * @param secret a whole line, such as `ACCESS_TOKEN=…`
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

/** The lines of a shell script that pass secrets to curl by standard input. */
export const SHELL_SUBSCRIPTION = `subscription() {
  [ -z "$SUBSCRIPTION_KEY" ] || printf 'header = "Service-Subscription-Key: %s"\\n' "$SUBSCRIPTION_KEY"
}
`
export const SHELL_VAULT = `headers() { subscription; printf 'header = "Authorization: %s"\\n' "$ACCESS_TOKEN"; }
call_vault() { headers | curl -sS --config - "$VAULT_URL$@"; }
`

/** Makes a comment of one line: a name with a line break could otherwise end the comment and start a command. */
export function comment(text: string): string {
  return `# ${text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()}`
}
