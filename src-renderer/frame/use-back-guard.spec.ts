// Proves docs/contract/window.md, Everywhere.

import { expect, it, vi } from 'vitest'
import { h, ref } from 'vue'
import { text } from '../i18n/i18n.ts'
import Dialog from '../ui/Dialog.vue'
import { byRole, mountUi, settle } from '../ui/testing/mount-ui.ts'
import { guardInput } from '../ui/unsent-input.ts'
import { useBackGuard } from './use-back-guard.ts'

/** Two pages were opened, the second with a dialog over it in which something was typed or not. */
async function openDialog({ typed, open = true }: { readonly typed: boolean; readonly open?: boolean }) {
  const isOpen = ref(open)
  const { router } = mountUi(
    () => h(Dialog, { title: 'New folder', open: isOpen.value }),
    () => {
      useBackGuard()
      guardInput(() => typed)
    },
  )
  await router.push('/tags')
  await router.push('/files')
  await settle()
  return { router, pathIs: (path: string) => vi.waitFor(() => expect(router.currentRoute.value.path).toBe(path)) }
}

const QUESTION = '[role=alertdialog]'

it('asks before Back takes the dialog away, and goes nowhere while typing goes on', async () => {
  const { router, pathIs } = await openDialog({ typed: true })

  router.back()
  await vi.waitFor(() => expect(document.querySelector(QUESTION)?.textContent).toContain(text('frame.back.title')))
  byRole('button', text('ui.keepTyping')).click()
  await vi.waitFor(() => expect(document.querySelector(QUESTION)).toBeNull())
  await pathIs('/files')
  expect(router.options.history.location).toBe('/files')
})

it('goes back where what was typed is discarded', async () => {
  const { router, pathIs } = await openDialog({ typed: true })

  router.back()
  await vi.waitFor(() => byRole('button', text('frame.back.confirm')).click())

  await pathIs('/tags')
})

it.each([
  { what: 'nothing was typed', given: { typed: false } },
  { what: 'no dialog is open: a page asks by itself', given: { typed: true, open: false } },
])('asks nothing where $what', async ({ given }) => {
  const { router, pathIs } = await openDialog(given)

  router.back()

  await pathIs('/tags')
})

it('asks nothing where a link is followed, as what was saved leads on', async () => {
  const { router } = await openDialog({ typed: true })

  await router.push('/saved')

  expect(router.currentRoute.value.path).toBe('/saved')
})
