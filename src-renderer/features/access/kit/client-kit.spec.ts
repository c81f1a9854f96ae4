// Proves docs/contract/window.md, Access.

import { expect, it } from 'vitest'
import type { KitFile, KitSecret } from './client-kit.ts'
import { clientKit, commandLineKit } from './client-kit.ts'

/* That the files do what they say is tried in tests/client-packages/client-kit.spec.ts. */

const server = {
  vault: 'http://127.0.0.1:4000/vault',
  keystore: 'http://127.0.0.1:4000/keystore',
  exchange: 'http://127.0.0.1:4000/exchange',
}
const TOKEN: KitSecret = { kind: 'token', text: 'v_secret' }
const KEY: KitSecret = { kind: 'login_key', text: 'key-secret' }
const kit = (secret: KitSecret, name = 'Älice Weber', warning = 'Whoever has this is Alice.') =>
  clientKit({ name, server, secret, notes: { warning, subscriptionKey: 'From Trust.' } })
const textOf = (files: readonly KitFile[], id: KitFile['id']) => files.find((file) => file.id === id)?.text ?? ''

it('the environment › names addresses, the secret and where a subscription key comes from', () => {
  expect(textOf(kit(TOKEN), 'env')).toBe(`# Whoever has this is Alice.
VAULT_URL=http://127.0.0.1:4000/vault
KEYSTORE_URL=http://127.0.0.1:4000/keystore
EXCHANGE_URL=http://127.0.0.1:4000/exchange
ACCESS_TOKEN=v_secret
# From Trust.
SUBSCRIPTION_KEY=
`)
  expect(textOf(kit(KEY), 'env')).toContain('\nLOGIN_KEY=key-secret\n')
})

it.each([TOKEN, KEY])('the secret › is in the files that say so, with the warning first: $kind', (secret) => {
  for (const { text, holdsSecret, id } of kit(secret)) {
    expect([id, text.includes(secret.text)]).toEqual([id, holdsSecret])
    expect([id, text.startsWith('# Whoever has this is Alice.\n')]).toEqual([id, holdsSecret])
  }
})

it('files › are named by the user, in letters of every file system', () => {
  expect(kit(TOKEN).map(({ name }) => name)).toEqual([
    'alice_weber.env',
    'alice_weber.sh',
    'alice_weber.mjs',
    'alice_weber.http',
  ])
  expect(kit(TOKEN, '../;rm -r').map(({ name }) => name)[0]).toBe('rm_-r.env')
  expect(kit(TOKEN, '李').map(({ name }) => name)[0]).toBe('account.env')
})

it('the command-line client › gets addresses without a secret, and the credentials under a warning', () => {
  const credentials = 'kind: Authentication\nmetadata:\n  secret: "1.x"\nspec: {}\n'
  const [user, environment] = commandLineKit({ name: 'Älice', server, credentials, warning: 'All\nkeys.' })

  expect(user).toEqual({
    id: 'cliUser',
    name: 'alice.user.yaml',
    text: `# All keys.\n${credentials}`,
    holdsSecret: true,
  })
  expect(environment).toMatchObject({ name: 'alice.environment.yaml', holdsSecret: false })
  expect(environment?.text).toBe(`vault:
  url: "http://127.0.0.1:4000/vault"
  subscription_key: ""
keystore:
  url: "http://127.0.0.1:4000/keystore"
  subscription_key: ""
`)
})

it('a name with lines in it › stays inside of the comment', () => {
  for (const id of ['env', 'http'] as const) {
    const [first, second] = textOf(kit(TOKEN, 'A', 'This is A\r\nrm -r ~\u2028X'), id).split('\n')
    expect(first).toBe('# This is A rm -r ~ X')
    expect(second).toMatch(/^(VAULT_URL=|@vault = )/)
  }
})
