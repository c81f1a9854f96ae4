import type { PassphraseCost } from '../crypto/passphrase.ts'
import type { Account, PersonAccount } from './account.ts'
import type { Change } from './change.ts'
import type { ConnectionKeys } from './connection-keys.ts'
import { createConnectionKeys } from './connection-keys.ts'
import type { HeldPassphrases } from './held-passphrases.ts'
import { createHeldPassphrases } from './held-passphrases.ts'
import type { ItemIndex } from './item-index.ts'
import { createItemIndex } from './item-index.ts'
import type { People } from './people.ts'
import { createPeople } from './people.ts'
import type { ShareIndex } from './share-index.ts'
import { createShareIndex } from './share-index.ts'

/** Everything a signed-in user's client knows and can do. Keys end with the account. */
export interface Client {
  readonly account: Account
  readonly keys: ConnectionKeys
  readonly people: People
  readonly shares: ShareIndex
  readonly items: ItemIndex
  readonly passphrases: HeldPassphrases
  /** Of passphrases that lock invitations; only tests have another one than the usual. */
  readonly cost: PassphraseCost | undefined
  /** Tells the lists that something changed; what it names is read again with the next call. */
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
  return {
    account,
    keys,
    people,
    shares,
    items,
    passphrases: createHeldPassphrases(account),
    cost,
    noteChange(change) {
      for (const list of [people, shares, items]) list.noteChange(change)
    },
  }
}
