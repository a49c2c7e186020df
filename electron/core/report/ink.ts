/** Each color has the same meaning in every chart, as on screen: today slate, chosen teal, recommended blue. */
export const ink = {
  text: '#0f172a',
  soft: '#334155',
  muted: '#64748b',
  line: '#e2e8f0',
  strong: '#cbd5e1',
  paper: '#ffffff',
  training: '#e8b04a',
  trainingSoft: '#f6dfa8',
  trainingText: '#92400e',
  taxes: '#dba23c',
} as const

export const roleInk = {
  today: { strong: '#64748b', soft: '#e2e5ea', text: '#475569' },
  plan: { strong: '#0f766e', soft: '#d3e6e3', text: '#0f766e' },
  recommended: { strong: '#2f5fae', soft: '#d7e3f0', text: '#2f5fae' },
} as const

export const note = { size: 8.6, color: ink.soft, leading: 12.4 } as const
export const small = { size: 7.8, color: ink.muted, leading: 11 } as const

/**
 * Colors for income sources and asset classes, used in turn; Social Security, pensions and accounts
 * begin with the screen's colors.
 */
export const socialSecurityInk = '#4a76b8'
export const pensionInk = '#8e72b2'
export const accountInks = [
  '#35c2b4',
  '#e07a5f',
  '#6bbf59',
  '#c65d9a',
  '#3d9bd1',
  '#b59b3b',
  '#7a6fdc',
  '#d98f8f',
  '#58a58e',
  '#a3b86c',
  '#8c8c8c',
  '#c98b4e',
  '#5f7f95',
] as const
export const otherInks = ['#94a3b8', '#b6a08a', '#a8b5a2'] as const
export const classInks = [
  '#2f5fae',
  '#5f8fd3',
  '#9dbde8',
  '#8e72b2',
  '#c3b1dd',
  '#0f766e',
  '#35c2b4',
  '#a5ded7',
  '#b59b3b',
  '#dfc66b',
  '#d98f8f',
  '#94a3b8',
  '#cbd5e1',
] as const
