import { z } from 'zod'
import { Passphrase } from '../../shared/contract/workbench-window.ts'
import { text } from '../i18n/i18n.ts'

/** Members of a form in which a passphrase is made; to be refined with `isTypedTwice`. */
export const newPassphraseMembers = { new_passphrase: Passphrase, repeated: z.string() }

/** The rule of the refinement: both fields hold the same. */
export function isTypedTwice(typed: { readonly new_passphrase: string; readonly repeated: string }): boolean {
  return typed.repeated === typed.new_passphrase
}

/** What the refinement says, and where. */
export const notTypedTwice = () => ({ error: text('newPassphrase.differs'), path: ['repeated'] })

/** What such a form calls these members. */
export const newPassphraseLabels = () => ({
  new_passphrase: text('newPassphrase.label'),
  repeated: text('newPassphrase.repeat'),
})
