import { workbenchBackupOperations } from './workbench-backups.ts'
import { workbenchDelegationOperations } from './workbench-delegations.ts'
import {
  definitionOperations,
  exchangeSettingsOperations,
  registryOperations,
  subscriptionKeyOperations,
  verifierSettingsOperations,
} from './workbench-exchange.ts'
import { workbenchFileOperations } from './workbench-files.ts'
import { workbenchFolderOperations } from './workbench-folders.ts'
import { forwardOperations } from './workbench-forward.ts'
import { issuerOperations } from './workbench-issuer.ts'
import { workbenchItemOperations } from './workbench-items.ts'
import { workbenchLockOperations } from './workbench-locks.ts'
import { workbenchOidcOperations } from './workbench-oidc.ts'
import { workbenchOperatorOperations } from './workbench-operator.ts'
import { workbenchOrganizationOperations } from './workbench-organizations.ts'
import { workbenchSharingOperations } from './workbench-sharing.ts'
import { workbenchTaskOperations } from './workbench-tasks.ts'
import { workbenchUserOperations } from './workbench-users.ts'
import { walletCommandOperations, walletOperations } from './workbench-wallet.ts'
import {
  journalOperations,
  workspaceKeepingOperations,
  workspaceKeyOperations,
  workspaceOperations,
} from './workbench.ts'

/** Every operation of the window, to serve and describe them. The window imports only the groups it uses. */
export const workbenchOperations = {
  ...workspaceOperations,
  ...workspaceKeyOperations,
  ...workspaceKeepingOperations,
  ...workbenchBackupOperations,
  ...workbenchLockOperations,
  ...workbenchUserOperations,
  ...workbenchItemOperations,
  ...workbenchFileOperations,
  ...workbenchFolderOperations,
  ...workbenchSharingOperations,
  ...workbenchDelegationOperations,
  ...workbenchTaskOperations,
  ...walletCommandOperations,
  ...workbenchOrganizationOperations,
  ...forwardOperations,
  ...definitionOperations,
  ...subscriptionKeyOperations,
  ...exchangeSettingsOperations,
  ...verifierSettingsOperations,
  ...registryOperations,
  ...walletOperations,
  ...issuerOperations,
  ...workbenchOidcOperations,
  ...workbenchOperatorOperations,
  ...journalOperations,
}
