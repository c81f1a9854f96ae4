import { randomBytes } from 'node:crypto'
import type { PublishedUser } from './published-client.ts'
import { libraryOpen, librarySeal, publishedLibrary } from './published-library.ts'
import type { MakeVault } from './published-vault-clients.ts'

/**
 * A person who shares as the published SDK does, step by step, with its own packages (docs/contract/client-crypto.md,
 * Connecting, Sharing, Updating shares): RSA connection keys, a fresh key for each share, a proof for each value. It
 * never encrypts again under its own key, and refuses received values whose proof does not fit.
 */
export interface PublishedSharer {
  /** Accepts an invitation with a key pair of its own. */
  accept(token: string): Promise<void>
  /** Makes an invitation. @returns its token */
  invite(): Promise<string>
  /** The other person must be connected by now. */
  share(item: PublishedItem, recipientId: string, mode: 'owner' | 'anyone'): Promise<void>
  /** Opens everything it received, and takes nothing that was changed on the way. */
  received(): Promise<readonly PublishedItem[]>
  /** Makes an item with one slot. */
  create(label: string, slot: string, value: string): Promise<PublishedItem>
}

/** An item as its holder reads it, by slot label. */
export interface PublishedItem {
  readonly id: string
  readonly label: string
  readonly values: Readonly<Record<string, PublishedValue>>
}

interface PublishedValue {
  readonly slotId: string
  readonly text: string
  /** Of a received value: what proves it, passed on as it is. */
  readonly verificationKey: Uint8Array | undefined
}

interface Slot {
  readonly id: string
  readonly label: string
  readonly own: boolean
  readonly encrypted_value: string | null
  readonly encrypted_value_verification_key: string | null
  readonly value_verification_hash: string | null
}

const VERIFICATION_KEY_BYTES = 64
const SHARE_KEY_BYTES = 32
/** Half of the SDK's, which takes long to make. */
const KEY_BITS = 2048

/** The two packages disagree about enumerations and optional fields that mean the same on the wire. */
const either = (body: object) => body as never

/** @param onlyPair used in every connection, as agents do; otherwise each connection gets a pair of its own */
export function publishedSharer(
  url: string,
  user: Pick<PublishedUser, 'vaultToken' | 'encrypt'>,
  vaultOf: MakeVault,
  onlyPair?: PublishedPair,
): PublishedSharer {
  const vault = vaultOf(url, { token: user.vaultToken })
  const privateKeys = new Map<string, string>()

  return { accept, invite, share, received, create }

  async function newPublicKey() {
    const pair = onlyPair ?? (await newPublishedPair())
    privateKeys.set(pair.publicKey, pair.privateKey)
    return { public_key: pair.publicKey, keypair_external_id: 'kept by the test' }
  }

  async function accept(token: string): Promise<void> {
    await vault.invitation.invitationsIdGet(token)
    const encrypted_recipient_name = (await user.encrypt('the inviter')) ?? ''
    await vault.connection.connectionsPost({
      public_key: await newPublicKey(),
      connection: { invitation_token: token, encrypted_recipient_name },
    })
  }

  async function invite(): Promise<string> {
    const { invitation } = await vault.invitation.invitationsPost({
      public_key: await newPublicKey(),
      invitation: either({ encrypted_recipient_name: await user.encrypt('the invited') }),
    })
    return invitation.token
  }

  async function create(label: string, slot: string, value: string): Promise<PublishedItem> {
    const { item, slots } = await vault.item.itemsPost({
      template_name: 'custom',
      item: { label, slots_attributes: [{ label: slot, encrypted_value: (await user.encrypt(value)) ?? '' }] },
    })
    const made = slots.find((one) => one.label === slot)
    const values = { [slot]: { slotId: made?.id ?? '', text: value, verificationKey: undefined } }
    return { id: item.id, label: item.label, values }
  }

  async function share(item: PublishedItem, recipientId: string, mode: 'owner' | 'anyone'): Promise<void> {
    const { connections } = await vault.connection.connectionsGet()
    const other = connections.find(({ the_other_user }) => the_other_user.user_id === recipientId)?.the_other_user
    if (other === undefined) throw new Error('they are not connected')
    const key = publishedLibrary.EncryptionKey.fromBytes(randomBytes(SHARE_KEY_BYTES))
    const { serialized } = await publishedLibrary.encryptWithPublicKey({
      publicKeyPem: other.user_public_key,
      data: publishedLibrary.bytesToBinaryString(key.bytes),
    })
    const entry = {
      recipient_id: recipientId,
      public_key: other.user_public_key,
      keypair_external_id: other.user_keypair_external_id,
      encrypted_dek: serialized,
      sharing_mode: mode,
      onsharing_permitted: mode === 'anyone',
      slot_values: await Promise.all(Object.values(item.values).map((value) => sealedValue(key, value))),
    }
    await vault.share.itemsIdSharesPost(item.id, either({ shares: [entry] }))
  }

  async function received(): Promise<readonly PublishedItem[]> {
    const { shares } = await vault.share.incomingSharesGet()
    return Promise.all(shares.map(({ id }) => openShare(id)))
  }

  async function openShare(shareId: string): Promise<PublishedItem> {
    const { share, item, slots } = await vault.share.incomingSharesIdItemGet(shareId)
    const privateKeyPem = privateKeys.get(share.public_key)
    if (privateKeyPem === undefined) throw new Error('the share is for a key this person does not have')
    const opened = await publishedLibrary.decryptSerializedWithPrivateKey({
      privateKeyPem,
      serialized: String(share.encrypted_dek),
    })
    const key = publishedLibrary.EncryptionKey.fromBytes(Buffer.from(opened, 'latin1'))
    const filled = (slots as readonly Slot[]).filter(({ encrypted_value }) => encrypted_value !== null)
    const values = await Promise.all(filled.map(async (slot) => [slot.label, await openSlot(key, slot)] as const))
    return { id: item.id, label: item.label, values: Object.fromEntries(values) }
  }
}

/** An RSA key pair in PEM. */
export interface PublishedPair {
  readonly publicKey: string
  readonly privateKey: string
}

export const newPublishedPair = (): Promise<PublishedPair> => publishedLibrary.generateRSAKeyPair(KEY_BITS)

type ShareKey = Parameters<typeof librarySeal>[0]

async function sealedValue(key: ShareKey, { slotId, text, verificationKey }: PublishedValue) {
  const proof = verificationKey ?? randomBytes(VERIFICATION_KEY_BYTES)
  return {
    slot_id: slotId,
    encrypted_value: await librarySeal(key, Buffer.from(text, 'utf8')),
    encrypted_value_verification_key: await librarySeal(key, proof),
    value_verification_hash: verificationKey === undefined ? proofOf(proof, text) : null,
  }
}

async function openSlot(key: ShareKey, slot: Slot): Promise<PublishedValue> {
  const text = Buffer.from(await libraryOpen(key, slot.encrypted_value ?? '')).toString('utf8')
  const verificationKey = await libraryOpen(key, slot.encrypted_value_verification_key ?? '')
  if (proofOf(verificationKey, text) !== slot.value_verification_hash) throw new Error(`${slot.label} was changed`)
  return { slotId: slot.id, text, verificationKey }
}

function proofOf(verificationKey: Uint8Array, text: string): string {
  return publishedLibrary.hmacSha256Digest(publishedLibrary.bytesToBinaryString(verificationKey), text)
}
