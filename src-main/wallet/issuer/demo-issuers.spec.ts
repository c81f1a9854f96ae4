// Proves docs/contract/exchange.md, Registries: status lists, Demo issuers.

import { describe, expect, it } from 'vitest'
import { DEMO_CONTEXT_URL, DEMO_SCHEMAS } from '../../../shared/demo-credentials/demo-schemas.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { HOLDER } from '../../../tests/support/exchange/definitions.ts'
import { anOrder, demoIssuersForTest, ISSUED_AT, schemaId } from '../../../tests/support/exchange/issuing.ts'
import { readJwt } from '../../exchange/proofs/jwt.ts'
import { statusListUrl } from './status-lists.ts'
import { describeRows } from '../../../tests/support/tiers.ts'

const FORMATS = [
  ['ldp_vc', 'EdDSA'],
  ['jwt_vc', 'EdDSA'],
  ['jwt_vc', 'ES256'],
  ['jwt_vc', 'RS256'],
] as const
const YEAR_LATER = '2027-02-01T12:00:00Z'

async function issued(members: Parameters<typeof anOrder>[0] = {}) {
  const world = demoIssuersForTest()
  const reply = await world.issue(members)
  const [raw] = world.received
  return { ...world, ...reply, raw: raw as JsonObject }
}

describe('list', () => {
  it('both issuers have three keys, the same in every sample workspace but RSA', async () => {
    const [first, second] = await Promise.all(
      [demoIssuersForTest(), demoIssuersForTest()].map(({ issuers }) => issuers.list()),
    )

    expect(first?.map(({ id, name, keys }) => [id, name, keys.map(({ algorithm }) => algorithm)])).toEqual([
      ['harbour-registry', 'Harbour Registry', ['ES256', 'RS256']],
      ['pop-up-issuer', 'Pop-up Issuer', ['ES256', 'RS256']],
    ])
    expect(second?.map(({ did }) => did)).toEqual(first?.map(({ did }) => did))
    expect(second?.map(({ keys }) => keys[0])).toEqual(first?.map(({ keys }) => keys[0]))
    expect(second?.[0]?.keys[1]).not.toEqual(first?.[0]?.keys[1])
  })

  it('another workspace has keys of its own', async () => {
    const [demo, own] = await Promise.all(
      [demoIssuersForTest(), demoIssuersForTest({ isDemo: false })].map(({ issuers }) => issuers.list()),
    )
    expect(own?.[0]?.did).not.toBe(demo?.[0]?.did)
  })

  it('keys are kept, and sealed', async () => {
    const { issuers, connection } = demoIssuersForTest({ isDemo: false })
    const before = await issuers.list()
    const sealed = connection.prepare<[], Uint8Array>('SELECT sealed_secret FROM issuer_keys').pluck().all()

    expect(await demoIssuersForTest({ isDemo: false, connection }).issuers.list()).toEqual(before)
    expect(sealed).toHaveLength(6)
    for (const bytes of sealed) expect(bytes[0]).toBe(1)
  })
})

describe('issue', () => {
  it('linked data › has exactly the members of the contract', async () => {
    const { raw, issued: row } = await issued()
    const { proof, credentialStatus, ...credential } = raw
    const { example } = DEMO_SCHEMAS[2] ?? expect.unreachable()

    expect(credential).toEqual({
      '@context': [
        'https://www.w3.org/2018/credentials/v1',
        DEMO_CONTEXT_URL,
        'https://w3id.org/vc/status-list/2021/v1',
      ],
      id: row.credential_id,
      type: ['VerifiableCredential', 'DrivingLicenceCredential'],
      issuer: { id: expect.stringMatching(/^did:key:z6Mk/) as string, name: 'Harbour Registry' },
      issuanceDate: ISSUED_AT,
      expirationDate: YEAR_LATER,
      credentialSubject: { id: HOLDER, type: 'Person', ...example },
      credentialSchema: { id: schemaId('driving-licence'), type: 'JsonSchemaValidator2018' },
    })
    expect(row.credential_id).toMatch(/^urn:uuid:/)
    expect(proof).toMatchObject({ type: 'Ed25519Signature2018', proofPurpose: 'assertionMethod', created: ISSUED_AT })
    expect(credentialStatus).toHaveLength(2)
  })

  it('a JWT › says the same in claims, and nothing twice that could disagree', async () => {
    const { raw, issued: row } = await issued({ format: 'jwt_vc', algorithm: 'ES256', with_status: false })
    const { header, payload } = readJwt(raw as unknown as string)
    const { iss, sub, jti, nbf, exp, vc } = payload

    expect(header).toEqual({ alg: 'ES256', typ: 'JWT', kid: expect.stringMatching(/^did:key:zDn.*#zDn/) as string })
    expect({ sub, jti, nbf, exp }).toEqual({
      sub: HOLDER,
      jti: row.credential_id,
      nbf: Date.parse(ISSUED_AT) / 1000,
      exp: Date.parse(YEAR_LATER) / 1000,
    })
    expect(vc).toMatchObject({ issuer: { id: iss, name: 'Harbour Registry' }, credentialSubject: { id: HOLDER } })
    expect(Object.keys(vc as JsonObject)).toEqual([
      '@context',
      'type',
      'issuer',
      'credentialSubject',
      'credentialSchema',
    ])
  })

  describeRows('%s with %s', FORMATS, (format, algorithm) => {
    const { issue, problems, received } = demoIssuersForTest()

    it.each(DEMO_SCHEMAS)('$name › verifies, and nothing is odd', async ({ id }) => {
      await issue({ schema: id, format, algorithm })

      expect(await problems(received.slice(-1))).toEqual([])
    })
  })

  it('values of every kind › verify, also those that break the schema', async () => {
    const { problems, raw, violations } = await issued({
      schema: schemaId('diploma'),
      values: {
        degree: 7,
        institution: 'Ä "quoted" \\ name\n',
        awardedOn: 2013,
        qualificationLevel: 9.75,
        finalGrade: 1e21,
      },
      issue_anyway: true,
    })

    expect(violations.map(({ pointer, keyword }) => [pointer, keyword])).toEqual(
      expect.arrayContaining([
        ['/degree', 'type'],
        ['/awardedOn', 'type'],
        ['/qualificationLevel', 'type'],
        ['/finalGrade', 'maximum'],
      ]),
    )
    expect(await problems([raw])).toEqual(['credential.schema schema_violation'])
  })

  it('the row says what was issued, and to whom', async () => {
    const { issued: row, issuers, wallet_credential_id, changes } = await issued()

    expect(row).toMatchObject({
      issuer_id: 'harbour-registry',
      title: 'Driving licence',
      subject: HOLDER,
      user_id: 'u1',
      format: 'ldp_vc',
      issued: ISSUED_AT,
      expires: YEAR_LATER,
      status: 'active',
    })
    expect(issuers.rows({ offset: 0, limit: 10 })).toEqual({ rows: [row], matching: 1 })
    expect(wallet_credential_id).toBe('w1')
    expect(changes()).toBe(1)
  })

  it('dates are those that were chosen', async () => {
    const { raw } = await issued({ issued_at: '2020-02-29T23:30:00.75+01:00' })
    expect(raw).toMatchObject({ issuanceDate: '2020-02-29T22:30:00Z', expirationDate: '2021-03-01T22:30:00Z' })

    const endless = await issued({ expires_at: 'never' })
    expect(Object.hasOwn(endless.raw, 'expirationDate')).toBe(false)
    expect(endless.issued.expires).toBeNull()
  })

  it('without status › has no entry and cannot be revoked', async () => {
    const { raw, issued: row, lists, issuers } = await issued({ with_status: false })

    expect(Object.hasOwn(raw, 'credentialStatus')).toBe(false)
    expect([row.status, row.status_index, lists.size]).toEqual([null, null, 0])
    await expect(issuers.changeStatus(row.id, 'revoked')).rejects.toMatchObject({ code: 'wrong_status' })
  })

  it.each([
    ['an issuer there is not', { issuer_id: 'nobody' }, 'not_found'],
    ['a schema there is not', { schema: 'https://schemas.example/x' }, 'not_found'],
    ['a value of another type', { values: { ...anOrder().values, category: 1 } }, 'credential_invalid'],
    ['a missing value', { values: {} }, 'credential_invalid'],
    ['a name of no property', { values: { ...anOrder().values, colour: 'red' } }, 'credential_invalid'],
    ['another id of the subject', { values: { ...anOrder().values, id: 'did:example:x' } }, 'credential_invalid'],
    ['an end before the begin', { expires_at: '2026-01-31T00:00:00Z' }, 'invalid_params'],
    ['an end at the begin', { issued_at: ISSUED_AT, expires_at: '2026-02-01T12:00:00.9Z' }, 'invalid_params'],
    ['an end after the year 9999', { issued_at: '9999-06-01T00:00:00Z' }, 'invalid_params'],
    ['a subject that is no URI', { subject: 'Alice' }, 'invalid_params'],
  ])('%s › is refused, and nothing is issued', async (_name, members, code) => {
    const { issue, issuers, received, changes } = demoIssuersForTest()

    await expect(issue(members)).rejects.toMatchObject({ code })
    expect([issuers.rows({ offset: 0, limit: 1 }).matching, received.length, changes()]).toEqual([0, 0, 0])
  })

  it('a violation names the property, also one that is missing', async () => {
    const { issue } = demoIssuersForTest()
    const { licenceNumber: _left, ...values } = anOrder().values

    await expect(issue({ values: { ...values, category: 'Z', 'a/b': 1 } })).rejects.toMatchObject({
      extraInfo: {
        violations: [
          { pointer: '/licenceNumber', keyword: 'required', message: 'is required' },
          { pointer: '/category', keyword: 'enum' },
          { pointer: '/a~1b', keyword: 'additionalProperties' },
        ],
      },
    })
  })

  it('while a request is open › is refused, also when it opens meanwhile', async () => {
    const { issue, wallet, issuers, receiver } = demoIssuersForTest()
    wallet.hasOpenRun = true
    await expect(issue()).rejects.toMatchObject({ code: 'wallet_run_open' })

    wallet.hasOpenRun = false
    const opening = issuers.issue(anOrder(), {
      ...receiver,
      defaultDid() {
        wallet.hasOpenRun = true
        return receiver.defaultDid()
      },
    })
    await expect(opening).rejects.toMatchObject({ code: 'wallet_run_open' })
    expect(issuers.rows({ offset: 0, limit: 1 }).matching).toBe(0)
  })

  it('a wallet that does not take it › leaves nothing behind', async () => {
    const { issuers, receiver } = demoIssuersForTest()
    const failing = {
      ...receiver,
      add: () => {
        throw new Error('locked')
      },
    }
    await expect(issuers.issue(anOrder(), failing)).rejects.toThrow('locked')
    expect(issuers.rows({ offset: 0, limit: 1 })).toEqual({ rows: [], matching: 0 })
  })
})

describe('changeStatus', () => {
  it.each(FORMATS)(
    '%s with %s › suspended, reinstated and revoked is seen by who verifies',
    async (format, algorithm) => {
      const { problems, raw, issued: row, issuers, lists } = await issued({ format, algorithm })
      const others = demoIssuersForTest()
      expect(await problems([raw])).toEqual([])

      await issuers.changeStatus(row.id, 'suspended')
      expect(await problems([raw])).toEqual(['credential.status credential_suspended'])
      await issuers.changeStatus(row.id, 'active')
      expect(await problems([raw])).toEqual([])
      await issuers.changeStatus(row.id, 'suspended')
      expect(await issuers.changeStatus(row.id, 'revoked')).toMatchObject({ id: row.id, status: 'revoked' })
      expect(await problems([raw])).toEqual(['credential.status credential_revoked'])
      expect(lists.size).toBe(2)
      expect(others.lists.size).toBe(0)
    },
  )

  it('says nothing about other credentials of the issuer', async () => {
    const { issue, issuers, problems, received } = demoIssuersForTest()
    const { issued: first } = await issue()
    await issue()
    await issue({ issuer_id: 'pop-up-issuer' })
    await issuers.changeStatus(first.id, 'revoked')

    expect(await problems(received.slice(1))).toEqual([])
    expect(await problems(received)).toEqual(['credential.status credential_revoked'])
  })

  it('a revocation is final', async () => {
    const { issuers, issued: row, changes } = await issued()
    await issuers.changeStatus(row.id, 'revoked')

    for (const status of ['active', 'suspended'] as const) {
      await expect(issuers.changeStatus(row.id, status)).rejects.toMatchObject({ code: 'wrong_status' })
    }
    expect(await issuers.changeStatus(row.id, 'revoked')).toMatchObject({ status: 'revoked' })
    expect(changes()).toBe(2)
  })

  it('of what was never issued › is refused', async () => {
    await expect(demoIssuersForTest().issuers.changeStatus('x', 'revoked')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('changes at the same moment › are all in the list', async () => {
    const { issue, issuers, problems, received } = demoIssuersForTest()
    const rows = await Promise.all([issue(), issue(), issue()])
    await Promise.all(rows.map(({ issued: row }) => issuers.changeStatus(row.id, 'revoked')))

    expect(await problems(received)).toEqual(rows.map(() => 'credential.status credential_revoked'))
  })
})

describe('status lists', () => {
  it('have an address for each DID and purpose', async () => {
    const { issuers, issue, lists } = demoIssuersForTest()
    await issue()
    await issue({ format: 'jwt_vc', algorithm: 'ES256', issuer_id: 'pop-up-issuer' })
    const key = await issuers.keyOf('harbour-registry', 'EdDSA')

    expect([...lists.keys()]).toEqual([
      'https://status.vaultbench.example/harbour-registry/revocation',
      'https://status.vaultbench.example/harbour-registry/suspension',
      'https://status.vaultbench.example/pop-up-issuer-es256/revocation',
      'https://status.vaultbench.example/pop-up-issuer-es256/suspension',
    ])
    expect(statusListUrl(key, 'revocation')).toBe([...lists.keys()][0])
  })

  it('an index that is taken is not given again', async () => {
    const indices = [7, 7, 9]
    const random = () => Uint8Array.of(0, 0, indices.shift() ?? 0)
    const { issue } = demoIssuersForTest({ random })

    expect((await issue()).issued.status_index).toBe(7)
    expect((await issue()).issued.status_index).toBe(9)
  })

  it('the last index is found, and then the list is full: nothing is issued', { tags: ['full'] }, async () => {
    const { issue, issuers, connection } = demoIssuersForTest({ random: () => Uint8Array.of(0, 0, 7) })
    const { did } = await issuers.keyOf('harbour-registry', 'EdDSA')
    connection
      .prepare<[number, string]>(/* sql */ `
        WITH RECURSIVE indices (at) AS (SELECT 0 UNION ALL SELECT at + 1 FROM indices WHERE at < ?)
        INSERT INTO issued_credentials
        SELECT 'id' || at, '', 'harbour-registry', ?, 'EdDSA', '', '', NULL, 'ldp_vc', '', NULL, 'active', at, 1
        FROM indices WHERE at <> 5
      `)
      .run(131_071, did)

    expect((await issue()).issued.status_index).toBe(5)
    await expect(issue()).rejects.toMatchObject({
      code: 'status_list_full',
      message: expect.stringContaining('https://status.vaultbench.example/harbour-registry/revocation') as string,
    })
    expect((await issue({ with_status: false })).issued.status_index).toBeNull()
    expect(issuers.rows({ offset: 0, limit: 1 }).matching).toBe(131_073)
  })

  it('indices cover the whole list', async () => {
    const random = () => Uint8Array.of(0xff, 0xff, 0xff)
    const { issue, problems, received, issuers } = demoIssuersForTest({ random })
    const { issued: row } = await issue()
    await issuers.changeStatus(row.id, 'revoked')

    expect(row.status_index).toBe(131_071)
    expect(await problems(received)).toEqual(['credential.status credential_revoked'])
  })
})

describe('issueWithoutWallet', () => {
  const DAY_MS = 86_400_000
  const countRows = ({ connection }: ReturnType<typeof demoIssuersForTest>) =>
    connection.prepare<[], number>('SELECT count(*) FROM issued_credentials').pluck().get()

  it('is forgotten after a day, when there is another one; what is listed stays', async () => {
    const world = demoIssuersForTest()
    const apart = () => world.issuers.issueWithoutWallet({ ...anOrder(), subject: HOLDER })
    await world.issue()
    await apart()
    world.clock.ms += DAY_MS
    await apart()
    expect(countRows(world)).toBe(3)

    world.clock.ms += 1
    await apart()
    expect(countRows(world)).toBe(3)
    world.clock.ms += 2 * DAY_MS
    await apart()
    expect(countRows(world)).toBe(2)
    expect(world.issuers.rows({ offset: 0, limit: 9 }).matching).toBe(1)
  })

  it('its index is free again, without the bit it had', async () => {
    const world = demoIssuersForTest({ random: () => Uint8Array.of(0, 0, 7) })
    const apart = () => world.issuers.issueWithoutWallet({ ...anOrder(), subject: HOLDER })
    const { issued: row } = await apart()
    await world.issuers.changeStatus(row.id, 'revoked')
    world.clock.ms += DAY_MS + 1
    const { issued: next, raw } = await apart()

    expect([row.status_index, next.status_index]).toEqual([7, 7])
    expect(await world.problems([raw])).toEqual([])
  })

  it('is in no list, and its status can be changed', async () => {
    const { issuers, problems, changes } = demoIssuersForTest()
    const { issued: row, raw } = await issuers.issueWithoutWallet({ ...anOrder(), subject: HOLDER })
    await issuers.changeStatus(row.id, 'suspended')

    expect(await problems([raw])).toEqual(['credential.status credential_suspended'])
    expect([issuers.rows({ offset: 0, limit: 1 }).matching, row.user_id, changes()]).toEqual([0, null, 1])
  })
})
