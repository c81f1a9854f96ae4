import { useLocalStorage } from '@vueuse/core'
import { defineStore } from 'pinia'

/**
 * The users who grew up in this window and still have the passphrase that a parent typed. Until it is changed the
 * window says so to that user, who may also decide to keep it.
 */
export const useGrownUp = defineStore('grown-up', () => {
  const ids = useLocalStorage<readonly string[]>('vaultbench.grown-up', [])

  const isNew = (userId: string): boolean => ids.value.includes(userId)

  function add(userId: string): void {
    if (!isNew(userId)) ids.value = [...ids.value, userId]
  }

  function settle(userId: string): void {
    ids.value = ids.value.filter((one) => one !== userId)
  }

  return { isNew, add, settle }
})
