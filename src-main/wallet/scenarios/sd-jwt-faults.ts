import { findDemoSchema } from '../../../shared/demo-credentials/demo-schemas.ts'
import { listOf, memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { encodeBase64Url } from '../../crypto/base64url.ts'
import { randomBytes } from '../../crypto/random.ts'
import { digestFunctionOf } from '../../crypto/sd-jwt/disclosures.ts'
import { MAX_DISCLOSURES, readSdJwt } from '../../crypto/sd-jwt/sd-jwt.ts'
import { jwkOfDidKey } from '../../crypto/did-key-jwk.ts'
import { didKeyOf, newSigningKey } from '../../crypto/signing-key.ts'
import type { DemoIssuers } from '../issuer/demo-issuers.ts'
import { DEMO_ISSUERS } from '../issuer/issuer-keys.ts'
import type { IssuerKey } from '../issuer/issuer-keys.ts'
import { signTokenList, tokenListUrl } from '../issuer/token-status-list.ts'
import type { DeliberateSdJwtFault } from '../sd-jwt/present-sd-jwt.ts'
import { signJwt } from '../signing/jwt-signer.ts'
import { withPayload } from './variants.ts'

interface FaultContext {
  readonly issuers: DemoIssuers
  readonly nowMs: number
  /** The SD-JWT VC as its issuer gave it. */
  readonly raw: string
}

/** Makes the fault; undefined when this credential cannot have it, because no demo issuer could sign it again. */
type MakeFault = (context: FaultContext) => Promise<DeliberateSdJwtFault | undefined>

/** The algorithms that demo issuers sign SD-JWT VCs with. */
const ALGORITHMS = ['EdDSA', 'ES256', 'RS256'] as const
const DAY_SECONDS = 86_400
const HOUR_SECONDS = 3600
const YEAR_2100 = 4_102_444_800
const SALT_BYTES = 16
/** Digests have the length of SHA-256. */
const DIGEST_BYTES = 32
const OTHER_NONCE = 'AAAAAAAAAAAAAAAAAAAAAA'
const ELSEWHERE = 'https://elsewhere.example'
const OTHER_TYPE = 'https://credentials.vaultbench.example/identity'
/** A type with a schema that is registered everywhere; it demands all claims of a licence. */
const TYPE_WITH_SCHEMA = 'https://schemas.vaultbench.example/driving-licence/1.0.0'
const TRIAL_TOKENS = 'https://status.vaultbench.example/trial/tokens'
const NO_TOKENS = 'https://status.vaultbench.example/nobody/tokens'
/** Behind the end of every list of the demo issuers. */
const INDEX_BEHIND = 200_000
/** Two values in each other are deeper than is read, though each of them is not. */
const HALF_DEPTH = 40
/** A certificate that only its own key signed, until the year 9999. It is no authority. */
const CERTIFICATE = [
  'MIIBYzCCAQmgAwIBAgIIcQCqpQrGY6EwCgYIKoZIzj0EAwIwHTEbMBkGA1UEAwwSTm9ib2R5J3MgQXV0aG9yaXR5MCAXDTI2MDEwMTAwMDAwMFoY',
  'Dzk5OTkxMjMxMjM1OTU5WjAdMRswGQYDVQQDDBJOb2JvZHkncyBBdXRob3JpdHkwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQiDNdJhO2KNb0e',
  '8EKaOCksR2bxtfg533ip0bUE0Zs/WeBriNr7TOZYahf5FSO2/vmge9g+Spxp6G30VNrM99egozEwLzAOBgNVHQ8BAf8EBAMCB4AwHQYDVR0OBBYE',
  'FKSCXqIqKa5vOiYioGIcHZvOy2yFMAoGCCqGSM49BAMCA0gAMEUCIQDayXzHNNSGZRG5s+ZpUZ/Ju5Gsn5CDV02LAktJ/OEWhQIgUPzOeUL6e62o',
  '5WAf8JwqvHUCBurwPEnu1KCfOzVD7mA=',
].join('')

const FAULTS: Readonly<Record<string, DeliberateSdJwtFault | MakeFault>> = {
  'sd-wrong-hash': { claims: (usual) => ({ ...usual, sd_hash: newDigest() }) },
  'sd-wrong-audience': { claims: (usual) => ({ ...usual, aud: ELSEWHERE }) },
  'sd-wrong-nonce': { claims: (usual) => ({ ...usual, nonce: OTHER_NONCE }) },
  'sd-no-nonce': { claims: ({ nonce: _nonce, ...usual }) => usual },
  'sd-stale': { claims: (usual) => ({ ...usual, iat: Number(usual['iat']) - HOUR_SECONDS }) },
  'sd-from-the-future': { claims: (usual) => ({ ...usual, iat: Number(usual['iat']) + HOUR_SECONDS }) },
  'sd-no-binding': { sent: withoutBinding },
  'sd-binding-unsigned': { header: { alg: 'none' } },
  'sd-binding-tampered': {
    sent: (text) => withoutBinding(text) + withPayload(bindingIn(text), (usual) => ({ ...usual, jti: 'changed' })),
  },
  'sd-binding-type': { header: { typ: 'JWT' } },
  'sd-binding-unreadable': { sent: (text) => `${withoutBinding(text)}no.key.binding` },
  'sd-binding-key': unbound((payload) => ({ ...payload, cnf: { kid: 'the key of the holder' } })),
  'sd-stolen': async () => ({ key: await newSigningKey('Ed25519') }),
  'sd-other-holder': async () => {
    const key = await newSigningKey('Ed25519')
    return { key, header: { jwk: jwkOfDidKey(didKeyOf(key)) } }
  },
  'sd-disclosed-twice': { disclosures: (chosen) => [...chosen, ...chosen.slice(0, 1)] },
  'sd-disclosure-forged': {
    disclosures: (chosen) => [...chosen, ...chosen.slice(0, 1).map(withOtherValue)],
  },
  'sd-disclosure-of-another': { disclosures: (chosen) => [...chosen, newDisclosure('nickname', 'Al')] },
  'sd-disclosure-misplaced': reissued({ adds: [['a value without a name']] }),
  'sd-digest-twice': reissued({ payload: (payload) => withDigests(payload, Array(2).fill(newDigest()) as string[]) }),
  'sd-nested-alone': nested({ depth: 0, isWhole: false }),
  'sd-nested-too-deep': nested({ depth: HALF_DEPTH, isWhole: true }),
  'sd-too-many-disclosures': {
    disclosures: () => Array.from({ length: MAX_DISCLOSURES + 1 }, () => newDisclosure('nickname', 'Al')),
  },
  'sd-claim-twice': reissued({ adds: ['Al', 'Bea'].map((name) => ['nickname', name]) }),
  'sd-reserved-name': reissued({ adds: [['_sd', []]] }),
  'sd-expiry-disclosed': reissued({ payload: ({ exp: _exp, ...payload }) => payload, adds: [['exp', YEAR_2100]] }),
  // The hash of a key binding could not be made either.
  'sd-digest-algorithm': unbound((payload) => ({ ...withoutKey(payload), _sd_alg: 'md5' })),
  'sd-wrong-type': reissued({ payload: (payload) => ({ ...payload, vct: OTHER_TYPE }) }),
  'sd-no-type': reissued({ payload: ({ vct: _vct, ...payload }) => payload }),
  'sd-schema-violation': reissued({ payload: (payload) => ({ ...payload, vct: TYPE_WITH_SCHEMA }) }),
  'sd-odd-id': reissued({ payload: (payload) => ({ ...payload, sub: 5 }) }),
  'sd-expired': reissued({ payload: (payload, { nowMs }) => ({ ...payload, ...between(nowMs, -30, -1) }) }),
  'sd-not-yet-valid': reissued({ payload: (payload, { nowMs }) => ({ ...payload, ...between(nowMs, 1, 30) }) }),
  'sd-revoked': withStatus('revoked'),
  'sd-suspended': withStatus('suspended'),
  'sd-status-unknown': withEntry(() => ({ status_list: { idx: 0, uri: NO_TOKENS } })),
  'sd-status-out-of-range': withEntry(({ signer }) => ({
    status_list: { idx: INDEX_BEHIND, uri: tokenListUrl(signer) },
  })),
  'sd-status-odd': withEntry(() => ({})),
  'sd-status-type': withEntry(() => ({ another_list: {} })),
  'sd-status-forged': withEntry(async ({ signer, issuers }) => {
    const other = await otherThan(signer, issuers)
    const list = { url: TRIAL_TOKENS, entries: 8, revoked: [], suspended: [], at: issuers.now() }
    issuers.publishStatusList(list.url, signTokenList({ ...other, did: signer.did }, list), list.at)
    return { status_list: { idx: 0, uri: TRIAL_TOKENS } }
  }),
  'sd-alg-none': reissued({ header: { alg: 'none' } }),
  'sd-tampered-claim': ({ raw }) =>
    Promise.resolve({ issuerJwt: withPayload(issuedIn(raw), (payload) => ({ ...payload, jti: 'urn:uuid:changed' })) }),
  'sd-wrong-issuer-key': reissued({ isByOther: true }),
  // It has no status, because its list would be from the same untrusted issuer.
  'sd-unknown-issuer': reissued({
    payload: ({ status: _status, ...payload }, { signer: { did } }) => ({ ...payload, iss: did }),
    isByOther: true,
  }),
  'sd-unknown-key': reissued({ header: { kid: '#another-key' } }),
  'sd-no-metadata': reissued({
    payload: ({ status: _status, ...payload }) => ({ ...payload, iss: ELSEWHERE }),
    header: { kid: 'key-1' },
  }),
  'sd-certificate-invalid': reissued({ header: { x5c: [CERTIFICATE, CERTIFICATE] } }),
  'sd-certificate-untrusted': reissued({ header: { x5c: [CERTIFICATE] } }),
  'sd-unbound': unbound(),
  'sd-no-challenge': unbound(),
  'sd-bearer': unbound(),
  'sd-binding-unexpected': reissued({ payload: withoutKey }),
  'sd-too-much': { disclosures: (_chosen, all) => all },
  'sd-limit-disclosure': { disclosures: (_chosen, all) => all },
  'sd-claim-withheld': { disclosures: (chosen) => chosen.slice(1) },
  'sd-other-order': { disclosures: (chosen) => chosen.toReversed() },
  'sd-decoys': reissued({ payload: (payload) => withDigests(payload, [newDigest(), newDigest(), newDigest()]) }),
  'sd-older-type': reissued({ header: { typ: 'vc+sd-jwt' } }),
}

/** The deliberate fault of a scenario; a scenario without one presents honestly what does not fit. */
export async function sdJwtFault(scenario: string, context: FaultContext): Promise<DeliberateSdJwtFault | undefined> {
  const found = Object.hasOwn(FAULTS, scenario) ? FAULTS[scenario] : undefined
  return typeof found === 'function' ? found(context) : (found ?? {})
}

interface Reissue {
  readonly payload?: (payload: JsonObject, context: FaultContext & { readonly signer: IssuerKey }) => JsonObject
  readonly header?: JsonObject
  /** Somebody else signs it. */
  readonly isByOther?: boolean
  /** Claims with disclosures of their own, which are disclosed: what they say after the salt. */
  readonly adds?: readonly (readonly unknown[])[]
}

/** Lets the demo issuer sign the credential again, with something changed that no issuer would. */
function reissued({ payload: change = (payload) => payload, header, isByOther, adds = [] }: Reissue): MakeFault {
  return async (context) => {
    const { jwt } = readSdJwt(context.raw)
    const issuer = await issuerOf(jwt.payload, context.issuers)
    if (issuer === undefined) return undefined
    const signer = isByOther === true ? await otherThan(issuer, context.issuers) : issuer
    const added = adds.map((said) => newDisclosure(...said))
    const payload = change(withDigests(jwt.payload, added.map(digestFor(jwt.payload))), { ...context, signer })
    const { key, algorithm, verificationMethod: kid } = signer
    const typ = memberOf(jwt.header, 'typ')
    return {
      issuerJwt: signJwt(payload, { key, algorithm, kid, header: { typ, ...header } }),
      disclosures: (chosen) => [...chosen, ...added],
    }
  }
}

/** A credential that is bound to no key, presented without a key binding. */
function unbound(payload: Reissue['payload'] = withoutKey): MakeFault {
  return async (context) => {
    const fault = await reissued({ payload })(context)
    return fault && { ...fault, sent: withoutBinding }
  }
}

interface Nesting {
  /** How many lists are around each of the two values. */
  readonly depth: number
  /** Whether the outer claim is disclosed, too. */
  readonly isWhole: boolean
}

/** A claim with a claim in it, each with a disclosure of its own. */
function nested({ depth, isWhole }: Nesting): MakeFault {
  return async (context) => {
    const digest = digestFor(readSdJwt(context.raw).jwt.payload)
    const inner = newDisclosure('street', inLists('Harbour Quay 1', depth))
    const outer = newDisclosure('home', inLists({ _sd: [digest(inner)] }, depth))
    const fault = await reissued({ payload: (payload) => withDigests(payload, [digest(outer)]) })(context)
    return fault && { ...fault, disclosures: (chosen) => [...chosen, ...(isWhole ? [outer] : []), inner] }
  }
}

function inLists(value: unknown, depth: number): unknown {
  return depth === 0 ? value : [inLists(value, depth - 1)]
}

/** @param entry makes what `status` says */
function withEntry(entry: (context: FaultContext & { readonly signer: IssuerKey }) => unknown): MakeFault {
  return async (context) => {
    const signer = await issuerOf(readSdJwt(context.raw).jwt.payload, context.issuers)
    if (signer === undefined) return undefined
    const status = await entry({ ...context, signer })
    return reissued({ payload: (payload) => ({ ...payload, status }) })(context)
  }
}

/** Gives the credential the entry of another one, whose status is then changed. */
function withStatus(changed: 'revoked' | 'suspended'): MakeFault {
  return async (context) => {
    const { issuers, raw } = context
    const issuer = await issuerOf(readSdJwt(raw).jwt.payload, issuers)
    const schema = findDemoSchema('https://schemas.vaultbench.example/membership/1.0.0')
    if (issuer === undefined || schema === undefined) return undefined
    const other = await issuers.issueWithoutWallet({
      ...{ issuer_id: issuer.issuer_id, algorithm: issuer.algorithm, format: 'dc+sd-jwt', subject: issuer.did },
      ...{ schema: schema.id, values: schema.example, sd_jwt: undefined },
      ...{ issued_at: null, expires_at: null, with_status: true, issue_anyway: false },
    })
    await issuers.changeStatus(other.issued.id, changed)
    const status = memberOf(readSdJwt(other.raw as string).jwt.payload, 'status')
    return reissued({ payload: (payload) => ({ ...payload, status }) })(context)
  }
}

/** The key of the demo issuer that a credential names; undefined for any other issuer. */
async function issuerOf(payload: JsonObject, issuers: DemoIssuers): Promise<IssuerKey | undefined> {
  const did = textOf(memberOf(payload, 'iss'))
  for (const { id } of DEMO_ISSUERS) {
    for (const algorithm of ALGORITHMS) {
      const key = await issuers.keyOf(id, algorithm)
      if (key.did === did) return key
    }
  }
  return undefined
}

function otherThan({ issuer_id }: IssuerKey, issuers: DemoIssuers): Promise<IssuerKey> {
  const [first, second] = DEMO_ISSUERS
  return issuers.keyOf(issuer_id === first.id ? second.id : first.id, 'EdDSA')
}

function newDisclosure(...said: readonly unknown[]): string {
  return encodeDisclosure([encodeBase64Url(randomBytes(SALT_BYTES)), ...said])
}

function newDigest(): string {
  return encodeBase64Url(randomBytes(DIGEST_BYTES))
}

function encodeDisclosure(parts: readonly unknown[]): string {
  return encodeBase64Url(Buffer.from(JSON.stringify(parts)))
}

/** The same salt and name with another value, for which the issuer signed no digest. */
function withOtherValue(disclosure: string): string {
  const parts = JSON.parse(Buffer.from(disclosure, 'base64url').toString('utf8')) as readonly unknown[]
  return encodeDisclosure([...parts.slice(0, -1), 'changed'])
}

function withDigests(payload: JsonObject, digests: readonly string[]): JsonObject {
  return digests.length === 0 ? payload : { ...payload, _sd: [...listOf(memberOf(payload, '_sd')), ...digests] }
}

function digestFor(payload: JsonObject): (text: string) => string {
  const digest = digestFunctionOf(payload)
  if (digest === undefined) throw new Error('a wallet holds no SD-JWT VC whose digests it cannot make')
  return digest
}

function withoutKey({ cnf: _cnf, ...payload }: JsonObject): JsonObject {
  return payload
}

/** The dates of a credential that begins and ends this many days from now. */
function between(nowMs: number, begin: number, end: number): JsonObject {
  const now = Math.floor(nowMs / 1000)
  return { iat: now + Math.min(begin, 0) * DAY_SECONDS, nbf: now + begin * DAY_SECONDS, exp: now + end * DAY_SECONDS }
}

function withoutBinding(text: string): string {
  return text.slice(0, text.lastIndexOf('~') + 1)
}

function bindingIn(text: string): string {
  return text.slice(text.lastIndexOf('~') + 1)
}

function issuedIn(text: string): string {
  return text.slice(0, text.indexOf('~'))
}
