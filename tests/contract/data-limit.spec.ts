// Proves docs/contract/vault.md, Files, Files: folders, Files: thumbnails, Users.

import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AttachmentsFolder } from '../../shared/contract/files.ts'
import { aSignedInUser } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { blobsOf, callStore, filesOf } from '../support/service/files.ts'
import type { Served } from '../support/service/served.ts'
import { startServed } from '../support/service/served.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { callsOf } from '../support/service/vault-calls.ts'
import { windowOverHttp } from '../support/workbench/window-over-http.ts'
import { uploadWhole } from '../support/workbench/window-uploads.ts'
import { registerUser } from '../support/workbench/workbench.ts'

/* How much the files of one user may take, on every way that adds to them. */

const LIMIT = 1_000
const TOO_LARGE = { status: 413, error: 'payload_too_large' }
/** What `attach` of the test's files sends as artefacts. */
const ARTEFACTS = 12

describeOverTransports('the limit on the files of a user', (start) => {
  let running: TestService
  let ada: SignedInUser
  let files: ReturnType<typeof filesOf>

  beforeEach(async () => {
    running = await start({ dataSizeLimitBytes: LIMIT })
    ada = aSignedInUser(running)
    files = filesOf(running, ada)
  })

  const calls = () => callsOf(running, ada)
  const used = async () =>
    (await calls().ok<{ data_size_of_uploaded_attachments_and_folders: number }>(200, 'meGet'))
      .data_size_of_uploaded_attachments_and_folders
  const send = async (name: string, body: object): Promise<{ status: number; error: string | undefined }> => {
    const reply = await running.send({ operation: `vault.${name}`, headers: ada.headers, body })
    return { status: reply.status, error: reply.ok ? undefined : reply.body.errors[0]?.error }
  }
  const blob = (byte_size: number) => ({ blob: { filename: 'a', content_type: 'b/c', byte_size } })
  const onePiece = (bytes: number) => ({ attachment: { file: Buffer.alloc(bytes, 7), filename: 'a' } })
  const thumbnail = (attachment_id: string, bytes: number, size_type = '128x128/png') => ({
    thumbnail: { file: Buffer.alloc(bytes, 7), attachment_id, size_type },
  })
  const newFolder = async () => {
    const { attachments_folder } = await calls().ok<{ readonly attachments_folder: AttachmentsFolder }>(
      201,
      'attachmentsFoldersPost',
    )
    const { resource_urls, token } = attachments_folder
    return (file: string, bytes: number) =>
      callStore(running, 'PUT', `${resource_urls?.[0] ?? ''}/${encodeURIComponent(file)}?${token ?? ''}`, {
        body: Buffer.alloc(bytes, 7),
      })
  }
  /** The ways, each with bytes that it adds. */
  async function waysIn(): Promise<Readonly<Record<string, (bytes: number) => Promise<object>>>> {
    const { id } = await files.attach(Buffer.alloc(100 - ARTEFACTS))
    const putInFolder = await newFolder()
    return {
      'POST /direct/attachments/upload_url': (bytes) => send('directAttachmentsUploadUrlPost', blob(bytes)),
      'POST /direct/attachments': async (bytes) => {
        const artefacts = await files.uploadBlob(Buffer.alloc(bytes - 1))
        return send('directAttachmentsPost', { blob: blobsOf(await files.uploadBlob(Buffer.alloc(1)), artefacts) })
      },
      'POST /attachments': (bytes) => send('attachmentsPost', onePiece(bytes)),
      'POST /thumbnails': (bytes) => send('thumbnailsPost', thumbnail(id, bytes)),
      'PUT to a folder': (bytes) => putInFolder('a.json', bytes),
    }
  }

  it('every way that adds bytes › is let in up to the limit, and refused one byte beyond it', async () => {
    for (const way of Object.keys(await waysIn())) {
      ada = aSignedInUser(running)
      files = filesOf(running, ada)
      const add = (await waysIn())[way]
      expect({ way, used: await used() }).toEqual({ way, used: 100 })

      expect({ way, ...(await add?.(901)) }).toMatchObject({ way, ...TOO_LARGE })
      expect({ way, used: await used() }).toEqual({ way, used: 100 })
      expect({ way, ...(await add?.(900)) }).toMatchObject({ way, status: 201, error: undefined })
      if (!way.endsWith('upload_url')) expect({ way, used: await used() }).toEqual({ way, used: LIMIT })
    }
  })

  it.each<[string, () => Promise<(name: string) => Promise<object>>]>([
    ['POST /attachments', () => Promise.resolve(() => send('attachmentsPost', onePiece(500)))],
    [
      'PUT to a folder',
      async () => {
        const putInFolder = await newFolder()
        return (file) => putInFolder(file, 500)
      },
    ],
    [
      'POST /thumbnails',
      async () => {
        const { id } = await files.attach(Buffer.alloc(100 - ARTEFACTS))
        return (size) => send('thumbnailsPost', thumbnail(id, 500, size))
      },
    ],
  ])(
    'calls of %s side by side › are counted one after the other; what was refused leaves nothing',
    async (_, wayIn) => {
      const add = await wayIn()
      const before = await used()

      const answers = await Promise.all(['128x128/png', '256x256/png', '512x512/png'].map(add))

      const fits = Math.floor((LIMIT - before) / 500)
      expect(answers.filter((answer) => 'status' in answer && answer.status === 201)).toHaveLength(fits)
      expect(answers.filter((answer) => 'error' in answer && answer.error === TOO_LARGE.error)).toHaveLength(3 - fits)
      expect(await used()).toBe(before + fits * 500)
    },
  )

  it('what replaces something › adds the difference', async () => {
    const putInFolder = await newFolder()
    const { id } = await files.attach(Buffer.alloc(100 - ARTEFACTS))
    expect(await putInFolder('a.json', 500)).toMatchObject({ status: 201 })
    expect(await send('thumbnailsPost', thumbnail(id, 400))).toMatchObject({ status: 201 })

    for (const [bytes, status] of [
      [500, 201],
      [501, 413],
      [499, 201],
    ] as const) {
      expect([bytes, (await putInFolder('a.json', bytes)).status]).toEqual([bytes, status])
    }
    expect((await send('thumbnailsPost', thumbnail(id, 402))).status).toBe(413)
    expect((await send('thumbnailsPost', thumbnail(id, 401))).status).toBe(201)
    expect(await used()).toBe(LIMIT)
  })

  it('POST /direct/attachments › takes no artefacts file that is longer than any file needs', async () => {
    const roomy = await start()
    const bob = aSignedInUser(roomy)
    const ofBob = filesOf(roomy, bob)
    const main = await ofBob.uploadBlob(Buffer.alloc(1))
    const artefacts = await ofBob.uploadBlob(Buffer.alloc(1024 * 1024 + 1))
    await callsOf(roomy, bob).ok(200, 'meGet')
    const before = databaseContent(roomy.connection)

    const [error] = await callsOf(roomy, bob).refusal('directAttachmentsPost', {
      body: { blob: blobsOf(main, artefacts) },
    })

    expect(error).toMatchObject({
      http_code: 413,
      error: 'payload_too_large',
      extra_info: { parameter: 'blob.encrypted_artifact_blob_id' },
    })
    expect(databaseContent(roomy.connection)).toBe(before)
    await ofBob.attachBlobs(main, await ofBob.uploadBlob(Buffer.alloc(1024 * 1024)))
  })
})

let served: Served | undefined
afterEach(() => served?.stop('SIGKILL'))

it('--data-size-limit › holds in the program that is started with it', { tags: ['full'] }, async () => {
  served = await startServed('--memory', '--data-size-limit', '5000')
  const { call } = await windowOverHttp(served.line.url, served.line.ui)
  const { user } = await registerUser({ call }, 'Ada')
  const place = { kind: 'new_item', label: 'Papers', template_name: 'custom' } as const

  const small = await uploadWhole(call, user.id, { content: new Uint8Array(3_000), place })
  const large = await uploadWhole(call, user.id, { content: new Uint8Array(3_000), place })

  expect([small.state, large.state]).toEqual(['done', 'failed'])
  expect(large.problem).toContain('5000 bytes')
})
