import {
  Ban,
  CircleCheck,
  CircleX,
  ClipboardCheck,
  Clock,
  Download,
  Inbox,
  Link,
  ListChecks,
  PenLine,
  Plus,
  Reply,
  Send,
  Webhook,
} from '@lucide/vue'
import type { Component } from 'vue'
import type { TimelineStep } from './timeline.ts'

/** What a step of the timeline looks like; the same steps look the same at the desk of the verifier. */
export const STEP_ICONS: Readonly<Record<TimelineStep['kind'], Component>> = {
  created: Plus,
  link_read: Link,
  definition_fetched: Download,
  definition_checked: ClipboardCheck,
  chosen: ListChecks,
  signed: PenLine,
  submitted: Send,
  presentation_received: Inbox,
  answered: Reply,
  verified: CircleCheck,
  rejected: CircleX,
  refused: Ban,
  failed: CircleX,
  expired: Clock,
  cancelled: Ban,
  action_done: Webhook,
  action_failed: Webhook,
}
