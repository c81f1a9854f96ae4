import type { Ref } from 'vue'
import { computed, nextTick, onMounted, ref, shallowRef, useId, watch } from 'vue'

/**
 * The button of a menu or popover. The layer, some fifteen components, is mounted when the button is first pointed at or
 * gets the focus, or else when it opens, and then stays: most layers of a page are never opened. It opens only after it
 * was mounted, because one that is mounted open can lose the focus again.
 */
export function useLayerTrigger(open: Ref<boolean>, kind: 'menu' | 'dialog') {
  const id = useId()
  const layerId = `${id}-layer`
  const element = shallowRef<HTMLElement>()
  const isMounted = ref(false)
  const isReady = ref(false)

  function prepare(event?: Event): void {
    const target = event?.currentTarget
    element.value = target instanceof HTMLElement ? target : (document.getElementById(id) ?? element.value)
    if (isMounted.value) return
    isMounted.value = true
    void nextTick(() => (isReady.value = true))
  }

  watch(open, (now) => now && prepare(), { flush: 'sync' })
  onMounted(() => open.value && prepare())

  /** For the element in the slot of the button. */
  const attributes = computed(() => ({
    id,
    'aria-haspopup': kind,
    'aria-expanded': open.value,
    'aria-controls': open.value ? layerId : undefined,
    'data-state': open.value ? 'open' : 'closed',
    onPointerenter: prepare,
    onFocus: prepare,
    onClick: prepare,
  }))
  const isOpen = computed({ get: () => open.value && isReady.value, set: (next) => (open.value = next) })

  /** Tells the library about the button, for it is not one of its own. */
  function register(context: object): void {
    Object.assign(context, { triggerId: id, contentId: layerId, triggerElement: element })
  }

  return { attributes, element, isMounted, isOpen, register }
}
