import type { ImageType } from '../../../shared/contract/images.ts'
import { inserted } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'

/** An image of the operator, without its bytes. */
export interface StoredImage {
  readonly id: string
  readonly filename: string
  /** The type of the bytes. */
  readonly content_type: ImageType
  /** The part of its public address that cannot be guessed. */
  readonly digest: string
  readonly created_at: string
}

/** The number of nodes and templates that show an image. */
export interface ImageUse {
  readonly classification_nodes: number
  readonly item_templates: number
}

const COLUMNS = 'id, filename, content_type, digest, created_at'

export type ImageStore = ReturnType<typeof imageStore>

/** Images on SQLite. Their bytes are in the database, so that they are encrypted and backed up with it. */
export function imageStore(connection: Connection) {
  const all = connection.prepare<[], StoredImage>(`SELECT ${COLUMNS} FROM images ORDER BY created_at, id`)
  const byId = connection.prepare<[string], StoredImage>(`SELECT ${COLUMNS} FROM images WHERE id = ?`)
  const content = connection.prepare<[string], Uint8Array>('SELECT content FROM images WHERE id = ?').pluck()
  const insert = connection.prepare<StoredImage & { readonly content: Uint8Array }>(
    `INSERT INTO images ${inserted(`${COLUMNS}, content`)}`,
  )
  const remove = connection.prepare<[string]>('DELETE FROM images WHERE id = ?')
  const use = connection.prepare<{ id: string }, ImageUse>(/* sql */ `
    SELECT
      (SELECT count(*) FROM classification_nodes WHERE image_id = @id) AS classification_nodes,
      (SELECT count(*) FROM item_templates WHERE image_id = @id) AS item_templates
  `)
  return {
    /** Oldest first. */
    images: (): readonly StoredImage[] => all.all(),
    findImage: (id: string) => byId.get(id),
    contentOf: (id: string) => content.get(id),
    addImage: (image: StoredImage & { readonly content: Uint8Array }) => void insert.run(image),
    deleteImage: (id: string) => void remove.run(id),
    useOfImage: (id: string) => use.get({ id }) ?? { classification_nodes: 0, item_templates: 0 },
  }
}
