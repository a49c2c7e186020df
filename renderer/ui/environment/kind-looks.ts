/** An environment's kind in words and color. */
export const kindLooks = {
  training: {
    words: 'Training – simulated',
    colour: 'neutral',
    icon: 'i-lucide-graduation-cap',
    classes:
      'bg-warning-100 text-warning-800 ring-warning-300 dark:bg-warning-950 dark:text-warning-200 dark:ring-warning-800',
  },
  uat: { words: 'UAT – test', colour: 'info', icon: 'i-lucide-flask-conical', classes: '' },
  production: {
    words: 'Production – real accounts',
    colour: 'error',
    icon: 'i-lucide-landmark',
    classes: '',
  },
} as const
