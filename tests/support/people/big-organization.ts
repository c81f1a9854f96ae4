import { newKeyPair } from '../../../src-main/crypto/key-pair.ts'
import { isoTime } from '../../../src-main/service/ports.ts'
import type { Connection } from '../../../src-main/sqlite/database.ts'
import { newTestId } from '../service/builders.ts'

/** How an organization is filled, straight into the tables: for measurements about size, not about writing. */
export interface OrganizationSize {
  readonly members: number
  /** Received by the user, from the members in turn. */
  readonly shares: number
  /** Owner of the organization, connected with every member, who gets the shares. */
  readonly userId: string
  /** Seals what the user calls a member, for a connection with this public key of the user. */
  readonly sealName?: (name: string, ownPublicKey: string) => string
}

/** Cipher text of the published family; the service cannot look inside. */
const VALUE =
  'Aes256Gcm.HiIg2_zQzOxNRw==.QUAAAAAFaXYADAAAAAABAQEBAQEBAQEBAQEFYXQAEAAAAADlHJCFW4y-aqebm81Jy2LVAmFkAAUAAABub25lAAA='
const SLOTS = 4
const START_MS = Date.parse('2026-01-01T00:00:00.000Z')

/** @returns the id of the organization */
export function fillOrganization(connection: Connection, size: OrganizationSize): string {
  return connection.transaction(() => {
    const organizationId = addOrganization(connection, size)
    const memberIds = addMembers(connection, organizationId, size)
    addShares(connection, memberIds, size)
    return organizationId
  })()
}

function addOrganization(connection: Connection, { members, userId }: OrganizationSize): string {
  const [id, agentId] = [newTestId(), newTestId()]
  const at = isoTime(START_MS)
  connection
    .prepare("INSERT INTO users (id, user_type, joined_at) VALUES (?, 'organization_agent', ?)")
    .run(agentId, at)
  connection
    .prepare(/* sql */ `
      INSERT INTO organizations (id, name, public_key, status, requestor_id, agent_id, validated_at, created_at)
      VALUES (?, ?, ?, 'validated', ?, ?, ?, ?)`)
    .run(id, `Organization of ${members}`, newKeyPair().publicKey, userId, agentId, at, at)
  return id
}

/** The user is the first owner, and connected with all others. @returns the ids of the others */
function addMembers(
  connection: Connection,
  organizationId: string,
  { members, userId, sealName }: OrganizationSize,
): string[] {
  const user = connection.prepare(
    "INSERT INTO users (id, user_type, full_name, email, joined_at) VALUES (?, 'human', ?, ?, ?)",
  )
  const member = connection.prepare('INSERT INTO organization_members VALUES (?, ?, ?, ?, ?)')
  const side = connection.prepare(/* sql */ `
    INSERT INTO connections (id, user_id, other_user_id, other_id, encrypted_recipient_name, user_public_key,
      user_keypair_external_id, connection_type, created_at)
    VALUES (?, ?, ?, ?, ?, ?, 'pair', 'member', ?)
  `)
  const [ownKey, otherKey] = [newKeyPair().publicKey, newKeyPair().publicKey]
  member.run(newTestId(), organizationId, userId, 'owner', isoTime(START_MS))
  return Array.from({ length: members - 1 }, (_, number) => {
    const [id, own, other] = [newTestId(), newTestId(), newTestId()]
    const at = isoTime(START_MS + number + 1)
    const name = `Member ${number + 1}`
    user.run(id, name, `member-${number + 1}@example.org`, at)
    member.run(newTestId(), organizationId, id, 'admin', at)
    side.run(own, userId, id, other, sealName?.(name, ownKey) ?? null, ownKey, at)
    side.run(other, id, userId, own, null, otherKey, at)
    return id
  })
}

function addShares(connection: Connection, senders: readonly string[], { shares, userId }: OrganizationSize): void {
  const template = connection.prepare<[], string>("SELECT id FROM item_templates WHERE name = 'custom'").pluck().get()
  const item = connection.prepare(/* sql */ `
    INSERT INTO items (id, user_id, owner_id, original_id, share_id, item_template_id, item_template_label, name, label,
      ordinal, visible, created_at, updated_at)
    VALUES (@id, @user, @sender, @original, @share, @template, 'Custom', 'item', @label, 0, 1, @at, @at)
  `)
  const slot = connection.prepare(/* sql */ `
    INSERT INTO slots (id, item_id, name, label, ordinal, visible, required, slot_type_name, encrypted_value,
      original_id, creator, created_at, updated_at)
    VALUES (@id, @item, @label, @label, @ordinal, 1, 0, 'key_value', @value, @original, 'user', @at, @at)
  `)
  const share = connection.prepare(/* sql */ `
    INSERT INTO shares (id, owner_id, sender_id, recipient_id, item_id, public_key, encrypted_dek, sharing_mode,
      acceptance_required, created_at, values_in_copy)
    VALUES (@id, @sender, @sender, @user, @item, 'key', NULL, 'owner', @state, @at, 1)
  `)
  for (let number = 0; number < shares; number += 1) {
    const sender = senders[number % senders.length]
    const at = isoTime(START_MS + 10_000 + number)
    const [original, copy, id] = [newTestId(), newTestId(), newTestId()]
    const label = `Shared ${number + 1}`
    item.run({ id: original, user: sender, sender, original: null, share: null, template, label, at })
    const state = number % 10 === 0 ? 'acceptance_required' : 'accepted'
    share.run({ id, sender, user: userId, item: original, state, at })
    item.run({ id: copy, user: userId, sender, original, share: id, template, label, at })
    for (let ordinal = 0; ordinal < SLOTS; ordinal += 1) {
      const slotLabel = `Slot ${ordinal}`
      slot.run({ id: newTestId(), item: copy, label: slotLabel, ordinal, value: VALUE, original: newTestId(), at })
    }
  }
}
