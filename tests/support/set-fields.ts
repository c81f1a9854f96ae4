import type { ItemFields } from '../../shared/contract/items.ts'
import { eachItemField, NO_ITEM_FIELDS } from '../../shared/contract/items.ts'

/** The fields of an item whose owner set each of them. */
export const SET_ITEM_FIELDS = eachItemField((name) =>
  NO_ITEM_FIELDS[name] === null ? `the ${name}` : true,
) as ItemFields // each as its own type says
