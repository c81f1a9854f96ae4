import type { SlotFiles } from '../../client/files/slot-files.ts'
import { createSlotFiles } from '../../client/files/slot-files.ts'
import { NO_BLOCK_THREADS } from '../../client/files/block-threads.ts'
import { putInPlace } from '../../client/files/file-place.ts'
import { sourceFromBytes } from '../../client/files/file-source.ts'
import type { FileStore } from '../../client/files/file-store.ts'
import { createHeldFiles } from '../../client/files/held-files.ts'
import { uploadFile } from '../../client/files/upload-file.ts'
import type { UploadJournal } from '../../client/files/upload-record.ts'
import { vaultFileStore } from '../../client/files/vault-file-store.ts'
import { createFolderUploads } from '../../client/folders/folder-uploads.ts'
import { createFolders } from '../../client/folders/folders.ts'
import type { Client } from '../../client/client.ts'
import type { SampleContent, SampleFolder } from './sample-data.ts'
import { SAMPLE_FILES, SAMPLE_FOLDERS } from './sample-data.ts'
import type { SampleContext, SampleStep } from './sample-flows.ts'
import { itemNamed } from './sample-flows.ts'
import { samplePicture } from './sample-pictures.ts'

/** Files and pictures of the sample, sealed and stored as any others. */
export function fileSteps({ clientOf }: SampleContext): SampleStep[] {
  return [
    ...SAMPLE_FILES.map((file) => ({
      name: `${file.of}: ${file.label} of ${file.item}`,
      daysAgo: file.daysAgo,
      async run() {
        const client = await clientOf(file.of)
        const item_id = await itemNamed(client, file.item, true)
        const place = { kind: 'item', item_id, label: file.label } as const
        const { slot_id } = await store(client, file, { place, files: vaultFileStore(client.account) })
        if ('picture' in file) await slotsOf(client).putThumbnail(item_id, slot_id ?? '', '256x256/png', bytesOf(file))
      },
    })),
    ...SAMPLE_FOLDERS.map((folder) => ({
      name: `${folder.of}: ${folder.name}`,
      daysAgo: folder.daysAgo,
      run: async () => makeFolder(await clientOf(folder.of), folder),
    })),
  ]
}

async function makeFolder(client: Client, { name, item, files: contents }: SampleFolder): Promise<void> {
  const { account } = client
  const folders = createFolders({ client, tools: toolsOf(client), held: createHeldFiles(account), changed: nobody })
  const { id: folder_id } = await folders.create(name)
  for (const file of contents) {
    const files = await createFolderUploads(account, nobody).storeFor(folder_id, crypto.randomUUID())
    await store(client, file, { place: { kind: 'folder', folder_id }, files })
  }
  if (item !== undefined) await folders.link(folder_id, { item_id: await itemNamed(client, item, true) })
}

/** No listener exists yet. */
const nobody = () => undefined

interface Target {
  readonly place: Parameters<typeof putInPlace>[1]['place']
  readonly files: FileStore
}

async function store({ account }: Client, content: SampleContent, { place, files }: Target) {
  const file = { filename: filenameOf(content), content_type: 'picture' in content ? 'image/png' : 'text/plain' }
  const stored = await uploadFile(
    { store: files, threads: NO_BLOCK_THREADS },
    {
      source: sourceFromBytes(bytesOf(content)),
      ...{ file, family: 'pdv1', hidesNames: place.kind === 'folder', journal: NO_JOURNAL, keys: account.keys() },
    },
  )
  return putInPlace({ account, folders: createFolderUploads(account, nobody) }, { ...file, place }, stored)
}

function filenameOf(content: SampleContent): string {
  return content.filename ?? ('picture' in content ? `${content.picture}.png` : '')
}

function bytesOf(content: SampleContent): Buffer {
  return 'picture' in content ? samplePicture(content.picture) : Buffer.from(content.text)
}

function slotsOf(client: Client): SlotFiles {
  return createSlotFiles(client, toolsOf(client), createHeldFiles(client.account))
}

function toolsOf({ account }: Client) {
  return { store: vaultFileStore(account), threads: NO_BLOCK_THREADS }
}

/** The sample is made as a whole or not at all, so that no upload of it is ever resumed. */
const NO_JOURNAL: UploadJournal = {
  read: () => Promise.resolve([]),
  begin: () => Promise.resolve(),
  add: () => Promise.resolve(),
  note: () => undefined,
  remove: () => Promise.resolve(),
  close: () => Promise.resolve(),
}
