/** Made-up clients with an earlier and a newer file, for what changed since last time. */

export interface SinceFile {
  readonly userId?: string
  readonly dateOfBirth?: string
  readonly salary?: number
  /** Balances by fund, dollars. */
  readonly funds?: Readonly<Record<string, number>>
  /** Own pre-tax savings, percent of pay. */
  readonly rate?: number
  readonly spouse?: boolean
  readonly timeStamp?: string
}

/** A participant file in the documented outline, with one 401(k). */
export const sinceXml = ({
  userId = 'P-300481',
  dateOfBirth = '1980-06-15',
  salary = 60_000,
  funds = { IDX1: 10_000, BND2: 4_000 },
  rate = 3,
  spouse = false,
  timeStamp = '2025-11-14T09:00:00',
}: SinceFile): string => `<?xml version="1.0" encoding="UTF-8"?>
<BatchParticipantInput xmlns="http://www.morningstar.com/retirement" TimeStamp="${timeStamp}" FileType="RealTime">
  <ParticipantData>
    <Enroll ClientID="ACME">
      <ParticipantInfo>
        <Participant UserID="${userId}" FirstName="Carol" LastName="Nguyen" DOB="${dateOfBirth}" Gender="F" MaritalStatus="${spouse ? 'Married' : 'Single'}">
          <Addr><City>Columbus</City><State>OH</State></Addr>
        </Participant>
        ${spouse ? '<Spouse DOB="1979-02-01" Salary="40000"/>' : ''}
      </ParticipantInfo>
      <ParticipantPlanData>
        <Salary Amount="${salary}"/>
        <InstAcct PlanID="LOW401K" PlanType="401(k)" CombLimit="75" Status="Active">
          <AccountBalance><Port>
${Object.entries(funds)
  .map(
    ([fund, balance]) =>
      `            <Security Balance="${balance.toFixed(2)}" CurMin="0" CurMax="100" FutMax="100"><CusFundID>${fund}</CusFundID></Security>`,
  )
  .join('\n')}
          </Port></AccountBalance>
        </InstAcct>
        <PreTaxContributionRules PlanID="LOW401K" Rate="${rate}"/>
        <EmployerContributionRules PlanID="LOW401K" MatchRate="50" MatchLimit="6"/>
      </ParticipantPlanData>
    </Enroll>
  </ParticipantData>
</BatchParticipantInput>
`
