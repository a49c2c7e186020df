import { createRouter, createWebHashHistory, type Router, type RouteRecordRaw } from 'vue-router'
import { areas } from './shell/areas.ts'
import OpenScreen from './features/participant/open/open-screen.vue'

/**
 * Makes a route from a screen's address (which also names its area), its title, and its component,
 * which loads when first shown.
 */
const screen = (
  path: string,
  title: string,
  component: NonNullable<RouteRecordRaw['component']>,
): RouteRecordRaw => {
  const area = areas.find((each) => path.startsWith(each.path))?.id
  return { path, component, meta: { title, area } }
}

const routes: RouteRecordRaw[] = [
  { path: '/', redirect: '/advise' },
  // The first screen is part of the first script, so that it loads at once.
  screen('/advise', 'Open a participant', OpenScreen),
  screen(
    '/advise/profile',
    'Participant',
    () => import('./features/participant/profile/profile-screen.vue'),
  ),
  screen('/advise/forecast', 'Forecast', () => import('./features/forecast/forecast-screen.vue')),
  screen(
    '/advise/call-first',
    'Whom to call first',
    () => import('./features/call-first/call-first-screen.vue'),
  ),
  screen(
    '/advise/submit/:operation',
    'Submit',
    () => import('./features/submission/submit-screen.vue'),
  ),
  screen('/advise/report', 'Client report', () => import('./features/report/report-screen.vue')),
  screen('/opt-out', 'Opt-out desk', () => import('./features/desk/optout-screen.vue')),
  screen('/opt-out/lists', 'Lists', () => import('./features/lists/lists-screen.vue')),
  screen('/opt-out/lists/:listId', 'List', () => import('./features/lists/list-screen.vue')),
  screen(
    '/opt-out/overview',
    'Overview of the opt-out desk',
    () => import('./features/desk/overview/overview-screen.vue'),
  ),
  screen(
    '/saved-results',
    'Saved results',
    () => import('./features/records/saved-results-screen.vue'),
  ),
  screen(
    '/saved-results/compare',
    'Compare saved results',
    () => import('./features/records/compare-screen.vue'),
  ),
  screen(
    '/saved-results/:id',
    'Saved result',
    () => import('./features/records/record-screen.vue'),
  ),
  screen('/settings', 'Settings', () => import('./features/settings/settings-screen.vue')),
  screen(
    '/settings/traffic',
    'Service calls',
    () => import('./features/settings/traffic/traffic-screen.vue'),
  ),
  screen(
    '/settings/mapping',
    'Participant files',
    () => import('./features/settings/mapping/mapping-screen.vue'),
  ),
  screen(
    '/settings/desk',
    'Texts of the Opt-out desk',
    () => import('./features/desk/texts/desk-texts-screen.vue'),
  ),
  screen(
    '/settings/plans',
    'Plan directory',
    () => import('./features/settings/plans/plans-screen.vue'),
  ),
  screen('/settings/recovery', 'Recovery', () => import('./features/recovery/recovery-screen.vue')),
  screen('/activity', 'Activity', () => import('./features/activity/activity-screen.vue')),
  { path: '/:rest(.*)*', redirect: '/advise' },
]

/** The router keeps the address in the hash, because both hosts serve a single file. */
export const makeRouter = (): Router => {
  const router = createRouter({ history: createWebHashHistory(), routes })
  router.afterEach((to) => {
    document.title =
      typeof to.meta['title'] === 'string' ? `${to.meta['title']} – Glidepath` : 'Glidepath'
  })
  return router
}
