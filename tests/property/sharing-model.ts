/*
 * What sharing promises, in a few lines: a model beside the service. It knows one item, the people and their shares, and
 * who may read what follows from that alone.
 */

export interface ModelShare {
  readonly sender: number
  readonly recipient: number
  readonly mayPassOn: boolean
  /** Null: the whole item. */
  readonly slot: string | null
  state: 'open' | 'granted' | 'rejected'
  /** Minutes; Infinity: never. */
  expiresAt: number
  /** Version of the owner's values that it carries. */
  version: number
  order: number
}

export const OWNER = 0

export interface Model {
  version: number
  now: number
  made: number
  readonly shares: Map<string, ModelShare>
  /** By recipient: the share that holds the only copy. */
  readonly holders: Map<number, string>
}

export const newModel = (): Model => ({ version: 1, now: 0, made: 0, shares: new Map(), holders: new Map() })

/**
 * Takes out what time or the end of other shares ends, a share lives as long as its sender may pass the item on; then
 * hands over the copies of the shares that ended.
 */
export function settle(model: Model): void {
  endShares(model)
  for (const person of new Set([...model.shares.values()].map(({ recipient }) => recipient))) handOver(model, person)
  for (const [person, id] of model.holders) if (!model.shares.has(id)) model.holders.delete(person)
}

function endShares({ shares, now }: Model): void {
  for (const [id, share] of shares) if (share.expiresAt <= now) shares.delete(id)
  const carried = new Set<string>()
  for (let before = -1; before !== carried.size;) {
    before = carried.size
    const passable = [...shares].flatMap(([id, share]) =>
      carried.has(id) && share.mayPassOn && share.state === 'granted' ? [share] : [],
    )
    const isCarried = ({ sender, slot }: ModelShare) =>
      sender === OWNER || passable.some((share) => share.recipient === sender && gives(share, slot))
    for (const [id, share] of shares) if (isCarried(share)) carried.add(id)
  }
  for (const id of shares.keys()) if (!carried.has(id)) shares.delete(id)
}

/** Whether a share gives the slot, or with null the whole item. */
export const gives = (share: ModelShare, slot: string | null) => share.slot === null || share.slot === slot

/**
 * The first share keeps the copy. It loses it in three cases only: it ended; it is open while another is granted; it is
 * of one slot while one of the whole item is granted. Then the oldest of those takes over.
 */
function handOver({ shares, holders }: Model, person: number): void {
  const mine = [...shares].filter(([, share]) => share.recipient === person && share.state !== 'rejected')
  const oldestFirst = mine.toSorted(([, left], [, right]) => left.order - right.order)
  const granted = oldestFirst.filter(([, share]) => share.state === 'granted')
  const whole = granted.filter(([, share]) => share.slot === null)
  const held = mine.find(([id]) => id === holders.get(person))?.[1]
  const keeps =
    held !== undefined &&
    (held.state === 'granted' || granted.length === 0) &&
    (held.slot === null || whole.length === 0)
  const next = whole[0] ?? granted[0] ?? oldestFirst[0]
  if (keeps) return
  if (next === undefined) holders.delete(person)
  else holders.set(person, next[0])
}

/** The share a person reads the item through; undefined where it is open. */
export function readThrough({ shares, holders }: Model, person: number): [string, ModelShare] | undefined {
  const id = holders.get(person)
  const share = id === undefined ? undefined : shares.get(id)
  return id === undefined || share?.state !== 'granted' ? undefined : [id, share]
}

/** Whether the person sees that there is an item, readable or not. */
export function seesItem({ shares }: Model, person: number): boolean {
  return [...shares.values()].some((share) => share.recipient === person && share.state !== 'rejected')
}
