import { z } from 'zod'
import { Label } from '../../../shared/contract/values.ts'
import { Passphrase } from '../../../shared/contract/workbench-window.ts'

/** The form of a new workspace; the passphrase fields count only if one is wanted. */
export function newWorkspaceSchema(differs: string) {
  return z
    .object({
      name: Label,
      protection: z.enum(['passphrase', 'none']),
      passphrase: z.string(),
      repeated: z.string(),
    })
    .superRefine(({ protection, passphrase, repeated }, context) => {
      if (protection === 'none') return
      const wrong = Passphrase.safeParse(passphrase).error?.issues[0]
      if (wrong !== undefined) context.addIssue({ code: 'custom', path: ['passphrase'], message: wrong.message })
      if (repeated !== passphrase) context.addIssue({ code: 'custom', path: ['repeated'], message: differs })
    })
    .transform(({ name, protection, passphrase }) => ({
      name,
      passphrase: protection === 'none' ? null : passphrase,
    }))
}
