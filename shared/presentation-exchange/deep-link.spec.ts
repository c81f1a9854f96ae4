// Proves docs/contract/exchange.md, Deep link, Profiles.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deepLinkOf, readDeepLink } from './deep-link.ts'
import type { DeepLink, DeepLinkRule } from './deep-link.ts'
import { isLoopbackUrl } from '../loopback-url.ts'

const SCHEME = 'vaultbench-wallet'
const DEFINITION = 'http://127.0.0.1:4000/verifier/requests/abc/definition'
const DESTINATION = 'http://127.0.0.1:4000/verifier/requests/abc/presentations'
const [definition, destination] = [DEFINITION, DESTINATION].map(encodeURIComponent) as [string, string]

/** A link that nothing is wrong with, to put more parameters behind. */
const HONEST = `vaultbench-wallet://request?definition=${definition}&destination=${destination}`

/** Any link, with and without what binds a presentation to it. */
function anyLink(url: fc.Arbitrary<string>) {
  const nonce = fc.stringMatching(/^[!-~]{1,40}$/)
  return fc
    .record({ definition: url, destination: url, nonce, named: fc.boolean(), bound: fc.boolean() })
    .map(({ definition, destination, nonce, named, bound }): DeepLink => ({
      definition,
      destination,
      ...(bound && { nonce }),
      ...(named && { client_id: new URL(destination).origin }),
    }))
}

describe('readDeepLink', () => {
  it('reads every link that deepLinkOf makes', () => {
    const url = fc.webUrl({ withQueryParameters: true, withFragments: true, size: 'small' })
    const scheme = fc.stringMatching(/^[a-z][a-z0-9+.-]{1,20}$/)
    fc.assert(
      fc.property(scheme, anyLink(url), (name, link) => {
        const text = deepLinkOf(name, link)
        fc.pre(text.length <= 2048)

        expect(readDeepLink(text, name.toUpperCase())).toEqual({
          ok: true,
          link,
          sameOrigin: new URL(link.definition).origin === new URL(link.destination).origin,
        })
      }),
    )
  })

  it('reads what a presentation is to be bound to, in any order beside other parameters', () => {
    const text = `vaultbench-wallet://request?nonce=n%2B1&state=s&client_id=${destination}&definition=${definition}&destination=${destination}`
    const link = { definition: DEFINITION, destination: DESTINATION, nonce: 'n+1', client_id: DESTINATION }

    expect(readDeepLink(text, SCHEME)).toEqual({ ok: true, link, sameOrigin: true })
  })

  it('keeps a plus and writes a blank as %20', () => {
    const link = { definition: 'https://a.example/?q=1+2', destination: `https://a.example/${encodeURI('a b')}` }
    const text = deepLinkOf(SCHEME, link)

    expect(text).not.toContain('+')
    expect(readDeepLink(text, SCHEME)).toEqual({ ok: true, link, sameOrigin: true })
  })

  it.each([
    `VAULTBENCH-Wallet://Request?definition=${definition}&destination=${destination}`,
    `vaultbench-wallet://request?destination=${destination}&definition=${definition}`,
    `vaultbench-wallet://request/?x=1&definition=${definition}&x=2&destination=${destination}#end`,
    `vaultbench-wallet://request?definition=${DEFINITION}&destination=${DESTINATION}`,
  ])('takes %s', (text) => {
    const link = { definition: DEFINITION, destination: DESTINATION }
    expect(readDeepLink(text, SCHEME)).toEqual({ ok: true, link, sameOrigin: true })
  })

  it('says when question and answer have different origins', () => {
    const link = { definition: DEFINITION, destination: 'http://127.0.0.1:4001/presentations' }
    expect(readDeepLink(deepLinkOf(SCHEME, link), SCHEME)).toMatchObject({ ok: true, sameOrigin: false })
  })

  it.each<[DeepLinkRule, string]>([
    ['too_long', `vaultbench-wallet://request?definition=${definition}&destination=${'x'.repeat(2048)}`],
    ['not_a_link', ''],
    ['not_a_link', 'request?definition=x'],
    ['not_a_link', `vaultbench-wallet:request?definition=${definition}&destination=${destination}`],
    ['scheme', `https://request?definition=${definition}&destination=${destination}`],
    ['host', `vaultbench-wallet://invitation?definition=${definition}&destination=${destination}`],
    ['host', `vaultbench-wallet://request/more?definition=${definition}&destination=${destination}`],
    ['host', `vaultbench-wallet://x@request?definition=${definition}&destination=${destination}`],
    ['definition_missing', `vaultbench-wallet://request`],
    ['definition_missing', `vaultbench-wallet://request?Definition=${definition}&destination=${destination}`],
    [
      'definition_repeated',
      `vaultbench-wallet://request?definition=${definition}&definition=${definition}&destination=${destination}`,
    ],
    [
      'definition_repeated',
      `vaultbench-wallet://request?definition=${definition}&%64efinition=x&destination=${destination}`,
    ],
    ['destination_missing', `vaultbench-wallet://request?definition=${definition}`],
    [
      'destination_repeated',
      `vaultbench-wallet://request?definition=${definition}&destination=${destination}&destination=`,
    ],
    ['definition_url', `vaultbench-wallet://request?definition=&destination=${destination}`],
    ['definition_url', `vaultbench-wallet://request?definition=%C3%28%&destination=${destination}`],
    ['definition_url', `vaultbench-wallet://request?definition=%2Frelative&destination=${destination}`],
    ['definition_url', `vaultbench-wallet://request?definition=file%3A%2F%2F%2Fetc&destination=${destination}`],
    ['definition_url', `vaultbench-wallet://request?definition=http%3Aa.example&destination=${destination}`],
    ['definition_url', `vaultbench-wallet://request?definition=http%3A%2F%2Fa.example%0A&destination=${destination}`],
    ['destination_url', `vaultbench-wallet://request?definition=${definition}&destination=javascript%3Aalert(1)`],
    ['destination_url', `vaultbench-wallet://request?definition=${definition}&destination=http%3A%2F%2F%3A80`],
    ['destination_user_info', `vaultbench-wallet://request?definition=${definition}&destination=http%3A%2F%2Fa%40b%2F`],
    ['nonce_repeated', `${HONEST}&nonce=a&nonce=a`],
    ['nonce_text', `${HONEST}&nonce=`],
    ['nonce_text', `${HONEST}&nonce=%C3%28%`],
    ['nonce_text', `${HONEST}&nonce=a%20b`],
    ['nonce_text', `${HONEST}&nonce=a%0Ab`],
    ['nonce_text', `${HONEST}&nonce=${'n'.repeat(257)}`],
    ['client_id_repeated', `${HONEST}&client_id=${destination}&client_id=${destination}`],
    ['client_id_url', `${HONEST}&client_id=`],
    ['client_id_url', `${HONEST}&client_id=did%3Aexample%3Averifier`],
    ['client_id_user_info', `${HONEST}&client_id=http%3A%2F%2Fa%40127.0.0.1%3A4000`],
    ['client_id_origin', `${HONEST}&client_id=https%3A%2F%2Fbank.example`],
    ['client_id_origin', `${HONEST}&client_id=http%3A%2F%2F127.0.0.1%3A4001`],
    ['definition_user_info', `vaultbench-wallet://request?definition=http%3A%2F%2F%40b%2F&destination=${destination}`],
  ])('names the rule %s that %s breaks', (rule, text) => {
    expect(readDeepLink(text, SCHEME)).toEqual({ ok: false, rule })
  })
})

it.each([
  ['http://127.0.0.1:43121/verifier', true],
  ['http://127.1/', true],
  ['http://2130706433/', true],
  ['http://localhost/', true],
  ['http://LOCALHOST:1/', true],
  ['http://[::1]:80/', true],
  ['http://[0:0:0:0:0:0:0:1]/', true],
  ['http://192.168.0.7:43121/', false],
  ['https://localhost.example/', false],
  ['http://127.0.0.1.example/', false],
  ['not a url', false],
])('isLoopbackUrl › %s: %s', (url, is) => {
  expect(isLoopbackUrl(url)).toBe(is)
})
