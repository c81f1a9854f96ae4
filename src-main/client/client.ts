import { wipe } from '../crypto/keys.ts'
import type { Account, PersonAccount } from './account/account.ts'
import type { PassphraseCost } from '../crypto/passphrase.ts'
import type { Change } from './account/change.ts'
import type { ConnectionKeys } from './people/connection-keys.ts'
import { createConnectionKeys } from './people/connection-keys.ts'
import type { ItemIndex } from './items/item-index.ts'
import { createItemIndex } from './items/item-index.ts'
import type { People } from './people/people.ts'
import { createPeople } from './people/people.ts'
import type { OpenedShareKeys } from './shares/opened-share-keys.ts'
import { createOpenedShareKeys } from './shares/opened-share-keys.ts'
import type { ShareIndex } from './shares/share-index.ts'
import { createShareIndex } from './shares/share-index.ts'
import type { OpenUpdates } from './tasks/open-updates.ts'
import { createOpenUpdates } from './tasks/open-updates.ts'

/**
 * Passphrases of invitations whose shares await acceptance. The keys are withheld until then, so the passphrases stay
 * in memory until the account is wiped.
 */
type HeldPassphrases = ReturnType<typeof createHeldPassphrases>

export function createHeldPassphrases(account: Account) {
  const held = new Map<string, Buffer>()
  account.whenWiped(() => {
    wipe(...held.values())
    held.clear()
  })
  return {
    hold(shareId: string, passphrase: string) {
      drop(shareId)
      held.set(shareId, Buffer.from(passphrase, 'utf8'))
    },
    find: (shareId: string) => held.get(shareId)?.toString('utf8'),
    drop,
  }

  function drop(shareId: string): void {
    wipe(held.get(shareId) ?? Buffer.alloc(0))
    held.delete(shareId)
  }
}

/** The state and functions of a signed-in user's client. Its keys are wiped with the account. */
export interface Client {
  readonly account: Account
  readonly keys: ConnectionKeys
  readonly shareKeys: OpenedShareKeys
  readonly people: People
  readonly shares: ShareIndex
  readonly items: ItemIndex
  readonly openUpdates: OpenUpdates
  readonly passphrases: HeldPassphrases
  /** The hashing cost of invitation passphrases; only tests set it. */
  readonly cost: PassphraseCost | undefined
  /** Notifies the lists of a change, so that the next call reads changed entries again. */
  noteChange(change: Change): void
}

export interface PersonClient extends Client {
  readonly account: PersonAccount
}

/** The client of a person. */
export function createClient(account: PersonAccount, cost?: PassphraseCost): PersonClient {
  return { ...clientOver(account, createConnectionKeys(account), cost), account }
}

/** A client whose connections have the given keys. */
export function clientOver(account: Account, keys: ConnectionKeys, cost?: PassphraseCost): Client {
  const people = createPeople(account)
  const shares = createShareIndex(account, people)
  const items = createItemIndex(account, shares)
  const openUpdates = createOpenUpdates(account)
  return {
    account,
    keys,
    shareKeys: createOpenedShareKeys(account),
    people,
    shares,
    items,
    openUpdates,
    passphrases: createHeldPassphrases(account),
    cost,
    noteChange(change) {
      for (const list of [people, shares, items, openUpdates]) list.noteChange(change)
    },
  }
}
