import { useLocalStorage } from '@vueuse/core'
import { defineStore } from 'pinia'

/**
 * Former child users who got a login in this window and still have the passphrase that a parent typed. The window
 * reminds them until they change it or decide to keep it.
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
