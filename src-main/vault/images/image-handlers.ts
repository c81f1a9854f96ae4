import { ServiceError } from '../../../shared/contract/errors.ts'
import type { imageOperations } from '../../../shared/contract/images.ts'
import type { SystemImage, systemImageOperations } from '../../../shared/contract/system-catalogue.ts'
import type { HandlersFor, PublicCall } from '../../service/call.ts'
import type { OperatorEvents } from '../operator-events/operator-record.ts'
import {
  checkSignedPath,
  imageAddress,
  imagePath,
  isSameText,
  SIGNED_FOR_SECONDS,
  signedPath,
} from './image-address.ts'
import type { AddressSigner } from './image-address.ts'
import { refuseShownImage } from './image-rules.ts'
import type { ImageStore, StoredImage } from './image-store.ts'
import type { Images } from './stored-images.ts'

interface SystemImageDependencies {
  readonly store: ImageStore
  readonly images: Images
  readonly operatorEvents: OperatorEvents
}

/** Handles the operator's calls on images (docs/contract/vault.md, Seeding). */
export function systemImageHandlers(dependencies: SystemImageDependencies): HandlersFor<typeof systemImageOperations> {
  const { store, images, operatorEvents } = dependencies
  return {
    systemImagesGet: (call) => ({ images: store.images().map((image) => renderImage(image, call)) }),
    systemImagesPost: (call, { body }) => ({ image: renderImage(images.addImage(call, body.image, 'image'), call) }),
    systemImagesIdGet: (call, { params }) => ({ image: renderImage(images.getImage(params.id), call) }),
    systemImagesIdDelete(call, { params }) {
      const { id, filename } = images.getImage(params.id)
      refuseShownImage(filename, store.useOfImage(id))
      store.deleteImage(id)
      operatorEvents.note(call, {
        name: 'image.deleted',
        subject_type: 'image',
        subject_id: id,
        subject_label: filename,
        user_id: null,
        note: null,
      })
      return undefined
    },
  }
}

interface ImageDependencies {
  readonly store: Pick<ImageStore, 'findImage' | 'contentOf'>
  readonly images: Images
  readonly signer: AddressSigner
  /** Finds the address of the bytes of a public file other than an image. */
  readonly otherFiles: (id: string, digest: string, nowMs: number) => string | undefined
}

/** Serves an image by two redirects, then its bytes (docs/contract/vault.md, Images). */
export function imageHandlers({
  store,
  images,
  signer,
  otherFiles,
}: ImageDependencies): HandlersFor<typeof imageOperations> {
  return {
    imagesIdGet(call, { params }) {
      call.addHeader('Location', imagePath(images.getImage(params.id)))
      return undefined
    },
    blobsPublicIdDGet(call, { params }) {
      const image = store.findImage(params.id)
      const path =
        image === undefined ? otherFiles(params.id, params.d, call.nowMs) : pathTo(image, params.d, call.nowMs)
      if (path === undefined) throw fileNotFound()
      call.addHeader('Location', path)
      call.addHeader('Cache-Control', `private, max-age=${SIGNED_FOR_SECONDS / 2}`)
      return undefined
    },
    blobStorePublicIdGet(call, { params, query }) {
      checkSignedPath(signer, { id: params.id, ...query }, call.nowMs)
      const image = store.findImage(params.id)
      const content = store.contentOf(params.id)
      if (image === undefined || content === undefined) throw fileNotFound()
      call.addHeader('Cache-Control', 'private, max-age=31536000, immutable') // the bytes of an id never change
      return {
        content_type: image.content_type,
        encoding: 'base64',
        data: Buffer.from(content).toString('base64'),
      }
    },
  }

  function pathTo({ id, digest }: StoredImage, sent: string, nowMs: number): string | undefined {
    return isSameText(sent, digest) ? signedPath(signer, id, nowMs) : undefined
  }
}

function renderImage(image: StoredImage, { origin }: Pick<PublicCall, 'origin'>): SystemImage {
  return { id: image.id, filename: image.filename, image_url: imageAddress(image, origin) }
}

function fileNotFound(): ServiceError {
  return new ServiceError('not_found', 'There is no public file at this address.')
}
