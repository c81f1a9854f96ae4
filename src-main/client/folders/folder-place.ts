import { attachmentsFolderOperations } from '../../../shared/contract/attachments-folders.ts'
import { CallError } from '../../../shared/contract/caller.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import type { AttachmentsFolder } from '../../../shared/contract/files.ts'
import { slotOperations } from '../../../shared/contract/slots.ts'
import type { Account } from '../account/account.ts'

/** A file in a folder of the service. */
export interface NamedBytes {
  readonly name: string
  readonly bytesize: number
}

/** A folder of the service, accessed with a token for reading or writing (docs/contract/vault.md, Files: folders). */
export interface FolderPlace {
  readonly id: string
  /** The facts last received from the service. */
  facts(): Promise<AttachmentsFolder>
  /** Requests a new token, because the access may have ended. */
  renew(): Promise<void>
  list(): Promise<readonly NamedBytes[]>
  /** Reads a file that fits into one response (docs/contract/vault.md, Files: block store). */
  read(name: string): Promise<Uint8Array<ArrayBuffer>>
  /** Replaces a file of the same name. */
  write(name: string, bytes: Uint8Array): Promise<void>
  /** Deletes a file, if it exists. */
  remove(name: string): Promise<void>
}

const {
  attachmentsFoldersIdGet,
  blobStoreFoldersNameGet,
  blobStoreFoldersNameFileGet,
  blobStoreFoldersNameFilePut,
  blobStoreFoldersNameFileDelete,
} = attachmentsFolderOperations

type Caller = Pick<Account, 'call'>

/** A folder of the user, for reading and writing. */
export function ownFolderPlace({ call }: Caller, id: string): FolderPlace {
  return folderPlace(call, id, async () => (await call(attachmentsFoldersIdGet, { params: { id } })).attachments_folder)
}

/** The folder linked by an own or received slot: its owner may write into it, all others only read. */
export function slotFolderPlace({ call }: Caller, id: string, slotId: string): FolderPlace {
  const params = { slot_id: slotId }
  return folderPlace(
    call,
    id,
    async () => (await call(slotOperations.slotsIdAttachmentsFolderGet, { params })).attachments_folder,
  )
}

function folderPlace(call: Account['call'], id: string, request: () => Promise<AttachmentsFolder>): FolderPlace {
  let latest: Promise<AttachmentsFolder> | undefined

  return {
    id,
    facts,
    renew,
    list: async () => (await withToken((params, query) => call(blobStoreFoldersNameGet, { params, query }))).files,
    async read(file) {
      const { data, byte_size } = await withToken(({ name }, query) =>
        call(blobStoreFoldersNameFileGet, { params: { name, file }, query }),
      )
      if (data.length === byte_size) return data
      throw new ServiceError('payload_too_large', 'A file of the folder is too long to be read at once.')
    },
    async write(file, body) {
      await withToken(({ name }, query) =>
        call(blobStoreFoldersNameFilePut, { params: { name, file }, query, body: new Uint8Array(body) }),
      )
    },
    async remove(file) {
      await withToken(({ name }, query) =>
        call(blobStoreFoldersNameFileDelete, { params: { name, file }, query }),
      ).catch(refuseUnlessGone)
    },
  }

  function facts(): Promise<AttachmentsFolder> {
    latest ??= request()
    return latest
  }

  async function renew(): Promise<void> {
    latest = request()
    await latest
  }

  /** Renews an expired token; each lasts an hour. */
  async function withToken<Reply>(
    work: (params: { name: string }, query: Readonly<Record<'sp' | 'se' | 'su' | 'sig', string>>) => Promise<Reply>,
  ): Promise<Reply> {
    const attempt = async () => {
      const { name, token } = await facts()
      return work({ name }, signatureIn(token))
    }
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof CallError && error.code === 'url_expired')) throw error
      await renew()
      return attempt()
    }
  }
}

/** A token is the query of a signed address. */
function signatureIn(token: string | null): Readonly<Record<'sp' | 'se' | 'su' | 'sig', string>> {
  const signed = new URLSearchParams(token ?? '')
  const of = (name: string) => signed.get(name) ?? ''
  return { sp: of('sp'), se: of('se'), su: of('su'), sig: of('sig') }
}

function refuseUnlessGone(error: unknown): void {
  if (!(error instanceof CallError && error.code === 'not_found')) throw error
}
