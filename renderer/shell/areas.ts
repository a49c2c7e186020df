/** The areas, in the order of the sidebar and of Ctrl/Cmd+1 … 5. */
export const areas = [
  { id: 'advise', path: '/advise', label: 'Advise', icon: 'i-lucide-chart-spline' },
  { id: 'opt-out', path: '/opt-out', label: 'Opt-out desk', icon: 'i-lucide-phone-off' },
  { id: 'savedResults', path: '/saved-results', label: 'Saved results', icon: 'i-lucide-library' },
  { id: 'settings', path: '/settings', label: 'Settings', icon: 'i-lucide-settings' },
  { id: 'activity', path: '/activity', label: 'Activity', icon: 'i-lucide-scroll-text' },
] as const
