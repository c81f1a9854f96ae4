/** SD-JWTs that are made to keep a service busy, up to the size that a body may have. */
import type { JsonObject } from '../shared/presentation-exchange/json.ts'
import { aP256Party, bound, disclosureOf, identityClaims, madeSdJwt } from '../tests/support/exchange/sd-jwts.ts'
import type { MadeDisclosure } from '../tests/support/exchange/sd-jwts.ts'
import type { HostileBody } from './hostile-bodies.ts'

const MAX_DISCLOSURES = 500
const TOO_MANY = 5_000
const LEVELS = 60
/** A list may have 10,000 entries in a body; the payload of a JWT is no part of its JSON. */
const TINY_DIGESTS = 150_000
const ELEMENTS = 100_000

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Signed by issuer and holder, so that everything is looked at. */
export function hostileSdJwts(): readonly HostileBody[] {
  const [issuer, holder] = [aP256Party(), aP256Party()]
  const exp = Math.floor(Date.now() / 1000) + 86_400
  const text = (claims: JsonObject, disclosures: readonly MadeDisclosure[] = []) => {
    const payload = identityClaims(issuer, holder, { ...claims, exp })
    return bound(madeSdJwt({ issuer, payload, disclosures }), { by: holder })
  }
  const sentFor = (name: string, sent: unknown, claims: readonly JsonObject[] = []): HostileBody => ({
    name,
    body: {
      vp_token: { any: Array.isArray(sent) ? sent : [sent] },
      options: {
        replay: 'off',
        dcql_query: {
          credentials: [{ id: 'any', format: 'dc+sd-jwt', meta: {}, ...(claims.length > 0 && { claims }) }],
        },
      },
    },
  })
  const disclosed = (count: number, value: unknown = 1) =>
    numbers(count).map((index) => disclosureOf([`salt ${index}`, `claim ${index}`, value]))
  const digestsOf = (disclosures: readonly MadeDisclosure[]) => ({ _sd: disclosures.map(({ digest }) => digest) })
  const all = disclosed(MAX_DISCLOSURES)
  const large = disclosed(MAX_DISCLOSURES, numbers(150))
  const tooMany = disclosed(TOO_MANY)
  const paths = numbers(100).map((index) => ({
    id: `${index}`,
    path: ['list', null, 'a'].slice(0, 2),
    values: [index],
  }))
  return [
    sentFor('500 disclosures', text(digestsOf(all), all)),
    sentFor('500 large disclosures', text(digestsOf(large), large)),
    sentFor('500 disclosures that nobody asks for', text({}, all)),
    sentFor('5,000 disclosures', text(digestsOf(tooMany), tooMany)),
    sentFor('disclosures in each other', text(...inEachOther(LEVELS))),
    sentFor('disclosures in each other, too deep', text(...inEachOther(MAX_DISCLOSURES))),
    sentFor('a mebibyte of tiny digests', text({ _sd: numbers(TINY_DIGESTS).map(() => 'x') })),
    sentFor('elements that stay withheld', text({ list: numbers(ELEMENTS / 4).map(() => ({ '...': 'x' })) })),
    sentFor('many elements that have one value', text({ ...digestsOf(all), list: numbers(ELEMENTS) }, all), paths),
    sentFor('many elements, and disclosures beside them', text({ ...digestsOf(all), list: numbers(ELEMENTS) }, all), [
      { path: ['list', null] },
    ]),
    sentFor(
      'fifty of them',
      numbers(50).map(() => text(digestsOf(all.slice(0, 100)), all.slice(0, 100))),
    ),
    sentFor(
      'thousands of nothing',
      numbers(9_900).map(() => 'e30.e30.~'),
    ),
  ]
}

/** None can hold its own digest, so each holds that of the next one. */
function inEachOther(levels: number): readonly [JsonObject, readonly MadeDisclosure[]] {
  const made: MadeDisclosure[] = []
  for (const level of numbers(levels)) {
    const inner = made.at(-1)
    made.push(disclosureOf([`salt ${level}`, 'in', inner === undefined ? 1 : { _sd: [inner.digest] }]))
  }
  return [{ _sd: made.slice(-1).map(({ digest }) => digest) }, made]
}
