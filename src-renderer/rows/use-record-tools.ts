import { shallowRef, ref } from 'vue'
import type { RouteLocationRaw } from 'vue-router'
import { useRouter } from 'vue-router'
import { failureOf } from '../api/refusal.ts'
import { text } from '../i18n/i18n.ts'
import { useInspectorFilter } from '../session/inspector-filter.ts'
import type { Failure } from '../ui/failure.ts'
import { copyAndTell } from '../ui/copying.ts'

/** A record with an address of its own in the window. */
export interface ShownRecord {
  readonly id: string
  readonly place: RouteLocationRaw
  /** Reads the record in the form of the service. */
  readonly json: () => Promise<unknown>
}

/** The tools of every detail: copy id, copy link, show calls, JSON. */
export function useRecordTools(record: () => ShownRecord) {
  const router = useRouter()
  const inspector = useInspectorFilter()
  const jsonOpen = ref(false)
  const stored = shallowRef<unknown>()
  const failure = shallowRef<Failure>()

  const told = (words: string) => ({ text: words, link: record().place })
  const copyId = () => copyAndTell(record().id, told(text('ui.copiedId')))
  const copyLink = () =>
    copyAndTell(new URL(router.resolve(record().place).href, location.href).href, told(text('ui.copiedLink')))

  const showCalls = (): void => inspector.show(record().id)

  async function showJson(): Promise<void> {
    jsonOpen.value = true
    stored.value = undefined
    failure.value = undefined
    try {
      stored.value = await record().json()
    } catch (error) {
      failure.value = failureOf(error)
    }
  }

  return { copyId, copyLink, showCalls, showJson, jsonOpen, stored, failure }
}

export type RecordTools = ReturnType<typeof useRecordTools>
