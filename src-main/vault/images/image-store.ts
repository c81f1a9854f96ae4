import type { ImageType } from '../../../shared/contract/images.ts'

/** An image of the operator's, without its bytes. */
export interface StoredImage {
  readonly id: string
  readonly filename: string
  /** What the bytes are. */
  readonly content_type: ImageType
  /** Part of its public address; nobody can make it up. */
  readonly digest: string
  readonly created_at: string
}

/** What shows an image. */
export interface ImageUse {
  readonly classification_nodes: number
  readonly item_templates: number
}

export interface ImageStore {
  /** In the order in which they were added. */
  images(): readonly StoredImage[]
  findImage(id: string): StoredImage | undefined
  contentOf(id: string): Uint8Array | undefined
  addImage(image: StoredImage & { readonly content: Uint8Array }): void
  deleteImage(id: string): void
  useOfImage(id: string): ImageUse
}
