/** The part of published suites that specs use as a second opinion; they come without types. */

declare module '@digitalbazaar/vc' {
  export interface VcOptions {
    readonly credential: unknown
    readonly suite: unknown
    readonly documentLoader: (url: string) => Promise<unknown>
  }

  export interface VpOptions {
    readonly presentation: unknown
    readonly suite: unknown
    readonly challenge?: string
    readonly domain?: string
    /** Instead of that of an authentication. */
    readonly presentationPurpose?: unknown
    readonly documentLoader: (url: string) => Promise<unknown>
  }

  export const CredentialIssuancePurpose: new () => object
  export function issue(options: VcOptions & { readonly now?: string }): Promise<unknown>
  export function signPresentation(options: VpOptions): Promise<unknown>
  export function verify(
    options: VpOptions & { readonly now?: string },
  ): Promise<{ readonly verified: boolean; readonly error?: unknown }>
  export function verifyCredential(
    options: VcOptions & { readonly now?: string },
  ): Promise<{ readonly verified: boolean; readonly error?: unknown }>
}

declare module '@digitalbazaar/ed25519-signature-2018' {
  export const Ed25519Signature2018: new (options?: { readonly key?: unknown; readonly date?: string }) => object
}

declare module '@digitalbazaar/ed25519-signature-2020' {
  export const Ed25519Signature2020: new (options?: { readonly key?: unknown; readonly date?: string }) => object
}

declare module '@digitalbazaar/ed25519-verification-key-2018' {
  export const Ed25519VerificationKey2018: new (options: Readonly<Record<string, unknown>>) => object
}

declare module '@digitalbazaar/ed25519-verification-key-2020' {
  export const Ed25519VerificationKey2020: {
    readonly fromEd25519VerificationKey2018: (options: { readonly keyPair: unknown }) => object
  }
}

declare module '@digitalbazaar/ed25519-multikey' {
  export function from(key: unknown): Promise<{ readonly signer: () => unknown }>
}

declare module '@digitalbazaar/data-integrity' {
  export const DataIntegrityProof: new (options: {
    readonly signer?: unknown
    readonly cryptosuite: unknown
    readonly date?: string
  }) => object
}

declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: unknown
}

declare module '@digitalbazaar/eddsa-jcs-2022-cryptosuite' {
  export function createSignCryptosuite(): unknown
}
