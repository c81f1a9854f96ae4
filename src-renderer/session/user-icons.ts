import { Bot, Building2, UserRound } from '@lucide/vue'

/** What somebody is, beside the name: a person, an organization, or a service of one. */
export const USER_ICONS = { human: UserRound, organization_agent: Building2, service_agent: Bot } as const
