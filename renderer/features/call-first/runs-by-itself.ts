import type { useProgram } from '../../stores/program-store.ts'

/** Whether a participant of the list is forecast once on screen, by the setting for changes. */
export const runsByItself = ({
  settings,
  active,
}: Pick<ReturnType<typeof useProgram>, 'settings' | 'active'>): boolean => {
  const when = settings?.runOnChange
  return when === 'always' || (when === 'exceptProduction' && active?.kind !== 'production')
}
