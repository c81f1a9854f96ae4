import { z } from 'zod'
import { Passphrase } from '../../shared/contract/workbench-window.ts'
import { text } from '../i18n/i18n.ts'

/** What a form asks for in which a passphrase is made, twice the same, beside its other members. */
export const newPassphraseRules = <Others extends z.ZodRawShape>(others: Others) =>
  z
    .object({ ...others, new_passphrase: Passphrase, repeated: z.string() })
    .refine(isTypedTwice, { error: text('newPassphrase.differs'), path: ['repeated'] })

/** By name: of a shape that is open nobody knows the members. */
function isTypedTwice(typed: object): boolean {
  return Reflect.get(typed, 'repeated') === Reflect.get(typed, 'new_passphrase')
}

/** The same as fields of a RecordDialog, whose slot `new_passphrase` shows both as NewPassphraseFields. */
export const newPassphraseFields = {
  new_passphrase: { label: 'newPassphrase.label' },
  repeated: { label: 'newPassphrase.repeat', shown: false },
} as const

/** What another form calls these members. */
export const newPassphraseLabels = () => ({
  new_passphrase: text('newPassphrase.label'),
  repeated: text('newPassphrase.repeat'),
})
