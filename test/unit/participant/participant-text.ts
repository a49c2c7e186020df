/** A complete participant file in the documented outline, for tests to break in one place. */
export const participantText = `<?xml version="1.0" encoding="UTF-8"?>
<BatchParticipantInput xmlns="http://www.morningstar.com/retirement" TimeStamp="2026-11-20T10:00:00" FileType="RealTime">
  <ParticipantData>
    <Enroll ClientID="TRAINING">
      <ParticipantInfo>
        <Participant UserID="P-1" FirstName="Ana" MiddleName="M" LastName="O&apos;Neil" DOB="1980-02-29" Gender="F" MaritalStatus="2" Email="ana@example.com">
          <Addr><Address1>1 Elm St</Address1><City>Springfield</City><State>IL</State><Zip>62701</Zip></Addr>
          <SocialSecurity SSFlag="Y"/>
        </Participant>
      </ParticipantInfo>
      <ParticipantPlanData>
        <Salary Amount="82000"/>
        <Pension Amount="13000" StartYear="2045" Cola="true"/>
        <InstAcct PlanID="ACME401K" PlanType="401K" CombLimit="75" Status="Active">
          <AccountBalance>
            <Port>
              <Security TransactionID="T1" Balance="60000.10" CurMin="60" CurMax="60" FutMax="100"><CusFundID>LCI01</CusFundID></Security>
              <Security TransactionID="T2" Balance="40000.20" CurMin="40" CurMax="40" FutMax="100"><MorningstarID>F00000XYZ</MorningstarID></Security>
            </Port>
          </AccountBalance>
          <PreTaxContributionRules Rate="6"/>
        </InstAcct>
        <RothContributionRules PlanID="ACME401K" Rate="2" Mystery="x"/>
        <EmployerContributionRules PlanID="ACME401K" Percent="3"/>
      </ParticipantPlanData>
    </Enroll>
  </ParticipantData>
</BatchParticipantInput>
`

/**
 * {@link participantText} with `from` replaced by `to`. Throws if `from` is not in it, so that a test cannot become
 * outdated.
 */
export const withChange = (from: string, to: string): string => {
  if (!participantText.includes(from)) throw new Error(`not in the text: ${from}`)
  return participantText.replace(from, to)
}
