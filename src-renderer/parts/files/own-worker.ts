interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(text: string): string }
}

/**
 * Starts workers from one file of our own. The content policy wants the address of a script to come from a policy
 * (Trusted Types); each of these knows no address but that of its file, so the content policy stays as strict as it is.
 *
 * @param name of the policy, which can be made once
 */
export function ownWorkers(name: string, address: string): () => Worker {
  let policy: ReturnType<TrustedTypes['createPolicy']> | undefined
  return () => {
    const types = (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes
    policy ??= types?.createPolicy(name, { createScriptURL: () => address })
    return new Worker(policy?.createScriptURL('') ?? address, { type: 'module' })
  }
}
