import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'

type Adding = 'new' | 'several' | 'existing'

/** Dialogs about users that any page can open. They are not part of a page, so they stay open when the page changes. */
export const useUserDialogs = defineStore('user-dialogs', () => {
  const adding = ref<Adding>()
  const signingIn = ref<string>()
  const afterSignIn = shallowRef<() => void>()

  function add(kind: Adding = 'new'): void {
    adding.value = kind
  }

  /** @param after what to do once the user is signed in; nothing happens when the dialog is cancelled */
  function signIn(userId: string, after?: () => void): void {
    signingIn.value = userId
    afterSignIn.value = after
  }

  function close(): void {
    adding.value = undefined
    signingIn.value = undefined
    afterSignIn.value = undefined
  }

  return { adding, signingIn, afterSignIn, add, signIn, close }
})
