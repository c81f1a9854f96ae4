import { z } from 'zod'
import { faultyFieldsError, phrase, ServiceError } from '../../../shared/contract/errors.ts'
import { OidcIssuer, oidcIssuerShape } from '../../../shared/contract/oidc-issuers.ts'
import type { testIssuerOperations } from '../../../shared/contract/oidc-test-issuers.ts'
import type { OidcIssuerRow } from '../../../shared/contract/workbench-oidc.ts'
import type { HandlersFor } from '../../service/call.ts'
import type { AcceptedIssuer } from './check-token.ts'
import type { IssuerKeys } from './token-issuer-keys.ts'
import { givenKeys, readingKeys } from './token-issuer-keys.ts'
import { holdsSecret, readKeySet } from './key-set.ts'
import type { ReadKeys } from './read-keys.ts'
import { keysAt } from './read-keys.ts'

/** An issuer set at the start of the program, whose keys may come from a file. */
export type FixedIssuer = OidcIssuer | (z.output<typeof FixedShape> & { readonly readKeys: ReadKeys })

const FixedShape = z.object(oidcIssuerShape)

/** A stored issuer. A test issuer has the id under which its keys are published. */
export const StoredIssuer = z.object({ ...OidcIssuer.shape, test_id: z.string().nullable() })
export type StoredIssuer = z.infer<typeof StoredIssuer>

export interface IssuerStore {
  read(): readonly StoredIssuer[]
  save(issuers: readonly StoredIssuer[]): void
}

interface IssuerBookDependencies {
  readonly store: IssuerStore
  readonly fixed: readonly FixedIssuer[]
  readonly elapsedMs: () => number
}

const MAX_ISSUERS = 50

export type IssuerBook = ReturnType<typeof createIssuerBook>

/** The accepted issuers: those set at the start of the program, which take precedence, and the stored ones. */
export function createIssuerBook({ store, fixed, elapsedMs }: IssuerBookDependencies) {
  const fixedNames = new Set(fixed.map(({ issuer }) => issuer))
  const accepted = new Map<string, AcceptedIssuer>()
  let stored = store.read()
  for (const issuer of [...stored, ...fixed]) accept(issuer) // a fixed issuer replaces a stored one of the same name

  return {
    find: (name: string) => accepted.get(name),
    /** Finds a test issuer by the id under which it is published. */
    findTest: (testId: string) => stored.find(({ test_id }) => test_id === testId),
    rows: (): readonly OidcIssuerRow[] => [
      ...fixed.map((issuer) => rowOf(issuer, null)),
      ...stored.filter(({ issuer }) => !fixedNames.has(issuer)).map((issuer) => rowOf(issuer, issuer.test_id)),
    ],
    row: (name: string): OidcIssuerRow => {
      const found = stored.find(({ issuer }) => issuer === name)
      if (found === undefined) throw unknownIssuer()
      return rowOf(found, found.test_id)
    },
    /**
     * Adds or changes an issuer. A test issuer keeps its own keys.
     *
     * @throws {ServiceError} `wrong_status` for one that was set at the start, `invalid_params`
     */
    save(issuer: OidcIssuer): void {
      refuseFixed(issuer.issuer)
      const before = stored.find((one) => one.issuer === issuer.issuer)
      if (before === undefined && stored.length >= MAX_ISSUERS) throw tooMany()
      if (typeof before?.test_id === 'string')
        put({ ...issuer, jwks: before.jwks, jwks_url: undefined, test_id: before.test_id })
      else put({ ...withCheckedKeys(issuer), test_id: null })
    },
    /** Saves a test issuer, or its new keys. @throws {ServiceError} `name_taken`, `invalid_params` */
    saveTest(issuer: StoredIssuer): void {
      const before = stored.find((one) => one.issuer === issuer.issuer)
      if (fixedNames.has(issuer.issuer) || (before !== undefined && before.test_id !== issuer.test_id)) {
        throw new ServiceError('name_taken', 'There is already an issuer of this name.')
      }
      if (before === undefined && stored.length >= MAX_ISSUERS) throw tooMany()
      put(issuer)
    },
    /** Restores the stored issuers after a change could not be stored. */
    reload(): void {
      for (const { issuer } of stored) if (!fixedNames.has(issuer)) accepted.delete(issuer)
      stored = store.read()
      for (const issuer of stored) if (!fixedNames.has(issuer.issuer)) accept(issuer)
    },
    /** @throws {ServiceError} `not_found`, `wrong_status` */
    remove(name: string): void {
      refuseFixed(name)
      if (stored.every(({ issuer }) => issuer !== name)) throw unknownIssuer()
      write(stored.filter(({ issuer }) => issuer !== name))
      accepted.delete(name)
    },
  }

  function put(issuer: StoredIssuer): void {
    const isNew = stored.every((one) => one.issuer !== issuer.issuer)
    write(isNew ? [...stored, issuer] : stored.map((one) => (one.issuer === issuer.issuer ? issuer : one)))
    accept(issuer)
  }

  function write(issuers: readonly StoredIssuer[]): void {
    store.save(issuers)
    stored = issuers
  }

  function accept(issuer: FixedIssuer): void {
    const { audience, algorithms, carries_over_from, carries_over_accounts } = issuer
    const facts = { issuer: issuer.issuer, audience, algorithms, carries_over_from, carries_over_accounts }
    accepted.set(issuer.issuer, { ...facts, keys: keysOf(issuer) })
  }

  function keysOf(issuer: FixedIssuer): IssuerKeys {
    if ('readKeys' in issuer) return readingKeys(issuer.readKeys, elapsedMs)
    return issuer.jwks_url === undefined
      ? givenKeys(issuer.jwks?.keys ?? [])
      : readingKeys(keysAt(issuer.jwks_url), elapsedMs)
  }

  function rowOf(issuer: FixedIssuer, test_id: string | null): OidcIssuerRow {
    const { audience, algorithms, carries_over_from, carries_over_accounts } = issuer
    const { usable, problem } = accepted.get(issuer.issuer)?.keys.state() ?? { usable: null, problem: null }
    return {
      ...{ issuer: issuer.issuer, audience, algorithms, carries_over_from, carries_over_accounts },
      jwks: ('jwks' in issuer ? issuer.jwks : undefined) ?? null,
      jwks_url: ('jwks_url' in issuer ? issuer.jwks_url : undefined) ?? null,
      fixed: fixedNames.has(issuer.issuer),
      test_id,
      usable_keys: usable,
      problem,
    }
  }

  function refuseFixed(name: string): void {
    if (!fixedNames.has(name)) return
    throw new ServiceError('wrong_status', 'This issuer was given when the program was started; change it there.')
  }
}

/** Discovery and keys of the test issuers (docs/contract/keystore.md, Test issuers). */
export function testIssuerHandlers(book: Pick<IssuerBook, 'findTest'>): HandlersFor<typeof testIssuerOperations> {
  return {
    testIssuersIdMetadataGet({ origin }, { params }) {
      const { issuer, algorithms } = testIssuer(params.id)
      return {
        issuer,
        jwks_uri: `${origin.address}/test_issuers/${params.id}/jwks`,
        response_types_supported: ['id_token'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: algorithms,
        claims_supported: ['iss', 'sub', 'aud', 'iat', 'exp', 'name', 'extension_serviceUserId'],
      }
    },

    testIssuersIdJwksGet: (_, { params }) => testIssuer(params.id).jwks ?? { keys: [] },
  }

  function testIssuer(id: string): StoredIssuer {
    const found = book.findTest(id)
    if (found === undefined) throw new ServiceError('not_found', 'This workspace has no such test issuer.')
    return found
  }
}

/** @throws {ServiceError} `invalid_params` if the keys contain a secret, or none can verify a signature */
export function withCheckedKeys(issuer: OidcIssuer): OidcIssuer {
  if (issuer.jwks === undefined) return issuer
  const { keys } = issuer.jwks
  if (holdsSecret(keys)) throw keysRefused('must contain only public keys, not private ones or shared secrets')
  const { usable, unusable } = readKeySet(keys)
  if (usable.length > 0) return issuer
  const [first] = unusable
  throw keysRefused(`must contain a key that can verify signatures${first === undefined ? '' : `: ${first.reason}`}`)
}

function keysRefused(rule: string): ServiceError {
  return faultyFieldsError([{ path: 'jwks', code: 'invalid_params', rule }])
}

function tooMany(): ServiceError {
  return faultyFieldsError([
    { path: 'issuer', code: 'invalid_params', rule: phrase`is one too many: a workspace has at most ${MAX_ISSUERS}` },
  ])
}

function unknownIssuer(): ServiceError {
  return new ServiceError('not_found', 'This workspace accepts no issuer of that name.')
}
