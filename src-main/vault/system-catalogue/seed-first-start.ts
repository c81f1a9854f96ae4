import type { LabelTranslations } from '../../../shared/contract/system-catalogue.ts'
import type { StoredNode } from '../classification/classification-store.ts'
import type { CatalogueCall, Catalogue } from './catalogue.ts'
import countries from './countries.json' with { type: 'json' }
import { FIRST_TEMPLATES, IN_GERMAN } from './first-start-templates.ts'
import type { SeedStore } from './seed-store.ts'

interface FirstNode {
  readonly label: string
  readonly description?: string
}

interface FirstScheme {
  readonly name: string
  readonly label: string
  readonly ownedByUser: boolean
  readonly nodes: readonly FirstNode[]
}

/** The schemes and global nodes of a new vault. Names are derived from the labels. */
export const FIRST_SCHEMES: readonly FirstScheme[] = [
  { name: 'tag', label: 'Tags', ownedByUser: true, nodes: [] },
  {
    name: 'country',
    label: 'Countries',
    ownedByUser: false,
    nodes: Object.entries(countries).map(([code, label]) => ({ label, description: code })), // ISO 3166-1
  },
  {
    name: 'region',
    label: 'Regions',
    ownedByUser: false,
    nodes: labels('Europe', 'Asia', 'Africa', 'Oceania', 'North America', 'South America'),
  },
  {
    name: 'wallet',
    label: 'Areas of life', // the window has a section Wallet, for credentials
    ownedByUser: false,
    nodes: labels('Vehicle', 'Travel', 'Finance', 'Identity', 'Home', 'Health', 'Pet', 'Login'),
  },
]

function labels(...texts: readonly string[]): FirstNode[] {
  return texts.map((label) => ({ label }))
}

interface SeedDependencies {
  readonly seeds: SeedStore
  readonly catalogue: Catalogue
  /** Time and ids of this start. */
  readonly addition: CatalogueCall
}

const FIRST_START = 'first-start'

/**
 * Adds the schemes, nodes and templates of a new vault, once: those an operator deletes later stay deleted. Not a
 * migration, because ids and time come from ports. Runs inside a transaction.
 */
export function seedFirstStart(dependencies: SeedDependencies): void {
  const { seeds, addition } = dependencies
  if (seeds.isApplied(FIRST_START)) return
  seedTemplates(dependencies, seedClassification(dependencies))
  seeds.markApplied(FIRST_START, addition.now)
}

/** Returns the nodes by `scheme/node`. */
function seedClassification({ catalogue, addition }: SeedDependencies): ReadonlyMap<string, StoredNode> {
  const added = FIRST_SCHEMES.flatMap(({ name, label, ownedByUser, nodes }) => {
    const scheme = catalogue.addScheme(addition, { name, label, owned_by_user: ownedByUser })
    return nodes.map((node) => catalogue.addNode(addition, scheme, node)).map((node) => ({ scheme, node }))
  })
  return new Map(added.map(({ scheme, node }) => [`${scheme.name}/${node.name}`, node]))
}

function labelled(label: string): { readonly label: string; readonly label_translations: LabelTranslations | null } {
  const german = IN_GERMAN[label]
  return { label, label_translations: german === undefined ? null : { de: german } }
}

function seedTemplates({ catalogue, addition }: SeedDependencies, nodes: ReadonlyMap<string, StoredNode>): void {
  for (const { name, label, node, slots } of FIRST_TEMPLATES) {
    const classifiedBy = nodes.get(node?.join('/') ?? '')
    const template = catalogue.addTemplate(addition, {
      name,
      ...labelled(label),
      nodes: classifiedBy ? [classifiedBy] : [],
    })
    for (const slot of slots) {
      catalogue.addTemplateSlot(addition, template, { name: slot.name, ...labelled(slot.label), slot_type: slot.type })
    }
  }
}
