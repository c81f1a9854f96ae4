import type { Item } from '../../../shared/contract/items.ts'
import type { Slot } from '../../../shared/contract/slots.ts'
import { foldForSearch } from '../../../shared/folded-text.ts'
import type { DataKeys } from '../../crypto/data-keys.ts'
import { isShown, readOwnSlots, readReencryptedSlots, wipeVerificationKeys } from './read-slots.ts'

/** A sealed item whose values will be searched. */
export interface SealedItem {
  /** The item's permanent number in the index, from 0. */
  readonly number: number
  readonly item: Pick<Item, 'id' | 'own' | 'original_id'>
  /** The slots that have a value. */
  readonly slots: readonly Slot[]
}

/** The values of a user's items, except secret ones, folded for search. */
export type ValueTexts = ReturnType<typeof createValueTexts>

/** The characters searched per item, limited so that a long text does not slow down every search. */
const MAX_CHARACTERS = 20_000

/** Values that cannot be opened, or that lists never show, are not searched. */
export function createValueTexts(keys: DataKeys) {
  const texts: string[] = []
  return {
    /** Opens and stores the values of items, replacing earlier ones. */
    replace(items: readonly SealedItem[]) {
      for (const { number, item, slots } of items) texts[number] = textOf(keys, item, slots)
    },
    /**
     * Finds the words that the values contain: bit i of entry n stands for word i in the item with number n.
     *
     * @param words folded for search, at most 32
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
