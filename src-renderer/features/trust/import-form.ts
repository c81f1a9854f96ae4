import { z } from 'zod'
import { CallError } from '../../../shared/contract/caller.ts'
import type { RegistryKind } from '../../../shared/contract/registries.ts'
import { text } from '../../i18n/i18n.ts'

const MAX_CHARACTERS = 5_000_000

/** A context does not contain its own URL; every other document may. */
export const importForm = (kind: RegistryKind) =>
  z
    .object({
      key: z.string().trim().max(2048),
      text: z.string().trim().min(1, text('trust.import.empty')).max(MAX_CHARACTERS, text('trust.import.tooLong')),
    })
    .refine(({ key }) => key !== '' || kind !== 'contexts', { error: text('trust.import.keyMissing'), path: ['key'] })
    .transform((values) => ({ text: values.text, key: values.key === '' ? null : values.key }))

/** Another document has the name of the imported one. The hashes are SHA-256 in hex. */
export interface Conflict {
  readonly key: string
  readonly held: string
  readonly offered: string
}

/** @returns undefined for any other refusal */
export function conflictOf(error: unknown): Conflict | undefined {
  if (!(error instanceof CallError) || error.code !== 'registry_entry_exists') return undefined
  const { key, held_sha256, sha256 } = error.errors[0]?.extra_info ?? {}
  return { key: String(key), held: String(held_sha256), offered: String(sha256) }
}
