import type { Caller } from '../service/builders.ts'
import { blockListOf, callStore, filesOf } from '../service/files.ts'
import type { StoreReply } from '../service/files.ts'
import type { TestService } from '../service/test-service.ts'
import type { PublishedFileStore } from './published-file-client.ts'

/** Where files lie, over the calls that published clients make, and without any code of ours that makes them. */
export function rawFileStore(running: Pick<TestService, 'send'>, user: Caller): PublishedFileStore {
  const files = filesOf(running, user)
  const put = async (url: string, body: Uint8Array) => void accepted(await callStore(running, 'PUT', url, { body }))
  return {
    requestUpload: ({ byte_size, ...file }) => files.uploadUrl(byte_size, file),
    putBlock: (url, blockId, bytes) => put(`${url}&comp=block&blockid=${blockId}`, bytes),
    commitBlocks: (url, blockIds) => put(`${url}&comp=blocklist`, blockListOf(blockIds)),
    createAttachment: (named) =>
      files.attachBlobs(
        { blob_id: named.blob_id, blob_key: named.blob_key, url: '' },
        { blob_id: named.encrypted_artifact_blob_id, blob_key: named.encrypted_artifact_blob_key, url: '' },
      ),
    getAttachment: (id) => files.readDirect(id),
    async readInto(url, start, into) {
      const { bytes } = accepted(await files.fetchFile(url, `bytes=${start}-${start + into.length - 1}`))
      into.set(bytes)
      return bytes.length
    },
    readWhole: async (url) => accepted(await files.fetchFile(url)).bytes,
  }
}

function accepted(reply: StoreReply): StoreReply {
  if (reply.error !== undefined) throw new Error(`the block store answered ${reply.error}`)
  return reply
}
