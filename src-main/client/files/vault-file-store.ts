import { attachmentOperations } from '../../../shared/contract/attachments.ts'
import type { Account } from '../account/account.ts'
import type { BlockTransfer, FileStore } from './file-store.ts'
import { inProcessBlockTransfer } from './in-process-block-transfer.ts'

/**
 * Stores a user's files in the vault (docs/contract/vault.md, Files).
 *
 * @param transfer must use the account's transport; in process by default
 */
export function vaultFileStore(
  account: Pick<Account, 'call' | 'send'>,
  transfer: BlockTransfer = inProcessBlockTransfer(account),
): FileStore {
  const { call } = account
  const { directAttachmentsUploadUrlPost, directAttachmentsPost, directAttachmentsIdGet } = attachmentOperations
  return {
    ...transfer,
    async requestUpload(blob) {
      return (await call(directAttachmentsUploadUrlPost, { body: { blob } })).attachment_direct_upload_url
    },
    async createAttachment(blob) {
      return (await call(directAttachmentsPost, { body: { blob } })).attachment
    },
    async getAttachment(id) {
      return (await call(directAttachmentsIdGet, { params: { id } })).attachment
    },
  }
}
