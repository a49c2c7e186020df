import { expect, test } from 'vitest'
import { readMapping } from '#electron/core/participant/participant-parts.ts'
import { mappingText, parseMapping } from '#shared/participant/mapping.ts'
import { readParticipantXml } from '#shared/participant/read-records.ts'
import { createMemorySettings } from '#test/support/doubles/memory-settings.ts'

/** A mapping file that a firm wrote by hand, without the fields that have defaults. */
const short = {
  kind: 'glidepath.participant-mapping',
  version: 1,
  name: 'Acme payroll',
  namespaces: [],
  dates: 'MM/DD/YYYY',
  elements: {
    file: ['Census'],
    record: ['Employee'],
    participant: ['Employee'],
    account: ['Plan'],
    holding: ['Investment'],
    pension: [],
    preTaxRule: ['Deferral[@Source=PreTax]'],
    postTaxRule: ['Deferral[@Source=AfterTax]'],
    rothRule: ['Deferral[@Source=Roth]'],
    employerRule: ['Deferral[@Source=Employer]'],
  },
  values: {
    fileType: [],
    timeStamp: [],
    clientId: ['/Census/@Sponsor', '/Census/Sponsor/@Id', '/Census/SponsorId'],
    userId: [
      'Employee/EmployeeNumber',
      'Employee/@Number',
      'Identifiers/EmployeeNumber',
      'Id[@Type=Employee]',
    ],
    firstName: ['Name/@First', 'Name/First', 'Employee/FirstName'],
    middleName: ['Name/@Middle', 'Name/Middle', 'Employee/MiddleName'],
    lastName: ['Name/@Last', 'Name/Last', 'Employee/LastName'],
    dateOfBirth: ['Employee/BirthDate', 'Employee/DateOfBirth'],
    gender: ['Employee/Gender', 'Employee/Sex'],
    maritalStatus: [],
    email: ['Employee/Email'],
    city: ['Address/City'],
    state: ['Address/State'],
    socialSecurityFlag: [],
    salary: ['Employee/AnnualPay', 'Employee/Compensation', 'Employee/Salary'],
    planId: ['@Number', 'Plan/Number'],
    planType: ['@Type', 'Plan/Type'],
    status: ['@Status', 'Plan/Status'],
    combinedLimit: [],
    accountTotal: ['Plan/Balance'],
    customFundId: ['@Code', 'Investment/Code'],
    morningstarId: [],
    holdingName: ['@Name', 'Investment/Name'],
    transactionId: [],
    balance: ['@Value', 'Investment/Value'],
    currentMin: [],
    currentMax: [],
    futureMax: [],
    pensionAmount: [],
    pensionStartYear: [],
    pensionCola: [],
    rulePlanId: ['@Plan'],
    contributionRate: ['@Percent', 'Percent'],
    contributionAmount: ['@Amount', 'Amount'],
    matchRate: ['@MatchPercent', 'MatchPercent'],
    matchLimit: ['@MatchLimit', 'MatchLimit'],
  },
}

const settingsWith = (mapping: unknown) => {
  const file = createMemorySettings()
  file.set('participantMapping', mapping)
  return file
}

test('a mapping without periods reads yearly dollars', () => {
  const { mapping, damaged } = readMapping(settingsWith(short))
  expect(damaged).toBe('')
  expect(mapping).toEqual({
    ...short,
    amounts: {
      salary: 'year',
      pensionAmount: 'year',
      contributionAmount: 'year',
      matchMost: 'year',
    },
    values: { ...short.values, expense: [], matchMost: [] },
  })
  const read = readParticipantXml(
    '<Census><Employee Number="7"><AnnualPay>82000</AnnualPay></Employee></Census>',
    { mapping },
  )
  expect(read.ok && read.value.participants[0]?.salary).toBe(82_000)
})

test('a mapping file is exported with the period used for reading', () => {
  const imported = parseMapping(JSON.stringify(short))
  if (!imported.ok) throw new Error(imported.error.message)
  const exported = mappingText({
    ...imported.value,
    amounts: { ...imported.value.amounts, salary: 'twoWeeks' },
  })
  const again = parseMapping(exported)
  expect(again.ok && again.value.amounts.salary).toBe('twoWeeks')
})
