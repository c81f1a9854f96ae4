import { onScopeDispose, ref, shallowReactive, watch } from 'vue'
import type { SizeType } from '../../../shared/contract/files.ts'
import { workbenchFileOperations as operations } from '../../../shared/contract/workbench-files.ts'
import { readImageHeader } from '../../../shared/image-header.ts'
import { CallError, call } from '../../api/call.ts'
import { useActor } from '../../session/use-actor.ts'
import { drawImage, isImage } from './draw-image.ts'
import type { OpenedFile, SlotFile } from './stored-file.ts'

/** A file to draw, which may still lie on the computer. */
type DrawnFile = Pick<OpenedFile, 'facts' | 'part'>

const PIXELS = 256
/** Larger files get no smaller picture: they would have to be in memory as a whole. */
const MOST_BYTES = 64 * 1024 * 1024
/** A smaller picture of somebody else may be anything; what is larger than any size there is is not decoded. */
const MOST_SHOWN_PIXELS = 512
const KEPT = 200

/** Slots whose smaller picture this window has just put, which no list tells of. */
const made = shallowReactive(new Set<string>())

/** Addresses of smaller pictures by slot, the one that was used last at the end. */
const kept = new Map<string, { readonly actor: string; readonly address: string }>()

const keyOf = ({ actor, item_id, slot_id }: SlotFile): string => `${actor} ${item_id} ${slot_id}`

/** Draws a smaller picture of a picture or of the first page of a PDF; undefined for what has none. */
export async function smallerPicture(
  file: DrawnFile,
): Promise<{ size_type: SizeType; bytes: Uint8Array<ArrayBuffer> } | undefined> {
  const { kind, size } = file.facts
  if (size > MOST_BYTES || !(isImage(kind) || kind === 'pdf')) return undefined
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

/** Draws and puts the smaller picture of a slot's file. */
export async function putSmallerPicture({ actor, item_id, slot_id }: SlotFile, file: DrawnFile): Promise<void> {
  const picture = await smallerPicture(file)
  if (picture === undefined) return
  const params = { user_id: actor, item_id, slot_id, size_type: picture.size_type }
  await call(operations.slotThumbnailPut, { params, body: picture.bytes })
  made.add(slot_id)
}

/**
 * The address of a slot's smaller picture, or undefined until it is read, and where there is none.
 *
 * @param slot undefined: none is told to exist
 */
export function useThumbnail(slot: () => SlotFile | undefined) {
  const address = ref<string>()
  const actor = slot()?.actor
  let asked = ''

  watch(
    () => {
      const wanted = slot()
      return wanted === undefined ? '' : keyOf(wanted)
    },
    async (key) => {
      asked = key
      const wanted = slot()
      address.value = key === '' ? undefined : keptAddress(key)
      if (wanted === undefined || address.value !== undefined) return
      const found = await readThumbnail(wanted)
      if (asked === key) address.value = found
    },
    { immediate: true },
  )
  if (actor !== undefined) useActor(actor).whenLocked(() => forgetThumbnails(actor))
  onScopeDispose(() => (asked = ''))
  return address
}

/** Whether a smaller picture of a slot was put by this window, whatever the item said when it was read. */
export const wasMade = (slotId: string): boolean => made.has(slotId)

/** Tells that this window has put a smaller picture, which no event of the vault says. */
export function useNewPictures(changed: () => void): void {
  watch(() => made.size, changed)
}

async function readThumbnail(slot: SlotFile): Promise<string | undefined> {
  const { actor, item_id, slot_id } = slot
  try {
    const params = { user_id: actor, item_id, slot_id }
    const { data } = await call(operations.slotThumbnailGet, { params, query: { pixels: PIXELS } })
    const type = typeOf(data)
    return type === undefined ? undefined : keep(slot, new Blob([new Uint8Array(data)], { type }))
  } catch (error) {
    // A picture that cannot be had is no failure: its place has an icon.
    if (error instanceof CallError || error instanceof TypeError) return undefined
    throw error
  }
}

/** Reads the type from the first bytes; undefined for what is no small picture. */
function typeOf(bytes: Uint8Array): string | undefined {
  const { type, width = 0, height = 0 } = readImageHeader(bytes) ?? {}
  const isSmall = (type === 'image/png' || type === 'image/jpeg') && Math.max(width, height) <= MOST_SHOWN_PIXELS
  return isSmall ? type : undefined
}

function keptAddress(key: string): string | undefined {
  const found = kept.get(key)
  if (found === undefined) return undefined
  kept.delete(key)
  kept.set(key, found)
  return found.address
}

function keep(slot: SlotFile, blob: Blob): string {
  const address = URL.createObjectURL(blob)
  forget(keyOf(slot))
  kept.set(keyOf(slot), { actor: slot.actor, address })
  for (const key of [...kept.keys()].slice(0, Math.max(0, kept.size - KEPT))) forget(key)
  return address
}

function forget(key: string): void {
  const found = kept.get(key)
  if (found !== undefined) URL.revokeObjectURL(found.address)
  kept.delete(key)
}

/** Nothing of a user's pictures stays in memory once that user is locked. */
export function forgetThumbnails(actor: string): void {
  for (const [key, { actor: whose }] of [...kept]) if (whose === actor) forget(key)
}
