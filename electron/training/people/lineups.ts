const targetDates = [
  'TDI01',
  'TD025',
  'TD030',
  'TD035',
  'TD040',
  'TD045',
  'TD050',
  'TD055',
  'TD060',
  'TD065',
]

/** Funds in plans of example people, by the ids of the engine's fund catalog. */
export const lineups: Readonly<Record<string, readonly string[]>> = {
  index: [
    ...['LCI01', 'MCI01', 'SCI01', 'INI01', 'EMI01', 'REI01', 'BDI01', 'TIP01', 'STV01'],
    'MMK01',
  ],
  standard: [
    ...['LCI01', 'LCG01', 'LCV01', 'MCI01', 'SCI01', 'INI01', 'EMI01', 'REI01'],
    ...['BDI01', 'BDC01', 'TIP01', 'HYB01', 'STV01'],
    ...targetDates,
  ],
  small: ['TSM01', 'TIX01', 'BDI01', 'BAL01', 'MMK01'],
  public: [
    ...['LCI01', 'SCI01', 'INI01', 'BDI01', 'BDS01', 'TIP01', 'GIA01', 'CON01', 'MOD01', 'AGG01'],
  ],
}
