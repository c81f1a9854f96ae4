import { textOrNull } from '../../../shared/contract/machine-name.ts'
import type { NewImage } from '../../../shared/contract/system-catalogue.ts'
import type { ImageStore } from '../images/image-store.ts'
import type { Images } from '../images/stored-images.ts'
import type { CatalogueCall } from './catalogue.ts'
import { faultyField } from './catalogue-rules.ts'

interface ImageSources {
  readonly images: Images
  readonly imageStore: Pick<ImageStore, 'findImage'>
}

interface WantedImage {
  readonly image_id?: string | null | undefined
  readonly image?: NewImage | null | undefined
}

/**
 * The image of a node or template: an existing one, or a new one sent with it.
 *
 * @param path where the node or template is in the body
 * @throws {ServiceError} `invalid_params` for both at once or an unknown id, and the errors of adding
 */
// eslint-disable-next-line max-params -- where from, for which call, what, and where it stands
export function imageIdOf(
  { images, imageStore }: ImageSources,
  call: CatalogueCall,
  { image_id, image }: WantedImage,
  path: string,
): string | null {
  const id = textOrNull(image_id)
  const added = image ?? null
  if (id !== null && added !== null) throw faultyField(`${path}.image`, 'cannot be given together with image_id')
  if (added !== null) return images.addImage(call, added, `${path}.image`).id
  if (id !== null && imageStore.findImage(id) === undefined) throw faultyField(`${path}.image_id`, 'names no image')
  return id
}
