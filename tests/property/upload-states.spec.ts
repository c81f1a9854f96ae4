// Proves docs/contract/vault.md, Files, Files: block store, Time.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { DirectUploadUrl } from '../../shared/contract/attachments.ts'
import type { ServiceReply, ServiceRequest } from '../../src-main/service/reply.ts'
import { draws } from '../support/draws.ts'
import { aSignedInUser } from '../support/service/builders.ts'
import { blobsOf, blockListOf, callStore, filesOf } from '../support/service/files.ts'
import { believeClock } from '../support/service/pass-time.ts'
import { startService } from '../support/service/test-service.ts'
import { callsOf, CIPHER_TEXT } from '../support/service/vault-calls.ts'

/*
 * The way of a file, from the address it is uploaded to until it is collected: whatever is called in whatever state, and
 * however long nothing is called, it is where the rules say. The model is told the outcome of no call.
 */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const YEAR_SECONDS = 365 * 24 * 60 * 60
const CONTENT = Buffer.from('s')

type State = 'url issued' | 'partly uploaded' | 'committed' | 'unlinked' | 'linked' | 'gone'
const STEPS = ['put block', 'join blocks', 'attach', 'link', 'unlink', 'delete'] as const
type Step = (typeof STEPS)[number] | number

/** The usual way; most runs begin somewhere on it, so that every state is reached often. */
const WAY: readonly Step[] = ['put block', 'join blocks', 'attach', 'link', 'unlink']

const anySteps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom<Step>(...STEPS) },
    { weight: 1, arbitrary: fc.constantFrom<Step>(50 * MINUTE_MS, 10 * HOUR_MS, DAY_MS, 6 * DAY_MS, 7 * DAY_MS) },
  ),
  { minLength: 1, maxLength: 8 },
)

const steps = fc
  .tuple(fc.nat(WAY.length), anySteps)
  .map(([begun, more]): readonly Step[] => [...WAY.slice(0, begun), ...more])

/** What the rules say, from the steps and the time alone. */
function modelOf(nowMs: () => number) {
  const begun = nowMs()
  let unlinkedSince = 0
  let links = 0
  let state: State = 'url issued'
  let wasAttached = false

  /** Refused with this code, or undefined. */
  function expected(step: Step): string | undefined {
    if (step === 'put block' || step === 'join blocks') return uploading(step)
    if (step === 'attach') return attaching()
    if (step === 'link') return wasAttached && state !== 'gone' ? linked() : 'attachment_not_found'
    if (step === 'unlink') return unlinked()
    if (step === 'delete') return deleting()
    return undefined
  }

  function uploading(step: 'put block' | 'join blocks'): string | undefined {
    if (nowMs() - begun >= HOUR_MS) return 'url_expired'
    if (state === 'gone') return 'not_found'
    if (state !== 'url issued' && state !== 'partly uploaded') return 'wrong_status'
    if (step === 'join blocks' && state === 'url issued') return 'invalid_params'
    state = step === 'put block' ? 'partly uploaded' : 'committed'
    return undefined
  }

  function attaching(): string | undefined {
    if (state === 'url issued' || state === 'partly uploaded') return 'blob_not_uploaded'
    if (state !== 'committed') return 'blob_mismatch'
    state = 'unlinked'
    unlinkedSince = nowMs()
    wasAttached = true
    return undefined
  }

  function linked(): string | undefined {
    links += 1
    state = 'linked'
    return undefined
  }

  /** Deletes the item that was linked last; without one nothing is called. */
  function unlinked(): string | undefined {
    if (links === 0) return undefined
    links -= 1
    if (links > 0) return undefined
    state = 'unlinked'
    unlinkedSince = nowMs()
    return undefined
  }

  function deleting(): string | undefined {
    if (!wasAttached || state === 'gone') return 'not_found'
    if (state === 'linked') return 'attachment_in_use'
    state = 'gone'
    return undefined
  }

  function collect(): void {
    const isOpen = state === 'url issued' || state === 'partly uploaded' || state === 'committed'
    if (isOpen && nowMs() - begun >= DAY_MS) state = 'gone'
    if (state === 'unlinked' && nowMs() - unlinkedSince >= 7 * DAY_MS) state = 'gone'
  }

  return { expected, collect, state: () => state }
}

async function aRun() {
  const running = startService()
  const service = { ...running, send: (request: ServiceRequest) => running.service.dispatch(request) }
  const user = aSignedInUser(running, { validForSeconds: YEAR_SECONDS })
  const calls = callsOf(service, user)
  const files = filesOf(service, user)
  const main = await files.uploadUrl(CONTENT.length)
  const items: string[] = []
  /** Nobody's, until there is an attachment. */
  let attachmentId = user.userId

  /** The code of the refusal; undefined when it was done, or there was nothing to do. */
  async function take(step: Step): Promise<string | undefined> {
    if (step === 'put block') return put(`comp=block&blockid=a`, CONTENT)
    if (step === 'join blocks') return put('comp=blocklist', blockListOf(['a']))
    if (step === 'attach') return attach(await files.uploadBlob(Buffer.from('{}')))
    if (step === 'link') return link()
    if (step === 'delete') return codeOf(await calls.send('attachmentsIdDelete', { params: { id: attachmentId } }))
    if (step === 'unlink') {
      const item = items.pop()
      return item === undefined ? undefined : codeOf(await calls.send('itemsIdDelete', { params: { id: item } }))
    }
    running.clock.advanceMs(step)
    believeClock(running)
    await calls.listItems() // any call makes what is due
    return undefined
  }

  const put = async (query: string, body: Uint8Array) =>
    (await callStore(service, 'PUT', `${main.url}&${query}`, { body })).error

  async function attach(artifact: DirectUploadUrl): Promise<string | undefined> {
    const reply = await calls.send('directAttachmentsPost', { body: { blob: blobsOf(main, artifact) } })
    if (reply.ok) attachmentId = (reply.body as { readonly attachment: { readonly id: string } }).attachment.id
    return codeOf(reply)
  }

  async function link(): Promise<string | undefined> {
    const slot = {
      label: 'Scan',
      slot_type_name: 'attachment',
      attachment_id: attachmentId,
      encrypted_value: CIPHER_TEXT,
    }
    const reply = await calls.send('itemsPost', {
      body: { template_name: 'custom', item: { label: 'Papers', slots_attributes: [slot] } },
    })
    if (reply.ok) items.push((reply.body as { readonly item: { readonly id: string } }).item.id)
    return codeOf(reply)
  }

  /** What is stored, and what its owner can read of it. */
  async function found() {
    const rows = running.connection.prepare('SELECT count(*) FROM blobs WHERE id = ?').pluck().get(main.blob_id)
    const reply = await calls.send('attachmentsIdGet', { params: { id: attachmentId } })
    const url = reply.ok ? (reply.body as { readonly attachment: { readonly url: string } }).attachment.url : undefined
    const bytes = url === undefined ? undefined : (await files.fetchFile(url)).bytes
    return { isStored: rows === 1, content: bytes?.toString() }
  }

  return { running, take, found, nowMs: () => running.clock.nowMs() }
}

const codeOf = (reply: ServiceReply) => (reply.ok ? undefined : reply.body.errors[0]?.error)

it('a file › is where the rules say, after any steps and any time', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const { running, take, found, nowMs } = await aRun()
      const model = modelOf(nowMs)
      for (const step of taken) {
        const code = await take(step)
        const expected = model.expected(step)
        model.collect()

        expect({ step, code }).toEqual({ step, code: expected })
        const isReadable = model.state() === 'unlinked' || model.state() === 'linked'
        expect({ step, state: model.state(), ...(await found()) }).toEqual({
          step,
          state: model.state(),
          isStored: model.state() !== 'gone',
          content: isReadable ? CONTENT.toString() : undefined,
        })
      }
      expect(running.faults).toEqual([])
      running.connection.close()
    }),
    { numRuns: draws(100, 3_000) },
  )
})
