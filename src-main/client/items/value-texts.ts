import type { Item } from '../../../shared/contract/items.ts'
import type { Slot } from '../../../shared/contract/slots.ts'
import { foldForSearch } from '../../../shared/folded-text.ts'
import type { DataKeys } from '../../crypto/data-keys.ts'
import { isShown, readOwnSlots, readReencryptedSlots, wipeVerificationKeys } from './read-slots.ts'

/** A sealed item as it is read for a search in its values. */
export interface SealedItem {
  /** Its permanent number among the items of the index, from 0. */
  readonly number: number
  readonly item: Pick<Item, 'id' | 'own' | 'original_id'>
  /** Its slots that have a value. */
  readonly slots: readonly Slot[]
}

/** The values of one actor's items that are not secret, folded for search. */
export type ValueTexts = ReturnType<typeof createValueTexts>

/** How many characters of an item's values are searched, so that one long text does not slow every search down. */
const MAX_CHARACTERS = 20_000

/** Values that cannot be opened or that lists never show are not found. */
export function createValueTexts(keys: DataKeys) {
  const texts: string[] = []
  return {
    /** Opens and stores the values of items, replacing earlier ones. */
    keep(items: readonly SealedItem[]) {
      for (const { number, item, slots } of items) texts[number] = textOf(keys, item, slots)
    },
    /**
     * Finds the words that values contain: bit i of entry n stands for word i in the item with number n.
     *
     * @param words folded, at most 32
     */
    find(words: readonly string[]) {
      const found = new Uint32Array(texts.length)
      for (const [bit, word] of words.entries()) {
        const mask = 1 << bit
        for (const [number, text] of texts.entries())
          if (text.includes(word)) found[number] = (found[number] ?? 0) | mask
      }
      return found
    },
  }
}

function textOf(keys: DataKeys, item: SealedItem['item'], slots: readonly Slot[]): string {
  const read = item.own ? readOwnSlots(keys, { item, slots }) : readReencryptedSlots(keys, { item, slots })
  wipeVerificationKeys(read)
  const values = read.flatMap((one) => (one.value !== null && isShown(one) ? [one.value] : []))
  return foldForSearch(values.join('\n').slice(0, MAX_CHARACTERS))
}
