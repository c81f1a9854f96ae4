import type { Person } from '../../../../shared/contract/workbench-items.ts'
import type { ShareRow } from '../../../../shared/contract/workbench-sharing.ts'
import { compareTexts } from '../../../../shared/folded-text.ts'

/** A person in the graph. Columns follow the direction of shares, and the acting user is in column 0. */
export interface GraphPerson {
  readonly person: Person
  readonly column: number
  readonly row: number
}

/** The shares from one person to another that the acting user may know. */
export interface GraphLink {
  readonly id: string
  readonly from: Person
  readonly to: Person
  readonly shares: readonly ShareRow[]
}

export interface ShareGraph {
  readonly people: readonly GraphPerson[]
  readonly links: readonly GraphLink[]
}

/**
 * Builds the graph of shares: those the actor sent, those others passed on from them, and those the actor received. It
 * is unknown how a sender got the item of another owner, so there is no link for that.
 */
export function shareGraph(actor: Person, shares: readonly ShareRow[]): ShareGraph {
  const linksById = new Map<string, GraphLink>()
  for (const share of shares.filter(({ state }) => state !== 'rejected')) {
    const [from, to] = share.direction === 'incoming' ? [share.person, actor] : [share.via ?? actor, share.person]
    const id = `${from.user_id} ${to.user_id}`
    linksById.set(id, { id, from, to, shares: [...(linksById.get(id)?.shares ?? []), share] })
  }
  const links = [...linksById.values()].sort((a, b) => compareTexts(a.from.name, b.from.name))
  return { links, people: placed(actor, links) }
}

/** Places recipients one column after their sender, and senders one before the actor; each person once. */
function placed(actor: Person, links: readonly GraphLink[]): readonly GraphPerson[] {
  const columns = new Map([[actor.user_id, 0]])
  const people = new Map([[actor.user_id, actor]])
  const queue = [actor]
  for (let person = queue.shift(); person !== undefined; person = queue.shift()) {
    for (const { from, to } of links) {
      if (from.user_id !== person.user_id || columns.has(to.user_id)) continue
      columns.set(to.user_id, (columns.get(person.user_id) ?? 0) + 1)
      people.set(to.user_id, to)
      queue.push(to)
    }
  }
  for (const { from, to } of links) {
    for (const one of [from, to]) {
      if (columns.has(one.user_id)) continue
      columns.set(one.user_id, -1)
      people.set(one.user_id, one)
    }
  }
  const first = Math.min(...columns.values())
  const rows = new Map<number, number>()
  return [...people.values()]
    .sort((a, b) => compareTexts(a.name, b.name))
    .map((person) => {
      const column = (columns.get(person.user_id) ?? 0) - first
      const row = rows.get(column) ?? 0
      rows.set(column, row + 1)
      return { person, column, row }
    })
}
