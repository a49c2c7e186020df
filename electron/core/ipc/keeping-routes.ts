import type { activityChannels } from '#shared/activity/activity.ts'
import type { exportChannels } from '#shared/exports/export.ts'
import type { recordChannels } from '#shared/records/channels.ts'
import type { reportChannels } from '#shared/report/channels.ts'
import { ok } from '#shared/result.ts'
import { createSearch } from '../records/saved/summary.ts'
import { orNothing, type Routes } from './route.ts'
import type { RouteNeeds } from './route-needs.ts'

export const recordRoutes = ({
  savedRecords,
  desk,
  forecasts,
  receipts,
}: RouteNeeds): Routes<keyof typeof recordChannels> => {
  const searchRecords = createSearch(savedRecords)
  return {
    'receipt.pdf': ({ receiptId, masked }) => receipts.pdf(receiptId, masked),
    'records.list': async () => {
      const items = await savedRecords.list()
      return items.ok ? ok([...items.value]) : items
    },
    'records.search': ({ words }) => searchRecords(words),
    'records.open': async ({ id }) => {
      const record = await savedRecords.open(id)
      return record.ok ? ok(await desk.recordInWords(record.value)) : record
    },
    'records.verbatim': async ({ id }) => {
      const text = forecasts.verbatim(id) ?? (await savedRecords.verbatim(id))
      return text.ok ? ok({ text: text.value }) : text
    },
    'records.remove': async ({ id }) => orNothing(await savedRecords.remove(id)),
  }
}

export const reportRoutes = ({ reports }: RouteNeeds): Routes<keyof typeof reportChannels> => ({
  'report.sources': ({ forecastId }) => reports.sources(forecastId),
  'report.preview': (request) => reports.preview(request),
  'report.pdf': (request) => reports.pdf(request),
  'report.logo': async () => ok({ logo: await reports.logo.get() }),
  'report.saveLogo': async ({ bytes }) => {
    const logo = await reports.logo.save(bytes)
    return logo.ok ? ok({ logo: logo.value }) : logo
  },
  'report.removeLogo': async () => {
    const removed = await reports.logo.remove()
    return removed.ok ? ok({ logo: null }) : removed
  },
})

export const exportRoutes = ({ exports }: RouteNeeds): Routes<keyof typeof exportChannels> => ({
  'export.save': (file) => exports.save(file),
})

export const activityRoutes = ({
  activity,
}: RouteNeeds): Routes<keyof typeof activityChannels> => ({
  'activity.list': (request) => activity.list(request),
  'activity.verify': () => activity.verify(),
  'activity.export': ({ format }) => activity.export(format),
  'activity.recordUse': async (use) => orNothing(await activity.recordUse(use)),
})
