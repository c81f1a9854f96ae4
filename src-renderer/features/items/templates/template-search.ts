import { compareTexts } from '../../../../shared/folded-text.ts'
import { bestMatches } from '../../../../shared/word-search.ts'
import type { TemplateChoice, TemplateNode } from './use-item-templates.ts'

/** The template without slots. */
export const BLANK_TEMPLATE = 'custom'

/** All templates, those of the user, or those of one node by its id. */
export type TemplateCategory = string
export const ALL_TEMPLATES: TemplateCategory = 'all'
export const OWN_TEMPLATES: TemplateCategory = 'own'

/** The nodes of one scheme that templates have, with the number of templates of each. */
export interface NodeGroup {
  readonly scheme: string
  readonly nodes: readonly (TemplateNode & { readonly count: number })[]
}

/** Groups by scheme, each in the order of its labels. */
export function nodeGroups(templates: readonly TemplateChoice[]): readonly NodeGroup[] {
  const nodes = new Map(templates.flatMap((template) => template.nodes).map((node) => [node.id, node]))
  const counted = [...nodes.values()]
    .map((node) => ({ ...node, count: templates.filter((one) => isOf(one, node.id)).length }))
    .toSorted((one, other) => compareTexts(one.label, other.label))
  return [...Map.groupBy(counted, ({ scheme }) => scheme ?? '')].map(([scheme, ofScheme]) => ({
    scheme,
    nodes: ofScheme,
  }))
}

export function isOf(template: TemplateChoice, category: TemplateCategory): boolean {
  if (category === ALL_TEMPLATES) return true
  return category === OWN_TEMPLATES ? template.own : template.nodes.some(({ id }) => id === category)
}

/**
 * The templates of a category that match a text, best first: by name, then by slots, nodes and description. Without a
 * text the blank one comes first, then the user's own, then the others in the order of the service.
 */
export function findTemplates(
  templates: readonly TemplateChoice[],
  { query, category }: { readonly query: string; readonly category: TemplateCategory },
): readonly TemplateChoice[] {
  const inOrder = templates
    .filter((template) => isOf(template, category))
    .toSorted((one, other) => placeOf(one) - placeOf(other) || byOwnLabel(one, other))
  return bestMatches(inOrder, query, ({ label, description, slots, nodes }) => [
    label,
    description,
    ...[...slots, ...nodes].map((one) => one.label),
  ])
}

function placeOf({ own, name }: TemplateChoice): number {
  if (own) return 1
  return name === BLANK_TEMPLATE ? 0 : 2
}

function byOwnLabel(one: TemplateChoice, other: TemplateChoice): number {
  return one.own && other.own ? compareTexts(one.label, other.label) : 0
}

interface GridPlace {
  readonly count: number
  readonly columns: number
}

/**
 * The index of the card that an arrow key moves to in a grid; undefined when it does not move. Down from a full row
 * leads to the last card of a shorter next row.
 */
export function moveInGrid(key: string, from: number, { count, columns }: GridPlace): number | undefined {
  const last = count - 1
  const rowOf = (index: number): number => Math.floor(index / columns)
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from - columns,
    ArrowDown: rowOf(from) < rowOf(last) ? Math.min(from + columns, last) : count,
  }
  const target = targets[key]
  return target === undefined || target < 0 || target > last ? undefined : target
}
