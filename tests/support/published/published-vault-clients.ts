import { createRequire } from 'node:module'
import type * as Package37 from '@meeco/vault-api-sdk'
import type * as Package31 from 'vault-api-sdk-31'

// Both packages are CommonJS whose names Node cannot see.
const require = createRequire(import.meta.url)
const package31 = require('vault-api-sdk-31') as typeof Package31
const package37 = require('@meeco/vault-api-sdk') as typeof Package37

/** What the operator or a user sets; a name that is missing is sent as the text `undefined`, as these clients do. */
export interface VaultCredentials {
  readonly token?: string
  readonly operatorPassword?: string
  /** A JSON Web Token in place of a token. */
  readonly jwt?: string
  /** Whom the caller acts for. */
  readonly delegationId?: string
  readonly headers?: Record<string, string>
}

function configurationFor(
  url: string,
  { token, operatorPassword, jwt, delegationId = '', headers = {} }: VaultCredentials,
) {
  const keys: Record<string, string | undefined> = {
    Authorization: token,
    admin_password: operatorPassword,
    authorizationoidc2: jwt,
    'Meeco-Subscription-Key': 'any key',
    'Meeco-Delegation-Id': delegationId,
  }
  return {
    basePath: `${url}/vault`,
    // The clients' own habit: what is not set is sent as text.
    apiKey: (name: string) => keys[name] as string,
    headers: { ...headers, X_MEECO_API_VERSION: '2.0.0', X_MEECO_API_COMPONENT: 'vault' },
    fetchApi: fetch,
  }
}

/** The generated client of the interface just before the version we serve. */
export function publishedVault31(url: string, credentials: VaultCredentials = {}) {
  const configuration = new package31.Configuration(configurationFor(url, credentials))
  return {
    attachment: new package31.AttachmentApi(configuration),
    directAttachment: new package31.DirectAttachmentsApi(configuration),
    folder: new package31.AttachmentsFolderApi(configuration),
    thumbnail: new package31.ThumbnailApi(configuration),
    admission: new package31.AdmissionTokenApi(configuration),
    seeding: new package31.SystemSeedingApi(configuration),
    image: new package31.ImageApi(configuration),
    blob: new package31.BlobsApi(configuration),
    classification: new package31.ClassificationsApi(configuration),
    item: new package31.ItemApi(configuration),
    metrics: new package31.MetricsApi(configuration),
    systemMetrics: new package31.SystemMetricsApi(configuration),
    monitoring: new package31.MonitoringApi(configuration),
    session: new package31.SessionApi(configuration),
    invitation: new package31.InvitationApi(configuration),
    connection: new package31.ConnectionApi(configuration),
    delegation: new package31.DelegationApi(configuration),
    feed: new package31.EventFeedApi(configuration),
    events: new package31.EventsApi(configuration),
    activity: new package31.ActivityApi(configuration),
    alerts: new package31.AlertsApi(configuration),
    share: new package31.SharesApi(configuration),
    slot: new package31.SlotApi(configuration),
    task: new package31.ClientTaskQueueApi(configuration),
    template: new package31.ItemTemplateApi(configuration),
    user: new package31.UserApi(configuration),
    organizations: new package31.OrganizationsForVaultUsersApi(configuration),
    ownOrganizations: new package31.OrganizationsManagingOrganizationsApi(configuration),
    members: new package31.OrganizationsManagingMembersApi(configuration),
    services: new package31.OrganizationsManagingServicesApi(configuration),
    review: new package31.ReviewOfOrganizationsByMeecoApi(configuration),
  }
}

/** The generated client of a later interface. */
export function publishedVault37(url: string, credentials: VaultCredentials = {}) {
  const configuration = new package37.Configuration(configurationFor(url, credentials))
  return {
    attachment: new package37.AttachmentApi(configuration),
    directAttachment: new package37.DirectAttachmentsApi(configuration),
    folder: new package37.AttachmentsFolderApi(configuration),
    thumbnail: new package37.ThumbnailApi(configuration),
    admission: new package37.AdmissionTokenApi(configuration),
    seeding: new package37.SystemSeedingApi(configuration),
    image: new package37.ImageApi(configuration),
    blob: new package37.BlobsApi(configuration),
    classification: new package37.ClassificationsApi(configuration),
    item: new package37.ItemApi(configuration),
    metrics: new package37.MetricsApi(configuration),
    systemMetrics: new package37.SystemMetricsApi(configuration),
    monitoring: new package37.MonitoringApi(configuration),
    session: new package37.SessionApi(configuration),
    invitation: new package37.InvitationApi(configuration),
    connection: new package37.ConnectionApi(configuration),
    delegation: new package37.DelegationApi(configuration),
    delegationInvitation: new package37.DelegationInvitationApi(configuration),
    feed: new package37.EventFeedApi(configuration),
    share: new package37.SharesApi(configuration),
    slot: new package37.SlotApi(configuration),
    task: new package37.ClientTaskQueueApi(configuration),
    template: new package37.ItemTemplateApi(configuration),
    user: new package37.UserApi(configuration),
    organizations: new package37.OrganizationsForVaultUsersApi(configuration),
    ownOrganizations: new package37.OrganizationsManagingOrganizationsApi(configuration),
    members: new package37.OrganizationsManagingMembersApi(configuration),
    services: new package37.OrganizationsManagingServicesApi(configuration),
    review: new package37.ReviewOfOrganizationsByMeecoApi(configuration),
  }
}

export type Vault31 = ReturnType<typeof publishedVault31>
export type Vault37 = ReturnType<typeof publishedVault37>
export type MakeVault = (url: string, credentials?: VaultCredentials) => Vault31 | Vault37
