import { z } from 'zod'
import { Passphrase } from '../../shared/contract/workbench-window.ts'
import { text } from '../i18n/i18n.ts'

/** The rules of a form with a new passphrase, typed twice, besides its other members. */
export const newPassphraseRules = <Others extends z.ZodRawShape>(others: Others) =>
  z
    .object({ ...others, new_passphrase: Passphrase, repeated: z.string() })
    .refine(isTypedTwice, { error: text('newPassphrase.differs'), path: ['repeated'] })

/** Accesses members by name, because an open shape has no typed ones. */
function isTypedTwice(typed: object): boolean {
  return Reflect.get(typed, 'repeated') === Reflect.get(typed, 'new_passphrase')
}

/** The two fields for a RecordDialog, whose slot `new_passphrase` shows both as NewPassphraseFields. */
export const newPassphraseFields = {
  new_passphrase: { label: 'newPassphrase.label' },
  repeated: { label: 'newPassphrase.repeat', shown: false },
} as const

/** The labels of these members in another form. */
export const newPassphraseLabels = () => ({
  new_passphrase: text('newPassphrase.label'),
  repeated: text('newPassphrase.repeat'),
})
