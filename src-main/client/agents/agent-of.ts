/** The organization or service of an agent. */
export interface AgentOf {
  readonly organizationId: string
  /** Null for the organization itself; otherwise one of its services. */
  readonly serviceId: string | null
}

/**
 * The tag of an agent's key pair in the key store of each member who has it. The agent's data encryption key is bound
 * to the same text.
 */
export function agentTag({ organizationId, serviceId }: AgentOf): string {
  return serviceId === null ? `organization:${organizationId}` : `service:${serviceId}`
}

/** The id of an agent's key pair in all its connections (docs/contract/client-crypto.md, Agents). */
export function agentKeyPairName({ serviceId }: AgentOf): string {
  return serviceId === null ? 'org-agent-keypair' : 'service-agent-keypair'
}
