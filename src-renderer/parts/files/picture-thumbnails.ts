import { onScopeDispose, ref, shallowReactive, watch } from 'vue'
import type { SizeType } from '../../../shared/contract/files.ts'
import { workbenchFileOperations as operations } from '../../../shared/contract/workbench-files.ts'
import { readImageHeader } from '../../../shared/image-header.ts'
import { CallError, call } from '../../api/call.ts'
import { useActor } from '../../session/use-actor.ts'
import { drawImage, isImage } from './draw-image.ts'
import type { OpenedFile, SlotFile } from './stored-file.ts'

/** A file to draw, which may still be a local one. */
type DrawnFile = Pick<OpenedFile, 'facts' | 'part'>

const PIXELS = 256
/** Larger files get no thumbnail: they would have to be in memory as a whole. */
const MAX_BYTES = 64 * 1024 * 1024
/** Another user's thumbnail may be anything; one larger than any supported size is not decoded. */
const MAX_SHOWN_PIXELS = 512
const MAX_CACHED = 200

/** Slots with a thumbnail that this window has just stored, which no list shows yet. */
const newlyStored = shallowReactive(new Set<string>())

/** The addresses of thumbnails by slot, last used last. */
const cache = new Map<string, { readonly actor: string; readonly address: string }>()

const keyOf = ({ actor, item_id, slot_id }: SlotFile): string => `${actor} ${item_id} ${slot_id}`

/** Draws a thumbnail of an image or of the first page of a PDF; undefined for other files. */
export async function drawThumbnail(
  file: DrawnFile,
): Promise<{ size_type: SizeType; bytes: Uint8Array<ArrayBuffer> } | undefined> {
  const { kind, size } = file.facts
  if (size > MAX_BYTES || !(isImage(kind) || kind === 'pdf')) return undefined
  const canvas = document.createElement('canvas')
  const content = await file.part(0, size)
  if (kind === 'pdf') {
    const { drawPage, openPdf } = await import('./pdf.ts')
    const opened = await openPdf(content)
    try {
      await drawPage(opened, 1, canvas, { width: PIXELS, height: PIXELS })
    } finally {
      opened.close()
    }
  } else await drawImage(canvas, { kind, bytes: content, most: PIXELS })
  const type = kind === 'jpeg' || kind === 'pdf' ? 'jpeg' : 'png'
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, `image/${type}`, 0.85))
  if (blob === null) return undefined
  return {
    size_type: type === 'jpeg' ? '256x256/jpg' : '256x256/png',
    bytes: new Uint8Array(await blob.arrayBuffer()),
  }
}

export async function storeThumbnail({ actor, item_id, slot_id }: SlotFile, file: DrawnFile): Promise<void> {
  const picture = await drawThumbnail(file)
  if (picture === undefined) return
  const params = { user_id: actor, item_id, slot_id, size_type: picture.size_type }
  await call(operations.slotThumbnailPut, { params, body: picture.bytes })
  newlyStored.add(slot_id)
}

/**
 * The address of a slot's thumbnail; undefined until it is read, or if there is none.
 *
 * @param slot undefined if no thumbnail exists
 */
export function useThumbnail(slot: () => SlotFile | undefined) {
  const address = ref<string>()
  const actor = slot()?.actor
  let requestedKey = ''

  watch(
    () => {
      const wanted = slot()
      return wanted === undefined ? '' : keyOf(wanted)
    },
    async (key) => {
      requestedKey = key
      const wanted = slot()
      address.value = key === '' ? undefined : cachedAddress(key)
      if (wanted === undefined || address.value !== undefined) return
      const found = await readThumbnail(wanted)
      if (requestedKey === key) address.value = found
    },
    { immediate: true },
  )
  if (actor !== undefined) useActor(actor).whenLocked(() => forgetThumbnails(actor))
  onScopeDispose(() => (requestedKey = ''))
  return address
}

/** Whether this window has stored a slot's thumbnail since the item was read. */
export const isNewlyStored = (slotId: string): boolean => newlyStored.has(slotId)

/** Calls `changed` when this window has stored a thumbnail, for which the vault has no event. */
export function useNewThumbnails(changed: () => void): void {
  watch(() => newlyStored.size, changed)
}

async function readThumbnail(slot: SlotFile): Promise<string | undefined> {
  const { actor, item_id, slot_id } = slot
  try {
    const params = { user_id: actor, item_id, slot_id }
    const { data } = await call(operations.slotThumbnailGet, { params, query: { pixels: PIXELS } })
    const type = typeOf(data)
    if (type === undefined) return undefined
    // Another place that shows it may have read it meanwhile, and its address must stay valid.
    return cachedAddress(keyOf(slot)) ?? cacheThumbnail(slot, new Blob([new Uint8Array(data)], { type }))
  } catch (error) {
    // A missing thumbnail is no failure: an icon replaces it.
    if (error instanceof CallError || error instanceof TypeError) return undefined
    throw error
  }
}

/** Detects the type by the first bytes; undefined for anything but a small image. */
function typeOf(bytes: Uint8Array): string | undefined {
  const { type, width = 0, height = 0 } = readImageHeader(bytes) ?? {}
  const isSmall = (type === 'image/png' || type === 'image/jpeg') && Math.max(width, height) <= MAX_SHOWN_PIXELS
  return isSmall ? type : undefined
}

function cachedAddress(key: string): string | undefined {
  const found = cache.get(key)
  if (found === undefined) return undefined
  cache.delete(key)
  cache.set(key, found)
  return found.address
}

function cacheThumbnail(slot: SlotFile, blob: Blob): string {
  const address = URL.createObjectURL(blob)
  cache.set(keyOf(slot), { actor: slot.actor, address })
  for (const key of [...cache.keys()].slice(0, Math.max(0, cache.size - MAX_CACHED))) forget(key)
  return address
}

function forget(key: string): void {
  const found = cache.get(key)
  if (found !== undefined) URL.revokeObjectURL(found.address)
  cache.delete(key)
}

/** Drops a locked user's thumbnails from memory. */
export function forgetThumbnails(actor: string): void {
  for (const [key, { actor: whose }] of [...cache]) if (whose === actor) forget(key)
}
