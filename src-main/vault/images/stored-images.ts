import { ServiceError } from '../../../shared/contract/errors.ts'
import type { NewImage } from '../../../shared/contract/system-catalogue.ts'
import type { PublicCall } from '../../service/call.ts'
import type { OperatorEvents } from '../operator-events/operator-record.ts'
import type { AddressSigner } from './image-address.ts'
import { readImage } from './image-rules.ts'
import type { ImageStore, StoredImage } from './image-store.ts'

interface ImageDependencies {
  readonly store: ImageStore
  readonly signer: Pick<AddressSigner, 'digestOf'>
  readonly operatorEvents: OperatorEvents
}

/** Adds and finds images of the operator. */
export type Images = ReturnType<typeof createImages>

export function createImages({ store, signer, operatorEvents }: ImageDependencies) {
  return { addImage, getImage }

  /**
   * @param path the path of the image in the body
   * @throws {ServiceError} `invalid_params`, `payload_too_large`
   */
  function addImage(call: Pick<PublicCall, 'now' | 'newId'>, image: NewImage, path: string): StoredImage {
    const { filename, content_type, content } = readImage(image, path)
    const id = call.newId()
    const stored = { id, filename, content_type, digest: signer.digestOf(id), created_at: call.now }
    store.addImage({ ...stored, content })
    operatorEvents.note(call, {
      name: 'image.created',
      subject_type: 'image',
      subject_id: id,
      subject_label: filename,
      user_id: null,
      note: null,
    })
    return stored
  }

  /** @throws {ServiceError} `not_found` */
  function getImage(id: string): StoredImage {
    const image = store.findImage(id)
    if (image === undefined) throw new ServiceError('not_found', 'There is no image with this id.')
    return image
  }
}
