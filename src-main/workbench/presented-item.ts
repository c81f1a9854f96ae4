import type { Account } from '../client/account.ts'
import { createItem } from '../client/sealed-items.ts'
import type { DisclosedField } from '../verifier/disclosed-fields.ts'

const LONGEST_LABEL = 255

/** Seals what a presentation disclosed as a new item of the user. @returns what was done, as a sentence */
export async function storePresentedItem(
  account: Account,
  { label, fields }: { readonly label: string; readonly fields: readonly DisclosedField[] },
): Promise<string> {
  const descriptors = new Set(fields.map(({ descriptor }) => descriptor))
  const slots = fields.map(({ descriptor_name, name, value }) => ({
    // The same claim may come from several credentials.
    label: (descriptors.size > 1 ? `${descriptor_name}: ${name}` : name).slice(0, LONGEST_LABEL),
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }))
  await createItem(account, { template_name: 'custom', label: label.slice(0, LONGEST_LABEL), slots, tags: [] })
  return `an item with ${slots.length} ${slots.length === 1 ? 'field' : 'fields'} was stored`
}
