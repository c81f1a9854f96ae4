import { computed } from 'vue'
import { useI18n } from 'vue-i18n'

/** Not asked, required, preferred: the levels of most conditions. */
export function usePreferenceOptions() {
  const { t } = useI18n()
  return computed(() => [
    { value: '', label: t('definitions.form.noRule') },
    { value: 'required', label: t('definitions.form.required') },
    { value: 'preferred', label: t('definitions.form.preferred') },
  ])
}
