/** Worked examples of the published clients' format, computed outside this program. Never edited by hand. */
export const AES_GCM_VECTOR = {
  keyByte: 0x07,
  nonceByte: 0x01,
  text: 'héllo ✓',
  sealed:
    'Aes256Gcm.HiIg2_zQzOxNRw==.QUAAAAAFaXYADAAAAAABAQEBAQEBAQEBAQEFYXQAEAAAAADlHJCFW4y-aqebm81Jy2LVAmFkAAUAAABub25lAAA=',
} as const

/** The verification key is 64 × 09. */
export const PUBLISHED_PROOF_VECTORS = {
  keyByte: 0x09,
  proofs: [
    ['abc', '40f0db72768de6af80378374bb9c34e6589db53d084d00feaf87ccb8a8eb6372'],
    ['é', '7efcc31b955dd7d00e0ada34a1c0c1af45834ef8aa8ac31d611b8d2ba79b3f1d'],
    ['漢字 ✓ value', 'cf2c1a328c8962e047f8b2f0914268c5b137ab04c3016360843212eb8917a754'],
    ['😀', 'c149379a8c35108baa14f857bce5835a55f0470ee6621f685abdafa3b1e932e1'],
  ],
} as const

/** The example the published clients are documented with. */
export const PUBLISHED_ACCOUNT_VECTOR = {
  username: 'M9znjHbD5Xi',
  passphrase: 'supersecretpassword',
  secretString: '1.M9znjHbD5Xi.xQCSCK-8A1d6d-emUjx8-YVGDcT-UhctWy-2rfHyv-7JNAgh-9',
  passphraseDerivedKey: 'db8add2ffba0af2ba38c32dcbf0b74d0045658c085e24938809113272eb2463b',
  srpBytes: '99add08f62e26c1e145479f42c3aa8688cbfc9b220238f69fbe7448a82967173',
  srpPasswordUtf8: 'c299c2adc390c28f62c3a26c1e145479c3b42c3ac2a868c28cc2bfc389c2b22023c28f69c3bbc3a744c28ac282c2967173',
} as const
