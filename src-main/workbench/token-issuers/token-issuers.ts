import { exportJWK, generateKeyPair } from 'jose'
import type { JWK } from 'jose'
import { z } from 'zod'
import type { Send } from '../../../shared/contract/caller.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import { OidcAlgorithm } from '../../../shared/contract/oidc-issuers.ts'
import type { OidcIssuer } from '../../../shared/contract/oidc-issuers.ts'
import type { InputFor } from '../../../shared/contract/operation.ts'
import { userOperations } from '../../../shared/contract/users.ts'
import type {
  OidcIdentityRow,
  OidcIssuerRow,
  TestToken,
  workbenchOidcOperations,
} from '../../../shared/contract/workbench-oidc.ts'
import { isObject } from '../../../shared/presentation-exchange/json.ts'
import type { LocalKey } from '../../crypto/keys.ts'
import { openRecord, sealRecord } from '../../crypto/local-key.ts'
import type { OidcAdministration } from '../../keystore/oidc/oidc-administration.ts'
import type { Clock, IdSource } from '../../service/ports.ts'
import type { TestIssuerStore } from './test-issuer-store.ts'
import type { SigningKeyPair } from './test-tokens.ts'
import { mintToken } from './test-tokens.ts'

/** The window's functions for OpenID Connect issuers. */
export interface TokenIssuers {
  get(): { readonly issuers: OidcIssuerRow[]; readonly identities: OidcIdentityRow[] }
  /** @throws {ServiceError} `invalid_params`, `wrong_status` */
  save(issuer: OidcIssuer): OidcIssuerRow
  /** Removes it with the keys of a test issuer. @throws {ServiceError} `not_found`, `wrong_status` */
  remove(issuer: string): void
  /** @throws {ServiceError} `not_found` */
  removeIdentity(id: string): void
  /** @throws {ServiceError} `name_taken` */
  createTest(order: { readonly name: string; readonly algorithm: OidcAlgorithm }): Promise<OidcIssuerRow>
  /** @throws {ServiceError} `not_found` */
  replaceKey(testId: string): Promise<OidcIssuerRow>
  /** @throws {ServiceError} `not_found` */
  mint(testId: string, order: MintOrder): Promise<TestToken>
}

type MintOrder = InputFor<typeof workbenchOidcOperations.testTokenMint>['body']

interface TokenIssuersOptions {
  readonly oidc: OidcAdministration
  readonly store: TestIssuerStore
  readonly localKey: LocalKey
  readonly clock: Clock
  readonly newId: IdSource
  /** Asks the service, as a program with the token would. */
  readonly send: Send
  readonly onWrite: () => void
}

/** The audience of test issuers; services in the field have one of their own. */
const TEST_AUDIENCE = 'vaultbench'
const TABLE = 'oidc_test_issuers'

const StoredKey = z.object({
  kid: z.string(),
  algorithm: OidcAlgorithm,
  privateJwk: z.custom<JWK>(isObject),
  publicJwk: z.custom<JWK>(isObject),
})

/** Issuers of a workspace: which are accepted, and test issuers, whose private keys are sealed under the local key. */
export function createTokenIssuers(options: TokenIssuersOptions): TokenIssuers {
  const { oidc, store, localKey, clock, newId, send } = options
  return {
    get: () => ({ issuers: [...oidc.issuers.rows()], identities: [...oidc.identities()] }),

    save: (issuer) =>
      writing(() => {
        oidc.issuers.save(issuer)
        return oidc.issuers.row(issuer.issuer)
      }),

    remove: (issuer) => {
      const testId = oidc.issuers.rows().find((row) => row.issuer === issuer)?.test_id ?? null
      writing(() => {
        oidc.issuers.remove(issuer)
        if (testId !== null) store.remove(testId)
      })
    },

    removeIdentity: (id) => {
      writing(() => {
        if (!oidc.removeIdentity(id)) throw new ServiceError('not_found', 'Nobody is known by this identity.')
      })
    },

    async createTest({ name, algorithm }) {
      const issuer = `https://${hostName(name)}.issuer.test`
      const key = await newKey(algorithm)
      const test_id = newId()
      return writing(() => {
        const rights = { carries_over_from: [], carries_over_accounts: false }
        const jwks = { keys: [{ ...key.publicJwk }] }
        oidc.issuers.saveTest({
          ...{ issuer, audience: TEST_AUDIENCE, algorithms: [algorithm], ...rights, jwks, test_id },
        })
        keep(test_id, key)
        return oidc.issuers.row(issuer)
      })
    },

    async replaceKey(testId) {
      const { algorithm } = keyOf(testId)
      const key = await newKey(algorithm)
      return writing(() => {
        const issuer = testIssuer(testId)
        oidc.issuers.saveTest({ ...issuer, jwks: { keys: [{ ...key.publicJwk }] } })
        keep(testId, key)
        return oidc.issuers.row(issuer.issuer)
      })
    },

    async mint(testId, { subject, full_name, previous_user, valid_for_seconds, fault }) {
      const { issuer, audience } = testIssuer(testId)
      const order = { issuer, audience, subject, fullName: full_name, previousUser: previous_user, fault }
      const minted = await mintToken({ ...order, validForSeconds: valid_for_seconds }, keyOf(testId), clock.nowMs())
      const { status, body } = await send({
        operation: userOperations.meGet.id,
        headers: { oidc_token: minted.token },
      })
      return { ...minted, answer: { status, body } }
    },
  }

  function writing<Result>(write: () => Result): Result {
    try {
      const result = oidc.inTransaction(write)
      options.onWrite()
      return result
    } catch (fault) {
      oidc.issuers.reload()
      throw fault
    }
  }

  function testIssuer(testId: string) {
    const found = oidc.issuers.findTest(testId)
    if (found === undefined) throw new ServiceError('not_found', 'This workspace has no such test issuer.')
    return found
  }

  function keyOf(testId: string): SigningKeyPair {
    const sealed = store.find(testId)
    if (sealed === undefined) throw new ServiceError('not_found', 'This workspace has no such test issuer.')
    const content = Buffer.from(openRecord(localKey, { table: TABLE, id: testId }, sealed)).toString('utf8')
    return StoredKey.parse(JSON.parse(content))
  }

  function keep(testId: string, key: SigningKeyPair): void {
    store.save(testId, sealRecord(localKey, { table: TABLE, id: testId }, Buffer.from(JSON.stringify(key), 'utf8')))
  }

  async function newKey(algorithm: OidcAlgorithm): Promise<SigningKeyPair> {
    const pair = await generateKeyPair(algorithm, { extractable: true })
    const kid = newId()
    const publicJwk: JWK = { ...(await exportJWK(pair.publicKey)), kid, alg: algorithm, use: 'sig' }
    return { kid, algorithm, privateJwk: await exportJWK(pair.privateKey), publicJwk }
  }
}

/** A name as a host may be called; every test issuer is one of a domain that is nobody's (RFC 6761). */
function hostName(name: string): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  return letters.slice(0, 63) || 'test'
}
