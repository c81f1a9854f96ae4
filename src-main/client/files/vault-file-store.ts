import { attachmentOperations } from '../../../shared/contract/attachments.ts'
import type { Account } from '../account/account.ts'
import type { BlockTransfer, FileStore } from './file-store.ts'
import { inProcessBlockTransfer } from './in-process-block-transfer.ts'

/**
 * Files of a user as the vault keeps them (docs/contract/vault.md, Files). The operations go where the account goes.
 *
 * @param transfer moves blocks at the addresses these operations answer, so it must go the same way; left out: in process
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
