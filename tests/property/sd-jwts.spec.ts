// Proves docs/contract/exchange.md, Checks: presentation, Checks: credential.

/** Whoever changes an SD-JWT VC on its way never makes it hold; its holder can only leave disclosures out. */
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { openDisclosures } from '../../src-main/crypto/sd-jwt/disclosures.ts'
import { readSdJwt } from '../../src-main/crypto/sd-jwt/sd-jwt.ts'
import { draws } from '../support/draws.ts'
import {
  aP256Party,
  AUDIENCE,
  bound,
  compactJwt,
  disclosureOf,
  IDENTITY,
  identityClaims,
  madeSdJwt,
  NONCE,
  sdJwtVcLibrary,
  SECONDS,
} from '../support/exchange/sd-jwts.ts'
import type { MadeBinding } from '../support/exchange/sd-jwts.ts'
import { NOW } from '../support/exchange/presentations.ts'
import { verifierAt } from '../support/exchange/sd-jwt-verifying.ts'

const [issuer, holder, other] = [aP256Party(), aP256Party(), aP256Party()]
const ZIP = disclosureOf(['s0', 'zip', '24103'])
const STREET = disclosureOf(['s1', 'street', 'Kai 1'])
const ADDRESS = disclosureOf(['s2', 'address', { country: 'DE', _sd: [ZIP.digest, STREET.digest, 'decoy'] }])
const NAME = disclosureOf(['s3', 'name', 'Ada'])
const RED = disclosureOf(['s4', 'red'])
const DEEP = disclosureOf(['s5', { hue: 7, _sd: [] }])
const ALL = [ZIP, STREET, ADDRESS, NAME, RED, DEEP].map(({ text }) => text)
const PARENT: ReadonlyMap<string, string> = new Map([
  [ZIP.text, ADDRESS.text],
  [STREET.text, ADDRESS.text],
])
const CLAIMS = {
  _sd: [ADDRESS.digest, NAME.digest],
  tags: [{ '...': RED.digest }, 'blue', { '...': DEEP.digest }],
  _sd_alg: 'sha-256',
}

/** An SD-JWT VC in its parts. The binding is known to be good for one text alone, or for none. */
interface Sent {
  readonly issued: string
  readonly disclosures: readonly string[]
  readonly binding: string
  readonly bindingFits: string | undefined
}

const presentedOf = ({ issued, disclosures }: Sent) => [issued, ...disclosures, ''].join('~')
const textOf = (sent: Sent) => presentedOf(sent) + sent.binding

function rebound(sent: Sent, binding: Partial<MadeBinding> = {}, isGood = true): Sent {
  const presented = presentedOf(sent)
  const text = bound(presented, { by: holder, ...binding })
  return { ...sent, binding: text.slice(presented.length), bindingFits: isGood ? presented : undefined }
}

function sentWith(claims: JsonObject = {}, by = issuer): Sent {
  const payload = JSON.parse(JSON.stringify({ ...identityClaims(by, holder, CLAIMS), ...claims })) as JsonObject
  const issued = madeSdJwt({ issuer: by, payload }).slice(0, -1)
  return rebound({ issued, disclosures: ALL, binding: '', bindingFits: undefined })
}

const LIST = 'https://status.example/tokens'
const statusAt = (idx: number) => ({ status: { status_list: { idx, uri: LIST } } })
/** The second of its entries is revoked. */
const TOKENS = compactJwt(
  { alg: 'ES256', typ: 'statuslist+jwt', kid: issuer.kid },
  {
    iss: issuer.did,
    sub: LIST,
    iat: SECONDS,
    status_list: { bits: 1, lst: deflateSync(Buffer.of(2)).toString('base64url') },
  },
  issuer,
)
const REGISTRIES = {
  trustList: () => [{ did: issuer.did, name: 'Harbour Registry' }],
  statusLists: { find: (url: string) => (url === LIST ? { credential: TOKENS, held_since: NOW } : undefined) },
}

const GOOD = sentWith()
/** Says a name in the clear besides the disclosed one: wrong only while that one is shown. */
const TWO_NAMES = sentWith({ name: 'Eve' })
/** Each is refused for a reason of its own. */
const BAD: readonly Sent[] = [
  sentWith({ exp: SECONDS }),
  sentWith({ nbf: SECONDS + 3600 }),
  sentWith({ vct: undefined }),
  TWO_NAMES,
  sentWith({ _sd: [ADDRESS.digest, NAME.digest, NAME.digest] }),
  sentWith({ _sd_alg: 'sha-999' }),
  sentWith({ cnf: { jwk: aP256Party().jwk } }),
  sentWith({ cnf: undefined }),
  sentWith({ iss: other.did }),
  sentWith({ status: 1 }),
  sentWith(statusAt(1)),
  sentWith({}, other),
]

type Change = (sent: Sent) => Sent
const at = (list: { readonly length: number }, index: number) => index % Math.max(1, list.length)
const inDisclosures =
  (change: (list: string[]) => unknown): Change =>
  (sent) => {
    const disclosures = [...sent.disclosures]
    change(disclosures)
    return { ...sent, disclosures }
  }
/** Undefined for what an earlier change made of it. */
function partsOf(text: string): unknown[] | undefined {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
  } catch {
    return undefined
  }
}
const encoded = (text: string) => Buffer.from(text).toString('base64url')
/** Changes one disclosure, where it can be read. */
const inDisclosure = (index: number, change: (parts: unknown[]) => string): Change =>
  inDisclosures((list) => {
    const place = at(list, index)
    const parts = partsOf(list[place] ?? '')
    if (parts !== undefined) list[place] = change(parts)
  })
const flipped = (text: string, index: number) => {
  const place = at(text, index)
  return text.slice(0, place) + (text[place] === 'A' ? 'B' : 'A') + text.slice(place + 1)
}
const inPart = (jwt: string, part: 0 | 1, members: JsonObject) => {
  const parts = jwt.split('.')
  const read = JSON.parse(Buffer.from(parts[part] ?? '', 'base64url').toString()) as JsonObject
  parts[part] = encoded(JSON.stringify({ ...read, ...members }))
  return parts.join('.')
}
const unfit = (sent: Sent, binding: string): Sent => ({
  ...sent,
  binding,
  bindingFits: binding === sent.binding ? sent.bindingFits : undefined,
})

const INDEX = fc.nat(40)
const CLAIM_CHANGES: readonly JsonObject[] = [
  { nonce: 'other' },
  { aud: 'https://other.example' },
  { sd_hash: 'x' },
  { iat: SECONDS + 3600 },
  { nonce: undefined },
  { sd_hash: undefined },
]
const CHANGE: fc.Arbitrary<readonly [name: string, change: Change]> = fc.oneof(
  INDEX.map((index) => [`drop ${index}`, inDisclosures((list) => list.splice(at(list, index), 1))] as const),
  INDEX.map(
    (index) =>
      [`repeat ${index}`, inDisclosures((list) => list.push(...list.slice(at(list, index)).slice(0, 1)))] as const,
  ),
  INDEX.map(
    (index) => [`turn ${index}`, inDisclosures((list) => list.push(...list.splice(0, at(list, index))))] as const,
  ),
  INDEX.map(
    (index) =>
      [`space ${index}`, inDisclosure(index, (parts) => encoded(JSON.stringify(parts, undefined, 1)))] as const,
  ),
  INDEX.map(
    (index) =>
      [`salt ${index}`, inDisclosure(index, ([, ...rest]) => encoded(JSON.stringify(['salt', ...rest])))] as const,
  ),
  INDEX.map(
    (index) =>
      [`forge ${index}`, inDisclosure(index, (parts) => encoded(JSON.stringify([...parts.slice(0, -1), 1])))] as const,
  ),
  INDEX.map(
    (index) =>
      [
        `bit of disclosure ${index}`,
        inDisclosures((list) => {
          const place = at(list, index)
          const text = list[place]
          if (text !== undefined && text !== '') list[place] = `${text}A`
        }),
      ] as const,
  ),
  fc.constant(['empty disclosure', inDisclosures((list) => list.push(''))] as const),
  fc.constant(['forged claim', inDisclosures((list) => list.push(disclosureOf(['s', 'admin', true]).text))] as const),
  INDEX.map(
    (index) =>
      [
        `bit of the credential ${index}`,
        (sent: Sent) => {
          const start = sent.issued.lastIndexOf('.') + 1
          return { ...sent, issued: sent.issued.slice(0, start) + flipped(sent.issued.slice(start), index) }
        },
      ] as const,
  ),
  fc
    .constantFrom<JsonObject>(
      { typ: 'JWT' },
      { alg: 'none' },
      { alg: 'HS256' },
      { crit: ['x'] },
      { kid: other.kid },
      { jwk: other.jwk },
    )
    .map(
      (members) =>
        [
          `header ${JSON.stringify(members)}`,
          (sent: Sent) => ({ ...sent, issued: inPart(sent.issued, 0, members) }),
        ] as const,
    ),
  fc
    .constantFrom<JsonObject>({ exp: SECONDS + 7200 }, { admin: true }, { cnf: { jwk: other.jwk } }, { _sd: [] })
    .map(
      (members) =>
        [
          `payload ${JSON.stringify(members)}`,
          (sent: Sent) => ({ ...sent, issued: inPart(sent.issued, 1, members) }),
        ] as const,
    ),
  fc.constant([
    'issued by another',
    (sent: Sent) => ({
      ...sent,
      issued: compactJwt(
        { alg: 'ES256', typ: 'dc+sd-jwt', kid: issuer.kid },
        JSON.parse(Buffer.from(sent.issued.split('.')[1] ?? '', 'base64url').toString()),
        other,
      ),
    }),
  ] as const),
  INDEX.map(
    (index) =>
      [
        `bit of the binding ${index}`,
        (sent: Sent) => unfit(sent, flipped(sent.binding, index + sent.binding.lastIndexOf('.') + 1)),
      ] as const,
  ),
  fc.constant(['bound by the holder', (sent: Sent) => rebound(sent)] as const),
  fc.constant(['bound by the holder', (sent: Sent) => rebound(sent)] as const),
  fc
    .constantFrom(issuer, other)
    .map((by) => [`bound by another`, (sent: Sent) => rebound(sent, { by }, false)] as const),
  fc
    .constantFrom(...CLAIM_CHANGES)
    .map((claims) => [`binding ${JSON.stringify(claims)}`, (sent: Sent) => rebound(sent, { claims }, false)] as const),
  fc
    .constantFrom<JsonObject>({ typ: 'JWT' }, { alg: 'none' }, { crit: ['x'] })
    .map(
      (header) =>
        [`binding header ${JSON.stringify(header)}`, (sent: Sent) => rebound(sent, { header }, false)] as const,
    ),
  fc.constant(['no binding', (sent: Sent) => unfit(sent, '')] as const),
  fc.constant(['a tilde more', (sent: Sent) => unfit(sent, `~${sent.binding}`)] as const),
)
const CHANGES = fc.array(CHANGE, { minLength: 1, maxLength: 4 })
const DROPS = fc.subarray(ALL)

/** What the rules come to: what the issuer signed, disclosures of it each once with what they stand in, and its holder. */
function shouldHold(sent: Sent, signed = GOOD.issued): boolean {
  const { issued, disclosures } = sent
  const own = new Set(disclosures)
  const isWhole = [...own].every((one) => ALL.includes(one) && own.has(PARENT.get(one) ?? one))
  return issued === signed && own.size === disclosures.length && isWhole && sent.bindingFits === presentedOf(sent)
}

const verifyHere = verifierAt()
/** Whatever is withheld, one of the tags stands there. */
const ASKED = {
  ...{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: [IDENTITY] } },
  claims: [{ path: ['tags', null], values: ['blue'] }],
}
/** @param isAsked whether a query is answered, or nothing is evaluated */
async function holds(text: string, isAsked = true): Promise<boolean> {
  const asked = isAsked ? { dcql_query: { credentials: [ASKED] } } : { evaluate: 'none' }
  const options = { ...asked, challenge: NONCE, domain: AUDIENCE, replay: 'off', max_age_seconds: 3600 }
  return verifyHere({ vp_token: isAsked ? { pid: [text] } : text, options }, REGISTRIES).then(
    ({ valid }) => valid,
    (fault: unknown) => {
      expect(fault).toMatchObject({ code: 'invalid_params' })
      return false
    },
  )
}

const library = sdJwtVcLibrary(issuer, holder)
/** The claims; undefined where the library refuses. */
async function libraryClaims(text: string): Promise<unknown> {
  try {
    return (await library.verify(text, { currentDate: SECONDS, keyBindingNonce: NONCE })).payload
  } catch {
    return undefined
  }
}

function told(sent: Sent, changes: readonly (readonly [string, Change])[]): Sent {
  return changes.reduce((changed, [, change]) => change(changed), sent)
}

async function lawOfChanges(changes: readonly (readonly [string, Change])[], bad: number, counts: { held: number }) {
  const changed = told(GOOD, changes)
  const text = textOf(changed)
  const isAsked = bad < 50
  const isValid = await holds(text, isAsked)
  expect(isValid, changes.map(([name]) => name).join(', ')).toBe(shouldHold(changed))
  if (isValid) {
    counts.held += 1
    expect(openDisclosures(readSdJwt(text)).claims).toEqual(await libraryClaims(text))
  }
  const refused = told(BAD[bad % BAD.length] ?? GOOD, changes)
  const isMended = !refused.disclosures.includes(NAME.text) && shouldHold(refused, TWO_NAMES.issued)
  expect(await holds(textOf(refused), isAsked)).toBe(isMended)
}

async function checkChanges(numRuns: number): Promise<void> {
  const counts = { held: 0 }
  await fc.assert(
    fc.asyncProperty(CHANGES, fc.nat(100), (changes, bad) => lawOfChanges(changes, bad, counts)),
    { numRuns },
  )
  expect(counts.held).toBeGreaterThan(0)
}

describe('an SD-JWT VC', () => {
  it('holds as it was made, here and for the published library', async () => {
    expect(await holds(textOf(GOOD))).toBe(true)
    expect(await libraryClaims(textOf(GOOD))).toMatchObject({
      address: { zip: '24103' },
      tags: ['red', 'blue', { hue: 7 }],
    })
  })

  it.each(BAD.map((sent, index) => [index, sent] as const))('bad as number %i is › is refused', async (_, sent) => {
    expect([await holds(textOf(sent)), await holds(textOf(sent), false)]).toEqual([false, false])
  })

  it('with a status › holds while the list says so', async () => {
    expect(await holds(textOf(sentWith(statusAt(0))))).toBe(true)
    expect(await holds(textOf(sentWith(statusAt(1))))).toBe(false)
  })

  it('whatever is changed › holds only as its issuer and its holder signed it', async () => {
    await checkChanges(draws(250, 5000))
  })

  it('whatever is changed, more often', { tags: ['full'] }, async () => {
    await checkChanges(500)
  })

  it('whatever the holder leaves out › is gone from the claims, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(DROPS, async (shown) => {
        const disclosures = shown.filter((one) => shown.includes(PARENT.get(one) ?? one))
        const text = textOf(rebound({ ...GOOD, disclosures }))
        const { claims, disclosed } = openDisclosures(readSdJwt(text))

        expect(await holds(text)).toBe(true)
        expect(disclosed).toHaveLength(disclosures.length)
        expect(claims).toEqual(await libraryClaims(text))
        expect(Object.hasOwn(claims, 'name')).toBe(disclosures.includes(NAME.text))
      }),
      { numRuns: draws(20, 500) },
    )
  })

  it('what the published library refuses › is refused here', async () => {
    await fc.assert(
      fc.asyncProperty(CHANGES, async (changes) => {
        const text = textOf(told(GOOD, changes))
        if ((await libraryClaims(text)) === undefined) expect(await holds(text)).toBe(false)
      }),
      { numRuns: draws(60, 5000) },
    )
  })
})
