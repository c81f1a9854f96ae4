import { imageOperations } from '../../shared/contract/images.ts'
import {
  systemClassificationOperations,
  systemImageOperations,
  systemItemTemplateOperations,
} from '../../shared/contract/system-catalogue.ts'
import { byId } from '../service/handler-table.ts'
import type { Connection } from '../sqlite/database.ts'
import { catalogueStore } from '../vault/system-catalogue/catalogue-store.ts'
import { classificationStore } from '../vault/classification/classification-store.ts'
import { imageStore } from '../vault/images/image-store.ts'
import { itemTemplateStore } from '../vault/item-templates/item-template-store.ts'
import { sqliteSeedStore } from '../vault/system-catalogue/seed-store.ts'
import type { AddressSigner } from '../vault/images/image-address.ts'
import type { PublicFiles } from '../vault/attachments/thumbnail-handlers.ts'
import { imageHandlers, systemImageHandlers } from '../vault/images/image-handlers.ts'
import { createImages } from '../vault/images/stored-images.ts'
import { seedFirstStart } from '../vault/system-catalogue/seed-first-start.ts'
import type { OperatorEvents } from '../vault/operator-events/operator-record.ts'
import { createCatalogue } from '../vault/system-catalogue/catalogue.ts'
import type { CatalogueCall } from '../vault/system-catalogue/catalogue.ts'
import { classificationSeedingHandlers } from '../vault/system-catalogue/classification-seeding-handlers.ts'
import { templateSeedingHandlers } from '../vault/system-catalogue/template-seeding-handlers.ts'

interface CatalogueWiring {
  readonly connection: Connection
  readonly signer: AddressSigner
  /** Files other than images that have a public address. */
  readonly publicFiles: PublicFiles
  readonly operatorEvents: OperatorEvents
  /** Time and ids for rows that this start adds. */
  readonly addition: CatalogueCall
}

/** Joins the operator's catalogue and images with their tables, and fills a new vault with its first data. */
export function wireCatalogue({ connection, signer, publicFiles, operatorEvents, addition }: CatalogueWiring) {
  const classification = classificationStore(connection)
  const templates = itemTemplateStore(connection)
  const storedImages = imageStore(connection)
  const store = catalogueStore(connection)
  const seeds = sqliteSeedStore(connection)
  const images = createImages({ store: storedImages, signer, operatorEvents })
  const catalogue = createCatalogue({ classification, templates, store })
  connection.transaction(() => seedFirstStart({ seeds, catalogue, addition })).immediate()

  const seeding = { classification, store, catalogue, images, imageStore: storedImages, operatorEvents }
  return {
    handlers: {
      ...byId(systemClassificationOperations, classificationSeedingHandlers(seeding)),
      ...byId(systemItemTemplateOperations, templateSeedingHandlers({ ...seeding, templates })),
      ...byId(systemImageOperations, systemImageHandlers({ store: storedImages, images, operatorEvents })),
      ...byId(imageOperations, imageHandlers({ store: storedImages, images, signer, otherFiles: publicFiles })),
    },
  }
}
