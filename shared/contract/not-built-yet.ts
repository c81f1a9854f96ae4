import { z } from 'zod'
import { defineOperations } from './operation.ts'
import type { Api, Auth, DelegationRule, Method, Operation } from './operation.ts'

/** Name, method, path, what a delegate must be, summary. */
type Row = readonly [string, Method, `/${string}`, DelegationRule, string]

/** For users who are signed in. */
const VAULT: readonly Row[] = [
  ['itemTemplatesPost', 'POST', '/item_templates', 'admin', 'Make an item template of the user alone'],
  ['classificationNodesPost', 'POST', '/classification_nodes', 'admin', 'Make a tag'],
  ['attachmentsGet', 'GET', '/attachments', 'reader', 'List the attachments the user uploaded'],
  ['attachmentsPost', 'POST', '/attachments', 'admin', 'Upload an encrypted file in one piece'],
  ['attachmentsIdGet', 'GET', '/attachments/{id}', 'reader', 'Read an attachment'],
  ['attachmentsIdDelete', 'DELETE', '/attachments/{id}', 'admin', 'Delete an attachment that no slot uses'],
  ['attachmentsInSlotsGet', 'GET', '/attachments_in_slots', 'reader', 'List attachments with the slots that use them'],
  [
    'directAttachmentsUploadUrlPost',
    'POST',
    '/direct/attachments/upload_url',
    'admin',
    'Get an address to upload a file to in blocks',
  ],
  ['directAttachmentsPost', 'POST', '/direct/attachments', 'admin', 'Make an attachment of uploaded blocks'],
  ['directAttachmentsIdGet', 'GET', '/direct/attachments/{id}', 'reader', 'Read an attachment uploaded in blocks'],
  [
    'directAttachmentsIdDelete',
    'DELETE',
    '/direct/attachments/{id}',
    'admin',
    'Delete an attachment uploaded in blocks',
  ],
  ['attachmentsFoldersGet', 'GET', '/attachments_folders', 'reader', 'List the attachments folders of the user'],
  ['attachmentsFoldersPost', 'POST', '/attachments_folders', 'admin', 'Make an attachments folder'],
  ['attachmentsFoldersIdGet', 'GET', '/attachments_folders/{id}', 'reader', 'Read an attachments folder'],
  ['attachmentsFoldersIdDelete', 'DELETE', '/attachments_folders/{id}', 'admin', 'Delete a folder that no slot uses'],
  ['thumbnailsPost', 'POST', '/thumbnails', 'admin', 'Upload the thumbnail of an attachment'],
  ['thumbnailsIdGet', 'GET', '/thumbnails/{id}', 'reader', 'Read the address of a thumbnail'],
  ['thumbnailsIdDelete', 'DELETE', '/thumbnails/{id}', 'admin', 'Delete a thumbnail'],
  ['blobsAttachmentIdDGet', 'GET', '/blobs/attachment/{id}/{d}', 'reader', 'Be led to the file of an attachment'],
  ['childUsersPost', 'POST', '/child_users', 'ignored', 'Make a child user and the connection to it'],
  ['delegationsConnectionIdPut', 'PUT', '/delegations/{connection_id}', 'owner', 'Change the role of a delegate'],
  ['delegationsConnectionIdDelete', 'DELETE', '/delegations/{connection_id}', 'owner', 'End a delegation'],
  ['delegationInvitationsPost', 'POST', '/delegation_invitations', 'owner', 'Offer a delegation to a connection'],
  ['delegationInvitationsIncomingGet', 'GET', '/delegation_invitations/incoming', 'reader', 'List offered delegations'],
  [
    'delegationInvitationsOutgoingGet',
    'GET',
    '/delegation_invitations/outgoing',
    'reader',
    'List delegations on offer',
  ],
  ['delegationInvitationsIdGet', 'GET', '/delegation_invitations/{id}', 'reader', 'Read the offer of a delegation'],
  ['delegationInvitationsIdAcceptPut', 'PUT', '/delegation_invitations/{id}/accept', 'owner', 'Accept a delegation'],
  [
    'delegationInvitationsIdRejectDelete',
    'DELETE',
    '/delegation_invitations/{id}/reject',
    'owner',
    'Reject a delegation',
  ],
  [
    'delegationInvitationsIdDelete',
    'DELETE',
    '/delegation_invitations/{id}',
    'owner',
    'Take back an offered delegation',
  ],
]

/** Not in the published interface; for users who are signed in. */
const VAULT_EXTENSIONS: readonly Row[] = [
  ['classificationNodesIdPut', 'PUT', '/classification_nodes/{id}', 'admin', 'Rename a tag'],
  ['classificationNodesIdDelete', 'DELETE', '/classification_nodes/{id}', 'admin', 'Delete a tag'],
  ['classificationNodesIdMergePost', 'POST', '/classification_nodes/{id}/merge', 'admin', 'Merge a tag into another'],
]

/** What leads there decided who may: an address is signed, and none that could lead here is given out yet. */
const BLOB_STORE: readonly Row[] = [
  ['blobStoreUploadsKeyPut', 'PUT', '/blob-store/uploads/{blob_key}', 'ignored', 'Upload a block, or commit blocks'],
  ['blobStoreFoldersNameGet', 'GET', '/blob-store/folders/{name}', 'ignored', 'List the files of a folder'],
  ['blobStoreFoldersNameFileGet', 'GET', '/blob-store/folders/{name}/{file}', 'ignored', 'Read a file of a folder'],
  ['blobStoreFoldersNameFilePut', 'PUT', '/blob-store/folders/{name}/{file}', 'ignored', 'Write a file into a folder'],
  [
    'blobStoreFoldersNameFileDelete',
    'DELETE',
    '/blob-store/folders/{name}/{file}',
    'ignored',
    'Delete a file of a folder',
  ],
]

const KEYSTORE: readonly Row[] = [
  ['delegationsPost', 'POST', '/delegations', 'refused', 'Make a delegation'],
  ['delegationsDelegationTokenGet', 'GET', '/delegations/{delegation_token}', 'reader', 'Read a delegation'],
  ['delegationsDelegationTokenDelete', 'DELETE', '/delegations/{delegation_token}', 'owner', 'Delete a delegation'],
  [
    'delegationsDelegationTokenSharePut',
    'PUT',
    '/delegations/{delegation_token}/share',
    'owner',
    'Hand the key over to a delegate',
  ],
  [
    'delegationsDelegationTokenReencryptPut',
    'PUT',
    '/delegations/{delegation_token}/reencrypt',
    'owner',
    'Take the key over',
  ],
  [
    'delegationsDelegationTokenClaimPost',
    'POST',
    '/delegations/{delegation_token}/claim',
    'refused',
    'Claim a delegation',
  ],
  ['childUsersPost', 'POST', '/child_users', 'owner', 'Store the keys of a child user'],
]

const NOT_BUILT_YET = { notBuiltYet: true, success: { status: 204 }, errors: ['not_built_yet'] } as const

/**
 * Operations of the interface that are not built. Each is served: whoever may call it is answered 501, and whoever may
 * not is refused as everywhere. Building one means to take its line from here.
 */
export const notBuiltYetOperations: readonly Operation[] = [
  ...planned('vault', 'user', VAULT),
  ...planned('vault', 'user', VAULT_EXTENSIONS).map((operation) => ({ ...operation, extension: true as const })),
  ...planned('vault', 'none', BLOB_STORE),
  ...planned('keystore', 'user', KEYSTORE),
]

function planned(api: Api, auth: Auth, rows: readonly Row[]): readonly Operation[] {
  const definitions = rows.map(([name, method, path, delegation, summary]) => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter)
    const params = names.length > 0 && { params: z.object(Object.fromEntries(names.map((one) => [one, z.string()]))) }
    const definition = { api, method, path, auth, delegation, summary, ...params, ...NOT_BUILT_YET }
    return [name, definition] as const
  })
  return Object.values(defineOperations(Object.fromEntries(definitions)))
}
