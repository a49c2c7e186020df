/** Why people leave, as call centres code it; any other text may be typed. */
export const optOutReasons = [
  'Fee too high',
  'Prefers own choice',
  'Moving to a target-date fund',
  'Leaving employer or rolling over',
  'Enrolled by mistake',
  'Did not understand the service',
  'Service complaint',
  'Deceased',
] as const
