import { admissionTokenOperations } from './admission-tokens.ts'
import { attachmentOperations } from './attachments.ts'
import { attachmentsFolderOperations } from './attachments-folders.ts'
import { blockStoreOperations } from './block-store.ts'
import { classificationOperations } from './classification.ts'
import { childUserOperations, keystoreChildUserOperations } from './child-users.ts'
import { clientTaskOperations } from './client-tasks.ts'
import { keystoreComponentOperations, vaultComponentOperations } from './component.ts'
import { connectionOperations } from './connections.ts'
import { delegationInvitationOperations } from './delegation-invitations.ts'
import { delegationOperations } from './delegations.ts'
import { encryptionKeyOperations } from './encryption-keys.ts'
import { eventOperations } from './events.ts'
import { externalAdmissionTokenOperations } from './external-admission-tokens.ts'
import { imageOperations } from './images.ts'
import { invitationOperations } from './invitations.ts'
import { itemTemplateOperations } from './item-templates.ts'
import { itemOperations } from './items.ts'
import { keyPairOperations } from './key-pairs.ts'
import { keystoreDeletionQueueOperations } from './keystore-deletion-queue.ts'
import { keystoreListOperations } from './keystore-lists.ts'
import { keystoreSessionOperations } from './keystore-sessions.ts'
import { testIssuerOperations } from './oidc-test-issuers.ts'
import { managementOperations } from './management.ts'
import { metricsOperations } from './metrics.ts'
import type { Operation } from './operation.ts'
import { operatorEventOperations } from './operator-events.ts'
import { organizationAgentOperations } from './organization-agents.ts'
import { organizationMemberOperations } from './organization-members.ts'
import { organizationServiceOperations } from './organization-services.ts'
import { organizationOperations } from './organizations.ts'
import { passphraseArtefactOperations } from './passphrase-artefacts.ts'
import { exchangeRegistryOperations } from './registries.ts'
import { passphraseOperations } from './passphrase-changes.ts'
import { shareIntentOperations } from './share-intents.ts'
import { presentationDefinitionOperations } from './presentation-definitions.ts'
import { presentationOperations } from './presentations.ts'
import { shareOperations } from './shares.ts'
import { slotOperations } from './slots.ts'
import {
  systemClassificationOperations,
  systemImageOperations,
  systemItemTemplateOperations,
} from './system-catalogue.ts'
import { thumbnailOperations } from './thumbnails.ts'
import { usernameOperations } from './usernames.ts'
import { userOperations } from './users.ts'
import { vaultSessionOperations } from './vault-sessions.ts'
import { verifierRequestOperations } from './verifier-requests.ts'

/** Every operation of the vault, by the method names of the published clients. */
export const vaultOperations = {
  ...vaultComponentOperations,
  ...vaultSessionOperations,
  ...admissionTokenOperations,
  ...userOperations,
  ...itemOperations,
  ...slotOperations,
  ...shareOperations,
  ...clientTaskOperations,
  ...itemTemplateOperations,
  ...classificationOperations,
  ...connectionOperations,
  ...invitationOperations,
  ...delegationInvitationOperations,
  ...childUserOperations,
  ...eventOperations,
  ...shareIntentOperations,
  ...organizationOperations,
  ...organizationAgentOperations,
  ...organizationMemberOperations,
  ...organizationServiceOperations,
  ...managementOperations,
  ...operatorEventOperations,
  ...metricsOperations,
  ...systemClassificationOperations,
  ...systemImageOperations,
  ...systemItemTemplateOperations,
  ...imageOperations,
  ...attachmentOperations,
  ...attachmentsFolderOperations,
  ...thumbnailOperations,
  ...blockStoreOperations,
}

/** Every operation of the key-store. */
export const keystoreOperations = {
  ...keystoreComponentOperations,
  ...usernameOperations,
  ...passphraseOperations,
  ...keystoreSessionOperations,
  ...externalAdmissionTokenOperations,
  ...encryptionKeyOperations,
  ...passphraseArtefactOperations,
  ...keyPairOperations,
  ...keystoreDeletionQueueOperations,
  ...delegationOperations,
  ...keystoreChildUserOperations,
  ...keystoreListOperations,
  ...testIssuerOperations,
}

/** Every operation of the exchange. */
export const exchangeOperations = {
  ...presentationDefinitionOperations,
  ...presentationOperations,
  ...exchangeRegistryOperations,
}

/** Every operation that is served to clients: over HTTP, over IPC and in process. */
export const serviceOperations: readonly Operation[] = [
  ...Object.values(vaultOperations),
  ...Object.values(keystoreOperations),
  ...Object.values(exchangeOperations),
  ...Object.values(verifierRequestOperations),
]
