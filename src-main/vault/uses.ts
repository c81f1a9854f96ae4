/** The number of uses of a catalogue entry, by all users together. */
export type Uses = Partial<Record<keyof typeof USE_WORDS, number>>

const USE_WORDS = {
  items: ['item', 'items'],
  item_templates: ['template', 'templates'],
  classifications: ['classified item or slot', 'classified items and slots'],
  classification_nodes: ['node', 'nodes'],
  tags: ['tag of users', 'tags of users'],
} as const

/** Describes the uses: `2 templates, 1 tag of users`. */
export function usedBy(uses: Uses): string {
  const kinds = Object.keys(USE_WORDS) as (keyof Uses)[] // the keys of the table above
  const texts = kinds.flatMap((kind) => {
    const count = uses[kind] ?? 0
    return count === 0 ? [] : [`${count} ${USE_WORDS[kind][count === 1 ? 0 : 1]}`]
  })
  return texts.join(', ')
}
