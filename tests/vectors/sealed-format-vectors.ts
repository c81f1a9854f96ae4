/** Worked examples of our sealed format and key derivation, computed outside this program. Never edited by hand. */
export const ACCOUNT_VECTOR = {
  username: 'M9znjHbD5Xi',
  passphrase: 'supersecretpassword',
  secretBytes: '0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20',
  secretString: '2.M9znjHbD5Xi.4wBqpZ-M9xaSh-eZzJSM-awUKKw-hdpChK-bZ5eu5-ky4Vig-w',
  salt: '79e57bf45d3304be0c84d2cfbf3f2697',
  argon2id: '4d0fe5cde41931defa100a9dde35bb7cb27942869026210d514bfb5ccdae61e0',
  passphraseDerivedKey: '06ca3006c46a6bbc25f0bcd8e5ed4e3dfc04b96f4164457075f8af64e16939f5',
  srpPassword: 'e703965289e7f4533e1a2103e20be8970fc512cac1fc422b8c965444f241c0aa',
} as const

/** Every nonce is 24 × 24 hex; the key encryption key is 32 × 41, the data encryption key 32 × 42. */
export const SEALED_VECTORS = {
  nonceByte: 0x24,
  keyEncryptionKeyByte: 0x41,
  keyEncryptionKeyId: '-0MZPc7fLZU',
  dataEncryptionKeyByte: 0x42,
  dataEncryptionKeyId: 'ZzlwAvNgP9Y',
  /** Key encryption key under ACCOUNT_VECTOR.passphraseDerivedKey, bound to the user name. */
  wrappedKeyEncryptionKey:
    'pdv1.xc.kek.zA2ze8RhPEA.JCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkiDtSFh5FgOg8bvVIuzfbsTk-mGCwmx4bv5E9ew1dbETPpTrZv2kKr6MYwYcM6tlY',
  /** Data encryption key under the key encryption key, bound to `private`. */
  wrappedDataEncryptionKey:
    'pdv1.xc.dek.-0MZPc7fLZU.JCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkCEM5_g5Std5qcVpXR2TQiT-L3tZk5-n62VjxaTlohI3zkFy3y5EuMKXVtSsYsi1D',
  value: 'BMW',
  slotName: 'model_make',
  sealedBySlotName:
    'pdv1.xc.sv.ZzlwAvNgP9Y.JCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQk5xOA5W4kTKaiLz86DogNyjLxjrp8H3SdIWHmTWsQ283tTZs-gLZAVYRBz4140CAy',
  itemId: '049740cb-ad1f-43d9-9254-ae25eba30f47',
  slotId: 'ce9d89f8-a50a-486a-b007-d1cb006ee157',
  sealedByIds:
    'pdv1.xc.si.ZzlwAvNgP9Y.JCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQk5xOA5W4kTKaiLz86DogNyjLxjrp8H3SdIWHmTWsQ280iGBje7WfltuyVowdmbk-V',
} as const

export const KEY_PAIR_VECTOR = {
  seedByte: 0x51,
  boxPublicKey: 'd12468eebe92528f0d3a5b9b7c400003697ee9bf509d3857f1f3f12543c0be62',
  signPublicKey: '6eab54161a443e46fd425926cc74521d8be415d824c806aa83957a336241d6f1',
  publicKey:
    'pdv1.pk.kp.HC3CH2sxSVk.0SRo7r6SUo8NOlubfEAAA2l-6b9QnThX8fPxJUPAvmJuq1QWGkQ-Rv1CWSbMdFIdi-QV2CTIBqqDlXozYkHW8Q',
  /** The seed under the key encryption key of SEALED_VECTORS. */
  wrappedSeed:
    'pdv1.xc.kp.-0MZPc7fLZU.JCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkG1Aq7R1Bps15YklEVHfDmiyYzcV39Prpykvieip7l55-Iddow2rMkRjxVNFBJE2P',
  signedText: 'deleg-token-1',
  signatureContext: 'dlg',
  signature:
    'pdv1.sg.dlg.HC3CH2sxSVk.ujJK_qC8XKbDkr4ASc3zDX-pQgLiFYNXW4IhdASj75Iw_GTlyEMPG6KRw0WadMTV182cr3eeeidcl8ii8DfMDQ',
} as const

/** Of SEALED_VECTORS.value at SEALED_VECTORS.itemId and slotId. */
export const VALUE_PROOF_VECTOR = {
  verificationKeyByte: 0x61,
  proof: 'pdv1.bh.vv.-.Z3OLXpxRZsTeD93rfIGMU9YxHoczQQ9mDcQxUT-u1Tw',
} as const

/** The data encryption key of SEALED_VECTORS, three passes over 256 MiB; the salt is 16 × 33. */
export const PASSPHRASE_LOCK_VECTOR = {
  passphrase: 'K7QF-2M9T-XD4R-8WPA',
  saltByte: 0x33,
  locked:
    'pdv1.pw.dek.-.AQAAAAMABAAAMzMzMzMzMzMzMzMzMzMzMyQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJIV7Px_vfaLvDkxxiOb63B4C1Padzm-HjxDiugZe2oVXtimyZltXZYHGNoKl4-Fu6Q',
} as const

/** The key of a file is 32 × 71; its sub-keys are numbered from 1. */
export const ATTACHMENT_KEY_VECTOR = {
  keyByte: 0x71,
  subKeys: {
    blocks: '0e0a07c97b35fc83c1aaacba0547f02ea7ed6a48c43944e969936b4619e8da03',
    thumbnails: 'e12de436a60795d20b0719777bdd4b0c70565fbd220a7321ba8c84b7d2fbcde0',
    names: 'eee6350cc1d1ff84bd098f39afbac5e3534b9983caaf7bf24e504f257f1a58af',
  },
} as const
