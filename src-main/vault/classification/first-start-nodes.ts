import { COUNTRIES } from './countries.ts'

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

/** Schemes and global nodes of a new vault (vault contract 3.13, "First-start data"). Names come from the labels. */
export const FIRST_SCHEMES: readonly FirstScheme[] = [
  { name: 'tag', label: 'Tags', ownedByUser: true, nodes: [] },
  {
    name: 'country',
    label: 'Countries',
    ownedByUser: false,
    nodes: COUNTRIES.map(([code, label]) => ({ label, description: code })),
  },
  {
    name: 'region',
    label: 'Regions',
    ownedByUser: false,
    nodes: labels('Europe', 'Asia', 'Africa', 'Oceania', 'North America', 'South America'),
  },
  {
    name: 'wallet',
    label: 'Wallet',
    ownedByUser: false,
    nodes: labels('Vehicle', 'Travel', 'Finance', 'Identity', 'Home', 'Health', 'Pet', 'Login'),
  },
]

function labels(...texts: readonly string[]): FirstNode[] {
  return texts.map((label) => ({ label }))
}
