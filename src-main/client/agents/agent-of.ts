/** What an agent acts for. */
export interface AgentOf {
  readonly organizationId: string
  /** Null: the organization itself; otherwise one of its services. */
  readonly serviceId: string | null
}

/**
 * What marks the key pair of an agent in the key store of each member who holds it. The agent's data encryption key is
 * bound to the same text.
 */
export function agentTag({ organizationId, serviceId }: AgentOf): string {
  return serviceId === null ? `organization:${organizationId}` : `service:${serviceId}`
}

/** What an agent's key pair is called towards others, in every connection (docs/contract/client-crypto.md, Agents). */
export function agentKeyPairName({ serviceId }: AgentOf): string {
  return serviceId === null ? 'org-agent-keypair' : 'service-agent-keypair'
}
