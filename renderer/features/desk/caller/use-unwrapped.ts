import { shallowRef } from 'vue'
import type { DeskReportRow } from '#shared/desk/report-rows.ts'
import { fail, ok } from '#shared/result.ts'
import { useClient } from '../../../ipc/client.ts'

/**
 * Calls whose request was sent in an earlier run of the program that ended before the call was
 * wrapped up.
 */
export const useUnwrapped = () => {
  const client = useClient()
  const calls = shallowRef<readonly DeskReportRow[]>([])
  let latest = 0
  /** If the lookup fails, no calls are offered, so that no new call is delayed. */
  const load = async () => {
    latest += 1
    const mine = latest
    const found = await client.call('desk.unwrapped', {})
    if (found.ok && mine === latest) calls.value = found.value
  }
  /**
   * Opens the receipt, and the version of the desk's texts from that call, because the wrap-up
   * offers their dispositions.
   */
  const open = async ({ receiptId, environment }: DeskReportRow) => {
    const record = await client.call('records.open', { id: receiptId ?? '' })
    if (!record.ok) return record
    const receipt = record.value
    if (receipt.kind !== 'receipt')
      return fail({ code: 'records.notFound', message: 'This receipt is no longer there.' })
    // Another window has wrapped up the call.
    if (receipt.wrapUp !== null)
      return fail({ code: 'submission.wrappedUp', message: 'This call already has a result.' })
    const version = receipt.call?.textsVersion ?? 0
    const config = await client.call('desk.config.get', { environmentId: environment.id, version })
    return config.ok ? ok({ receipt, config: config.value }) : config
  }
  return { calls, load, open }
}
