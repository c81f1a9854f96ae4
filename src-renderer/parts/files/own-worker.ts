interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(text: string): string }
}

/**
 * Starts workers from one bundled file. The content policy requires that a script's address comes from a Trusted Types
 * policy; each of these allows only its own file, so the content policy stays as strict as it is.
 *
 * @param name the policy's name, which can be used only once
 */
export function ownWorkers(name: string, address: string): () => Worker {
  let policy: ReturnType<TrustedTypes['createPolicy']> | undefined
  return () => {
    const types = (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes
    policy ??= types?.createPolicy(name, { createScriptURL: () => address })
    return new Worker(policy?.createScriptURL('') ?? address, { type: 'module' })
  }
}
