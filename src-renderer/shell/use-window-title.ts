import { useTitle } from '@vueuse/core'
import type { Ref } from 'vue'
import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRoute } from 'vue-router'
import type { WindowView } from '../session/window-view.ts'
import { useWorkbenchStore } from '../session/workbench-store.ts'

/** The window is called after its page and its workspace; outside of the workbench after the program alone. */
export function useWindowTitle(view: Readonly<Ref<WindowView>>): void {
  const { t } = useI18n()
  const route = useRoute()
  const store = useWorkbenchStore()
  useTitle(
    computed(() => {
      const { title } = route.meta
      const workspace = store.status?.current?.name
      if (view.value !== 'workbench' || typeof title !== 'string' || workspace === undefined) return t('app.name')
      return t('app.titleOf', { page: t(title), workspace })
    }),
  )
}
