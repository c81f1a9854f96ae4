/*
 * What sharing promises, in a few lines: a model beside the service. It knows one item, the people and their shares, and
 * who may read what follows from that alone.
 */

export interface ModelShare {
  readonly sender: number
  readonly recipient: number
  readonly mayPassOn: boolean
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
}

export const newModel = (): Model => ({ version: 1, now: 0, made: 0, shares: new Map() })

/** Takes out what time or the end of other shares ends: a share lives as long as its sender may pass the item on. */
export function settle({ shares, now }: Model): void {
  for (const [id, share] of shares) if (share.expiresAt <= now) shares.delete(id)
  const carried = new Set<string>()
  for (let before = -1; before !== carried.size;) {
    before = carried.size
    const able = new Set(
      [...shares]
        .filter(([id, share]) => carried.has(id) && share.mayPassOn && share.state === 'granted')
        .map(([, share]) => share.recipient),
    )
    for (const [id, share] of shares) if (share.sender === OWNER || able.has(share.sender)) carried.add(id)
  }
  for (const id of shares.keys()) if (!carried.has(id)) shares.delete(id)
}

/** The share through which a person reads the item: the newest that is granted. */
export function readThrough({ shares }: Model, person: number): [string, ModelShare] | undefined {
  return [...shares]
    .filter(([, share]) => share.recipient === person && share.state === 'granted')
    .toSorted(([, left], [, right]) => right.order - left.order)[0]
}

/** Whether the person sees that there is an item, readable or not. */
export function seesItem({ shares }: Model, person: number): boolean {
  return [...shares.values()].some((share) => share.recipient === person && share.state !== 'rejected')
}
