import type { ClassificationScheme } from '../../../../shared/contract/classification.ts'

/** A scheme with nodes of these labels, each with the number of records that have it. Only the scheme `tag` is of the user. */
export function aScheme(name: string, nodes: Readonly<Record<string, number>>): ClassificationScheme {
  return {
    id: `scheme-${name}`,
    name,
    label: name === 'tag' ? 'Tags' : 'Country',
    description: null,
    owned_by_user: name === 'tag',
    classification_nodes_count: Object.keys(nodes).length,
    created_at: '2026-11-01T08:00:00.000Z',
    classification_nodes: Object.entries(nodes).map(([label, classifications_count]) => ({
      id: `${name}-${label}`,
      name: label.toLowerCase(),
      label,
      description: null,
      scheme: name,
      image_id: null,
      ordinal: null,
      classifications_count,
    })),
  }
}
