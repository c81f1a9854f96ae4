import { Bot, Building2, UserRound } from '@lucide/vue'

/** Icons for the kinds of users: a person, an organization, or a service. */
export const USER_ICONS = { human: UserRound, organization_agent: Building2, service_agent: Bot } as const
