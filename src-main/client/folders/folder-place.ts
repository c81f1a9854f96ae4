import { attachmentsFolderOperations } from '../../../shared/contract/attachments-folders.ts'
import { CallError } from '../../../shared/contract/caller.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import type { AttachmentsFolder } from '../../../shared/contract/files.ts'
import { slotOperations } from '../../../shared/contract/slots.ts'
import type { Account } from '../account/account.ts'

/** A file as the service keeps it in a folder: bytes under a name. */
export interface NamedBytes {
  readonly name: string
  readonly bytesize: number
}

/** A folder at the service, accessed with a token to read or write (docs/contract/vault.md, Files: folders). */
export interface FolderPlace {
  readonly id: string
  /** The facts as the service answered them last. */
  facts(): Promise<AttachmentsFolder>
  /** Requests a new token, because the right may have ended. */
  renew(): Promise<void>
  list(): Promise<readonly NamedBytes[]>
  /** All of a file that is not longer than an answer may be (docs/contract/vault.md, Files: block store). */
  read(name: string): Promise<Uint8Array<ArrayBuffer>>
  /** Replaces a file of the same name. */
  write(name: string, bytes: Uint8Array): Promise<void>
  /** A missing file counts as deleted. */
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

/** The folder that a slot links, own or received: its owner may write into it, and everybody else reads. */
export function slotFolderPlace({ call }: Caller, id: string, slotId: string): FolderPlace {
  const params = { slot_id: slotId }
  return folderPlace(
    call,
    id,
    async () => (await call(slotOperations.slotsIdAttachmentsFolderGet, { params })).attachments_folder,
  )
}

function folderPlace(call: Account['call'], id: string, ask: () => Promise<AttachmentsFolder>): FolderPlace {
  let asked: Promise<AttachmentsFolder> | undefined

  return {
    id,
    facts,
    renew,
    list: async () => (await allowed((params, query) => call(blobStoreFoldersNameGet, { params, query }))).files,
    async read(file) {
      const { data, byte_size } = await allowed(({ name }, query) =>
        call(blobStoreFoldersNameFileGet, { params: { name, file }, query }),
      )
      if (data.length === byte_size) return data
      throw new ServiceError('payload_too_large', 'A file of the folder is longer than what may be read of it at once.')
    },
    async write(file, body) {
      await allowed(({ name }, query) =>
        call(blobStoreFoldersNameFilePut, { params: { name, file }, query, body: new Uint8Array(body) }),
      )
    },
    async remove(file) {
      await allowed(({ name }, query) => call(blobStoreFoldersNameFileDelete, { params: { name, file }, query })).catch(
        refuseUnlessGone,
      )
    },
  }

  function facts(): Promise<AttachmentsFolder> {
    asked ??= ask()
    return asked
  }

  async function renew(): Promise<void> {
    asked = ask()
    await asked
  }

  /** Calls with a token that is good: one lasts an hour. */
  async function allowed<Reply>(
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

/** A token is the query of an address as it was signed. */
function signatureIn(token: string | null): Readonly<Record<'sp' | 'se' | 'su' | 'sig', string>> {
  const signed = new URLSearchParams(token ?? '')
  const of = (name: string) => signed.get(name) ?? ''
  return { sp: of('sp'), se: of('se'), su: of('su'), sig: of('sig') }
}

function refuseUnlessGone(error: unknown): void {
  if (!(error instanceof CallError && error.code === 'not_found')) throw error
}
