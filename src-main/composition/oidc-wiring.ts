import { z } from 'zod'
import { testIssuerOperations } from '../../shared/contract/oidc-test-issuers.ts'
import { accountStore } from '../keystore/accounts/account-store.ts'
import { createIdentities, createOidcSignIn } from '../keystore/oidc/identities.ts'
import { identityStore } from '../keystore/oidc/identity-store.ts'
import type { FixedIssuer, IssuerStore } from '../keystore/oidc/issuer-book.ts'
import { createIssuerBook, StoredIssuer, testIssuerHandlers } from '../keystore/oidc/issuer-book.ts'
import type { OidcAdministration } from '../keystore/oidc/oidc-administration.ts'
import { createOidcAdministration } from '../keystore/oidc/oidc-administration.ts'
import type { SignInWithToken } from '../service/authenticate.ts'
import { byId } from '../service/handler-table.ts'
import type { IdSource, InTransaction } from '../service/ports.ts'
import type { AnyHandler } from '../service/service-dispatch.ts'
import type { SessionStore } from '../service/sessions.ts'
import type { Connection } from '../sqlite/database.ts'
import { workspaceValues } from '../sqlite/workspace-values.ts'

export interface OidcSettings {
  /** Issuers accepted in addition to those of the workspace. Default: none. */
  readonly oidcIssuers?: readonly FixedIssuer[]
}

interface OidcParts {
  readonly connection: Connection
  readonly settings: OidcSettings
  readonly sessions: Pick<SessionStore, 'linkVaultUser'>
  readonly newId: IdSource
  readonly elapsedMs: () => number
  readonly inTransaction: InTransaction
}

/** Joins the verification of JSON Web Tokens with the issuers of the workspace and their users. */
export function wireOidc({ connection, settings, sessions, newId, elapsedMs, inTransaction }: OidcParts): {
  readonly handlers: Readonly<Record<string, AnyHandler>>
  readonly signIn: SignInWithToken
  readonly administration: OidcAdministration
} {
  const issuers = createIssuerBook({ store: issuerStore(connection), fixed: settings.oidcIssuers ?? [], elapsedMs })
  const identities = identityStore(connection)
  const findIdentity = createIdentities({
    identities,
    accounts: accountStore(connection),
    linkAccounts(keystoreUserId, vaultUserId) {
      identities.link(keystoreUserId, vaultUserId)
      sessions.linkVaultUser(keystoreUserId, vaultUserId)
    },
    newId,
    inTransaction,
  })
  return {
    handlers: byId(testIssuerOperations, testIssuerHandlers(issuers)),
    signIn: createOidcSignIn({ findIssuer: issuers.find, findIdentity }),
    administration: createOidcAdministration(issuers, identities, inTransaction),
  }
}

/** The issuers of a workspace, stored among its settings. */
function issuerStore(connection: Connection): IssuerStore {
  const setting = workspaceValues(connection).settings('oidc_issuers', z.array(StoredIssuer))
  return {
    read: () => setting.read() ?? [],
    save: (issuers) => {
      setting.save([...issuers])
    },
  }
}
