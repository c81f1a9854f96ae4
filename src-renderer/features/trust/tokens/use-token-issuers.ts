import type { OidcIssuer } from '../../../../shared/contract/oidc-issuers.ts'
import type { InputFor } from '../../../../shared/contract/operation.ts'
import type { OidcIssuerRow, TestToken } from '../../../../shared/contract/workbench-oidc.ts'
import { workbenchOidcOperations } from '../../../../shared/contract/workbench-oidc.ts'
import { call } from '../../../api/call.ts'
import { useSavedMessage } from '../../../api/saved-message.ts'
import { useLoaded } from '../../../api/use-loaded.ts'
import { text } from '../../../i18n/i18n.ts'
import { useRemovableRows } from '../../../session/use-held-removal.ts'
import { trustPlace } from '../trust-place.ts'

const {
  oidcGet,
  oidcIssuerSave,
  oidcIssuerRemove,
  oidcIdentityRemove,
  testIssuerCreate,
  testIssuerKeyReplace,
  testTokenMint,
} = workbenchOidcOperations

export type MintOrder = InputFor<typeof testTokenMint>['body']
export type NewTestIssuer = InputFor<typeof testIssuerCreate>['body']

/** The OpenID Connect issuers of the workspace, and the users who signed in with their tokens. */
export function useTokenIssuers() {
  const { value, busy, failure, reload } = useLoaded(() => call(oidcGet, {}), { of: () => true, kept: 'token-issuers' })
  const saySaved = useSavedMessage()
  const { rows: issuers, remove } = useRemovableRows({
    rows: () => value.value?.issuers,
    idOf: ({ issuer }) => issuer,
    removal: ({ issuer }) => ({
      text: text('trust.tokenIssuers.removed', { issuer }),
      link: trustPlace('token-issuers'),
      send: () => call(oidcIssuerRemove, { query: { issuer } }),
      refused: (reason) => text('trust.tokenIssuers.removeFailed', { reason }),
    }),
    reload,
  })
  /** The mapping of subjects to users can be removed. */
  const { rows: identities, remove: forget } = useRemovableRows({
    rows: () => value.value?.identities,
    idOf: ({ id }) => id,
    removal: ({ id, subject }) => ({
      text: text('trust.identities.forgotten', { subject }),
      link: trustPlace('token-users'),
      send: () => call(oidcIdentityRemove, { params: { identity_id: id } }),
      refused: (reason) => text('trust.identities.forgetFailed', { reason }),
    }),
    reload,
  })

  /** Adds or changes an issuer, which can be undone. @throws {CallError} */
  async function save(before: OidcIssuerRow | undefined, issuer: OidcIssuer): Promise<void> {
    await call(oidcIssuerSave, { body: issuer })
    if (before !== undefined) {
      const link = trustPlace('token-issuers', issuer.issuer)
      saySaved({ name: issuer.issuer, link, writeBack: () => writeBack(before), reload })
    }
    await reload()
  }

  /** The request that restores an issuer; a test issuer keeps a key that it got meanwhile. */
  function writeBack(before: OidcIssuerRow) {
    const now = value.value?.issuers.find(({ issuer }) => issuer === before.issuer)
    const jwks = before.test_id === null ? before.jwks : (now ?? before).jwks
    return call(oidcIssuerSave, { body: settingsOf({ ...before, jwks }) })
  }

  /** @throws {CallError} */
  async function createTest(order: NewTestIssuer): Promise<void> {
    await call(testIssuerCreate, { body: order })
    await reload()
  }

  /** Lets a test issuer sign with a new key. @throws {CallError} */
  async function replaceKey({ test_id }: OidcIssuerRow): Promise<void> {
    await call(testIssuerKeyReplace, { params: { test_id: test_id ?? '' } })
    await reload()
  }

  /** Mints a token; the service may create a user for it. @throws {CallError} */
  async function mint({ test_id }: OidcIssuerRow, order: MintOrder): Promise<TestToken> {
    const token = await call(testTokenMint, { params: { test_id: test_id ?? '' }, body: order })
    void reload()
    return token
  }

  return { issuers, identities, busy, failure, reload, save, createTest, replaceKey, mint, remove, forget }
}

/** The settings of an issuer, as a request body. */
function settingsOf(row: OidcIssuerRow): OidcIssuer {
  const { issuer, audience, algorithms, carries_over_from, carries_over_accounts, jwks, jwks_url } = row
  const said = { issuer, audience, algorithms, carries_over_from, carries_over_accounts }
  return { ...said, ...(jwks !== null && { jwks }), ...(jwks_url !== null && { jwks_url }) }
}
