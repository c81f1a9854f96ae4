import { oneOf, text } from '../../../i18n/i18n.ts'
import type { KitFile as File, KitNotes, KitServer } from '../../../parts/kit/kit-file.ts'
import { comment, environment, kitStem, SHELL_SUBSCRIPTION, SHELL_VAULT } from '../../../parts/kit/kit-file.ts'

/** The secret with which a program signs in. With a login key, each run starts a session of its own. */
export interface KitSecret {
  readonly kind: 'token' | 'login_key'
  readonly text: string
}

export interface ClientKit {
  /** The name of the user, after which the files are named. */
  readonly name: string
  readonly server: KitServer
  readonly secret: KitSecret
  readonly notes: KitNotes
}

export type KitFile = File<'env' | 'curl' | 'sdk' | 'http' | 'cliEnvironment' | 'cliUser'>

/** The label and the description of a file. */
export const labelOf = ({ id }: KitFile): string => text(oneOf('access.kit.file.*', id))
export const aboutOf = ({ id, name }: KitFile): string => text(oneOf('access.kit.about.*', id), { name })

/** The published packages that the program of a kit was tried with (docs/contract/window.md, Access). */
export const KIT_PACKAGES = {
  '@meeco/vault-api-sdk': '37.1.15-develop.20220720121530.eed705a',
  '@meeco/keystore-api-sdk': '6.2.0',
}

/** The lifetime of a login key's session: each run of a program starts a new one. */
const SESSION_SECONDS = 3600

/** The definition in the example of a call to the exchange. */
const DEFINITION = '{"name":"Boat licence","input_descriptors":[{"id":"licence","constraints":{}}]}'

/**
 * The files with which another program calls the service as a user.
 *
 * Two contain the secret, and the other two read it from the first. None of them passes it to a command as an argument,
 * because every user of the computer could read it.
 */
export function clientKit(kit: ClientKit): readonly KitFile[] {
  const stem = kitStem(kit.name)
  const env = `${stem}.env`
  return [
    { id: 'env', name: env, text: environment(kit.server, lineOf(kit.secret), kit.notes), holdsSecret: true },
    { id: 'curl', name: `${stem}.sh`, text: shell(kit.secret, env), holdsSecret: false },
    { id: 'sdk', name: `${stem}.mjs`, text: program(kit.secret, env, `${stem}.mjs`), holdsSecret: false },
    { id: 'http', name: `${stem}.http`, text: requests(kit), holdsSecret: true },
  ]
}

export interface CommandLineKit extends Pick<ClientKit, 'name' | 'server'> {
  /** The file with unencrypted keys, made by the main process. */
  readonly credentials: string
  readonly warning: string
}

/** The two files that the published command-line client needs. */
export function commandLineKit({ name, server, credentials, warning }: CommandLineKit): readonly KitFile[] {
  const stem = kitStem(name)
  const part = (of: 'vault' | 'keystore') => `${of}:\n  url: ${JSON.stringify(server[of])}\n  subscription_key: ""\n`
  return [
    {
      id: 'cliUser',
      name: `${stem}.user.yaml`,
      text: `${comment(warning)}\n${credentials}`,
      holdsSecret: true,
    },
    {
      id: 'cliEnvironment',
      name: `${stem}.environment.yaml`,
      text: `${part('vault')}${part('keystore')}`,
      holdsSecret: false,
    },
  ]
}

function lineOf({ kind, text }: KitSecret): string {
  return `${kind === 'token' ? 'ACCESS_TOKEN' : 'LOGIN_KEY'}=${text}`
}

/** A script for any POSIX shell; curl reads the secret from its standard input. */
function shell({ kind }: KitSecret, env: string): string {
  return `. ./${env}

${SHELL_SUBSCRIPTION}${kind === 'token' ? '' : SHELL_LOGIN}
${SHELL_VAULT}call_keystore() { headers | curl -sS --config - "$KEYSTORE_URL$@"; }
call_exchange() { subscription | curl -sS --config - "$EXCHANGE_URL$@"; }

# call_vault /items -X POST -H 'Content-Type: application/json' -d '{"template_name":"custom","item":{"label":"Boat"}}'
# call_exchange /presentations/definitions -H 'Content-Type: application/json' -d '${DEFINITION}'
call_vault /me
`
}

const SHELL_LOGIN = `
log_in() {
  { subscription; printf 'data = "{\\\\"login_key\\\\":\\\\"%s\\\\",\\\\"valid_for\\\\":${SESSION_SECONDS}}"\\n' "$LOGIN_KEY"; } |
    curl -sS --fail --config - -H 'Content-Type: application/json' "$KEYSTORE_URL/sessions/with_login_key" |
    sed -n 's/.*"session_authentication_string":"\\([^"]*\\)".*/\\1/p'
}
ACCESS_TOKEN=$(log_in)
`

function program({ kind }: KitSecret, env: string, name: string): string {
  const packages = Object.entries(KIT_PACKAGES).map((named) => named.join('@'))
  const [read, login] = kind === 'token' ? [', ACCESS_TOKEN', ''] : [', LOGIN_KEY', PROGRAM_LOGIN]
  return `// npm install ${packages.join(' ')}
// node --env-file=${env} ${name}
import Keystore from '@meeco/keystore-api-sdk'
import Vault from '@meeco/vault-api-sdk'

const { VAULT_URL, KEYSTORE_URL, SUBSCRIPTION_KEY${read} } = process.env
${login}
const settings = (basePath) => ({
  basePath,
  fetchApi: fetch,
  apiKey: (name) => ({ Authorization: ACCESS_TOKEN, 'Meeco-Subscription-Key': SUBSCRIPTION_KEY })[name] ?? '',
})
export const vault = new Vault.Configuration(settings(VAULT_URL))
export const keystore = new Keystore.Configuration(settings(KEYSTORE_URL))

const { user } = await new Vault.UserApi(vault).meGet()
const session = await new Keystore.SessionApi(keystore).sessionGetRaw()
console.log(user.full_name, session.raw.status)
`
}

const PROGRAM_LOGIN = `
const login = await fetch(\`\${KEYSTORE_URL}/sessions/with_login_key\`, {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    ...(SUBSCRIPTION_KEY && { 'Service-Subscription-Key': SUBSCRIPTION_KEY }),
  },
  body: JSON.stringify({ login_key: LOGIN_KEY, valid_for: ${SESSION_SECONDS} }),
})
if (!login.ok) throw new Error(await login.text())
const ACCESS_TOKEN = (await login.json()).session.session_authentication_string
`

/** Writes a file for Visual Studio and for the REST Client of Visual Studio Code. */
function requests({ server, secret, notes }: ClientKit): string {
  const [variable, login, token] =
    secret.kind === 'token' ? ['accessToken', '', '{{accessToken}}'] : ['loginKey', HTTP_LOGIN, HTTP_LOGIN_TOKEN]
  const request = (line: string) => `###
GET ${line}
Authorization: ${token}
`
  return `${comment(notes.warning)}
@vault = ${server.vault}
@keystore = ${server.keystore}
@exchange = ${server.exchange}
@${variable} = ${secret.text}
${comment(notes.subscriptionKey)}
@subscriptionKey =

${login}${[request('{{vault}}/me'), request('{{vault}}/items'), request('{{keystore}}/session')].join('\n')}
###
POST {{exchange}}/presentations/definitions
Service-Subscription-Key: {{subscriptionKey}}
Content-Type: application/json

${DEFINITION}
`
}

const HTTP_LOGIN = `###
# @name login
POST {{keystore}}/sessions/with_login_key
Content-Type: application/json

{ "login_key": "{{loginKey}}", "valid_for": ${SESSION_SECONDS} }

`
const HTTP_LOGIN_TOKEN = '{{login.response.body.session.session_authentication_string}}'
