import { MAX_LABEL_CHARACTERS } from '../../../shared/contract/values.ts'
import type { ItemReply } from '../../../shared/contract/items.ts'
import type { NewItemDraft } from '../../../shared/contract/workbench-items.ts'
import { formatDataEncryptionKey, formatPrivateKey } from '../../crypto/private-key-text.ts'
import type { AgentOf } from './agent-of.ts'
import { agentTag } from './agent-of.ts'
import type { OpenedAgent } from './open-agent.ts'

/**
 * The item by which a private key is handed over (docs/contract/client-crypto.md, Agents). It has two slots of type
 * password: one labelled `organization:{id}` or `service:{id}` with the private key, one with the agent's data
 * encryption key.
 */

export const KEY_ITEM_LABEL = 'Key of '
export const DATA_KEY_LABEL = 'data encryption key'

/** The item, with keys as text; it has to be sealed immediately and not stored. */
export function keyItemDraft(agent: AgentOf, { account, name }: OpenedAgent): NewItemDraft {
  const { keyPair, dataEncryptionKey } = account.keys()
  return {
    template_name: 'custom',
    label: `${KEY_ITEM_LABEL}${name}`.slice(0, MAX_LABEL_CHARACTERS),
    description: 'Taking it puts the key into your key store. Whoever has it can read what was shared with the agent.',
    slots: [
      { label: agentTag(agent), slot_type_name: 'password', value: formatPrivateKey(keyPair) },
      { label: DATA_KEY_LABEL, slot_type_name: 'password', value: formatDataEncryptionKey(dataEncryptionKey) },
    ],
    tags: [],
  }
}

/** Whether an item has the key of an agent, which its labels show before its values can be read. */
export function isKeyItemOf(agent: AgentOf, { slots }: Pick<ItemReply, 'slots'>): boolean {
  return slots.some(({ label }) => label === agentTag(agent))
}
